import TreeTesting
import TestSupport
import Testing

import AutoLayout
@testable import ViewHierarchy

@Suite("Editing, any sequence")
struct EditingPropertyTests {
    private static let cases = RandomCases.count(10_000)

    @Test("undone in order, any edits restore every value, every id and every place")
    func undo() throws {
        var random = SeededGenerator(seed: RandomCases.seed(1))
        for _ in 0..<Self.cases {
            var tree = random.tree(atMost: 12)
            let original = TreeRecord(tree)
            var undos: [TreeUndo] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let before = TreeRecord(tree)
                guard let applied = try? tree.apply(random.edit(of: tree)) else {
                    try #require(TreeRecord(tree) == before, "a refused edit changes nothing")
                    continue
                }
                if applied.isEmpty { try #require(TreeRecord(tree) == before, "no change is reported") }
                undos.append(applied.undo)
            }
            for undo in undos.reversed() { tree.undo(undo) }
            try #require(TreeRecord(tree) == original)
        }
    }

    @Test("the flat tree moves views as nested lists of subviews do, and applying again after an undo is the same")
    func oracle() throws {
        var random = SeededGenerator(seed: RandomCases.seed(2))
        for _ in 0..<Self.cases {
            var tree = random.tree(atMost: 12)
            var model = NestedTree(tree)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let edit = random.edit(of: tree)
                guard let applied = try? tree.apply(edit) else { continue }
                model.apply(edit)
                let after = TreeRecord(tree)
                try #require(NestedTree(tree).subviews == model.subviews)
                tree.undo(applied.undo)
                _ = try tree.apply(edit)
                try #require(TreeRecord(tree) == after)
            }
        }
    }

    @Test("views that no edit names as changed are as they were")
    func changed() throws {
        var random = SeededGenerator(seed: RandomCases.seed(3))
        for _ in 0..<Self.cases {
            var tree = random.tree(atMost: 12)
            let before = tree
            guard let applied = try? tree.apply(random.edit(of: tree)) else { continue }
            let changed = Set(applied.changed)
            try #require(applied.changed.allSatisfy { tree.index(ofID: $0) != nil })
            for index in before.indices {
                let id = try #require(before.id(at: index))
                if applied.removed.contains(id) {
                    try #require(tree.index(ofID: id) == nil)
                } else if !changed.contains(id) {
                    let now = try #require(tree.index(ofID: id))
                    try #require(tree.description(of: now) == before.description(of: index))
                    try #require(subviewIDs(of: now, in: tree) == subviewIDs(of: index, in: before))
                }
            }
        }
    }

    private func subviewIDs(of index: Int, in tree: ViewTree) -> [Int] {
        tree.subviews(of: index).compactMap { tree.id(at: $0) }
    }
}

extension SeededGenerator {
    /// An edit of any kind; some of them are not possible.
    mutating func edit(of tree: ViewTree) -> TreeEdit {
        let ids = tree.indices.compactMap { tree.id(at: $0) }
        let view = chance(0.02) ? 999 : ids.randomElement(using: &self) ?? 0
        let superview = ids.randomElement(using: &self) ?? 0
        let place = chance(0.2) ? nil : Int.random(in: chance(0.05) ? -1...0 : 0...4, using: &self)
        switch Int.random(in: 0..<9, using: &self) {
        case 0: return .insert(superview: superview, index: place, views: newViews())
        case 1: return .remove(view: view)
        case 2: return .move(view: view, superview: superview, index: place)
        case 3: return .bringToFront(view: view)
        case 4: return .sendToBack(view: view)
        case 5:
            let count = tree.subviews(of: tree.index(ofID: superview) ?? 0).count
            return .exchange(
                superview: superview,
                Int.random(in: 0...count, using: &self),
                Int.random(in: 0...count, using: &self)
            )
        default: return .change(view: view, changes())
        }
    }

    private mutating func newViews() -> [NewView] {
        var views = [NewView(view())]
        while chance(0.4) { views.append(NewView(view(), depth: Int.random(in: 1...views.count, using: &self))) }
        // A depth goes down by one at a time.
        for index in views.indices.dropFirst() {
            views[index].depth = min(views[index].depth, views[index - 1].depth + 1)
        }
        return views
    }

