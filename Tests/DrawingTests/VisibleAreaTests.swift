import TreeTesting
import TestSupport
import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Visible area")
struct VisibleAreaTests {
    @Test("a view is seen less its own opaque subviews, later siblings and later windows")
    func whatIsInFront() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 50, 100)),
            (2, cover(0, 0, 50, 50)),
            (1, cover(25, 0, 25, 100)),
            (0, view(0, 0, 100, 100)),
            (1, cover(0, 90, 100, 10))
        )
        let area = VisibleArea(tree)
        #expect(area.fraction(of: 1) == 0.2)
        #expect(area.rects(of: 1) == [Rect(x: 0, y: 50, width: 25, height: 40)])
        #expect(area.fraction(of: 0) == 0.55)
        #expect(area.fraction(of: 2) == 0.5)
        #expect(area.fraction(of: 3) == 0.9 && area.fraction(of: 5) == 1)
        #expect(tree.indices.allSatisfy { area.isExact($0) && area.coveredBy(of: $0) == nil })
    }

    @Test("the front-most single view that covers all that clips leave is named")
    func coveredBy() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(80, 80, 100, 100)),
            (1, cover(70, 70, 100, 100)),
            (1, cover(80, 80, 20, 20)),
            (1, cover(0, 0, 90, 100))
        )
        let area = VisibleArea(tree)
        #expect(area.fraction(of: 1) == 0 && area.rects(of: 1) == [] && area.isExact(1))
        #expect(area.coveredBy(of: 1) == 3)
        #expect(area.coveredBy(of: 3) == nil)
    }

    @Test("two covers together hide what neither of them does")
    func coveredTogether() {
        let tree = tree((0, view(0, 0, 100, 100)), (1, cover(0, 0, 60, 100)), (1, cover(40, 0, 60, 100)))
        let region = VisibleRegion(of: 0, in: tree)
        #expect(region.fraction == 0 && region.coveredBy == nil && region.rects == [])
        #expect(VisibleArea(tree).fraction(of: 0) == 0)
    }

    @Test("a hole leaves four rectangles, edges that meet are joined")
    func rects() {
        let tree = tree(
            (0, view(0, 0, 90, 90)),
            (1, cover(30, 30, 15, 30)),
            (1, cover(45, 30, 15, 30))
        )
        let rects = VisibleRegion(of: 0, in: tree).rects
        #expect(rects.count == 4)
        #expect(rects.reduce(0) { $0 + $1.size.width * $1.size.height } == 8_100 - 900)
    }

    @Test(
        "what is not proven to be opaque covers nothing",
        arguments: [
            { $0.isOpaque = false }, { $0.alpha = 0.99 }, { $0.isHidden = true }, { $0.attributes = [] },
            { $0.attributes = [.init("backgroundColor", "UIExtendedGrayColorSpace 0 0")] },
            { $0.attributes.append(.init("layer", "<CATransformLayer: 0x1>")) },
            { $0.attributes.append(.init("cornerRadius", "4")) },
            { $0.attributes.append(.init("mask", "<UIView: 0x1>")) },
            { $0.className = "_UIVisualEffectSubview" }, { $0.transform = .eighthTurn },
            { $0.frame.origin.x = .nan },
        ] as [@Sendable (inout ViewDescription) -> Void]
    )
    func notCovers(_ change: @Sendable (inout ViewDescription) -> Void) {
        let tree = tree((0, view(0, 0, 10, 10)), (1, cover(-50, -50, 100, 100, change)))
        #expect(VisibleArea(tree).fraction(of: 0) == 1)
        #expect(VisibleRegion(of: 0, in: tree).fraction == 1)
    }

    @Test("a superview's alpha or hidden makes its opaque subviews transparent")
    func inheritedOpacity() {
        for change in [{ $0.alpha = 0.5 }, { $0.isHidden = true }] as [(inout ViewDescription) -> Void] {
            let tree = tree((0, view(0, 0, 10, 10)), (1, view(0, 0, 10, 10, change)), (2, cover(0, 0, 10, 10)))
            #expect(VisibleArea(tree).fraction(of: 0) == 1)
        }
    }

    @Test("opaque colours and filling classes cover, quarter turned and scaled as well")
    func covers() {
        let changes: [(inout ViewDescription) -> Void] = [
            { _ in }, { $0.transform = .quarterTurn }, { $0.transform = Transform(scaleX: -1, y: 3) },
            { $0.attributes = [.init("backgroundColor", "<UIDynamicSystemColor: 0x1; name = systemBackgroundColor>")] },
            { ($0.attributes, $0.className) = ([], "WKWebView") },
            { $0.attributes = [.init("baseClass", "MKMapView")] },
            { $0.attributes += [.init("cornerRadius", "0"), .init("mask", "nil")] },
        ]
        for change in changes {
            let tree = tree((0, view(0, 0, 10, 10)), (1, cover(0, 0, 10, 10, change)))
            #expect(VisibleArea(tree).fraction(of: 0) == 0)
        }
    }

    @Test("a rotated view is taken for the rectangle around it and said so")
    func rotated() {
        let turned = view(20, 20, 20, 20) { $0.transform = .eighthTurn }
        let tree = tree((0, view(0, 0, 100, 100)), (1, turned), (2, cover(0, 0, 20, 20)), (1, cover(0, 0, 30, 100)))
        let area = VisibleArea(tree)
        #expect(!area.isExact(1) && isClose(area.fraction(of: 1) ?? 0, 0.5))
        #expect(area.isExact(0) && area.fraction(of: 0) == 0.7)
    }

    @Test("a cover clipped by a rotated view covers nothing: how much of it is left is not known")
    func rotatedClip() {
        let turned = view(0, 0, 100, 100) { ($0.transform, $0.clipsToBounds) = (.eighthTurn, true) }
        let upright = cover(0, 0, 100, 100) {
            $0.transform = Transform(cosine: 0.5.squareRoot(), sine: -0.5.squareRoot())
        }
        let tree = tree((0, view(0, 0, 100, 100)), (1, turned), (2, upright))
        #expect(VisibleArea(tree).fraction(of: 0) == 1)
        #expect(!VisibleArea(tree).isExact(2))
    }

    @Test("views without area or place have no fraction, hidden and clipped ones have none left")
    func extremes() {
        let tree = tree(
            (0, view(0, 0, 10, 10) { $0.clipsToBounds = true }),
            (1, view(0, 0, 0, 10)),
            (1, view(.infinity, 0, 10, 10)),
            (1, view(0, 0, 10, 10) { $0.isHidden = true }),
            (1, view(20, 0, 10, 10)),
            (1, view(-1e300, -1e300, 2e300, 2e300)),
            (1, view(1e308, 1e308, 1e308, 1e308))
        )
        let area = VisibleArea(tree)
        #expect(area.fraction(of: 1) == nil && area.fraction(of: 2) == nil && area.fraction(of: 99) == nil)
        #expect(area.fraction(of: 3) == 0 && area.fraction(of: 4) == 0 && area.rects(of: 4) == [])
        #expect(area.fraction(of: 5) == 0 && area.rects(of: 5).count == 1)
        #expect(VisibleRegion(of: -1, in: tree).fraction == nil && VisibleArea(ViewTree()).fraction(of: 0) == nil)
    }

    @Test("windows at different places do not cover one another")
    func windowPlaces() {
        let tree = tree((0, view(0, 0, 10, 10)), (0, cover(0, 5, 10, 10)), (0, cover(0, 0, 10, 5)))
        #expect(VisibleArea(tree).fraction(of: 0) == 0.5)
        #expect(VisibleRegion(of: 0, in: tree).rects == [Rect(x: 0, y: 5, width: 10, height: 5)])
    }

    @Test("edges that rounding has pulled apart leave no slivers")
    func slivers() {
        let tree = tree(
            (0, view(0, 0, 1, 1)),
            (1, view(0.1, 0, 0.5, 1)),
            (2, cover(0.2, 0, 0.3, 1)),
            (1, cover(0.1 + 0.2, 0, 0.7, 1)),
            (1, cover(0, 0, 0.3, 1))
        )
        #expect(VisibleArea(tree).fraction(of: 0) == 0)
        #expect(VisibleRegion(of: 2, in: tree).rects == [])
    }

    @Test("the area agrees with painting each cell of random trees", arguments: 0..<20)
    func painter(_ part: Int) {
        for number in 0..<RandomCases.count(500) {
            let seed = part * 500 + number
            var random = SeededGenerator(seed: RandomCases.seed(UInt64(seed)))
            let sketch = Sketch(&random)
            let painting = Painting(sketch)
            let area = VisibleArea(sketch.tree)
            for index in sketch.tree.indices {
                let whole = sketch.area(of: index)
                let expected = whole > 0 ? Double(painting.cells[index].count) / whole : nil
                var isRight = isSame(area.fraction(of: index), expected) && area.isExact(index)
                if index == seed % sketch.tree.count {
                    let region = VisibleRegion(of: index, in: sketch.tree)
                    isRight =
                        isRight && isSame(region.fraction, expected) && region.isExact
                        && region.coveredBy == painting.coveredBy(index)
                        && painting.cells[index] == Self.cells(in: region.rects)
                }
                #expect(isRight, "view \(index) of the tree of seed \(seed)")
            }
        }
    }

    /// The cells inside the rectangles, as often as they are.
    private static func cells(in rects: [Rect]) -> [Int] {
        Sketch.cells.indices.flatMap { cell in rects.filter { $0.contains(Sketch.cells[cell]) }.map { _ in cell } }
    }

    @Test("past the limit of pieces more is said to be seen, never less, and marked")
    func limits() {
        for seed in 0..<300 {
            let tree = crowd(seed: seed, maximumDepth: 1)
            let right = VisibleArea(tree)
            let rough = VisibleArea(tree, limits: .narrow)
            let region = VisibleRegion(of: 0, in: tree, limits: .narrow)
            #expect((region.fraction ?? 0) > (right.fraction(of: 0) ?? 1) && !region.isExact)
            for index in tree.indices {
                let (more, less) = (rough.fraction(of: index) ?? 0, right.fraction(of: index) ?? 0)
                #expect(more >= less - 1e-9 && (!rough.isExact(index) || more == less))
            }
        }
    }

    @Test("too many rectangles become the one around them")
    func rectLimit() {
        var limits = ExposureLimits()
        limits.maximumRects = 3
        let tree = tree((0, view(0, 0, 9, 9)), (1, cover(3, 3, 3, 3)), (1, cover(0, 8, 9, 1)))
        let region = VisibleRegion(of: 0, in: tree, limits: limits)
        #expect(region.rects == [Rect(x: 0, y: 0, width: 9, height: 8)] && !region.isExact)
    }

    @Test("what covers a view is found from the front without measuring anything")
    func coveredFromTheFront() {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<300 {
            let tree = Sketch(&random).tree
            let scene = VisibleScene(tree)
            for index in tree.indices {
                #expect(scene.coveredBy(of: index) == VisibleRegion(of: index, in: tree).coveredBy)
            }
        }
    }

    @Test("many views are measured, whatever their arrangement", arguments: ExposureShape.allCases)
    func manyViews(_ shape: ExposureShape) {
        let tree = shape.tree(RandomCases.count(10_000))
        let area = VisibleArea(tree)
        let sum = tree.indices.reduce(0) { $0 + (area.fraction(of: $1) ?? 0) }
        #expect(sum > 0 && sum <= Double(tree.count))
        #expect((VisibleRegion(of: 0, in: tree).fraction ?? 2) <= (area.fraction(of: 0) ?? 0) + 1e-9)
    }
}

