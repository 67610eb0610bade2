import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("WindowGeometry")
struct WindowGeometryTests {
    @Test("the window's coordinates are the root's bounds, wherever its frame is")
    func root() {
        let tree = tree(
            (0, view(100, 200, 300, 400) { $0.bounds = Rect(x: 5, y: 6, width: 300, height: 400) }),
            (1, view(10, 20, 30, 40)),
            (2, view(1, 2, 3, 4))
        )
        let geometry = WindowGeometry(tree)
        #expect(geometry.windowFrame(of: 0) == Rect(x: 5, y: 6, width: 300, height: 400))
        #expect(geometry.windowFrame(of: 1) == Rect(x: 10, y: 20, width: 30, height: 40))
        #expect(geometry.windowFrame(of: 2) == Rect(x: 11, y: 22, width: 3, height: 4))
        #expect(geometry.toWindow(of: 0) == .identity && geometry.range == 0..<3)
        #expect(tree.indices.allSatisfy(geometry.isVisible))
    }

    @Test("a rotated root does not turn its own window")
    func rotatedRoot() {
        let tree = tree((0, view(0, 0, 320, 480) { $0.transform = .quarterTurn }), (1, view(0, 0, 480, 20)))
        #expect(isClose(WindowGeometry(tree).windowFrame(of: 1), Rect(x: 0, y: 0, width: 480, height: 20)))
    }

    @Test("scroll offsets and transforms carry over to everything below")
    func transforms() {
        let tree = tree(
            (0, view(0, 0, 400, 800)),
            (1, view(50, 100, 300, 200) { $0.contentOffset = Point(x: 0, y: 380) }),
            (2, view(20, 400, 100, 40)),
            (1, view(100, 100, 100, 100) { $0.transform = .quarterTurn }),
            (2, view(0, 0, 50, 20)),
            (3, view(0, 0, 10, 20))
        )
        let geometry = WindowGeometry(tree)
        #expect(geometry.windowFrame(of: 2) == Rect(x: 70, y: 120, width: 100, height: 40))
        #expect(isClose(geometry.windowFrame(of: 4), Rect(x: 180, y: 100, width: 20, height: 50)))
        #expect(isClose(geometry.windowFrame(of: 5), Rect(x: 180, y: 100, width: 20, height: 10)))
        #expect(isClose(geometry.toWindow(of: 4)?.apply(to: .zero), Point(x: 200, y: 100)))
    }

