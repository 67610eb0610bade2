/// A text made to fit a view: set smaller first, then cut.
public struct WireframeLabel: Sendable {
    private static let fontSizes = (smallest: 6.0, usual: 12.0)
    private static let inset = 2.0
    /// The width of an average character of a system font, in parts of its size.
    private static let characterWidth = 0.56
    private static let maximumCharacters = 200

    /// What is shown, cut with an ellipsis where there is no room for more.
    public let text: String
    /// The size of the type in points.
    public let fontSize: Double
    /// Where the text starts, or its middle when it is centred; vertically its middle.
    public let position: Point
    /// Whether the text stands in the middle of the area.
    public let isCentered: Bool

    /// Nil when there is nothing to show or no room for it.
    public init?(_ text: String, in area: Rect, isCentered: Bool) {
        let width = area.size.width - 2 * Self.inset
        let tallest = min(Self.fontSizes.usual, area.size.height * 0.8)
        // The prefix first: counting the characters of a whole document would take long.
        let shown = text.unicodeScalars.prefix(4 * Self.maximumCharacters)
        let start = String(String.UnicodeScalarView(shown)).prefix(Self.maximumCharacters)
        let count = start.count
        guard count > 0, width > 0, tallest >= Self.fontSizes.smallest else { return nil }
        let fitting = width / (Double(count) * Self.characterWidth)
        fontSize = min(tallest, max(fitting, Self.fontSizes.smallest))
        guard let capacity = Int(exactly: (width / (fontSize * Self.characterWidth)).rounded(.down)), capacity > 0
        else { return nil }
        let isWhole = count <= capacity && start.utf8.count == text.utf8.count
        self.text = isWhole ? String(start) : start.prefix(max(capacity - 1, 0)) + "…"
        self.isCentered = isCentered
        position = Point(x: isCentered ? area.center.x : area.minX + Self.inset, y: area.center.y)
    }
}
