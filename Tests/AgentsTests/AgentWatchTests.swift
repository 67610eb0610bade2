import Access
import HTTPTypes
import JSON
import ServerTesting
import Services
import Synchronization
import TestSupport
import Testing
import Web

@testable import Agents

/// Resources, what tells of their changes, and sessions, without a transport.
struct AgentWatchTests {
    @Test(
        "An address of a resource leads to it and back",
        arguments: [
            "vitrine://dumps/a-1", "vitrine://dumps/a%2F1", "vitrine://dumps/a/json", "vitrine://dumps/a/picture",
            "vitrine://dumps/a/scenes", "vitrine://apps/com.example.clock/interfaces",
            "vitrine://apps/com.example.clock/settings", "vitrine://apps/com.example.clock/settings/A%20b%2Fc",
            "vitrine://rules/lint", "vitrine://rules/uikit",
        ]
    )
    func addresses(address: String) {
        #expect(AgentResource(address)?.address == address)
    }

    @Test(
        "What is no address of a resource leads nowhere",
        arguments: [
            "", "vitrine://", "vitrine:/dumps/a", "VITRINE://dumps/a", "vitrine://dumps", "vitrine://dumps/",
            "vitrine://dumps//json", "vitrine://dumps/a/source", "vitrine://dumps/a/json/b", "vitrine://dumps/%zz",
            "vitrine://rules/other", "file:///etc/passwd", "vitrine://dumps/" + String(repeating: "a", count: 3_000),
        ]
    )
    func strangers(address: String) {
        #expect(AgentResource(address) == nil)
    }

    @Test("Changes that wait are told once each, and none of what is not asked for any more")
    func changes() async throws {
        let server = try TestServer()
        let services = server.application.services
        let watch = AgentWatch(services)
        watch.addList()
        try watch.add("one", .dump("one"))
        try watch.add("also", .dump("one"))
        try watch.add("gone", .dump("gone"))
        for revision in 1...3 { services.events.publish(dump: "one", revision: revision, changed: [1]) }
        services.events.publish(dump: "gone", revision: 1, changed: [1])
        watch.remove("gone")
        services.events.publish(dump: "gone", revision: 2, changed: [1])
        services.events.publish(dump: "other", revision: 1, changed: [1])
        services.events.publishLibrary()
        watch.end()
        services.events.publish(dump: "one", revision: 9, changed: [1])
        #expect(services.events.subscribers(of: .dump("one")) == 0)
        #expect(services.events.subscribers(of: .library) == 0)
        let told = Mutex<[String]>([])
        await watch.tell { message in
            let uri = message["params"]?["uri"]?.stringValue ?? message["method"]?.stringValue ?? ""
            told.withLock { $0.append(uri) }
        }
        #expect(told.withLock { $0 } == ["also", "one", "notifications/resources/list_changed"])
    }

    @Test("A watch hears of no more resources than it may")
    func mostResources() throws {
        let watch = AgentWatch(try TestServer().application.services)
        for number in 0..<AgentWatch.mostResources { try watch.add("\(number)", number % 2 == 0 ? nil : .dump("a")) }
        #expect(throws: AgentError.self) { try watch.add("more", nil) }
        watch.remove("0")
        #expect(throws: Never.self) { try watch.add("more", nil) }
    }

    @Test("A request whose client waits no more ends at its next step")
    func interrupted() async throws {
        let server = AgentServer(try TestServer().application)
        let message = try AgentMessage(
            parsing: Array(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"screens"}}"#.utf8)
        )
        let forgotten = Mutex(0)
        for isOver in [true, false] {
            let reply = await server.reply(
                to: message,
                id: 1,
                by: .anyone,
                handshake: .november2025,
                untilOver: { end in
                    if isOver { end() }
                    return { forgotten.withLock { $0 += 1 } }
                }
            )
            #expect((reply.message["error"]?["message"]?.stringValue == "The request was cancelled.") == isOver)
        }
        #expect(forgotten.withLock { $0 } == 2)
    }

    @Test("A request is cancelled by the session that sent it, and by no other")
    func cancelled() {
        let sessions = AgentSessions()
        let ended = Mutex(0)
        let key = AgentSessions.Key(id: "a", owner: "one")
        let done = sessions.begin(1, of: key) { ended.withLock { $0 += 1 } }
        sessions.cancel(1, of: .init(id: "a", owner: "two"))
        sessions.cancel("1", of: key)
        #expect(ended.withLock { $0 } == 0)
        sessions.cancel(1, of: key)
        #expect(ended.withLock { $0 } == 1)
        done()
        sessions.cancel(1, of: key)
        #expect(ended.withLock { $0 } == 1)
    }

    @Test("The oldest session that nobody listens to makes room, and with none there is no more")
    func sessions() throws {
        let services = try TestServer().application.services
        let sessions = AgentSessions()
        func key(_ number: Int) -> AgentSessions.Key { .init(id: "\(number)", owner: "one") }
        let first = try sessions.watch(of: key(0), services)
        #expect(try sessions.watch(of: key(0), services) === first)
        #expect(try sessions.watch(of: .init(id: "0", owner: "two"), services) !== first)
        var closings: [@Sendable () -> Void] = []
        for number in 1..<16 {
            _ = try sessions.watch(of: key(number), services)
            closings.append(sessions.opened(key(number)))
        }
        // The first makes room.
        _ = try sessions.watch(of: key(16), services)
        let closed = sessions.opened(key(16))
        #expect(throws: Problem.self) { try sessions.watch(of: key(17), services) }
        closed()
        #expect(throws: Never.self) { try sessions.watch(of: key(17), services) }
        #expect(throws: Never.self) { try sessions.watch(of: .init(id: "1", owner: "two"), services) }
    }
}
