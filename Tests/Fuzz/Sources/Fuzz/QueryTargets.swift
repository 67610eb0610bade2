import DumpFormats
import Foundation
import Checks
import Locators
import TestSupport
import ViewHierarchy

/// Locators by grammar: whatever they say, what they find is in order, twice the same, and within the budget of steps.
enum QueryTargets {
    /// So many steps a search may take here, and so many seconds of the processor: the steps are a few nanoseconds each,
    /// which sanitizers and other programs on the machine make twenty times as slow.
    private static let (steps, mostSeconds) = (500_000, 2.0)

    static let query = FuzzTarget(name: "query", maximumLength: 1_024, dictionary: "query") { bytes in
        var choices = Choices(bytes)
        let strategy = choices.one(of: Locator.Strategy.allCases)
        let text = text(strategy, &choices)
        let locator = Locator(strategy, text)
        let elements = locator.shape(of: orchard.tree) == .classes ? classes : types
        let start = clock()
        let found = try? locator.elements(in: elements, budget: WorkBudget(steps))
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        Invariants.require(seconds < mostSeconds, "\(strategy) took \(seconds) s: \(text)")
        _ = locator.notes
        guard let found else { return }
        Invariants.require(
            zip(found, found.dropFirst()).allSatisfy(<),
            "what \(strategy) finds is out of order: \(text)"
        )
        Invariants.require(
            found.allSatisfy(elements.subtree(of: 0).contains),
            "\(strategy) finds what is not there: \(text)"
        )
        let again = try? locator.elements(in: elements, budget: WorkBudget(steps))
        Invariants.require(again == found, "\(strategy) finds something else the second time: \(text)")
    }

    /// Names of classes in both manglings: whatever they refer to, they cost little and what is shown is short.
    static let names = FuzzTarget(name: "names", maximumLength: 1_024, dictionary: "query") { bytes in
        var choices = Choices(bytes)
        var raw = choices.one(of: ["_Tt", "_TtGC1A1B", "$s", "$s1A1BV", "_$s"])
        while choices.isOpen, !choices.once(in: 40) {
            raw += choices.one(of: [
                "C", "V", "G", "S", "_", "y", "1A", "4Tree", "A", "AA", "AC", "A2B", "Si", "SDy", "Say", "t", "D", "P",
                "F",
                "T_", "S_", "S0_", "L_", "0A", "33_", "Q", "o", "s", "E", "g", "$1f", choices.text(),
            ])
        }
        let start = clock()
        let name = ClassName(raw)
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        Invariants.require(seconds < mostSeconds, "\(raw) took \(seconds) s")
        Invariants.require(name.shown.count <= ClassName.maximumShown, "\(name.shown) is long")
    }

    /// Rules about layouts, as YAML or JSON.
    static let rules = FuzzTarget(name: "rules", maximumLength: 4_096, dictionary: "rules") { bytes in
        let start = clock()
        if let rules = try? RuleDocument(parsing: bytes), let report = try? rules.check(orchard) {
            Invariants.require(report.results.count <= RuleDocument.maximumChecks, "\(report.results.count) results")
            _ = report.summary
            _ = report.findings(in: "rules.yaml")
        }
        _ = try? LintConfiguration(parsing: bytes, known: ["a"])
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        Invariants.require(seconds < 4 * mostSeconds, "rules of \(bytes.count) bytes took \(seconds) s")
    }

    /// Some hundred views, some of them deep below one another.
    private static let orchard: Dump = {
        var lines = ["<UIWindow: 0x1; frame = (0 0; 390 844); layer = <CALayer: 0x2>>"]
        for row in 0..<40 {
            let name = ["UILabel", "UIButton", "Pear.Cell", "UISwitch"][row % 4]
            lines.append(
                "   | <UIView: 0x1\(row)0; frame = (0 \(row * 20); 390 20); tag = \(row % 7); layer = <CALayer: 0x2>>"
            )
            for depth in 1..<8 {
                let indent = "   |" + String(repeating: "    |", count: depth) + " "
                lines.append(
                    "\(indent)<\(name): 0x1\(row)\(depth); frame = (1 1; 40 10); text = 'aaaa \(row)'; layer = <CALayer: 0x2>>"
                )
            }
        }
        guard let dump = try? DumpReader.read(Array(lines.joined(separator: "\n").utf8)) else {
            Invariants.fail("the views of the searches cannot be read")
        }
        return dump
    }()
    private static let types = ElementTree(orchard)
    private static let classes = ElementTree(orchard, shape: .classes)

    // MARK: Texts

    private static func text(_ strategy: Locator.Strategy, _ choices: inout Choices) -> String {
        if choices.once(in: 4) { return String(decoding: choices.rest(), as: UTF8.self) }
        switch strategy {
        case .xpath: return path(&choices, 0)
        case .predicate: return predicate(&choices, 0)
        case .classChain:
            var chain = choices.once(in: 2) ? "**/" : ""
            for number in 0...choices.below(4) {
                if number > 0 { chain += choices.once(in: 2) ? "/**/" : "/" }
                chain += choices.one(of: [
                    "*", "XCUIElementTypeButton", "XCUIElementTypeStaticText", "XCUIElementTypeAny", "Pear",
                ])
                if choices.once(in: 2) { chain += "[`\(predicate(&choices, 0))`]" }
                if choices.once(in: 3) { chain += "[$\(predicate(&choices, 0))$]" }
                if choices.once(in: 3) { chain += "[\(choices.whole())]" }
            }
            return chain
        case .css:
            return (0...choices.below(4)).map { _ in
                choices.one(of: ["button", "*", "cell", "#a", "> cell", ", *", "staticText", choices.text()])
                    + choices.one(of: [
                        "", "[visible]", ":nth-child(2)", "[name~='a']", "[label=\"a\"b\"]", "[index='-1']",
                    ])
            }.joined(separator: " ")
        case .where:
            return (0...choices.below(12)).map { _ in
                choices.one(of: ["", "-", "!"])
                    + choices.one(of: [
                        "class:*a*b*", "text:a", "depth>2", "x<=1e308", "alpha!=0.5", "tag:3", "hidden", "\"a b\"",
                        "0x1", choices.text(),
                    ])
            }.joined(separator: " ")
        case .identifier, .className: return choices.text()
        }
    }

