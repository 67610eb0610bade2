package import Checks
import Diagnostics
import DumpFormats
import JSON
package import ViewHierarchy

/// What is not the same in two dumps, to be printed in one of the forms that the command line offers.
package struct PrintedDiff: Sendable {
    package let former: Dump
    package let new: Dump
    /// What the dumps are called, such as the names of their files.
    package let names: (former: String, new: String)
    package let diff: TreeDiff

    /// Compares two dumps.
    package init(from former: Dump, _ name: String, to new: Dump, _ newName: String, tolerance: Double) {
        (self.former, self.new) = (former, new)
        names = (name, newName)
        diff = TreeDiff(from: former.tree, to: new.tree, tolerance: tolerance)
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { diff.isEmpty }

    /// What makes the comparison less than it seems, a sentence each.
    package var warnings: [String] {
        DiffWarnings.warnings(diff, apps: (former.app, new.app), formats: (former.format, new.format)).map(\.message)
    }

    /// How many views of each kind there are, in words.
    package var summary: String { diff.summary }

    /// The changes as the API has them, all of them, with a line break at the end.
    package var json: [UInt8] {
        let warnings = DiffWarnings.warnings(diff, apps: (former.app, new.app), formats: (former.format, new.format))
        return JSONWriter.object { writer in
            for (key, name, dump) in [("from", names.former, former), ("to", names.new, new)] {
                writer.key(key)
                writer.beginObject()
                writer.member("name", name)
                writer.member("viewCount", dump.tree.count)
                writer.endObject()
            }
            writer.members(of: diff, .everything, warnings: warnings)
        } + [10]
    }

    /// The changes as a tree: views that differ with a sign, those that hold such without; what changed on lines below.
    ///
    ///       UIWindow 0
    ///     ~   UILabel 5 “Total”  moved
    ///           position 16, 20 → 20, 20
    ///     +   UIButton 9 “Save”
    package var text: [UInt8] {
        var lines: [String] = []
        for line in Self.lines(of: diff) {
            let indent = String(repeating: "  ", count: min(line.depth, TreeText.maximumIndent))
            let kinds = line.change.map { change in
                change.kinds.map(\.rawValue).joined(separator: ", ")
            }
            let sign = line.change?.kinds.first?.sign ?? " "
            let isPlain = line.change?.kinds == [.added] || line.change?.kinds == [.removed]
            lines.append("\(sign) \(indent)\(line.name)" + (isPlain ? "" : kinds.map { "  \($0)" } ?? ""))
            for words in line.change.map({ DiffWords.lines(of: $0) }) ?? [] {
                lines.append("      \(indent)\(words.text)")
            }
        }
        lines.append(diff.summary)
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The changes as a report: a suite with a test case for each kind of change.
    ///
    /// - Parameters:
    ///   - file: The newer dump, as a path from where the report is made.
    ///   - folder: Where it is made.
    package func report(on file: String, as format: FindingsReport.Format, in folder: String? = nil) -> [UInt8] {
        var report = FindingsReport(version: ServerVersion.current, rules: TreeDiff.rules)
        report.add(diff.findings(in: file), suite: file)
        return report.written(as: format, in: folder)
    }

    /// A view that differs, or that holds such.
    package struct Line {
        package let depth: Int
        package let name: String
        package let change: TreeDiff.Change?
        /// Its place in the list of changes.
        package let number: Int?
    }

    /// The views that differ and those that hold them, in tree order.
    package static func lines(of diff: TreeDiff) -> [Line] {
        let nodes = diff.merged.nodes
        var numbers: [Int: Int] = [:]
        var isShown = [Bool](repeating: false, count: nodes.count)
        var next = 0
        for (place, node) in nodes.enumerated() where next < diff.changes.count {
            guard diff.changes[next].before == node.before, diff.changes[next].after == node.after else { continue }
            numbers[place] = next
            next += 1
            var above: Int? = place
            while let parent = above, !isShown[parent] {
                isShown[parent] = true
                above = nodes[parent].parent
            }
        }
        return nodes.indices.filter { isShown[$0] }.map { place in
            let node = nodes[place]
            let (tree, index) = node.after.map { (diff.new, $0) } ?? (diff.former, node.before ?? 0)
            let name = tree.name(of: index).split(whereSeparator: \.isNewline).joined(separator: " ")
            let id = tree.id(at: index).map(String.init) ?? ""
            return Line(
                depth: node.depth,
                name: "\(name) \(id)",
                change: numbers[place].map { diff.changes[$0] },
                number: numbers[place]
            )
        }
    }
}
