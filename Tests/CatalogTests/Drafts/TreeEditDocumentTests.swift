import Catalog
import JSON
import TestSupport
import Testing
import ViewHierarchy

@Suite("Edits as JSON")
struct TreeEditDocumentTests {
    private func edit(_ text: String) throws -> TreeEdit { try TreeEditDocument.edit(Array(text.utf8)) }

    private func pointers(_ body: () throws -> Void) -> [String]? {
        (#expect(throws: EditDocumentError.self) { try body() })?.faults.map(\.pointer)
    }

    private static var label: ViewDescription {
        var label = ViewDescription(className: "UILabel", frame: Rect(x: 1, y: -2, width: 3.25, height: 0.1))
        label.text = "\"é\"\n</script>"
        label.tag = -7
        label.address = "0x7f01"
        label.attributes = [.init("layer", "<CALayer>"), .init("layer", "again"), .init("", "1")]
        label.isHidden = true
        label.isOpaque = false
        label.contentMode = .bottomRight
        label.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
        return label
    }

    private static var turned: ViewDescription {
        var view = ViewDescription(className: "App.Card", frame: Rect(x: 0, y: 0, width: 20, height: 10))
        view.bounds = Rect(x: 5, y: 6, width: 10, height: 20)
        view.center = Point(x: 10, y: 5)
        view.transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: -0.0)
        view.anchorPoint = Point(x: 0, y: 1)
        view.alpha = 0.3
        return view
    }

    private static var everything: ViewChanges {
        var changes = ViewChanges()
        changes.transform = Transform(a: 1, b: 0.1, c: -0.0, d: 1e-300, tx: 1e300, ty: .leastNonzeroMagnitude)
        changes.anchorPoint = Point(x: 0, y: 1)
        changes.bounds = Rect(x: 0.1, y: 0.2, width: 0.3, height: 1.0 / 3)
        changes.center = Point(x: -1, y: 2)
        changes.frame = Rect(x: 1, y: 2, width: 3, height: 4)
        changes.alpha = 0.5
        changes.isHidden = true
        changes.isOpaque = false
        changes.clipsToBounds = true
        changes.isUserInteractionEnabled = false
        changes.autoresizesSubviews = false
        changes.autoresizingMask = [.flexibleLeftMargin, .flexibleHeight]
        changes.contentMode = .topLeft
        changes.tag = .min
        changes.contentSize = Size(width: 5, height: 6)
        return changes
    }

    private static var allOfConstraint: ConstraintChanges {
        var changes = ConstraintChanges()
        (changes.constant, changes.priority, changes.relation) = (-0.1, 999.5, .greaterThanOrEqual)
        (changes.multiplier, changes.isActive, changes.identifier) = (1.0 / 3, false, "\"é\"\n")
        return changes
    }

    private static var takingIdentifier: ConstraintChanges {
        var changes = ConstraintChanges()
        changes.identifier = .some(nil)
        return changes
    }

    private static var newConstraint: NewConstraint {
        var made = NewConstraint(
            LayoutAnchor(.view(1), .leadingMargin),
            LayoutAnchor(.guide(.safeArea, of: 0), .trailing)
        )
        (made.relation, made.multiplier, made.constant) = (.lessThanOrEqual, 2, -7.25)
        (made.priority, made.identifier) = (1, "gap")
        return made
    }

    private static var allOfLayout: LayoutTraitChanges {
        var changes = LayoutTraitChanges()
        changes.translatesMask = true
        (changes[dynamicMember: \.hugging.horizontal], changes[dynamicMember: \.hugging.vertical]) = (251, 1)
        (changes[dynamicMember: \.resistance.horizontal], changes[dynamicMember: \.resistance.vertical]) = (1000, 0.5)
        changes[dynamicMember: \.stack?.axis] = .vertical
        changes[dynamicMember: \.stack?.distribution] = .equalCentering
        (changes[dynamicMember: \.stack?.alignment], changes[dynamicMember: \.stack?.spacing]) = (.lastBaseline, -3)
        return changes
    }

    private static var takingAll: LayoutTraitChanges {
        var changes = LayoutTraitChanges()
        (changes.translatesMask, changes[dynamicMember: \.hugging.vertical]) = (.some(nil), .some(nil))
        changes[dynamicMember: \.resistance.horizontal] = .some(nil)
        changes[dynamicMember: \.stack?.axis] = .some(nil)
        changes[dynamicMember: \.stack?.distribution] = .some(nil)
        changes[dynamicMember: \.stack?.alignment] = .some(nil)
        changes[dynamicMember: \.stack?.spacing] = .some(nil)
        return changes
    }

