import Foundation
import Mustache
import ServerTesting
import TestSupport
import Testing

@testable import Web

@Suite("Templates")
struct TemplateTests {
    @Test("a quote with a combining mark leaves no attribute, in a page and in a partial")
    func combiningMarksDoNotEscapeTheEscaping() throws {
        let hostile = "\"\u{301} onfocus=alert(1) x=\"\u{301}"
        let row = Row(title: hostile, count: nil, words: ["'\u{301}<b>"])
        let html = try render(
            "{{#first}}<input value=\"{{title}}\">{{> part}}{{#words}}<i title='{{.}}'>{{/words}}{{/first}}",
            Sheet(first: row),
            part: "<b title=\"{{title}}\">"
        )
        #expect(html.utf8.filter { $0 == 34 }.count == 4)
        #expect(html.utf8.filter { $0 == 39 }.count == 2)
        #expect(html.unicodeScalars.filter { $0 == "<" }.count == 3)
        #expect(html.contains("&quot;\u{301}"))
    }

    @Test("control characters that markup cannot hold are dropped; line breaks stay")
    func controlCharactersAreDropped() throws {
        #expect(MarkupEscaping.escaped("a\u{0}b\u{8}c\nd\te") == "abc\nd\te")
    }

    @Test(
        "a name may break behind marks and before capitals, and nowhere else",
        arguments: [
            ("com.example.worldClock", "com.|example.|world|Clock"), ("a--b__c", "a--|b__|c"),
            ("HTTPServer/URL", "HTTPServer/|URL"),
            ("plain words", "plain words"), ("-x-", "-|x-"), ("", ""),
        ]
    )
    func namesBreakAtMarks(name: String, pieces: String) throws {
        let html = try render(
            "{{#first}}{{#pieces}}{{.}}|{{/pieces}}{{/first}}",
            Sheet(first: Row(title: name, count: nil, words: []))
        )
        #expect(html == (pieces.isEmpty ? "" : pieces + "|"))
    }

    private struct Row: PageModel {
        let title: String?
        let count: Int?
        let words: [String]

        static let members: Members<Self> = [
            "title": .text { $0.title }, "count": .number { $0.count }, "words": .texts { $0.words },
            "pieces": .pieces { $0.title },
            "isLong": .flag { $0.words.count > 1 }, "width": .decimal { Double($0.words.count) / 3 },
        ]
    }

    private struct Sheet: Page {
        static let template = "page"
        let title = "outer"
        var rows: [Row] = []
        var first: Row?

        static let members: Members<Self> = [
            "title": .text { $0.title }, "rows": .list { $0.rows }, "first": .part { $0.first },
        ]
    }

    private func render(_ source: String, _ sheet: Sheet, part: String = "") throws -> String {
        let folder = try TemporaryDirectory()
        try folder.write(source, to: "page.mustache")
        try folder.write(part, to: "part.mustache")
        let library = try TemplateLibrary(folder: folder.url, constants: ["assets": "/a"])
        return String(decoding: try library.render(sheet), as: UTF8.self)
    }

    @Test("a model's members are text, numbers, conditions, parts and rows; constants stand everywhere")
    func membersAreRendered() throws {
        let row = Row(title: "<x>", count: 0, words: ["a", "\"b"])
        let html = try render(
            "{{#rows}}{{assets}} {{title}}{{#count}} {{count}}{{/count}}{{#isLong}}!{{/isLong}}"
                + "{{#words}}[{{.}}]{{/words}} {{width}}{{/rows}}{{#first}}F{{/first}}{{^first}}no first{{/first}}",
            Sheet(rows: [row])
        )
        #expect(html == "/a &lt;x&gt; 0![a][&quot;b] 0.667no first")
        #expect(try render("{{first.title}}", Sheet(first: row)) == "&lt;x&gt;")
    }

    @Test("a member without a value skips its section, and an outer one of the same name does not show through")
    func emptyMembersAreAbsent() throws {
        let rows = ["", nil, "x"].map { Row(title: $0, count: nil, words: []) }
        let html = try render(
            "{{#rows}}[{{#title}}{{.}}{{/title}}{{^title}}none{{/title}}{{title}}{{^count}}-{{/count}}"
                + "{{^words}}-{{/words}}]{{/rows}}",
            Sheet(rows: rows)
        )
        #expect(html == "[none--][none--][xx--]")
    }

    @Test("indentation and line breaks between tags are not sent; those in a sentence are")
    func linesAreJoined() throws {
        let html = try render("<p>\n  <b>One</b>\n  {{title}}\n  <i>two words\n    more</i>\n\n</p>\n", Sheet())
        #expect(html == "<p><b>One</b>outer<i>two words\nmore</i></p>")
    }

    @Test("the check finds what a template's models lack, with template, line and model")
    func checkFindsWhatModelsLack() {
        func faults(_ source: String, _ partial: String = "") -> [String] {
            var check = TemplateCheck(sources: ["page": source, "part": partial], constants: ["assets"])
            check.walk(Sheet.self, in: Crumb.self)
            return check.faults.sorted()
        }
        typealias Crumb = PageRenderer.Crumb
        #expect(faults("{{assets}}{{title}}{{address}}\n{{#rows}}{{title}}{{#words}}{{.}}{{/words}}{{/rows}}") == [])
        #expect(faults("\n{{age}}") == ["page:2: age is no part of Sheet in Crumb"])
        #expect(faults("{{#rows}}{{> part}}{{/rows}}", "{{count}}") == [])
        #expect(faults("{{> part}}", "{{count}}") == ["part:1: count is no part of Sheet in Crumb"])
        #expect(faults("{{^first}}{{count}}{{/first}}") == ["page:1: count is no part of Sheet in Crumb"])
        #expect(faults("{{#first}}{{rows}}{{/first}}") == ["page:1: rows is no text of Row in Sheet in Crumb"])
        #expect(faults("{{first.count}}{{first.age}}") == ["page:1: first.age is no part of Sheet in Crumb"])
        #expect(faults("{{#rows}}{{.}}{{/rows}}") == ["page:1: {{.}} is no text in Row in Sheet in Crumb"])
        #expect(faults("{{#rows}}") == ["page: {{#rows}} is not ended"])
        #expect(faults("{{> nowhere}}") == ["page:1: there is no template nowhere"])
    }

    @Test("a name that stands twice among a model's members is known")
    func repeatedNamesAreKnown() {
        let members: Members<Row> = ["a": .number { $0.count }, "b": .text { $0.title }, "a": .text { $0.title }]
        #expect(members.repeatedNames == ["a"])
        #expect(Row.repeatedNames == [])
    }

    @Test("a missing folder, a broken template and a missing one are named")
    func faultsAreNamed() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{{#open}}", to: "broken.mustache")
        #expect { try TemplateLibrary(folder: folder.url) } throws: { ($0 as? TemplateError)?.template == "broken" }
        let empty = try TemporaryDirectory()
        #expect { try TemplateLibrary(folder: empty.url).render(Sheet()) } throws: {
            ($0 as? TemplateError)?.message == "There is no template page."
        }
    }
}
