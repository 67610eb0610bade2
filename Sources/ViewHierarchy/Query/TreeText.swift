import Diagnostics

/// A tree as plain text: one line per view with indent, class, id, frame and text.
///
///     UIWindow 0 (0 0; 375 667)
///       UILabel 1 (16 20; 343 21) "World Clock"
///       UIButton 2 (unknown) "Edit"
///
/// A place that the dump does not say is unknown. A class whose name is mangled or long stands as people read it, and the name
/// that the dump has in brackets behind it.
public struct TreeText: Sendable {
    /// Views below this depth are not indented further, but say their depth: the text stays linear in the tree.
    public static let maximumIndent = 100

    private var bytes: [UInt8] = []

    /// The lines of the views at the indexes, each with a line feed; indexes out of range are left out.
    public static func text(of tree: ViewTree, indexes: some Sequence<Int>) -> String {
        var text = TreeText()
        for index in indexes where tree.indices.contains(index) { text.append(index, of: tree) }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The lines of all views.
    public static func text(of tree: ViewTree) -> String { text(of: tree, indexes: tree.indices) }

    private mutating func append(_ index: Int, of tree: ViewTree) {
        let depth = tree.depth(of: index)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * min(depth, Self.maximumIndent)))
        if depth > Self.maximumIndent { append("[\(depth)] ") }
        let name = tree.classTitle(of: index)
        appendEscaped(name.shown)
        if name.shown != name.raw {
            append(" [")
            appendEscaped(name.raw)
            append("]")
        }
        append(" \(tree.id(at: index) ?? index) (")
        let frame = tree.frame(of: index)
        if tree.says(.frame, of: index) { append(frame.origin.x, frame.origin.y) } else { append("unknown") }
        if tree.says(.bounds, of: index) {
            append("; ")
            append(frame.size.width, frame.size.height)
        }
        append(")")
        if let content = tree.text(of: index) {
            append(" \"")
            appendEscaped(content)
            append("\"")
        }
        append("\n")
    }

    private mutating func append(_ one: Double, _ other: Double) {
        NumberText.appendShort(one, to: &bytes)
        append(" ")
        NumberText.appendShort(other, to: &bytes)
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Escapes as Swift literals do, so that a view stays on one line and control characters do not reach a terminal.
    private mutating func appendEscaped(_ content: String) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "\\": append("\\\\")
            case "\"": append("\\\"")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case _ where scalar.isTerminalControl, "\u{2028}", "\u{2029}":
                append("\\u{\(String(scalar.value, radix: 16))}")
            default:
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(unit) }
            }
        }
    }
}
