import TreeTesting
import TestSupport
import Testing

@testable import Drawing
@testable import ViewHierarchy

/// Most views of most trees have nothing but a frame, and loops over all views make use of it. Whatever they leave out for
/// such views has to come to the same as what they do for any others.
@Suite("Trees of views that a frame alone describes")
struct FramedViewTests {
    private static let cases = 500

    /// Calls the closure with so many trees.
    private func check(seed: UInt64, _ holds: (ViewTree, inout FramedTrees) -> Bool) {
        var trees = FramedTrees(seed: seed)
        for number in 0..<Self.cases {
            let tree = trees.next(atMost: 24)
            if !holds(tree, &trees) { Issue.record("case \(number): \(tree.indices.map(tree.frame(of:)))") }
        }
    }

    @Test("views lay out as they do with their geometry stored beside the frame")
    func layout() {
        var (moved, warned) = (0, 0)
        check(seed: 1) { tree, trees in
            let size = Size(width: trees.number(), height: trees.number())
            let rule = trees.generator.once(in: 3) ? Autoresizing.Rule.even : .proportional
            let rounding = trees.generator.once(in: 3) ? Autoresizing.Rounding.floorEdges(scale: 3) : .none
            let framed = tree.laidOut(resizing: 0, to: size, rule: rule, rounding: rounding)
            let stored = Self.stored(tree).laidOut(resizing: 0, to: size, rule: rule, rounding: rounding)
            moved += framed.changed.count
            warned += framed.warnings.count
            return framed.tree.indices.allSatisfy { Self.isSame(framed.tree.frames[$0], stored.tree.frames[$0]) }
                && framed.tree.flagSets == stored.tree.flagSets && framed.changed == stored.changed
                && framed.warnings == stored.warnings
        }
        #expect(moved > Self.cases && warned > 0)
    }

    @Test("an edit keeps of them what it keeps of others, and takes them back")
    func undo() {
        check(seed: 2) { tree, trees in
            let frame = Rect(x: 0, y: 0, width: trees.number(), height: trees.number())
            func saved(_ tree: ViewTree) -> (views: [Int], after: [Rect], isTakenBack: Bool) {
                var (edited, saved) = (tree, SavedValues())
                edited.setFrame(frame, at: 0, autoresizing: Autoresizing(), saved: &saved)
                let after = edited.frames
                saved.restore(&edited)
                let isTakenBack = tree.indices.allSatisfy { Self.isSame(edited.frames[$0], tree.frames[$0]) }
                return (Array(saved.views), after, isTakenBack && edited.flagSets == tree.flagSets)
            }
            let (framed, stored) = (saved(tree), saved(Self.stored(tree)))
            return framed.views == stored.views && zip(framed.after, stored.after).allSatisfy(Self.isSame)
                && framed.isTakenBack
        }
    }

    @Test("masks are as certain without anything that could be a sign of constraints as with one that is none")
    func certainty() {
        check(seed: 3) { tree, trees in
            var doubted = tree
            doubted.attributeColumn.add([.init("suffix", "says nothing")], to: 0)
            let size = Size(width: trees.number(), height: trees.number())
            let (plain, other) = (tree.laidOut(resizing: 0, to: size), doubted.laidOut(resizing: 0, to: size))
            return plain.certainties == other.certainties && plain.warnings == other.warnings
        }
    }

    @Test("a touch asks the same views as it does with their geometry and numbers stored")
    func touches() {
        var hits = 0
        check(seed: 4) { tree, trees in
            var stored = Self.stored(tree)
            for index in tree.indices where !stored.numbers.has(index) { stored.numbers[index] = .usual }
            let point = Point(x: trees.number(), y: trees.number())
            let hit = tree.hitTest(point)
            hits += hit.steps.count
            return hit == stored.hitTest(point)
        }
        #expect(hits > Self.cases)
    }

    @Test("a turn and an opacity that were taken back leave no trace in places and areas")
    func places() {
        check(seed: 5) { tree, _ in
            var turned = tree
            turned.geometries[0] = ViewGeometry(bounds: tree.bounds(of: 0), center: .zero, transform: .eighthTurn)
            turned.geometries[0] = nil
            turned.numbers[0] = ViewNumbers(alpha: 0.5)
            turned.numbers[0] = nil
            let (plain, other) = (WindowGeometry(tree), WindowGeometry(turned))
            let (area, otherArea) = (VisibleArea(tree), VisibleArea(turned))
            guard plain.isStraight, !other.isStraight else { return false }
            return tree.indices.allSatisfy { index in
                Self.isSame(plain.windowFrame(of: index), other.windowFrame(of: index))
                    && Self.isSame(plain.visibleFrame(of: index), other.visibleFrame(of: index))
                    && plain.toWindow(of: index) == other.toWindow(of: index)
                    && plain.isVisible(index) == other.isVisible(index)
                    && area.fraction(of: index) == otherArea.fraction(of: index)
                    && area.isExact(index) == otherArea.isExact(index)
                    && area.coveredBy(of: index) == otherArea.coveredBy(of: index)
            }
        }
    }

    /// The same tree with the geometry of each view stored, though its frame says it all.
    private static func stored(_ tree: ViewTree) -> ViewTree {
        var stored = tree
        for index in tree.indices { stored.geometries[index] = tree.geometry(of: index) }
        return stored
    }

    /// Whether both have the same bits, but for the ways to be no number.
    private static func isSame(_ first: Rect?, _ second: Rect?) -> Bool {
        func bits(_ rect: Rect?) -> [UInt64]? {
            rect.map { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height].map { $0.isNaN ? 1 : $0.bitPattern } }
        }
        return bits(first) == bits(second)
    }
}

/// Trees of views that have a frame, flags and a mask, some of them huge, negative or not finite.
private struct FramedTrees {
    private static let odd = [0, -0.0, -30, 1e300, -1e300, 1e13, 5e-7, .infinity, .nan]

    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next(atMost limit: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        var depth = 0
        for index in 0..<Int.random(in: 1...limit, using: &generator) {
            depth = index == 0 ? 0 : Int.random(in: 1...depth + 1, using: &generator)
            var view = view(number(), number(), number(), number())
            if index == 0 { view.frame = Rect(x: 0, y: 0, width: 200, height: 200) }
            view.autoresizingMask = AutoresizingMask(rawValue: UInt8.random(in: 0...63, using: &generator))
            view.isHidden = generator.once(in: 15)
            view.isUserInteractionEnabled = !generator.once(in: 10)
            view.clipsToBounds = generator.once(in: 3)
            view.autoresizesSubviews = !generator.once(in: 10)
            if generator.once(in: 3) { view.attributes = [.init("backgroundColor", "UIExtendedGrayColorSpace 1 1")] }
            builder.append(view, depth: depth)
        }
        return builder.build()
    }

    /// A length or a coordinate in a window of 200 by 200, or an odd one.
    mutating func number() -> Double {
        if generator.once(in: 25) { return Self.odd.randomElement(using: &generator) ?? 0 }
        return generator.once(in: 2)
            ? Double(Int.random(in: 0...200, using: &generator)) : Double.random(in: -20...200, using: &generator)
    }
}