    private static let axes = [
        "child", "descendant", "parent", "ancestor", "following-sibling", "preceding-sibling", "following", "preceding",
        "attribute",
        "self", "descendant-or-self", "ancestor-or-self",
    ]

    private static func path(_ choices: inout Choices, _ depth: Int) -> String {
        var path = choices.one(of: ["//", "/", "", "(//*)[1]/", "..//"])
        for number in 0...choices.below(5) {
            if number > 0 { path += choices.one(of: ["/", "//"]) }
            path += choices.once(in: 3) ? choices.one(of: axes) + "::" : ""
            path += choices.one(of: [
                "*", "node()", "UILabel", "UIView", "Pear.Cell", "XCUIElementTypeButton", ".", "..", "@text", "text()",
            ])
            for _ in choices.many(atMost: 2) { path += "[\(expression(&choices, depth + 1))]" }
        }
        return path
    }

    private static func expression(_ choices: inout Choices, _ depth: Int) -> String {
        if choices.isLeaf(at: depth, deepest: 10) {
            return choices.one(of: [
                "1", "position()", "last()", "@text", "'a'", "-1", "0.5", "true()", "\(choices.number())", "count(//*)",
                "name()",
            ])
        }
        func inner() -> String { expression(&choices, depth + 1) }
        switch choices.below(14) {
        case 0: return "\(inner()) = \(inner())"
        case 1: return "\(inner()) != \(inner())"
        case 2: return "\(inner()) < \(inner())"
        case 3: return "(\(inner()) or \(inner()))"
        case 4: return "(\(inner()) and \(inner()))"
        case 5: return "contains(\(inner()), \(inner()))"
        case 6: return "matches(\(inner()), '\(pattern(&choices, 0))')"
        case 7: return "replace(\(inner()), '\(pattern(&choices, 0))', 'aa')"
        case 8: return "string-join(\(path(&choices, depth + 1)), \(inner()))"
        case 9: return "\(inner()) \(choices.one(of: ["+", "-", "*", "div", "mod"])) \(inner())"
        case 10: return "count(\(path(&choices, depth + 1)))"
        case 11: return "concat(\(inner()), \(inner()), \(inner()))"
        case 12: return "translate(\(inner()), 'abc', \(inner()))"
        default: return path(&choices, depth + 1)
        }
    }

    private static func predicate(_ choices: inout Choices, _ depth: Int) -> String {
        guard !choices.isLeaf(at: depth, deepest: 10) else { return comparison(&choices) }
        switch choices.below(4) {
        case 0: return "(\(predicate(&choices, depth + 1)) AND \(predicate(&choices, depth + 1)))"
        case 1: return "(\(predicate(&choices, depth + 1)) OR \(predicate(&choices, depth + 1)))"
        case 2: return "NOT (\(predicate(&choices, depth + 1)))"
        default: return comparison(&choices)
        }
    }

    private static func comparison(_ choices: inout Choices) -> String {
        let name = choices.one(of: [
            "label", "name", "value", "type", "rect.x", "rect.width", "visible", "enabled", "index", "SELF", "nothing",
        ])
        return switch choices.below(7) {
        case 0: "\(name) == '\(choices.one(of: ["a", "aaaa 1", ""]))'"
        case 1: "\(name) MATCHES[c] '\(pattern(&choices, 0))'"
        case 2: "\(name) LIKE[cd] '\(choices.one(of: ["*a*a*a*b", "?*", "a\\*"]))'"
        case 3: "\(name) BETWEEN {\(choices.number()), \(choices.number())}"
        case 4: "\(name) IN {'a', 1, \(choices.number())}"
        case 5:
            "\(name) \(choices.one(of: ["<", ">=", "!=", "CONTAINS", "BEGINSWITH", "ENDSWITH"])) \(choices.number())"
        default: "\(name) == nil"
        }
    }

    /// A regular expression; those with which other engines never end are the likely ones.
    private static func pattern(_ choices: inout Choices, _ depth: Int) -> String {
        guard !choices.isLeaf(at: depth, deepest: 8) else {
            return choices.one(of: [
                "a", "a*", "(a+)+b", "(a|a)*b", ".*.*.*b", "[^a-z]", "\\d+", "a{1,200}", "(a*)*", "\\b", "^$",
            ])
        }
        switch choices.below(5) {
        case 0: return "(\(pattern(&choices, depth + 1)))*"
        case 1: return "(\(pattern(&choices, depth + 1))|\(pattern(&choices, depth + 1)))+"
        case 2: return pattern(&choices, depth + 1) + pattern(&choices, depth + 1)
        case 3: return "(\(pattern(&choices, depth + 1))){\(choices.below(300)),\(choices.below(300))}"
        default: return "(?:\(pattern(&choices, depth + 1)))?"
        }
    }
}
