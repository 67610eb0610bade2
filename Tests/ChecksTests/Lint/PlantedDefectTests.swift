import Diagnostics
import Foundation
import AutoLayout
import TestSupport
import Testing
import ViewHierarchy
@testable import Checks
@testable import DumpFormats

/// A defect that is planted in a dump without any, or a change much like one.
struct PlantedDefect: Sendable, CustomTestStringConvertible {
    let family: String
    let rule: String
    let isFound: Bool
    let changes: [(old: String, new: String)]

    /// Reads a line of `planted.txt`; nil for a comment.
    init?(_ line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard !line.hasPrefix("#"), parts.count == 4 else { return nil }
        (family, rule, isFound) = (parts[0], parts[1], parts[2] == "+")
        changes = parts[3].split(separator: "&&").map { change in
            let sides = change.split(separator: "=>", maxSplits: 1, omittingEmptySubsequences: false)
            func text(_ side: Substring) -> String { String(side.drop { $0 == " " }.trimmingSuffix { $0 == " " }) }
            return (text(sides[0]), sides.count > 1 ? Self.repeated(text(sides[1])) : "")
        }
    }

    /// `@3{ab}` as `ababab`, with `\n` for a line break.
    private static func repeated(_ text: String) -> String {
        let text = text.replacing("\\n", with: "\n")
        guard let match = text.firstMatch(of: /@([0-9]+)\{(.*)\}/.dotMatchesNewlines()), let count = Int(match.1) else {
            return text
        }
        return text.replacingCharacters(in: match.range, with: String(repeating: String(match.2), count: count))
    }

    static let files = ["storyboard": "pass.storyboard", "text": "pass.txt", "elements": "pass.xml"]

    static func base(of family: String) throws -> String {
        try Fixtures.text("lint/" + (files[family] ?? family))
    }

    /// The dump with the defect in it.
    var dump: Dump {
        get throws {
            var text = try Self.base(of: family)
            for (old, new) in changes {
                let range = try #require(text.range(of: old), "\(old) is not in \(family)")
                text.replaceSubrange(range, with: new)
            }
            return try DumpReader.read(Array(text.utf8))
        }
    }

    var testDescription: String { "\(family) \(rule) \(isFound ? "+" : "-") \(changes.map(\.new))" }

    static let all =
        (try? Fixtures.text("lint/planted.txt"))?.split(separator: "\n").compactMap(PlantedDefect.init) ?? []
}

extension Substring {
    fileprivate func trimmingSuffix(while isBlank: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}

@Suite("Defects that are planted one at a time")
struct PlantedDefectTests {
    @Test("a dump without defects has no findings", arguments: PlantedDefect.files.keys.sorted())
    func clean(family: String) throws {
        let dump = try DumpReader.read(Array(try PlantedDefect.base(of: family).utf8))
        #expect(try HierarchyLint.findings(in: dump).map { "\($0.rule) \($0.message)" } == [])
    }

    @Test("a rule finds a defect, and stays silent at what only looks like one", arguments: PlantedDefect.all)
    func planted(defect: PlantedDefect) throws {
        let all = try HierarchyLint.findings(in: try defect.dump)
        let found = all.filter { $0.rule == defect.rule }
        #expect(found.isEmpty != defect.isFound, "\(all.map { "\($0.rule) \($0.message)" })")
        #expect(found.allSatisfy { $0.cure?.isEmpty == false })
    }

    /// The planted defects that edits of views, their order and their constraints can mend; others take a colour, a text, a
    /// name, or another file.
    private static let mendable: Set = [
        "size.zero", "size.negative", "place.clipped", "place.offScreen", "place.halfPixel", "place.unsafeArea",
        "touch.small", "touch.unreachable", "touch.cut", "touch.overlap", "opaque.transparent", "drawing.overdraw",
        "mask.fights", "scroll.contentCut", "layout.conflict", "layout.ambiguous", "layout.stale", "layout.offScreen",
        "layout.newlyClipped", "layout.collapsed", "layout.fixedWidth", "text.truncated",
    ]

    @Test(
        "what mends a defect leaves none: the finding is gone, and there is no new one",
        arguments: PlantedDefect.all.filter { defect in
            // A text that is too long for its line takes other words, or more lines.
            let isTooLong = defect.rule == "text.truncated" && defect.changes.contains { $0.new.contains("all") }
            return defect.isFound && mendable.contains(defect.rule) && !isTooLong
        }
    )
    func mended(defect: PlantedDefect) throws {
        var dump = try defect.dump
        let outcome = try HierarchyLint.check(dump)
        var fixer = LintFixer(dump, outcome)
        let finding = try #require(outcome.findings.first { $0.rule == defect.rule })
        let found = fixer.edits(mending: finding)
        let edits = try #require(found, "\(finding.message)")
        for edit in edits { _ = try dump.tree.apply(edit) }
        func named(_ findings: [ReportedFinding]) -> Set<String> { Set(findings.map { "\($0.rule) \($0.views)" }) }
        let after = named(try HierarchyLint.findings(in: dump))
        #expect(!after.contains("\(finding.rule) \(finding.views)"), "\(edits)")
        #expect(after.isSubset(of: named(outcome.findings)), "\(edits)")
    }

    /// What a family can say as a whole, but not so that one file of it breaks the rule.
    private static let exceptions = [
        "storyboard": [
            // Lengths that constraints give are not negative, and places are numbers.
            "size.negative", "place.nonFinite",
            // Interface files say neither transforms nor what other reports say of constraints.
            "mask.transformed", "transform.frame", "constraints.conflict", "constraints.missingHost",
            // Of masks alone, and of files that cannot be read.
            "layout.negativeSize", "interface.mergeConflict",
        ],
        "text": [],
        // Whole numbers.
        "elements": ["size.zero", "size.negative", "place.nonFinite"],
    ]

