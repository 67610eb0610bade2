import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

@testable import AppServer
@testable import DumpServer
@testable import Services
@testable import Web

/// Walks the templates with the models of all pages: a name that no model has would render as nothing, unnoticed.
@Suite("Page templates")
struct PageTemplateTests {
    /// Names that are the same everywhere.
    private static let constants: Set = ["assets"]
    /// Every page and every part that is rendered on its own.
    private static let pages: [any Page.Type] = [
        LibraryPage.self, DeletionPage.self, DescriptionPage.self, InspectorPage.self, SelectionPart.self,
        SubviewsPage.self,
        CompanionsPage.self, ConflictsPage.self, ReportPage.self, DumpDiffPage.self, DiffChoice.self, TimelinePage.self,
        LivePage.self,
        TimelineChoice.self, DumpLintPage.self, DumpDevicesPage.self, BoardPage.self, HelpPage.self, PatternsPage.self,
        GuidesPage.self, Guide.self,
        ErrorPage.self,
        AppPage.self, AppDeletionPage.self, InterfacePage.self, LintPage.self,
        SettingsPage.self,
        SettingsBody.self, ConfirmPage.self, DomainsPage.self, DomainPage.self, DomainBody.self, DomainEditor.self,
        ChangesPage.self, HistoryBody.self, DiffPage.self, ImportPage.self, LayersPage.self, SignInPage.self,
        TokensPage.self, UsagePage.self, SetsPage.self, SetPage.self, ManagedConfigurationPage.self,
    ]

    /// Every address that shows something of its own.
    private func visitEverything(_ server: TestServer) async throws {
        let html: HTTPFields = [.accept: "text/html"]
        let dumps = try await server.get("/api/v1/dumps").json()["dumps"]?.arrayValue ?? []
        var targets = [
            "/", "/?q=clock", "/?q=nothing+at+all", "/help", "/help/patterns", "/nowhere", "/apps/com.example.clock",
            "/docs", "/docs/tour",
            "/usage",
        ]
        for dump in dumps.compactMap({ $0["id"]?.stringValue }) {
            let base = "/dumps/\(dump)"
            targets += [base, base + "?q=label", base + "/tree?parent=0"]
            targets += (0..<63).map { base + "?view=\($0)&width=667&height=375" }
            targets += [base + "/devices", base + "/devices?device=all&orientation=both"]
        }
        let ids = dumps.compactMap { $0["id"]?.stringValue }
        if let first = ids.first, let last = ids.last {
            let base = "/diff?from=\(first)&to=\(last)"
            let timeline = "/timeline?dumps=\(first),\(last)"
            targets += ["/explain", "/timeline", timeline, timeline + "&step=\(last)&view=5"]
            targets.append(timeline + "&point=20,30&after=2")
            targets += ["/diff", "/diff?from=\(first)", base, base + "&mode=overlay&change=0&after=2&tolerance=3"]
        }
        let panes =
            try await server.get("/api/v1/apps/com.example.clock/settings?deep=true").json()["panes"]?.names ?? []
        for pane in panes {
            let base = "/apps/com.example.clock/settings" + (pane == "Root" ? "" : "/\(pane.pathSegment)")
            targets += [base, base + "?lang=ar&idiom=pad&saved=1", base + "?choose=2"]
        }
        targets.append("/apps/com.example.clock/managed-configuration")
        for target in targets {
            let status = try await server.get(target, html).status.code
            #expect(status == 200 || target == "/nowhere" && status == 404, "\(target)")
        }
        let settings = "/apps/com.example.clock/settings"
        for (part, target) in [("selection", targets[11]), ("pane", settings)] {
            #expect(try await server.get(target, [.accept: "text/html", .fragment: part]).status == .ok)
        }
    }

    @Test("every template is used, and every name in one is a part of its page's model")
    func everyNameIsKnown() throws {
        let library = try TemplateLibrary(folder: ResourceFolders(root: Fixtures.repository).templates)
        var check = TemplateCheck(sources: library.sources, constants: Self.constants)
        for page in Self.pages { check.walk(page, in: page.template.hasPrefix("pages/") ? PageFrame.self : nil) }
        #expect(check.faults.sorted() == [])
        #expect(Set(library.sources.keys).subtracting(check.used).sorted() == [])
    }

    @Test("every page can be shown")
    func everyPageIsShown() async throws {
        let broken = try TemporaryDirectory()
        try broken.write("no dump at all", to: "broken.txt")
        try KitApp.write(to: broken)
        let samples = ResourceFolders(root: Fixtures.repository).samples.path(percentEncoded: false)
        let server = try TestServer(paths: [samples, broken.url.path])
        try await visitEverything(server)
        try await DefaultsTour.visit(server)
        _ = try await server.client.send(
            .post,
            "/dumps",
            headers: [.accept: "text/html", .contentType: "multipart/form-data; boundary=b"],
            body: Array("--b\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\nno dump\r\n--b--\r\n".utf8)
        )
        let dump = try #require(try await server.get("/api/v1/dumps").json()["dumps"]?.arrayValue?.first?["id"])
        for form in ["delete", "describe"] {
            _ = try await server.post(form: "dump=\(dump.stringValue ?? "")", to: "/dumps/\(form)")
        }
        _ = try await server.client.send(.post, "/api/v1/apps", headers: [:], body: LittleApp.archive)
        _ = try await server.get("/", [.accept: "text/html"])
        _ = try await server.get("/apps/com.example.little", [.accept: "text/html"])
        _ = try await server.post(form: "app=com.example.little", to: "/apps/delete")
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
}
