import DumpFormats
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing
import ViewHierarchy
import Web

@Suite("Searches in the inspector")
struct ViewQueryTests {
    private static let dump = """
        <UIWindow: 0x1a; frame = (0 0; 320 480); layer = <CALayer: 0x9>>
           | <App.StopButton: 0x00002B; frame = (0 0; 10 10); text = 'Stop'; tag = 4; layer = <CALayer: 0x9>>
           |    | <UIButtonLabel: 0x3; frame = (0 0; 10 10); text = 'UIButton here'; layer = <CALayer: 0x9>>
           | <UIButton: 0x4; frame = (0 0; 10 10); layer = <CALayer: 0x9>>
        """

    @Test("the page without scripts lists what the query finds, and says how many")
    func page() async throws {
        let server = try TestServer(paths: [])
        let reply = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        let path = "/dumps/\(try reply.json()["id"]?.stringValue ?? "")"
        let found = try await server.get(path + "?q=class:UIButton", [.accept: "text/html"]).text
        #expect(found.contains("2 views</p>") && found.contains("<a class=\"row\" href=\"\(path)?view=3\">"))
        let none = try await server.get(path + "?q=class:UISwitch", [.accept: "text/html"]).text
        #expect(none.contains("No view matches “class:UISwitch”."))
        let both = try await server.get(path + "?q=class:UIButton+-text:here", [.accept: "text/html"]).text
        #expect(both.contains("1 view</p>") && both.contains("<a class=\"row\" href=\"\(path)?view=3\">"))
        let wrong = try await server.get(path + "?q=hidden+clas:x", [.accept: "text/html"])
        #expect(wrong.status == .ok && wrong.text.contains("There is no “clas:”"))
        #expect(wrong.text.contains("Read up to “hidden ”."))
    }
}

@Suite("The inspector's page")
struct InspectorPageTests {
    @Test("what-if is of the scene of the selected view")
    func scenes() async throws {
        let server = try TestServer(paths: [])
        let file = try Fixtures.bytes("dumps/kitchen.storyboard")
        let reply = try await server.client.send(.post, "/api/v1/dumps", headers: [:], body: file)
        let path = "/dumps/\(try reply.json()["id"]?.stringValue ?? "")"
        let list = try await server.get(path + "?view=9&width=500&height=600", [.accept: "text/html"]).text
        #expect(list.contains("/api/v1\(path)/wireframe.svg?width=500&amp;height=600&amp;view=8&amp;highlight=9"))
        #expect(try await server.get("\(path)?view=0", [.accept: "text/html"]).text.contains("375 × 44"))
        let first = try await server.get(path + "?width=500&height=600", [.accept: "text/html"]).text
        #expect(first.contains("width=500&amp;height=600&amp;view=1"))
    }

    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (20 30; 100 100); autoresize = W+RM; layer = <CALayer: 0x9>>
        """

    @Test(
        "the canvas is the served picture in the same situation, with springs and struts of the selected view over it"
    )
    func canvas() async throws {
        let server = try TestServer(paths: [])
        let reply = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        let path = "/dumps/\(try reply.json()["id"]?.stringValue ?? "")"
        let page = try await server.get(path + "?view=1&width=400&height=480", [.accept: "text/html"]).text
        #expect(page.contains("<image href=\"/api/v1\(path)/wireframe.svg?width=400&amp;height=480&amp;highlight=1\""))
        #expect(page.contains("<g class=\"selection\" id=\"selection\"><g transform=\"matrix(1 0 0 1 20 30)\">"))
        #expect(page.split(separator: "<g class=\"strut\">").count == 4 && page.contains("<g class=\"spring\">"))
        let picture = try await server.get("/api/v1\(path)/wireframe.svg?width=400&height=480&highlight=1").text
        #expect(picture.contains("class=\"pane highlighted\" data-view=\"1\""))
    }

    @Test("what the script asks for first is asked for by the page, and so are the modules that it imports")
    func preloads() async throws {
        let server = try TestServer(paths: [])
        let reply = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        let path = "/dumps/\(try reply.json()["id"]?.stringValue ?? "")"
        let page = try await server.get(path, [.accept: "text/html"]).text
        let address = "/api/v1\(path)/views?shape=columns"
        #expect(page.contains("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"\(address)\">"))
        let views = try await server.get(address)
        #expect(views.status == .ok && views.headers[.vary]?.contains("Accept,") != true)
        let modules = page.matches(of: /<link rel="modulepreload" href="([^"]+)">/).map { String($0.1) }
        #expect(modules.contains { $0.hasSuffix("/js/inspector/data/state.js") } && Set(modules).count == modules.count)
        for address in modules { #expect(try await server.get(address).status == .ok, "\(address)") }
    }
}

@Suite("Modules that scripts import")
struct ModuleGraphTests {
    @Test("static imports are followed, each module once, nearer ones first; anything else is left alone")
    func reached() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            """
            // import { no } from "./comment.js";
            import { a } from "./parts/a.js";
            import {
              b,
            } from "./b.js";
            import "./effect.js";
            /** @typedef {import("./type.js").Type} Type */
            const later = () => import("./later.js");
            import { strange } from "elsewhere";
            """,
            to: "js/page.js"
        )
        try folder.write("import { b } from \"../b.js\";\nexport { c } from \"./c.js\";\n", to: "js/parts/a.js")
        try folder.write("import { page } from \"./page.js\";\nimport { x } from \"./missing.js\";\n", to: "js/b.js")
        for name in ["effect.js", "parts/c.js", "later.js", "type.js", "comment.js"] {
            try folder.write("", to: "js/\(name)")
        }
        let files = try StaticFiles(root: folder.url.path)
        let graph = ModuleGraph(scripts: files, below: "js/")
        #expect(
            graph.reached(from: "page.js")
                == ["js/parts/a.js", "js/b.js", "js/effect.js", "js/parts/c.js"].map { files.url(for: $0) }
        )
        #expect(graph.reached(from: "nowhere.js") == [])
    }
}

@Suite("What the inspector says of a dump, and of what it did not say")
struct DumpReportTests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>
           | <UILabel: 0x2; frame = (0 0; 10 10); text = 'Stop'; userInteractionEnabled = NO; layer = <CALayer: 0x9>>
           | <UILabel: 0x3; frame = (inf 0; 10 10); alph
        """

