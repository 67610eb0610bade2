import Diagnostics

extension DescriptionReader {
    /// Reads one description, over several lines if it was broken, and tells where its last line ends.
    mutating func readItem(_ shape: LineShape, _ start: ItemStart) -> (item: DescriptionItem, lineEnd: Int) {
        let lineEnd = shape.line.range.upperBound
        let cut = start.angle &+ limits.maximumLineBytes
        let item = parse(start, limit: min(lineEnd, cut))
        guard !item.isClosed else { return (item, lineEnd) }
        guard lineEnd <= cut else {
            assembler.report.add(.longDescription, ["\(limits.maximumLineBytes)"], line: shape.line.number)
            return (item, cut)
        }
        guard start.angle >= unclosedUntil else { return (item, lineEnd) }
        return continued(item, start, shape) ?? (item, lineEnd)
    }

    /// What follows a description on its last line, cut to the limit.
    mutating func trailer(_ item: DescriptionItem, _ lineEnd: Int, _ line: TextLine) -> Range<Int> {
        guard item.isClosed, lineEnd > item.end else { return item.end..<item.end }
        guard lineEnd &- item.end > limits.maximumLineBytes else { return item.end..<lineEnd }
        assembler.report.add(.longDescription, ["\(limits.maximumLineBytes)"], line: line.number)
        return item.end..<item.end &+ limits.maximumLineBytes
    }

    /// Tries to close a description with the lines that follow, twice as many at each try, so that the work stays in
    /// proportion to the lines that are used.
    private mutating func continued(
        _ first: DescriptionItem,
        _ start: ItemStart,
        _ shape: LineShape
    ) -> (DescriptionItem, Int)? {
        var ahead = cursor
        var tries = 1
        var lines = 0
        var end = shape.line.range.upperBound
        // Whether the value of an attribute has yet to come.
        var waitsForValue = text[shape.content.upperBound &- 1] == UInt8(ascii: "=")
        while true {
            var isLast = true
            while lines < tries {
                let before = ahead
                guard let line = ahead.next(), line.range.upperBound &- start.angle <= limits.maximumLineBytes else {
                    break
                }
                let next = LineShape(line, in: text)
                guard continues(first, with: next, waitsForValue: waitsForValue) else {
                    ahead = before
                    break
                }
                end = line.range.upperBound
                if !next.content.isEmpty {
                    waitsForValue = text[next.content.upperBound &- 1] == UInt8(ascii: "=")
                }
                lines &+= 1
                isLast = lines < tries
            }
            guard lines > 0 else { return nil }
            let item = parse(start, limit: end)
            if item.isClosed {
                var lineEnd = shape.line.range.upperBound
                while lineEnd < item.end, let line = cursor.next() { lineEnd = line.range.upperBound }
                return (item, lineEnd)
            }
            if isLast {
                unclosedUntil = end
                return nil
            }
            tries &*= 2
        }
    }

    /// Whether a line can be the continuation of a description that is still open.
    private func continues(_ item: DescriptionItem, with next: LineShape, waitsForValue: Bool) -> Bool {
        switch next.kind {
        case .blank, .other, .elision: return item.endsInText || next.kind == .other
        case .view(let start), .layer(let start):
            if waitsForValue, next.bars == 0 { return true }
            if item.endsInText { return next.bars == 0 && (start.form == .bare || !start.prefix.isEmpty) }
            return next.bars == 0 && !start.isTrusted
        case .words: return item.endsInText
        case .noise, .trace, .controller, .constraint: return false
        }
    }

    private func parse(_ start: ItemStart, limit: Int) -> DescriptionItem {
        var parser = ItemParser(text, start, limit: limit, maximumAttributes: limits.maximumAttributes)
        return parser.parse()
    }

    /// The next description on the same line, where the ends of lines were lost or an array was printed.
    func following(_ item: DescriptionItem, _ lineEnd: Int, _ shape: LineShape) -> LineShape? {
        guard item.isClosed else { return nil }
        var index = item.end
        while text[index] == 0x20 || text[index] == 0x09 || text[index] == UInt8(ascii: ",")
            || text[index] == UInt8(ascii: "|")
        {
            index &+= 1
        }
        guard index > item.end, index < lineEnd, text[index] == UInt8(ascii: "<") else { return nil }
        var first = item.end
        while text[first] == UInt8(ascii: ",") { first &+= 1 }
        let line = TextLine(number: shape.line.number, range: first..<lineEnd)
        var next = LineShape(line, in: text, indentationFrom: first)
        guard case .view(let start) = next.kind, start.angle == index,
            start.form == .addressed || start.form == .purged
        else { return nil }
        if next.bars == 0 {
            next.bars = shape.bars
            next.columns = shape.columns
        }
        return next
    }
}
