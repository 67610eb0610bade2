import Synchronization
import Testing

@testable import Diagnostics

@Suite("Work on all cores")
struct ConcurrentMapTests {
    private struct Refusal: Error, Equatable { let number: Int }

    @Test("each element is worked on once, and what becomes of them is in their order", arguments: [0, 1, 2, 1_000])
    func order(count: Int) {
        let seen = Mutex<[Int]>([])
        let doubled = Array(0..<count).concurrentMap { number in
            seen.withLock { $0.append(number) }
            return number * 2
        }
        #expect(doubled == (0..<count).map { $0 * 2 })
        #expect(seen.withLock { $0.sorted() } == Array(0..<count))
    }

    @Test("what the first one failed with is thrown, whichever fails sooner")
    func failure() {
        let error = #expect(throws: Refusal.self) {
            try Array(0..<100).concurrentMap(throwing: { number in
                if number == 3 || number > 90 { throw Refusal(number: number) }
                return number
            })
        }
        #expect(error == Refusal(number: 3))
        #expect((try? [1, 2].concurrentMap(throwing: { $0 + 1 })) == [2, 3])
    }
}
