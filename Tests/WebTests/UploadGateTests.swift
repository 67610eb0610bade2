import Dispatch
import Foundation
import HTTP
import HTTPTesting
import Synchronization
import Testing

@testable import Web

@Suite("Upload gate", .timeLimit(.minutes(30)))
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

    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isRaised: Bool { state.withLock { $0 } }

        func raise() { state.withLock { $0 = true } }
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

    @Test("those that wait hold no thread")
    func threads() async throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 100)
        try pool.start()
        defer { pool.stop() }
        let gate = UploadGate(limit: 1)
        let door = DispatchSemaphore(value: 0)
        let done = Mutex(0)
        let uploads = (0..<6).compactMap { _ in
            pool.run {
                try? await gate.pass {
                    door.wait()
                    door.signal()
                }
                done.withLock { $0 += 1 }
            }
        }
        // The pool begins its tasks in their order: this one gets the thread that the five at the gate do not hold.
        await pool.run {}?.value
        #expect(done.withLock { $0 } == 0)
        door.signal()
        for upload in uploads { await upload.value }
        #expect(done.withLock { $0 } == 6)
    }

    @Test("one that is cancelled while it waits leaves, and the next has its turn")
    func cancellation() async throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 100)
        try pool.start()
        defer { pool.stop() }
        let gate = UploadGate(limit: 1)
        let door = DispatchSemaphore(value: 0)
        let (isInside, hasRun) = (Flag(), Flag())
        let first = pool.run {
            try? await gate.pass {
                isInside.raise()
                door.wait()
            }
        }
        while !isInside.isRaised { try await Task.sleep(for: .milliseconds(5)) }
        let second = pool.run {
            await #expect(throws: CancellationError.self) {
                try await gate.pass { hasRun.raise() }
            }
        }
        second?.cancel()
        await second?.value
        door.signal()
        await first?.value
        #expect(!hasRun.isRaised)
        #expect(try await gate.pass { 7 } == 7)
    }

    @Test("of those that would wait beyond the end of the queue each is told to come again")
    func queue() async throws {
        let pool = WorkerPool(threads: 3, maximumWaiting: 100)
        try pool.start()
        defer { pool.stop() }
        let gate = UploadGate(limit: 1, maximumWaiting: 1)
        let door = DispatchSemaphore(value: 0)
        let first = pool.run { try? await gate.pass { door.wait() } }
        while gate.load.running < 1 { try await Task.sleep(for: .milliseconds(5)) }
        let second = pool.run { try? await gate.pass {} }
        while gate.load.waiting < 1 { try await Task.sleep(for: .milliseconds(5)) }
        let error = await #expect(throws: HTTPError.self) { try await gate.pass {} }
        #expect(error?.code == .overloaded && error?.retryAfter == 5)
        #expect(gate.load == UploadLoad(running: 1, waiting: 1, refused: 1))
        door.signal()
        await first?.value
        await second?.value
        #expect(gate.load == UploadLoad(running: 0, waiting: 0, refused: 1))
    }
}
