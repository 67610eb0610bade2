import Foundation
import Synchronization
import Testing

@testable import Server

@Suite("Upload gate")
struct UploadGateTests {
    private final class Counter: Sendable {
        let state = Mutex((now: 0, most: 0, done: 0))

        func run() {
            state.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            Thread.sleep(forTimeInterval: 0.005)
            state.withLock {
                $0.now -= 1
                $0.done += 1
            }
        }
    }

    @Test("no more than the limit run at once, and everyone gets a turn", arguments: [1, 2, 3])
    func limit(_ limit: Int) async throws {
        let gate = UploadGate(limit: limit)
        let counter = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await gate.pass { counter.run() } } }
            try await group.waitForAll()
        }
        let (most, done) = counter.state.withLock { ($0.most, $0.done) }
        #expect(done == 20 && most <= limit)
    }

    @Test("work that fails gives its place back")
    func failure() async throws {
        struct Fault: Error {}
        let gate = UploadGate(limit: 1)
        await #expect(throws: Fault.self) { try await gate.pass { throw Fault() } }
        #expect(try await gate.pass { 7 } == 7)
    }
}