    private mutating func changes() -> ViewChanges {
        var changes = ViewChanges()
        if chance(0.3) { changes.frame = rect() }
        if chance(0.2) { changes.bounds = rect() }
        if chance(0.2) { changes.center = Point(x: points(0...100), y: points(0...100)) }
        if chance(0.2) { changes.transform = chance(0.3) ? .identity : transform() }
        if chance(0.1) { changes.anchorPoint = Point(x: points(0...1), y: points(0...1)) }
        if chance(0.2) { changes.alpha = Double.random(in: 0...1.1, using: &self) }
        if chance(0.2) { changes.isHidden = chance(0.5) }
        if chance(0.2) { changes.autoresizesSubviews = chance(0.5) }
        if chance(0.2) { changes.autoresizingMask = AutoresizingMask(rawValue: UInt8.random(in: 0...63, using: &self)) }
        if chance(0.1) { changes.contentMode = ContentMode.allCases.randomElement(using: &self) }
        if chance(0.2) { changes.tag = Int.random(in: -2...2, using: &self) }
        if chance(0.1) { changes.contentSize = .some(chance(0.5) ? nil : Size(width: 10, height: 20)) }
        return changes
    }
}

/// Trees and views of every kind, for the edits to work on.
extension SeededGenerator {
    /// A number of points with one decimal.
    mutating func points(_ range: ClosedRange<Int>) -> Double {
        Double(Int.random(in: range.lowerBound * 10...range.upperBound * 10, using: &self)) / 10
    }

    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    mutating func rect() -> Rect {
        Rect(x: points(-50...200), y: points(-50...200), width: points(0...200), height: points(0...200))
    }

    /// A transform that can be undone: turned, stretched, mirrored, moved.
    mutating func transform() -> Transform {
        let turn = Transform(rotation: Double.random(in: -3...3, using: &self))
        let stretch = Transform(scaleX: points(1...3), y: points(1...3) * (chance(0.3) ? -1 : 1))
        return turn.then(stretch).then(Transform(translation: Point(x: points(-20...20), y: points(-20...20))))
    }

    /// A view of any kind, transforms and scrolled bounds included.
    mutating func view() -> ViewDescription {
        let className = ["UIView", "UILabel", "App.Card"].randomElement(using: &self) ?? ""
        var view = ViewDescription(className: className, frame: rect())
        if chance(0.2) { view.transform = transform() }
        if chance(0.2) { view.contentOffset = Point(x: points(-50...50), y: points(-50...50)) }
        if chance(0.1) { view.anchorPoint = Point(x: points(0...1), y: points(0...1)) }
        view.autoresizingMask = AutoresizingMask(rawValue: UInt8.random(in: 0...63, using: &self))
        view.autoresizesSubviews = !chance(0.1)
        view.isHidden = chance(0.1)
        view.isOpaque = chance(0.7)
        view.clipsToBounds = chance(0.3)
        view.isUserInteractionEnabled = !chance(0.1)
        view.alpha = chance(0.2) ? 0.5 : 1
        if chance(0.3) { view.text = "Text \(Int.random(in: 0...99, using: &self))" }
        if chance(0.3) { view.attributes = [.init("layer", "<CALayer: \(Int.random(in: 0...9, using: &self))>")] }
        view.tag = chance(0.2) ? Int.random(in: -3...3, using: &self) : 0
        return view
    }

    /// A tree of 1 to so many views with one root, or sometimes more.
    mutating func tree(atMost limit: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        var depth = 0
        for _ in 0..<Int.random(in: 1...limit, using: &self) {
            builder.append(view(), depth: depth)
            depth = Int.random(in: (chance(0.05) ? 0 : 1)...depth + 1, using: &self)
        }
        return builder.build()
    }
}

/// Everything that can be asked of a tree, to compare two.
struct TreeRecord: Hashable {
    struct View: Hashable {
        var id: Int?
        var index: Int?
        var superview: Int?
        var subviews: [Int]
        var subtree: Range<Int>
        var place: Int?
        var depth: Int
        var key: String?
        var frame: Rect
        var geometry: ViewGeometry
        var flags: ViewFlags
        var description: ViewDescription?
    }

    var views: [View]
    var roots: [Int]
    var maximumDepth: Int

    init(_ tree: ViewTree) {
        roots = tree.roots
        maximumDepth = tree.maximumDepth
        views = tree.indices.map { index in
            View(
                id: tree.id(at: index),
                index: tree.id(at: index).flatMap { tree.index(ofID: $0) },
                superview: tree.superview(of: index),
                subviews: tree.subviews(of: index),
                subtree: tree.subtree(of: index),
                place: tree.subviewIndex(of: index),
                depth: tree.depth(of: index),
                key: tree.key(of: index),
                frame: tree.frame(of: index),
                geometry: tree.geometry(of: index),
                flags: tree.flags(of: index),
                description: tree.description(of: index)
            )
        }
    }
}
