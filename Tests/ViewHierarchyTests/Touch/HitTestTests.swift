import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("Hit test")
struct HitTestTests {
    private func steps(_ result: HitTest) -> [String] { result.steps.map { "\($0.view) \($0.reason)" } }

    @Test("the frontmost subview that holds the point gets it, then what is in front in that one")
    func frontmost() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 50, 50)),
            (1, view(20, 20, 50, 50)),
            (2, view(0, 0, 10, 10))
        )
        #expect(tree.hitTest(Point(x: 25, y: 25)).view == 3)
        #expect(tree.hitTest(Point(x: 40, y: 40)).view == 2)
        #expect(tree.hitTest(Point(x: 10, y: 10)).view == 1)
        #expect(tree.hitTest(Point(x: 90, y: 90)).view == 0)
        #expect(tree.hitTest(Point(x: 100, y: 5)).view == nil)
    }

    @Test("left and top edges belong to a view, right and bottom edges do not")
    func edges() {
        let tree = tree((0, view(0, 0, 100, 100)), (1, view(10, 10, 20, 20)))
        #expect(tree.hitTest(Point(x: 10, y: 10)).view == 1)
        #expect(tree.hitTest(Point(x: 30, y: 10)).view == 0 && tree.hitTest(Point(x: 10, y: 30)).view == 0)
        #expect(tree.hitTest(Point(x: 29.999, y: 29.999)).view == 1)
        #expect(tree.hitTest(Point(x: 0, y: 0)).view == 0 && tree.hitTest(Point(x: 0, y: 100)).view == nil)
    }

    @Test(
        "a view turned by a right angle is hit where it is drawn, as measured",
        arguments: [
            (Point(x: 110, y: 110), Point(x: 85, y: 115), false), (Point(x: 200, y: 110), Point(x: 85, y: 25), true),
            (Point(x: 200, y: 200), Point(x: 175, y: 25), true), (Point(x: 180, y: 220), Point(x: 195, y: 45), true),
            (Point(x: 290, y: 125), Point(x: 100, y: -65), false),
        ]
    )
    func rotated(_ point: Point, _ local: Point, _ isHit: Bool) {
        let box = view(0, 0, 0, 0) {
            $0.bounds = Rect(x: 0, y: 0, width: 200, height: 50)
            $0.center = Point(x: 200, y: 125)
            $0.transform = .quarterTurn
        }
        let tree = tree((0, view(0, 0, 400, 800)), (1, box))
        #expect(tree.frame(of: 1) == Rect(x: 175, y: 25, width: 50, height: 200))
        #expect(isClose(tree.convert(point, from: 0, to: 1), local))
        #expect(tree.hitTest(point).view == (isHit ? 1 : 0))
    }

    @Test("a transform that cannot be inverted is applied as it is: the view is hit though nothing is drawn")
    func singular() {
        let flat = view(0, 0, 0, 0) {
            $0.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
            $0.center = Point(x: 50, y: 50)
            $0.transform = Transform(scaleX: 0, y: 0)
        }
        let tree = tree((0, view(0, 0, 400, 400)), (1, flat))
        #expect(tree.hitTest(Point(x: 50, y: 50)).view == 1)
        #expect(tree.views(at: Point(x: 50, y: 50)) == [1, 0])
    }

    @Test("hidden, transparent and disabled views refuse for everything below them, each with its reason")
    func refusals() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 100, 100) { $0.isHidden = true }),
            (2, view(0, 0, 100, 100)),
            (1, view(0, 0, 100, 100) { $0.alpha = 0.0099 }),
            (1, view(0, 0, 100, 100) { $0.isUserInteractionEnabled = false }),
            (2, view(0, 0, 100, 100)),
            (1, view(0, 0, 10, 10)),
            (2, view(0, 0, 100, 100))
        )
        let result = tree.hitTest(Point(x: 50, y: 50))
        #expect(result.view == 0)
        #expect(
            steps(result) == [
                "0 hit", "6 pointOutside", "4 userInteractionDisabled", "3 alphaBelowThreshold", "1 hidden",
            ]
        )
        #expect(result.steps.map(\.isAccepted) == [true, false, false, false, false])
        #expect(tree.views(at: Point(x: 50, y: 50)) == [7, 5, 4, 3, 2, 1, 0])
    }

    @Test("an alpha of 0.01 is enough, and alphas are not multiplied")
    func alpha() {
        let tree = tree(
            (0, view(0, 0, 10, 10) { $0.alpha = 0.05 }),
            (1, view(0, 0, 10, 10) { $0.alpha = 0.05 }),
            (2, view(0, 0, 10, 10) { $0.alpha = 0.01 })
        )
        #expect(tree.hitTest(.zero).view == 2)
    }

    @Test("several reasons: hidden counts before alpha, alpha before interaction, the position last")
    func precedence() {
        let tree = tree(
            (0, view(0, 0, 10, 10)),
            (
                1,
                view(0, 0, 10, 10) {
                    $0.isUserInteractionEnabled = false; $0.alpha = 0; $0.isHidden = true
                }
            ),
            (
                1,
                view(50, 0, 10, 10) {
                    $0.isUserInteractionEnabled = false; $0.alpha = 0
                }
            ),
            (1, view(50, 0, 10, 10) { $0.isUserInteractionEnabled = false })
        )
        #expect(
            steps(tree.hitTest(.zero)).dropFirst()
                == ["3 userInteractionDisabled", "2 alphaBelowThreshold", "1 hidden"]
        )
    }

    @Test("what reaches out of its superview is not hit, whether that clips or not", arguments: [true, false])
    func overhang(_ clips: Bool) {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 20, 20) { $0.clipsToBounds = clips }),
            (2, view(0, 0, 80, 80))
        )
        #expect(steps(tree.hitTest(Point(x: 50, y: 50))) == ["0 hit", "1 pointOutside"])
        #expect(tree.hitTest(Point(x: 10, y: 10)).view == 2)
        #expect(tree.views(at: Point(x: 50, y: 50)) == [2, 0])
    }

    @Test("siblings and windows behind the one that took the touch are covered if they would have held it")
    func covered() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 100, 100)),
            (1, view(0, 0, 10, 10)),
            (1, view(0, 0, 100, 100)),
            (2, view(0, 0, 100, 100)),
            (2, view(0, 0, 100, 100) { $0.isHidden = true }),
            (2, view(0, 0, 100, 100)),
            (1, view(90, 90, 10, 10))
        )
        #expect(
            steps(tree.hitTest(Point(x: 50, y: 50))) == [
                "1 hit", "8 pointOutside", "4 hit", "7 hit", "5 coveredBySibling", "2 coveredBySibling",
                "0 coveredBySibling",
            ]
        )
    }

    @Test("windows are asked from the last to the first, in the coordinates of their bounds")
    func windows() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (0, view("UIWindow", 40, 40, 50, 50)),
            (1, view(0, 0, 10, 10)),
            (0, view("UIWindow", 0, 0, 100, 100) { $0.isHidden = true })
        )
        #expect(steps(tree.hitTest(Point(x: 60, y: 60))) == ["3 hidden", "1 pointOutside", "0 hit"])
        #expect(tree.hitTest(Point(x: 5, y: 5)).view == 2)
        #expect(ViewTree().hitTest(.zero).steps.isEmpty && ViewTree().views(at: .zero).isEmpty)
    }

    @Test("the windows of the keyboard leave to the app what their keys do not take")
    func keyboard() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 200)),
            (1, view("UIButton", 0, 0, 100, 50)),
            (0, view("UITextEffectsWindow", 0, 0, 100, 200)),
            (1, view("UIInputSetContainerView", 0, 0, 100, 200)),
            (2, view("UIInputSetHostView", 0, 150, 100, 50))
        )
        #expect(
            steps(tree.hitTest(Point(x: 5, y: 5)))
                == ["2 noSubviewHit", "3 noSubviewHit", "4 pointOutside", "0 hit", "1 hit"]
        )
        #expect(tree.hitTest(Point(x: 5, y: 160)).view == 4)
    }

    @Test("scrolled content is hit where it is seen")
    func scrolled() {
        let tree = tree(
            (0, view(0, 0, 400, 800)),
            (1, view("UIScrollView", 50, 100, 300, 200) { $0.contentOffset = Point(x: 0, y: 380) }),
            (2, view(20, 400, 100, 40))
        )
        #expect(tree.hitTest(Point(x: 70, y: 120)).view == 2)
        #expect(tree.hitTest(Point(x: 70, y: 119)).view == 1)
    }

    @Test("views at no finite place take no part, nor does anything below them")
    func nonFinite() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(.nan, 0, 100, 100)),
            (2, view(0, 0, 100, 100)),
            (1, view(-.infinity, -.infinity, .infinity, .infinity)),
            (0, view(0, 0, .infinity, 100))
        )
        #expect(
            steps(tree.hitTest(Point(x: 1, y: 1))) == ["4 pointOutside", "0 hit", "3 pointOutside", "1 pointOutside"]
        )
        #expect(tree.views(at: Point(x: 1, y: 1)) == [0])
        #expect(tree.hitTest(Point(x: .nan, y: 1)).view == nil && tree.views(at: Point(x: .infinity, y: 0)).isEmpty)
    }

    @Test("a view without an area holds no point")
    func empty() {
        let tree = tree((0, view(0, 0, 100, 100)), (1, view(10, 10, 0, 20)), (2, view(0, 0, 10, 10)))
        #expect(tree.hitTest(Point(x: 10, y: 10)).view == 0)
    }

    @Test("a chain of 100,000 views is gone down to its end")
    func deep() {
        let tree = chain(100_000, of: view(0, 0, 10, 10))
        let result = tree.hitTest(Point(x: 5, y: 5))
        #expect(result.view == 99_999 && result.steps.count == 100_000)
        #expect(tree.views(at: Point(x: 5, y: 5)).count == 100_000)
    }

    @Test("only what holds the point is looked into")
    func pruning() {
        var builder = ViewTreeBuilder()
        builder.append(view(0, 0, 100, 100), depth: 0)
        for group in 0..<100 {
            builder.append(view(Double(group), 0, 1, 100), depth: 1)
            for _ in 0..<1_000 { builder.append(view(0, 0, 1, 1), depth: 2) }
        }
        let result = builder.build().hitTest(Point(x: 98.5, y: 50))
        #expect(result.view == 1 + 98 * 1_001 && result.steps.count == 2 + 1 + 1_000)
    }
}
