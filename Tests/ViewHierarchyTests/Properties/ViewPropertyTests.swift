@testable import AutoLayout
import TreeTesting
import TestSupport
import Testing

@testable import ViewHierarchy

@Suite("The table of view properties")
struct ViewPropertyTests {
    private static var plain: ViewDescription { view(10, 20, 30, 40) }

    @Test("the rows that code names are those of the table, and stand in sets as these do")
    func namedRows() {
        let rows: [ViewProperty] = [
            .className, .address, .frame, .bounds, .center, .transform, .anchorPoint, .autoresizingMask, .controller,
        ]
        let names = [
            "class", "address", "frame", "bounds", "center", "transform", "anchorPoint", "autoresizingMask",
            "controller",
        ]
        #expect(rows.map(\.name) == names)
        #expect(rows.allSatisfy { PropertySet([$0]).properties == [$0] })
        #expect(PropertySet(rows).rawValue.nonzeroBitCount == rows.count)
    }

    @Test("every name stands once, and finds its row")
    func names() {
        #expect(Set(ViewProperty.all.map(\.name)).count == ViewProperty.all.count)
        for property in ViewProperty.all { #expect(ViewProperty.named(property.name) == property) }
        #expect(ViewProperty.named("tint") == nil)
        #expect(Set(ViewProperty.editable) == Set(ViewProperty.all.filter(\.isEditable)))
    }

    @Test("defaults are those of a view of which nothing was said", arguments: ViewProperty.all)
    func defaults(property: ViewProperty) {
        let described = property.value(in: ViewDescription(className: "", frame: .zero))
        if property != .className, property != .frame { #expect(described == property.usual) }
        #expect(property.usual == nil || property.usual?.kind == property.kind)
    }

    @Test(
        "a value survives the way through a description and a tree, and touches no other",
        arguments: ViewProperty.all
    )
    func storing(property: ViewProperty) {
        let value = property.sample
        #expect(value != property.usual && value.kind == property.kind)
        var described = Self.plain
        property.set(value, in: &described)
        #expect(property.value(in: described) == value)
        let tree = tree((0, Self.plain), (1, described), (1, Self.plain))
        #expect(property.value(of: 1, in: tree) == value)
        #expect(tree.description(of: 1).map { property.value(in: $0) } == value)
        for other in ViewProperty.all {
            #expect(other.value(of: 0, in: tree) == other.value(of: 2, in: tree))
            let moves = property.group == .place || property.name == "contentOffset"
            guard other != property, other.group != .place || !moves else { continue }
            #expect(other.value(of: 1, in: tree) == other.value(of: 0, in: tree), "\(other.name)")
        }
        #expect(property.value(of: 3, in: tree) == nil && property.value(of: -1, in: tree) == nil)
    }

    @Test("a value of another kind changes nothing", arguments: ViewProperty.all)
    func kinds(property: ViewProperty) {
        for other in ViewProperty.all where other.kind != property.kind {
            var described = Self.plain
            property.set(property.sample, in: &described)
            let before = described
            property.set(other.sample, in: &described)
            #expect(described == before)
        }
    }

    @Test("an edit sets a value and undo takes it back", arguments: ViewProperty.editable)
    func edits(property: ViewProperty) throws {
        var tree = tree(
            (0, Self.plain),
            (1, Self.plain),
            (2, view(0, 0, 5, 5) { $0.autoresizingMask = .flexibleWidth })
        )
        let before = TreeRecord(tree)
        var changes = ViewChanges()
        changes.set(property, to: property.sample)
        #expect(changes.given.map(\.property) == [property] && changes.givenNames == [property.name])
        let applied = try tree.apply(.change(view: 1, changes))
        #expect(applied.changed.contains(1) && property.value(of: 1, in: tree) == property.sample)
        if property.isRemovable {
            var removed = ViewChanges()
            removed.set(property, to: property.usual)
            let second = try tree.apply(.change(view: 1, removed))
            #expect(property.value(of: 1, in: tree) == property.usual)
            tree.undo(second.undo)
            #expect(property.value(of: 1, in: tree) == property.sample)
        }
        tree.undo(applied.undo)
        #expect(TreeRecord(tree) == before)
    }

    @Test("what no edit may set is left alone", arguments: ViewProperty.all.filter { !$0.isEditable })
    func notEditable(property: ViewProperty) {
        var changes = ViewChanges()
        changes.set(property, to: property.sample)
        changes.set(.frame, to: nil)
        #expect(changes == ViewChanges() && changes.given.isEmpty)
    }

    @Test("members of a description name the same properties")
    func members() {
        var changes = ViewChanges()
        changes.isHidden = true
        changes.alpha = 0.5
        changes.contentSize = .some(nil)
        changes.bounds = Rect(x: 0, y: 0, width: 1, height: 1)
        changes.text = "no edit sets it"
        #expect(changes.givenNames == ["bounds", "alpha", "hidden", "contentSize"])
        #expect(changes.isHidden == true && changes.alpha == 0.5 && changes.contentSize == .some(nil))
        #expect(changes.bounds == Rect(x: 0, y: 0, width: 1, height: 1) && changes.tag == nil)
        changes.alpha = nil
        #expect(changes.givenNames == ["bounds", "hidden", "contentSize"])
    }

    @Test("groups are made of their numbers again", arguments: ViewProperty.all)
    func groups(property: ViewProperty) {
        let value = property.sample
        #expect(value.numbers.count == property.kind.components.count)
        let group = ViewPropertyValue(property.kind, numbers: value.numbers)
        #expect(group == (property.kind.components.isEmpty ? nil : value))
        #expect(ViewPropertyValue(property.kind, numbers: value.numbers + [0]) == nil)
    }
}
