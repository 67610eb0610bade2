import Testing

@testable import Mustache

@Suite("Sets of templates")
struct TemplateSetTests {
    private struct Person: TemplateContext {
        var name: String
        var city: String?
        var friends: [Person] = []

        func value(named name: TemplateName) -> TemplateValue? {
            switch name.description {
            case "name": .text(self.name)
            case "city": city.map { .text($0) } ?? .nothing
            case "friends": .list(friends.map { .context($0) })
            default: nil
            }
        }
    }

    private func render(
        _ template: String,
        _ values: TemplateValue...,
        partials: [String: String] = [:]
    ) throws -> String {
        let templates = try TemplateSet(partials.merging(["page": template]) { first, _ in first })
        return String(decoding: try #require(templates.render("page", with: values)), as: UTF8.self)
    }

    private func fault(_ template: String) -> TemplateSyntaxError? {
        #expect(throws: TemplateSyntaxError.self) { try TemplateSet(["page": template]) }
    }

    @Test("a name is looked for from the inside out, and one that is known and empty ends the search")
    func namesAreLookedForOutwards() throws {
        let ann = Person(name: "Ann", city: "Ulm", friends: [Person(name: "Bo"), Person(name: "<Cy>", city: "Bonn")])
        let template = "{{#friends}}{{name}} of {{city}}{{unknown}};{{/friends}}{{name}} of {{city}}"
        #expect(try render(template, .context(ann)) == "Bo of ;&lt;Cy&gt; of Bonn;Ann of Ulm")
        #expect(try render("{{name}} {{city}}", .context(ann), .context(Person(name: "Di"))) == "Di ")
    }

    @Test("conditions, parts and rows are written as nothing where text is wanted")
    func onlyTextIsWritten() throws {
        let ann = Person(name: "Ann", friends: [Person(name: "Bo")])
        #expect(try render("[{{friends}}]", .context(ann)) == "[]")
        #expect(try render("[{{.}}{{{.}}}]", .flag(true)) == "[]")
        #expect(try render("[{{.}}]", .context(ann)) == "[]")
    }

    @Test("each of the five bytes is escaped, whatever follows it, and controls are dropped")
    func bytesAreEscaped() throws {
        let marked = try render("{{.}}", .text("\"\u{301}'\u{301}<\u{301}>&\u{301}"))
        #expect(marked == "&quot;\u{301}&#39;\u{301}&lt;\u{301}&gt;&amp;\u{301}")
        #expect(try render("{{.}}", .text("a\u{0}b\u{1F}\u{7F}\tc\r\n")) == "ab\u{7F}\tc\r\n")
        #expect(try render("{{{.}}}{{&.}}", .text("<\u{0}")) == "<\u{0}<\u{0}")
        #expect(MarkupEscaping.escaped("nothing to do 🙂") == "nothing to do 🙂")
    }

    @Test("a partial takes the indentation of its line, and so do those that stand in it")
    func partialsAreIndented() throws {
        let partials = ["outer": "<a>\n  {{> inner}}\n</a>\n", "inner": "one\ntwo\n"]
        let markup = try render("  {{> outer}}\n{{> inner}}", partials: partials)
        #expect(markup == "  <a>\n    one\n    two\n  </a>\none\ntwo\n")
    }

    @Test("a partial that holds itself ends, on one line and on its own")
    func recursionEnds() throws {
        let inline = try render("{{> a}}", partials: ["a": "x{{> a}}"])
        #expect(inline == String(repeating: "x", count: Renderer.maximumDepth - 1))
        let indented = try render("{{> a}}", partials: ["a": "x\n {{> a}}\n"])
        #expect(indented.count { $0 == "x" } == Renderer.maximumDepth - 1)
    }

    @Test("a partial that is missing renders as nothing, and a template that is missing is nil")
    func missingTemplates() throws {
        #expect(try render("a{{> gone}}b") == "ab")
        #expect(try TemplateSet(["page": ""]).render("other", with: []) == nil)
    }

    @Test("what does not parse is told with template and line")
    func faultsHaveLines() {
        #expect(fault("a\n{{#b}}\n{{c}}")?.line == 2)
        #expect(fault("a\n{{#b}}\n{{/c}}")?.line == 3)
        #expect(fault("{{/b}}")?.message == "{{/b}} ends no section that is open.")
        #expect(fault("\n\n{{b")?.line == 3)
        #expect(fault("{{}}")?.message == "A tag holds one name.")
        #expect(fault("{{a b}}")?.template == "page")
        #expect(fault("{{=<%=}}")?.message == "Delimiters are two words without an equals sign.")
        #expect(fault("{{#a}}{{#b}}{{/a}}{{/b}}")?.line == 1)
    }

    @Test("equal names have one number, and others another")
    func namesHaveNumbers() {
        #expect(TemplateName("alpha") == "alpha")
        #expect(TemplateName("alpha").number != TemplateName("beta").number)
        #expect(TemplateName("alpha").description == "alpha")
    }
}
