import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("Templates")
struct TemplateTests {
    private func render(_ files: [String: String], _ name: String, _ model: TemplateModel) throws -> String {
        let folder = try TemporaryDirectory()
        for (path, text) in files { try folder.write(text, to: path + ".mustache") }
        return try TemplateLibrary(folder: folder.url).render(name, model)
    }

    @Test("a quote with a combining mark leaves no attribute, in a page and in a partial")
    func combiningMarksDoNotEscapeTheEscaping() throws {
        let hostile = "\"\u{301} onfocus=alert(1) x=\"\u{301}"
        let html = try render(
            [
                "page": "<input value=\"{{v}}\">{{> part}}{{#rows}}<i title='{{.}}'>{{/rows}}",
                "part": "<b title=\"{{v}}\">",
            ],
            "page",
            ["v": .text(hostile), "rows": .list([.text("'\u{301}<b>")])]
        )
        #expect(html.utf8.filter { $0 == 34 }.count == 4)
        #expect(html.utf8.filter { $0 == 39 }.count == 2)
        #expect(html.unicodeScalars.filter { $0 == "<" }.count == 3)
        #expect(html.contains("&quot;\u{301}"))
    }

    @Test("control characters that markup cannot hold are dropped; line breaks stay")
    func controlCharactersAreDropped() throws {
        #expect(MarkupEscaping().escapeText("a\u{0}b\u{8}c\nd\te") == "abc\nd\te")
    }

    @Test("empty text and absent parts skip their section, and an outer part of the same name does not show through")
    func emptyPartsAreAbsent() throws {
        let html = try render(
            ["page": "{{#inner}}[{{#title}}T{{/title}}{{^title}}none{{/title}}]{{/inner}}"],
            "page",
            ["title": "outer", "inner": .list([["title": ""], ["title": .absent], ["title": "x"]])]
        )
        #expect(html == "[none][none][T]")
    }

    @Test("a missing folder, a broken template and a missing one are named")
    func faultsAreNamed() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{{#open}}", to: "broken.mustache")
        #expect { try TemplateLibrary(folder: folder.url) } throws: { ($0 as? TemplateError)?.template == "broken" }
        let empty = try TemporaryDirectory()
        #expect { try TemplateLibrary(folder: empty.url).render("page", [:]) } throws: {
            ($0 as? TemplateError)?.message == "There is no template page."
        }
    }
}
