import TestSupport
import Testing
import TreeTesting

@testable import ViewHierarchy

@Suite("Hit tests of any trees")
struct HitTestPropertyTests {
    private static let cases = RandomCases.count(10_000)

    /// Calls the closure with so many trees and points, and asks for a look at those for which it says no.
    private func check(seed: UInt64, _ holds: (ViewTree, Point, HitTest) -> Bool) {
        var trees = RandomTrees(seed: RandomCases.seed(seed))
        trees.areHostile = true
        var hits = 0
        for number in 0..<Self.cases {
            let tree = trees.next(atMost: 16)
            let point = trees.point()
            let result = tree.hitTest(point)
            if result.view != nil { hits += 1 }
            if !holds(tree, point, result) { Issue.record("case \(number): \(point) gives \(result)") }
        }
        #expect(hits > Self.cases / 4 && hits < Self.cases)
    }

    @Test("the hit is the one that the rules lead to when they are followed to the letter")
    func reference() {
        check(seed: 1) { tree, point, result in result.view == NaiveHitTest(tree: tree).hit(point) }
    }

    @Test("the hit holds the point, and neither it nor a superview refuses touches")
    func pathIsOpen() {
        check(seed: 2) { tree, point, result in
            guard let hit = result.view else { return result.steps.allSatisfy { !$0.isAccepted } }
            let naive = NaiveHitTest(tree: tree)
            return ([hit] + tree.superviews(of: hit)).allSatisfy { view in
                let flags = tree.flags(of: view)
                return naive.contains(point, view) && !flags.contains(.hidden)
                    && flags.contains(.userInteractionEnabled) && tree.alpha(of: view) >= 0.01
            }
        }
    }

    @Test("the accepted steps are the way from the root to the hit, and no view is in two steps")
    func stepsTellTheWay() {
        check(seed: 3) { tree, _, result in
            let way = result.view.map { [$0] + tree.superviews(of: $0) } ?? []
            return result.steps.filter(\.isAccepted).map(\.view) == way.reversed()
                && Set(result.steps.map(\.view)).count == result.steps.count
        }
    }

    @Test("a covered view could have taken the touch, and is behind a sibling on the way")
    func coveredSiblings() {
        check(seed: 4) { tree, point, result in
            let way = result.steps.filter(\.isAccepted).map(\.view)
            return result.steps.filter { $0.reason == .coveredBySibling }.allSatisfy { step in
                let flags = tree.flags(of: step.view)
                return NaiveHitTest(tree: tree).contains(point, step.view) && !flags.contains(.hidden)
                    && flags.contains(.userInteractionEnabled) && tree.alpha(of: step.view) >= 0.01
                    && way.contains { tree.superview(of: $0) == tree.superview(of: step.view) && $0 > step.view }
            }
        }
    }

    @Test("the candidates are all views that hold the point, front to back, the hit among them")
    func candidates() {
        check(seed: 5) { tree, point, result in
            let naive = NaiveHitTest(tree: tree)
            let candidates = tree.views(at: point)
            return candidates == tree.indices.reversed().filter { naive.contains(point, $0) }
                && result.view.map(candidates.contains) ?? true
        }
    }
}

/// Hit testing as Apple's documentation tells it, recursive and straight from each view's properties: what the real
/// one is held against. Only for small trees.
struct NaiveHitTest {
    let tree: ViewTree

    func hit(_ point: Point) -> Int? {
        for root in tree.roots.reversed() {
            if let hit = hit(root, point) { return hit }
        }
        return nil
    }

    func contains(_ point: Point, _ index: Int) -> Bool {
        guard let local = local(point, index), let bounds = tree.description(of: index)?.bounds else { return false }
        return local.x >= bounds.origin.x && local.x < bounds.origin.x + bounds.size.width
            && local.y >= bounds.origin.y && local.y < bounds.origin.y + bounds.size.height
    }

    private func hit(_ index: Int, _ point: Point) -> Int? {
        guard let view = tree.description(of: index) else { return nil }
        if view.isHidden || !view.isUserInteractionEnabled || view.alpha < 0.01 || !contains(point, index) {
            return nil
        }
        for subview in tree.subviews(of: index).reversed() {
            if let hit = hit(subview, point) { return hit }
        }
        return view.className == "UIInputSetContainerView" ? nil : index
    }

    /// The window's point in the view's coordinates, by way of all superviews.
    private func local(_ point: Point, _ index: Int) -> Point? {
        guard let view = tree.description(of: index), let bounds = view.bounds, let center = view.center,
            bounds.isFinite, center.isFinite, view.transform.isFinite
        else { return nil }
        guard let superview = tree.superview(of: index) else { return point }
        guard let outer = local(point, superview) else { return nil }
        let t = view.transform
        let (x, y) = (outer.x - center.x - t.tx, outer.y - center.y - t.ty)
        let determinant = t.a * t.d - t.b * t.c
        let (u, v) =
            determinant == 0
            ? (t.a * x + t.c * y, t.b * x + t.d * y)
            : ((t.d * x - t.c * y) / determinant, (t.a * y - t.b * x) / determinant)
        return Point(
            x: u + bounds.origin.x + view.anchorPoint.x * bounds.size.width,
            y: v + bounds.origin.y + view.anchorPoint.y * bounds.size.height
        )
    }
}
