import HTTPTesting
import HTTPTypes
import Synchronization
import Testing

@testable import HTTP

/// A door that stops the threads that come to it until a test opens it.
private final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
    }

    private let state = Monitor(State())

    /// How many threads have come.
    var arrivals: Int { state.withLock { $0.arrivals } }

    func open() { state.changeForAll { $0.isOpen = true } }

    /// Holds the thread that calls it.
    func block() {
        state.withLock { $0.arrivals += 1 }
        state.wait { $0.isOpen ? () : nil }
    }

    func waitForArrivals(_ count: Int) async throws {
        while arrivals < count { try await Task.sleep(for: .milliseconds(5)) }
    }
}

/// A server with a route that blocks, one that is in memory, and one that counts how often it has run.
private struct Blockable: Sendable {
    let latch = Latch()
    private let runs = Counter()

    final class Counter: Sendable {
        let count = Atomic<Int>(0)
    }

    var runCount: Int { runs.count.load(ordering: .relaxed) }

    var application: Application {
        let (latch, runs) = (latch, runs)
        let feed = EventFeed { _ in
            latch.block()
            return {}
        }
        return Application(
            router: Router([
                Route(.get, "/memory", immediate: { _, _ in .text("memory") }),
                Route(
                    .get,
                    "/block",
                    handler: { _, _ in
                        latch.block()
                        return .text("done")
                    }
                ),
                Route(
                    .get,
                    "/work",
                    handler: { _, _ in
                        runs.count.add(1, ordering: .relaxed)
                        return .text("done")
                    }
                ),
                Route(.get, "/other", handler: { _, _ in .text("done") }),
                Route(.get, "/events", handler: { _, _ in .events(feed) }),
            ])
        )
    }
}

