/// Tables of texts that came beside an interface, by their languages.
public struct StringsTables: Sendable, Hashable {
    /// Parts whose names begin so are tables, of the language that follows.
    public static let partPrefix = "strings."
    /// So many are kept of one dump.
    public static let maximumCount = 100
    /// So many bytes all of them may have together.
    public static let maximumBytes = 8 << 20

    /// The most bytes that one table may have.
    public static let maximumTableBytes = 1 << 20

    /// The bytes of the tables, by their languages as they were spelled.
    public private(set) var bytes: [String: [UInt8]] = [:]

    /// No tables.
    public init() {}

    /// How many bytes they have.
    public var byteCount: Int { bytes.values.reduce(0) { $0 &+ $1.count } }

    /// The language in the name of a part that is a table; nil for other parts.
    package static func language(ofPart name: String) -> String? {
        name.hasPrefix(partPrefix) ? String(name.dropFirst(partPrefix.count)) : nil
    }

    /// Whether a language is spelled as the folders of languages are: letters, digits, hyphens and low lines.
    public static func isLanguage(_ name: String) -> Bool {
        (2...64).contains(name.utf8.count) && name.lowercased() != "base"
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    /// Takes a table, unless there is no room for it or there is one of its language.
    /// - Returns: Whether it was taken.
    public mutating func add(_ table: [UInt8], of language: String) -> Bool {
        guard Self.isLanguage(language), bytes[language] == nil, bytes.count < Self.maximumCount,
            table.count <= Self.maximumTableBytes, byteCount + table.count <= Self.maximumBytes
        else { return false }
        bytes[language] = table
        return true
    }
}
