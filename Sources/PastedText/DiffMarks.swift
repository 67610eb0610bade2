/// Two texts printed as one: the lines that both have, and with a mark those that were added and taken away, as `diff -u`, pull
/// requests and failed snapshot tests print them.
enum DiffMarks {
    private enum Line { case both, new, old, heading, other }

    /// One of the two texts; nil when the text has no such marks.
    static func peeled(_ text: ByteText, _ sample: [TextLine], _ side: TextSide) -> TextLayer? {
        let kinds = sample.map { kind(of: $0.range, in: text) }
        let hasHunks = sample.contains { text.has("@@ ", at: $0.range.lowerBound, before: $0.range.upperBound) }
        // Prose may stand before the first hunk, and nothing else may have lines without a mark.
        guard let first = hasHunks ? kinds.firstIndex(of: .heading) : 0, kinds.indices.contains(first),
            kinds[first...].count(where: { $0 == .other }) &* 20 <= kinds.count &- first
        else { return nil }
        let marked = zip(sample, kinds)[from: first].filter { $0.1 == .new || $0.1 == .old }
        let isItem = marked.contains { text.beginsMarkedItem(behindMark(of: $0.0.range, in: text)) }
        guard isItem, hasHunks || !kinds.contains(.other) else { return nil }
        let hasTwoSides = kinds.contains(.old) && (kinds.contains(.new) || kinds.contains(.both))
        return layer(text, from: sample[first].number, side, hasTwoSides: hasTwoSides)
    }

    private static func layer(_ text: ByteText, from first: Int, _ side: TextSide, hasTwoSides: Bool) -> TextLayer {
        var writer = LineWriter(replacing: text)
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            let kind = line.number < first ? .other : kind(of: line.range, in: text)
            switch kind {
            case .both: writer.add(behindMark(of: line.range, in: text))
            case .new where side == .new || !hasTwoSides, .old where side == .old || !hasTwoSides:
                writer.add(behindMark(of: line.range, in: text))
            case .heading: writer.add(line.range.lowerBound..<line.range.lowerBound)
            case .new, .old: writer.skip()
            case .other: writer.add(line.number < first ? line.range.lowerBound..<line.range.lowerBound : line.range)
            }
        }
        let note =
            hasTwoSides
            ? "The text holds two, with marks at what was added (+) and taken away (-); the \(side.rawValue) one is shown."
            : "Each line began with a mark of a comparison; cut."
        var layer = TextLayer(writer.bytes, note: note)
        layer.hasTwoSides = hasTwoSides
        return layer
    }

    private static func kind(of line: Range<Int>, in text: ByteText) -> Line {
        if text.trimmed(line).isEmpty { return .both }
        func has(_ sign: StaticString) -> Bool { text.has(sign, at: line.lowerBound, before: line.upperBound) }
        if has("@@") || has("+++ ") || has("--- ") || has("diff ") || has("index ") || has("\\ No newline") {
            return .heading
        }
        if has("@\u{2212}") || has("@+") { return .heading }
        if has("+") { return .new }
        if has("-") || has("\u{2212}") { return .old }
        return has(" ") || has("\u{2007}") || has("\t") ? .both : .other
    }

    private static func behindMark(of line: Range<Int>, in text: ByteText) -> Range<Int> {
        guard !line.isEmpty else { return line }
        let isWide = text[line.lowerBound] >= 0x80
        return min(line.upperBound, line.lowerBound &+ (isWide ? 3 : 1))..<line.upperBound
    }
}

extension Zip2Sequence {
    fileprivate subscript(from first: Int) -> DropFirstSequence<Self> { dropFirst(first) }
}
