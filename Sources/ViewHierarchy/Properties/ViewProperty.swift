/// One property of a view: its name, the kind of its values, UIKit's default, where it is kept, whether an edit sets it.
///
/// ``all`` is the one list of them. What reads and writes dumps and edits, the API's fields and the panel follow from it.
/// A new property is a member of ``ViewFlags``, ``ViewNumbers`` or ``ViewTexts`` and a row of the table.
public final class ViewProperty: Sendable {
    /// The name in dumps, in edits and in the API.
    public let name: String
    /// The kind of its values.
    public let kind: ViewPropertyValue.Kind
    /// What it tells about a view.
    public let group: Group
    /// UIKit's default; nil where a view has none, or has no value unless one is given.
    public let usual: ViewPropertyValue?
    /// Whether an edit may set it.
    public let isEditable: Bool
    /// Whether an edit may take its value away. One with a default goes back to that.
    public let isRemovable: Bool
    /// The range of its numbers in an edit; nil takes every finite number.
    public let range: ClosedRange<Double>?
    /// The bit of a yes-or-no property; nil for any other.
    public let flag: ViewFlags?
    /// The place in the table as a bit; 0 before it has one.
    let bit: UInt32

    /// The member of a description that holds it.
    public let path: any PartialKeyPath<ViewDescription> & Sendable
    private let described: @Sendable (ViewDescription) -> ViewPropertyValue?
    private let describe: @Sendable (inout ViewDescription, ViewPropertyValue?) -> Void
    private let read: @Sendable (ViewTree, Int) -> ViewPropertyValue?

    private init(
        name: String,
        kind: ViewPropertyValue.Kind,
        group: Group,
        usual: ViewPropertyValue?,
        isEditable: Bool,
        isRemovable: Bool,
        range: ClosedRange<Double>? = nil,
        flag: ViewFlags? = nil,
        bit: UInt32 = 0,
        path: any PartialKeyPath<ViewDescription> & Sendable,
        described: @escaping @Sendable (ViewDescription) -> ViewPropertyValue?,
        describe: @escaping @Sendable (inout ViewDescription, ViewPropertyValue?) -> Void,
        read: @escaping @Sendable (ViewTree, Int) -> ViewPropertyValue?
    ) {
        (self.name, self.kind, self.group, self.usual) = (name, kind, group, usual)
        (self.isEditable, self.isRemovable, self.range, self.flag) = (isEditable, isRemovable, range, flag)
        (self.bit, self.path) = (bit, path)
        (self.described, self.describe, self.read) = (described, describe, read)
    }

    /// The row at its place of the table.
    private func placed(at place: Int) -> ViewProperty {
        ViewProperty(
            name: name,
            kind: kind,
            group: group,
            usual: usual,
            isEditable: isEditable,
            isRemovable: isRemovable,
            range: range,
            flag: flag,
            bit: 1 << UInt32(place),
            path: path,
            described: described,
            describe: describe,
            read: read
        )
    }

    /// What properties tell about a view.
    public enum Group: Sendable, Hashable {
        /// Which one it is.
        case identity
        /// Where it is; the setters of these move more than their own property.
        case place
        /// How it is drawn.
        case drawing
        /// How it takes touches, changes of its size and scrolling.
        case behaviour
        /// What it says.
        case content
    }

    /// The class name, verbatim.
    public static let className = row("class")
    /// The address, as written.
    public static let address = row("address")
    /// The frame in the superview's bounds space.
    public static let frame = row("frame")
    /// The view's own coordinate space.
    public static let bounds = row("bounds")
    /// Where the anchor point lies in the superview's bounds space.
    public static let center = row("center")
    /// The affine transform about the anchor point.
    public static let transform = row("transform")
    /// The layer's anchor point in unit coordinates.
    public static let anchorPoint = row("anchorPoint")
    /// The class of the view controller whose root view it is.
    public static let controller = row("controller")
    /// Springs and struts.
    public static let autoresizingMask = row("autoresizingMask")

    /// The row of a name that the table has.
    private static func row(_ name: String) -> ViewProperty { named(name) ?? all[0] }

