import Diagnostics

/// A value of one of a view's properties.
public enum ViewPropertyValue: Sendable, Hashable {
    case bool(Bool), integer(Int), number(Double), text(String)
    case point(Point), size(Size), rect(Rect), transform(Transform)
    case mask(AutoresizingMask), contentMode(ContentMode)

    /// What a property's values are.
    public enum Kind: Sendable, Hashable, CaseIterable {
        case bool, integer, number, text, point, size, rect, transform, mask, contentMode

        /// The names of the numbers that a value is made of, in their order; empty for a value that is no such group.
        public var components: [String] {
            switch self {
            case .point: Components.point
            case .size: Components.size
            case .rect: Components.rect
            case .transform: Components.transform
            case .bool, .integer, .number, .text, .mask, .contentMode: []
            }
        }

        /// Kept, because they are asked for with every value that is read.
        private enum Components {
            static let point = ["x", "y"]
            static let size = ["width", "height"]
            static let rect = ["x", "y", "width", "height"]
            static let transform = ["a", "b", "c", "d", "tx", "ty"]
        }
    }

    /// Creates a group from its numbers; nil unless there are as many as the kind has components.
    public init?(_ kind: Kind, numbers n: [Double]) {
        guard !n.isEmpty, n.count == kind.components.count else { return nil }
        switch kind {
        case .point: self = .point(Point(x: n[0], y: n[1]))
        case .size: self = .size(Size(width: n[0], height: n[1]))
        case .rect: self = .rect(Rect(x: n[0], y: n[1], width: n[2], height: n[3]))
        case .transform: self = .transform(Transform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
        case .bool, .integer, .number, .text, .mask, .contentMode: return nil
        }
    }

    /// What kind of value this is.
    public var kind: Kind {
        switch self {
        case .bool: .bool
        case .integer: .integer
        case .number: .number
        case .text: .text
        case .point: .point
        case .size: .size
        case .rect: .rect
        case .transform: .transform
        case .mask: .mask
        case .contentMode: .contentMode
        }
    }

    /// The numbers of a group, in the order of the kind's components; empty for a value that is no group.
    public var numbers: [Double] {
        switch self {
        case .point(let point): [point.x, point.y]
        case .size(let size): [size.width, size.height]
        case .rect(let rect): [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
        case .transform(let t): [t.a, t.b, t.c, t.d, t.tx, t.ty]
        case .bool, .integer, .number, .text, .mask, .contentMode: []
        }
    }

    /// Whether every number in it is finite.
    public var isFinite: Bool {
        switch self {
        case .number(let number): number.isFinite
        case .point(let point): point.isFinite
        case .size(let size): size.isFinite
        case .rect(let rect): rect.isFinite
        case .transform(let transform): transform.isFinite
        case .bool, .integer, .text, .mask, .contentMode: true
        }
    }
}

extension ViewPropertyValue {
    /// The value for people: `Yes`, `0.5`, `“Lap”`, `16, 20`, `100 × 20`, `W+H`.
    public var words: String {
        switch self {
        case .bool(let value): value ? "Yes" : "No"
        case .integer(let value): String(value)
        case .number(let value): NumberText.told(value)
        case .text(let value): "“\(value.prefix(40))”"
        case .contentMode(let mode): mode.name
        case .mask(let mask): Self.tokens(mask)
        case .point(let point): "\(NumberText.told(point.x)), \(NumberText.told(point.y))"
        case .size(let size): "\(NumberText.told(size.width)) × \(NumberText.told(size.height))"
        case .rect(let rect): "\(NumberText.told(rect.size.width)) × \(NumberText.told(rect.size.height))"
        case .transform(let transform):
            transform.isIdentity ? "none" : "[\(numbers.map(NumberText.told).joined(separator: ", "))]"
        }
    }

    private static func tokens(_ mask: AutoresizingMask) -> String {
        let tokens = AutoresizingMask.names.filter { mask.contains($0.flag) }.map(\.token)
        return tokens.isEmpty ? "none" : tokens.joined(separator: "+")
    }
}

/// A type whose values are those of one kind of property.
protocol ViewPropertyMember: Sendable, Hashable {
    static var kind: ViewPropertyValue.Kind { get }
    /// The texts that its values are; empty for a type that takes any text, or has other values.
    static var choices: [String] { get }
    var property: ViewPropertyValue { get }
    /// The value; nil for none and for one of another kind.
    init?(_ property: ViewPropertyValue?)
}

extension ViewPropertyMember {
    static var choices: [String] { [] }
}

extension ViewPropertyMember where Self: RawRepresentable<String> & CaseIterable {
    static var kind: ViewPropertyValue.Kind { .text }
    static var choices: [String] { allCases.map(\.rawValue) }
    var property: ViewPropertyValue { .text(rawValue) }
    init?(_ property: ViewPropertyValue?) {
        guard case .text(let text) = property else { return nil }
        self.init(rawValue: text)
    }
}

extension Bool: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .bool }
    var property: ViewPropertyValue { .bool(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .bool(let value) = property else { return nil }
        self = value
    }
}

extension Int: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .integer }
    var property: ViewPropertyValue { .integer(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .integer(let value) = property else { return nil }
        self = value
    }
}

