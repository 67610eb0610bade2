/// How a screen is held.
public enum Orientation: String, Sendable, Hashable, CaseIterable {
    /// Taller than wide.
    case portrait
    /// Wider than tall.
    case landscape

    /// The orientation that a size has; a square has neither.
    public init?(of size: Size) {
        if size.width < size.height {
            self = .portrait
        } else if size.width > size.height {
            self = .landscape
        } else {
            return nil
        }
    }

    /// The orientation after a quarter turn.
    public var turned: Orientation { self == .portrait ? .landscape : .portrait }
}