    @Test(
        "each rule that can judge a family has two defects and a near miss in it",
        arguments: PlantedDefect.files.keys
    )
    func isWhole(family: String) throws {
        let dump = try DumpReader.read(Array(try PlantedDefect.base(of: family).utf8))
        let judged = try HierarchyLint.check(dump).judged.filter {
            !["depth.truncated", "layout.unknown"].contains($0)
        }
        let planted = PlantedDefect.all.filter { $0.family == family }
        for rule in judged where Self.exceptions[family]?.contains(rule) != true {
            let own = planted.filter { $0.rule == rule }
            #expect(own.count { $0.isFound } >= 2 && own.contains { !$0.isFound }, "\(rule)")
        }
        #expect(!planted.isEmpty)
    }
}

@Suite("What rules need")
struct LintNeedTests {
    /// Formats that say the same.
    private static let families: [Set<DumpFormat>] = [
        [.xib, .storyboard], [.nib, .storyboardc], [.vitrineJSON, .propertyList],
        [.webDriverAgentJSON, .webDriverAgentXML],
    ]
    /// The formats of tools that print what they know of a running app: of what no fixture says nothing is known.
    private static let tools: Set<DumpFormat> = [
        .recursiveDescription, .webDriverAgentJSON, .webDriverAgentXML, .idb, .maestro, .sentry, .calabash, .xcuitest,
        .earlGrey, .kif, .detox, .uiautomator,
    ]

    /// Whether no dump of a format says what a rule needs.
    private static func isNeverSaid(_ need: LintNeed, in format: DumpFormat, _ scenes: [LintScene]) -> Bool {
        let family = families.first { $0.contains(format) } ?? [format]
        let lost = format.reader.facts.losses.compactMap(\.neverSaid).flatMap { $0.split(separator: ", ") }
        return (need == .interface || tools.contains(format) || lost.contains(Substring(need.words)))
            && !scenes.contains { family.contains($0.dump.format) && need.isMet(by: $0) }
    }

    @Test("the guide lists what rules need, and the formats that never say it")
    func guide() throws {
        let manager = FileManager.default
        let files = try ["dumps", "lint"].flatMap { folder in
            try manager.contentsOfDirectory(at: Fixtures.url(folder), includingPropertiesForKeys: nil)
        }
        let scenes = files.compactMap { file -> LintScene? in
            guard let bytes = try? Data(contentsOf: file), let dump = try? DumpReader.read([UInt8](bytes)) else {
                return nil
            }
            return LintScene(dump, LintParts(dump))
        }
        let rows = LintNeed.allCases.map { need in
            let rules = HierarchyLint.rules.filter { HierarchyLint.needs(of: $0.id).contains(need) }.map {
                "`\($0.id)`"
            }
            let formats = DumpFormat.allCases.filter { Self.isNeverSaid(need, in: $0, scenes) }.map(\.name)
            let words = formats.isEmpty ? "–" : formats.joined(separator: ", ")
            return "| \(need.words) | \(rules.joined(separator: ", ")) | \(words) |"
        }
        let table = (["| the dump says | rules | never said in |", "|---|---|---|"] + rows).joined(separator: "\n")
        let guide = try String(contentsOf: Fixtures.repository.appending(path: "docs/lint.md"), encoding: .utf8)
        #expect(guide.contains(table), "\(table)")
    }

    @Test(
        "a rule that needs what there is not, or that cannot be read, is told with its line",
        arguments: [
            ("warning a.b frames\nT\nE\nC\n\ninfo c.d\nT\nE\nC", []),
            ("warning a.b fraems clips\nT\nE\nC", ["Line 1: “a.b” needs “fraems”, which is no need."]),
            (
                "info a.b\nT\nE\nC\n\nerror c.d clips Masks\nT\nE\nC",
                ["Line 6: “c.d” needs “Masks”, which is no need."]
            ),
            ("warnign a.b\nT\nE\nC", ["Line 1: “warnign a.b” begins no rule of four lines."]),
            ("info a.b\nT\nE", ["Line 1: “info a.b” begins no rule of four lines."]),
        ]
    )
    func declarations(text: String, faults: [String]) {
        #expect(DeclaredRules(text).faults == faults)
        #expect(HierarchyLint.faults == [])
    }

    @Test("what could not judge is told with what is missing, and neither counts as silent")
    func words() throws {
        let dump = try DumpReader.read(try Fixtures.bytes("lint/pass.xml"))
        let outcome = try HierarchyLint.check(dump)
        let asked = HierarchyLint.rules.count { !HierarchyLint.isAboutDevices($0.id) }
        #expect(outcome.judged.count + outcome.unjudged.count == asked)
        #expect(outcome.silent == outcome.judged && Set(outcome.judged).isDisjoint(with: outcome.unjudged.map(\.rule)))
        #expect(outcome.unjudged.contains { $0.rule == "contrast.low" && $0.missing == [.colours] })
        let (silent, unjudged) = (outcome.silent.count, outcome.unjudged.count)
        #expect(
            outcome.words.hasPrefix("\(silent) rules found nothing; \(unjudged) could not judge, because the dump ")
        )
        let needed = Set(HierarchyLint.rules.flatMap { HierarchyLint.needs(of: $0.id) })
        #expect(LintNeed.allCases.allSatisfy(needed.contains))
    }
}