@Suite(.timeLimit(.minutes(30))) struct WorkerPoolTests {
    @Test("what is in memory is answered while every thread of the pool is blocked", arguments: ["/block", "/events"])
    func memory(_ target: String) async throws {
        let routes = Blockable()
        try await withServer(routes.application, configure: { $0.workers = 2 }) { server, client async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        let connection = try LiveConnection(port: server.port)
                        try await connection.write("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
                        let head = try await connection.head()
                        #expect(head.status == .ok)
                    }
                }
                try await routes.latch.waitForArrivals(2)
                for _ in 0..<4 {
                    group.addTask {
                        let response = try await client.get("/work")
                        #expect(response.text == "done")
                    }
                }
                for _ in 0..<50 { #expect(try await client.get("/memory").text == "memory") }
                #expect(routes.runCount == 0)
                routes.latch.open()
                try await group.waitForAll()
                #expect(routes.runCount == 4)
            }
        }
    }

    @Test("when as many wait as may, one more is told to come back")
    func fullQueue() async throws {
        let routes = Blockable()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.workers = 1
            configuration.maximumWaiting = 3
        }
        try await withServer(routes.application, configure: configure) { server, client async throws in
            async let blocked = client.get("/block")
            try await routes.latch.waitForArrivals(1)
            try await withThrowingTaskGroup(of: ClientResponse.self) { group in
                for _ in 0..<10 { group.addTask { try await client.get("/work") } }
                for _ in 0..<7 {
                    let refused = try #require(try await group.next())
                    #expect(refused.status == .serviceUnavailable)
                    #expect(refused.headers[.retryAfter] == "5")
                    #expect(refused.headers[.connection] == nil)
                    #expect(refused.text.contains("/problems/overloaded"))
                }
                routes.latch.open()
                for try await response in group { #expect(response.text == "done") }
            }
            #expect(try await blocked.text == "done")
            #expect(routes.runCount == 3)
        }
    }

    @Test("the time in which there has to be an answer includes waiting for a thread; what is late is not begun")
    func deadline() async throws {
        let routes = Blockable()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.workers = 1
            configuration.answerTimeout = .milliseconds(300)
        }
        try await withServer(routes.application, configure: configure) { server, client async throws in
            // A slow machine may be late with the first of these already, before they have blocked anything.
            var late: [ClientResponse] = []
            repeat { late.append(try await client.get("/block")) } while routes.latch.arrivals == 0
            late.append(try await client.get("/work"))
            for response in late {
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.retryAfter] == "5")
            }
            routes.latch.open()
            // The thread takes what waits in its order, so it has met the late request before this one.
            while try await client.get("/other").status == .serviceUnavailable {}
            #expect(routes.runCount == 0)
        }
    }

    @Test("work that uses more of the processor than it may is answered with 503 and given up")
    func processorLimit() async throws {
        let hasEnded = Blockable.Counter()
        let spin = Route(
            .get,
            "/spin",
            handler: { _, _ in
                while !Task.isCancelled { await Task.yield() }
                hasEnded.count.store(1, ordering: .relaxed)
                return .text("done")
            }
        )
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.workers = 1
            configuration.processorLimit = .milliseconds(100)
        }
        try await withServer(Application(router: Router([spin])), configure: configure) { server, client async throws in
            let refused = try await client.get("/spin")
            #expect(refused.status == .serviceUnavailable)
            #expect(refused.text.contains("of processor time"))
            while server.load.refused[.processor] != 1 { try await Task.sleep(for: .milliseconds(5)) }
            while hasEnded.count.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("to wait uses nothing of the processor")
    func waiting() async throws {
        let routes = Blockable()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.processorLimit = .milliseconds(200)
        }
        try await withServer(routes.application, configure: configure) { _, client async throws in
            async let answer = client.get("/block")
            try await routes.latch.waitForArrivals(1)
            // Several times what there is between two looks at what is used.
            try await Task.sleep(for: .seconds(1))
            routes.latch.open()
            #expect(try await answer.text == "done")
        }
    }

    @Test("what a task has used of the processor is known while it runs, and is the sum of its pieces")
    func processorTime() async throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 10)
        try pool.start()
        defer { pool.stop() }
        let task = try #require(pool.run { while !Task.isCancelled { await Task.yield() } })
        while task.processorTime < 50_000_000 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await task.value
        #expect(task.processorTime >= 50_000_000)
    }

    @Test("a server that stops answers what waits for a thread, and does not begin it")
    func shutdown() async throws {
        let routes = Blockable()
        var configuration = HTTPServerConfiguration.unhurried
        configuration.workers = 1
        configuration.flushPeriod = .seconds(3600)
        let server = HTTPServer(configuration: configuration, responder: routes.application, logger: .silent)
        try server.start()
        let client = LiveClient(port: server.port)
        try await withThrowingTaskGroup(of: ClientResponse.self) { group in
            group.addTask { try await client.get("/block") }
            try await routes.latch.waitForArrivals(1)
            for _ in 0..<5 { group.addTask { try await client.get("/work") } }
            while server.requestsInFlight < 6 { try await Task.sleep(for: .milliseconds(5)) }
            await server.stop(gracePeriod: .milliseconds(50))
            for try await response in group {
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.retryAfter] == "5")
            }
        }
        routes.latch.open()
        while server.requestsInFlight > 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(routes.runCount == 0)
    }

    @Test("a pool that stops lets its tasks end, those too that are suspended")
    func stopping() async throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 10)
        try pool.start()
        let gate = Gate()
        let tasks = (0..<10).compactMap { _ in
            pool.run {
                do { try await gate.pass() } catch { Issue.record(error) }
            }
        }
        // One thread has brought all of them to the gate: those that wait there hold none.
        try await gate.waitForArrivals(10)
        pool.stop()
        gate.open()
        for task in tasks { await task.value }
        #expect(tasks.count == 10)
    }

    @Test("work has the stack that deep trees need")
    func stack() async throws {
        @Sendable func depth(_ left: Int) -> Int {
            withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
                buffer[0] = 1
                return left == 0 ? 0 : depth(left - 1) + Int(buffer[0])
            }
        }
        let pool = WorkerPool(threads: 1, maximumWaiting: 1)
        try pool.start()
        defer { pool.stop() }
        let reached = Blockable.Counter()
        await pool.run { reached.count.store(depth(5_000), ordering: .relaxed) }?.value
        #expect(reached.count.load(ordering: .relaxed) == 5_000)
    }
}
