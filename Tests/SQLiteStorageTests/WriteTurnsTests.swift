import Defaults
import Foundation
import GRDB
import PropertyList
@testable import SQLiteStorage
import Storage
import Synchronization
import Testing
import TestSupport

@Suite("Writers that wait for each other", .timeLimit(.minutes(30)))
struct WriteTurnsTests {
    private let directory: TemporaryDirectory
    private var folder: URL { directory.url.appending(path: "data") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A storage whose writers wait for as long as a busy machine takes.
    private func opened() throws -> SQLiteStorage {
        var options = SQLiteStorage.Options()
        options.busyLimit = .seconds(120)
        return try SQLiteStorage(folder: folder, options: options)
    }

    /// Counts what reaches the disk.
    private final class Commits: TransactionObserver {
        let count = Mutex(0)

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
        func databaseDidRollback(_ db: Database) {}
    }

    /// Does things on threads of their own, which come one after the other while somebody writes, and lets them go on when all of
    /// them wait.
    private func behindAWrite(_ storage: SQLiteStorage, _ things: [@Sendable () -> Void]) throws {
        let group = DispatchGroup()
        try storage.writing { _ in
            for (number, thing) in things.enumerated() {
                group.enter()
                Thread.detachNewThread {
                    thing()
                    group.leave()
                }
                while storage.turns.waiting <= number { usleep(1_000) }
            }
        }
        group.wait()
    }

    @Test("changes that wait for one another are one commit, and each is a revision of its own, told in order")
    func together() throws {
        let storage = try opened()
        let commits = Commits()
        storage.pool.add(transactionObserver: commits, extent: .databaseLifetime)
        let told = Mutex<[Int]>([])
        try behindAWrite(
            storage,
            (1...20).map { number in
                {
                    let made = try? storage.update([DomainCondition("d")], source: .api, actor: nil) { result in
                        told.withLock { $0.append(result.revision) }
                    } _: { snapshot in
                        snapshot.values.merging(["k\(number)": .integer(Int64(number))]) { $1 }
                    }
                    #expect(made?.first?.revision == number)
                }
            }
        )
        // One of the write that they waited for, which changed nothing, and one of theirs.
        #expect(commits.count.withLock { $0 } == 2)
        #expect(told.withLock { $0 } == Array(1...20))
        let snapshot = try storage.snapshot(of: "d")
        #expect(snapshot.values.count == 20 && snapshot.revision == 20)
        #expect(
            try storage.history(of: "d", limit: 100, after: nil).entries.map(\.changes.count)
                == Array(repeating: 1, count: 20)
        )
    }

    @Test("a change that is refused is no affair of those beside it")
    func refused() throws {
        let storage = try opened()
        let conflicts = Mutex(0)
        try behindAWrite(
            storage,
            (0..<6).map { number in
                {
                    do throws(DefaultsError) {
                        // Those with an odd number are too late: the domain is at another revision by then.
                        let revision = number.isMultiple(of: 2) ? nil : 100
                        try storage.apply(
                            [.set(key: "k\(number)", value: .bool(true))],
                            to: "d",
                            source: .api,
                            ifRevision: revision
                        )
                    } catch {
                        conflicts.withLock { $0 += 1 }
                    }
                }
            }
        )
        #expect(conflicts.withLock { $0 } == 3)
        #expect(try storage.snapshot(of: "d").values.keys.sorted() == ["k0", "k2", "k4"])
    }

    @Test("a transaction that fails for one is made anew by each alone")
    func failing() throws {
        struct Failure: Error {}
        let storage = try opened()
        let failures = Mutex(0)
        try behindAWrite(
            storage,
            (0..<6).map { number in
                {
                    do {
                        try storage.sharing(deletes: false) { db in
                            try db.run(
                                "INSERT INTO domain (name, revision, updatedAt) VALUES (?, 1, 0)",
                                ["d\(number)"]
                            )
                            if number == 3 { throw Failure() }
                        } committed: { _ in
                        }
                    } catch {
                        failures.withLock { $0 += error is Failure ? 1 : 10 }
                    }
                }
            }
        )
        #expect(failures.withLock { $0 } == 1)
        #expect(
            try storage.read { db in try String.fetchAll(db, sql: "SELECT name FROM domain ORDER BY name") }
                == ["d0", "d1", "d2", "d4", "d5"]
        )
    }

    @Test("what has to be alone comes in its turn between others")
    func order() throws {
        let storage = try opened()
        let order = Mutex<[Int]>([])
        try behindAWrite(
            storage,
            (0..<7).map { number in
                {
                    let note: (Int) -> Void = { number in order.withLock { $0.append(number) } }
                    if number == 3 {
                        try? storage.writing { _ in note(number) }
                    } else {
                        try? storage.sharing(deletes: false) { _ in
                            note(number)
                        } committed: {
                            note(number + 10)
                        }
                    }
                }
            }
        )
        #expect(order.withLock { $0 } == [0, 1, 2, 10, 11, 12, 3, 4, 5, 6, 14, 15, 16])
    }

    @Test("who has waited for too long leaves, and those behind it do not notice", arguments: [false, true])
    func tooLong(shares: Bool) throws {
        let turns = WriteTurns()
        guard case .turn = turns.take(until: .now) else { throw Unexpected() }
        let write = shares ? SharedWrite({ _ in }, committed: {}) : nil
        guard case .tooLong = turns.take(until: .now + .milliseconds(20), offering: write) else { throw Unexpected() }
        #expect(turns.waiting == 0)
        let group = DispatchGroup()
        group.enter()
        let wait = Mutex<WriteTurns.Wait?>(nil)
        Thread.detachNewThread {
            let end = turns.take(until: .now + .seconds(60))
            wait.withLock { $0 = end }
            group.leave()
        }
        while turns.waiting == 0 { usleep(1_000) }
        turns.end()
        group.wait()
        guard case .turn = wait.withLock({ $0 }) else { throw Unexpected() }
        turns.end()
        guard case .turn = turns.take(until: .now) else { throw Unexpected() }
    }

    private struct Unexpected: Error {}
}
