/// Takes old-style text apart: property lists with braces, and strings tables, which are the same without them.
///
/// Between tokens stand blanks and comments, from `//` to the end of the line or between `/*` and `*/` (Apple's
/// “Property List Programming Guide”, Old-Style ASCII Property Lists). The text is in an encoding whose ASCII characters
/// are single bytes.
public struct OldStyleTokenizer: Sendable {
    /// A token.
    public enum Token: Sendable, Hashable {
        /// Text in quotation marks, or a bare word.
        case text
        /// One of the marks `{ } ( ) , ; =`.
        case mark(UInt8)
        /// A character that no token begins with; the one behind it is next.
        case unexpected
        /// Text whose quotation mark is never closed; it takes the rest.
        case unclosedText
        /// A comment that is never closed; it takes the rest.
        case unclosedComment
    }

    /// The line at which the latest token begins, counted from 1; the last line behind the last token.
    public private(set) var line = 1

    private let bytes: [UInt8]
    private var index = 0
    private var currentLine = 1

    /// Begins at the beginning.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next token; nil at the end.
    public mutating func next() -> Token? {
        while index < bytes.count {
            line = currentLine
            switch bytes[index] {
            case ...0x20:
                advance()
            case UInt8(ascii: "/") where isAt("//"):
                while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            case UInt8(ascii: "/") where isAt("/*"):
                index += 2
                while index < bytes.count, !isAt("*/") { advance() }
                guard index < bytes.count else { return .unclosedComment }
                index += 2
            default:
                return token()
            }
        }
        line = currentLine
        return nil
    }

    private mutating func token() -> Token {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return quoted(by: byte) ? .text : .unclosedText
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "="):
            index += 1
            return .mark(byte)
        case _ where Self.isWord(byte):
            // A slash inside a bare word begins no comment.
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            return .text
        default:
            index += 1
            return .unexpected
        }
    }

    private mutating func quoted(by quote: UInt8) -> Bool {
        index += 1
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\\") { advance() }
            advance()
        }
        guard index < bytes.count else { return false }
        index += 1
        return true
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { index + $0.count <= bytes.count && bytes[index..<(index + $0.count)].elementsEqual($0) }
    }

    /// Moves on by a byte; a carriage return with its line feed counts as one line.
    private mutating func advance() {
        guard index < bytes.count else { return }
        let isFeed = bytes[index] == 0x0A
        let isReturn = bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
        if isFeed || isReturn { currentLine += 1 }
        index += 1
    }

    /// The characters that need no quotation marks.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
