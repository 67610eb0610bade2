@testable import Web
import Access
import Defaults
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import PropertyList
import ServerTesting
import Testing

@Suite("What is secret, and to whom")
struct SecretValuesTests {
    private static let secret = "sesame-7f3a"
    private static let key = "account.passcode"
    private static let domain = "/api/v1/defaults/com.example.clock"
    private let server: TestServer
    private let reader: HTTPFields
    private let writer: HTTPFields
    private let keeper: HTTPFields

    init() throws {
        let server = try TestServer(access: .tokens)
        self.server = server
        reader = try server.token("Reader", .read)
        writer = try server.token("Writer", [.read, .write, .delete])
        keeper = try server.token("Keeper", .all)
        let values: [DefaultsEdit] = [
            .set(key: Self.key, value: .string(Self.secret)), .set(key: "plain", value: .string("seen")),
        ]
        try server.storage.apply(values, to: "com.example.clock", source: .api)
    }

    private func json(_ target: String, _ token: HTTPFields) async throws -> JSONValue {
        let reply = try await server.get(target, token)
        #expect(reply.status == .ok, "\(target)")
        return try reply.json()
    }

    @Test("a domain leaves secret values out and names their keys, unless the token has the scope")
    func domains() async throws {
        for view in ["stored", "app", "settings"] {
            let shown = try await json("\(Self.domain)?view=\(view)", reader)
            #expect(shown["values"]?[Self.key] == nil, "\(view)")
            #expect(shown["values"]?["plain"]?.stringValue == "seen", "\(view)")
            #expect(shown["redacted"]?.arrayValue?.compactMap(\.stringValue) == [Self.key], "\(view)")
            let whole = try await json("\(Self.domain)?view=\(view)", keeper)
            #expect(whole["values"]?[Self.key]?.stringValue == Self.secret, "\(view)")
            #expect(whole["redacted"] == nil, "\(view)")
        }
    }

    @Test("a value, a change and a difference are null and say so")
    func values() async throws {
        for query in ["", "?as=string"] {
            let value = try await json("\(Self.domain)/values/\(Self.key)\(query)", reader)
            #expect(value["value"] == .null && value["redacted"] == .bool(true))
        }
        let changes = try await json("\(Self.domain)/history", reader)["history"]?.arrayValue?.first?["changes"]
        let change = changes?.arrayValue?.first { $0["key"]?.stringValue == Self.key }
        #expect(change?["after"] == .null && change?["before"] == nil && change?["redacted"] == .bool(true))
        let differing = try await json("\(Self.domain)/diff?from=0&to=1", reader)["changes"]?.arrayValue
        #expect(differing?.first { $0["key"]?.stringValue == Self.key }?["redacted"] == .bool(true))
        #expect(differing?.first { $0["key"]?.stringValue == "plain" }?["after"]?.stringValue == "seen")
    }

    @Test("a file says that it leaves values out")
    func exports() async throws {
        let plist: HTTPFields = [.accept: "application/x-plist;format=xml"]
        let reply = try await server.get(Self.domain, plist.merging(reader))
        #expect(reply.headers[.redacted] == "1" && reply.text.contains("1 secret value is left out"))
        #expect(!reply.text.contains(Self.secret) && reply.text.contains("seen"))
        for format in ["xml", "binary", "json"] {
            let file = try await server.get("/defaults/com.example.clock/export/\(format)", reader)
            #expect(file.headers[.contentDisposition]?.contains(".without-secrets.") == true)
            #expect(!file.text.contains(Self.secret))
        }
        #expect(try await server.get(Self.domain, plist.merging(keeper)).headers[.redacted] == nil)
    }

