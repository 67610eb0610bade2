@testable import AutoLayout
import Testing

@testable import ViewHierarchy

@Suite("Constraints of a tree")
struct LayoutConstraintTests {
    /// A root, in it a box with a label, and a button.
    private static func tree(_ constraints: [LayoutConstraint], traits: [Int: LayoutTraits] = [:]) -> ViewTree {
        var builder = ViewTreeBuilder()
        for (name, depth, frame) in [
            ("UIView", 0, Rect(x: 0, y: 0, width: 320, height: 480)),
            ("UIView", 1, Rect(x: 0, y: 0, width: 320, height: 100)),
            ("UILabel", 2, Rect(x: 16, y: 8, width: 100, height: 20)),
            ("UIButton", 1, Rect(x: 16, y: 120, width: 100, height: 44)),
        ] { builder.append(ViewDescription(className: name, frame: frame), depth: depth) }
        for constraint in constraints { builder.append(constraint) }
        for (view, traits) in traits { builder.setLayout(traits, of: view) }
        return builder.build()
    }

    private static func constraint(
        _ owner: Int,
        _ first: Int,
        _ attribute: LayoutAttribute,
        _ second: Int? = nil,
        _ other: LayoutAttribute = .top,
        constant: Double = 0
    ) -> LayoutConstraint {
        var made = LayoutConstraint(
            owner: owner,
            first: LayoutAnchor(.view(first), attribute),
            second: second.map { LayoutAnchor(.view($0), other) }
        )
        made.constant = constant
        return made
    }

    @Test("a constraint reads from the side of the view that is asked about")
    func words() {
        var below = Self.constraint(0, 3, .top, 1, .bottom, constant: 20)
        below.relation = .greaterThanOrEqual
        below.priority = 750
        var ratio = Self.constraint(3, 3, .width, 3, .height)
        (ratio.multiplier, ratio.ratio) = (16.0 / 9, "16:9")
        let tree = Self.tree([below, ratio, Self.constraint(3, 3, .height, constant: 44)])
        #expect(
            tree.constraints(involving: 3).map { ConstraintWords($0, of: 3, in: tree).text } == [
                "top ≥ UIView.bottom + 20 @ 750", "width = height × 16:9", "height = 44",
            ]
        )
        let turned = ConstraintWords(below, of: 1, in: tree)
        #expect(turned.text == "bottom ≤ UIButton.top − 20 @ 750")
        #expect(turned.other == 3)
        #expect(ConstraintWords(ratio, of: 3, in: tree).other == nil)
        #expect(tree.placesOfConstraints(involving: 3) == [0, 1, 2])
        #expect(tree.placesOfConstraints(involving: 1) == [0])
        #expect(tree.placesOfConstraints(involving: 99) == [])
    }

    @Test("constraints of a view that is taken away are out of force until it comes back")
    func removal() throws {
        var tree = Self.tree([Self.constraint(0, 3, .top, 1, .bottom), Self.constraint(0, 2, .leading, 0, .leading)])
        let removed = try tree.apply(.remove(view: 1))
        let button = try #require(tree.index(ofID: 3))
        #expect(tree.constraints(involving: button).isEmpty)
        #expect(tree.constraints(heldBy: 0).isEmpty)
        #expect(tree.allConstraints.count == 2)
        tree.undo(removed.undo)
        #expect(tree.constraints(involving: 3).count == 1)
        #expect(tree.constraints(involving: 2).count == 1)
    }

    @Test("a view that leaves the view which holds its constraint is free of it")
    func leaving() throws {
        var tree = Self.tree([
            Self.constraint(1, 2, .leading, 1, .leading), Self.constraint(2, 2, .width, constant: 100),
        ])
        try #require(tree.constraints(involving: 2).count == 2)
        _ = try tree.apply(.move(view: 2, superview: 0, index: nil))
        let label = try #require(tree.index(ofID: 2))
        #expect(tree.constraints(involving: label).map(\.first.attribute) == [.width])
    }

    @Test("what constraints place, masks do not: the layout says so")
    func certainty() {
        var masked = LayoutTraits()
        masked.translatesMask = true
        let tied = Self.tree(
            [Self.constraint(0, 3, .top, 0, .top), Self.constraint(0, 1, .top, 0, .top)],
            traits: [1: masked]
        )
        #expect(tied.isPlacedByConstraints(0) == nil)
        #expect(tied.isPlacedByConstraints(1) == false)
        #expect(tied.isPlacedByConstraints(3) == true)
        let result = tied.laidOut(resizing: 0, to: Size(width: 400, height: 480))
        #expect(result.certainty(of: 3) == .none)
        #expect(result.certainty(of: 1) == .masks)
        var inactive = Self.constraint(0, 3, .top, 0, .top)
        inactive.isActive = false
        #expect(Self.tree([inactive]).isPlacedByConstraints(3) == nil)
    }

    @Test("every attribute and guide is found by its name")
    func names() {
        for attribute in LayoutAttribute.allCases { #expect(LayoutAttribute(name: attribute.name) == attribute) }
        #expect(LayoutAttribute(name: "baseline") == .lastBaseline)
        #expect(LayoutAttribute(name: "north") == nil)
        #expect(LayoutAttribute.centerYWithinMargins.rawValue == 20)
        for name in ["safeArea", "contentLayoutGuide", "topLayoutGuide", "mine"] {
            #expect(LayoutGuideKind(name: name).name == name)
        }
    }
}
