public import Diagnostics

/// What UIKit stores about a view's place: bounds, center, transform and anchor point. The frame is computed.
///
/// A point p of the view lies at `center + linear(p − bounds.origin − anchor·size) + (tx, ty)` in the superview's
/// bounds space, as measured on UIKit.
public struct ViewGeometry: Sendable, Hashable {
    /// The view's own coordinate space.
    public var bounds: Rect
    /// Where the anchor point lies in the superview's bounds space (the layer's position).
    public var center: Point
    /// The affine transform about the anchor point.
    public var transform: Transform
    /// The layer's anchor point in unit coordinates.
    public var anchorPoint: Point

    /// The default anchor point.
    public static let middle = Point(x: 0.5, y: 0.5)

    /// Creates a geometry from what UIKit stores.
    public init(
        bounds: Rect,
        center: Point,
        transform: Transform = .identity,
        anchorPoint: Point = ViewGeometry.middle
    ) {
        self.bounds = bounds
        self.center = center
        self.transform = transform
        self.anchorPoint = anchorPoint
    }

    /// Creates the geometry of an untransformed view.
    public init(frame: Rect) {
        self.init(bounds: Rect(origin: .zero, size: frame.size), center: .zero)
        center = frame.origin + anchorOffset
    }

    /// The anchor point's distance from the bounds' origin.
    var anchorOffset: Point {
        Point(x: anchorPoint.x * bounds.size.width, y: anchorPoint.y * bounds.size.height)
    }

    /// The smallest upright rectangle that holds the view in its superview; without a transform, the view itself.
    public var frame: Rect {
        guard !transform.isIdentity else { return Rect(origin: center - anchorOffset, size: bounds.size) }
        return toSuperview.apply(to: bounds)
    }

    /// From the view's bounds space to its superview's.
    var toSuperview: Transform {
        let pivot = bounds.origin + anchorOffset
        return Transform(translation: Point(x: -pivot.x, y: -pivot.y)).then(transform)
            .then(Transform(translation: center))
    }

    /// From the superview's bounds space to the view's own.
    ///
    /// As in UIKit, a linear part that cannot be inverted is applied as it is.
    var fromSuperview: Transform {
        let origin = center + transform.translation
        return Transform(translation: Point(x: -origin.x, y: -origin.y)).then(transform.linear.inverted)
            .then(Transform(translation: bounds.origin + anchorOffset))
    }

    /// What UIKit's `setFrame:` does: the bounds take the size taken back through the transform, the center moves.
    ///
    /// Under a rotation the frame read afterwards is not the frame set; neither is it under a translation, because
    /// UIKit does not subtract `tx` and `ty`.
    mutating func setFrame(_ frame: Rect) {
        if transform.isIdentity {
            bounds.size = frame.size
        } else {
            let vector = Point(x: frame.size.width, y: frame.size.height)
            let size = transform.linear.inverted.applyLinear(to: vector)
            // A frame that only moved leaves the bounds as they are, through there and back again.
            if Autoresizing.isChange(bounds.size.width, abs(size.x)) { bounds.size.width = abs(size.x) }
            if Autoresizing.isChange(bounds.size.height, abs(size.y)) { bounds.size.height = abs(size.y) }
        }
        center = Point(
            x: frame.origin.x + anchorPoint.x * frame.size.width,
            y: frame.origin.y + anchorPoint.y * frame.size.height
        )
    }

    /// Whether every number is finite.
    public var isFinite: Bool { bounds.isFinite && center.isFinite && transform.isFinite && anchorPoint.isFinite }
}

extension ViewGeometry {
    /// Below this share of the products that it is the difference of, the determinant is mostly rounding error.
    private static let conditionLimit = 0.01
    /// How far below zero a length may come out through the six digits that dumps print.
    private static let negativeTolerance = 1e-3

    /// Creates the geometry of a view of which only its frame, a bounding box, and its transform are known.
    public init(boundingBox: Rect, transform: Transform, anchorPoint: Point = ViewGeometry.middle) {
        let size = Self.boundsSize(ofBox: boundingBox.size, under: transform)
        self.init(
            bounds: Rect(origin: .zero, size: size),
            center: .zero,
            transform: transform,
            anchorPoint: anchorPoint
        )
        moveCenter(soThatFrameIs: boundingBox)
    }

    /// Moves the center so that the middle of the frame comes to lie in the middle of the given one.
    mutating func moveCenter(soThatFrameIs wanted: Rect) {
        guard !transform.isIdentity else {
            center = wanted.origin + anchorOffset
            return
        }
        center = .zero
        center = wanted.center - frame.center
    }

