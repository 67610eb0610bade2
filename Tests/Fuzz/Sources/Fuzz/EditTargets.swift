import Catalog
import DumpFormats
import JSON
import TestSupport
import AutoLayout
import ViewHierarchy

/// Edits and animations by grammar: documents that are read, carried out, taken back and carried out again.
enum EditTargets {
    /// So many commands are carried out at most.
    private static let maximumCommands = 24

    /// Edits with undo and redo. What they leave is what carrying out the journal on the dump as it was read gives, and
    /// taking all of them back gives the dump as it was read.
    static let edits = FuzzTarget(name: "edits", maximumLength: 1_024, dictionary: "text") { bytes in
        var choices = Choices(bytes)
        var tree = FuzzTarget.kitchen
        var done: [(text: [UInt8], undo: TreeUndo)] = []
        var undone: [[UInt8]] = []
        var commands = 0
        while choices.isOpen, commands < maximumCommands {
            commands += 1
            switch choices.below(8) {
            case 0:
                guard let last = done.popLast() else { continue }
                tree.undo(last.undo)
                undone.append(last.text)
            case 1:
                guard let text = undone.popLast() else { continue }
                let result = carryOut(text, on: &tree)
                guard let result, !result.isEmpty else {
                    Invariants.fail(
                        "what was taken back cannot be carried out: \(String(decoding: text, as: UTF8.self))"
                    )
                }
                done.append((text, result.undo))
            default:
                let text = document(&choices)
                let before = Snapshot(tree)
                guard let result = carryOut(text, on: &tree) else {
                    Invariants.require(Snapshot(tree) == before, "a refused edit changes nothing")
                    continue
                }
                Invariants.require(
                    !result.isEmpty || Snapshot(tree) == before,
                    "what changes something says that it does not: \(String(decoding: text, as: UTF8.self))"
                )
                guard !result.isEmpty else { continue }
                done.append((text, result.undo))
                undone = []
            }
        }
        check(tree, done)
    }

    private static func check(_ tree: ViewTree, _ done: [(text: [UInt8], undo: TreeUndo)]) {
        Invariants.check(tree)
        var replayed = FuzzTarget.kitchen
        for (text, _) in done {
            let result = carryOut(text, on: &replayed)
            Invariants.require(result?.isEmpty == false, "an edit of the journal changes nothing on a full reload")
        }
        Invariants.require(Snapshot(replayed) == Snapshot(tree), "the journal gives another tree than the edits did")
        var tree = tree
        for (_, undo) in done.reversed() { tree.undo(undo) }
        Invariants.require(Snapshot(tree) == kitchen, "edits that are taken back leave the tree as it was")
        Invariants.check(tree)
    }

    /// Reads an edit as the API does, writes it as the journal does, and carries out what is read from there.
    private static func carryOut(_ text: [UInt8], on tree: inout ViewTree) -> AppliedEdit? {
        guard let edit = try? TreeEditDocument.edit(text) else { return nil }
        guard let kept = try? TreeEditDocument.edit(TreeEditDocument.bytes(of: edit)) else {
            Invariants.fail("an edit that was written cannot be read: \(String(decoding: text, as: UTF8.self))")
        }
        return try? tree.apply(kept)
    }

    /// All that a tree says.
    private struct Snapshot: Equatable {
        let ids: [Int?]
        let depths: [Int]
        let views: [ViewDescription?]

        init(_ tree: ViewTree) {
            ids = tree.indices.map(tree.id)
            depths = tree.indices.map(tree.depth)
            views = tree.indices.map(tree.description)
        }
    }

    private static let kitchen = Snapshot(FuzzTarget.kitchen)

    // MARK: Documents

    private static func document(_ choices: inout Choices) -> [UInt8] {
        let operation = choices.one(of: TreeEditDocument.operations)
        return JSONWriter.object { writer in
            writer.member("op", operation)
            switch operation {
            case "insert":
                writer.member("superview", view(&choices))
                if choices.once(in: 2) { writer.member("index", choices.whole()) }
                writer.key("view")
                newView(&choices, 0, to: &writer)
            case "exchange":
                writer.member("superview", view(&choices))
                writer.member("indexes", [choices.below(6), choices.below(6)])
            case "move":
                writer.member("view", view(&choices))
                writer.member("superview", view(&choices))
                if choices.once(in: 2) { writer.member("index", choices.whole()) }
            case "change": change(&choices, to: &writer)
            case "removeConstraint": writer.member("constraint", choices.below(4))
            case "changeConstraint":
                writer.member("constraint", choices.below(4))
                writer.object("changes") { $0.member("constant", choices.number()) }
            case "addConstraint":
                writer.object("constraint") { writer in
                    writer.object("first") { writer in
                        writer.member("view", view(&choices))
                        writer.member("attribute", "width")
                    }
                    writer.member("constant", choices.number())
                }
            case "changeLayout":
                writer.member("view", view(&choices))
                writer.object("changes") { writer in
                    writer.object("contentHuggingPriority") { $0.member("vertical", choices.number()) }
                }
            case "changes":
                writer.list("views", Array(0...choices.below(3))) { writer, _ in change(&choices, to: &writer) }
            default: writer.member("view", view(&choices))
            }
        }
    }

    private static func view(_ choices: inout Choices) -> Int {
        choices.once(in: 16) ? choices.whole() : choices.below(FuzzTarget.kitchen.count + 6)
    }

    private static func change(_ choices: inout Choices, to writer: inout JSONWriter) {
        writer.member("view", view(&choices))
        writer.object("changes") { writer in members(&choices, to: &writer) }
    }

