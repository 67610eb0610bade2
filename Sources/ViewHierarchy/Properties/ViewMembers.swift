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

    /// The text of the secure text field was taken out.
    static let textWithheld = ViewFlags(rawValue: 1 << 12)
    /// The dump gave an address that fits 64 bits.
    static let hasAddress = ViewFlags(rawValue: 1 << 13)
    /// Frame, bounds, center, anchor point or transform is not finite: the view has no place in its window.
    package static let nonFinite = ViewFlags(rawValue: 1 << 14)
    /// Bounds and center were given and do not lead to the frame that was given with them.
    package static let frameDisagrees = ViewFlags(rawValue: 1 << 15)

    /// What a tree notes about its views beyond their properties.
    static let ofTree: ViewFlags = [.textWithheld, .hasAddress, .nonFinite, .frameDisagrees]
    /// UIKit's defaults.
    static let usual: ViewFlags = [.opaque, .userInteractionEnabled, .autoresizesSubviews]

    /// Whether the view and its subviews are not drawn and not touched.
    public var isHidden: Bool {
        get { self[.hidden] }
        set { self[.hidden] = newValue }
    }
    /// The drawing hint `opaque`.
    public var isOpaque: Bool {
        get { self[.opaque] }
        set { self[.opaque] = newValue }
    }
    /// Whether subviews are cut at the bounds.
    public var clipsToBounds: Bool {
        get { self[.clipsToBounds] }
        set { self[.clipsToBounds] = newValue }
    }
    /// Whether touches may reach the view and its subviews.
    public var isUserInteractionEnabled: Bool {
        get { self[.userInteractionEnabled] }
        set { self[.userInteractionEnabled] = newValue }
    }
    /// Whether a second finger counts.
    public var isMultipleTouchEnabled: Bool {
        get { self[.multipleTouchEnabled] }
        set { self[.multipleTouchEnabled] = newValue }
    }
    /// Whether touches elsewhere wait.
    public var isExclusiveTouch: Bool {
        get { self[.exclusiveTouch] }
        set { self[.exclusiveTouch] = newValue }
    }
    /// Whether subviews follow their masks when the bounds change.
    public var autoresizesSubviews: Bool {
        get { self[.autoresizesSubviews] }
        set { self[.autoresizesSubviews] = newValue }
    }

    private subscript(flag: ViewFlags) -> Bool {
        get { contains(flag) }
        set { if newValue { insert(flag) } else { remove(flag) } }
    }
}

/// Numbers that most views leave at UIKit's defaults.
public struct ViewNumbers: Sendable, Hashable {
    /// Opacity, 0 to 1.
    public var alpha = 1.0
    /// How content fits the bounds.
    public var contentMode = ContentMode.scaleToFill
    /// `tag`.
    public var tag = 0
    /// A scroll view's `contentOffset`; it is the bounds' origin, seen from outside.
    public var contentOffset: Point?
    /// A scroll view's `contentSize`.
    public var contentSize: Size?

    static let usual = ViewNumbers()
}

/// Texts that most views do not have.
public struct ViewTexts: Sendable, Hashable {
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
    /// The address as written, when the number alone does not give it back.
    var writtenAddress: String?

    static let none = ViewTexts()
}
