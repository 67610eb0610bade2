import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import ServerTesting
import TestSupport
import Testing

@testable import DumpServer
@testable import Web

@Suite("Guides")
struct GuideTests {
    /// What stands between the navigation and the end of the page, on one line.
    private func html(_ text: String, beside names: [String] = []) throws -> String {
        let folder = try TemporaryDirectory()
        try folder.write(text, to: "text.md")
        for name in names { try folder.write("# Other", to: name) }
        let files = try StaticFiles(root: folder.url.path(percentEncoded: false), prefix: "/docs/files")
        let guide = try #require(Guide("text", in: files))
        let page = try TestServer.resources.get().templates.render(guide)
        let body = try #require(String(decoding: page, as: UTF8.self).components(separatedBy: "</nav>").last)
        let inner = try #require(body.components(separatedBy: "</main>").first)
        return inner.replacing("\n>", with: ">").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(
        "Markdown becomes the elements of the page, and everything else is text",
        arguments: [
            ("# A `b`\n\nOne\n  two", "<h1 id=\"a-b\">A <code>b</code></h1><p>One\ntwo</p>"),
            ("## Same\n## Same", "<h2 id=\"same\">Same</h2><h2 id=\"same-1\">Same</h2>"),
            ("- a\n  b\n- c\n\n1. d", "<ul><li>a\nb</li><li>c</li></ul><ol><li>d</li></ol>"),
            ("- a\n\n      x\n  - b", "<ul><li><p>a</p><pre><code>x</code></pre><ul><li>b</li></ul></li></ul>"),
            ("    a\n\n      <b>\n\nc", "<pre><code>a\n\n  &lt;b&gt;</code></pre><p>c</p>"),
            ("```json\n{\"a\": 1}\n```", "<pre><code>{&quot;a&quot;: 1}</code></pre>"),
            (
                "| a | b |\n|---|---|\n| `x\\|y` | **z** |",
                "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td><strong>z</strong></td></tr></tbody></table>"
            ),
            ("*a* 2 * 3 `*b*` _c_", "<p><em>a</em> 2 * 3 <code>*b*</code> _c_</p>"),
            (
                "[o](other.md#x) [p](../p.txt) [q](#q) <https://e.org/>",
                "<p><a href=\"/docs/other#x\">o</a> p <a href=\"#q\">q</a> <a href=\"https://e.org/\">https://e.org/</a></p>"
            ),
            ("[a](javascript:b) <script>c</script>", "<p>a &lt;script&gt;c&lt;/script&gt;</p>"),
            ("![no\nno](none.png)\n\n[a](b `c **d [e", "<p>[a](b `c **d [e</p>"),
        ]
    )
    func elements(text: String, expected: String) throws {
        #expect(try html(text, beside: ["other.md"]) == expected)
    }

    @Test("lists in lists end at a depth, and nothing is lost")
    func depth() throws {
        let text = (0..<40).map { String(repeating: "  ", count: $0) + "- item \($0)" }.joined(separator: "\n")
        let html = try html(text)
        for number in 0..<40 { #expect(html.contains("item \(number)")) }
        #expect(html.components(separatedBy: "<ul>").count < 10)
    }

    @Test("every link of every guide leads to a page or a heading that is there, and pictures are whole")
    func links() async throws {
        let server = try TestServer()
        let index = try await server.get("/docs", [.accept: "text/html"]).text
        var pages: [String: String] = [:]
        for guide in Set(index.matches(of: /href="(\/docs\/[a-z-]+)"/).map { String($0.1) }) {
            pages[guide] = try await server.get(guide, [.accept: "text/html"]).text
        }
        #expect(pages.count > 15)
        for (guide, page) in pages {
            for link in page.matches(of: /href="(\/docs\/[^"#]*|)#([^"]+)"/) where link.2 != "main" {
                let target = link.1.isEmpty ? page : pages[String(link.1)]
                #expect(target?.contains("id=\"\(link.2)\"") == true, "\(guide) leads to \(link.1)#\(link.2)")
            }
            #expect(!page.contains("!["), "\(guide)")
            for picture in page.matches(of: /<img src="([^"]+)"[^>]*width="[0-9]+" height="[0-9]+"/) {
                #expect(try await server.get(String(picture.1)).status == .ok)
            }
        }
        #expect(try await server.get("/docs/none").status == .notFound)
    }
}
