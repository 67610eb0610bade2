import Defaults
import Foundation
import PropertyList
import TestSupport
import Testing
import Web

@testable import AppServer

@Suite("Changes on pages")
struct ChangeModelTests {
    private func html(_ changes: [DefaultsChange], _ question: ConfirmPage.Question = .remove) throws -> String {
        let templates = ResourceFolders(root: Fixtures.repository).templates
        let page = ConfirmPage(
            question: question,
            domain: "com.example.clock",
            action: "/action",
            back: "/back",
            sections: .groups(changes, domain: "com.example.clock", hiding: ["secret"])
        )
        return String(
            decoding: try TemplateLibrary(folder: templates, constants: ["assets": ""]).render(page),
            as: UTF8.self
        )
    }

    @Test("of two texts the words that differ are marked")
    func differingWords() throws {
        let text = try html([
            DefaultsChange(key: "k", before: .string("one two three"), after: .string("one 2 three"))
        ])
        #expect(text.contains("“one <mark>two</mark> three”") && text.contains("“one <mark>2</mark> three”"))
    }

    @Test("a value of another type names both types; one that comes or goes names its own")
    func types() throws {
        let text = try html([
            DefaultsChange(key: "k", before: .string("1"), after: .integer(1)),
            DefaultsChange(key: "", before: nil, after: .bool(true)),
        ])
        for type in ["string", "integer", "boolean"] { #expect(text.contains("<span class=\"type\">\(type)</span>")) }
        #expect(text.contains("(empty key)") && text.contains("not set"))
    }

    @Test("data shows what it holds, where both sides do not hold the same in other bytes")
    func data() throws {
        func value(_ text: String) -> PropertyListValue { .data(Data(text.utf8)) }
        let text = try html([DefaultsChange(key: "k", before: value(#"{"a":1}"#), after: value(#"{"a":2}"#))])
        #expect(text.contains("JSON {&quot;a&quot;:1}") && text.contains("JSON {&quot;a&quot;:2}"))
        let alone = try html([DefaultsChange(key: "k", before: nil, after: .data(Data([0, 1])))])
        #expect(alone.contains("&lt;0001&gt; 2 bytes"))
        let same = try html([DefaultsChange(key: "k", before: value(#"{"a":1}"#), after: value(#"{"a": 1}"#))])
        #expect(!same.contains("JSON") && same.contains("7 bytes") && same.contains("8 bytes"))
        let hidden = try html([DefaultsChange(key: "secret", before: nil, after: value(#"{"a":1}"#))])
        #expect(!hidden.contains("JSON"))
    }

    @Test("values of secure keys show as bullets")
    func secrets() throws {
        let text = try html([DefaultsChange(key: "secret", before: .string("hush"), after: nil)])
        #expect(text.contains("••••••") && !text.contains("hush"))
    }

    @Test("changes stand under what they are, and the question counts them")
    func sections() throws {
        let changes = (0..<201).map { DefaultsChange(key: "k\($0)", before: .integer(1), after: nil) }
        let text = try html(changes)
        #expect(
            text.contains("<h2>Removed <span class=\"dim num-text\">201</span>") && text.contains("and 1 more keys")
        )
        #expect(text.contains("Remove all 201 values?") && text.contains(">Remove 201 values</button>"))
        let restore = ConfirmPage.Question.restore(revision: 3, from: 4)
        let one = try html([DefaultsChange(key: "k", before: .integer(1), after: .integer(2))], restore)
        #expect(one.contains("<h2>Changed ") && one.contains("1 key of com.example.clock will change."))
        #expect(one.contains("name=\"revision\" value=\"3\"") && one.contains("name=\"from\" value=\"4\""))
        #expect(try html([], restore).contains("so there is nothing to restore"))
        #expect(try html([], .reset(app: "Clock")).contains("Every row already shows its default."))
    }
}
