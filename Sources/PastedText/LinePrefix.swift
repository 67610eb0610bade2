/// What every line of a text begins with, as logs, mails, editors and commands print it.
struct LinePrefix {
    /// One mark that all lines share.
    private struct Layer {
        var kind: LineMark.Kind
        /// The words of marks that are the same on every line.
        var word: String
        /// Whether a time or a process stands before it.
        var isLogged: Bool
    }

    private var layers: [Layer] = []
    /// The space or tab that separates the marks from what follows them on every line; nil without one.
    private var separator: UInt8?

    /// Of ten lines that stand between the first and the last with a mark, how many must have it.
    private static var share: Int { 8 }
    private static var mostLayers: Int { 12 }

    /// The text without the marks at the beginning of its lines; nil when there are none.
    static func peeled(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        let prefix = LinePrefix(learnedFrom: sample, in: text)
        guard !prefix.layers.isEmpty else { return nil }
        return cut(text, note: "Each line began with \(prefix.name); cut.") { prefix.end(in: text, $0) }
    }

    /// The text without the marks of the lines that have some, such as the time before the first one; nil when none has.
    static func peeledFromSome(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        guard sample.contains(where: { looseEnd(in: text, $0.range) != nil }) else { return nil }
        let note = "Some lines began with what a log, a mail or an editor puts there; cut."
        return cut(text, note: note) { looseEnd(in: text, $0) ?? $0.lowerBound }
    }

    private static func cut(_ text: ByteText, note: String, _ end: (Range<Int>) -> Int) -> TextLayer {
        var writer = LineWriter(replacing: text)
        var cursor = LineCursor(text)
        while let line = cursor.next() { writer.add(end(line.range)..<line.range.upperBound) }
        return TextLayer(writer.bytes, note: note)
    }

    // MARK: Marks that all lines share

    private init(learnedFrom sample: [TextLine], in text: ByteText) {
        guard sample.count > 1 else { return }
        var open = sample.map { (line: $0, from: $0.range.lowerBound) }
        while layers.count < Self.mostLayers {
            var counts: [String: Int] = [:]
            let isLogged = Self.areLogged(layers.map(\.kind))
            let marks = open.map { LineMark(in: text, $0.from..<$0.line.range.upperBound, isLogged: isLogged) }
            for mark in marks {
                if let mark { counts[Self.key(mark, in: text), default: 0] += 1 }
            }
            guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.value > 1 else { break }
            let found = zip(open, marks).enumerated().filter { entry in
                entry.element.1.map { Self.key($0, in: text) == best.key } ?? false
            }
            guard let first = found.first, let last = found.last, let mark = first.element.1 else { break }
            // What stands before the first and behind the last line of a log may be prose.
            let run = layers.isEmpty ? last.offset &- first.offset &+ 1 : open.count
            guard found.count &* 10 >= run &* Self.share, found.count &* 2 >= sample.count else { break }
            let numbered = found.compactMap { entry in entry.element.1.map { (entry.element.0.line.number, $0.number) }
            }
            guard mark.kind != .number || Self.areCounted(numbered) else { break }
            // A heading that comes twice is none of the marks of a log.
            guard mark.kind != .source && mark.kind != .sign || found.count > 2 || !layers.isEmpty else { break }
            layers.append(Layer(kind: mark.kind, word: text.string(mark.word), isLogged: isLogged))
            open = found.compactMap { entry in
                entry.element.1.map { (line: entry.element.0.line, from: $0.end) }
            }
        }
        separator = [0x20, 0x09].first { separator in
            open.allSatisfy { text[$0.from] == separator || $0.from >= $0.line.range.upperBound }
        }
    }

    /// Whether such marks are those of a log.
    private static func areLogged(_ kinds: [LineMark.Kind]) -> Bool {
        kinds.contains(.time) || kinds.contains(.process)
    }

    private static func key(_ mark: LineMark, in text: ByteText) -> String { "\(mark.kind) \(text.string(mark.word))" }

    /// Whether the numbers of lines grow as the lines do; lines that were joined again are fewer than their numbers.
    private static func areCounted(_ lines: [(line: Int, number: Int)]) -> Bool {
        let steps = zip(lines, lines.dropFirst()).map { (lines: $1.line &- $0.line, numbers: $1.number &- $0.number) }
        let counted = steps.count { $0.numbers == 1 || $0.numbers == $0.lines }
        return !steps.isEmpty && counted &* 10 >= steps.count &* share
    }

    /// Where a line begins behind its marks.
    private func end(in text: ByteText, _ line: Range<Int>) -> Int {
        var end = line.lowerBound
        for layer in layers {
            let mark = LineMark(in: text, end..<line.upperBound, isLogged: layer.isLogged)
            guard let mark, mark.kind == layer.kind, text.string(mark.word) == layer.word else { break }
            end = mark.end
        }
        return end > line.lowerBound && end < line.upperBound && text[end] == separator ? end &+ 1 : end
    }

    private var name: String {
        var names: [String] = []
        for layer in layers {
            let name: String? =
                switch layer.kind {
                case .quote: "a quotation mark (>)"
                case .comment: "a comment mark (\(layer.word))"
                case .number: "its number"
                case .time: "a time"
                case .process: "a process"
                case .level: "a level"
                case .count: nil
                case .tag, .source, .sign: layer.word.split(separator: " ").joined(separator: " ")
                }
            if let name, !names.contains(name) { names.append(name) }
        }
        guard let last = names.popLast() else { return "numbers" }
        return names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)"
    }

    // MARK: Marks of single lines

    /// The place behind a time, process, comment or quotation mark before something that dumps begin lines with; nil when the
    /// line begins otherwise. A log prints the time before the first line of a text only.
    private static func looseEnd(in text: ByteText, _ line: Range<Int>) -> Int? {
        var end = line.lowerBound
        var kinds: [LineMark.Kind] = []
        while kinds.count < mostLayers {
            let isLogged = areLogged(kinds)
            guard let mark = LineMark(in: text, end..<line.upperBound, isLogged: isLogged),
                isLogged || [.time, .process, .comment, .quote].contains(mark.kind)
            else { break }
            // A word is one of the text where it is not that of all lines.
            if mark.kind == .source, text[mark.end &- 1] != UInt8(ascii: ":") { break }
            kinds.append(mark.kind)
            end = mark.end
        }
        guard let first = kinds.first, end < line.upperBound else { return nil }
        let isSure = kinds.contains(.process)
        let start = text.indentationEnd(end..<line.upperBound)
        let begins =
            text[start] == UInt8(ascii: "<") || text.has("\u{2192}", at: start, before: line.upperBound)
            || text.has("--<", at: start, before: line.upperBound)
            || first == .comment && text[start].isLetter && text.beginsItem(start..<line.upperBound)
        guard begins || isSure && text.beginsItem(end..<line.upperBound) || isSure && first != .quote else {
            return nil
        }
        return text[end] == 0x20 ? end &+ 1 : end
    }
}