    @Test("only clipping superviews and the window cut a view")
    func clipping() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(10, 10, 50, 50) { $0.clipsToBounds = true }),
            (2, view(-5, 0, 20, 20)),
            (2, view(60, 0, 10, 10)),
            (3, view(-40, 0, 10, 10)),
            (1, view(80, 80, 10, 10)),
            (2, view(-10, -10, 50, 15)),
            (1, view(0, 100, 10, 10)),
            (2, view(0, -10, 10, 10))
        )
        let geometry = WindowGeometry(tree)
        #expect(geometry.visibleFrame(of: 2) == Rect(x: 10, y: 10, width: 15, height: 20))
        #expect(geometry.visibleFrame(of: 3) == nil && !geometry.isVisible(3))
        #expect(geometry.visibleFrame(of: 4) == Rect(x: 30, y: 10, width: 10, height: 10))
        #expect(geometry.visibleFrame(of: 6) == Rect(x: 70, y: 70, width: 30, height: 15))
        #expect(geometry.windowFrame(of: 6) == Rect(x: 70, y: 70, width: 50, height: 15))
        #expect(geometry.visibleFrame(of: 7) == nil && geometry.visibleFrame(of: 8) != nil)
    }

    @Test("clips inside one another cut together")
    func nestedClips() {
        let clip: (inout ViewDescription) -> Void = { $0.clipsToBounds = true }
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 50, 100, clip)),
            (2, view(25, 0, 50, 100, clip)),
            (3, view(-100, 10, 300, 5)),
            (3, view(30, 0, 5, 5))
        )
        let geometry = WindowGeometry(tree)
        #expect(geometry.visibleFrame(of: 2) == Rect(x: 25, y: 0, width: 25, height: 100))
        #expect(geometry.visibleFrame(of: 3) == Rect(x: 25, y: 10, width: 25, height: 5))
        #expect(geometry.visibleFrame(of: 4) == nil)
    }

    @Test("a clip of no size leaves nothing")
    func emptyClip() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(10, 10, 0, 10) { $0.clipsToBounds = true }),
            (2, view(0, 0, 10, 10)),
            (1, view(10, 10, 0, 10)),
            (2, view(0, 0, 10, 10))
        )
        let geometry = WindowGeometry(tree)
        #expect(geometry.visibleFrame(of: 2) == nil && geometry.visibleFrame(of: 3) == nil)
        #expect(geometry.isVisible(4))
    }

    @Test("a rotated clip cuts by its bounding box")
    func rotatedClip() {
        let tree = tree(
            (0, view(0, 0, 200, 200)),
            (
                1,
                view(50, 50, 100, 100) {
                    $0.bounds = Rect(x: 0, y: 0, width: 70.71067811865476, height: 70.71067811865476)
                    $0.transform = .eighthTurn
                    $0.clipsToBounds = true
                }
            ),
            (2, view(-200, -200, 400, 400))
        )
        #expect(isClose(WindowGeometry(tree).visibleFrame(of: 2), Rect(x: 50, y: 50, width: 100, height: 100)))
    }

    @Test("hidden and transparent views take what is below with them")
    func hidden() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 10, 10) { $0.isHidden = true }),
            (2, view(0, 0, 10, 10)),
            (1, view(0, 0, 10, 10) { $0.alpha = 0 }),
            (2, view(0, 0, 10, 10)),
            (1, view(0, 0, 10, 10) { $0.alpha = 0.005 })
        )
        let geometry = WindowGeometry(tree)
        #expect(tree.indices.map(geometry.isVisible) == [true, false, false, false, false, true])
        #expect(tree.indices.allSatisfy { geometry.visibleFrame(of: $0) != nil })
    }

    @Test("a view at no finite place has no window frame, nor has anything below it")
    func nonFinite() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(.infinity, .infinity, 0, 0)),
            (2, view(0, 0, 10, 10)),
            (1, view(1e308, 0, 10, 10) { $0.bounds = Rect(x: -1e308, y: 0, width: 10, height: 10) }),
            (2, view(1e308, 0, 10, 10)),
            (1, view(0, 0, 10, 10))
        )
        let geometry = WindowGeometry(tree)
        let placed = tree.indices.map { geometry.windowFrame(of: $0) != nil }
        #expect(placed == [true, false, false, false, false, true])
        #expect(geometry.toWindow(of: 1) == nil && geometry.visibleFrame(of: 2) == nil && !geometry.isVisible(2))
    }

    @Test("a subtree can be placed as if it were a window")
    func subtree() {
        let tree = tree(
            (0, view(0, 0, 100, 100) { $0.isHidden = true }),
            (1, view(10, 10, 20, 20) { $0.transform = .eighthTurn }),
            (2, view(1, 2, 30, 4)),
            (1, view(0, 0, 5, 5))
        )
        let geometry = WindowGeometry(tree, root: 1)
        #expect(geometry.range == 1..<3 && geometry.windowFrame(of: 0) == nil && geometry.windowFrame(of: 3) == nil)
        #expect(geometry.windowFrame(of: 2) == Rect(x: 1, y: 2, width: 30, height: 4) && geometry.isVisible(2))
        #expect(WindowGeometry(tree, root: 9).range.isEmpty)
    }

    @Test("a chain of 100,000 views is placed to its end")
    func deep() {
        let geometry = WindowGeometry(chain(100_000, of: view(1, 0, 1e6, 10)))
        #expect(geometry.windowFrame(of: 99_999)?.origin == Point(x: 99_999, y: 0))
    }
}