    @Test("who cannot see a secret can put another in its place, and does not lose it by replacing the rest")
    func writes() async throws {
        let replaced = try await server.send(.put, Self.domain, json: #"{"plain":"new"}"#, writer)
        #expect(try replaced.json()["kept"]?.arrayValue?.compactMap(\.stringValue) == [Self.key])
        #expect(try await json("\(Self.domain)", keeper)["values"]?[Self.key]?.stringValue == Self.secret)
        let set = try await server.send(.put, "\(Self.domain)/values/\(Self.key)", json: #"{"value":"other"}"#, writer)
        #expect(set.status == .ok)
        #expect(try await json("\(Self.domain)", keeper)["values"]?[Self.key]?.stringValue == "other")
    }

    @Test("the editor of a secret that is not shown has nothing to copy or to rename")
    func editor() async throws {
        for (token, isShown) in [(keeper, true), (writer, false)] {
            let page = try await server.get("/defaults/com.example.clock?key=\(Self.key)", token).text
            #expect(page.contains("data-copy-value") == isShown)
            #expect(page.contains("value=\"rename\"") == isShown)
        }
    }

    @Test("under another name a secret would be none, so it keeps its name")
    func renaming() async throws {
        var fields = writer
        fields[.contentType] = "application/x-www-form-urlencoded"
        let form = "action=rename&key=\(Self.key)&name=open&base=withheld"
        let reply = try await server.client.send(
            .post,
            "/defaults/com.example.clock",
            headers: fields,
            body: Array(form.utf8)
        )
        #expect(reply.status == .unprocessableContent && !reply.text.contains(Self.secret))
        #expect(try await json(Self.domain, keeper)["values"]?["open"] == nil)
    }

    @Test("layers keep theirs, and arguments do not tell what they hide")
    func layers() async throws {
        let body = #"{"values":{"\#(Self.key)":"\#(Self.secret)","plain":1}}"#
        _ = try await server.send(.put, "\(Self.domain)/layers/managed", json: body, keeper)
        let layer = try await json("\(Self.domain)/layers/managed", reader)
        #expect(layer["values"]?[Self.key] == nil && layer["redacted"]?.arrayValue?.first?.stringValue == Self.key)
        _ = try await server.send(.put, "\(Self.domain)/layers/managed", json: #"{"values":{"plain":2}}"#, writer)
        let whole = try await json("\(Self.domain)/layers/managed", keeper)
        #expect(whole["values"]?[Self.key]?.stringValue == Self.secret && whole["values"]?["plain"] == .integer(2))
    }

    @Test("dumps hold no text of secure fields, for search and export neither, and their source is refused")
    func dumps() async throws {
        let dump = """
            <UIWindow: 0x1; frame = (0 0; 320 480)>
               | <UITextField: 0x2; frame = (0 0; 100 30); text = '\(Self.secret)'; secureTextEntry = YES>
               | <UILabel: 0x3; frame = (0 40; 100 30); text = 'Shown'>
            """
        let made = try await server.send(.post, "/api/v1/dumps", json: dump, writer).json()
        let path = "/api/v1/dumps/\(made["id"]?.stringValue ?? "")"
        #expect(made["actor"]?.stringValue == "Writer")
        for target in ["/views", "/views?shape=columns", "/views?format=text", "/dump.json", "/report.html", ""] {
            let reply = try await server.get(path + target, reader)
            #expect(!reply.text.contains(Self.secret), "\(target)")
        }
        let field = try await json(path + "/views/1", reader)
        #expect(field["redacted"] == .bool(true) && field["text"] == .null)
        #expect(try await json(path + "/views?text=\(Self.secret)", reader)["total"] == .integer(0))
        #expect(try await json(path + "/views?text=\(Self.secret)", keeper)["total"] == .integer(1))
        #expect(try await server.get(path + "/dump.json", reader).headers[.redacted] == "1")
        let refused = try await server.get(path + "/source", reader)
        #expect(refused.status == .forbidden && !refused.text.contains(Self.secret))
        #expect(try await server.get(path + "/source", keeper).text.contains(Self.secret))
    }

    @Test("what is done to a dump bears the token's name, and no description quotes a secret")
    func actors() async throws {
        let dump = "<UITextField: 0x2; frame = (0 0; 100 30); text = '\(Self.secret)'; secureTextEntry = YES>"
        let made = try await server.send(.post, "/api/v1/dumps", json: dump, keeper).json()
        let path = "/api/v1/dumps/\(made["id"]?.stringValue ?? "")"
        _ = try await server.send(.patch, path + "/views/0", json: #"{"alpha":0.5}"#, writer)
        _ = try await server.send(.put, path + "/views/0/pin", json: "", writer)
        _ = try await server.send(.put, path + "/views/0/note", json: #"{"text":"Look"}"#, keeper)
        let edits = try await server.get(path + "/edits", reader)
        #expect(try edits.json()["edits"]?.arrayValue?.first?["actor"]?.stringValue == "Writer")
        #expect(!edits.text.contains(Self.secret))
        let marks = try await json(path + "/marks", reader)
        #expect(marks["pinActors"]?["0"]?.stringValue == "Writer")
        #expect(marks["notes"]?.arrayValue?.first?["actor"]?.stringValue == "Keeper")
    }

    @Test("a server that needs no token shows everything, as before")
    func open() async throws {
        let open = try TestServer()
        try open.storage.apply(
            [.set(key: Self.key, value: .string(Self.secret))],
            to: "com.example.clock",
            source: .api
        )
        #expect(try await open.get(Self.domain).json()["values"]?[Self.key]?.stringValue == Self.secret)
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields[field.name] = field.value }
        return fields
    }
}
