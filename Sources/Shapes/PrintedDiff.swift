package import Checks
package import Diagnostics
import DumpFormats
package import JSON
package import ViewHierarchy

/// What makes comparisons of dumps less than they seem.
package enum DiffWarnings {
    /// What makes the comparison of a step with the one before less than it seems; nothing for the first.
    /// - Parameter origin: says of which app a step's dump is, and in which format.
    package static func warnings(
        ofStep number: Int,
        of timeline: Timeline,
        origin: (Int) -> (app: String?, format: DumpFormat)
    ) -> [Diagnostic] {
        guard number > 0, let diff = timeline.steps[number].diff else { return [] }
        let (former, new) = (origin(number - 1), origin(number))
        return warnings(diff, apps: (former.app, new.app), formats: (former.format, new.format))
    }

    /// What makes a comparison less than it seems.
    package static func warnings(
        _ diff: TreeDiff,
        apps: (String?, String?),
        formats: (DumpFormat, DumpFormat)
    ) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        if let one = apps.0, let other = apps.1, one != other {
            warnings.append(
                Diagnostic(.warning, "diff.differentApps", "The dumps are of different apps: “\(one)” and “\(other)”.")
            )
        }
        if formats.0 != formats.1 {
            let message =
                "The dumps have different formats, which may say different things of the same view: "
                + "\(formats.0.name) and \(formats.1.name)."
            warnings.append(Diagnostic(.info, "diff.differentFormats", message))
        }
        if !diff.unsaid.isEmpty {
            let names = diff.unsaid.prefix(20).joined(separator: ", ")
            let more = diff.unsaid.count > 20 ? " and \(diff.unsaid.count - 20) more" : ""
            warnings.append(
                Diagnostic(
                    .info,
                    "diff.unsaid",
                    "Only one of the dumps says this, so it is not compared: \(names)\(more)."
                )
            )
        }
        return warnings
    }
}

/// The shapes of comparisons, which the API and the command line share.
extension JSONWriter {
    /// Writes a part of the changes, each into the list of every kind that it is of, and what there is in all; the scenes
    /// with the first part.
    ///
    /// - Parameter picture: Where the picture of a root of a tree is, the former one for true; nil where there is none.
    package mutating func members(
        of diff: TreeDiff,
        _ range: PageRange,
        scenes: [TreeDiff.SceneDifference],
        picture: (Int, Bool) -> String? = { _, _ in nil },
        warnings: [Diagnostic]
    ) {
        member("tolerance", diff.tolerance)
        let (views, ties) = (diff.changes.count, diff.changes.count + diff.constraints.count)
        let total = ties + diff.objects.count
        let positions = range.positions(of: total)
        let changes = diff.changes[positions.clamped(to: 0..<views)]
        for kind in TreeDiff.Kind.allCases {
            key(kind.rawValue)
            beginArray()
            for change in changes where change.kinds.contains(kind) {
                beginObject()
                members(of: change, kind, in: diff)
                endObject()
            }
            endArray()
        }
        let constraints = positions.clamped(to: views..<ties).map { diff.constraints[$0 - views] }
        object("constraints") { writer in
            for kind in TreeDiff.ConstraintDifference.Kind.allCases {
                writer.list(kind.rawValue, constraints.filter { $0.kind == kind }) { $0.members(of: $1, in: diff) }
            }
        }
        list("objects", positions.clamped(to: ties..<total)) { writer, place in
            let object = diff.objects[place - ties]
            writer.member("id", object.id)
            writer.member("name", object.name)
            writer.member("change", object.kind.rawValue)
            writer.changedProperties(object.properties)
        }
        member("rewritten", diff.rewritten.count)
        var left = (moves: range.limit, findings: range.limit)
        nested("scenes", positions.lowerBound > 0 ? [] : scenes) { $0.members(of: $1, in: diff, &left, picture) }
        object("summary") { writer in
            for kind in TreeDiff.Kind.allCases { writer.member(kind.rawValue, diff.count(kind)) }
            writer.member("different", views)
            writer.member("same", diff.merged.nodes.count - views)
            writer.object("constraints") { writer in
                for kind in TreeDiff.ConstraintDifference.Kind.allCases {
                    writer.member(kind.rawValue, diff.countOfConstraints(kind))
                }
            }
            writer.member("objects", diff.objects.count)
            writer.member("text", diff.summary)
        }
        member("warnings", warnings)
        member("total", total)
        let isLast = positions.isEmpty || positions.upperBound >= total
        member("next", isLast ? nil : String(positions.upperBound - 1))
    }

    private mutating func members(of difference: TreeDiff.ConstraintDifference, in diff: TreeDiff) {
        let constraint =
            difference.after.flatMap(diff.new.constraint) ?? difference.before.flatMap(diff.former.constraint)
        member("from", difference.before)
        member("to", difference.after)
        member("name", constraint?.name ?? "")
        member("identifier", constraint?.identifier)
        member("view", constraint?.views.first)
        list("views", difference.views) { writer, view in
            writer.member("from", view.before)
            writer.member("to", view.after)
        }
        member("text", difference.text)
        changedProperties(difference.properties)
    }

