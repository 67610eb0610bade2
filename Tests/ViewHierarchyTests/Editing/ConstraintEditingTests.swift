import TreeTesting
import TestSupport
import Testing

import AutoLayout
@testable import ViewHierarchy

@Suite("Editing constraints")
struct ConstraintEditingTests {
    /// A root; in it a box that constraints place (1) with a view that follows its width by its mask (2), a view whose
    /// frame is not what its constraints give (3), and a button below the box (4).
    private static var tree: ViewTree { tree(adding: []) }

    private static func tree(adding more: [LayoutConstraint], traits: [Int: LayoutTraits] = [:]) -> ViewTree {
        var builder = ViewTreeBuilder()
        for (name, depth, frame, mask) in [
            ("UIView", 0, Rect(x: 0, y: 0, width: 320, height: 480), []),
            ("UIView", 1, Rect(x: 16, y: 20, width: 100, height: 50), []),
            ("UIView", 2, Rect(x: 10, y: 0, width: 80, height: 50), .flexibleWidth),
            ("UIView", 1, Rect(x: 5, y: 200, width: 33, height: 44), []),
            ("UIView", 1, Rect(x: 16, y: 78, width: 60, height: 30), []),
        ] as [(String, Int, Rect, AutoresizingMask)] {
            var view = ViewDescription(className: name, frame: frame)
            view.autoresizingMask = mask
            builder.append(view, depth: depth)
        }
        for (view, first, second, other, constant) in [
            (1, .leading, 0, .leading, 16), (1, .top, 0, .top, 20), (1, .width, nil, .width, 100),
            (1, .height, nil, .height, 50), (3, .leading, 0, .leading, 40), (3, .top, 0, .top, 200),
            (3, .width, nil, .width, 50), (3, .height, nil, .height, 44), (4, .leading, 1, .leading, 0),
            (4, .top, 1, .bottom, 8), (4, .width, nil, .width, 60), (4, .height, nil, .height, 30),
        ] as [(Int, LayoutAttribute, Int?, LayoutAttribute, Double)] {
            let sides = (LayoutAnchor(.view(view), first), second.map { LayoutAnchor(.view($0), other) })
            var made = LayoutConstraint(owner: second == nil ? view : 0, first: sides.0, second: sides.1)
            made.constant = constant
            builder.append(made)
        }
        for constraint in more { builder.append(constraint) }
        for (view, traits) in traits { builder.setLayout(traits, of: view) }
        return builder.build()
    }

    private static func constant(_ number: Int, _ constant: Double) -> TreeEdit {
        var changes = ConstraintChanges()
        changes.constant = constant
        return .changeConstraint(number, changes)
    }

    private static func width(_ view: Int, _ constant: Double) -> NewConstraint {
        var made = NewConstraint(LayoutAnchor(.view(view), .width))
        made.constant = constant
        return made
    }

    /// All that an edit may touch.
    private struct State: Equatable {
        let views: TreeRecord
        let constraints: [LayoutConstraint]
        let traits: [Int: LayoutTraits]
        let changes: [ConstraintChange]
        let views2: [LayoutTraitsChange]
        let frames: [Int: Rect]
        let solved: [Rect]
        let listed: [[LayoutConstraint]]

        init(_ tree: ViewTree) {
            views = TreeRecord(tree)
            constraints = tree.layout.constraints
            traits = tree.layout.traits
            changes = tree.changedConstraints
            views2 = tree.changedLayoutTraits
            frames = tree.layout.originals.frames
            solved = tree.autoLayout(of: 0).frames
            listed = tree.indices.map { tree.constraints(involving: $0) }
        }
    }

    private func code(_ edit: TreeEdit, of tree: ViewTree = Self.tree) -> [String] {
        var changed = tree
        let error = #expect(throws: TreeEditError.self) { try changed.apply(edit) }
        #expect(State(changed) == State(tree), "a refused edit changes nothing")
        return [error?.code.rawValue ?? "", error?.member ?? ""]
    }