/// What is seen in each cell of a window, painted view by view.
private struct Painting {
    /// The cells in which each view is seen.
    private(set) var cells: [[Int]]
    /// The cells that clips leave of each view, and those in which it hides what is behind.
    private var present: [[Int]]
    private var covered: [Set<Int>]
    private let windows: [Point]

    init(_ sketch: Sketch) {
        let views = sketch.views
        let superviews = sketch.superviews
        cells = Array(repeating: [], count: views.count)
        present = cells
        covered = Array(repeating: [], count: views.count)
        var roots: [Int] = []
        for index in views.indices { roots.append(superviews[index].map { roots[$0] } ?? index) }
        windows = roots.map { views[$0].view.frame.origin }
        for (cell, point) in Sketch.cells.enumerated() {
            let points = sketch.localPoints(of: point)
            // Painted back to front: whoever paints opaquely wipes out what was there.
            var seen: [Int] = []
            var isDrawn: [Bool] = []
            var isOpen: [Bool] = []
            var opacity: [Double] = []
            for index in views.indices {
                let view = views[index].view
                let superview = superviews[index]
                let isInside = sketch.tree.bounds(of: index).contains(points[index])
                isDrawn.append(!view.isHidden && view.alpha > 0 && (superview.map { isDrawn[$0] } ?? true))
                opacity.append(view.alpha * (superview.map { opacity[$0] } ?? 1))
                let isUnclipped = superview.map { isOpen[$0] } ?? true
                // The window itself cuts; so does every view that clips.
                isOpen.append(isUnclipped && (isInside || superview != nil && !view.clipsToBounds))
                guard isDrawn[index], isUnclipped, isInside else { continue }
                present[index].append(cell)
                let paints = view.attributes.contains { $0.value.hasSuffix(" 1") }
                if view.isOpaque, opacity[index] == 1, paints {
                    seen.removeAll { windows[$0] == windows[index] }
                    covered[index].insert(cell)
                }
                seen.append(index)
            }
            for index in seen { cells[index].append(cell) }
        }
    }

    func coveredBy(_ index: Int) -> Int? {
        guard !present[index].isEmpty else { return nil }
        return cells.indices.last {
            $0 > index && windows[$0] == windows[index] && covered[$0].isSuperset(of: present[index])
        }
    }
}
