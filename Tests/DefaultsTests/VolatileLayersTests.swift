import Defaults
import PropertyList
import Testing

@Suite("Volatile layers")
struct VolatileLayersTests {
    private let domain = "com.example.clock"

    private func code(_ work: () throws(DefaultsError) -> Void) -> DefaultsError.Code? {
        do throws(DefaultsError) {
            try work()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a layer is what was set last, and says which keys changed")
    func replacing() throws {
        let layers = VolatileLayers()
        #expect(try layers.set(.managed, of: domain, to: ["a": .bool(true), "b": .integer(1)]) == ["a", "b"])
        #expect(try layers.set(.managed, of: domain, to: ["b": .real(1)]) == ["a", "b"])
        #expect(layers.values(of: domain, layer: .managed) == ["b": .real(1)])
        #expect(layers.values(of: domain, layer: .argument).isEmpty)
        #expect(layers.values(of: "other", layer: .managed).isEmpty)
    }

    @Test("the version changes with every change, and is 0 while all layers are empty")
    func versions() throws {
        let layers = VolatileLayers()
        #expect(layers.snapshot(of: domain).version == 0)
        try layers.set(.argument, of: domain, to: ["a": .string("1")])
        let first = layers.snapshot(of: domain).version
        #expect(try layers.set(.argument, of: domain, to: ["a": .string("1")]).isEmpty)
        #expect(layers.snapshot(of: domain).version == first)
        try layers.set(.registered, of: domain, to: ["a": .bool(true)])
        #expect(layers.snapshot(of: domain).version != first)
        try layers.set(.argument, of: domain, to: [:])
        #expect(layers.snapshot(of: domain).layers == [.registered: ["a": .bool(true)]])
        try layers.set(.registered, of: domain, to: [:])
        #expect(layers.snapshot(of: domain) == VolatileSnapshot())
    }

    @Test("a write that expects another version changes nothing")
    func conflict() throws {
        let layers = VolatileLayers()
        try layers.set(.managed, of: domain, to: ["a": .bool(true)], ifVersion: 0)
        #expect(
            code { () throws(DefaultsError) in
                try layers.set(.managed, of: domain, to: [:], ifVersion: 0)
            } == .revisionConflict
        )
        #expect(layers.values(of: domain, layer: .managed) == ["a": .bool(true)])
    }

    @Test("stored layers, impossible names and keys are refused", arguments: SearchList.Layer.allCases)
    func refusals(layer: SearchList.Layer) {
        let layers = VolatileLayers(limits: DefaultsLimits(maximumKeys: 1))
        let refused = code { () throws(DefaultsError) in try layers.set(layer, of: domain, to: [:]) }
        #expect(refused == (layer.isVolatile ? nil : .invalidLayer))
        guard layer.isVolatile else { return }
        #expect(code { () throws(DefaultsError) in try layers.set(layer, of: "a/b", to: [:]) } == .invalidDomain)
        #expect(
            code { () throws(DefaultsError) in
                try layers.set(layer, of: domain, to: ["a\0": .bool(true)])
            } == .invalidKey
        )
        #expect(
            code { () throws(DefaultsError) in
                try layers.set(layer, of: domain, to: ["a": .bool(true), "b": .bool(true)])
            } == .domainTooLarge
        )
    }

    @Test("all layers together are bounded, and what is cleared makes room")
    func bounds() throws {
        let layers = VolatileLayers(maximumDomains: 2, maximumBytes: 100)
        let large = ["k": PropertyListValue.string(String(repeating: "x", count: 59))]
        try layers.set(.managed, of: "a", to: large)
        #expect(code { () throws(DefaultsError) in try layers.set(.managed, of: "b", to: large) } == .layersFull)
        #expect(code { () throws(DefaultsError) in try layers.set(.argument, of: "a", to: large) } == .layersFull)
        try layers.set(.managed, of: "a", to: large.mapValues { _ in .string("y") })
        try layers.set(.managed, of: "b", to: large)
        #expect(
            code { () throws(DefaultsError) in
                try layers.set(.managed, of: "c", to: ["k": .bool(true)])
            } == .layersFull
        )
        try layers.set(.managed, of: "a", to: [:])
        try layers.set(.managed, of: "c", to: ["k": .bool(true)])
    }
}
