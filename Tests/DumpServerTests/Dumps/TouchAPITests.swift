import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

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
        #expect(reply.names == ["hit", "steps", "stepsTotal", "candidates", "responderChain", "total", "next"])
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
                == ["view", "view", "window", "scene", "application", "applicationDelegate"]
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

@Suite("Visible and touchable area in the API")
struct AreaAPITests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 100 100); layer = <CALayer: 0x9>>
           | <UIScrollView: 0x2; frame = (0 0; 100 80); clipsToBounds = YES; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x3; frame = (0 40; 100 80); layer = <CALayer: 0x9>>
           | <UIView: 0x4; frame = (0 60; 100 40); backgroundColor = UIExtendedGrayColorSpace 1 1; layer = <CALayer: 0x9>>
           | <UIView: 0x5; frame = (0 0; 0 10); layer = <CALayer: 0x9>>
        """

    private func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps?name=screen", text: Self.dump)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")/views")
    }

    @Test("one view tells what is seen of it")
    func visibleArea() async throws {
        let (server, base) = try await server()
        let area = try await server.get(base + "/2").json()["visibleArea"]
        #expect(area?.names == ["fraction", "rects", "exact", "coveredBy"])
        #expect(area?["fraction"]?.doubleValue == 0.25 && area?["exact"] == true && area?["coveredBy"] == .null)
        #expect(area?["rects"]?.arrayValue?.count == 1 && area?["rects"]?[0]["y"]?.doubleValue == 40)
        let flat = try await server.get(base + "/4").json()["visibleArea"]
        #expect(flat?["fraction"] == .null && flat?["rects"] == .array([]))
    }

    @Test("one view tells where a tap reaches it, and what is in the way")
    func touch() async throws {
        let (server, base) = try await server()
        let touch = try await server.get(base + "/2").json()["touch"]
        #expect(touch?.names == ["touchable", "fraction", "ownFraction", "exact", "obstacles"])
        #expect(touch?["touchable"] == true && touch?["fraction"]?.doubleValue == 0.25)
        let obstacles = touch?["obstacles"]?.arrayValue ?? []
        #expect(obstacles.compactMap { $0["kind"]?.stringValue } == ["outsideSuperview", "covered"])
        #expect(obstacles.compactMap { $0["view"]?.integerValue } == [1, 3])
        #expect(obstacles.first?["message"]?.stringValue?.contains("its superview UIScrollView (id 1)") == true)
    }

    @Test("a list has the shares only when it is asked for them")
    func fields() async throws {
        let (server, base) = try await server()
        let asked = try await server.get(base + "?fields=touchFraction,visibleFraction,id").json()
        #expect(asked["views"]?[2].names == ["id", "visibleFraction", "touchFraction"])
        #expect(asked["views"]?[2]["visibleFraction"]?.doubleValue == 0.25)
        #expect(asked["views"]?[0]["touchFraction"]?.doubleValue == 1)
        #expect(asked["views"]?[4]["touchFraction"] == .null)
        let plain = try await server.get(base).json()
        #expect(plain["views"]?[2].names.contains { $0.hasSuffix("Fraction") } == false)
        #expect(try await server.get(base + "/2").json().names.contains("visibleFraction") == false)
    }
}
