import Access
import Catalog
import Defaults
import Foundation
import Logging
import PropertyList
import SQLiteStorage
import ServerTesting
import Synchronization
import TestSupport
import Testing

@testable import HTTP
@testable import Services

@Suite("What other servers change")
struct SharedFollowerTests {
    private let folder: TemporaryDirectory
    private let storage: SQLiteStorage
    private let words = SharedWords()
    private let services: Services
    private let follower: SharedFollower

    /// A server whose store tells of what is written past it, as others' writes are.
    init() throws {
        folder = try TemporaryDirectory()
        storage = try SQLiteStorage(folder: folder.url.appending(path: "data"))
        services = Services(
            catalog: Catalog(store: storage),
            defaults: storage,
            access: try AccessControl(mode: .open, store: storage),
            shared: words,
            resources: try TestServer.resources.get(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        follower = SharedFollower(services)
        follower.start(words)
    }

    private func watch(_ topic: EventTopic) -> EventLog {
        let log = EventLog()
        services.events.subscribe(log, to: [topic])
        return log
    }

    @Test("each revision of a domain is told once with its keys, however often somebody says that there are any")
    func domains() throws {
        let log = watch(.defaults("d"))
        for number in 1...3 {
            try storage.apply([.set(key: "k\(number)", value: .integer(1))], to: "d", source: .api)
            if number != 2 { words.say(.domain("d")) }
        }
        words.say(.domain("d"))
        words.say(.domain("nobody watches this"))
        #expect(
            log.events.map(\.text) == (1...3).map { #"{"domain":"d","revision":\#($0),"keys":["k\#($0)"]}"# }
        )
    }

    @Test("layers, marks, deletions and the library are told, and after a silence all that is watched")
    func others() throws {
        let (domain, dump, library) = (watch(.defaults("d")), watch(.dump("gone")), watch(.library))
        try services.layers.set(.managed, of: "d", to: ["k": .bool(true)])
        words.say(.layer("managed", domain: "d"))
        #expect(
            domain.events.map(\.text) == [
                #"{"domain":"d","revision":0,"layer":"managed","keys":[],"truncated":true,"layers":1}"#
            ]
        )
        words.say(.dump("gone"))
        #expect(dump.events.map(\.name) == ["gone"])
        words.say(.library)
        words.say(.library)
        #expect(library.events.map(\.revision) == [1, 2])
        try storage.apply([.set(key: "k", value: .integer(1))], to: "d", source: .api)
        words.say(.anything)
        #expect(domain.events.count == 2 && domain.events.last?.revision == 1)
        // Nothing is told twice.
        words.say(.anything)
        #expect(domain.events.count == 2)
    }
}

/// A store that says what a test makes it say.
private final class SharedWords: SharedStore, LayerStore {
    private let state = Mutex(State())

    private struct State {
        var receive: (@Sendable (SharedChange) -> Void)?
        var library = 0
        var layers: [String: VolatileSnapshot] = [:]
    }

    func say(_ change: SharedChange) {
        let receive = state.withLock { state in
            if change == .library { state.library += 1 }
            return state.receive
        }
        receive?(change)
    }

    func libraryRevision() -> Int { state.withLock { $0.library } }

    func follow(_ receive: @escaping @Sendable (SharedChange) -> Void) -> @Sendable () -> Void {
        state.withLock { $0.receive = receive }
        return {}
    }

    func layers(of domain: String) -> VolatileSnapshot { state.withLock { $0.layers[domain] ?? VolatileSnapshot() } }

    func change(
        _ change: LayerChange,
        check: (VolatileSnapshot) throws(DefaultsError) -> [String],
        room: (LayerRoom) throws(DefaultsError) -> Void
    ) throws(DefaultsError) -> [String] {
        var snapshot = layers(of: change.domain)
        let changed = try check(snapshot)
        snapshot.version += 1
        snapshot.layers[change.layer] = change.values
        let layers = snapshot
        state.withLock { $0.layers[change.domain] = layers }
        return changed
    }
}