    /// The size w×h whose bounding box under the transform is W×H: W = |a|·w + |c|·h and H = |b|·w + |d|·h.
    ///
    /// Near 45° both lines say the same and only a sum of w and h is known: the answer is then the smallest pair that
    /// fits, which under a pure rotation is the square. A box that no size can have gives what UIKit's `setFrame:`
    /// would store: the parts of the inverse applied to (W, H), without their signs.
    static func boundsSize(ofBox box: Size, under transform: Transform) -> Size {
        let (a, b, c, d) = (abs(transform.a), abs(transform.b), abs(transform.c), abs(transform.d))
        guard b != 0 || c != 0 || a != 1 || d != 1 else { return box }
        let determinant = a * d - b * c
        guard abs(determinant) > conditionLimit * (a * d + b * c) else {
            let norm = a * a + b * b + c * c + d * d
            guard norm > 0 else { return box }
            return Size(
                width: (a * box.width + b * box.height) / norm,
                height: (c * box.width + d * box.height) / norm
            )
        }
        let width = (d * box.width - c * box.height) / determinant
        let height = (a * box.height - b * box.width) / determinant
        let tolerance = negativeTolerance * max(abs(width), abs(height))
        if width >= -tolerance, height >= -tolerance {
            return Size(width: max(width, 0), height: max(height, 0))
        }
        let inverse = transform.linear.inverted.applyLinear(to: Point(x: box.width, y: box.height))
        return Size(width: abs(inverse.x), height: abs(inverse.y))
    }
}

/// How the numbers of a description become stored geometry.
struct GeometryReading {
    /// The frame to keep: as read, unless bounds and center say otherwise.
    private(set) var frame: Rect
    /// What is stored beside the frame; nil when the frame alone says everything.
    private(set) var geometry: ViewGeometry?
    /// False when bounds and center were given and lead to another frame than the one given.
    private(set) var frameAgrees = true

    /// Whether the view has a place in its window.
    var isFinite: Bool { frame.isFinite && geometry?.isFinite ?? true }

    init(_ view: ViewDescription) {
        frame = view.frame
        let origin = Self.boundsOrigin(of: view)
        let isPlaced = view.bounds != nil || view.center != nil
        guard isPlaced || origin != .zero || !view.transform.isIdentity || view.anchorPoint != ViewGeometry.middle
        else { return }

        // What the frame alone implies, then what else was said.
        let implied = ViewGeometry(
            boundingBox: view.frame,
            transform: view.transform,
            anchorPoint: view.anchorPoint
        )
        var stored = implied
        stored.bounds = Rect(origin: origin, size: view.bounds?.size ?? implied.bounds.size)
        stored.moveCenter(soThatFrameIs: view.frame)
        let agrees = stored.bounds.size == implied.bounds.size && view.center ?? stored.center == stored.center
        stored.center = view.center ?? stored.center

        let computed = stored.frame
        let isNear = Self.agree(computed, view.frame)
        if isPlaced, !agrees {
            frame = computed
            // A dump that has bounds and center need not give a frame at all.
            frameAgrees = isNear || view.frame == .zero
        } else if !isNear, computed.isFinite {
            frame = computed
        }
        if stored != ViewGeometry(frame: frame) { geometry = stored }
    }

    /// A scroll view's content offset is the origin of its bounds.
    private static func boundsOrigin(of view: ViewDescription) -> Point {
        if let bounds = view.bounds { return bounds.origin }
        if let offset = view.contentOffset, offset.isFinite { return offset }
        return .zero
    }

    /// Dumps print six digits; what agrees within them is the same frame.
    private static func agree(_ a: Rect, _ b: Rect) -> Bool {
        func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 0.01 + 1e-5 * max(abs(a), abs(b)) }
        return near(a.minX, b.minX) && near(a.minY, b.minY) && near(a.maxX, b.maxX) && near(a.maxY, b.maxY)
    }
}

/// How a view lays out its content in its bounds (`UIView.ContentMode`), with UIKit's raw values.
public enum ContentMode: UInt8, Sendable, Hashable, CaseIterable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw
    case center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight

    /// The name that UIKit, nibs and the API use.
    public var name: String { Self.names[self] ?? "" }

    /// The mode with that name, or nil.
    public init?(name: String) {
        guard let mode = Self.modes[name] else { return nil }
        self = mode
    }

    private static let names = Dictionary(allCases.map { ($0, String(describing: $0)) }) { first, _ in first }
    private static let modes = Dictionary(allCases.map { (String(describing: $0), $0) }) { first, _ in first }
}

extension ContentMode {
    /// Where content of a size is drawn, in the bounds' own coordinate space.
    ///
    /// The meaning of each mode is Apple's (`UIView.ContentMode`). Content may reach beyond the bounds; nothing is
    /// rounded to whole points. Bounds with negative lengths count as the same area with positive ones.
    /// - Parameter content: The size in points; the two modes that fill the bounds do not look at it.
    /// - Returns: nil when nothing is drawn: in the two aspect modes content without a positive width and height, and
    ///   in all modes what leads to a rectangle that is not finite.
    public func rect(content: Size, in bounds: Rect) -> Rect? {
        let bounds = bounds.standardized
        guard let size = size(of: content, in: bounds.size) else { return nil }
        let share = leadingShare
        let rect = Rect(
            x: bounds.origin.x + share.x * (bounds.size.width - size.width),
            y: bounds.origin.y + share.y * (bounds.size.height - size.height),
            width: size.width,
            height: size.height
        )
        return rect.isFinite ? rect : nil
    }

