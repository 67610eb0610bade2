/// How a view lays out its content in its bounds (`UIView.ContentMode`), with UIKit's raw values.
public enum ContentMode: UInt8, Sendable, Hashable, CaseIterable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw
    case center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight

    /// The name that UIKit, nibs and the API use.
    public var name: String { String(describing: self) }

    /// The mode with that name, or nil.
    public init?(name: String) {
        guard let mode = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = mode
    }
}
