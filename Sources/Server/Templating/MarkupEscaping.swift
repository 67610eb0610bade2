import Mustache

/// Escapes text for HTML and SVG byte by byte.
///
/// The template library's own escaping walks characters, so a quote that carries a combining mark would pass. Here each
/// of the five bytes is replaced whatever follows it, and control characters that no markup may hold are dropped.
struct MarkupEscaping: MustacheContentType {
    /// The name that the pragma in front of each template uses.
    static let name = "MARKUP"

    func escapeText(_ text: String) -> String {
        let needsWork = text.utf8.contains { $0 < 0x20 || $0 == 34 || $0 == 38 || $0 == 39 || $0 == 60 || $0 == 62 }
        guard needsWork else { return text }
        var escaped = [UInt8]()
        escaped.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case 34: escaped.append(contentsOf: "&quot;".utf8)
            case 38: escaped.append(contentsOf: "&amp;".utf8)
            case 39: escaped.append(contentsOf: "&#39;".utf8)
            case 60: escaped.append(contentsOf: "&lt;".utf8)
            case 62: escaped.append(contentsOf: "&gt;".utf8)
            case 9, 10, 13: escaped.append(byte)
            case 0..<0x20: break
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
