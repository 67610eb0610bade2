@testable import Web
@testable import Services
import Catalog
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Pins and notes in the API")
struct MarkAPITests {
    private func numbers(_ value: JSONValue?) -> [Int64] { value?.arrayValue?.compactMap(\.integerValue) ?? [] }

    @Test("views are pinned and noted, and all of it is listed with its revision as tag")
    func marks() async throws {
        let (server, base) = try await EditableScreen.server()
        let none = try await server.get(base + "/marks")
        #expect(none.headers[.eTag] == "\"0\"")
        #expect(try none.json()["notes"] == .array([]) && none.json()["pins"] == .array([]))
        for view in [3, 1] {
            let reply = try await server.send(.put, base + "/views/\(view)/pin", json: "")
            #expect(reply.status == .ok)
            #expect(try reply.json()["pinned"] == true && reply.json()["note"] == .null)
        }
        let text = "Why is it here?\\n<b>&\\\"é"
        let noted = try await server.send(.put, base + "/views/2/note", json: "{\"text\":\"\(text)\"}")
        #expect(noted.headers[.eTag] == "\"3\"")
        #expect(try noted.json()["note"]?["text"]?.stringValue == "Why is it here?\n<b>&\"é")
        #expect(try noted.json()["revision"]?.integerValue == 3 && noted.json()["pinned"] == false)
        let all = try await server.get(base + "/marks")
        #expect(all.headers[.eTag] == "\"3\"")
        #expect(try numbers(all.json()["pins"]) == [3, 1])
        let note = try all.json()["notes"]?[0]
        #expect(note?["view"]?.integerValue == 2 && note?["createdAt"] == note?["changedAt"])
        #expect(note?.names == ["view", "text", "createdAt", "changedAt"])
        let unchanged = try await server.get(base + "/marks", [.ifNoneMatch: "\"3\""])
        #expect(unchanged.status == .notModified)
        #expect(try await server.client.send(.delete, base + "/views/3/pin").json()["pinned"] == false)
        #expect(try await server.client.send(.delete, base + "/views/2/note").json()["note"] == .null)
        #expect(try await server.client.send(.delete, base + "/views/2/note").json()["revision"]?.integerValue == 5)
        #expect(try await server.get(base).json()["revision"]?.integerValue == 0)
    }

