@testable import Services
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

@Suite("Edits in the API")
struct EditAPITests {
    private func ids(_ value: JSONValue?) -> [Int64] { value?.arrayValue?.compactMap { $0["id"]?.integerValue } ?? [] }

    private func numbers(_ value: JSONValue?) -> [Int64] { value?.arrayValue?.compactMap(\.integerValue) ?? [] }

    @Test("a patch of a frame moves the center, resizes what is below, and answers what changed")
    func patch() async throws {
        let (server, base) = try await EditableScreen.server()
        let reply = try await server.client.send(
            .patch,
            base + "/views/1",
            headers: [.contentType: "application/merge-patch+json"],
            text: #"{"frame":{"x":0,"y":20,"width":420,"height":460},"hidden":true}"#
        )
        #expect(reply.status == .ok && reply.headers[.eTag] == "\"1\"")
        let expected: JSONValue = [
            "revision": 1, "total": 2, "removed": [], "next": nil,
            "changed": [["id": 1, "center": ["x": 210], "hidden": true], ["id": 3, "frame": ["x": 310]]],
        ]
        let json = try reply.json()
        #expect(json.differences(from: expected) == [])
        let view = try await server.get(base + "/views/3").json()
        #expect(view["frame"] == json["changed"]?[1]["frame"] && view["anchorPoint"]?["x"] == 0.5)
    }

