import Synchronization

/// A name that templates use, as a number, so that a model is asked without comparing texts.
///
/// Equal texts have one number for as long as the process runs. Names are those of templates and models, which are part
/// of the program: none is made of what people load.
public struct TemplateName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// From 0, without gaps.
    public let number: Int

    /// The name of a text without dots, such as `title`.
    public init(_ text: String) {
        number = Self.known.withLock { known in
            if let number = known.numbers[text] { return number }
            known.numbers[text] = known.texts.count
            known.texts.append(text)
            return known.texts.count - 1
        }
    }

    /// The name that a literal spells.
    public init(stringLiteral text: String) { self.init(text) }

    /// Its text.
    public var description: String { Self.known.withLock { $0.texts[number] } }

    private static let known = Mutex<(numbers: [String: Int], texts: [String])>(([:], []))
}

/// What a template can name parts of.
public protocol TemplateContext: Sendable {
    /// The part of a name; nil where the name is not known here, so that it is looked for further out.
    func value(named name: TemplateName) -> TemplateValue?
}

/// What a name stands for.
public enum TemplateValue: Sendable {
    /// Known and empty: written as nothing, and its section is left out.
    case nothing
    /// Written with what markup means by it escaped. In its section `{{.}}` is the text.
    case text(String)
    /// A condition of a section. Written as nothing.
    case flag(Bool)
    /// Its section is rendered once, with its parts. Written as nothing.
    case context(any TemplateContext)
    /// Its section is rendered once for each, and left out where there is none. Written as nothing.
    case list([TemplateValue])

    /// Whether a section is rendered.
    var isTrue: Bool {
        switch self {
        case .nothing: false
        case .text, .context: true
        case .flag(let flag): flag
        case .list(let values): !values.isEmpty
        }
    }
}

/// Escapes text for HTML and SVG byte by byte.
///
/// Each of the five bytes that mean something in markup is replaced whatever follows it: who goes by characters lets a
/// quote pass that carries a combining mark. Control characters that no markup may hold are dropped.
public enum MarkupEscaping {
    /// The text as it stands in content and in quoted attributes.
    public static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the escaped text in UTF-8.
    public static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                guard byte <= 62, let replacement = replacement(of: byte) else { continue }
                output.append(contentsOf: bytes[start..<index])
                output.append(contentsOf: replacement.utf8)
                start = index + 1
            }
            output.append(contentsOf: bytes[start...])
        }
    }

    /// What is written in place of a byte; nil where it stays.
    private static func replacement(of byte: UInt8) -> StaticString? {
        switch byte {
        case 34: "&quot;"
        case 38: "&amp;"
        case 39: "&#39;"
        case 60: "&lt;"
        case 62: "&gt;"
        case 9, 10, 13: nil
        case 0..<0x20: ""
        default: nil
        }
    }
}

extension StaticString {
    fileprivate var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
