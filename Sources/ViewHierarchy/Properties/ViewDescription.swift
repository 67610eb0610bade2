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
