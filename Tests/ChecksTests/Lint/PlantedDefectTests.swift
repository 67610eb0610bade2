import Diagnostics
import DumpFormats
import Foundation
import TestSupport
import Testing
import ViewHierarchy
@testable import Checks

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
    /// The formats whose fixtures never say something.
    private static func formats(without need: LintNeed, among dumps: [DumpFormat: [LintScene]]) -> String {
        let names = DumpFormat.allCases.filter { dumps[$0]?.allSatisfy { !need.isMet(by: $0) } ?? false }.map(\.name)
        return names.isEmpty ? "–" : names.joined(separator: ", ")
    }

    @Test("the guide lists what rules need, and the formats that never say it")
    func guide() throws {
        let folder = Fixtures.url("dumps")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var dumps: [DumpFormat: [LintScene]] = [:]
        for file in files {
            guard let bytes = try? Data(contentsOf: file), let dump = try? DumpReader.read([UInt8](bytes)) else {
                continue
            }
            dumps[dump.format, default: []].append(LintScene(dump, LintParts(dump)))
        }
        #expect(dumps.count == DumpFormat.allCases.count)
        let rows = LintNeed.allCases.compactMap { need -> String? in
            let rules = HierarchyLint.rules.filter { HierarchyLint.needs(of: $0.id).contains(need) }
            guard !rules.isEmpty else { return nil }
            let names = rules.map { "`\($0.id)`" }.joined(separator: ", ")
            return "| \(need.words) | \(names) | \(Self.formats(without: need, among: dumps)) |"
        }
        let table = (["| the dump says | rules | never said in |", "|---|---|---|"] + rows).joined(separator: "\n")
        let guide = try String(contentsOf: Fixtures.repository.appending(path: "docs/lint.md"), encoding: .utf8)
        #expect(guide.contains(table), "\(table)")
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
