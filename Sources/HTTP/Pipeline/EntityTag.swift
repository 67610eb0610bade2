import Diagnostics
import HTTPTypes

/// Entity tags (RFC 9110, section 8.8.3).
///
/// The compressed form of a body has a tag of its own: that of the body with `-gzip` before the closing quote. A
/// request's conditions are brought back to the plain tags before a responder sees them, so that it only ever meets
/// tags that it made.
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

    /// A list of tags with those of compressed forms made plain.
    static func plain(list: String) -> String {
        guard list.contains(suffix) else { return list }
        return tags(in: list).map { plain($0) }.joined(separator: ", ")
    }

    /// Whether a tag is in a list as of `If-None-Match`, compared weakly, compressed forms equal to plain ones.
    static func matches(_ tag: String, list: String) -> Bool {
        let wanted = plain(opaque(tag))
        return tags(in: list).contains { $0 == "*" || plain(opaque($0)) == wanted }
    }

    private static func plain(_ tag: Substring) -> Substring {
        tag.hasSuffix(suffix) ? tag.dropLast(suffix.count) + "\"" : tag
    }

    private static func opaque(_ tag: some StringProtocol) -> Substring {
        tag.hasPrefix("W/") ? Substring(tag.dropFirst(2)) : Substring(tag)
    }

    /// The tags of a list; a comma between quotes belongs to its tag.
    private static func tags(in list: String) -> [Substring] {
        var tags: [Substring] = []
        var isQuoted = false
        var start = list.utf8.startIndex
        func add(upTo end: String.Index) {
            let bytes = list.utf8[start..<end]
            let first = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? end
            let last = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { list.utf8.index(after: $0) } ?? first
            if first < last { tags.append(list[first..<last]) }
        }
        for index in list.utf8.indices {
            switch list.utf8[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                add(upTo: index)
                start = list.utf8.index(after: index)
            default: continue
            }
        }
        add(upTo: list.utf8.endIndex)
        return tags
    }
}
