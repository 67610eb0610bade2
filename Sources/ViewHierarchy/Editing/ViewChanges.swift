/// New values for some properties of a view; nil leaves a property as it is.
///
/// They are set in the order in which they are declared, so that what one setter moves the next one can put right.
public struct ViewChanges: Sendable, Hashable {
    /// `transform`; center and bounds stay, the frame changes.
    public var transform: Transform?
    /// The layer's anchor point; bounds and center stay, the frame moves.
    public var anchorPoint: Point?
    /// `bounds`; the center stays, and subviews follow their masks when the size changes.
    public var bounds: Rect?
    /// `center`; nothing else changes but the frame's origin.
    public var center: Point?
    /// `frame`; bounds' size and center follow, and subviews follow their masks when the size changes.
    public var frame: Rect?
    /// Opacity, 0 to 1.
    public var alpha: Double?
    /// `hidden`.
    public var isHidden: Bool?
    /// `opaque`.
    public var isOpaque: Bool?
    /// `clipsToBounds`.
    public var clipsToBounds: Bool?
    /// `userInteractionEnabled`.
    public var isUserInteractionEnabled: Bool?
    /// `autoresizesSubviews`.
    public var autoresizesSubviews: Bool?
    /// Springs and struts.
    public var autoresizingMask: AutoresizingMask?
    /// How content fits the bounds.
    public var contentMode: ContentMode?
    /// `tag`.
    public var tag: Int?
    /// A scroll view's `contentSize`; `.some(nil)` takes it away.
    public var contentSize: Size??

    /// Creates a set of changes that changes nothing.
    public init() {}

    /// The first member whose number is not finite, or nil.
    var nonFiniteMember: String? {
        if let transform, !transform.isFinite { return "transform" }
        if let anchorPoint, !anchorPoint.isFinite { return "anchorPoint" }
        if let bounds, !bounds.isFinite { return "bounds" }
        if let center, !center.isFinite { return "center" }
        if let frame, !frame.isFinite { return "frame" }
        if let alpha, !alpha.isFinite { return "alpha" }
        if let size = contentSize ?? nil, !size.isFinite { return "contentSize" }
        return nil
    }

    /// The member to name when the place that comes out is of no use.
    var placeMember: String {
        if frame != nil { return "frame" }
        if center != nil { return "center" }
        if bounds != nil { return "bounds" }
        return anchorPoint == nil ? "transform" : "anchorPoint"
    }

    /// The yes-or-no properties that are given.
    var flags: [(ViewFlags, Bool)] {
        let all: [(ViewFlags, Bool?)] = [
            (.hidden, isHidden), (.opaque, isOpaque), (.clipsToBounds, clipsToBounds),
            (.userInteractionEnabled, isUserInteractionEnabled), (.autoresizesSubviews, autoresizesSubviews),
        ]
        return all.compactMap { flag, value in value.map { (flag, $0) } }
    }
}
