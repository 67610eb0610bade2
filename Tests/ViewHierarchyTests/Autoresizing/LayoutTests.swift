import TreeTesting
import Diagnostics
import Testing

@testable import ViewHierarchy

@Suite("ViewTree layout")
struct LayoutTests {
    private static let fill: AutoresizingMask = [.flexibleWidth, .flexibleHeight]

    @Test("a resize goes down as far as bounds change")
    func cascade() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, view("Bar", 0, 80, 100, 20) { $0.autoresizingMask = [.flexibleWidth, .flexibleTopMargin] }),
            (2, view("Button", 70, 5, 20, 10) { $0.autoresizingMask = .flexibleLeftMargin }),
            (1, view("Fixed", 10, 10, 50, 50)),
            (2, view("Inside", 0, 0, 50, 50) { $0.autoresizingMask = Self.fill })
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 200, height: 150))
        #expect(result.tree.frame(of: 0) == Rect(x: 0, y: 0, width: 200, height: 150))
        #expect(result.tree.frame(of: 1) == Rect(x: 0, y: 130, width: 200, height: 20))
        #expect(result.tree.frame(of: 2) == Rect(x: 170, y: 5, width: 20, height: 10))
        #expect(result.tree.frame(of: 3) == tree.frame(of: 3) && result.tree.frame(of: 4) == tree.frame(of: 4))
        #expect(result.changed == [0, 1, 2] && result.warnings.isEmpty)
        #expect(tree.indices.map(result.isChanged) == [true, true, true, false, false] && !result.isChanged(9))
        #expect(result.windowGeometry.windowFrame(of: 2) == Rect(x: 170, y: 135, width: 20, height: 10))
        #expect(tree.frame(of: 1) == Rect(x: 0, y: 80, width: 100, height: 20))
    }

    @Test("resizing a view leaves the rest of the tree alone and keeps its corner")
    func inner() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(10, 20, 50, 50)),
            (2, view(0, 0, 50, 50) { $0.autoresizingMask = Self.fill }),
            (1, view(0, 0, 100, 100) { $0.autoresizingMask = Self.fill })
        )
        let result = tree.laidOut(resizing: 1, to: Size(width: 60, height: 40))
        #expect(result.changed == [1, 2] && result.tree.frame(of: 1) == Rect(x: 10, y: 20, width: 60, height: 40))
        #expect(result.tree.frame(of: 2) == Rect(x: 0, y: 0, width: 60, height: 40))
    }

    @Test("autoresizesSubviews NO holds direct subviews, and with them everything below (58)")
    func autoresizesSubviews() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (
                1,
                view(0, 0, 100, 100) {
                    $0.autoresizingMask = Self.fill
                    $0.autoresizesSubviews = false
                }
            ),
            (2, view(10, 10, 30, 30) { $0.autoresizingMask = Self.fill }),
            (3, view(0, 0, 30, 30) { $0.autoresizingMask = Self.fill })
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 200, height: 200))
        #expect(result.changed == [0, 1])
    }

    @Test("only the vertical axis moves when only the height changes (57)")
    func oneAxis() {
        let all = AutoresizingMask(rawValue: 63)
        let tree = tree((0, view(0, 0, 100, 100)), (1, view(10, 10, 30, 30) { $0.autoresizingMask = all }))
        let result = tree.laidOut(resizing: 0, to: Size(width: 100, height: 200))
        #expect(result.tree.frame(of: 1) == Rect(x: 10, y: 20, width: 30, height: 60))
    }

    @Test("the bounds' origin takes no part, and stays")
    func scrolled() {
        let tree = tree(
            (0, view(0, 0, 100, 100) { $0.contentOffset = Point(x: 0, y: 40) }),
            (1, view(10, 50, 80, 20) { $0.autoresizingMask = [.flexibleWidth, .flexibleTopMargin] })
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 120, height: 110))
        #expect(result.tree.bounds(of: 0) == Rect(x: 0, y: 40, width: 120, height: 110))
        #expect(result.tree.frame(of: 1) == Rect(x: 10, y: 60, width: 100, height: 20))
    }

    @Test("subviews of a rotated superview follow its bounds, not its frame")
    func rotatedSuperview() {
        let tree = tree(
            (0, view(0, 0, 320, 480)),
            (
                1,
                view(0, 0, 320, 480) {
                    $0.transform = .quarterTurn
                    $0.autoresizingMask = Self.fill
                }
            ),
            (2, view(0, 0, 480, 44) { $0.autoresizingMask = .flexibleWidth })
        )
        #expect(isClose(tree.bounds(of: 1), Rect(x: 0, y: 0, width: 480, height: 320)))
        let result = tree.laidOut(resizing: 0, to: Size(width: 375, height: 667))
        #expect(isClose(result.tree.frame(of: 1), Rect(x: 0, y: 0, width: 375, height: 667)))
        #expect(isClose(result.tree.bounds(of: 1), Rect(x: 0, y: 0, width: 667, height: 375)))
        #expect(isClose(result.tree.frame(of: 2), Rect(x: 0, y: 0, width: 667, height: 44)))
        #expect(isClose(result.windowGeometry.windowFrame(of: 2), Rect(x: 331, y: 0, width: 44, height: 667)))
        #expect(result.warnings.map(\.code) == ["layout.transformed"] && result.warnings.first?.view == 1)
    }

    @Test("a view scaled to a hundredth grows a hundredfold, as on UIKit")
    func scaled() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (
                1,
                view(49.5, 0, 1, 1) {
                    $0.transform = Transform(scaleX: 0.01, y: 0.01)
                    $0.autoresizingMask = .flexibleWidth
                }
            )
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 200, height: 100), rounding: .floorEdges(scale: 1))
        #expect(isClose(result.tree.bounds(of: 1).size.width, 10_100))
        #expect(isClose(result.tree.frame(of: 1), Rect(x: 49.5, y: 0, width: 101, height: 1)))
    }

    @Test("a transformed view that is resized itself keeps its center")
    func transformedTarget() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(20, 20, 40, 60) { $0.transform = .quarterTurn }),
            (2, view(0, 0, 60, 40) { $0.autoresizingMask = Self.fill })
        )
        let result = tree.laidOut(resizing: 1, to: Size(width: 20, height: 10))
        #expect(isClose(result.tree.frame(of: 1), Rect(x: 35, y: 40, width: 10, height: 20)))
        #expect(isClose(result.tree.frame(of: 2), Rect(x: 0, y: 0, width: 20, height: 10)))
        #expect(isClose(result.tree.center(of: 1), tree.center(of: 1)))
    }

    @Test("a length below nothing becomes 0, with a warning (53)")
    func clamped() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view("Box", 10, 0, 20, 100) { $0.autoresizingMask = .flexibleWidth })
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 5, height: 100))
        #expect(result.tree.frame(of: 1) == Rect(x: 10, y: 0, width: 0, height: 100))
        #expect(result.warnings.map(\.code) == ["layout.negativeSize"] && result.warnings.first?.view == 1)
    }

    @Test("a negative target counts as 0 and one that is not finite as none")
    func impossibleSizes() {
        let tree = tree((0, view(0, 0, 100, 100)))
        let negative = tree.laidOut(resizing: 0, to: Size(width: -5, height: 50))
        #expect(negative.tree.frame(of: 0) == Rect(x: 0, y: 0, width: 0, height: 50))
        #expect(negative.warnings.map(\.code) == ["layout.negativeSize"])
        let infinite = tree.laidOut(resizing: 0, to: Size(width: .infinity, height: 50))
        #expect(infinite.changed.isEmpty && infinite.warnings.map(\.code) == ["layout.invalidSize"])
        #expect(tree.laidOut(resizing: 1, to: .zero).changed.isEmpty)
        #expect(tree.laidOut(resizing: -1, to: .zero).changed.isEmpty)
    }

    @Test("views without a finite frame stay as they are, and so does what is below them")
    func nonFinite() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(.infinity, 0, 10, 10) { $0.autoresizingMask = Self.fill }),
            (2, view(0, 0, 10, 10) { $0.autoresizingMask = Self.fill })
        )
        #expect(tree.laidOut(resizing: 0, to: Size(width: 200, height: 100)).changed == [0])
    }

    @Test("the rule and the rounding are choices")
    func choices() {
        let mask: AutoresizingMask = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
        let tree = tree((0, view(0, 0, 180, 100)), (1, view(20, 10, 140, 80) { $0.autoresizingMask = mask }))
        let size = Size(width: 300, height: 100)
        let even = tree.laidOut(resizing: 0, to: size, rule: .even)
        #expect(even.tree.frame(of: 1) == Rect(x: 60, y: 10, width: 180, height: 80))
        let rounded = tree.laidOut(resizing: 0, to: size, rounding: .floorEdges(scale: 2))
        #expect(rounded.tree.frame(of: 1) == Rect(x: 33, y: 10, width: 233.5, height: 80))
    }

    @Test("a view that moves to other pixels keeps its length, and its subviews their places")
    func movedOnTheGrid() {
        let tree = tree(
            (0, view(0, 0, 375, 667)),
            (1, view(-11.63, 0, 320, 100) { $0.autoresizingMask = .flexibleLeftMargin }),
            (2, view(10.4, 0, 50.2, 20) { $0.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin] })
        )
        let size = Size(width: 667, height: 667)
        let result = tree.laidOut(resizing: 0, to: size, rounding: .floorEdges(scale: 3))
        #expect(result.changed == [0, 1] && result.tree.frame(of: 1).size.width == 320)
        #expect(result.tree.frame(of: 2) == tree.frame(of: 2))
    }

    @Test("a transformed view that moves keeps its bounds, and its subviews their places")
    func movedUnderATransform() {
        let tree = tree(
            (0, view(0, 0, 300, 300)),
            (
                1,
                view(0, 0, 0, 0) {
                    $0.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
                    $0.center = Point(x: 33.3, y: 100)
                    $0.transform = Transform(scaleX: 2.2, y: 2.2)
                    $0.autoresizingMask = .flexibleLeftMargin
                }
            ),
            (
                2,
                view(0, 0, 0, 0) {
                    $0.bounds = Rect(x: 0, y: 0, width: 40, height: 20)
                    $0.center = Point(x: 50, y: 50)
                    $0.transform = Transform(rotation: 0.43)
                    $0.autoresizingMask = .flexibleLeftMargin
                }
            )
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 400, height: 300))
        #expect(result.changed == [0, 1] && result.tree.bounds(of: 1) == tree.bounds(of: 1))
        #expect(isClose(result.tree.frame(of: 1).origin.x, tree.frame(of: 1).origin.x + 100))
        #expect(result.tree.frame(of: 2) == tree.frame(of: 2))
    }

    @Test("a length that changes by a rounding error has not changed")
    func noise() {
        let label = AxisSpan(position: 10.4, length: 50.2)
        for after in [320.000_000_000_000_06, 320.000_000_3, 319.999_999_7] {
            let rule = Autoresizing(rounding: .floorEdges(scale: 3))
            #expect(rule.resize(label, [.nearMargin, .farMargin], from: 320, to: after).span == label)
        }
        #expect(Autoresizing().resize(label, .length, from: 320, to: 320.000_001).span != label)
    }

    @Test("a chain of 100,000 views is laid out to its end")
    func deep() {
        let tree = chain(100_000, of: view(0, 0, 100, 100) { $0.autoresizingMask = Self.fill })
        let result = tree.laidOut(resizing: 0, to: Size(width: 200, height: 50))
        #expect(result.changed.count == 100_000)
        #expect(result.tree.frame(of: 99_999) == Rect(x: 0, y: 0, width: 200, height: 50))
    }

    @Test("100,000 subviews of one view are laid out")
    func wide() {
        var builder = ViewTreeBuilder()
        builder.append(view(0, 0, 100, 100), depth: 0)
        for _ in 0..<100_000 {
            builder.append(view(90, 0, 10, 10) { $0.autoresizingMask = .flexibleLeftMargin }, depth: 1)
        }
        let result = builder.build().laidOut(resizing: 0, to: Size(width: 200, height: 50))
        #expect(result.changed.count == 100_001)
        #expect(result.tree.frame(of: 100_000) == Rect(x: 190, y: 0, width: 10, height: 10))
    }

    @Test("after a thousand warnings the rest is counted")
    func manyWarnings() {
        let tree = chain(3000, of: view(10, 0, 20, 20) { $0.autoresizingMask = .flexibleWidth })
        let result = tree.laidOut(resizing: 0, to: Size(width: 0, height: 20))
        #expect(result.warnings.count <= 1001)
        var builder = ViewTreeBuilder()
        builder.append(view(0, 0, 100, 100), depth: 0)
        for _ in 0..<1500 { builder.append(view(0, 0, 10, 10) { $0.autoresizingMask = .flexibleWidth }, depth: 1) }
        let wide = builder.build().laidOut(resizing: 0, to: Size(width: 10, height: 100))
        #expect(wide.warnings.count == 1001 && wide.warnings.last?.code == "layout.moreWarnings")
        #expect(wide.warnings.last?.message.hasPrefix("500 ") == true)
    }
}
