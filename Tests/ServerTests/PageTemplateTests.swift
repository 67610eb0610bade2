import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import Synchronization
import Testing
import TestSupport

@testable import Server

/// Walks the templates with the models of real pages: a name that no model has would render as nothing, unnoticed.
@Suite("Page templates")
struct PageTemplateTests {
    private final class Seen: Sendable {
        let state = Mutex((templates: Set<String>(), names: Set<String>()))

        func note(_ template: String, _ model: TemplateModel) {
            var names: Set<String> = []
            var pending = [model]
            while let next = pending.popLast() {
                switch next {
                case .object(let members):
                    names.formUnion(members.keys)
                    pending += members.values
                case .list(let entries): pending += entries
                case .text, .flag, .absent: break
                }
            }
            state.withLock {
                $0.templates.insert(template)
                $0.names.formUnion(names)
            }
        }
    }

    /// Every address that shows something of its own.
    private func visitEverything(_ server: TestServer) async throws {
        let html: HTTPFields = [.accept: "text/html"]
        let dumps = try await server.get("/api/v1/dumps").json()["dumps"]?.arrayValue ?? []
        var targets = [
            "/", "/?q=clock", "/?q=nothing+at+all", "/help", "/help/patterns", "/nowhere", "/apps/com.example.clock",
        ]
        for dump in dumps.compactMap({ $0["id"]?.stringValue }) {
            let base = "/dumps/\(dump)"
            targets += [base, base + "?q=label", base + "/tree?parent=0"]
            targets += (0..<63).map { base + "?view=\($0)&width=667&height=375" }
        }
        let panes =
            try await server.get("/api/v1/apps/com.example.clock/settings?deep=true").json()["panes"]?.names ?? []
        for pane in panes {
            let base = "/apps/com.example.clock/settings" + (pane == "Root" ? "" : "/\(pane.pathSegment)")
            targets += [base, base + "?lang=ar&idiom=pad&saved=1", base + "?choose=2"]
        }
        for target in targets {
            let status = try await server.get(target, html).status.code
            #expect(status == 200 || target == "/nowhere" && status == 404, "\(target)")
        }
        let inspector = targets[10]
        let settings = "/apps/com.example.clock/settings"
        let tree = inspector.prefix { $0 != "?" } + "/tree?parent=0"
        for (part, target) in [
            ("selection", inspector), ("stage", inspector), ("search", inspector), ("pane", settings),
            ("tree", String(tree)),
        ] {
            #expect(try await server.get(target, [.accept: "text/html", .fragment: part]).status == .ok)
        }
    }

    @Test("every template is used, and every name in one is a part of some page's model")
    func everyNameIsKnown() async throws {
        let seen = Seen()
        let broken = try TemporaryDirectory()
        try broken.write("no dump at all", to: "broken.txt")
        try KitApp.write(to: broken)
        let samples = ResourceFolders(root: Fixtures.repository).samples.path(percentEncoded: false)
        let server = try TestServer(paths: [samples, broken.url.path]) { seen.note($0, $1) }
        try await visitEverything(server)
        try await DefaultsTour.visit(server)
        _ = try await server.client.send(
            .post,
            "/dumps",
            headers: [.accept: "text/html", .contentType: "multipart/form-data; boundary=b"],
            body: Array("--b\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\nno dump\r\n--b--\r\n".utf8)
        )
        let dump = try #require(try await server.get("/api/v1/dumps").json()["dumps"]?.arrayValue?.first?["id"])
        _ = try await server.client.send(
            .post,
            "/dumps/delete",
            headers: [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"],
            body: Array("dump=\(dump.stringValue ?? "")".utf8)
        )
        _ = try await server.client.send(.post, "/api/v1/apps", headers: [:], body: LittleApp.archive)
        _ = try await server.get("/", [.accept: "text/html"])
        _ = try await server.get("/apps/com.example.little", [.accept: "text/html"])
        _ = try await server.post(form: "app=com.example.little", to: "/apps/delete")
        let library = try TemplateLibrary(folder: ResourceFolders(root: Fixtures.repository).templates)
        let (rendered, known) = seen.state.withLock { ($0.templates, $0.names) }
        var used = rendered
        var pending = Array(rendered)
        while let name = pending.popLast() {
            for tag in Self.tags(in: library.sources[name] ?? "") where tag.kind == ">" {
                if used.insert(tag.name).inserted { pending.append(tag.name) }
            }
        }
        #expect(Set(library.sources.keys).subtracting(used).sorted() == [])
        #expect(used.subtracting(library.sources.keys).sorted() == [])
        var unknown: Set<String> = []
        for (template, source) in library.sources {
            for tag in Self.tags(in: source) where tag.kind != ">" && tag.name != "." {
                let parts = tag.name.split(separator: ".").map(String.init)
                if !parts.allSatisfy(known.contains) { unknown.insert("{{\(tag.name)}} in \(template)") }
            }
        }
        #expect(unknown.sorted() == [])
    }

    @Test("no template writes anything unescaped")
    func nothingIsUnescaped() throws {
        let library = try TemplateLibrary(folder: ResourceFolders(root: Fixtures.repository).templates)
        for (name, source) in library.sources {
            #expect(!source.contains("{{{") && !source.contains("{{&"), "\(name)")
            #expect(
                !source.contains(" style=") && !source.contains("<style") && !source.contains(" onclick"),
                "\(name)"
            )
        }
    }

    private static func tags(in source: String) -> [(kind: Character?, name: String)] {
        source.matches(of: /\{\{([#^\/>])?\s*([^}\s]+)\s*\}\}/).compactMap { match in
            guard match.1 != "/" else { return nil }
            return (match.1?.first, String(match.2))
        }
    }
}