    @Test("another constant moves what hangs on it, and nothing whose frame was stale")
    func constant() throws {
        var tree = Self.tree
        let before = State(tree)
        let applied = try tree.apply(Self.constant(2, 140))
        // The constraints of 3 say 40 and 50.
        #expect(
            [1, 2, 3].map { tree.frame(of: $0) } == [
                Rect(x: 16, y: 20, width: 140, height: 50), Rect(x: 10, y: 0, width: 120, height: 50),
                Rect(x: 5, y: 200, width: 33, height: 44),
            ]
        )
        #expect(tree.center(of: 1) == Point(x: 86, y: 45))
        let second = try tree.apply(Self.constant(1, 30))
        #expect([applied, second].map(\.changed) == [[1, 2], [0, 1, 4]])
        #expect(tree.frame(of: 4) == Rect(x: 16, y: 88, width: 60, height: 30))
        tree.undo(second.undo)
        tree.undo(applied.undo)
        #expect(State(tree) == before)
    }

    @Test("a stale frame takes what constraints give when an edit is about it")
    func stale() throws {
        var tree = Self.tree
        _ = try tree.apply(Self.constant(4, 41))
        #expect(tree.frame(of: 3) == Rect(x: 41, y: 200, width: 50, height: 44))
    }

    @Test("the same constraints give the same frames, whatever was edited between")
    func pure() throws {
        var (there, direct) = (Self.tree, Self.tree)
        for edit in [Self.constant(2, 300), Self.constant(0, 90), Self.constant(2, 140), Self.constant(0, 16)] {
            _ = try there.apply(edit)
        }
        _ = try direct.apply(Self.constant(2, 140))
        #expect(there.indices.map { there.frame(of: $0) } == direct.indices.map { direct.frame(of: $0) })
        #expect(there.changedConstraints == direct.changedConstraints)
        _ = try there.apply(Self.constant(2, 100))
        #expect(there.changedConstraints.isEmpty)
        #expect(there.indices.map { there.frame(of: $0) } == Self.tree.indices.map { Self.tree.frame(of: $0) })
    }

    @Test("a distance from the safe area that is edited moves the view, and not the safe area")
    func safeArea() throws {
        var tied = LayoutConstraint(
            owner: 0,
            first: LayoutAnchor(.view(1), .top),
            second: LayoutAnchor(.guide(.safeArea, of: 0), .top)
        )
        tied.constant = 0
        var tree = Self.tree(adding: [tied])
        _ = try tree.apply(.removeConstraint(1))
        #expect(tree.frame(of: 1).origin.y == 20)
        _ = try tree.apply(Self.constant(12, 16))
        #expect(tree.frame(of: 1).origin.y == 36)
        #expect(tree.autoLayout(of: 0).safeArea.top == 20)
    }

    @Test("a view that is placed by hand is what a later layout starts from")
    func byHand() throws {
        var tree = Self.tree
        _ = try tree.apply(Self.constant(2, 140))
        var changes = ViewChanges()
        changes.frame = Rect(x: 20, y: 0, width: 60, height: 50)
        let placed = try tree.apply(.change(view: 2, changes))
        #expect(tree.autoLayout(of: 0).frame(of: 2) == changes.frame)
        _ = try tree.apply(Self.constant(2, 150))
        #expect(tree.frame(of: 2) == Rect(x: 20, y: 0, width: 70, height: 50))
        tree = Self.tree
        _ = try tree.apply(Self.constant(2, 140))
        let before = State(tree)
        let again = try tree.apply(.change(view: 2, changes))
        tree.undo(again.undo)
        #expect(State(tree) == before)
        #expect(placed.changed == [2])
    }

    @Test("a constraint that is added has the next number, and one that is removed keeps its own")
    func numbers() throws {
        var tree = Self.tree
        let before = State(tree)
        let added = try tree.apply(.addConstraint(Self.width(3, 70)))
        #expect(tree.allConstraints.count == 13 && tree.allConstraints.last?.owner == 3)
        let removed = try tree.apply(.removeConstraint(12))
        #expect([tree.allConstraints.count, tree.constraints(involving: 3).count] == [13, 4])
        #expect(tree.changedConstraints.isEmpty, "added and removed again")
        let outcome = tree.autoLayout(of: 0).constraints.first { $0.place == 12 }
        #expect(outcome?.state == .inactive && outcome?.reason == .removed)
        let second = try tree.apply(.addConstraint(Self.width(3, 60)))
        #expect(tree.allConstraints.count == 14)
        for undo in [second, removed, added].map(\.undo) { tree.undo(undo) }
        #expect(State(tree) == before)
    }

    @Test("the nearest view above both sides holds a constraint that is added")
    func owner() throws {
        var tree = Self.tree
        for (views, owner) in [((2, 1), 1), ((1, 2), 1), ((2, 4), 0), ((3, 3), 3)] {
            let made = NewConstraint(
                LayoutAnchor(.view(views.0), .width),
                LayoutAnchor(.view(views.1), views.0 == views.1 ? .height : .width)
            )
            _ = try tree.apply(.addConstraint(made))
            #expect(tree.allConstraints.last?.owner == owner)
        }
    }

    @Test("a set member clears what stood for it, in the constraint and in its variations")
    func variations() throws {
        var varied = LayoutConstraint(owner: 3, first: LayoutAnchor(.view(3), .height))
        (varied.constant, varied.isStandard, varied.ratio, varied.isActive) = (8, true, "16:9", false)
        var compact = LayoutVariation(traits: "heightClass=compact")
        (compact.constant, compact.isIncluded) = (4, true)
        var regular = LayoutVariation(traits: "widthClass=regular")
        (regular.constant, regular.priority) = (12, 500)
        varied.variations = [compact, regular]
        var tree = Self.tree(adding: [varied])
        _ = try tree.apply(Self.constant(12, 9))
        let now = try #require(tree.allConstraints.last)
        #expect(!now.isStandard && now.ratio == "16:9")
        #expect(now.variations.map { [$0.constant, $0.priority] } == [[nil, nil], [nil, 500]])
        var changes = ConstraintChanges()
        (changes.isActive, changes.multiplier) = (true, 2)
        _ = try tree.apply(.changeConstraint(12, changes))
        let last = tree.allConstraints.last
        #expect(last?.variations.map(\.traits) == ["widthClass=regular"] && last?.ratio == nil)
        #expect(tree.changedConstraints.first?.before == varied)
    }

    @Test("priorities, stacks and who places a view can be edited")
    func traits() throws {
        var stacked = LayoutTraits()
        stacked.stack = StackConfiguration()
        stacked.stack?.isSpacingStandard = true
        var tree = Self.tree(adding: [], traits: [1: stacked])
        let before = State(tree)
        var changes = LayoutTraitChanges()
        (changes[dynamicMember: \.hugging.horizontal], changes[dynamicMember: \.stack?.spacing]) = (251, 12)
        changes[dynamicMember: \.stack?.axis] = .vertical
        let applied = try tree.apply(.changeLayout(view: 1, changes))
        let now = tree.layoutTraits(of: 1)
        #expect(now?.stack?.words == "vertical, distribution fill, alignment fill, spacing 12")
        #expect(now?.hugging.horizontal == 251 && tree.changedLayoutTraits.map(\.view) == [1])
        tree.undo(applied.undo)
        #expect(State(tree) == before)
        changes = LayoutTraitChanges()
        changes.translatesMask = true
        _ = try tree.apply(.changeLayout(view: 3, changes))
        #expect(tree.frame(of: 3) == Rect(x: 5, y: 200, width: 33, height: 44), "a mask holds what it finds")
        changes.translatesMask = .some(nil)
        _ = try tree.apply(.changeLayout(view: 3, changes))
        #expect(tree.layout.traits[3] == nil && tree.changedLayoutTraits.isEmpty)
    }

    private static func change(_ set: (inout ConstraintChanges) -> Void) -> TreeEdit {
        var changes = ConstraintChanges()
        set(&changes)
        return .changeConstraint(0, changes)
    }

    private static func layout(_ set: (inout LayoutTraitChanges) -> Void) -> TreeEdit {
        var changes = LayoutTraitChanges()
        set(&changes)
        return .changeLayout(view: 1, changes)
    }

    private static func add(
        _ view: Int,
        _ first: LayoutAttribute,
        _ other: Int? = nil,
        _ second: LayoutAttribute = .width
    ) -> TreeEdit {
        .addConstraint(NewConstraint(LayoutAnchor(.view(view), first), other.map { LayoutAnchor(.view($0), second) }))
    }

    static let refused: [(TreeEdit, String, String)] = [
        (constant(-1, 1), "unknown-constraint", "constraint"), (constant(12, 1), "unknown-constraint", "constraint"),
        (constant(.max, 1), "unknown-constraint", "constraint"),
        (constant(.min, 1), "unknown-constraint", "constraint"),
        (constant(0, .nan), "not-finite", "constant"), (constant(0, 1e308), "out-of-range", "constant"),
        (change { $0.priority = 0 }, "out-of-range", "priority"),
        (change { $0.priority = -1 }, "out-of-range", "priority"),
        (change { $0.priority = 1000.5 }, "out-of-range", "priority"),
        (add(1, .leading, 0, .top), "mixed-axes", "second/attribute"),
        (add(1, .leading, 0, .width), "mixed-axes", "second/attribute"),
        (add(1, .leading), "mixed-axes", "second"), (add(99, .width), "unknown-view", "first/view"),
        (add(1, .width, -5), "unknown-view", "second/view"),
        (layout { $0[dynamicMember: \.stack?.spacing] = 4 }, "not-a-stack", "stack"),
        (
            layout { $0[dynamicMember: \.hugging.vertical] = .infinity }, "not-finite",
            "contentHuggingPriority/vertical"
        ),
    ]

    @Test("what a constraint cannot be is refused, with the member at fault", arguments: refused)
    func refusals(edit: TreeEdit, reason: String, member: String) {
        #expect(code(edit) == [reason, member])
    }

    @Test("a constraint that is gone, or whose view is, is not edited")
    func gone() throws {
        var tree = Self.tree
        _ = try tree.apply(.removeConstraint(3))
        for edit in [Self.constant(3, 1), .removeConstraint(3)] {
            #expect(code(edit, of: tree) == ["removed-constraint", "constraint"])
        }
        tree = Self.tree
        _ = try tree.apply(.remove(view: 3))
        #expect(code(Self.constant(6, 1), of: tree) == ["unknown-view", "constraint"])
    }

    @Test("no constraint goes between views below different roots, and not too many to one")
    func limits() throws {
        var builder = ViewTreeBuilder()
        for _ in 0..<2 {
            builder.append(ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: 9, height: 9)), depth: 0)
        }
        var tree = builder.build()
        let between = NewConstraint(LayoutAnchor(.view(0), .width), LayoutAnchor(.view(1), .width))
        #expect(code(.addConstraint(between), of: tree) == ["different-roots", "second/view"])
        for _ in 0..<ViewTree.maximumAddedOfView { _ = try tree.apply(.addConstraint(Self.width(0, 9))) }
        #expect(code(.addConstraint(Self.width(0, 9)), of: tree) == ["too-many-constraints", "first/view"])
    }

    @Test("an edit that changes nothing is none")
    func nothing() throws {
        var tree = Self.tree
        let nothing = TreeEdit.changeConstraint(2, ConstraintChanges())
        for edit in [Self.constant(2, 100), nothing, .changeLayout(view: 2, LayoutTraitChanges())] {
            #expect(try tree.apply(edit).isEmpty)
        }
        #expect(State(tree) == State(Self.tree))
    }

    @Test("undone in order, any edits restore every value, and made again they give the same")
    func anySequence() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<150 {
            var tree = Self.tree
            let original = State(tree)
            var done: [(edit: TreeEdit, undo: TreeUndo, after: State)] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let edit = random.chance(0.7) ? random.layoutEdit(of: tree) : random.edit(of: tree)
                guard let applied = try? tree.apply(edit), !applied.isEmpty else { continue }
                done.append((edit, applied.undo, State(tree)))
            }
            for one in done.reversed() { tree.undo(one.undo) }
            try #require(State(tree) == original)
            for one in done {
                _ = try tree.apply(one.edit)
                try #require(State(tree) == one.after)
            }
        }
    }
}

