/// One view as a reader found it, or as the tree gives it back: UIKit's defaults where nothing was said.
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
    public var anchorPoint = Point(x: 0.5, y: 0.5)

    /// Opacity, 0 to 1.
    public var alpha = 1.0
    /// Whether the view and its subviews are not drawn and not touched.
    public var isHidden = false
    /// The drawing hint `opaque`.
    public var isOpaque = true
    /// Whether subviews are cut at the bounds.
    public var clipsToBounds = false
    /// Whether touches may reach the view and its subviews.
    public var isUserInteractionEnabled = true
    /// Whether a second finger counts (`multipleTouchEnabled`).
    public var isMultipleTouchEnabled = false
    /// Whether touches elsewhere wait (`exclusiveTouch`).
    public var isExclusiveTouch = false
    /// Whether subviews follow their masks when the bounds change.
    public var autoresizesSubviews = true
    /// Springs and struts.
    public var autoresizingMask: AutoresizingMask = []
    /// How content fits the bounds.
    public var contentMode = ContentMode.scaleToFill
    /// `tag`.
    public var tag = 0

    /// A scroll view's `contentOffset`; it is the bounds' origin, seen from outside.
    public var contentOffset: Point?
    /// A scroll view's `contentSize`.
    public var contentSize: Size?

    /// The text shown, possibly cut by the dump.
    public var text: String?
    /// The accessibility identifier.
    public var identifier: String?
    /// The accessibility label.
    public var label: String?
    /// The accessibility value.
    public var value: String?
    /// The class of the view controller whose root view this is.
    public var controller: String?

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
}

/// A view's yes-or-no properties, one bit each.
public struct ViewFlags: OptionSet, Sendable, Hashable {
    /// The bits, numbered by this module; no dump holds them.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `hidden`.
    public static let hidden = ViewFlags(rawValue: 1 << 0)
    /// `opaque`.
    public static let opaque = ViewFlags(rawValue: 1 << 1)
    /// `clipsToBounds`.
    public static let clipsToBounds = ViewFlags(rawValue: 1 << 2)
    /// `userInteractionEnabled`.
    public static let userInteractionEnabled = ViewFlags(rawValue: 1 << 3)
    /// `multipleTouchEnabled`.
    public static let multipleTouchEnabled = ViewFlags(rawValue: 1 << 4)
    /// `exclusiveTouch`.
    public static let exclusiveTouch = ViewFlags(rawValue: 1 << 5)
    /// `autoresizesSubviews`.
    public static let autoresizesSubviews = ViewFlags(rawValue: 1 << 6)

    /// The dump gave an address that fits 64 bits.
    static let hasAddress = ViewFlags(rawValue: 1 << 7)
    /// Frame, bounds, center, anchor point or transform is not finite: the view has no place in its window.
    static let nonFinite = ViewFlags(rawValue: 1 << 8)
    /// Bounds and center were given and do not lead to the frame that was given with them.
    static let frameDisagrees = ViewFlags(rawValue: 1 << 9)

    /// The flags of a described view.
    init(_ view: ViewDescription) {
        self = []
        if view.isHidden { insert(.hidden) }
        if view.isOpaque { insert(.opaque) }
        if view.clipsToBounds { insert(.clipsToBounds) }
        if view.isUserInteractionEnabled { insert(.userInteractionEnabled) }
        if view.isMultipleTouchEnabled { insert(.multipleTouchEnabled) }
        if view.isExclusiveTouch { insert(.exclusiveTouch) }
        if view.autoresizesSubviews { insert(.autoresizesSubviews) }
    }
}

/// Numbers that most views leave at UIKit's defaults.
struct ScalarProperties: Sendable, Hashable {
    var alpha = 1.0
    var tag = 0
    var contentMode = ContentMode.scaleToFill
    var contentOffset: Point?
    var contentSize: Size?

    static let defaults = ScalarProperties()

    init() {}

    init(_ view: ViewDescription) {
        alpha = view.alpha
        tag = view.tag
        contentMode = view.contentMode
        contentOffset = view.contentOffset
        contentSize = view.contentSize
    }
}

/// Texts that most views do not have.
struct TextProperties: Sendable, Hashable {
    var text: String?
    var identifier: String?
    var label: String?
    var value: String?
    var controller: String?
    /// The address as written, when the number alone does not give it back.
    var writtenAddress: String?

    static let none = TextProperties()

    init() {}

    init(_ view: ViewDescription) {
        text = view.text
        identifier = view.identifier
        label = view.label
        value = view.value
        controller = view.controller
    }
}
