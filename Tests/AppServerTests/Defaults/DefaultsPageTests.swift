import Defaults
import HTTP
import HTTPTesting
import HTTPTypes
import PropertyList
import SQLiteStorage
import ServerTesting
import Testing

@testable import AppServer

@Suite("Pages of defaults")
struct DefaultsPageTests {
    private let page = "/defaults/com.example.clock"

    private func stored(_ server: TestServer) throws -> [String: PropertyListValue] {
        try server.storage.snapshot(of: "com.example.clock").values
    }

    @Test("a form stores, renames and removes a key")
    func edits() async throws {
        let server = try TestServer()
        let reply = try await server.post(form: "key=a%2Fb&type=integer&value=7&action=add", to: page)
        #expect(reply.headers[.location] == "\(page)?done=1#key-a%2Fb")
        #expect(try stored(server) == ["a/b": .integer(7)])
        _ = try await server.post(form: "key=a%2Fb&name=c&action=rename", to: page)
        #expect(try stored(server) == ["c": .integer(7)])
        _ = try await server.post(form: "key=c&action=remove", to: page)
        #expect(try stored(server) == [:])
    }

    @Test("a key that is there is not added over, and none is renamed onto another")
    func taken() async throws {
        let server = try TestServer()
        _ = try await server.post(form: "key=a&type=integer&value=1&action=add", to: page)
        _ = try await server.post(form: "key=b&type=integer&value=2&action=add", to: page)
        #expect(try await server.post(form: "key=a&type=integer&value=3&action=add", to: page).status.code == 422)
        #expect(try await server.post(form: "key=a&name=b&action=rename", to: page).status.code == 422)
        #expect(try stored(server) == ["a": .integer(1), "b": .integer(2)])
    }

    @Test("a value that changed since the form was made is stored only when that is asked for")
    func conflict() async throws {
        let server = try TestServer()
        _ = try await server.post(form: "key=a&type=integer&value=1&action=add", to: page)
        let base = TypedText.fingerprint(of: .integer(0))
        let form = "key=a&type=integer&value=2&action=set&base=\(base)"
        #expect(try await server.post(form: form, to: page).status == .conflict)
        #expect(try stored(server) == ["a": .integer(1)])
        #expect(try await server.post(form: form + "&anyway=true", to: page).status == .seeOther)
        #expect(try stored(server) == ["a": .integer(2)])
    }

    @Test("what is typed for a key that is gone comes back as a form that adds it; removing it is done already")
    func gone() async throws {
        let server = try TestServer()
        let value = PropertyListValue.array([.integer(1), .string("b")])
        _ = try await server.send(.patch, "/api/v1" + page, json: #"{"a":[1,"b"]}"#)
        _ = try await server.send(.patch, "/api/v1" + page, json: #"{"a":null}"#)
        let key = "key=a&base=\(TypedText.fingerprint(of: value))"
        for (form, typed) in [
            ("&action=items&item:.0=2&new:=c", ["2", "&quot;b&quot;", "&quot;c&quot;"]),
            ("&action=set&type=integer&value=3", ["3"]),
            ("&action=rename&name=b&type=integer&value=3", ["3", #"name="key" value="b""#]),
        ] {
            let response = try await server.post(form: key + form, to: page)
            #expect(response.status == .conflict)
            for text in typed + ["The key was removed while you were editing it.", #"value="add""#] {
                #expect(response.text.contains(text), "\(form): \(text)")
            }
        }
        #expect(try await server.post(form: key + "&action=remove", to: page).status == .seeOther)
        #expect(try stored(server).isEmpty)
    }

    @Test("undo takes back one revision and leaves later changes of other keys")
    func undo() async throws {
        let server = try TestServer()
        for form in ["key=a&value=1", "key=b&value=1"] {
            _ = try await server.post(form: form + "&type=integer&action=add", to: page)
        }
        _ = try await server.post(form: "revision=1", to: page + "/history")
        #expect(try stored(server) == ["b": .integer(1)])
        #expect(try await server.post(form: "revision=1", to: page + "/history").status == .conflict)
        #expect(try await server.post(form: "revision=99", to: page + "/history").status == .notFound)
    }

    @Test("values that show as bullets are on none of the pages")
    func secrets() async throws {
        let server = try TestServer()
        _ = try await server.send(.patch, "/api/v1" + page, json: #"{"account.passcode":"geheim"}"#)
        for target in [
            page, page + "/history", page + "/diff?from=0", page + "/remove", page + "/restore?revision=0",
            "/apps/com.example.clock/settings/Alarms", "/apps/com.example.clock/settings?keys=true&q=geheim",
        ] {
            #expect(!(try await server.get(target, [.accept: "text/html"]).text).contains(">geheim"), "\(target)")
        }
    }
}
