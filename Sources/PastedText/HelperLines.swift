/// Views that a helper of an app's own printed: on each line a class and a frame, in a form that only that app has.
package enum HelperLines {
    /// What a line says.
    private struct Line {
        /// How wide the marks of its level are: blanks, dashes, dots, stars.
        var indent: Int
        var className: Range<Int>
        var address: Range<Int>?
        var label: Range<Int>?
        var tag: Range<Int>?
        var frame: [Range<Int>]
    }

    /// So many lines tell whether all are such.
    private static var sampleLength: Int { 100 }

    /// The text with such lines as debuggers print views, or elements where the names are those of types; nil without any.
    static func peeled(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        let found = sample.prefix(sampleLength).enumerated().compactMap { entry in
            line(in: text, entry.element.range).map { (place: entry.offset, line: $0) }
        }
        // Nothing else stands between them.
        guard found.count > 1, let first = found.first, let last = found.last,
            found.count &* 10 >= (last.place &- first.place &+ 1) &* 8
        else { return nil }
        let areViews = found.contains { isClass(text.bytes[$0.line.className]) }
        guard
            areViews
                ? areNamedAsViews(found.map(\.line.className), in: text) : found.allSatisfy({ $0.line.label != nil })
        else { return nil }
        var bytes: [UInt8] = []
        var open: [Int] = []
        var cursor = LineCursor(text)
        while let next = cursor.next() {
            if let line = line(in: text, next.range) {
                while let indent = open.last, indent >= line.indent { open.removeLast() }
                bytes += areViews ? view(line, at: open.count, text) : element(line, at: open.count, text)
                open.append(line.indent)
            } else {
                bytes += text.bytes[next.range]
            }
            bytes.append(0x0A)
        }
        let kind = areViews ? "views" : "elements"
        return TextLayer(
            bytes,
            note: "Each line gave a class and a frame in a form of its own; they were read as \(kind)."
        )
    }

    /// Whether the text is a sketch of a hierarchy: most lines give a class at some level and nothing else.
    package static func areClassesAlone(in text: ByteText) -> Bool {
        let sample = text.sampleLines()
        let found = sample.compactMap { line in
            head(in: text, line.range).flatMap { head in
                let rest = text.trimmed(head.end..<line.range.upperBound)
                let isAlone =
                    rest.isEmpty || text.has("//", at: rest.lowerBound, before: rest.upperBound)
                    || text[head.className.lowerBound &- 1] == UInt8(ascii: "<")
                        && text[rest.lowerBound] != UInt8(ascii: ":")
                return isAlone ? head : nil
            }
        }
        return found.count > 2 && found.count &* 2 > sample.count && Set(found.map(\.indent)).count > 1
            && areNamedAsViews(found.map(\.className), in: text)
    }

    private static let kinds: [StaticString] = [
        "View", "Window", "Button", "Label", "Cell", "Bar", "Control", "Switch", "Field", "Slider",
    ]

    /// Whether at least half of some names are such as views have.
    private static func areNamedAsViews(_ names: [Range<Int>], in text: ByteText) -> Bool {
        names.count { name in kinds.contains { text.firstIndex(of: $0, in: name) != nil } } &* 2 >= names.count
    }

    // MARK: Writing

    private static func view(_ line: Line, at depth: Int, _ text: ByteText) -> [UInt8] {
        let address = line.address.map { ": \(text.string($0))" } ?? ";"
        let name = "<\(text.string(line.className))\(address)>"
        let numbers = line.frame.map { text.string($0) }
        let tag = line.tag.map { " tag:\(text.string($0))" } ?? ""
        let frame = " frame = (\(numbers[0]) \(numbers[1]); \(numbers[2]) \(numbers[3]))"
        return Array((String(repeating: "   | ", count: depth) + name + frame + tag).utf8)
    }

    private static func element(_ line: Line, at depth: Int, _ text: ByteText) -> [UInt8] {
        let numbers = line.frame.map { text.string($0) }
        let frame = ", {{\(numbers[0]), \(numbers[1])}, {\(numbers[2]), \(numbers[3])}}"
        let label = line.label.flatMap { $0.isEmpty ? nil : ", label: '\(text.string($0))'" } ?? ""
        return Array((String(repeating: "  ", count: depth) + text.string(line.className) + frame + label).utf8)
    }

    /// Whether a name begins as those of classes do, with two capitals or an underscore; types of elements have one.
    private static func isClass(_ name: ArraySlice<UInt8>) -> Bool {
        name.first == UInt8(ascii: "_") || name.prefix(2).allSatisfy { $0.isLetter && $0 & 0x20 == 0 }
    }

    // MARK: Reading

    /// The class on a line, behind the marks of its level and a number.
    private static func head(in text: ByteText, _ range: Range<Int>) -> (indent: Int, className: Range<Int>, end: Int)?
    {
        let limit = min(range.upperBound, range.lowerBound &+ 1_024)
        var index = range.lowerBound
        while index < limit, " \t-*.|+".utf8.contains(text[index]) { index &+= 1 }
        let indent = index &- range.lowerBound
        index = behindNumber(in: text, index, before: limit)
        if text[index] == UInt8(ascii: "<") { index &+= 1 }
        let start = index
        while index < limit, text[index].continuesName || text[index] == UInt8(ascii: ".") { index &+= 1 }
        let isName = text[start] == UInt8(ascii: "_") || text[start].isLetter && text[start] & 0x20 == 0
        let isLogged = text.has("UIA", at: start, before: limit)
        return isName && !isLogged && index &- start > 2 ? (indent, start..<index, index) : nil
    }

    private static func line(in text: ByteText, _ range: Range<Int>) -> Line? {
        guard let head = head(in: text, range), text[head.className.lowerBound &- 1] != UInt8(ascii: "<") else {
            return nil
        }
        let limit = min(range.upperBound, range.lowerBound &+ 1_024)
        var index = head.end
        // `PTGateView:UIView:UIResponder:NSObject`.
        while text[index] == UInt8(ascii: ":"), text[index &+ 1].startsName {
            index &+= 1
            while index < limit, text[index].continuesName || text[index] == UInt8(ascii: ".") { index &+= 1 }
        }
        var line = Line(indent: head.indent, className: head.className, frame: [])
        if let place = text.firstIndex(of: "0x", in: index..<min(limit, index &+ 4)) {
            let end = text.endOfHex(from: place &+ 2, before: limit)
            line.address = place..<end
            index = end
        }
        if let quote = (index..<min(limit, index &+ 4)).first(where: { text[$0] == UInt8(ascii: "\"") }) {
            guard let close = text.lastIndex(of: UInt8(ascii: "\""), in: quote &+ 1..<limit) else { return nil }
            line.label = quote &+ 1..<close
            index = close &+ 1
        }
        guard let frame = numbers(in: text, index..<limit) else { return nil }
        line.frame = frame
        if let tag = text.firstIndex(of: "tag=", in: index..<limit) {
            let end = (tag &+ 4..<limit).first { !text[$0].isDigit } ?? limit
            if end > tag &+ 4 { line.tag = tag &+ 4..<end }
        }
        return line
    }

    /// Where a line goes on behind `[ 2] `, `0: `, `@1  ` or `view2: `.
    private static func behindNumber(in text: ByteText, _ start: Int, before limit: Int) -> Int {
        var index = start
        while index < limit, index &- start < 8,
            "[@ (".utf8.contains(text[index]) || text[index] | 0x20 >= 0x61 && text[index] & 0x20 != 0
        {
            index &+= 1
        }
        let digits = index
        while index < limit, text[index].isDigit { index &+= 1 }
        guard index > digits else { return start }
        while index < limit, "]:.)".utf8.contains(text[index]) { index &+= 1 }
        return text[index] == 0x20 ? text.skippingSpace(from: index, before: limit) : start
    }

    private static let words: [StaticString] = [
        "frame", "rect", "origin", "size", "width", "height", "x", "y", "w", "h",
    ]

    /// Four numbers with nothing between them but brackets, separators and the names of what they are.
    private static func numbers(in text: ByteText, _ range: Range<Int>) -> [Range<Int>]? {
        var numbers: [Range<Int>] = []
        var index = range.lowerBound
        while index < range.upperBound, numbers.count < 4 {
            let start = index
            if text[index] == UInt8(ascii: "-") { index &+= 1 }
            while index < range.upperBound, text[index].isDigit || text[index] == UInt8(ascii: ".") { index &+= 1 }
            if index > start, text[index &- 1].isDigit {
                numbers.append(start..<index)
            } else if " \t(){}[],;:=".utf8.contains(text[start]) {
                index = start &+ 1
            } else if let word = words.first(where: { text.has($0, at: start, before: range.upperBound) }) {
                index = start &+ word.utf8CodeUnitCount
            } else {
                return nil
            }
        }
        // A fifth one says that they are something else.
        while index < range.upperBound, " )}],;".utf8.contains(text[index]) { index &+= 1 }
        return numbers.count == 4 && !text[index].isDigit ? numbers : nil
    }
}
