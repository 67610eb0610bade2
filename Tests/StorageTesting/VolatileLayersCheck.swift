public import Defaults
import PropertyList
public import Testing

/// What volatile layers do, wherever they are kept.
public enum VolatileLayersCheck: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case replace = "a layer is what was set last, and says which keys changed"
    case haveVersions = "the version changes with every change, and is 0 while all layers are empty"
    case refuseConflicts = "a write that expects another version changes nothing"
    case refuseStoredLayers = "stored layers, impossible names and keys are refused"
    case areBounded = "all layers together are bounded, and what is cleared makes room"

    /// Makes layers that hold nothing, with bounds: domains and bytes.
    public typealias Make = (DefaultsLimits, _ domains: Int, _ bytes: Int) throws -> VolatileLayers

    /// What it checks, as a sentence.
    public var testDescription: String { rawValue }

    /// Checks it, and records an issue for each fault.
    public func run(_ make: Make) throws {
        let layers = try make(.standard, 10, 10_000)
        switch self {
        case .replace: try replace(layers)
        case .haveVersions: try haveVersions(layers)
        case .refuseConflicts:
            try layers.set(.managed, of: domain, to: ["a": .bool(true)], ifVersion: 0)
            #expect(code { try layers.set(.managed, of: domain, to: [:], ifVersion: 0) } == .revisionConflict)
            #expect(try layers.values(of: domain, layer: .managed) == ["a": .bool(true)])
        case .refuseStoredLayers: try refuse(try make(DefaultsLimits(maximumKeys: 1), 10, 10_000))
        case .areBounded: try areBounded(try make(.standard, 2, 100))
        }
    }

    private var domain: String { "com.example.clock" }

    private func code(_ work: () throws -> Void) -> DefaultsError.Code? {
        do {
            try work()
            return nil
        } catch {
            return (error as? DefaultsError)?.code
        }
    }

    private func replace(_ layers: VolatileLayers) throws {
        #expect(try layers.set(.managed, of: domain, to: ["a": .bool(true), "b": .integer(1)]) == ["a", "b"])
        #expect(try layers.set(.managed, of: domain, to: ["b": .real(1)]) == ["a", "b"])
        #expect(try layers.values(of: domain, layer: .managed) == ["b": .real(1)])
        #expect(try layers.values(of: domain, layer: .argument).isEmpty)
        #expect(try layers.values(of: "other", layer: .managed).isEmpty)
    }

    private func haveVersions(_ layers: VolatileLayers) throws {
        #expect(try layers.snapshot(of: domain).version == 0)
        try layers.set(.argument, of: domain, to: ["a": .string("1")])
        let first = try layers.snapshot(of: domain).version
        #expect(try layers.set(.argument, of: domain, to: ["a": .string("1")]).isEmpty)
        #expect(try layers.snapshot(of: domain).version == first)
        try layers.set(.registered, of: domain, to: ["a": .bool(true)])
        #expect(try layers.snapshot(of: domain).version != first)
        try layers.set(.argument, of: domain, to: [:])
        #expect(try layers.snapshot(of: domain).layers == [.registered: ["a": .bool(true)]])
        let last = try layers.snapshot(of: domain).version
        try layers.set(.registered, of: domain, to: [:])
        #expect(try layers.snapshot(of: domain) == VolatileSnapshot())
        try layers.set(.registered, of: domain, to: ["a": .bool(true)])
        #expect(try layers.snapshot(of: domain).version > last)
    }

    private func refuse(_ layers: VolatileLayers) throws {
        for layer in SearchList.Layer.allCases {
            let refused = code { try layers.set(layer, of: domain, to: [:]) }
            #expect(refused == (layer.isVolatile ? nil : .invalidLayer))
            guard layer.isVolatile else { continue }
            #expect(code { try layers.set(layer, of: "a/b", to: [:]) } == .invalidDomain)
            #expect(code { try layers.set(layer, of: domain, to: ["a\0": .bool(true)]) } == .invalidKey)
            let two = ["a": PropertyListValue.bool(true), "b": .bool(true)]
            #expect(code { try layers.set(layer, of: domain, to: two) } == .domainTooLarge)
        }
    }

    private func areBounded(_ layers: VolatileLayers) throws {
        let large = ["k": PropertyListValue.string(String(repeating: "x", count: 59))]
        try layers.set(.managed, of: "a", to: large)
        #expect(code { try layers.set(.managed, of: "b", to: large) } == .layersFull)
        #expect(code { try layers.set(.argument, of: "a", to: large) } == .layersFull)
        try layers.set(.managed, of: "a", to: large.mapValues { _ in .string("y") })
        try layers.set(.managed, of: "b", to: large)
        #expect(code { try layers.set(.managed, of: "c", to: ["k": .bool(true)]) } == .layersFull)
        try layers.set(.managed, of: "a", to: [:])
        try layers.set(.managed, of: "c", to: ["k": .bool(true)])
    }
}