extension Double: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .number }
    var property: ViewPropertyValue { .number(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .number(let value) = property else { return nil }
        self = value
    }
}

extension String: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .text }
    var property: ViewPropertyValue { .text(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .text(let value) = property else { return nil }
        self = value
    }
}

extension Point: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .point }
    var property: ViewPropertyValue { .point(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .point(let value) = property else { return nil }
        self = value
    }
}

extension Size: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .size }
    var property: ViewPropertyValue { .size(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .size(let value) = property else { return nil }
        self = value
    }
}

extension Rect: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .rect }
    var property: ViewPropertyValue { .rect(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .rect(let value) = property else { return nil }
        self = value
    }
}

extension Transform: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .transform }
    var property: ViewPropertyValue { .transform(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .transform(let value) = property else { return nil }
        self = value
    }
}

extension AutoresizingMask: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .mask }
    var property: ViewPropertyValue { .mask(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .mask(let value) = property else { return nil }
        self = value
    }
}

extension ContentMode: ViewPropertyMember {
    static var kind: ViewPropertyValue.Kind { .contentMode }
    var property: ViewPropertyValue { .contentMode(self) }
    init?(_ property: ViewPropertyValue?) {
        guard case .contentMode(let value) = property else { return nil }
        self = value
    }
}

/// A set of properties, one bit for each row of ``ViewProperty/all``.
public struct PropertySet: OptionSet, Sendable, Hashable {
    /// The bits, in the order of the table.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates a set of some properties.
    public init(_ properties: some Sequence<ViewProperty>) {
        var bits: UInt32 = 0
        for property in properties { bits |= property.bit }
        self.init(rawValue: bits)
    }

    /// Every property.
    public static let all = PropertySet(ViewProperty.all)

    /// What a view is called and where it is. Nearly every dump says that; a reader takes out ``ofFrame`` where one does not.
    public static let identity = PropertySet(
        ViewProperty.all.filter { $0.group == .place || $0.name == "class" || $0.name == "address" }
    )

    /// The frame, and what follows from it where nothing else is said.
    public static let ofFrame = PropertySet([ViewProperty.frame, .bounds, .center])

    /// Whether the property is in the set.
    public func contains(_ property: ViewProperty) -> Bool { rawValue & property.bit != 0 }

    /// Adds a property.
    public mutating func insert(_ property: ViewProperty) { self = PropertySet(rawValue: rawValue | property.bit) }

    /// Takes a property out.
    public mutating func remove(_ property: ViewProperty) { self = PropertySet(rawValue: rawValue & ~property.bit) }

    /// The properties, in the order of the table.
    public var properties: [ViewProperty] { ViewProperty.all.filter(contains) }
}

/// Finds what belongs to one of some names that a program knows, by the length and the ends of the name, which takes a
/// fraction of hashing it. Only so many names share a place, whoever chose them.
package struct NameLookup<Value: Sendable>: Sendable {
    private static var placeCount: Int { 256 }
    /// The most names of one place; others are hashed.
    private static var maximumPerPlace: Int { 8 }

    /// Where the entries of each place begin in `names` and `values`, and behind the last one where they end.
    private var starts: [Int32] = []
    private var names: [String] = []
    private var values: [Value] = []
    private var others: [String: Value] = [:]

    /// Takes names with what belongs to them; of equal names the first counts.
    package init(_ pairs: some Sequence<(key: String, value: Value)>) {
        var places = [[(key: String, value: Value)]](repeating: [], count: Self.placeCount)
        for pair in pairs {
            let place = Self.place(of: pair.key)
            if places[place].count < Self.maximumPerPlace {
                places[place].append(pair)
            } else if others[pair.key] == nil {
                others[pair.key] = pair.value
            }
        }
        for entries in places {
            starts.append(Int32(truncatingIfNeeded: names.count))
            names += entries.map(\.key)
            values += entries.map(\.value)
        }
        starts.append(Int32(truncatingIfNeeded: names.count))
    }

    /// What belongs to a name; nil for any other.
    package subscript(name: String) -> Value? {
        let place = Self.place(of: name)
        for entry in Int(starts[place])..<Int(starts[place + 1]) where names[entry] == name { return values[entry] }
        return others.isEmpty ? nil : others[name]
    }

    /// Whether it is one of the names.
    package func contains(_ name: String) -> Bool { self[name] != nil }

    private static func place(of name: String) -> Int {
        var name = name
        return name.withUTF8 { utf8 in
            (utf8.count &* 31 ^ Int(utf8.first ?? 0) &* 7 ^ Int(utf8.last ?? 0) &* 3) & (placeCount - 1)
        }
    }
}