    @Test("the operations rearrange views, and new ones get the next free number")
    func operations() async throws {
        let (server, base) = try await EditableScreen.server()
        func edit(_ json: String) async throws -> JSONValue {
            let reply = try await server.send(.post, base + "/edits", json: json)
            #expect(reply.status == .ok)
            return try reply.json()
        }
        let inserted = try await edit(
            #"{"op":"insert","superview":1,"index":0,"view":{"class":"UISwitch","frame":{"x":1,"y":2,"width":3,"height":4},"subviews":[{"frame":[0,0,1,1]}]}}"#
        )
        #expect(ids(inserted["changed"]) == [1, 5, 6])
        #expect(try await server.get(base + "/views/1").json()["subviews"] == .array([5, 2, 3].map { .integer($0) }))
        for (json, changed, removed, subviews) in [
            (#"{"op":"bringToFront","view":5}"#, [1, 5], [], [2, 3, 5]),
            (#"{"op":"sendToBack","view":3}"#, [1, 3], [], [3, 2, 5]),
            (#"{"op":"exchange","superview":1,"indexes":[0,2]}"#, [1, 5, 3], [], [5, 2, 3]),
            (#"{"op":"move","view":2,"superview":4}"#, [1, 4, 2], [], [5, 3]),
            (#"{"op":"change","view":2,"changes":{"tag":9}}"#, [2], [], [5, 3]),
            (#"{"op":"remove","view":5}"#, [1], [5, 6], [3]),
        ] as [(String, [Int64], [Int64], [Int64])] {
            let reply = try await edit(json)
            #expect([ids(reply["changed"]), numbers(reply["removed"])] == [changed, removed], "\(json)")
            #expect(numbers(try await server.get(base + "/views/1").json()["subviews"]) == subviews, "\(json)")
        }
        let summary: JSONValue = ["revision": 7, "viewCount": 5, "edits": ["applied": 7, "undone": 0]]
        #expect(try await server.get(base).json().differences(from: summary) == [])
    }

    @Test("undo, redo and reset go through the history, and stop at its ends with 409")
    func undo() async throws {
        let (server, base) = try await EditableScreen.server()
        func send(_ operation: String) async throws -> ClientResponse {
            try await server.send(.post, base + "/edits", json: "{\"op\":\"\(operation)\"}")
        }
        func alpha(_ reply: ClientResponse) throws -> JSONValue? { try reply.json()["changed"]?[0]["alpha"] }
        #expect(try await send("undo").status == .conflict)
        for alpha in ["0.5", "0.25"] {
            _ = try await server.send(.patch, base + "/views/2", json: "{\"alpha\":\(alpha)}")
        }
        #expect(try await send("redo").slug() == "nothing-to-redo")
        #expect(try alpha(await send("undo")) == 0.5)
        #expect(try alpha(await send("redo")) == 0.25)
        let reset = try await send("reset")
        #expect(try alpha(reset) == 1 && reset.headers[.eTag] == "\"5\"")
        #expect(try await send("reset").slug() == "nothing-to-undo")
        #expect(try await send("redo").status == .ok)
        let history: JSONValue = [
            "applied": 1, "revision": 6,
            "edits": [
                ["index": 1, "applied": false],
                [
                    "index": 0, "applied": true, "op": "change", "view": 2,
                    "summary": "Alpha of “Hello” label: 1 → 0.5",
                ],
            ],
        ]
        #expect(try await server.get(base + "/edits").json().differences(from: history) == [])
        let first = try await server.get(base + "/edits?limit=1").json()
        #expect(first.differences(from: ["edits": [["index": 1]], "next": "1"]) == [])
        let rest = try await server.get(base + "/edits?limit=1&after=1").json()
        #expect(rest.differences(from: ["edits": [["index": 0]], "next": nil]) == [])
    }

    @Test("If-Match takes the tag of any reply about the dump, and an old one changes nothing")
    func preconditions() async throws {
        let (server, base) = try await EditableScreen.server()
        for target in ["", "/views", "/views/2", "/dump.json"] {
            let tag = try await server.get(base + target).headers[.eTag]
            let reply = try await server.send(.patch, base + "/views/2", json: #"{"tag":1}"#, [.ifMatch: tag ?? ""])
            let late = try await server.send(.patch, base + "/views/2", json: #"{"tag":2}"#, [.ifMatch: tag ?? ""])
            let undo = try await server.send(.post, base + "/edits", json: #"{"op":"undo"}"#, [.ifMatch: tag ?? ""])
            let statuses = [reply, late, undo].map(\.status)
            #expect(statuses == [.ok, .preconditionFailed, .preconditionFailed], "\(target)")
            #expect(try await server.get(base + "/views/2").json()["tag"]?.integerValue == 1)
            _ = try await server.send(.patch, base + "/views/2", json: #"{"tag":7}"#, [.ifMatch: "*"])
        }
    }

    @Test("every reading of a dump shows its edits, and has another tag with each revision")
    func readings() async throws {
        let (server, base) = try await EditableScreen.server()
        let page = "/dumps/" + (base.split(separator: "/").last ?? "")
        let readings = [
            base, base + "/views", base + "/views?format=text", base + "/views/2",
            base + "/layout?width=480&height=320",
            base + "/wireframe.svg", base + "/dump.json", base + "/edits", base + "/hit-test?x=20&y=40",
            base + "/convert?from=2&to=window&point=0,0",
        ]
        var before: [String?] = []
        for target in readings { before.append(try await server.get(target).headers[.eTag]) }
        let patched = try await server.send(
            .patch,
            base + "/views/2",
            json: #"{"frame":{"x":90,"y":90,"width":33,"height":44}}"#
        )
        #expect(patched.status == .ok)
        for (target, tag) in zip(readings, before) {
            let reply = try await server.get(target, [.ifNoneMatch: tag ?? ""])
            #expect(reply.status == .ok, "\(target)")
        }
        #expect(try await server.get(base + "/views?format=text").text.contains("UILabel 2 (90 90; 33 44)"))
        #expect(try await server.get(base + "/hit-test?x=95&y=115").json()["hit"]?.integerValue == 2)
        #expect(try await server.get(base + "/dump.json").text.contains("[90,90,33,44]"))
        #expect(try await server.get(page, [.accept: "text/html"]).status == .ok)
        #expect(try await server.get(base + "/source").text == EditableScreen.text)
        #expect(ids(try await server.get(base + "/views?changed=true").json()["views"]) == [2])
        #expect(ids(try await server.get(base + "/views?changed=false&class=UI*").json()["views"]) == [0, 1, 3, 4])
    }

    @Test("the download loads again as the same dump, with a name that no file system minds")
    func download() async throws {
        let (server, base) = try await EditableScreen.server()
        _ = try await server.send(.post, base + "/edits", json: #"{"op":"remove","view":3}"#)
        let file = try await server.get(base + "/dump.json")
        let headers = [file.headers[.contentDisposition], file.headers[.contentType]]
        #expect(headers == ["attachment; filename=\"main-screen.json\"", "application/json"])
        let made = try await server.client.send(.post, "/api/v1/dumps", headers: [:], body: file.content ?? [])
        let copy = try made.json()
        #expect(copy.differences(from: ["name": "Main Screen", "viewCount": 4]) == [])
        let address = "/api/v1/dumps/\(copy["id"]?.stringValue ?? "")/dump.json"
        #expect(try await server.get(address).content == file.content)
    }

    @Test("a dump whose last window was removed is empty everywhere, until that is undone")
    func emptied() async throws {
        let (server, base) = try await EditableScreen.server()
        let reply = try await server.send(.post, base + "/edits", json: #"{"op":"remove","view":0}"#)
        #expect(numbers(try reply.json()["removed"]) == [0, 1, 2, 3, 4])
        let page = "/dumps/" + (base.split(separator: "/").last ?? "")
        for target in [
            base, base + "/views", base + "/views?format=text", base + "/wireframe.svg",
            base + "/layout?width=9&height=9", base + "/hit-test?x=1&y=1", base + "/dump.json", base + "/edits",
            "/api/v1/dumps", "/",
        ] {
            #expect(try await server.get(target).status == .ok, "\(target)")
        }
        let shown = try await server.get(page, [.accept: "text/html"])
        let gone = try await server.get(base + "/views/0")
        #expect([shown, gone].map(\.status) == [.ok, .notFound])
        let undone = try await server.send(.post, base + "/edits", json: #"{"op":"undo"}"#)
        #expect(ids(try undone.json()["changed"]) == [0, 1, 2, 3, 4])
    }

    @Test("those who watch a dump hear of each revision in order, and of views that are gone")
    func events() async throws {
        let (server, base) = try await EditableScreen.server()
        let id = String(base.split(separator: "/").last ?? "")
        let log = EventLog()
        server.application.services.events.subscribe(log, to: [.dump(id)])
        _ = try await server.send(.patch, base + "/views/2", json: #"{"tag":3}"#)
        _ = try await server.send(.patch, base + "/views/2", json: #"{"tag":3}"#)
        _ = try await server.send(.post, base + "/edits", json: #"{"op":"remove","view":2}"#)
        _ = try await server.send(.post, base + "/edits", json: #"{"op":"undo"}"#)
        #expect(
            log.events.map(\.text) == [
                #"{"revision":1,"changed":[2]}"#, #"{"revision":2,"changed":[1,2]}"#,
                #"{"revision":3,"changed":[1,2]}"#,
            ]
        )
    }

    @Test("a long list of changed views comes in parts, as long as the revision is the last one")
    func parts() async throws {
        let (server, base) = try await EditableScreen.server()
        let reply = try await server.send(
            .patch,
            base + "/views/0?limit=1&fields=id",
            json: #"{"frame":{"x":0,"y":0,"width":640,"height":960}}"#
        )
        let first = try reply.json()
        #expect(first["changed"] == [["id": 0]])
        #expect(first.differences(from: ["total": 3, "next": "0"]) == [])
        let rest = try await server.get(base + "/edits/1/views?limit=5&after=0").json()
        #expect(rest.differences(from: ["views": [["id": 1], ["id": 3]], "next": nil, "total": 3]) == [])
        _ = try await server.send(.post, base + "/edits", json: #"{"op":"undo"}"#)
        let old = try await server.get(base + "/edits/1/views?after=0")
        #expect(old.status == .notFound)
        #expect(try old.json()["detail"]?.stringValue?.contains("at revision 2") == true)
        #expect(try await server.get(base + "/edits/x/views").status == .notFound)
    }

    @Test("an edit that changes nothing keeps the revision")
    func emptyEdit() async throws {
        let (server, base) = try await EditableScreen.server()
        let reply = try await server.send(.patch, base + "/views/2", json: #"{"alpha":null,"tag":7}"#)
        #expect(reply.status == .ok && reply.headers[.eTag] == "\"0\"")
        #expect(try reply.json()["changed"] == .array([]))
    }

    @Test("a file takes edits beside it; a tag of its content holds no longer when it is written to")
    func files() async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(EditableScreen.text, to: "a.txt")
        let server = try TestServer(paths: [folder.url.path(percentEncoded: false)], keeping: folder)
        let id = try await server.get("/api/v1/dumps").json()["dumps"]?[0]["id"]?.stringValue ?? ""
        let base = "/api/v1/dumps/\(id)"
        let tag = try await server.get(base).headers[.eTag] ?? ""
        #expect(tag.hasPrefix("\"0."))
        try folder.write(EditableScreen.text.replacing("Hello", with: "Good evening"), to: "a.txt")
        let late = try await server.send(.patch, base + "/views/2", json: #"{"tag":1}"#, [.ifMatch: tag])
        // The same revision of another process, with another content.
        let foreign = try await server.send(.patch, base + "/views/2", json: #"{"tag":1}"#, [.ifMatch: "\"1.other\""])
        #expect([late, foreign].map(\.status) == [.preconditionFailed, .preconditionFailed])
        let reply = try await server.send(.patch, base + "/views/2", json: #"{"tag":1}"#, [.ifMatch: "\"1\""])
        #expect(reply.status == .ok && reply.headers[.eTag] == "\"2\"")
        try folder.write("nothing", to: "a.txt")
        let summary = try await server.get(base).json()
        #expect(summary.differences(from: ["readOnly": true, "edits": ["applied": 1]]) == [])
        #expect(summary["report"]?.arrayValue?.contains { $0["code"]?.stringValue == "draft.fileChanged" } == true)
        #expect(try await server.client.send(.delete, base).status == .conflict)
        #expect(try String(contentsOf: file, encoding: .utf8) == "nothing")
    }
}
