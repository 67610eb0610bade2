@testable import AutoLayout
import Testing

@testable import ViewHierarchy

@Suite("Ids that a tree takes over")
struct ViewTreeIdentitiesTests {
    private func tree() -> ViewTree {
        var builder = ViewTreeBuilder()
        for depth in [0, 1, 1] { builder.append(ViewDescription(className: "UIView", frame: .zero), depth: depth) }
        builder.append(
            LayoutConstraint(
                owner: 0,
                first: LayoutAnchor(.view(2), .width),
                second: LayoutAnchor(.guide(.safeArea, of: 1), .width)
            )
        )
        var traits = LayoutTraits()
        traits.translatesMask = false
        traits.stack = StackConfiguration()
        traits.stack?.customSpacings = [1: 4, 2: 8]
        builder.setLayout(traits, of: 2)
        return builder.build()
    }

    @Test("views are known by the ids, and the next view gets the next number")
    func taking() throws {
        var tree = tree()
        #expect(tree.ids == [0, 1, 2] && tree.nextID == 3)
        let isTaken = tree.takeIDs([7, 2, 0], next: 9)
        #expect(isTaken)
        #expect(tree.ids == [7, 2, 0] && tree.nextID == 9)
        #expect(tree.index(ofID: 7) == 0 && tree.index(ofID: 1) == nil)
        let view = NewView(ViewDescription(className: "UILabel", frame: .zero))
        _ = try tree.apply(.insert(superview: 7, index: nil, views: [view]))
        #expect(tree.ids == [7, 2, 0, 9])
    }

    @Test("constraints and traits go with their views")
    func constraints() {
        var tree = tree()
        let isTaken = tree.takeIDs([7, 2, 0], next: 9)
        #expect(isTaken)
        #expect(tree.constraints(involving: 2).map(\.owner) == [7])
        #expect(tree.constraints(involving: 2).first?.views == [0, 2])
        #expect(tree.layoutTraits(of: 2)?.stack?.customSpacings == [2: 4, 0: 8])
        #expect(tree.layoutTraits(of: 1) == nil)
    }

    @Test(
        "ids that are no ids are not taken",
        arguments: [([0, 1], 3), ([0, 1, 1], 3), ([0, 1, 3], 3), ([-1, 1, 2], 3), ([0, 1, 2], 2)]
    )
    func refusing(ids: [Int], next: Int) {
        var tree = tree()
        let isTaken = tree.takeIDs(ids, next: next)
        #expect(!isTaken)
        #expect(tree.ids == [0, 1, 2])
    }
}
