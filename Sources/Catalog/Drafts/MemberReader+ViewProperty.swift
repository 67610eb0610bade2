import DumpFormats
public import JSON
public import ViewHierarchy

extension MemberReader {
    /// Reads the value of a property in the API's notation and nothing else.
    mutating func value(_ place: JSONPlace, _ kind: ViewPropertyValue.Kind) -> ViewPropertyValue? {
        switch kind {
        case .bool: bool(place).map { .bool($0) }
        case .integer: integer(place).map { .integer($0) }
        case .number: number(place).map { .number($0) }
        case .text: text(place).map { .text($0) }
        case .point, .size, .rect:
            numbers(place, named: kind.components).flatMap { ViewPropertyValue(kind, numbers: $0) }
        case .transform: numbers(place, count: kind.components.count).flatMap { ViewPropertyValue(kind, numbers: $0) }
        case .mask: mask(place).map { .mask($0) }
        case .contentMode:
            choice(place, of: ContentMode.allCases.map(\.name)).flatMap { ContentMode(name: $0) }.map {
                .contentMode($0)
            }
        }
    }

    /// An array of names.
    private mutating func mask(_ place: JSONPlace) -> AutoresizingMask? {
        guard let elements = elements(place, of: "names") else { return nil }
        var mask: AutoresizingMask = []
        for element in elements {
            let name = choice(element, of: AutoresizingMask.names.map(\.name))
            if let entry = AutoresizingMask.names.first(where: { $0.name == name }) { mask.insert(entry.flag) }
        }
        return mask
    }

    /// Reads a JSON Merge Patch of a view's properties (RFC 7396); null is UIKit's default where a property has one.
    public mutating func changes(_ place: JSONPlace) -> ViewChanges {
        var changes = ViewChanges()
        for member in place.members {
            guard let property = ViewProperty.named(member.name ?? ""), property.isEditable else {
                let names = ViewProperty.editable.map(\.name).joined(separator: ", ")
                refuse(member, "There is no such property to set; there are \(names).")
                continue
            }
            if member.value != .null {
                if let value = value(member, property.kind) { changes.set(property, to: value) }
            } else if property.isRemovable {
                changes.set(property, to: property.usual)
            } else {
                refuse(member, "“\(property.name)” has no default to go back to.")
            }
        }
        return changes
    }

    /// Reads a view to insert and everything below it, in depth-first order. They are written as those of Vitrine's JSON
    /// are, but strictly: a value that a dump would keep as an attribute is refused here.
    mutating func newViews(_ root: JSONPlace) -> [NewView] {
        var views: [NewView] = []
        var pending = [(place: root, depth: 0)]
        var keys = DocumentKeys()
        while let (place, depth) = pending.popLast() {
            guard place.value.kind == .object else {
                refuse(place, "A view is an object.")
                continue
            }
            guard depth < TreeEditDocument.maximumInsertedDepth else {
                refuse(place, "The views are nested deeper than \(TreeEditDocument.maximumInsertedDepth) levels.")
                continue
            }
            let document = DocumentView(place.value, values: DocumentValues(acceptsStrings: false), keys: &keys)
            check(document, at: place)
            var view = document.view
            // Who adds a view decides everything about it.
            view.said = .all
            views.append(NewView(view, depth: depth))
            for subview in (place["subviews"]?.elements ?? []).reversed() { pending.append((subview, depth + 1)) }
        }
        return views
    }

    private mutating func check(_ document: DocumentView<JSONValue>, at place: JSONPlace) {
        for name in document.unreadable { refuse(place[name] ?? place, "The value cannot be understood.") }
        if document.constraints != nil || document.traits != nil {
            let name = document.constraints == nil ? LayoutDocument.traitsKey : LayoutDocument.constraintsKey
            refuse(
                place[name] ?? place,
                "A view that is added is placed by its frame and its mask, not by constraints."
            )
        }
        guard document.unreadable.isEmpty else { return }
        // A dump may leave a center out; a view that is added is placed by whoever adds it.
        if !document.hasFrame { refuse(place, "A view needs a frame, or bounds and a center.") }
        for property in ViewProperty.all {
            guard let value = property.value(in: document.view) else { continue }
            let member = place[property.name] ?? place
            if let error = property.refusal(of: value) {
                refuse(member, error.message)
            } else if property.isName, value == .text("") {
                refuse(member, "“\(property.name)” may not be empty.")
            }
        }
    }
}
