/// One view as a reader found it, or as the tree gives it back: UIKit's defaults where nothing was said.
///
/// The members of ``ViewFlags``, ``ViewNumbers`` and ``ViewTexts`` are members of a description too: `view.alpha`.
@dynamicMemberLookup
public struct ViewDescription: Sendable, Hashable {
    /// The class name, verbatim (`UIButton`, `MyApp.Card`, a mangled name).
    public var className: String
    /// The memory address as written (`0x7f8a10`), or nil.
    public var address: String?

    /// The computed `frame` in the superview's bounds space. Under a transform it is a bounding box.
    public var frame: Rect
    /// `bounds`; nil means that the frame decides: origin 0, size of the frame taken back through the transform.
    public var bounds: Rect?
    /// `center` (the layer's position); nil means that the frame decides.
    public var center: Point?
    /// `transform`, the affine part.
    public var transform = Transform.identity
    /// The layer's anchor point in unit coordinates.
    public var anchorPoint = ViewGeometry.middle
    /// Springs and struts.
    public var autoresizingMask: AutoresizingMask = []

    /// The yes-or-no properties.
    public var flags = ViewFlags.usual
    /// Numbers that most views leave at UIKit's defaults.
    public var numbers = ViewNumbers.usual
    /// Texts that most views do not have.
    public var texts = ViewTexts.none

    /// Which properties the dump said. The others have a default that nobody confirmed.
    ///
    /// Whoever makes a view decides everything about it, so a new description says all; readers begin with
    /// ``PropertySet/identity``.
    public var said = PropertySet.all

    /// Everything else that the dump said, verbatim, in the dump's order; the same name may come twice.
    public var attributes: [Attribute] = []

    /// A name and its verbatim text.
    public struct Attribute: Sendable, Hashable {
        /// The name as written.
        public var name: String
        /// The value as written.
        public var value: String

        /// Creates an attribute.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a view with UIKit's defaults.
    public init(className: String, frame: Rect) {
        self.className = className
        self.frame = frame
    }

    /// One of the yes-or-no properties.
    public subscript(dynamicMember member: any WritableKeyPath<ViewFlags, Bool> & Sendable) -> Bool {
        get { flags[keyPath: member] }
        set { flags[keyPath: member] = newValue }
    }

    /// One of the numbers.
    public subscript<Value>(dynamicMember member: any WritableKeyPath<ViewNumbers, Value> & Sendable) -> Value {
        get { numbers[keyPath: member] }
        set { numbers[keyPath: member] = newValue }
    }

    /// One of the texts.
    public subscript<Value>(dynamicMember member: any WritableKeyPath<ViewTexts, Value> & Sendable) -> Value {
        get { texts[keyPath: member] }
        set { texts[keyPath: member] = newValue }
    }
}

/// Which properties are worth a look: of most views most of them are UIKit's defaults, and of two versions of a view most are
/// the same. What is kept together is compared at once.
private enum PropertyGroups {
    static let identity = PropertySet([ViewProperty.className, .address])
    static let place = PropertySet([ViewProperty.frame, .bounds, .center, .transform, .anchorPoint])
    static let mask = PropertySet([ViewProperty.autoresizingMask])
    static let flags = PropertySet(ViewProperty.flags)
    static let texts = PropertySet(ViewProperty.all.filter { $0.kind == .text }).subtracting(identity)
    /// All that is left is kept among the numbers.
    static let numbers = PropertySet.all.subtracting(identity.union(place).union(mask).union(flags).union(texts))
}

extension ViewDescription {
    /// The properties that may have another value than `UIView`'s default, or a value where a view has none by default. The
    /// others certainly have the default.
    package var unusualProperties: PropertySet {
        var found = PropertyGroups.identity.union(PropertyGroups.place)
        if !autoresizingMask.isEmpty { found.formUnion(PropertyGroups.mask) }
        if flags != .usual { found.formUnion(PropertyGroups.flags) }
        if numbers != .usual { found.formUnion(PropertyGroups.numbers) }
        if texts != .none { found.formUnion(PropertyGroups.texts) }
        return found
    }
}

extension UIKitFamily {
    /// The properties whose defaults are other ones than `UIView`'s.
    package var unusualProperties: PropertySet {
        PropertySet((Self.differences[self] ?? []).map(\.property))
    }
}

extension ViewTree {
    /// The properties that may have another value in a view of another tree. The others are certainly equal, those that are
    /// not finite among them left out. All of them where either index is out of range.
    package func properties(of index: Int, differingFrom other: Int, in tree: ViewTree) -> PropertySet {
        guard indices.contains(index), tree.indices.contains(other) else { return .all }
        var found = PropertyGroups.identity
        if frames[index] != tree.frames[other] || geometries[index] != nil || tree.geometries[other] != nil {
            found.formUnion(PropertyGroups.place)
        }
        if masks[index] != tree.masks[other] { found.formUnion(PropertyGroups.mask) }
        if flagSets[index] != tree.flagSets[other] { found.formUnion(PropertyGroups.flags) }
        if numbers[index] != tree.numbers[other] { found.formUnion(PropertyGroups.numbers) }
        if texts[index] != tree.texts[other] { found.formUnion(PropertyGroups.texts) }
        return found
    }

    /// Whether a view of another tree has the same attributes in the same order.
    package func hasAttributes(of index: Int, equalTo other: Int, in tree: ViewTree) -> Bool {
        attributeColumn.isEqual(at: index, to: tree.attributeColumn, at: other)
    }
}
