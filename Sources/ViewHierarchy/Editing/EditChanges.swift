/// New values for some properties of a view.
public typealias ViewChanges = EditChanges<ViewProperty>

/// Something that edits set: a row of a table. What reads, writes, checks and describes edits follows from the table.
public protocol EditProperty: Sendable {
    /// What it is a property of.
    associatedtype Subject: Sendable

    /// All that edits set, in the order in which they are set.
    static var editable: [Self] { get }
    /// A subject on which all of them can be set.
    static var sample: Subject { get }
    /// The name in edits and in the API, which tells it from the others.
    var name: String { get }
    /// The kind of its values.
    var kind: ViewPropertyValue.Kind { get }
    /// Whether an edit may take its value away.
    var isRemovable: Bool { get }
    /// The member of a subject that it is.
    var path: any PartialKeyPath<Subject> & Sendable { get }

    /// The value that a subject has; nil where there is none.
    func value(in subject: Subject) -> ViewPropertyValue?
    /// Puts a value into a subject; nil takes one away.
    func set(_ value: ViewPropertyValue?, in subject: inout Subject)
    /// Why no edit may set a value; nil when it may.
    func refusal(of value: ViewPropertyValue) -> TreeEditError?
}

/// New values for some properties; the others stay as they are.
///
/// Any property that an edit may set is a member: `changes.alpha = 0.5`, and nil when it stays. They are set in the order
/// of the table.
@dynamicMemberLookup
public struct EditChanges<Property: EditProperty>: Sendable, Hashable {
    /// By the names of the properties.
    private var values: [String: ViewPropertyValue?] = [:]

    /// Creates a set of changes that changes nothing.
    public init() {}

    /// What is given, in the order in which it is set; a nil value takes one away.
    public var given: [(property: Property, value: ViewPropertyValue?)] {
        guard !values.isEmpty else { return [] }
        return Property.editable.compactMap { property in values[property.name].map { (property, $0) } }
    }

    /// The names of what is given, in the order in which it is set.
    public var givenNames: [String] { given.map(\.property.name) }

    /// Gives a property a value, or takes it away with nil. What no edit may set is left alone.
    public mutating func set(_ property: Property, to value: ViewPropertyValue?) {
        guard Property.editable.contains(where: { $0.name == property.name }),
            value.map({ $0.kind == property.kind }) ?? property.isRemovable
        else { return }
        values[property.name] = .some(value)
    }

    /// The new value of a property, by its member in a subject; nil leaves the property as it is.
    public subscript<Value>(dynamicMember member: any KeyPath<Property.Subject, Value> & Sendable) -> Value? {
        get {
            guard let property = Self.property(member), let value = values[property.name] else { return nil }
            var subject = Property.sample
            property.set(value, in: &subject)
            return subject[keyPath: member]
        }
        set {
            guard let property = Self.property(member) else { return }
            values[property.name] = nil
            if let newValue { set(property, to: (newValue as? any ViewPropertyMember)?.property) }
        }
    }

    private static func property(_ member: PartialKeyPath<Property.Subject>) -> Property? {
        Property.editable.first { $0.path == member }
    }

    /// The subject with the new values.
    package func applied(to subject: Property.Subject) -> Property.Subject {
        given.reduce(into: subject) { $1.property.set($1.value, in: &$0) }
    }

    /// Throws for the first value that no edit may set.
    func check() throws(TreeEditError) {
        for (property, value) in given {
            if let value, let error = property.refusal(of: value) { throw error }
        }
    }
}
