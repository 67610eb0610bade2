import Defaults
import PropertyList
import SQLiteStorage
import ServerTesting
import TestSupport
import Testing

@testable import Services

@Suite("Observed defaults store")
struct ObservedDefaultsStoreTests {
    private let folder: TemporaryDirectory
    private let hub = EventHub()
    private let log = EventLog()
    private let store: ObservedDefaultsStore

    init() throws {
        folder = try TemporaryDirectory()
        store = ObservedDefaultsStore(try SQLiteStorage(folder: folder.url), publishingTo: hub) { _ in [] }
        hub.subscribe(log, to: [.defaults("d")])
    }

    @Test("every kind of write is published once, with its revision and keys")
    func writes() throws {
        try store.apply(
            [.set(key: "a", value: .integer(1)), .set(key: "b", value: .integer(2))],
            to: "d",
            source: .api
        )
        try store.replace("d", with: ["b": .integer(3)], source: .import)
        try store.removeDomain("d", source: .web)
        try store.restore("d", to: 1)
        #expect(
            log.events.map(\.text) == [
                #"{"domain":"d","revision":1,"keys":["a","b"]}"#, #"{"domain":"d","revision":2,"keys":["a","b"]}"#,
                #"{"domain":"d","revision":3,"keys":["b"]}"#, #"{"domain":"d","revision":4,"keys":["a","b"]}"#,
            ]
        )
    }

    @Test("a write that changes nothing, and one that is refused, are not published")
    func nothing() throws {
        try store.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        try store.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        #expect(throws: DefaultsError.self) {
            try store.apply([.set(key: "a", value: .integer(2))], to: "d", source: .api, ifRevision: 7)
        }
        #expect(log.events.count == 1)
    }

    @Test("writes at once are published in the order of their revisions")
    func order() async throws {
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<10 {
                        _ = try? store.apply(
                            [.set(key: "\(writer)", value: .integer(Int64(number)))],
                            to: "d",
                            source: .api
                        )
                    }
                }
            }
        }
        #expect(log.events.compactMap(\.revision) == Array(1...40))
    }
}
