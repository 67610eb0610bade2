package import Checks
import Diagnostics
import DumpFormats
package import JSON
package import Locators
package import ViewHierarchy

/// Dumps in order, to be printed in one of the forms that the command line offers: what became of the views of each, or the
/// history of one view.
package struct PrintedTimeline: Sendable {
    /// What a locator finds.
    package struct Found: Sendable {
        /// The history of the first view that it finds.
        package let track: ViewTrack
        /// The name of the first dump in which it finds any.
        package let dump: String
        /// How many it finds there.
        package let count: Int
    }

    private let names: [String]
    private let dumps: [Dump]
    private let timeline: Timeline

    /// Puts dumps in order.
    /// - Parameter dumps: Each with what it is called, such as the name of its file.
    package init(_ dumps: [(name: String, dump: Dump)], tolerance: Double) {
        names = dumps.map(\.name)
        self.dumps = dumps.map(\.dump)
        var timeline = Timeline(tolerance: tolerance)
        for (_, dump) in dumps { timeline.append(dump.tree, format: dump.format) }
        self.timeline = timeline
    }

    /// Whether nothing differs from any step to the next.
    package var isEmpty: Bool { timeline.isEmpty }

    /// What makes the comparisons less than they seem, a sentence each.
    package var warnings: [String] {
        timeline.steps.indices.flatMap { number in warnings(ofStep: number).map { "\(names[number]): \($0.message)" } }
    }

    private func warnings(ofStep number: Int) -> [Diagnostic] {
        DiffWarnings.warnings(ofStep: number, of: timeline) { (dumps[$0].app, dumps[$0].format) }
    }

    /// The view that a locator finds first, in the first dump in which it finds any; nil where it finds none.
    ///
    /// - Parameter text: What the search field takes: words such as `id:total`, an XPath, a class chain, `predicate:` and a
    ///   predicate string.
    /// - Returns: What is found; nil where nothing is, with what the last dump never has of what is asked for.
    /// - Throws: ``LocatorError``.
    package func view(_ text: String) throws(LocatorError) -> (found: Found?, notes: [LocatorNote]) {
        let locator = Locator.typed(text)?.locator ?? Locator(.where, text)
        var notes: [LocatorNote] = []
        for (number, dump) in dumps.enumerated() {
            let answer = try locator.answer(in: ElementTree(dump, shape: locator.shape(of: dump.tree)))
            notes = answer.notes
            guard let first = answer.views.first, let track = timeline.track(of: first, in: number) else { continue }
            return (Found(track: track, dump: names[number], count: answer.views.count), notes)
        }
        return (nil, notes)
    }

    // MARK: Steps

    /// The steps as the API has them, with a line break at the end.
    package var json: [UInt8] {
        JSONWriter.object { writer in
            writer.member("tolerance", timeline.tolerance)
            writer.list("steps", timeline.steps.indices) { writer, number in
                writer.member("number", number + 1)
                writer.member("name", names[number])
                writer.stepMembers(timeline.steps[number])
                writer.member("warnings", warnings(ofStep: number))
            }
        } + [10]
    }

    /// A line for each step: its number, the dump, how many views it has and what became of them.
    ///
    ///     1  first.txt    7 views
    ///     2  second.txt   7 views  1 moved, 1 hidden
    package var text: [UInt8] {
        Self.table(
            timeline.steps.enumerated().map { number, step in
                let views = step.tree.count.counted("view")
                return [String(number + 1), names[number], views, number == 0 ? "" : step.summary]
            }
        )
    }

    // MARK: A view

    /// The history of a view as the API has it, with a line break at the end.
    package func json(of track: ViewTrack) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("tolerance", timeline.tolerance)
            writer.trackMembers(track, in: timeline)
            writer.list("steps", track.moments) { writer, moment in
                writer.member("number", moment.step + 1)
                writer.member("name", names[moment.step])
                writer.momentMembers(moment, in: timeline)
            }
        } + [10]
    }

    /// The view, and a line for each step: its frame in the window, whether it is seen and what became of it.
    ///
    ///     UILabel “Oslo”
    ///     1  first.txt   10, 60  100 × 20  Visible
    ///     2  second.txt  10, 90  100 × 20  Visible    moved: position 10, 40 → 10, 70
    ///     3  third.txt   –       –         Not there  removed
    package func text(of track: ViewTrack) -> [UInt8] {
        let name = track.last.map { timeline.steps[$0.step].tree.name(of: $0.index ?? 0) } ?? ""
        let rows = track.moments.map { moment in
            let words = (moment.difference.map { DiffWords.lines(of: $0) } ?? []).map(\.text)
            let kinds = moment.kinds.map(\.rawValue).joined(separator: ", ")
            return [
                String(moment.step + 1), names[moment.step],
                moment.windowFrame.map { ViewPropertyValue.point($0.origin).words } ?? "–",
                moment.windowFrame.map { ViewPropertyValue.size($0.size).words } ?? "–",
                moment.visibility?.label ?? "Not there",
                words.isEmpty ? kinds : "\(kinds): \(words.joined(separator: ", "))",
            ]
        }
        return Array((Self.line(name) + "\n").utf8) + Self.table(rows)
    }

    /// Rows of columns, each as wide as its longest entry.
    private static func table(_ rows: [[String]]) -> [UInt8] {
        let rows = rows.map { $0.map(line) }
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let padded = zip(row, widths).map { entry, width in
                entry + String(repeating: " ", count: width - entry.count)
            }
            let end = padded.joined(separator: "  ")
            return String(end.reversed().drop { $0 == " " }.reversed())
        }
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// The shapes of timelines, which the API and the command line share.
extension JSONWriter {
    /// How large a step is, and how many views something became of since the one before; null for the first.
    package mutating func stepMembers(_ step: Timeline.Step) {
        member("viewCount", step.tree.count)
        key("summary")
        guard step.diff != nil else { return null() }
        beginObject()
        for kind in Timeline.Kind.allCases { member(kind.rawValue, step.count(kind)) }
        member("different", step.changes.count)
        endObject()
    }

    /// What a view is, in which steps it is there, and in which of them something became of it, counted from 1.
    package mutating func trackMembers(_ track: ViewTrack, in timeline: Timeline) {
        object("view") { writer in
            let (tree, index) = track.last.map { (timeline.steps[$0.step].tree, $0.index ?? 0) } ?? (ViewTree(), 0)
            writer.member("class", tree.className(of: index))
            writer.member("text", tree.text(of: index))
            writer.member("identifier", tree.identifier(of: index))
        }
        member("first", track.first.map { $0.step + 1 })
        member("last", track.last.map { $0.step + 1 })
        object("changes") { writer in
            for kind in Timeline.Kind.allCases { writer.member(kind.rawValue, track.steps(kind).map { $0 + 1 }) }
        }
    }

    /// How a view is in a step, and what became of it since the one before.
    package mutating func momentMembers(_ moment: ViewTrack.Moment, in timeline: Timeline) {
        let tree = timeline.steps[moment.step].tree
        member("view", moment.index.flatMap { tree.id(at: $0) })
        member("superview", moment.index.flatMap { tree.superview(of: $0) }.flatMap { tree.id(at: $0) })
        member("frame", moment.frame)
        member("windowFrame", moment.windowFrame)
        key("visible")
        if let visibility = moment.visibility { bool(visibility.isSeen) } else { null() }
        member("visibility", moment.visibility?.rawValue)
        member("text", moment.text)
        member("changes", moment.kinds.map(\.rawValue))
        changedProperties(moment.difference?.properties ?? [])
    }
}
