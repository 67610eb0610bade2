import Access
import Catalog
import Defaults
import Foundation
import HTTPTesting
import Logging
import PropertyList
import SQLiteStorage
import ServerTesting
import Synchronization
import TestSupport
import Testing

@testable import HTTP
@testable import Services

/// Two servers on one database, each with a storage of its own, as processes have.
@Suite("Changes that two servers make", .timeLimit(.minutes(10)))
struct MissedChangesTests {
    private let folder: TemporaryDirectory
    private let servers: [Server]

    private struct Server {
        let services: Services
        let follower: SharedFollower?

        init(folder: URL, retention: HistoryRetention) throws {
            let storage = try SQLiteStorage(folder: folder, retention: retention)
            services = Services(
                catalog: Catalog(store: storage),
                defaults: storage,
                access: try AccessControl(mode: .open, store: storage),
                followed: storage,
                resources: try TestServer.resources.get(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            follower = ServerApplication(services, []).followOthers()
        }

        func watch(_ domain: String, after id: String? = nil) -> Watcher {
            let stream = EventStream()
            let events = EventRoutes(services: services)
            return Watcher(stream: stream, end: events.feed([.defaults(domain)], into: stream, after: id))
        }
    }

    /// What a client reads, as `revision: keys`.
    private final class Watcher {
        private let stream: EventStream
        private let end: @Sendable () -> Void
        private(set) var lines: [String] = []

        init(stream: EventStream, end: @escaping @Sendable () -> Void) {
            self.stream = stream
            self.end = end
        }

        deinit { end() }

        var last: Int { lines.last.flatMap { $0.split(separator: " ").first }.flatMap { Int($0) } ?? 0 }

        /// Reads until it has been told of a revision.
        func read(to revision: Int) async throws {
            while true {
                for block in String(decoding: stream.readAll(), as: UTF8.self).split(separator: "\n\n") {
                    let fields = block.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).last ?? "" }
                    guard fields.first == "change" else { continue }
                    lines.append("\(fields[1]) \(fields[2])")
                }
                guard last < revision else { return }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    init() throws {
        folder = try TemporaryDirectory()
        let place = folder.url.appending(path: "data")
        servers = try (0..<2).map { _ in try Server(folder: place, retention: .everything) }
    }

    /// What a stream has to tell since a revision: a line for each that the history has.
    private func expected(of domain: String, since older: Int) throws -> [String] {
        try servers[0].services.defaults.history(of: domain, limit: 10_000, after: nil).entries.reversed()
            .filter { $0.revision > older }
            .map { entry in
                let keys = entry.changes.map { "\"\($0.key)\"" }.joined(separator: ",")
                return "\(entry.revision) {\"domain\":\"\(domain)\",\"revision\":\(entry.revision),\"keys\":[\(keys)]}"
            }
    }

    /// Writes to both servers from several tasks at once, keys of each writer and one that all of them change.
    private func write(_ count: Int, to domain: String) async {
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask { [servers] in
                    for number in 0..<count {
                        let values = (0...number % 3).map { "w\(writer)-\($0)" } + ["all"]
                        let store = servers[(writer + number) % 2].services.defaults
                        let value = PropertyListValue.integer(Int64(writer * 10_000 + number))
                        let edits = values.map { DefaultsEdit.set(key: $0, value: value) }
                        while (try? store.apply(edits, to: domain, source: .api)) == nil { await Task.yield() }
                    }
                }
            }
        }
    }

    @Test("each revision is one event with its keys on the streams of both, also for clients that come back")
    func exactly() async throws {
        let watchers = servers.map { $0.watch("d") }
        await write(40, to: "d")
        let first = try servers[0].services.defaults.revision(of: "d")
        for watcher in watchers { try await watcher.read(to: first) }
        // One comes back from the middle, while others go on writing.
        let middle = first / 2
        async let writing: Void = write(40, to: "d")
        let back = servers.map { $0.watch("d", after: "\(middle)") }
        await writing
        let last = try servers[0].services.defaults.revision(of: "d")
        #expect(last == 2 * first)
        let start = ["0 {\"domain\":\"d\",\"revision\":0,\"keys\":[]}"]
        for watcher in watchers {
            try await watcher.read(to: last)
            #expect(watcher.lines == start + (try expected(of: "d", since: 0)))
        }
        for watcher in back {
            try await watcher.read(to: last)
            #expect(watcher.lines == (try expected(of: "d", since: middle)))
        }
    }
}