    /// Every property, in the order in which they are written.
    public static let all: [ViewProperty] = [
        given("class", .identity, \.className) { $0.className(of: $1) },
        given("address", .identity, \.address) { $0.address(of: $1) },
        given("frame", .place, \.frame, isEditable: true) { $0.frame(of: $1) },
        given("bounds", .place, \.bounds, isEditable: true) { $0.bounds(of: $1) },
        given("center", .place, \.center, isEditable: true) { $0.center(of: $1) },
        given("transform", .place, \.transform, usual: .identity, isEditable: true) { $0.transform(of: $1) },
        given("anchorPoint", .place, \.anchorPoint, usual: ViewGeometry.middle, isEditable: true) {
            $0.anchorPoint(of: $1)
        },
        number("alpha", .drawing, \.alpha, in: 0...1),
        flag("hidden", .drawing, \.isHidden),
        flag("opaque", .drawing, \.isOpaque),
        flag("clipsToBounds", .drawing, \.clipsToBounds),
        flag("userInteractionEnabled", .behaviour, \.isUserInteractionEnabled),
        flag("multipleTouchEnabled", .behaviour, \.isMultipleTouchEnabled, isEditable: false),
        flag("exclusiveTouch", .behaviour, \.isExclusiveTouch, isEditable: false),
        flag("autoresizesSubviews", .behaviour, \.autoresizesSubviews),
        given("autoresizingMask", .behaviour, \.autoresizingMask, usual: [], isEditable: true) {
            $0.autoresizingMask(of: $1)
        },
        number("contentMode", .drawing, \.contentMode),
        number("tag", .behaviour, \.tag),
        // What it scrolls are the bounds; those are what an edit sets.
        number("contentOffset", .behaviour, \.contentOffset, isEditable: false),
        number("contentSize", .behaviour, \.contentSize),
        text("text", .content, \.text, { $0.text }, { $0.text = $1 }),
        text("identifier", .content, \.identifier, { $0.identifier }, { $0.identifier = $1 }),
        text("label", .content, \.label, { $0.label }, { $0.label = $1 }),
        text("value", .content, \.value, { $0.value }, { $0.value = $1 }),
        text("controller", .identity, \.controller, { $0.controller }, { $0.controller = $1 }),
    ].enumerated().map { $1.placed(at: $0) }

    /// Those that an edit may set, in the order in which they are set: what one setter moves the next one can put right.
    public static let editable: [ViewProperty] =
        [transform, anchorPoint, bounds, center, frame] + all.filter { $0.isEditable && $0.group != .place }

    /// The yes-or-no properties.
    public static let flags: [ViewProperty] = all.filter { $0.flag != nil }

    private static let byName = NameLookup(all.map { (key: $0.name, value: $0) })

    /// The property with that name, or nil.
    public static func named(_ name: String) -> ViewProperty? { byName[name] }

    /// Whether it tells views apart, so that an empty text is none.
    public var isName: Bool { self == .className || self == .address }

    /// The value in a description; nil where there is none.
    public func value(in view: ViewDescription) -> ViewPropertyValue? { described(view) }

    /// The value that a view of a tree has, bounds and center worked out; nil where there is none, and out of range.
    public func value(of index: Int, in tree: ViewTree) -> ViewPropertyValue? {
        tree.indices.contains(index) ? read(tree, index) : nil
    }

    /// Puts a value into a description; nil takes one away. A value of another kind, and nil where there has to be a
    /// value, change nothing.
    public func set(_ value: ViewPropertyValue?, in view: inout ViewDescription) { describe(&view, value) }
}

