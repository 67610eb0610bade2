import Dispatch
import Synchronization
import Testing

@testable import Diagnostics

@Suite("The cache of what takes long to make")
struct SharedCacheTests {
    private struct Refusal: Error {}

    private func cache(budget: Int, makers: Int? = nil) -> SharedCache<[Int]> {
        SharedCache(budget: budget, makers: makers) { $0.count * 400 + 4_096 }
    }

    private func value(_ count: Int) -> [Int] { Array(repeating: 0, count: count) }

    @Test("a value that many ask for at once is made once", arguments: [nil, 1, 2])
    func coalescing(makers: Int?) {
        let cache = cache(budget: .max, makers: makers)
        let made = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 16) { turn in
            let found = cache.value(turn < 12 ? "a" : "b") {
                made.withLock { $0 += 1 }
                return value(3)
            }
            #expect(found.count == 3)
        }
        #expect(made.withLock { $0 } == 2)
    }

    @Test("what is forgotten, or goes for others, is told with what it cost")
    func released() {
        let told = Mutex<[Int]>([])
        let cache = SharedCache<[Int]>(
            budget: 100,
            released: { cost in told.withLock { $0.append(cost) } },
            cost: \.count
        )
        for name in ["a", "b", "c"] { cache.insert(value(40), for: name) }
        #expect(told.withLock { $0 } == [40])
        cache.forget("b")
        cache.forget("unknown")
        #expect(told.withLock { $0 } == [40, 40])
        #expect(cache.ids == ["c"])
    }

    @Test("no more values are made at once than are allowed")
    func makers() {
        let cache = cache(budget: .max, makers: 2)
        let running = Mutex(0)
        let most = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 16) { turn in
            _ = cache.value("\(turn)") {
                let now = running.withLock { count in
                    count += 1
                    return count
                }
                most.withLock { $0 = max($0, now) }
                defer { running.withLock { $0 -= 1 } }
                return value(turn)
            }
        }
        #expect((1...2).contains(most.withLock { $0 }))
    }

    @Test("the least recently used values go when all cost too much")
    func eviction() {
        let cost = 100 * 400 + 4_096
        let cache = cache(budget: cost * 2)
        for id in ["a", "b", "a", "c"] { _ = cache.value(id) { value(100) } }
        #expect(cache.ids == ["a", "c"])
        #expect(cache.totalCost == cost * 2)
        cache.forget("a")
        cache.forget("a")
        #expect(cache.ids == ["c"])
        #expect(cache.totalCost == cost)
    }

    @Test("a value larger than the budget is kept alone")
    func oversized() {
        let cache = cache(budget: 10)
        _ = cache.value("a") { value(1) }
        _ = cache.value("b") { value(1) }
        #expect(cache.ids == ["b"])
    }

    @Test("a failure is not kept")
    func failure() {
        let cache = cache(budget: .max)
        #expect(throws: Refusal.self) { try cache.value("a") { () throws(Refusal) in throw Refusal() } }
        #expect(cache.ids.isEmpty)
        #expect(cache.value("a") { value(2) }.count == 2)
    }

    @Test("a change is seen by those who come later, and not by those who had the value before")
    func changing() {
        let cache = cache(budget: .max)
        let before = cache.value("a") { value(2) }
        cache.withValue("a", make: { value(2) }) { $0.append(1) }
        #expect(before.count == 2)
        #expect(cache.value("a") { value(2) }.count == 3)
        #expect(cache.totalCost == 3 * 400 + 4_096)
    }

    @Test("a value that nobody else has is changed in place")
    func inPlace() {
        let cache = cache(budget: .max)
        cache.insert(value(1_000), for: "a")
        func address(_ value: inout [Int]) -> Int { value.withUnsafeMutableBytes { Int(bitPattern: $0.baseAddress) } }
        let first = cache.withValue("a", make: { [] }) { address(&$0) }
        #expect(cache.withValue("a", make: { [] }) { address(&$0) } == first)
    }

    @Test("a body that throws leaves the value in its place")
    func throwing() throws {
        let cache = cache(budget: .max)
        #expect(throws: Refusal.self) {
            try cache.withValue("a", make: { () throws(Refusal) in value(2) }) { _ throws(Refusal) in throw Refusal() }
        }
        #expect(try cache.value("a") { () throws(Refusal) in throw Refusal() }.count == 2)
    }

    @Test("a value that is not current is made again")
    func currency() {
        let cache = cache(budget: .max)
        _ = cache.value("a") { value(2) }
        #expect(cache.value("a", isCurrent: { $0.count > 2 }) { value(5) }.count == 5)
        #expect(cache.value("a", isCurrent: { $0.count > 2 }) { value(6) }.count == 5)
    }

    @Test("a value that was made elsewhere takes the place of the one before")
    func inserting() {
        let cache = cache(budget: .max)
        cache.insert(value(2), for: "a")
        cache.insert(value(3), for: "a")
        #expect(cache.value("a") { value(9) }.count == 3)
        #expect(cache.totalCost == 3 * 400 + 4_096)
    }

    @Test("what is made in a cancelled task is given to it, and not kept")
    func cancelled() async {
        let cache = cache(budget: .max)
        let once = OnceValue<Int>()
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(cache.value("a") { value(2) }.count == 2)
            #expect(once.value { 2 } == 2)
        }.value
        #expect(cache.totalCost == 0 && once.known == nil)
        #expect(cache.value("a") { value(3) }.count == 3 && once.value { 3 } == 3)
        #expect(cache.value("a") { value(4) }.count == 3 && once.value { 4 } == 3)
    }

    @Test("what a cancelled task takes from a cache stays there")
    func keptWhenCancelled() async {
        let cache = cache(budget: .max)
        cache.insert(value(2), for: "a")
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(cache.value("a") { value(3) }.count == 2)
        }.value
        #expect(cache.value("a") { value(4) }.count == 2)
    }

    @Test("values by what they are of are made once as long as there is room for them")
    func onceValues() {
        let values = OnceValues<String, Int>(budget: 2)
        var made: [String] = []
        func ask(_ id: String) -> Int {
            values.value(id) {
                made.append(id)
                return made.count
            }
        }
        #expect(["a", "b", "a", "b"].map(ask) == [1, 2, 1, 2])
        #expect(["c", "b", "a"].map(ask) == [3, 2, 4] && made == ["a", "b", "c", "a"])
        #expect(values.known("b") == 2 && values.known("c") == nil)
    }
}
