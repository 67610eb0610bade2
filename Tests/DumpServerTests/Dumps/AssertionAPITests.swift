import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Assertions in the API")
struct AssertionAPITests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x3; frame = (16 600; 38 44); autoresize = RM+TM; layer = <CALayer: 0x9>>
           |    | <UILabel: 0x4; frame = (16 20; 343 20); text = 'Total'; autoresize = W; layer = <CALayer: 0x9>>
        """

    private func post(
        _ rules: String,
        query: String = "",
        type: String = "application/yaml"
    ) async throws -> ClientResponse {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        let id = try made.json()["id"]?.stringValue ?? ""
        return try await server.client.send(
            .post,
            "/api/v1/dumps/\(id)/assert\(query)",
            headers: [.contentType: type],
            body: Array(rules.utf8)
        )
    }

    @Test("the reply tells what came of each rule, view and device, and whether all passed")
    func results() async throws {
        let reply = try await post(
            """
            rules:
            - {view: {where: "class:UIButton"}, expect: {width: 44.., height: 44}}
            - {name: Total, view: {predicate: 'label == "Total"'}, on: [dump, iphone-5s], expect: {width: 288..}}
            """
        )
        #expect(reply.status == .ok)
        let json = try reply.json()
        #expect(json["passed"] == false && json["total"] == 4 && json["next"] == .null)
        #expect(json["summary"]?["failed"] == 1 && json["summary"]?["passed"] == 3)
        let results = json["results"]?.arrayValue ?? []
        #expect(results.first?["rule"] == 0 && results.first?["view"] == 2 && results.first?["passed"] == false)
        #expect(results.first?["message"] == "UIWindow/UIView[0]/UIButton[0]: width is 38, expected at least 44")
        #expect(results.compactMap { $0["device"]?.stringValue } == ["iphone-5s"])
        #expect(results.last?["name"] == "Total" && results.last?["outcome"] == "passed")
    }

    @Test("JSON says the same, devices of the query win, and what passed can be left out")
    func query() async throws {
        let rules =
            #"{"devices": "iphone-8", "rules": [{"view": {"where": "class:UILabel"}, "expect": {"width": 343, "height": 20}}]}"#
        let reply = try await post(
            rules,
            query: "?devices=iphone-5s,iphone-8:landscape&failed=true",
            type: "application/json"
        )
        let json = try reply.json()
        #expect(
            json["results"]?.arrayValue?.compactMap { $0["message"]?.stringValue } == [
                "UIWindow/UIView[0]/UILabel[1]: width is 288, expected 343",
                "UIWindow/UIView[0]/UILabel[1]: width is 635, expected 343",
            ]
        )
        let page = try await post(rules, query: "?limit=1", type: "application/json").json()
        #expect(page["results"]?.arrayValue?.count == 1 && page["total"] == 2 && page["next"] == "0")
    }

    @Test("a document that cannot be used is 422, each fault with its pointer and line")
    func faults() async throws {
        let reply = try await post("rules:\n- view: titel\n  expect: {widht: 44}\n")
        #expect(reply.status == .unprocessableContent)
        let json = try reply.json()
        #expect(json["type"] == "/problems/impossible-rules" && json["detail"] == "2 errors in the rules.")
        let errors = json["errors"]?.arrayValue ?? []
        #expect(errors.compactMap { $0["pointer"]?.stringValue } == ["/rules/0/view", "/rules/0/expect/widht"])
        #expect(errors.last?["detail"] == "There is no word “widht”; did you mean “width”? (line 3)")
        let broken = try await post("rules: [\n").json()
        #expect(broken["errors"]?.arrayValue?.first?["line"] != nil)
    }

    @Test("wrong types, sizes, devices and dumps have their own status")
    func refusals() async throws {
        #expect(try await post("rules: []", type: "image/png").status == .unsupportedMediaType)
        #expect(try await post("rules: []", query: "?devices=nokia").status == .badRequest)
        #expect(try await post("rules: []", query: "?device=iphone-8").status == .badRequest)
        #expect(try await post("#" + String(repeating: "a", count: 300_000)).status == .contentTooLarge)
        #expect(try await post("").status == .unprocessableContent)
        let server = try TestServer(paths: [])
        let missing = try await server.client.send(.post, "/api/v1/dumps/none/assert", text: "rules: []")
        #expect(missing.status == .notFound)
    }

    @Test("texts that nest as deep as the reader allows do not end the server")
    func depth() async throws {
        for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", "")] {
            let text = String(repeating: open, count: 990) + "1" + String(repeating: close, count: 990)
            #expect(try await post(text + "\n").status == .unprocessableContent)
            #expect(try await post("rules: [" + text + "]\n").status == .unprocessableContent)
        }
    }
}
