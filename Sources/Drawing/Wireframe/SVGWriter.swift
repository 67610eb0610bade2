public import ViewHierarchy
import Diagnostics

/// Writes SVG elements into bytes; whatever text comes in, what goes out is well-formed XML 1.0.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []

    /// Markup written by the program itself.
    mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// An attribute with a number, rounded to thousandths.
    mutating func attribute(_ name: String, _ value: Double) {
        open(name)
        NumberText.appendShort(value, to: &bytes)
        raw("\"")
    }

    /// An attribute with numbers, with spaces between them.
    mutating func attribute(_ name: String, _ values: [Double]) {
        open(name)
        for (position, value) in values.enumerated() {
            if position > 0 { raw(" ") }
            NumberText.appendShort(value, to: &bytes)
        }
        raw("\"")
    }

    /// An attribute with any text.
    mutating func attribute(_ name: String, _ value: String) {
        open(name)
        text(value)
        raw("\"")
    }

    private mutating func open(_ name: String) {
        raw(" ")
        raw(name)
        raw("=\"")
    }

    /// The four attributes that place a `rect`.
    mutating func attributes(_ rect: Rect) {
        attribute("x", rect.origin.x)
        attribute("y", rect.origin.y)
        attribute("width", rect.size.width)
        attribute("height", rect.size.height)
    }

    /// The attribute `transform` as a matrix.
    mutating func attribute(_ transform: Transform) {
        open("transform")
        raw("matrix(")
        for entry in [transform.a, transform.b, transform.c, transform.d] {
            NumberText.appendFine(entry, to: &bytes)
            raw(" ")
        }
        NumberText.appendShort(transform.tx, to: &bytes)
        raw(" ")
        NumberText.appendShort(transform.ty, to: &bytes)
        raw(")\"")
    }

    /// Character data. Characters that XML 1.0 forbids (section 2.2) are left out; line breaks and tabs become spaces.
    mutating func text(_ text: String) { text.appendMarkup(to: &bytes) }
}

/// A text made to fit a view: set smaller first, then cut.
public struct WireframeLabel: Sendable {
    private static let fontSizes = (smallest: 6.0, usual: 12.0)
    private static let inset = 2.0
    /// The width of an average character of a system font, in parts of its size.
    static let characterWidth = 0.56
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
