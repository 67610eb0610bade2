import TreeTesting
import TestSupport
import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Touchable area")
struct TouchableAreaTests {
    @Test("a tap reaches a view where no later view of another subtree takes it, opaque or not")
    func whatIsInFront() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 50, 100)),
            (2, view(0, 0, 50, 50)),
            (1, view(25, 0, 25, 100) { ($0.isOpaque, $0.alpha) = (false, 0.01) })
        )
        let area = TouchableArea(tree)
        #expect(area.fraction(of: 1) == 0.5 && area.ownFraction(of: 1) == 0.25)
        #expect(area.fraction(of: 2) == 0.5 && area.ownFraction(of: 2) == 0.5)
        #expect(area.fraction(of: 0) == 1 && area.ownFraction(of: 0) == 0.5)
        #expect(tree.indices.allSatisfy { area.isExact($0) })
    }

    @Test("a rotated view gets about the share that a tap finds, and is marked")
    func rotated() {
        let turned = view(30, 30, 40, 40) {
            ($0.transform, $0.bounds) = (.eighthTurn, Rect(x: 0, y: 0, width: 40, height: 40))
            $0.center = Point(x: 50, y: 50)
        }
        let tree = tree((0, view(0, 0, 100, 100)), (1, view(0, 0, 50, 100)), (1, turned), (1, view(50, 90, 50, 10)))
        let area = TouchableArea(tree)
        #expect(isClose(area.fraction(of: 1) ?? 0, 1 - 800 / 5_000, within: 0.01))
        #expect(isClose(area.fraction(of: 2) ?? 0, 1, within: 0.01))
        #expect(!area.isExact(1) && !area.isExact(2) && area.isExact(3) && area.isExact(0))
        let touch = Touchability(of: 1, in: tree)
        #expect(isClose(touch.fraction ?? 0, 1 - 800 / 5_000, within: 0.01) && !touch.isExact)
        #expect(isClose(Touchability(of: 2, in: tree).fraction ?? 0, 1, within: 0.01))
    }

    @Test("what is below a rotated view is cut at its edges")
    func insideRotated() {
        let turned = view(30, 30, 40, 40) {
            ($0.transform, $0.bounds) = (.eighthTurn, Rect(x: 0, y: 0, width: 40, height: 40))
            $0.center = Point(x: 50, y: 50)
        }
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, turned),
            (2, view(-20, 0, 40, 40)),
            (3, view(-50, -50, 200, 200))
        )
        let area = TouchableArea(tree)
        #expect(isClose(area.fraction(of: 2) ?? 0, 0.5, within: 0.01))
        #expect(isClose(area.fraction(of: 3) ?? 0, 800 / 40_000, within: 0.001))
        #expect(isClose(Touchability(of: 3, in: tree).fraction ?? 0, 800 / 40_000, within: 0.001))
    }

    @Test("the shares agree with a hit test in each cell of random trees", arguments: 0..<20)
    func hitTests(_ part: Int) {
        for number in 0..<RandomCases.count(500) {
            let seed = part * 500 + number
            var random = SeededGenerator(seed: RandomCases.seed(UInt64(seed)))
            let sketch = Sketch(&random)
            let taps = Taps(sketch)
            let area = TouchableArea(sketch.tree)
            for index in sketch.tree.indices {
                let whole = sketch.area(of: index)
                let reached = whole > 0 ? Double(taps.reached[index]) / whole : nil
                let own = whole > 0 ? Double(taps.own[index]) / whole : nil
                var isRight =
                    isSame(area.fraction(of: index), reached) && isSame(area.ownFraction(of: index), own)
                    && area.isExact(index)
                if index == seed % sketch.tree.count {
                    let touch = Touchability(of: index, in: sketch.tree)
                    isRight =
                        isRight && isSame(touch.fraction, reached) && isSame(touch.ownFraction, own)
                        && touch.isTouchable == (taps.reached[index] > 0) && touch.isExact
                        && (touch.isTouchable || !touch.obstacles.isEmpty)
                }
                #expect(isRight, "view \(index) of the tree of seed \(seed)")
            }
        }
    }

    @Test("past the limit of pieces more is said to be reached, never less, and marked")
    func limits() {
        for seed in 0..<200 {
            let tree = crowd(seed: seed, maximumDepth: 2)
            let right = TouchableArea(tree)
            let rough = TouchableArea(tree, limits: .narrow)
            for index in tree.indices {
                let (more, less) = (rough.fraction(of: index) ?? 0, right.fraction(of: index) ?? 0)
                #expect(more >= less - 1e-9 && (!rough.isExact(index) || isClose(more, less)))
                #expect((rough.ownFraction(of: index) ?? 0) >= (right.ownFraction(of: index) ?? 0) - 1e-9)
            }
        }
    }

    @Test("many views are measured, whatever their arrangement", arguments: ExposureShape.allCases)
    func manyViews(_ shape: ExposureShape) {
        let tree = shape.tree(RandomCases.count(10_000))
        let area = TouchableArea(tree)
        let sum = tree.indices.reduce(0) { $0 + (area.ownFraction(of: $1) ?? 0) }
        #expect(sum > 0 && sum <= Double(tree.count))
        #expect(Touchability(of: 0, in: tree).isTouchable)
    }
}

/// Which view a tap in each cell of a window hits, asked point by point.
private struct Taps {
    private(set) var own: [Int]
    private(set) var reached: [Int]

    init(_ sketch: Sketch) {
        own = Array(repeating: 0, count: sketch.views.count)
        reached = own
        var subviews = [[Int]](repeating: [], count: sketch.views.count)
        for index in sketch.views.indices {
            if let superview = sketch.superviews[index] { subviews[superview].append(index) }
        }
        let roots = sketch.views.indices.filter { sketch.superviews[$0] == nil }
        for point in Sketch.cells {
            let points = sketch.localPoints(of: point)
            func hit(_ index: Int) -> Int? {
                let view = sketch.views[index].view
                guard !view.isHidden, view.isUserInteractionEnabled, view.alpha >= 0.01,
                    sketch.tree.bounds(of: index).contains(points[index])
                else { return nil }
                for subview in subviews[index].reversed() {
                    if let hit = hit(subview) { return hit }
                }
                return view.className == "UITextEffectsWindow" ? nil : index
            }
            guard let hit = roots.reversed().lazy.compactMap({ hit($0) }).first else { continue }
            own[hit] += 1
            var next: Int? = hit
            while let view = next {
                reached[view] += 1
                next = sketch.superviews[view]
            }
        }
    }
}
