/// Finds the lines at which the specifiers of a pane begin in its XML.
///
/// Only tags are looked at: what the file means was read before, and a place that is not found is no finding less.
enum SpecifierLines {
    /// The line of each element of `PreferenceSpecifiers`, counted from 1; empty for files that are no XML in an
    /// encoding with ASCII in it.
    static func lines(in bytes: [UInt8]) -> [Int] {
        var scanner = Scanner(bytes: bytes)
        return scanner.lines()
    }

    private struct Scanner {
        let bytes: [UInt8]
        private var index = 0
        private var line = 1

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// Walks the tags: the key, then the array behind it, then the elements of that array.
        mutating func lines() -> [Int] {
            var lines: [Int] = []
            var depth: Int?
            var isBehindKey = false
            while let tag = nextTag() {
                guard let level = depth else {
                    if tag.name == "array", isBehindKey, !tag.closes {
                        if tag.isEmpty { return [] }
                        depth = 0
                    }
                    if tag.name == "key", !tag.closes { isBehindKey = text(isAt: index, "PreferenceSpecifiers") }
                    continue
                }
                if tag.closes {
                    if level == 0 { return lines }
                    depth = level - 1
                } else {
                    if level == 0 { lines.append(tag.line) }
                    if !tag.isEmpty { depth = level + 1 }
                }
            }
            return lines
        }

        private struct Tag {
            let name: String
            let line: Int
            let closes: Bool
            let isEmpty: Bool
        }

        /// The next tag of an element; comments, declarations, instructions and CDATA sections are passed over.
        private mutating func nextTag() -> Tag? {
            while index < bytes.count {
                guard bytes[index] == UInt8(ascii: "<") else {
                    advance(1)
                    continue
                }
                if text(isAt: index, "<!--") {
                    skip(past: "-->")
                } else if text(isAt: index, "<![CDATA[") {
                    skip(past: "]]>")
                } else if text(isAt: index, "<?") || text(isAt: index, "<!") {
                    skip(past: ">")
                } else {
                    return tag()
                }
            }
            return nil
        }

        private mutating func tag() -> Tag {
            let start = line
            advance(1)
            let closes = index < bytes.count && bytes[index] == UInt8(ascii: "/")
            if closes { advance(1) }
            let begin = index
            while index < bytes.count, isName(bytes[index]) { advance(1) }
            let name = String(decoding: bytes[begin..<index], as: UTF8.self)
            while index < bytes.count, bytes[index] != UInt8(ascii: ">") { advance(1) }
            let isEmpty = index > 0 && bytes[index - 1] == UInt8(ascii: "/")
            advance(1)
            return Tag(name: name, line: start, closes: closes, isEmpty: isEmpty && !closes)
        }

        private func isName(_ byte: UInt8) -> Bool {
            byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/") && byte > 0x20
        }

        private func text(isAt start: Int, _ text: StaticString) -> Bool {
            guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
            return text.withUTF8Buffer { bytes[start..<(start + $0.count)].elementsEqual($0) }
        }

        private mutating func skip(past end: StaticString) {
            while index < bytes.count, !text(isAt: index, end) { advance(1) }
            advance(end.utf8CodeUnitCount)
        }

        /// Moves on, counting lines; stops at the end.
        private mutating func advance(_ count: Int) {
            let end = min(index + count, bytes.count)
            for place in index..<end where bytes[place] == UInt8(ascii: "\n") { line += 1 }
            index = end
        }
    }
}