    @Test(
        "what is wrong with an edit of constraints is told where it stands",
        arguments: [
            (#"{"op":"changeConstraint","constraint":1,"changes":{}}"#, ["/changes"]),
            (
                #"{"op":"changeConstraint","constraint":1,"changes":{"constant":null,"x":1}}"#,
                ["/changes/x", "/changes/constant"]
            ),
            (
                #"{"op":"changeConstraint","constraint":"1","changes":{"relation":"="}}"#,
                ["/constraint", "/changes/relation"]
            ),
            (
                #"{"op":"addConstraint","constraint":{"first":{"view":1,"attribute":"baseline"}}}"#,
                ["/constraint/first/attribute"]
            ),
            (
                #"{"op":"addConstraint","constraint":{"first":{"view":1,"attribute":"top","guide":"mine"},"second":{}}}"#,
                ["/constraint/first/guide", "/constraint/second", "/constraint/second"]
            ),
            (#"{"op":"removeConstraint"}"#, [""]),
            (#"{"op":"removeConstraint","constraint":1e300}"#, ["/constraint"]),
            (
                #"{"op":"changeLayout","view":1,"changes":{"stack":{},"contentHuggingPriority":{"horizontal":"x"}}}"#,
                ["/changes/contentHuggingPriority/horizontal", "/changes/stack"]
            ),
        ]
    )
    func layoutFaults(text: String, expected: [String]) {
        #expect(pointers { _ = try edit(text) } == expected)
    }

    private static var clearing: ViewChanges {
        var changes = ViewChanges()
        changes.contentSize = .some(nil)
        changes.autoresizingMask = []
        return changes
    }

    @Test(
        "every edit reads back as itself",
        arguments: [
            .change(view: 17, everything), .change(view: 0, clearing), .change(view: 3, ViewChanges()),
            .remove(view: 2), .bringToFront(view: 3), .sendToBack(view: .max),
            .move(view: 1, superview: 2, index: nil), .move(view: 1, superview: 2, index: -4),
            .exchange(superview: 9, 0, 3), .changeConstraint(7, allOfConstraint),
            .changeConstraint(.max, takingIdentifier), .removeConstraint(3),
            .addConstraint(NewConstraint(LayoutAnchor(.view(1), .width))),
            .addConstraint(newConstraint), .changeLayout(view: 3, allOfLayout), .changeLayout(view: 3, takingAll),
            .changes([.init(view: 4, everything), .init(view: 2, clearing)]),
            .insert(superview: 4, index: 2, views: [NewView(label)]),
            .insert(
                superview: 4,
                index: nil,
                views: [(label, 0), (turned, 1), (label, 2), (label, 2), (turned, 1), (label, 2)].map(NewView.init)
            ),
        ] as [TreeEdit]
    )
    func roundTrip(edit: TreeEdit) throws {
        #expect(try TreeEditDocument.edit(TreeEditDocument.bytes(of: edit)) == edit)
    }

    @Test("views without a common parent are put below the first, and a depth that skips levels does not")
    func depths() throws {
        let views = [0, 0, 5, 1].map { NewView(Self.label, depth: $0) }
        let edit = TreeEdit.insert(superview: 0, index: nil, views: views)
        guard case .insert(_, _, let read) = try TreeEditDocument.edit(TreeEditDocument.bytes(of: edit)) else {
            Issue.record("It is an insertion.")
            return
        }
        #expect(read.map(\.depth) == [0, 1, 2, 1])
    }

    @Test("views are nested 100 deep and no deeper")
    func depthLimit() throws {
        func nested(_ depth: Int) -> String {
            let open = #"{"frame":[0,0,1,1],"subviews":["#
            let views = String(repeating: open, count: depth - 1) + #"{"frame":[0,0,1,1]}"#
            return #"{"op":"insert","superview":0,"view":"# + views + String(repeating: "]}", count: depth - 1) + "}"
        }
        #expect(throws: Never.self) { try edit(nested(100)) }
        #expect(pointers { _ = try edit(nested(101)) }?.first?.hasSuffix("/subviews/0") == true)
    }

    @Test("an edit with numbers that JSON has none for is not read back")
    func nonFinite() {
        var changes = ViewChanges()
        changes.alpha = .nan
        changes.center = Point(x: .infinity, y: 0)
        let bytes = TreeEditDocument.bytes(of: .change(view: 1, changes))
        #expect(pointers { _ = try TreeEditDocument.edit(bytes) } == ["/changes/center/x", "/changes/alpha"])
        #expect(throws: EditDocumentError.self) { try TreeEditDocument.edit(Array("{\"op\":\"undo\"}".utf8)) }
        #expect(throws: EditDocumentError.self) { try TreeEditDocument.edit(Array("{".utf8)) }
    }

    @Test("an edit of any property is written and read again", arguments: ViewProperty.editable)
    func edits(property: ViewProperty) throws {
        for value in [property.sample, property.usual] where value != nil || property.isRemovable {
            var changes = ViewChanges()
            changes.set(property, to: value)
            let edit = TreeEdit.change(view: 3, changes)
            #expect(try TreeEditDocument.edit(TreeEditDocument.bytes(of: edit)) == edit)
        }
    }

    @Test("a view to insert may have any property", arguments: ViewProperty.all)
    func insertion(property: ViewProperty) throws {
        var view = ViewDescription(className: "UIView", frame: Rect(x: 10, y: 20, width: 30, height: 40))
        property.set(property.sample, in: &view)
        let edit = TreeEdit.insert(superview: 0, index: nil, views: [NewView(view)])
        guard case .insert(_, _, let views) = try TreeEditDocument.edit(TreeEditDocument.bytes(of: edit)) else {
            Issue.record("It is an insertion.")
            return
        }
        #expect(views.first.map { property.value(in: $0.description) } == property.sample)
    }
}