    private mutating func members(
        of scene: TreeDiff.SceneDifference,
        in diff: TreeDiff,
        _ left: inout (moves: Int, findings: Int),
        _ picture: (Int, Bool) -> String?
    ) {
        beginObject()
        let ids = (scene.before.flatMap(diff.former.id), scene.after.flatMap(diff.new.id))
        member("id", ids.1 ?? ids.0)
        member("from", ids.0)
        member("to", ids.1)
        member("name", scene.name)
        member("changed", scene.isChanged)
        part("moves", scene.moves, &left.moves) { writer, move in
            writer.member("from", diff.former.id(at: move.view.before))
            writer.member("to", diff.new.id(at: move.view.after))
            writer.member("class", diff.new.className(of: move.view.after))
            writer.member("before", move.frames.before)
            writer.member("after", move.frames.after)
        }
        object("findings") { writer in
            writer.part("new", scene.new, &left.findings) { $1.write(to: &$0) }
            writer.part("gone", scene.gone, &left.findings) { $1.write(to: &$0) }
        }
        object("pictures") { writer in
            writer.member("before", scene.before.flatMap { picture($0, true) })
            writer.member("after", scene.after.flatMap { picture($0, false) })
        }
        endObject()
    }

    /// A list of which so much is written as is left, and how many there are where that is less.
    private mutating func part<Element>(
        _ name: String,
        _ elements: [Element],
        _ left: inout Int,
        _ members: (inout JSONWriter, Element) -> Void
    ) {
        let shown = elements.prefix(left)
        left -= shown.count
        list(name, shown, members)
        if shown.count < elements.count { member(name + "Total", elements.count) }
    }

    /// A property that is not the same.
    package mutating func members(of property: TreeDiff.PropertyChange) {
        member("name", property.name)
        if property.isAttribute { member("attribute", true) }
        member("before", property.before)
        member("after", property.after)
    }

    private mutating func members(of change: TreeDiff.Change, _ kind: TreeDiff.Kind, in diff: TreeDiff) {
        let (tree, index) = diff.view(of: change)
        member("from", change.before.flatMap { diff.former.id(at: $0) })
        member("to", change.after.flatMap { diff.new.id(at: $0) })
        member("class", tree.className(of: index))
        member("text", tree.text(of: index))
        member("identifier", tree.identifier(of: index))
        switch kind {
        case .added, .removed: member("frame", change.frames.before ?? change.frames.after)
        case .moved, .resized:
            member("before", change.frames.before)
            member("after", change.frames.after)
        case .reparented:
            member("before", change.before.flatMap { diff.former.superview(of: $0) }.flatMap { diff.former.id(at: $0) })
            member("after", change.after.flatMap { diff.new.superview(of: $0) }.flatMap { diff.new.id(at: $0) })
        case .reordered:
            member("before", change.before.flatMap { diff.former.subviewIndex(of: $0) })
            member("after", change.after.flatMap { diff.new.subviewIndex(of: $0) })
        case .changed:
            changedProperties(change.properties)
        }
    }

    /// What became of the properties of a view.
    mutating func changedProperties(_ properties: [TreeDiff.PropertyChange]) {
        nested("properties", properties) { writer, property in
            writer.beginObject()
            writer.members(of: property)
            writer.endObject()
        }
    }
}

extension TreeDiff {
    /// A view of a change with its tree: the new one, the former one of a view that is gone.
    package func view(of change: Change) -> (tree: ViewTree, index: Int) {
        if let after = change.after { (new, after) } else { (former, change.before ?? 0) }
    }
}

/// What is not the same in two dumps, to be printed in one of the forms that the command line offers.
package final class PrintedDiff: Sendable {
    package let former: Dump
    package let new: Dump
    /// What the dumps are called, such as the names of their files.
    package let names: (former: String, new: String)
    package let diff: TreeDiff

    /// Compares two dumps.
    package init(from former: Dump, _ name: String, to new: Dump, _ newName: String, tolerance: Double) {
        (self.former, self.new) = (former, new)
        names = (name, newName)
        diff = TreeDiff(from: former, to: new, tolerance: tolerance)
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { diff.isEmpty }

    /// The scenes of interface files, with what a check finds in each.
    var scenes: [TreeDiff.SceneDifference] {
        // try?: only a configuration can be wrong, and there is none.
        let found = [former, new].map { (try? HierarchyLint.check($0)) ?? LintOutcome() }
        return diff.scenes(of: (former, new), finding: (found[0], found[1]))
    }

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
            writer.members(of: diff, .everything, scenes: scenes, warnings: warnings)
        } + [10]
    }

    /// The changes as a tree: views that differ with a sign, those that hold such without; what changed on lines below.
    ///
    ///       UIWindow 0
    ///     ~   UILabel 5 “Total”  moved
    ///           position 16, 20 → 20, 20
    ///     +   UIButton 9 “Save”
    ///     ~ constraint Total.top = Header.bottom + 20 → + 28
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
        for constraint in diff.constraints { lines.append("\(constraint.kind.sign) constraint \(constraint.text)") }
        for object in diff.objects {
            lines.append("\(object.kind.sign) \(object.name)")
            for words in DiffWords.lines(of: object) { lines.append("      \(words.text)") }
        }
        if let words = diff.rewrittenWords { lines.append(words) }
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
