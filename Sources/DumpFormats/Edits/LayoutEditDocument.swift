import JSON
import ViewHierarchy

/// Edits of constraints and of what is said of views' layout, as JSON. The names are those of the API's constraints and of
/// `autoLayout`; ``TreeEditDocument`` has the other edits.
extension TreeEditDocument {
    /// The longest identifier of a constraint that an edit sets, in characters.
    static let maximumIdentifierLength = 1_000

    /// The edit, and the names of the members that it may have; nil for another operation.
    static func layoutEdit(
        _ operation: String,
        _ document: JSONPlace,
        _ reader: inout MemberReader
    ) -> (TreeEdit?, [String])? {
        switch operation {
        case "changeConstraint":
            let number = reader.integer(reader.required("constraint", of: document))
            let changes = reader.required("changes", of: document).flatMap { reader.constraintChanges($0) }
            guard let number, let changes else { return (nil, ["constraint", "changes"]) }
            return (.changeConstraint(number, changes), ["constraint", "changes"])
        case "addConstraint":
            let constraint = reader.required("constraint", of: document).flatMap { reader.newConstraint($0) }
            return (constraint.map { .addConstraint($0) }, ["constraint"])
        case "removeConstraint":
            let number = reader.integer(reader.required("constraint", of: document))
            return (number.map { .removeConstraint($0) }, ["constraint"])
        case "changeLayout":
            let view = reader.integer(reader.required("view", of: document))
            let changes = reader.required("changes", of: document).flatMap { reader.traitChanges($0) }
            guard let view, let changes else { return (nil, ["view", "changes"]) }
            return (.changeLayout(view: view, changes), ["view", "changes"])
        default: return nil
        }
    }
}

extension MemberReader {
    private static let constraintMembers = ["constant", "priority", "relation", "multiplier", "active", "identifier"]
    private static let axes = ["horizontal", "vertical"]

    /// An object with at least one of some members and no others.
    private mutating func someOf(_ names: [String], _ place: JSONPlace) -> JSONPlace? {
        guard let object = object(place) else { return nil }
        checkNames(of: object, names)
        guard object.members.isEmpty else { return object }
        refuse(place, "There is nothing to change here; there are \(names.joined(separator: ", ")).")
        return nil
    }

    fileprivate mutating func constraintChanges(_ place: JSONPlace) -> ConstraintChanges? {
        guard let place = someOf(Self.constraintMembers, place) else { return nil }
        var changes = ConstraintChanges()
        changes.constant = number(place["constant"])
        changes.priority = number(place["priority"])
        changes.relation = choice(place["relation"])
        changes.multiplier = number(place["multiplier"])
        changes.isActive = bool(place["active"])
        changes.identifier = orTaken(place["identifier"]) { $0.identifier($1) }
        return changes
    }

