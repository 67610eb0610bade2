import TreeTesting
import TestSupport
import Testing

@testable import ViewHierarchy

/// The couplings of UIKit's setters, with the numbers measured on UIKitCore (frame, bounds and position under Catalyst).
@Suite("Setters of a view's place")
struct SetterTests {
    private static let fill: AutoresizingMask = [.flexibleWidth, .flexibleHeight]

    /// A view of 200×100 about (200, 150), in a window.
    private func measured(_ change: (inout ViewDescription) -> Void = { _ in }) -> ViewTree {
        tree((0, view("UIWindow", 0, 0, 800, 800)), (1, view("Box", 100, 100, 200, 100, change)))
    }

    @Test("setting a transform changes the frame alone")
    func transform() {
        let cases: [(Transform, Rect)] = [
            (.eighthTurn, Rect(x: 93.934, y: 43.934, width: 212.132, height: 212.132)),
            (Transform(scaleX: 2, y: 2), Rect(x: 0, y: 50, width: 400, height: 200)),
            (Transform(translation: Point(x: 30, y: 40)), Rect(x: 130, y: 140, width: 200, height: 100)),
            (Transform(scaleX: 0, y: 0), Rect(x: 200, y: 150, width: 0, height: 0)),
            (Transform(scaleX: -1, y: 1), Rect(x: 100, y: 100, width: 200, height: 100)),
        ]
        for (transform, frame) in cases {
            var tree = measured()
            tree.setTransform(transform, at: 1)
            #expect(isClose(tree.frame(of: 1), frame))
            #expect(tree.bounds(of: 1) == Rect(x: 0, y: 0, width: 200, height: 100))
            #expect(tree.center(of: 1) == Point(x: 200, y: 150) && tree.transform(of: 1) == transform)
            tree.setTransform(.identity, at: 1)
            #expect(tree.frame(of: 1) == Rect(x: 100, y: 100, width: 200, height: 100))
        }
    }

    @Test("moving the anchor point moves the frame the other way")
    func anchorPoint() {
        let origins = [(0.0, 200.0, 150.0), (0.25, 150, 125), (0.5, 100, 100), (0.75, 50, 75), (1, 0, 50)]
        for (anchor, x, y) in origins {
            var tree = measured()
            tree.setAnchorPoint(Point(x: anchor, y: anchor), at: 1)
            #expect(tree.frame(of: 1) == Rect(x: x, y: y, width: 200, height: 100))
            #expect(tree.center(of: 1) == Point(x: 200, y: 150))
        }
        let turned = [(0.0, 250.0, 300.0), (0.5, 188.398, 206.699), (1, 126.795, 113.397)]
        for (anchor, x, y) in turned {
            var tree = measured()
            tree.setCenter(Point(x: 300, y: 300), at: 1)
            tree.setTransform(.sixthPart, at: 1)
            tree.setAnchorPoint(Point(x: anchor, y: anchor), at: 1)
            #expect(isClose(tree.frame(of: 1), Rect(x: x, y: y, width: 223.205, height: 186.603)))
        }
    }

    @Test("setting the frame under a transform takes the size back through it")
    func frameUnderTransform() {
        for (transform, set, size) in ViewGeometryTests.settings {
            var tree = measured { $0.transform = transform }
            tree.setFrame(Rect(origin: Point(x: 10, y: 20), size: set), at: 1)
            #expect(isClose(tree.bounds(of: 1), Rect(origin: .zero, size: size)))
            #expect(isClose(tree.center(of: 1), Point(x: 10 + set.width / 2, y: 20 + set.height / 2)))
        }
    }

    @Test("setting bounds keeps the center; their origin scrolls and is the content offset")
    func bounds() {
        var tree = tree(
            (0, view(0, 0, 100, 100) { $0.contentOffset = Point(x: 0, y: 5) }),
            (1, view(10, 10, 20, 20))
        )
        #expect(tree.setBounds(Rect(x: 0, y: 40, width: 100, height: 100), at: 0) == [0])
        #expect(tree.frame(of: 0) == Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(tree.contentOffset(of: 0) == Point(x: 0, y: 40) && tree.contentOffset(of: 1) == nil)
        #expect(tree.frame(of: 1) == Rect(x: 10, y: 10, width: 20, height: 20))
        tree.setBounds(Rect(x: 0, y: 40, width: 60, height: 120), at: 0)
        #expect(tree.frame(of: 0) == Rect(x: 20, y: -10, width: 60, height: 120))
    }

    @Test("a change of size takes the subviews along, a change of place does not")
    func subviews() {
        var tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(10, 10, 80, 80) { $0.autoresizingMask = Self.fill }),
            (2, view(0, 0, 40, 40) { $0.autoresizingMask = [.flexibleLeftMargin] }),
            (1, view(0, 0, 10, 10))
        )
        #expect(tree.setFrame(Rect(x: 5, y: 5, width: 100, height: 100), at: 0) == [0])
        #expect(tree.setFrame(Rect(x: 5, y: 5, width: 200, height: 100), at: 0) == [0, 1, 2])
        #expect(tree.frame(of: 1) == Rect(x: 10, y: 10, width: 180, height: 80))
        #expect(tree.frame(of: 2) == Rect(x: 100, y: 0, width: 40, height: 40))
        #expect(tree.setBounds(Rect(x: 0, y: 0, width: 100, height: 100), at: 0) == [0, 1, 2])
        #expect(tree.frame(of: 1) == Rect(x: 10, y: 10, width: 80, height: 80))
    }

    @Test("an index out of range changes nothing", arguments: [-1, 2, Int.max])
    func outOfRange(index: Int) {
        var tree = measured()
        let before = TreeRecord(tree)
        #expect(tree.setFrame(.zero, at: index) == [] && tree.setBounds(.zero, at: index) == [])
        tree.setCenter(.zero, at: index)
        tree.setTransform(.quarterTurn, at: index)
        tree.setAnchorPoint(.zero, at: index)
        tree.setAlpha(0, at: index)
        #expect(TreeRecord(tree) == before)
    }

    @Test("an untransformed view reads back every frame that is set, whatever its anchor point and scroll offset")
    func frameReadsBack() throws {
        var random = SeededGenerator(seed: RandomCases.seed(4))
        for _ in 0..<RandomCases.count(10_000) {
            var tree = tree((0, view(0, 0, 100, 100)), (1, random.view()))
            tree.setTransform(.identity, at: 1)
            let frame = Rect(
                x: Double.random(in: -1e6...1e6, using: &random),
                y: Double.random(in: -1e6...1e6, using: &random),
                width: Double.random(in: 0...1e6, using: &random),
                height: Double.random(in: 0...1e6, using: &random)
            )
            let origin = tree.bounds(of: 1).origin
            tree.setFrame(frame, at: 1)
            try #require(tree.frame(of: 1) == frame && tree.bounds(of: 1) == Rect(origin: origin, size: frame.size))
            let center = tree.center(of: 1)
            let anchor = tree.anchorPoint(of: 1)
            try #require(isClose(center.x, frame.minX + anchor.x * frame.size.width, within: 1e-9))
            tree.setCenter(center, at: 1)
            try #require(tree.frame(of: 1) == frame)
        }
    }
}
