/// Why a JSON text was refused.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of a reason.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is nothing but white space.
        case empty
        /// The text is longer than the limit.
        case tooLarge
        /// Arrays and objects are nested deeper than the limit.
        case tooDeep
        /// There are more arrays and objects than the limit.
        case tooManyContainers
        /// The text ends in the middle of a value.
        case truncated
        /// The text does not follow the grammar of RFC 8259.
        case syntax
        /// The bytes are not UTF-8: overlong forms, surrogates and code points above U+10FFFF included.
        case invalidUTF8
        /// A NUL byte, or the escape `\u0000`.
        case nullCharacter
        /// A string holds a control character that is not escaped.
        case controlCharacter
        /// An escape sequence is not one of RFC 8259, or is half of a surrogate pair.
        case invalidEscape
        /// A number does not fit: a whole one into 64 bits, another into a double.
        case numberOutOfRange
        /// An object has the same name twice.
        case duplicateKey
        /// Something follows the value.
        case trailingData
    }

    /// The stable name of the reason.
    public var code: Code
    /// One sentence for people, without the place.
    public var message: String
    /// The offset of the place in bytes, counted from 0, where there is one.
    public var offset: Int?
    /// The line of the place, counted from 1, where there is one.
    public var line: Int?
    /// The byte of the place in its line, counted from 1, where there is one.
    public var column: Int?

    /// Creates an error about the whole text.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates an error about one place in a text.
    init(_ code: Code, _ message: String, at offset: Int, in bytes: [UInt8]) {
        self.init(code, message)
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.offset = offset
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = offset - lineStart + 1
    }

    /// The message and the place.
    public var description: String {
        guard let line, let column else { return message }
        return "\(message) (line \(line), column \(column))"
    }
}