    private func size(of content: Size, in bounds: Size) -> Size? {
        switch self {
        case .scaleToFill, .redraw: bounds
        case .scaleAspectFit: Self.scaled(content, to: bounds) { $0 <= $1 }
        case .scaleAspectFill: Self.scaled(content, to: bounds) { $0 >= $1 }
        default: content
        }
    }

    /// The content with one side as long as that of the bounds: the width if the closure says so of the two scales.
    private static func scaled(_ content: Size, to bounds: Size, byWidth: (Double, Double) -> Bool) -> Size? {
        guard content.isFinite, content.width > 0, content.height > 0 else { return nil }
        // The side that decides is taken over as it is; scaling it there and back would lose its last digits.
        if byWidth(bounds.width / content.width, bounds.height / content.height) {
            return Size(width: bounds.width, height: content.height * bounds.width / content.width)
        }
        return Size(width: content.width * bounds.height / content.height, height: bounds.height)
    }

    /// How much of the room that content leaves lies to its left and above it.
    private var leadingShare: Point {
        switch self {
        case .scaleToFill, .redraw, .topLeft: Point(x: 0, y: 0)
        case .scaleAspectFit, .scaleAspectFill, .center: Point(x: 0.5, y: 0.5)
        case .top: Point(x: 0.5, y: 0)
        case .bottom: Point(x: 0.5, y: 1)
        case .left: Point(x: 0, y: 0.5)
        case .right: Point(x: 1, y: 0.5)
        case .topRight: Point(x: 1, y: 0)
        case .bottomLeft: Point(x: 0, y: 1)
        case .bottomRight: Point(x: 1, y: 1)
        }
    }
}

extension ViewTree {
    /// From the bounds space of one view to that of another; nil stands for the window.
    ///
    /// Goes up to the nearest common superview and down from there, as `convert(_:to:)` does. The windows of views
    /// under different roots count as one space; `haveSameRoot` tells.
    /// - Returns: nil when an index is out of range or a view on the way is not at a finite place.
    public func transform(from source: Int?, to target: Int?) -> Transform? {
        for view in [source, target].compactMap(\.self) where !indices.contains(view) { return nil }
        var up = Transform.identity
        var down = Transform.identity
        var low = source
        var high = target
        while low != high {
            let lowDepth = low.map { Int(depths[$0]) } ?? -1
            let highDepth = high.map { Int(depths[$0]) } ?? -1
            if let view = low, lowDepth >= highDepth {
                if let superview = superview(of: view) {
                    up = up.then(toSuperview(of: view))
                    low = superview
                } else {
                    low = nil
                }
            } else if let view = high {
                if let superview = superview(of: view) {
                    down = fromSuperview(of: view).then(down)
                    high = superview
                } else {
                    high = nil
                }
            }
        }
        let transform = up.then(down)
        return transform.isFinite ? transform : nil
    }

    /// The point of one view's bounds space in that of another; nil stands for the window.
    public func convert(_ point: Point, from source: Int?, to target: Int?) -> Point? {
        transform(from: source, to: target)?.apply(to: point)
    }

    /// The smallest upright rectangle that holds a rectangle of one view's bounds space in that of another.
    public func convert(_ rect: Rect, from source: Int?, to target: Int?) -> Rect? {
        transform(from: source, to: target)?.apply(to: rect)
    }

    /// The size that a rectangle of this size has after its conversion; nil stands for the window.
    ///
    /// UIKit converts points and rectangles only. Through a rotation this is the size of the bounding box.
    public func convert(_ size: Size, from source: Int?, to target: Int?) -> Size? {
        convert(Rect(origin: .zero, size: size), from: source, to: target)?.size
    }

    /// What makes a conversion doubtful, a warning each: `convert.differentWindows`, where the two windows count as
    /// one space although UIKit asks for views of the same, and `convert.notPlaced`, where there is no way.
    public func conversionWarnings(from source: Int?, to target: Int?) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        if !haveSameRoot(source, target) {
            warnings.append(
                Diagnostic(
                    .warning,
                    "convert.differentWindows",
                    "The views are in different windows, whose coordinates count as the same space here; "
                        + "UIKit converts between views of one window only.",
                    view: target.flatMap { id(at: $0) }
                )
            )
        }
        if transform(from: source, to: target) == nil {
            warnings.append(
                Diagnostic(
                    .warning,
                    "convert.notPlaced",
                    "There is no finite way from one view to the other, because a view on it is not at a finite place.",
                    view: source.flatMap { id(at: $0) } ?? target.flatMap { id(at: $0) }
                )
            )
        }
        return warnings
    }

    /// Whether two views are in the same window; nil stands for the window of the other.
    func haveSameRoot(_ first: Int?, _ second: Int?) -> Bool {
        guard let first, let second else { return true }
        return root(of: first) == root(of: second)
    }
}
