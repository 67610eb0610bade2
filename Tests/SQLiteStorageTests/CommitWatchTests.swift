import Diagnostics
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite("Commits of others")
struct CommitWatchTests {
    private let folder: TemporaryDirectory
    private let pool: DatabasePool

    init() throws {
        folder = try TemporaryDirectory()
        pool = try DatabasePool(path: folder.url.appending(path: "commits.sqlite").path(percentEncoded: false))
        try pool.write { try $0.execute(sql: "CREATE TABLE counts (count INTEGER); INSERT INTO counts VALUES (0)") }
    }

    private func watch(_ count: Int) throws -> CommitWatch { try #require(CommitWatch(pool.path, count: count)) }

    private func commit() throws { try pool.write { try $0.execute(sql: "UPDATE counts SET count = count + 1") } }

    @Test("the number is another one after each commit, whichever connection looks", arguments: [1, 2, 4])
    func commits(connections: Int) throws {
        let watch = try watch(connections)
        var seen: Set<Int> = []
        for _ in 0..<20 {
            #expect(seen.insert(try #require(watch.version())).inserted)
            try commit()
        }
    }

    @Test("the number is the same as long as nobody commits, after one look of each connection", arguments: [1, 2, 4])
    func quiet(connections: Int) throws {
        let watch = try watch(connections)
        try commit()
        let numbers = (0..<20).map { _ in watch.version() }
        #expect(Set(numbers.dropFirst()) == [try #require(numbers.last ?? nil)])
    }

    @Test("what was read under a number is not older than that number while others look and commit")
    func race() throws {
        let watch = try watch(2)
        // What was read last under each number.
        let kept = Mutex<[Int: Int]>([:])
        let acknowledged = Atomic<Int>(0)
        let stale = Array(0..<4).concurrentMap { worker in
            (0..<400).count { _ in
                if worker == 0 {
                    guard (try? commit()) != nil else { return true }
                    acknowledged.add(1, ordering: .sequentiallyConsistent)
                }
                let known = acknowledged.load(ordering: .sequentiallyConsistent)
                guard let number = watch.version() else { return false }
                if let count = kept.withLock({ $0[number] }) { return count < known }
                let count = try? pool.read { try Int.fetchOne($0, sql: "SELECT count FROM counts") }
                kept.withLock { $0[number] = count ?? 0 }
                return false
            }
        }
        #expect(stale == [0, 0, 0, 0])
    }

    @Test("there is no number once it is closed")
    func closed() throws {
        let watch = try watch(2)
        #expect(watch.version() != nil)
        watch.close()
        #expect(watch.version() == nil)
    }
}
