import DumpFormats
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import TestSupport
import Testing
import ViewHierarchy

@testable import Server

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
        #expect(none.contains("No view is found by “class:UISwitch”."))
        let both = try await server.get(path + "?q=class:UIButton+-text:here", [.accept: "text/html"]).text
        #expect(both.contains("1 view</p>") && both.contains("<a class=\"row\" href=\"\(path)?view=3\">"))
        let wrong = try await server.get(path + "?q=hidden+clas:x", [.accept: "text/html"])
        #expect(wrong.status == .ok && wrong.text.contains("There is no “clas:”"))
        #expect(wrong.text.contains("Read up to “hidden ”."))
    }
}

@Suite("The inspector's page")
struct InspectorPageTests {
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
        for address in ["/api/v1\(path)/views?shape=columns", "/api/v1\(path)/edits?limit=200", "/api/v1/devices"] {
            #expect(page.contains("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"\(address)\">"))
            let reply = try await server.get(address)
            #expect(reply.status == .ok && reply.headers[.vary]?.contains("Accept,") != true)
        }
        let modules = page.matches(of: /<link rel="modulepreload" href="([^"]+)">/).map { String($0.1) }
        #expect(modules.contains { $0.hasSuffix("/js/inspector/state.js") } && Set(modules).count == modules.count)
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
            to: "page.js"
        )
        try folder.write("import { b } from \"../b.js\";\nexport { c } from \"./c.js\";\n", to: "parts/a.js")
        try folder.write("import { page } from \"./page.js\";\nimport { x } from \"./missing.js\";\n", to: "b.js")
        for name in ["effect.js", "parts/c.js", "later.js", "type.js", "comment.js"] { try folder.write("", to: name) }
        let graph = try ModuleGraph(folder: folder.url, prefix: "/js/")
        #expect(graph.reached(from: "page.js") == ["/js/parts/a.js", "/js/b.js", "/js/effect.js", "/js/parts/c.js"])
        #expect(graph.reached(from: "nowhere.js") == [])
    }
}
