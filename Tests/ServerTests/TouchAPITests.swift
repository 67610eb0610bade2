import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import Testing

@testable import Server

@Suite("Hit tests in the API")
struct TouchAPITests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 20; 320 460); layer = <CALayer: 0x9>>
           |    | <UILabel: 0x3; frame = (10 10; 100 20); userInteractionEnabled = NO; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x4; frame = (10 10; 100 40); layer = <CALayer: 0x9>>
           |    | <UIView: 0x5; frame = (10 10; 50 50); hidden = YES; layer = <CALayer: 0x9>>
           |    | <UIView: 0x6; frame = (10 10; 50 50); alpha = 0.005; layer = <CALayer: 0x9>>
        """

    private func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")/hit-test")
    }

    @Test("the reply tells the hit, each view that was asked, all candidates and the responder chain")
    func reply() async throws {
        let (server, address) = try await server()
        let reply = try await server.get(address + "?x=15&y=35").json()
        #expect(reply.names == ["hit", "steps", "candidates", "responderChain"])
        #expect(reply["hit"] == 3)
        let steps = reply["steps"]?.arrayValue ?? []
        #expect(steps.map { $0["view"]?.integerValue } == [0, 1, 5, 4, 3])
        #expect(
            steps.map { $0["reason"]?.stringValue } == ["hit", "hit", "alphaBelowThreshold", "hidden", "hit"]
        )
        #expect(steps.map { $0["accepted"] } == [true, true, false, false, true])
        #expect(reply["candidates"] == [5, 4, 3, 2, 1, 0])
        #expect(
            reply["responderChain"]?.arrayValue?.compactMap { $0["kind"]?.stringValue }
                == ["view", "view", "window", "application", "applicationDelegate"]
        )
        #expect(reply["responderChain"]?[0]["view"] == 3)
    }

    @Test("a touch beside every window hits nothing")
    func miss() async throws {
        let (server, address) = try await server()
        let reply = try await server.get(address + "?x=-1&y=1e300").json()
        #expect(reply["hit"] == .null && reply["candidates"] == [] && reply["responderChain"] == [])
        #expect(reply["steps"]?[0]["reason"]?.stringValue == "pointOutside")
    }

    @Test(
        "a touch needs two finite numbers",
        arguments: [
            ("", ["x", "y"]), ("?x=1", ["y"]), ("?x=nan&y=inf", ["x", "y"]), ("?x=1e999&y=2", ["x"]),
            ("?x=1&y=", ["y"]), ("?x=1&y=2&y=3", ["y"]), ("?x=1&y=2&z=3", ["z"]),
        ]
    )
    func faults(_ query: String, _ parameters: [String]) async throws {
        let (server, address) = try await server()
        let reply = try await server.get(address + query)
        #expect(reply.status == .badRequest)
        #expect(try reply.json()["errors"]?.arrayValue?.compactMap { $0["parameter"]?.stringValue } == parameters)
    }

    @Test("an unknown dump is 404")
    func unknownDump() async throws {
        let (server, _) = try await server()
        #expect(try await server.get("/api/v1/dumps/none/hit-test?x=1&y=1").status == .notFound)
    }
}
