import DumpFormats
import JSON
import ViewHierarchy

/// Edits of constraints and of what is said of views' layout, as JSON. The names are those of the API's constraints and of
/// `autoLayout`; ``TreeEditDocument`` has the other edits.
extension MemberReader {
    /// The longest identifier of a constraint that an edit sets, in characters.
    private static let maximumIdentifierLength = 1_000
    /// The members of a constraint that is added.
    private static let newConstraintMembers = [
        "first", "relation", "second", "multiplier", "constant", "priority", "identifier",
    ]

    /// An object with at least one of some members and no others.
    private mutating func someOf(_ names: [String], _ place: JSONPlace) -> JSONPlace? {
        guard let object = object(place) else { return nil }
        checkNames(of: object, names)
        guard object.members.isEmpty else { return object }
        refuse(place, "There is nothing to change here; there are \(names.joined(separator: ", ")).")
        return nil
    }

    /// New values for members of a constraint, or for what is said of a view's layout.
    mutating func changes<Subject>(_ place: JSONPlace, of _: Subject.Type) -> EditChanges<LayoutField<Subject>>? {
        var changes = EditChanges<LayoutField<Subject>>()
        return read(Subject.fields.map { (field: $0, names: $0.names[...]) }, of: place, into: &changes) ? changes : nil
    }

    /// Reads the fields that are given in an object, those in objects inside it too.
    private mutating func read<Subject>(
        _ fields: [(field: LayoutField<Subject>, names: ArraySlice<String>)],
        of place: JSONPlace,
        into changes: inout EditChanges<LayoutField<Subject>>
    ) -> Bool {
        var names: [String] = []
        for case let name? in fields.map(\.names.first) where !names.contains(name) { names.append(name) }
        guard let place = someOf(names, place) else { return false }
        for name in names {
            guard let member = place[name] else { continue }
            let inside = fields.filter { $0.names.first == name }.map { (field: $0.field, names: $0.names.dropFirst()) }
            if let (field, rest) = inside.first, rest.isEmpty {
                if let value = value(member, of: field) { changes.set(field, to: value) }
            } else {
                _ = read(inside, of: member, into: &changes)
            }
        }
        return true
    }

    /// A value of a field, or null, which takes one away; nil where it is no such value.
    private mutating func value<Subject>(_ place: JSONPlace, of field: LayoutField<Subject>) -> ViewPropertyValue?? {
        if place.value == .null, field.isRemovable { return .some(nil) }
        guard field.choices.isEmpty else { return choice(place, of: field.choices).map { .some(.text($0)) } }
        let value = value(place, field.kind)
        if case .text(let text) = value, text.count > Self.maximumIdentifierLength {
            refuse(place, "“\(field.name)” has at most \(Self.maximumIdentifierLength) characters.")
            return nil
        }
        return value.map { .some($0) }
    }

    /// A constraint to add.
    mutating func newConstraint(_ place: JSONPlace) -> NewConstraint? {
        guard let place = object(place) else { return nil }
        checkNames(of: place, Self.newConstraintMembers)
        let first = required("first", of: place).flatMap { anchor($0) }
        let second = place["second"].flatMap { $0.value == .null ? nil : $0 }
        let other = second.flatMap { anchor($0) }
        var changes = ConstraintChanges()
        for field in LayoutConstraint.fields where Self.newConstraintMembers.contains(field.name) {
            if let value = place[field.name].flatMap({ value($0, of: field) }) { changes.set(field, to: value) }
        }
        guard let first, second == nil || other != nil else { return nil }
        return changes.applied(to: NewConstraint(first, other))
    }

    /// A side of a constraint: a view, or a guide of it.
    private mutating func anchor(_ place: JSONPlace) -> LayoutAnchor? {
        guard let place = object(place) else { return nil }
        checkNames(of: place, ["view", "guide", "attribute"])
        let view = integer(required("view", of: place))
        let named = choice(required("attribute", of: place), of: LayoutAttribute.allCases.map(\.name))
        let said = place["guide"].flatMap { $0.value == .null ? nil : $0 }
        let guide = choice(said, of: LayoutGuideKind.names).map(LayoutGuideKind.init(name:))
        guard let view, let attribute = named.flatMap(LayoutAttribute.init(name:)) else { return nil }
        return LayoutAnchor(guide.map { .guide($0, of: view) } ?? .view(view), attribute)
    }
}

extension JSONWriter {
    /// Writes new values, each in the object that its name tells.
    mutating func write<Property>(_ changes: EditChanges<Property>) {
        beginObject()
        var open: Substring?
        for (property, value) in changes.given {
            let names = property.name.split(separator: "/")
            let outer = names.count > 1 ? names.first : nil
            if outer != open {
                if open != nil { endObject() }
                open = outer
                if let outer {
                    key(String(outer))
                    beginObject()
                }
            }
            key(names.last.map(String.init) ?? property.name)
            orNull(value)
        }
        if open != nil { endObject() }
        endObject()
    }

    /// Writes a constraint to add.
    mutating func write(_ constraint: NewConstraint) {
        beginObject()
        given("first", constraint.first) { $0.write($1) }
        given("second", constraint.second) { $0.write($1) }
        for field in LayoutConstraint.fields where field.name != "active" {
            given(field.name, field.value(in: constraint)) { $0.orNull($1) }
        }
        endObject()
    }

    private mutating func write(_ anchor: LayoutAnchor) {
        beginObject()
        given("view", anchor.item.view) { $0.integer($1) }
        given("guide", anchor.item.guide) { $0.string($1.name) }
        given("attribute", anchor.attribute) { $0.string($1.name) }
        endObject()
    }

    /// A value, or null for what is taken away; what is not finite is no number, and refused when it is read.
    private mutating func orNull(_ value: ViewPropertyValue?) {
        guard let value else { return null() }
        if case .number(let number) = value, !number.isFinite { string("\(number)") } else { self.value(value) }
    }
}
