import Diagnostics
import HTTPTypes

/// Entity tags (RFC 9110, section 8.8.3), in their quotes.
///
/// The compressed form of a body has a tag of its own: that of the body with `-gzip` before the closing quote.
public enum EntityTag {
    private static let suffix = "-gzip\""

    /// A strong tag made from the bytes of a body.
    public static func strong(hashing bytes: [UInt8]) -> String {
        "\"\(ContentHash(bytes).text)\""
    }

    /// The tag of the compressed form.
    static func compressed(_ tag: String) -> String {
        guard tag.hasSuffix("\"") else { return tag }
        return tag.dropLast() + suffix
    }

    /// The tag of the form that is not compressed: what is written is the same whichever form of it a client has read.
    public static func plain(_ tag: String) -> String {
        tag.hasSuffix(suffix) ? tag.dropLast(suffix.count) + "\"" : tag
    }
}

/// The tags that a condition names, as of `If-Match` (RFC 9110, section 13.1.1).
public struct EntityTagList: Sendable, Hashable {
    /// Whether it is `*`, which stands for whatever there is.
    public let isAny: Bool
    /// The tags in their quotes, in their order, weak ones without the `W/`; what is no tag is left out.
    private let entries: [Entry]

    private struct Entry: Sendable, Hashable {
        let tag: String
        let isWeak: Bool

        init?(_ item: Substring) {
            let text = ParameterizedValue.trimmed(item)
            isWeak = text.hasPrefix("W/")
            tag = isWeak ? String(text.dropFirst(2)) : text
            guard tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
                !tag.dropFirst().dropLast().contains("\"")
            else { return nil }
        }
    }

    /// Reads a field.
    public init(_ field: String) {
        isAny = ParameterizedValue.trimmed(field[...]) == "*"
        entries = isAny ? [] : Self.items(of: field).compactMap { Entry($0) }
    }

    /// Whether it is neither `*` nor has a tag.
    public var isEmpty: Bool { !isAny && entries.isEmpty }

    /// The tags that can be relied on byte by byte (RFC 9110, section 8.8.3.2).
    public var strong: [String] { entries.lazy.filter { !$0.isWeak }.map(\.tag) }

    /// All tags, for weak comparison: without what marks weak ones.
    public var opaque: [String] { entries.map(\.tag) }

    /// Whether a tag is listed, by strong comparison: no weak tag ever is.
    func names(strongly tag: String) -> Bool { strong.contains(tag) }

    /// Whether a tag is listed, by weak comparison.
    func names(weakly tag: String) -> Bool { opaque.contains(tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag) }

    /// The items of a list; a comma between quotes belongs to its item.
    private static func items(of list: String) -> [Substring] {
        var isQuoted = false
        return list.utf8.split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }.map { Substring($0) }
    }
}

extension Request {
    /// What `If-Match` names; nil without that field.
    public var ifMatch: EntityTagList? { headers.value(of: .ifMatch).map { EntityTagList($0) } }

    /// What `If-None-Match` names; nil without that field.
    public var ifNoneMatch: EntityTagList? { headers.value(of: .ifNoneMatch).map { EntityTagList($0) } }
}
