import DumpFormats
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import ServerTesting
import Services
import TestSupport
import Testing

@Suite("Ways of getting a dump")
struct RecipeTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test("the guide has the lines of every recipe under its heading, in the order of the pages")
    func guideFollows() throws {
        let page = Fixtures.repository.appending(path: "docs/getting-dumps.md")
        let guide = try String(contentsOf: page, encoding: .utf8)
        var rest = guide[...]
        for recipe in Recipe.all.map({ $0.filled("http://127.0.0.1:8080") }) {
            let heading = try #require(rest.range(of: "\n### \(recipe.title)\n"), "\(recipe.title)")
            rest = rest[heading.upperBound...]
            let section = rest.prefix(upTo: rest.range(of: "\n### ")?.lowerBound ?? rest.endIndex)
            for line in recipe.lines { #expect(section.contains("\n    \(line)\n"), "\(recipe.title): \(line)") }
        }
        #expect(!rest.contains("\n### "))
        for source in Recipe.Source.allCases { #expect(guide.contains("\n## \(source.rawValue)\n")) }
    }

    @Test("a recipe stands on the pages when one of its formats can be read, or when it leads to no dump")
    func unreadableIsLeftOut() {
        func recipe(_ formats: [String]) -> Recipe {
            Recipe(source: .files, title: "", text: "", lines: [], formats: formats)
        }
        #expect(recipe([]).isReadable && recipe(["none", "vitrineJSON"]).isReadable)
        #expect(!recipe(["none"]).isReadable)
        let groups = RecipeGroup.all(address: "http://h")
        #expect(groups.allSatisfy { !$0.recipes.isEmpty })
        let shown = groups.flatMap(\.recipes)
        #expect(shown.count == Recipe.all.count(where: \.isReadable))
        #expect(shown.allSatisfy { $0.isReadable && !$0.lines.joined().contains(Recipe.addressMark) })
    }

    @Test("where a token is needed, the lines that need it show it")
    func tokens() {
        let lines = RecipeGroup.all(address: "http://h", needsToken: true).flatMap(\.recipes).flatMap(\.lines)
        let asking = lines.filter { $0.contains("http://h/api/") }
        #expect(asking.count > 8)
        #expect(asking.allSatisfy { $0.contains("curl -H \"Authorization: Bearer $VITRINE_TOKEN\" ") })
        #expect(lines.filter { $0.contains("/exporter/") }.allSatisfy { !$0.contains("Authorization") })
        #expect(lines.contains("Vitrine.post(to: \"http://h\", token: \"…\")"))
        #expect(
            !RecipeGroup.all(address: "http://h").flatMap(\.recipes).flatMap(\.lines).joined().contains("VITRINE_TOKEN")
        )
    }

    @Test(
        "lines have the address by which the visitor came, if no shell takes it for more",
        arguments: [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("[::1]:80", "http://[::1]:80"),
            ("vitrine.example", "http://vitrine.example"), ("$(date).localhost:81", "http://localhost:81"),
            ("a'b.localhost", "http://localhost"), ("x\";y.localhost:8x", "http://localhost"), ("", "http://localhost"),
        ]
    )
    func addressIsPlain(host: String, address: String) throws {
        let request = try Request(method: .get, target: "/", headers: [.hostName: host])
        #expect(request.serverAddress == address)
    }

    @Test("the library and the help page show the same recipes", arguments: ["/", "/help"])
    func bothPagesShow(path: String) async throws {
        let page = try await server.get(path, [.accept: "text/html"]).text
        for group in RecipeGroup.all(address: "") {
            for recipe in group.recipes { #expect(page.contains("<h4>\(recipe.title)<"), "\(recipe.title)") }
        }
        #expect(page.contains("/exporter/Vitrine.swift&#39;"))
    }
}