extension SeededGenerator {
    /// An edit of constraints; some are not possible.
    fileprivate mutating func layoutEdit(of tree: ViewTree) -> TreeEdit {
        let number = Int.random(in: 0...tree.allConstraints.count, using: &self)
        let view = Int.random(in: 0...5, using: &self)
        let constant = Double(Int.random(in: -20...200, using: &self))
        switch Int.random(in: 0..<6, using: &self) {
        case 0: return .removeConstraint(number)
        case 1:
            var made = NewConstraint(LayoutAnchor(.view(view), .width))
            made.constant = constant
            return .addConstraint(made)
        case 2:
            let second = LayoutAnchor(.view(Int.random(in: 0...4, using: &self)), .leading)
            return .addConstraint(NewConstraint(LayoutAnchor(.view(view), .leading), second))
        case 3:
            var changes = LayoutTraitChanges()
            changes.translatesMask = chance(0.5) ? true : .some(nil)
            changes[dynamicMember: \.hugging.horizontal] = chance(0.5) ? 900 : nil
            return .changeLayout(view: view, changes)
        default:
            var changes = ConstraintChanges()
            changes.constant = constant
            changes.isActive = chance(0.3) ? chance(0.5) : nil
            changes.priority = chance(0.3) ? 700 : nil
            return .changeConstraint(number, changes)
        }
    }
}
