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
        let json = try reply.json()
        #expect(json["revision"]?.integerValue == 1 && json["total"]?.integerValue == 2)
        #expect(ids(json["changed"]) == [1, 3] && numbers(json["removed"]) == [] && json["next"] == .null)
        #expect(json["changed"]?[0]["center"]?["x"]?.doubleValue == 210)
        #expect(json["changed"]?[0]["hidden"] == true)
        #expect(json["changed"]?[1]["frame"]?["x"]?.doubleValue == 310)
        let view = try await server.get(base + "/views/3").json()
        #expect(view["frame"] == json["changed"]?[1]["frame"])
        #expect(view["anchorPoint"]?["x"]?.doubleValue == 0.5)
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
        #expect(ids(try await edit(#"{"op":"bringToFront","view":5}"#)["changed"]) == [1, 5])
        #expect(ids(try await edit(#"{"op":"sendToBack","view":3}"#)["changed"]) == [1, 3])
        _ = try await edit(#"{"op":"exchange","superview":1,"indexes":[0,2]}"#)
        #expect(try await server.get(base + "/views/1").json()["subviews"] == .array([5, 2, 3].map { .integer($0) }))
        #expect(ids(try await edit(#"{"op":"move","view":2,"superview":4}"#)["changed"]) == [1, 4, 2])
        #expect(ids(try await edit(#"{"op":"change","view":2,"changes":{"tag":9}}"#)["changed"]) == [2])
        #expect(numbers(try await edit(#"{"op":"remove","view":5}"#)["removed"]) == [5, 6])
        let summary = try await server.get(base).json()
        #expect(summary["revision"]?.integerValue == 7 && summary["viewCount"]?.integerValue == 5)
        #expect(summary["edits"]?["applied"]?.integerValue == 7 && summary["edits"]?["undone"]?.integerValue == 0)
    }

    @Test("undo, redo and reset go through the history, and stop at its ends with 409")
    func undo() async throws {
        let (server, base) = try await EditableScreen.server()
        func send(_ operation: String) async throws -> ClientResponse {
            try await server.send(.post, base + "/edits", json: "{\"op\":\"\(operation)\"}")
        }
        #expect(try await send("undo").status == .conflict)
        for alpha in ["0.5", "0.25"] {
            _ = try await server.send(.patch, base + "/views/2", json: "{\"alpha\":\(alpha)}")
        }
        #expect(try await send("redo").slug() == "nothing-to-redo")
        #expect(try await send("undo").json()["changed"]?[0]["alpha"]?.doubleValue == 0.5)
        #expect(try await send("redo").json()["changed"]?[0]["alpha"]?.doubleValue == 0.25)
        let reset = try await send("reset")
        #expect(try reset.json()["changed"]?[0]["alpha"]?.doubleValue == 1)
        #expect(reset.headers[.eTag] == "\"5\"")
        #expect(try await send("reset").slug() == "nothing-to-undo")
        #expect(try await send("redo").status == .ok)
        let history = try await server.get(base + "/edits").json()
        #expect(history["edits"]?.arrayValue?.compactMap { $0["index"]?.integerValue } == [1, 0])
        #expect(history["edits"]?[0]["applied"] == false && history["edits"]?[1]["applied"] == true)
        #expect(history["edits"]?[1]["summary"]?.stringValue == "Alpha of “Hello” label: 1 → 0.5")
        #expect(history["edits"]?[1]["op"]?.stringValue == "change" && history["edits"]?[1]["view"]?.integerValue == 2)
        #expect(history["applied"]?.integerValue == 1 && history["revision"]?.integerValue == 6)
        let first = try await server.get(base + "/edits?limit=1").json()
        #expect(first["next"]?.stringValue == "1")
        let rest = try await server.get(base + "/edits?limit=1&after=1").json()
        #expect(rest["edits"]?[0]["index"]?.integerValue == 0 && rest["next"] == .null)
    }

    @Test("If-Match takes the tag of any reply about the dump, and an old one changes nothing")
    func preconditions() async throws {
        let (server, base) = try await EditableScreen.server()
        for target in ["", "/views", "/views/2", "/dump.json"] {
            let tag = try await server.get(base + target).headers[.eTag]
            let reply = try await server.send(.patch, base + "/views/2", json: #"{"tag":1}"#, [.ifMatch: tag ?? ""])
            #expect(reply.status == .ok, "\(target)")
            let late = try await server.send(.patch, base + "/views/2", json: #"{"tag":2}"#, [.ifMatch: tag ?? ""])
            #expect(late.status == .preconditionFailed, "\(target)")
            let undo = try await server.send(.post, base + "/edits", json: #"{"op":"undo"}"#, [.ifMatch: tag ?? ""])
            #expect(undo.status == .preconditionFailed, "\(target)")
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
        let changed = try await server.get(base + "/views?changed=true").json()
        #expect(ids(changed["views"]) == [2])
        #expect(ids(try await server.get(base + "/views?changed=false&class=UI*").json()["views"]) == [0, 1, 3, 4])
    }

    @Test("the download loads again as the same dump, with a name that no file system minds")
    func download() async throws {
        let (server, base) = try await EditableScreen.server()
        _ = try await server.send(.post, base + "/edits", json: #"{"op":"remove","view":3}"#)
        let file = try await server.get(base + "/dump.json")
        #expect(file.headers[.contentDisposition] == "attachment; filename=\"main-screen.json\"")
        #expect(file.headers[.contentType] == "application/json")
        let made = try await server.client.send(.post, "/api/v1/dumps", headers: [:], body: file.content ?? [])
        let copy = try made.json()
        #expect(copy["name"]?.stringValue == "Main Screen" && copy["viewCount"]?.integerValue == 4)
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
        #expect(try await server.get(page, [.accept: "text/html"]).status == .ok)
        #expect(try await server.get(base + "/views/0").status == .notFound)
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
        #expect(first["changed"] == .array([.object([JSONMember(name: "id", value: .integer(0))])]))
        #expect(first["total"]?.integerValue == 3 && first["next"]?.stringValue == "0")
        let rest = try await server.get(base + "/edits/1/views?limit=5&after=0").json()
        #expect(ids(rest["views"]) == [1, 3] && rest["next"] == .null && rest["total"]?.integerValue == 3)
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
        #expect(late.status == .preconditionFailed)
        // The same revision of another process, with another content.
        let foreign = try await server.send(.patch, base + "/views/2", json: #"{"tag":1}"#, [.ifMatch: "\"1.other\""])
        #expect(foreign.status == .preconditionFailed)
        let reply = try await server.send(.patch, base + "/views/2", json: #"{"tag":1}"#, [.ifMatch: "\"1\""])
        #expect(reply.status == .ok && reply.headers[.eTag] == "\"2\"")
        try folder.write("nothing", to: "a.txt")
        let summary = try await server.get(base).json()
        #expect(summary["readOnly"] == true && summary["edits"]?["applied"]?.integerValue == 1)
        #expect(summary["report"]?.arrayValue?.contains { $0["code"]?.stringValue == "draft.fileChanged" } == true)
        #expect(try await server.client.send(.delete, base).status == .conflict)
        #expect(try String(contentsOf: file, encoding: .utf8) == "nothing")
    }
}
