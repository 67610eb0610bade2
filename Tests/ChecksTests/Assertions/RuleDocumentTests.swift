import Testing

@testable import Checks
@testable import Locators

@Suite("Rule documents")
struct RuleDocumentTests {
    private func faults(_ text: String) -> [RuleError.Fault] {
        do throws(RuleError) {
            _ = try RuleDocument(parsing: Array(text.utf8))
            return []
        } catch {
            return error.faults
        }
    }

    private func rule(_ expect: String, view: String = "{id: a}", more: String = "") -> String {
        "rules:\n- view: \(view)\n  expect: \(expect)\n\(more)"
    }

    @Test("YAML and JSON say the same")
    func grammars() throws {
        let yaml = try RuleDocument(
            parsing: Array("tolerance: 1\nrules:\n- view: {id: a}\n  expect: {width: 44..}\n".utf8)
        )
        let json = try RuleDocument(
            parsing: Array(#"{"tolerance": 1, "rules": [{"view": {"id": "a"}, "expect": {"width": "44.."}}]}"#.utf8)
        )
        for document in [yaml, json] {
            #expect(document.tolerance == 1 && document.rules.count == 1)
            #expect(document.rules.first?.view.target == .locator(Locator(.identifier, "a")))
            #expect(document.rules.first?.checks.map(\.summary) == ["width 44.."])
        }
    }

    @Test(
        "a fault has a pointer, and a line in either grammar",
        arguments: [
            ("{widht: 4}", "/rules/0/expect/widht", "There is no word “widht”; did you mean “width”?"),
            (
                "{width: true}", "/rules/0/expect/width",
                "“width” takes a number or a range such as 44, 8..12, 44.. or ..320, not true."
            ),
            (
                "{width: 9..8}", "/rules/0/expect/width",
                "“width” takes a number or a range such as 44, 8..12, 44.. or ..320, not “9..8”."
            ),
            (
                "{frame: [1, 2]}", "/rules/0/expect/frame",
                "“frame” takes an array of 4 numbers or ranges: x, y, width, height, not an array of 2."
            ),
            ("{near: {of: window}}", "/rules/0/expect/near", "“near” needs a direction: below, above, left, right."),
            ("{near: {of: windw, left: 1}}", "/rules/0/expect/near/of", "“let” has no “windw”; did you mean “window”?"),
            (
                "{aligned: {to: window, edge: lift}}", "/rules/0/expect/aligned/edge",
                "“edge” takes one of left, right, top, bottom, centerX, centerY, not “lift”."
            ),
            (
                "{aligned: {to: window, edges: left}}", "/rules/0/expect/aligned/edges",
                "There is no “edges” here; did you mean “edge”?"
            ),
            (
                "{centered: {in: window, axis: z}}", "/rules/0/expect/centered/axis",
                "“axis” takes one of x, y, both, not “z”."
            ),
            ("{spacing: {equal: 8}}", "/rules/0/expect/spacing", "“axis” is missing."),
            (
                "{visible: 75}", "/rules/0/expect/visible",
                "“visible” takes true, false, a share such as 75%, or a range of them such as 10%..20%, not 75."
            ),
            (
                "{touchable: much}", "/rules/0/expect/touchable",
                "“touchable” takes true, false, a share such as 75%, or a range of them such as 10%..20%, not “much”."
            ),
            (
                "{text: 5}", "/rules/0/expect/text",
                "“text” takes a text in quotes, or one of is, contains, startsWith, endsWith, matches with one, not 5."
            ),
            (
                "{text: {like: a}}", "/rules/0/expect/text/like",
                "There is no “like” here; there are is, contains, startsWith, endsWith, matches."
            ),
            (
                "{color: {of: text, is: reddish}}", "/rules/0/expect/color/is",
                "“is” takes a colour such as #1d1d1f, rgba(0, 0, 0, 0.5) or systemBlue, not “reddish”."
            ),
            (
                "{count: many}", "/rules/0/expect/count",
                "“count” takes a number or a range such as 44, 8..12, 44.. or ..320, not “many”."
            ),
            ("{exists: 1}", "/rules/0/expect/exists", "“exists” takes true or false, not 1."),
            ("{hidden: no}", "/rules/0/expect/hidden", "“hidden” takes true or false, not “no”."),
            ("{contains: window}", "/rules/0/expect/contains", "A view contains what a locator finds, not “window”."),
            ("{}", "/rules/0/expect", "“expect” expects nothing."),
        ]
    )
    func arguments(expect: String, pointer: String, message: String) {
        let found = faults(rule(expect))
        #expect(found.first { $0.pointer == pointer }?.message == message, "\(found)")
        #expect(found.allSatisfy { $0.line == 3 })
    }

    @Test(
        "what is wrong with views, names and devices is told",
        arguments: [
            (
                "rules:\n- view: titel\n  expect: {width: 1}\nlet: {title: {id: a}}", "/rules/0/view", 2,
                "“let” has no “titel”; did you mean “title”?"
            ),
            (
                "rules:\n- view: window\n  expect: {width: 1}", "/rules/0/view", 2,
                "“window” is what views are measured by; a rule needs a locator or a name of “let”."
            ),
            (
                "rules:\n- view: {id: a, xpath: b}\n  expect: {width: 1}", "/rules/0/view", 2,
                "A locator has one of id, predicate, chain, xpath, where, not 2 of them."
            ),
            (
                "rules:\n- view: {css: a}\n  expect: {width: 1}", "/rules/0/view/css", 2,
                "There is no “css” here; there are id, predicate, chain, xpath, where."
            ),
            ("rules:\n- expect: {width: 1}", "/rules/0", 2, "“view” is missing."),
            ("rules:\n- view: {id: a}", "/rules/0", 2, "“expect” is missing."),
            (
                "rules:\n- view: {id: a}\n  expct: {width: 1}", "/rules/0/expct", 3,
                "There is no “expct” here; did you mean “expect”?"
            ),
            (
                "rules:\n- view: {id: a}\n  uncertain: maybe\n  expect: {width: 1}", "/rules/0/uncertain", 3,
                "“uncertain” takes one of fail, skip, not “maybe”."
            ),
            (
                "let:\n  superview: {id: a}\nrules: []", "/let/superview", 2,
                "“superview” stands for itself; choose another name."
            ),
            (
                "devices: [iphone-8, iphone-9]\nrules: []", "/devices/1", 1,
                "There is no device “iphone-9”; did you mean “iphone-8”?"
            ),
            ("devices: iphone-8:upside\nrules: []", "/devices", 1, "“iphone-8:upside”: it is :portrait or :landscape."),
            ("tolerance: -1\nrules: []", "/tolerance", 1, "“tolerance” takes a number from 0 to 1000, not -1."),
            ("rulez: []", "", 1, "“rules” is missing."),
            ("- a", "", 1, "This takes an object with devices, tolerance, let, rules, not an array of 1."),
        ]
    )
    func places(text: String, pointer: String, line: Int, message: String) {
        let found = faults(text)
        #expect(found.contains(.init(pointer: pointer, line: line, message: message)), "\(found)")
    }

    @Test("a locator that is not understood is told at its place")
    func locators() {
        for view in [#"{predicate: "x < 20"}"#, #"{chain: "**/Cell"}"#, #"{xpath: "//*["}"#, #"{where: "nothing:x"}"#] {
            let found = faults(rule("{width: 1}", view: view))
            #expect(found.count == 1 && found[0].pointer.hasPrefix("/rules/0/view/") && found[0].line == 2, "\(found)")
            #expect(found.first?.message.hasPrefix("At character ") == true)
        }
    }

    @Test("lines of JSON are told too")
    func jsonLines() {
        let found = faults(
            "{\n  \"rules\": [\n    {\"view\": {\"id\": \"a\"},\n     \"expect\": {\"widht\": 1}}\n  ]\n}"
        )
        #expect(found.map(\.pointer) == ["/rules/0/expect/widht"] && found.map(\.line) == [4])
        let broken = faults("{\n  \"rules\": [}\n")
        #expect(broken.count == 1 && broken[0].line == 2 && broken[0].message.hasPrefix("The rules are not JSON: "))
    }

    @Test(
        "what is no YAML ends with its line",
        arguments: [
            ("rules:\n  - view: {chain: **/XCUIElementTypeCell}\n", 2), ("rules:\n\t- a\n", 2), ("rules: [\n", 2),
            ("a: 1\nrules: []\nrules: []\n", 1), ("rules: &all []\n", 1), ("rules: []\n---\nrules: []\n", 2),
        ]
    )
    func yaml(text: String, line: Int) {
        let found = faults(text)
        #expect(found.count == 1 && (found[0].line ?? 0) >= line, "\(found)")
    }

    @Test("documents that are meant to hurt are refused")
    func limits() {
        #expect(
            faults("") == [.init(pointer: "", line: nil, message: "The rules are empty; they begin with “rules:”.")]
        )
        #expect(faults("# nothing\n").count == 1)
        #expect(faults(String(repeating: "a", count: RuleDocument.maximumBytes + 1)).count == 1)
        #expect(faults("rules: " + String(repeating: "[", count: 200_000)).count == 1)
        #expect(faults("rules: " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900)).count == 1)
        #expect(faults(String(repeating: "- ", count: 5_000)).count == 1)
        #expect(faults(String(repeating: "{", count: 900)).count == 1)
        let bomb = (1..<9).map {
            "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ","))]"
        }
        #expect(faults("a0: &a0 [x]\n" + bomb.joined(separator: "\n")).first?.line == 1)
        let rules = String(repeating: "- {view: {id: a}, expect: {width: 1}}\n", count: RuleDocument.maximumRules + 1)
        #expect(faults("rules:\n" + rules).map(\.pointer) == ["/rules"])
        let devices = Array(repeating: "dump", count: RuleDocument.maximumDevices + 1).joined(separator: ", ")
        #expect(faults("devices: [\(devices)]\nrules: []").map(\.pointer) == ["/devices"])
        let many = String(repeating: "- {view: {id: a}, expect: {widht: 1}}\n", count: 400)
        #expect(faults("rules:\n" + many).count == 100)
    }

    @Test(
        "ranges",
        arguments: [
            ("44", 44.0, 44.0), ("8..12", 8, 12), ("44..", 44, nil), ("..320", nil, 320), ("-4..-1.5", -4, -1.5),
            ("1e2", 100, 100), (" 1 .. 2 ", 1, 2),
        ] as [(String, Double?, Double?)]
    )
    func ranges(text: String, lower: Double?, upper: Double?) {
        let range = RuleRange(text)
        #expect(range?.lower == lower && range?.upper == upper && range != nil)
    }

    @Test(
        "what is no range",
        arguments: [
            "", "..", "...", "1...2", "2..1", "a", "1..b", "nan", "inf", "0x10", "1e400", "1e10", "75%", "1..2..3",
            "1 2", "--1", "1..2%",
        ]
    )
    func noRanges(text: String) { #expect(RuleRange(text) == nil) }
}