    @Test("If-Match is about the marks, and an old one changes nothing")
    func preconditions() async throws {
        let (server, base) = try await EditableScreen.server()
        let tag = try await server.get(base + "/marks").headers[.eTag] ?? ""
        let first = try await server.send(.put, base + "/views/1/note", json: #"{"text":"a"}"#, [.ifMatch: tag])
        #expect(first.status == .ok)
        for target in ["/views/1/note", "/views/1/pin"] {
            let late = try await server.send(.put, base + target, json: #"{"text":"b"}"#, [.ifMatch: tag])
            #expect(late.status == .preconditionFailed)
            let gone = try await server.client.send(.delete, base + target, headers: [.ifMatch: tag])
            #expect(gone.status == .preconditionFailed)
        }
        let next = first.headers[.eTag] ?? ""
        let second = try await server.send(.put, base + "/views/1/note", json: #"{"text":"b"}"#, [.ifMatch: next])
        #expect(try second.json()["note"]?["text"]?.stringValue == "b")
    }

    @Test(
        "what cannot be kept is refused with its place",
        arguments: [
            (#"{"text":" \n "}"#, "/text"), (#"{"text":7}"#, "/text"), ("{}", ""), (#"{"text":"a","who":"b"}"#, "/who"),
            (#"{"text":"\#(String(repeating: "é", count: 2_001))"}"#, "/text"),
        ]
    )
    func refusals(_ body: String, _ pointer: String) async throws {
        let (server, base) = try await EditableScreen.server()
        let reply = try await server.send(.put, base + "/views/1/note", json: body)
        #expect(reply.status == .unprocessableContent)
        #expect(try reply.slug() == "impossible-note")
        #expect(try reply.json()["errors"]?[0]["pointer"]?.stringValue == pointer)
        #expect(try await server.get(base + "/marks").json()["revision"]?.integerValue == 0)
        let longest = try await server.send(
            .put,
            base + "/views/1/note",
            json: "{\"text\":\"\(String(repeating: "é", count: 2_000))\"}"
        )
        #expect(longest.status == .ok)
    }

    @Test("views and dumps that are not there are 404")
    func unknown() async throws {
        let (server, base) = try await EditableScreen.server()
        for target in [base + "/views/99/pin", base + "/views/x/pin", "/api/v1/dumps/none/views/1/pin"] {
            #expect(try await server.send(.put, target, json: "").status == .notFound, "\(target)")
            #expect(try await server.client.send(.delete, target).status == .notFound, "\(target)")
        }
        #expect(try await server.get("/api/v1/dumps/none/marks").status == .notFound)
        #expect(try await server.get(base + "/marks?q=1").status == .badRequest)
    }

    @Test("as many and as long notes as may be come in parts of less than 2 MB, each note once")
    func paging() async throws {
        let views = (0..<501).map { _ in #"{"class":"UIView","frame":[0,0,1,1]}"# }.joined(separator: ",")
        let server = try TestServer(paths: [])
        let dump = #"{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,9,9],"subviews":[\#(views)]}]}"#
        let made = try await server.client.send(.post, "/api/v1/dumps", text: dump)
        let id = try #require(try made.json()["id"]?.stringValue)
        // Every `<` is six bytes in JSON.
        let text = String(repeating: "<", count: 2_000)
        for view in 0..<500 {
            _ = try server.application.services.mark(view, of: id, .write(text))
        }
        let full = try await server.send(.put, "/api/v1/dumps/\(id)/views/500/note", json: #"{"text":"x"}"#)
        #expect(full.status == .unprocessableContent)
        #expect(try full.slug() == "too-many-marks")
        var seen: [Int64] = []
        var next: String? = ""
        while let after = next {
            let reply = try await server.get("/api/v1/dumps/\(id)/marks" + (after.isEmpty ? "" : "?after=\(after)"))
            #expect((reply.content ?? []).count < 2_000_000)
            let json = try reply.json()
            #expect(json["total"]?.integerValue == 500 && json["revision"]?.integerValue == 500)
            seen += json["notes"]?.arrayValue?.compactMap { $0["view"]?.integerValue } ?? []
            next = json["next"]?.stringValue
        }
        #expect(seen == Array(0..<500))
        let page = try await server.get("/dumps/\(id)", [.accept: "text/html"])
        #expect(page.status == .ok && (page.content ?? []).count < 2_000_000)
    }
}

@Suite("Pins and notes without scripts")
struct MarkPageTests {
    private func server() async throws -> (TestServer, String, String) {
        let (server, base) = try await EditableScreen.server()
        return (server, base, String(base.dropFirst("/api/v1".count)))
    }

    @Test("forms pin views and write notes, and the page tells them as text")
    func forms() async throws {
        let (server, base, page) = try await server()
        let pinned = try await server.post(form: "view=2&mark=pin", to: page + "?view=2")
        #expect(pinned.status == .seeOther && pinned.headers[.location] == page + "?view=2")
        let text = "%3Cb%3E+one%0D%0Atwo%26"
        let noted = try await server.post(form: "view=2&mark=write&was=&text=" + text, to: page + "?view=2")
        #expect(noted.status == .seeOther)
        let note = try await server.get(base + "/marks").json()["notes"]?[0]
        #expect(note?["text"]?.stringValue == "<b> one\ntwo&")
        let html = try await server.get(page + "?view=2", [.accept: "text/html"]).text
        #expect(html.contains("<p class=\"note-text\" dir=\"auto\">&lt;b&gt; one\ntwo&amp;</p>"))
        #expect(html.contains("<title>Pinned</title>") && html.contains("<title>Has a note</title>"))
        #expect(html.contains("value=\"unpin\""))
        let report = try await server.get(page, [.accept: "text/html"]).text
        #expect(report.contains("<ul class=\"note-lines\"") && report.contains("&lt;b&gt; one\ntwo&amp;"))
        _ = try await server.post(form: "view=2&mark=unpin", to: page + "?view=2")
        let erase = "view=2&mark=erase&was=" + text
        #expect(try await server.post(form: erase, to: page + "?view=2").status == .seeOther)
        let left = try await server.get(base + "/marks").json()
        #expect(left["pins"] == .array([]) && left["notes"] == .array([]))
    }

    @Test("a note that somebody else changed meanwhile is not written over, and what was sent stays in the field")
    func conflict() async throws {
        let (server, base, page) = try await server()
        _ = try await server.send(.put, base + "/views/2/note", json: #"{"text":"theirs"}"#)
        let late = try await server.post(form: "view=2&mark=write&was=before&text=mine", to: page + "?view=2")
        #expect(late.status == .conflict && late.text.contains("Someone else changed this note in the meantime"))
        #expect(late.text.contains("&#10;mine</textarea>") && late.text.contains(">theirs</p>"))
        let gone = try await server.post(form: "view=2&mark=erase&was=before", to: page + "?view=2")
        #expect(gone.status == .conflict && gone.text.contains("it was not deleted"))
        #expect(try await server.get(base + "/marks").json()["notes"]?[0]["text"]?.stringValue == "theirs")
        let again = try await server.post(form: "view=2&mark=write&was=theirs&text=mine", to: page + "?view=2")
        #expect(again.status == .seeOther)
    }

    @Test("a note that is too long is refused and stays in the field; what no page sends is refused")
    func refusals() async throws {
        let (server, _, page) = try await server()
        let text = String(repeating: "x", count: 2_001)
        let long = try await server.post(form: "view=2&mark=write&was=&text=" + text, to: page + "?view=2")
        #expect(long.status == .unprocessableContent && long.text.contains("&#10;\(text)</textarea>"))
        #expect(long.text.contains("2001 characters"))
        for form in ["", "view=2", "view=2&mark=frame", "mark=pin"] {
            #expect(try await server.post(form: form, to: page).status == .unprocessableContent)
        }
        #expect(try await server.post(form: "view=99&mark=pin", to: page).status == .notFound)
        let foreign = try await server.client.send(
            .post,
            page,
            headers: [.contentType: "application/x-www-form-urlencoded", .secFetchSite: "cross-site"],
            body: Array("view=2&mark=pin".utf8)
        )
        #expect(foreign.status == .forbidden)
    }

    @Test("a note of a view that an edit removed is listed without a link, and can be deleted there")
    func goneViews() async throws {
        let (server, base, page) = try await server()
        _ = try await server.send(.put, base + "/views/2/note", json: #"{"text":"lost"}"#)
        _ = try await server.send(.put, base + "/views/2/pin", json: "")
        _ = try await server.send(.post, base + "/edits", json: #"{"op":"remove","view":2}"#)
        let html = try await server.get(page, [.accept: "text/html"]).text
        #expect(html.contains("view 2, not in the dump now") && html.contains("1 is not in the dump now"))
        #expect(try await server.post(form: "view=2&mark=erase&was=lost", to: page).status == .seeOther)
        #expect(try await server.get(base + "/marks").json()["notes"] == .array([]))
    }
}
