import AutoLayout
import Diagnostics
import DumpFormats
import JSON
import Shapes
import ViewHierarchy

/// One layout as the command prints it.
struct PrintedLayout {
    let file: String
    /// `canvas`, or the device and how it is held.
    let place: String
    let tree: ViewTree
    /// What was assumed of texts.
    var texts = TextAssumptions()
    let result: AutoLayoutResult

    private var name: String {
        let root = result.root
        return tree.controller(of: root) ?? tree.name(of: root)
    }

    /// A line, and what conflicts and what nothing decides below it.
    var text: String {
        let tally = result.tally
        let undecided = tally.undecided.map { "\(tree.name(of: $0.view)): \($0.words)" }
        let size = result.frames.first?.size ?? .zero
        let screen = "\(NumberText.short(size.width))x\(NumberText.short(size.height))"
        let counts = "\(tally.certain) certain, \(tally.byContents) by contents, \(undecided.count) undecided"
        let broken = result.conflicts.isEmpty ? "" : ", conflicts: \(result.conflicts.count)"
        var lines = ["\(file): \(name), \(place), \(screen): \(counts)\(broken)"]
        lines += result.conflicts.map { "  \($0.sentence)" } + undecided.map { "  \($0)" }
        lines += result.omissions.map { "  \($0)" }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What the layout looks like, with what conflicts and what nothing decides.
    var drawn: DrawnLayout {
        let tally = result.tally
        var drawn = DrawnLayout(
            title: "\(name), \(place)",
            tree: tree.laidOut(result, saying: texts).tree,
            root: tree.id(at: result.root)
        )
        drawn.conflicts = result.conflicts.map(\.sentence)
        drawn.notes = tally.undecided.map { "\(tree.name(of: $0.view)): \($0.words)" } + result.omissions
        if tally.byContents > 0 {
            drawn.notes.append(
                "\(tally.byContents.counted("frame")) \(tally.byContents == 1 ? "depends" : "depend") on the size of contents."
            )
        }
        return drawn
    }

    /// All layouts as one object.
    static func json(_ layouts: [PrintedLayout]) -> [UInt8] {
        JSONWriter.object(reservingCapacity: layouts.count * 4_000) { writer in
            writer.list("layouts", layouts) { writer, layout in layout.write(to: &writer) }
        } + [UInt8(ascii: "\n")]
    }

    private func write(to writer: inout JSONWriter) {
        writer.member("file", file)
        writer.member("root", tree.id(at: result.root))
        writer.member("name", name)
        writer.member("place", place)
        writer.list("views", Array(zip(result.views, result.frames))) { writer, view in
            let (index, frame) = view
            writer.member("id", tree.id(at: index))
            for (name, value) in [
                ("x", frame.origin.x), ("y", frame.origin.y), ("width", frame.size.width),
                ("height", frame.size.height),
            ] { writer.member(name, value) }
            let certainty = result.certainty(of: index) ?? .certain
            writer.member("certainty", certainty.certainty.rawValue)
            switch certainty {
            case .certain: break
            case .dependsOnText(let views): writer.member("dependsOn", views)
            case .undetermined(let words): writer.member("why", words)
            }
        }
        writer.list("constraints", result.constraints.filter { $0.state != .active || $0.violation != 0 }) {
            writer,
            outcome in
            writer.member("name", tree.allConstraints[outcome.place].name)
            writer.member("state", outcome.state.rawValue)
            if let reason = outcome.reason { writer.member("reason", reason.rawValue) }
            writer.member("violation", outcome.violation)
        }
        writer.list("conflicts", result.conflicts) { writer, conflict in
            writer.member("message", conflict.sentence)
            writer.member("constraints", conflict.constraints.map { tree.allConstraints[$0].name })
        }
        writer.member("omissions", result.omissions)
    }
}
