import Defaults
import PropertyList
import StorageTesting
import Testing

@Suite("Volatile layers")
struct VolatileLayersTests {
    @Test("layers in memory do what all layers do", arguments: VolatileLayersCheck.allCases)
    func conforms(check: VolatileLayersCheck) throws {
        try check.run { limits, domains, bytes in
            VolatileLayers(limits: limits, maximumDomains: domains, maximumBytes: bytes)
        }
    }

    @Test("layers in a store ask it each time, and its failures are theirs")
    func failures() throws {
        let layers = VolatileLayers(store: LostLayerStore())
        for work in [
            { _ = try layers.snapshot(of: "a") }, { _ = try layers.set(.managed, of: "a", to: ["k": .bool(true)]) },
        ] as [() throws -> Void] {
            let error = #expect(throws: DefaultsError.self) { try work() }
            #expect(error?.code == .busy)
        }
    }
}

/// A store that nobody can reach.
private struct LostLayerStore: LayerStore {
    func layers(of domain: String) throws(DefaultsError) -> VolatileSnapshot { throw DefaultsError(.busy, "Away.") }

    func change(
        _ change: LayerChange,
        check: (VolatileSnapshot) throws(DefaultsError) -> [String],
        room: (LayerRoom) throws(DefaultsError) -> Void
    ) throws(DefaultsError) -> [String] {
        throw DefaultsError(.busy, "Away.")
    }
}
