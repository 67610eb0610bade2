import Access
import Diagnostics
import HTTP
import HTTPTypes
import Synchronization
import Testing

@testable import Web

@Suite("Answers that are kept")
struct AnswerCacheTests {
    private static func head(
        _ target: String = "/a",
        _ method: HTTPRequest.Method = .get,
        _ headers: HTTPFields = [:]
    ) throws -> Request {
        try Request(method: method, target: target, headers: headers)
    }

    /// Work that counts how often it is done, and whose answers are fresh until they are not.
    private final class Maker: Sendable {
        let made = Mutex(0)
        let isFresh = Mutex(true)
        let touchesDisk: Bool
        let bytes: Int

        init(bytes: Int = 10, touchesDisk: Bool = false) {
            self.bytes = bytes
            self.touchesDisk = touchesDisk
        }

        var work: Work {
            .pooled { [self] _ in
                let count = made.withLock { count in
                    count += 1
                    return count
                }
                let body = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: bytes)
                return Response(contentType: "text/plain", body: body).kept(
                    while: Freshness(
                        touchesDisk: { [self] in touchesDisk },
                        isCurrent: { [self] in isFresh.withLock { $0 } }
                    )
                )
            }
        }
    }

    /// Answers a request, and says whether that was done on the thread of its connection.
    @discardableResult
    private static func answer(
        _ cache: AnswerCache,
        _ head: Request,
        _ maker: Maker,
        by principal: Principal = .anyone
    ) async throws -> Bool {
        switch cache.work(for: head, by: principal, otherwise: maker.work) {
        case .immediate(let work):
            _ = try work(head)
            return true
        case .pooled(let work):
            _ = try await work(head)
            return false
        }
    }

    @Test("the same request is answered at once as long as its answer is fresh")
    func fresh() async throws {
        let (cache, maker) = (AnswerCache(budget: 32 << 20), Maker())
        #expect(try await Self.answer(cache, Self.head(), maker) == false)
        #expect(try await Self.answer(cache, Self.head(), maker))
        maker.isFresh.withLock { $0 = false }
        #expect(try await Self.answer(cache, Self.head(), maker) == false)
        #expect(maker.made.withLock { $0 } == 2)
    }

    @Test("where a disk has to be looked at, that is not done on the thread of the connection")
    func disk() async throws {
        let (cache, maker) = (AnswerCache(budget: 32 << 20), Maker(touchesDisk: true))
        for _ in 0..<3 { #expect(try await Self.answer(cache, Self.head(), maker) == false) }
        #expect(maker.made.withLock { $0 } == 1)
        maker.isFresh.withLock { $0 = false }
        try await Self.answer(cache, Self.head(), maker)
        #expect(maker.made.withLock { $0 } == 2)
    }

    @Test(
        "another target, other fields that count, and other scopes are other answers",
        arguments: [
            ("/b", [:], Principal.anyone, 2), ("/a?b", [:], .anyone, 2), ("/a", [.accept: "text/html"], .anyone, 2),
            ("/a", [.cookie: "theme=dark"], .anyone, 2), ("/a", [:], Principal(name: nil, scopes: .read), 2),
            ("/a", [.userAgent: "curl"], .anyone, 1), ("/a", [.ifNoneMatch: "*"], .anyone, 1),
        ] as [(String, HTTPFields, Principal, Int)]
    )
    func keys(target: String, headers: HTTPFields, principal: Principal, made: Int) async throws {
        let (cache, maker) = (AnswerCache(budget: 32 << 20), Maker())
        try await Self.answer(cache, Self.head(), maker)
        try await Self.answer(cache, Self.head(target, .get, headers), maker, by: principal)
        #expect(maker.made.withLock { $0 } == made)
    }

    @Test("writes are done each time, and so are reads of which nobody knows how long they last")
    func unkept() async throws {
        let (cache, maker) = (AnswerCache(budget: 32 << 20), Maker())
        for _ in 0..<2 { try await Self.answer(cache, Self.head("/a", .post), maker) }
        #expect(maker.made.withLock { $0 } == 2)
        for _ in 0..<2 {
            guard
                case .pooled(let work) = cache.work(
                    for: try Self.head(),
                    by: .anyone,
                    otherwise: .pooled { _ in Response(contentType: "text/plain", body: [1]) }
                )
            else {
                Issue.record("kept")
                return
            }
            _ = try await work(try Self.head())
        }
        #expect(cache.statistics.entries == 0)
    }

    @Test("what is kept stays within the budget, and what was not used for the longest time goes first")
    func budget() async throws {
        let (cache, maker) = (AnswerCache(budget: 20_000), Maker(bytes: 2_000))
        for number in 0..<50 {
            try await Self.answer(cache, Self.head("/\(number)"), maker)
            #expect(cache.statistics.cost <= 20_000)
            // Used again and again, so it stays.
            #expect(try await Self.answer(cache, Self.head("/0"), maker))
        }
        #expect(try await Self.answer(cache, Self.head("/1"), maker) == false)
        let large = Maker(bytes: 6_000)
        for _ in 0..<2 { try await Self.answer(cache, Self.head("/large"), large) }
        #expect(large.made.withLock { $0 } == 2)
    }

    @Test("an answer that was made in a cancelled task is not kept")
    func cancelled() async throws {
        let (cache, maker) = (AnswerCache(budget: 32 << 20), Maker())
        let head = try Self.head()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Self.answer(cache, head, maker)
        }
        try await task.value
        #expect(cache.statistics.entries == 0)
        try await Self.answer(cache, head, maker)
        #expect(cache.statistics.entries == 1 && maker.made.withLock { $0 } == 2)
    }

    @Test("what is not fresh any more goes before the budget is used up, and nothing else does")
    func sweeping() async throws {
        let cache = AnswerCache(budget: 100 << 20)
        let (fresh, stale, file) = (Maker(), Maker(bytes: 100_000), Maker(bytes: 100_000, touchesDisk: true))
        try await Self.answer(cache, Self.head("/fresh"), fresh)
        try await Self.answer(cache, Self.head("/file"), file)
        stale.isFresh.withLock { $0 = false }
        for number in 0..<200 {
            try await Self.answer(cache, Self.head("/stale/\(number)"), stale)
            #expect(cache.statistics.cost < 2 << 20)
        }
        #expect(try await !Self.answer(cache, Self.head("/file"), file))
        #expect(file.made.withLock { $0 } == 1)
        #expect(try await Self.answer(cache, Self.head("/fresh"), fresh))
        #expect(fresh.made.withLock { $0 } == 1)
    }
}
