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
