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

    /// What a view is called and where it is. Nobody asks whether that was said: what is missing follows from the frame.
    public static let identity = PropertySet(
        ViewProperty.all.filter { $0.group == .place || $0.name == "class" || $0.name == "address" }
    )

    /// Whether the property is in the set.
    public func contains(_ property: ViewProperty) -> Bool { rawValue & property.bit != 0 }

    /// Adds a property.
    public mutating func insert(_ property: ViewProperty) { self = PropertySet(rawValue: rawValue | property.bit) }

    /// Takes a property out.
    public mutating func remove(_ property: ViewProperty) { self = PropertySet(rawValue: rawValue & ~property.bit) }

    /// The properties, in the order of the table.
    public var properties: [ViewProperty] { ViewProperty.all.filter(contains) }
}

extension ViewProperty {
    /// The place in the table, as a bit.
    fileprivate var bit: UInt32 { placeBit != 0 ? placeBit : Self.named(name)?.placeBit ?? 0 }
}