    /// Values of some properties, each once.
    private static func members(_ choices: inout Choices, to writer: inout JSONWriter) {
        var left = ViewProperty.editable
        for _ in 0...choices.below(4) {
            let property = left.remove(at: choices.below(left.count))
            writer.key(property.name)
            value(of: property.kind, &choices, to: &writer)
        }
    }

    private static func value(of kind: ViewPropertyValue.Kind, _ choices: inout Choices, to writer: inout JSONWriter) {
        if choices.once(in: 12) { return writer.null() }
        switch kind {
        case .bool: writer.bool(choices.once(in: 2))
        case .integer: writer.integer(choices.whole())
        case .number: writer.number(choices.once(in: 4) ? choices.number() : Double(choices.below(5)) / 4)
        case .text: writer.string(choices.text())
        case .transform:
            writer.beginArray()
            for _ in kind.components { writer.number(choices.number()) }
            writer.endArray()
        case .point, .size, .rect:
            writer.beginObject()
            for name in kind.components { writer.member(name, choices.number()) }
            writer.endObject()
        case .mask:
            writer.beginArray()
            for entry in AutoresizingMask.names where choices.once(in: 2) { writer.string(entry.name) }
            writer.endArray()
        case .contentMode: writer.string(choices.one(of: ContentMode.allCases.map(\.name)))
        }
    }

    private static func newView(_ choices: inout Choices, _ depth: Int, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("class", choices.one(of: ["UIView", "UILabel", "UIScrollView"]))
        writer.key("frame")
        value(of: .rect, &choices, to: &writer)
        if choices.once(in: 3) { writer.member("text", choices.text()) }
        if choices.once(in: 3) { writer.member("alpha", choices.number()) }
        if choices.once(in: 3) {
            writer.key("transform")
            value(of: .transform, &choices, to: &writer)
        }
        if !choices.isLeaf(at: depth, deepest: 5) {
            writer.list("subviews", Array(0...choices.below(2))) { writer, _ in
                // The list has begun the object of this subview.
                writer.member("class", "UIView")
                writer.key("frame")
                value(of: .rect, &choices, to: &writer)
            }
        }
        writer.endObject()
    }

    // MARK: Animations

    /// Animation blocks. Before they begin everything is as it was, after they end as the setters left it, and at no time
    /// do finite values lead to ones that are not.
    static let animation = FuzzTarget(name: "animation", maximumLength: 512, dictionary: "text") { bytes in
        var choices = Choices(bytes)
        let tree = FuzzTarget.kitchen
        let block = block(&choices, 0)
        guard let preview = try? AnimationPreview(block, of: tree) else { return }
        Invariants.require(preview.views == preview.views.sorted(), "the views are in tree order")
        Invariants.require(!preview.end.isNaN && preview.end >= 0, "an animation ends at \(preview.end)")
        // What takes no time is there at once, whatever its delay.
        for view in preview.presentation(at: -1) where takesTime(block, isInside: true) {
            Invariants.require(view.frame == tree.frame(of: view.index), "view \(view.index) moves before it may")
        }
        if preview.end.isFinite {
            for view in preview.presentation(at: preview.end + 1) {
                let index = view.index
                // Setters of absurd values may leave none.
                guard preview.model.frame(of: index).isFinite else { continue }
                Invariants.require(view.frame == preview.model.frame(of: index), "view \(index) does not arrive")
                Invariants.require(view.alpha == preview.model.alpha(of: index), "view \(index) does not fade")
            }
        }
        let times = [0, 0.1, 1, 1e300, choices.number(), preview.end / 2].filter { $0.isFinite && $0 >= 0 }
        for time in times {
            let shown = preview.presentation(at: time)
            Invariants.require(shown.map(\.index) == preview.views, "each view is shown at each time")
            for view in shown {
                Invariants.require(!view.alpha.isNaN, "the opacity of view \(view.index) is no number at \(time)")
            }
        }
    }

    private static func takesTime(_ block: AnimationBlock, isInside takesTime: Bool) -> Bool {
        let takesTime = block.duration.map { $0 > 0 } ?? takesTime
        return (takesTime || block.changes.isEmpty)
            && block.blocks.allSatisfy { EditTargets.takesTime($0, isInside: takesTime) }
    }

    private static func block(_ choices: inout Choices, _ depth: Int) -> AnimationBlock {
        var block = AnimationBlock()
        if choices.once(in: 2) { block.duration = abs(choices.number()) }
        if choices.once(in: 3) { block.delay = abs(choices.number()) }
        if choices.once(in: 3) { block.repeatCount = choices.once(in: 4) ? .infinity : abs(choices.number()) }
        if choices.once(in: 3) { block.curve = choices.one(of: AnimationCurve.allCases) }
        block.autoreverses = choices.once(in: 3)
        for _ in choices.many(atMost: 3) {
            block.changes.append(AnimationChange(view: choices.below(FuzzTarget.kitchen.count + 1), property(&choices)))
        }
        if !choices.isLeaf(at: depth) {
            for _ in choices.many(atMost: 2) { block.blocks.append(EditTargets.block(&choices, depth + 1)) }
        }
        return block
    }

    private static func property(_ choices: inout Choices) -> AnimationChange.Property {
        let n = (0..<6).map { _ in choices.number() }
        return switch choices.below(5) {
        case 0: .frame(Rect(x: n[0], y: n[1], width: n[2], height: n[3]))
        case 1: .bounds(Rect(x: n[0], y: n[1], width: n[2], height: n[3]))
        case 2: .center(Point(x: n[0], y: n[1]))
        case 3: .transform(Transform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
        default: .alpha(Double(choices.below(5)) / 4)
        }
    }
}
