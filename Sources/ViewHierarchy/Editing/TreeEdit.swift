/// One change of a view tree. Views are called by their ids.
public enum TreeEdit: Sendable, Hashable {
    /// Sets properties, with UIKit's coupling.
    case change(view: Int, ViewChanges)
    /// Adds views below a superview: at a place among its subviews counted from the back, or in front of them all.
    ///
    /// A place past the last one means in front, as does nil (`addSubview:`).
    case insert(superview: Int, index: Int?, views: [NewView])
    /// Takes a view away with everything below it (`removeFromSuperview`).
    case remove(view: Int)
    /// Gives a view another superview or another place; its frame keeps its numbers (`insertSubview:atIndex:`).
    ///
    /// The place counts the subviews without the view itself, as UIKit takes it out first.
    case move(view: Int, superview: Int, index: Int?)
    /// Puts a view in front of its siblings (`bringSubviewToFront:`).
    case bringToFront(view: Int)
    /// Puts a view behind its siblings (`sendSubviewToBack:`).
    case sendToBack(view: Int)
    /// Lets two subviews change places (`exchangeSubviewAtIndex:withSubviewAtIndex:`).
    case exchange(superview: Int, Int, Int)
}

/// A view that an edit adds, with its place below the first one that is added with it.
public struct NewView: Sendable, Hashable {
    /// What the view is like.
    public var description: ViewDescription
    /// 0 for the first view; views come in depth-first order.
    public var depth: Int

    /// Creates a view to add.
    public init(_ description: ViewDescription, depth: Int = 0) {
        self.description = description
        self.depth = depth
    }
}

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

/// What an edit did to a tree.
public struct AppliedEdit: Sendable {
    /// The ids of the views that are not as they were, in tree order: their own properties, their subviews or their
    /// superview.
    public let changed: [Int]
    /// The ids of the views that are gone.
    public let removed: [Int]
    /// What takes the edit back.
    public let undo: TreeUndo

    /// Whether everything was so already.
    public var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}

/// Why an edit is not possible. The tree is as it was when one is thrown.
public struct TreeEditError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no view with this id, or no longer.
        case unknownView = "unknown-view"
        /// A number is not finite, or leads to geometry that is not.
        case notFinite = "not-finite"
        /// A number is outside the range of its property.
        case outOfRange = "out-of-range"
        /// A place among subviews is below 0.
        case negativeIndex = "negative-index"
        /// There is no subview at the place to exchange.
        case indexOutOfRange = "index-out-of-range"
        /// A view would become its own superview.
        case intoOwnSubtree = "into-own-subtree"
        /// The tree would have more views than it may.
        case tooManyViews = "too-many-views"
        /// There is no view to insert.
        case nothingToInsert = "nothing-to-insert"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The member of the edit that is at fault, by its name in the API.
    public var member: String

    /// Creates an error.
    public init(_ code: Code, at member: String, _ message: String) {
        self.code = code
        self.member = member
        self.message = message
    }

    /// The sentence for people.
    public var description: String { message }
}