extension ViewProperty: Hashable {
    /// Whether both are the same row of the table.
    public static func == (a: ViewProperty, b: ViewProperty) -> Bool { a.name == b.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: Rows

extension ViewProperty {
    /// A member of ``ViewFlags``.
    private static func flag(
        _ name: String,
        _ group: Group,
        _ path: any WritableKeyPath<ViewFlags, Bool> & Sendable,
        isEditable: Bool = true
    ) -> ViewProperty {
        var flags: ViewFlags = []
        flags[keyPath: path] = true
        let flag = flags
        return ViewProperty(
            name: name,
            kind: .bool,
            group: group,
            usual: .bool(ViewFlags.usual.contains(flag)),
            isEditable: isEditable,
            isRemovable: true,
            flag: flag,
            path: \ViewDescription.[dynamicMember: path],
            described: { .bool($0.flags.contains(flag)) },
            describe: { if let value = Bool($1) { if value { $0.flags.insert(flag) } else { $0.flags.remove(flag) } } },
            read: { .bool($0.flags(of: $1).contains(flag)) }
        )
    }

    /// A member of ``ViewNumbers`` that always has a value.
    private static func number<Value: ViewPropertyMember>(
        _ name: String,
        _ group: Group,
        _ path: any WritableKeyPath<ViewNumbers, Value> & Sendable,
        in range: ClosedRange<Double>? = nil,
        isEditable: Bool = true
    ) -> ViewProperty {
        ViewProperty(
            name: name,
            kind: Value.kind,
            group: group,
            usual: ViewNumbers.usual[keyPath: path].property,
            isEditable: isEditable,
            isRemovable: true,
            range: range,
            path: \ViewDescription.[dynamicMember: path],
            described: { $0.numbers[keyPath: path].property },
            describe: { if let value = Value($1) { $0.numbers[keyPath: path] = value } },
            read: { $0.numbers(of: $1)[keyPath: path].property }
        )
    }

    /// A member of ``ViewNumbers`` that few views have.
    private static func number<Value: ViewPropertyMember>(
        _ name: String,
        _ group: Group,
        _ path: any WritableKeyPath<ViewNumbers, Value?> & Sendable,
        isEditable: Bool = true
    ) -> ViewProperty {
        ViewProperty(
            name: name,
            kind: Value.kind,
            group: group,
            usual: nil,
            isEditable: isEditable,
            isRemovable: true,
            path: \ViewDescription.[dynamicMember: path],
            described: { $0.numbers[keyPath: path]?.property },
            describe: { if $1 == nil || $1?.kind == Value.kind { $0.numbers[keyPath: path] = Value($1) } },
            read: { $0.numbers(of: $1)[keyPath: path]?.property }
        )
    }

    /// A member of ``ViewTexts``, which most dumps give: its accessors are faster than its path.
    private static func text(
        _ name: String,
        _ group: Group,
        _ path: any WritableKeyPath<ViewTexts, String?> & Sendable,
        _ get: @escaping @Sendable (ViewTexts) -> String?,
        _ set: @escaping @Sendable (inout ViewTexts, String?) -> Void
    ) -> ViewProperty {
        ViewProperty(
            name: name,
            kind: .text,
            group: group,
            usual: nil,
            isEditable: false,
            isRemovable: true,
            path: \ViewDescription.[dynamicMember: path],
            described: { get($0.texts)?.property },
            describe: { if $1 == nil || $1?.kind == .text { set(&$0.texts, String($1)) } },
            read: { get($0.texts(of: $1))?.property }
        )
    }

    /// A member of a description that has a column of its own in trees.
    private static func given<Value: ViewPropertyMember>(
        _ name: String,
        _ group: Group,
        _ path: any WritableKeyPath<ViewDescription, Value> & Sendable,
        usual: Value? = nil,
        isEditable: Bool = false,
        _ read: @escaping @Sendable (ViewTree, Int) -> Value
    ) -> ViewProperty {
        ViewProperty(
            name: name,
            kind: Value.kind,
            group: group,
            usual: usual?.property,
            isEditable: isEditable,
            isRemovable: usual != nil,
            path: path,
            described: { $0[keyPath: path].property },
            describe: { if let value = Value($1) { $0[keyPath: path] = value } },
            read: { read($0, $1).property }
        )
    }

    /// A member of a description that need not be given and has a column of its own in trees.
    private static func given<Value: ViewPropertyMember>(
        _ name: String,
        _ group: Group,
        _ path: any WritableKeyPath<ViewDescription, Value?> & Sendable,
        isEditable: Bool = false,
        _ read: @escaping @Sendable (ViewTree, Int) -> Value?
    ) -> ViewProperty {
        ViewProperty(
            name: name,
            kind: Value.kind,
            group: group,
            usual: nil,
            isEditable: isEditable,
            isRemovable: false,
            path: path,
            described: { $0[keyPath: path]?.property },
            describe: { if $1 == nil || $1?.kind == Value.kind { $0[keyPath: path] = Value($1) } },
            read: { read($0, $1)?.property }
        )
    }
}
