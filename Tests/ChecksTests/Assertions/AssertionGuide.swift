@testable import ViewHierarchy
import DumpFormats
import Foundation
import TestSupport

@testable import Checks

/// What docs/assertions.md shows: its document, its table of words, and its screen.
struct AssertionGuide {
    /// A line of the table of words.
    struct Example: Sendable, CustomStringConvertible {
        var view, passing, failing, message: String
        var description: String { "\(view) \(failing)" }
    }

    let page: String

    static let page = AssertionGuide(
        page: (try? String(contentsOf: Fixtures.repository.appending(path: "docs/assertions.md"), encoding: .utf8))
            ?? ""
    )

    /// The text of the first block in a language.
    func block(_ language: String) -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "```\(language)" }.dropFirst().prefix { $0 != "```" }.joined(separator: "\n")
    }

    /// The names of its document, as YAML.
    var names: String {
        let lines = block("yaml").split(separator: "\n")
        return lines.drop { $0 != "let:" }.prefix { $0 != "rules:" }.joined(separator: "\n")
    }

    /// The lines of the table of words.
    var examples: [Example] {
        page.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[1].hasPrefix("`"), cells[2].hasPrefix("`") else { return nil }
            let expectations = cells[1...2].map { String($0.dropFirst().dropLast()) }
            return Example(view: cells[0], passing: expectations[0], failing: expectations[1], message: cells[3])
        }
    }

    /// The screen of its examples.
    func dump() throws -> Dump { try DumpReader.read(Array(block("json").utf8)) }

    /// What comes of a rule with one expectation, by the names of the page.
    func results(_ view: String, _ expectation: String, more: String = "") throws -> [AssertionResult] {
        let document = "\(names)\n\(more)\nrules:\n  - view: \(view)\n    expect: {\(expectation)}\n"
        return try RuleDocument(parsing: Array(document.utf8)).check(try dump()).results
    }

    /// What comes of a whole document.
    static func report(_ document: String, of dump: Dump) throws -> AssertionReport {
        try RuleDocument(parsing: Array(document.utf8)).check(dump)
    }
}