    private func path(_ server: TestServer) async throws -> String {
        let reply = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        return "/dumps/\(try reply.json()["id"]?.stringValue ?? "")"
    }

    @Test("with nothing selected the panel tells the dump; with a view selected, the view")
    func report() async throws {
        let server = try TestServer(paths: [])
        let path = try await path(server)
        let page = try await server.get(path).text
        #expect(page.contains("recursiveDescription text") && page.contains("estimated from the size"))
        #expect(page.contains("3 in 1 root, depth 1") && page.contains("\(path)?q=UILabel"))
        #expect(page.contains("What this format could not tell") && page.contains("The content mode is not printed"))
        #expect(page.contains("<a href=\"\(path)?view=2\">"), "findings lead to their views")
        let view = try await server.get(path + "?view=1").text
        #expect(!view.contains("What this format could not tell"))
    }

    @Test("the report lists the edits, newest first, with those that were undone")
    func edits() async throws {
        let server = try TestServer(paths: [])
        let path = try await path(server)
        _ = try await server.send(.patch, "/api/v1\(path)/views/1", json: #"{"alpha":0.5}"#)
        #expect(try await server.get(path).text.contains("Alpha of “Stop” label: 1 → 0.5"))
        _ = try await server.send(.post, "/api/v1\(path)/edits", json: #"{"op":"undo"}"#)
        #expect(try await server.get(path).text.contains("undone"))
    }

    @Test("what the dump did not say is not shown as if it had; what was set is")
    func unknown() async throws {
        let server = try TestServer(paths: [])
        let path = try await path(server)
        func text() async throws -> String {
            try await server.get(path + "?view=1").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        func unsaid() async throws -> String {
            try await text().components(separatedBy: "<details class=\"unsaid\">").dropFirst().joined()
        }
        #expect(try await unsaid().contains("UIView’s default is scaleToFill"))
        #expect(try await unsaid().contains("<dt>Identifier</dt>"))
        let view = try await server.get("/api/v1\(path)/views/1").json()
        let unknown = view["unknown"]?.arrayValue?.compactMap(\.stringValue)
        let others = ["multipleTouchEnabled", "exclusiveTouch"]
        #expect(unknown == others + ["contentMode", "identifier", "label", "value", "controller"])
        let json = #"{"contentMode":"center"}"#
        let changed = try await server.send(.patch, "/api/v1\(path)/views/1", json: json).json()
        let left = changed["changed"]?[0]["unknown"]?.arrayValue?.compactMap(\.stringValue)
        #expect(left == others + ["identifier", "label", "value", "controller"])
        #expect(try await !text().contains("default is center"))
    }

    @Test("a dump whose views have no area says so instead of a size, in its report, on its page and in the library")
    func noArea() async throws {
        let server = try TestServer(paths: [])
        let dump = #"{"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 0, 0]}]}"#
        let id = try await server.send(.post, "/api/v1/dumps", json: dump).json()["id"]?.stringValue ?? ""
        for path in ["/dumps/\(id)", "/dumps/\(id)/report", "/"] {
            let page = try await server.get(path).text
            #expect(!page.contains("0 × 0"), "\(path)")
            #expect(page.contains("no view has an area") == (path != "/"), "\(path)")
        }
        func note() async throws -> Bool { try await server.get("/dumps/\(id)").text.contains("canvas-note\" hidden>") }
        #expect(try await !note())
        let frame = #"{"frame":{"x":0,"y":0,"width":10,"height":20}}"#
        _ = try await server.send(.patch, "/api/v1/dumps/\(id)/views/0", json: frame)
        #expect(try await note())
    }

    @Test("a mask that the dump did not say is neither told nor drawn as if it had been; one that was set is")
    func unknownMask() async throws {
        let server = try TestServer(paths: [])
        let dump = """
            {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [
              {"class": "UIView", "frame": [10, 20, 100, 50]}]}]}
            """
        let id = try await server.send(.post, "/api/v1/dumps", json: dump).json()["id"]?.stringValue ?? ""
        func text() async throws -> String {
            let page = try await server.get("/dumps/\(id)?view=1").text
            return page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let before = try await text()
        #expect(!before.contains("aria-label=\"Autoresizing"))
        #expect(before.contains("<g class=\"strut unknown\">") && !before.contains("<g class=\"strut\">"))
        _ = try await server.send(.patch, "/api/v1/dumps/\(id)/views/1", json: #"{"autoresizingMask":[]}"#)
        let after = try await text()
        #expect(after.contains("aria-label=\"Autoresizing: nothing flexible\""))
        #expect(!after.contains("strut unknown") && after.contains("<g class=\"strut\">"))
    }
}