    fileprivate mutating func newConstraint(_ place: JSONPlace) -> NewConstraint? {
        guard let place = object(place) else { return nil }
        let names = ["first", "relation", "second", "multiplier", "constant", "priority", "identifier"]
        checkNames(of: place, names)
        let first = required("first", of: place).flatMap { anchor($0) }
        let second = place["second"].flatMap { $0.value == .null ? nil : $0 }
        let other = second.flatMap { anchor($0) }
        let relation: LayoutConstraint.Relation? = choice(place["relation"])
        let (multiplier, constant) = (number(place["multiplier"]), number(place["constant"]))
        let priority = number(place["priority"])
        let identifier = orTaken(place["identifier"]) { $0.identifier($1) }
        guard let first, second == nil || other != nil else { return nil }
        var constraint = NewConstraint(first, other)
        constraint.relation = relation ?? constraint.relation
        constraint.multiplier = multiplier ?? constraint.multiplier
        constraint.constant = constant ?? constraint.constant
        constraint.priority = priority ?? constraint.priority
        constraint.identifier = identifier ?? nil
        return constraint
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

    fileprivate mutating func traitChanges(_ place: JSONPlace) -> LayoutTraitChanges? {
        let pairs = ["contentHuggingPriority", "contentCompressionResistancePriority"]
        guard let place = someOf([LayoutDocument.translatesKey] + pairs + ["stack"], place) else { return nil }
        var changes = LayoutTraitChanges()
        changes.translatesMask = orTaken(place[LayoutDocument.translatesKey]) { $0.bool($1) }
        if let pair = place[pairs[0]].flatMap({ someOf(Self.axes, $0) }) {
            changes.horizontalHugging = orTaken(pair["horizontal"]) { $0.number($1) }
            changes.verticalHugging = orTaken(pair["vertical"]) { $0.number($1) }
        }
        if let pair = place[pairs[1]].flatMap({ someOf(Self.axes, $0) }) {
            changes.horizontalResistance = orTaken(pair["horizontal"]) { $0.number($1) }
            changes.verticalResistance = orTaken(pair["vertical"]) { $0.number($1) }
        }
        if let stack = place["stack"].flatMap({ someOf(["axis", "distribution", "alignment", "spacing"], $0) }) {
            changes.axis = orTaken(stack["axis"]) { $0.choice($1) }
            changes.distribution = orTaken(stack["distribution"]) { $0.choice($1) }
            changes.alignment = orTaken(stack["alignment"]) { $0.choice($1) }
            changes.spacing = orTaken(stack["spacing"]) { $0.number($1) }
        }
        return changes
    }

    private mutating func identifier(_ place: JSONPlace) -> String? {
        guard let text = text(place) else { return nil }
        guard text.count <= TreeEditDocument.maximumIdentifierLength else {
            refuse(place, "“identifier” has at most \(TreeEditDocument.maximumIdentifierLength) characters.")
            return nil
        }
        return text
    }

    /// A value, or null, which takes one away; nil where nothing is given or it is no such value.
    private mutating func orTaken<Value>(
        _ place: JSONPlace?,
        _ read: (inout MemberReader, JSONPlace) -> Value?
    ) -> Value?? {
        guard let place else { return nil }
        if place.value == .null { return .some(nil) }
        return read(&self, place).map { .some($0) }
    }
}

extension JSONWriter {
    /// Writes the members of an edit of layout behind its operation.
    mutating func members(ofLayoutEdit edit: TreeEdit) {
        switch edit {
        case .changeConstraint(let number, let changes):
            integerMember("constraint", number)
            key("changes")
            write(changes)
        case .addConstraint(let constraint):
            key("constraint")
            write(constraint)
        case .removeConstraint(let number): integerMember("constraint", number)
        case .changeLayout(let view, let changes):
            integerMember("view", view)
            key("changes")
            write(changes)
        default: break
        }
    }

    private mutating func write(_ changes: ConstraintChanges) {
        beginObject()
        given("constant", changes.constant) { $0.number($1) }
        given("priority", changes.priority) { $0.number($1) }
        given("relation", changes.relation) { $0.string($1.rawValue) }
        given("multiplier", changes.multiplier) { $0.number($1) }
        given("active", changes.isActive) { $0.bool($1) }
        given("identifier", changes.identifier) { $0.string($1) }
        endObject()
    }

    private mutating func write(_ constraint: NewConstraint) {
        beginObject()
        given("first", constraint.first) { $0.write($1) }
        given("relation", constraint.relation) { $0.string($1.rawValue) }
        given("second", constraint.second) { $0.write($1) }
        given("multiplier", constraint.multiplier) { $0.number($1) }
        given("constant", constraint.constant) { $0.number($1) }
        given("priority", constraint.priority) { $0.number($1) }
        given("identifier", constraint.identifier) { $0.string($1) }
        endObject()
    }

    private mutating func write(_ anchor: LayoutAnchor) {
        beginObject()
        given("view", anchor.item.view) { $0.integer($1) }
        given("guide", anchor.item.guide) { $0.string($1.name) }
        given("attribute", anchor.attribute) { $0.string($1.name) }
        endObject()
    }

    private mutating func write(_ changes: LayoutTraitChanges) {
        beginObject()
        given(LayoutDocument.translatesKey, changes.translatesMask) { $0.bool($1) }
        pair("contentHuggingPriority", changes.horizontalHugging, changes.verticalHugging)
        pair("contentCompressionResistancePriority", changes.horizontalResistance, changes.verticalResistance)
        if changes.isAboutStack {
            key("stack")
            beginObject()
            given("axis", changes.axis) { $0.string($1?.rawValue) }
            given("distribution", changes.distribution) { $0.string($1?.rawValue) }
            given("alignment", changes.alignment) { $0.string($1?.rawValue) }
            given("spacing", changes.spacing) { $0.orNull($1) }
            endObject()
        }
        endObject()
    }

    private mutating func pair(_ name: String, _ horizontal: Double??, _ vertical: Double??) {
        guard horizontal != nil || vertical != nil else { return }
        key(name)
        beginObject()
        given("horizontal", horizontal) { $0.orNull($1) }
        given("vertical", vertical) { $0.orNull($1) }
        endObject()
    }

    /// A number, or null for what is taken away; what is not finite is no number, and refused when it is read.
    private mutating func orNull(_ value: Double?) {
        if let value, !value.isFinite { string("\(value)") } else { number(value) }
    }

    /// Writes a member as its value is written; nothing for nil.
    mutating func given<Value>(_ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        guard let value else { return }
        key(name)
        write(&self, value)
    }
}
