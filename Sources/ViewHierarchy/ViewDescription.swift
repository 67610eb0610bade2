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
