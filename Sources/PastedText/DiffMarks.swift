import JSON

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

/// Two dumps of the same views, one below the other: before and after a change.
enum DumpStates {
    /// What is known of the lines from one dump on up to the next.
    private struct State {
        var start: Int
        /// What tells its outermost views from others: their addresses, or the names of apps.
        var roots: Set<ArraySlice<UInt8>> = []
        /// The addresses of all its views.
        var views: Set<ArraySlice<UInt8>> = []
        var hasTree = false
    }

    private static var mostDocuments: Int { 100 }
    /// So much of the beginning of a document tells what it is a dump of.
    private static var headLength: Int { 200 }

    /// A line on which a view begins.
    private struct Sighting {
        var name: ArraySlice<UInt8>
        var isRoot: Bool
        /// Whether it is an app, which is never alone.
        var isApp = false
    }

    /// The last dump of several, or the one before it; nil when no view comes twice.
    static func peeled(_ text: ByteText, _ side: TextSide) -> TextLayer? {
        let first = text[text.skippingSpace(from: 0, before: text.count)]
        let isDocument = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let starts =
            isDocument ? documents(in: text, first) : mayHoldSeveral(text) ? states(in: text).map(\.start) : []
        guard starts.count > 1, let last = starts.last else { return nil }
        let range = side == .new ? last..<text.count : starts[starts.count &- 2]..<last
        var writer = LineWriter(replacing: text)
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            let isPart = range.contains(line.range.lowerBound)
            writer.add(isPart ? line.range : line.range.lowerBound..<line.range.lowerBound)
        }
        let shown = side == .new ? "last" : "one before"
        var layer = TextLayer(
            writer.bytes,
            note: "The text holds \(starts.count) dumps of the same views, one after the other; the \(shown) is shown."
        )
        layer.hasTwoSides = true
        return layer
    }

    /// Where documents of JSON begin, each on a line of its own; empty where they do not begin alike, as do rows of a log and
    /// elements of one dump.
    private static func documents(in text: ByteText, _ first: UInt8) -> [Int] {
        var starts: [Int] = []
        var next = text.firstIndex(of: first)
        while let start = next {
            if text[start &- 1] == 0x0A || starts.isEmpty { starts.append(start) }
            next = text.firstIndex(of: first, from: start &+ 1)
        }
        guard starts.count > 1, starts.count <= mostDocuments else { return [] }
        let documents = zip(starts, starts.dropFirst() + [text.count]).map { text.bytes[$0..<$1] }
        let areAlike = documents.dropFirst().allSatisfy { $0.prefix(headLength) == documents[0].prefix(headLength) }
        let areWhole = documents.allSatisfy { (try? JSONDocument(parsing: Array($0), limits: .dump)) != nil }
        return areAlike && areWhole ? starts : []
    }

    /// Whether a dump can begin below another one, which is told much faster than what views they have.
    private static func mayHoldSeveral(_ text: ByteText) -> Bool {
        func rest(behind words: StaticString, from start: Int = 0) -> Int? {
            text.firstIndex(of: words, in: start..<text.count).map { $0 &+ 1 }
        }
        // Of the tag without its bracket, which there are many of.
        for words in ["Element subtree:", "XCUIElementTypeApplication "] as [StaticString] {
            if let start = rest(behind: words), rest(behind: words, from: start) != nil { return true }
        }
        guard rest(behind: "frame = (") != nil else { return false }
        // An outermost view below others; those behind a bar are none.
        var hasViews = false
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            let start = text.skippingSpace(from: line.range.lowerBound, before: line.range.upperBound)
            if text[start] == UInt8(ascii: "|") {
                hasViews = true
            } else if let found = sighting(in: text, line.range, isHeading: false) {
                if hasViews, found.isRoot { return true }
                hasViews = true
            }
        }
        return false
    }

    private static func states(in text: ByteText) -> [State] {
        var states: [State] = []
        var block: State?
        var isHeading = false
        func end(_ block: State?) {
            guard let block else { return }
            guard let last = states.last, isSame(block, last) else {
                guard let place = states.indices.last else { return states.append(block) }
                states[place].roots.formUnion(block.roots)
                states[place].views.formUnion(block.views)
                states[place].hasTree = states[place].hasTree || block.hasTree
                return
            }
            states.append(block)
        }
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            let found = sighting(in: text, line.range, isHeading: isHeading)
            isHeading = text.firstIndex(of: "Element subtree:", in: line.range) != nil
            guard let found else { continue }
            if found.isRoot {
                end(block)
                block = State(start: line.range.lowerBound)
                block?.roots.insert(found.name)
                block?.hasTree = found.isApp
            } else {
                block = block ?? State(start: line.range.lowerBound)
                block?.hasTree = true
            }
            block?.views.insert(found.name)
        }
        end(block)
        return states
    }

    /// Whether a dump is one of the same views as an earlier one, and not of a part of them.
    private static func isSame(_ block: State, _ earlier: State) -> Bool {
        guard block.hasTree, earlier.hasTree else { return false }
        return !block.roots.isDisjoint(with: earlier.roots)
            || block.roots.isDisjoint(with: earlier.views)
                && !block.views.isDisjoint(with: earlier.views)
    }

    /// The view that begins on a line: one with a frame and an address, or the element of an app.
    private static func sighting(in text: ByteText, _ line: Range<Int>, isHeading: Bool) -> Sighting? {
        if isHeading || text.firstIndex(of: "<XCUIElementTypeApplication ", in: line) != nil {
            let name = isHeading ? "label: '" : " name=\"" as StaticString
            let start = text.skippingSpace(from: line.lowerBound, before: line.upperBound)
            let isElement = text.firstIndex(of: "Application, ", in: line) != nil
            let isTag =
                text.has("<XCUI", at: start, before: line.upperBound)
                || text.has("<App", at: start, before: line.upperBound)
            guard isHeading ? isElement : isTag else { return nil }
            guard let place = text.firstIndex(of: name, in: line) else {
                return Sighting(name: [], isRoot: true, isApp: true)
            }
            let value = place &+ name.utf8CodeUnitCount..<line.upperBound
            let end = value.first { text[$0] == text[value.lowerBound &- 1] } ?? line.upperBound
            return Sighting(name: text.bytes[value.lowerBound..<end], isRoot: true, isApp: true)
        }
        guard text.firstIndex(of: "frame = (", in: line) != nil,
            let angle = text.firstIndex(of: "<", in: line.lowerBound..<min(line.upperBound, line.lowerBound &+ 512)),
            text[angle &+ 1].startsName, let mark = text.firstIndex(of: ": 0x", in: angle..<line.upperBound)
        else { return nil }
        let end = text.endOfHex(from: mark &+ 4, before: line.upperBound)
        let isInside = (line.lowerBound..<angle).contains { index in
            text[index] == UInt8(ascii: "|") || text.has("\u{2502}", at: index, before: angle)
        }
        return Sighting(name: text.bytes[mark &+ 4..<end], isRoot: !isInside)
    }
}

/// The marks that a version control system leaves in a file of which it could not merge two versions.
package struct MergeMarks {
    /// The first byte of a mark, seven of which begin a line, and the number of the line.
    private typealias Mark = (byte: UInt8, line: Int)

    private static let (begin, middle, end) = (UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"))

    /// The lines of the marks of the first conflict. Of one that is cut off the first or the last is not there.
    package private(set) var lines: [Int] = []
    /// The lines on which others begin.
    package private(set) var others: [Int] = []

    /// Finds conflicts: both sides and what is around them. In markup, where no text begins so, one mark is enough.
    package init?(in text: ByteText, isMarkup: Bool) {
        guard Self.mayStand(in: text) else { return nil }
        var open: [Mark] = []
        var stray: Mark?
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            guard let byte = Self.mark(text, line.range) else { continue }
            switch byte {
            case Self.begin: open = [(byte, line.number)]
            case Self.middle where open.last?.byte != byte: open.append((byte, line.number))
            case Self.end where open.last?.byte == Self.middle:
                take(open + [(byte, line.number)])
                open = []
            case Self.end: stray = stray ?? (byte, line.number)
            default: break
            }
        }
        if open.first?.byte == Self.begin, isMarkup || open.count == 2 { take(open) }
        if lines.isEmpty, isMarkup, let stray { take([stray]) }
        guard !lines.isEmpty else { return nil }
    }

    /// Whether there can be a mark, of whose seven bytes one is at a multiple of seven.
    private static func mayStand(in text: ByteText) -> Bool {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">"),
                text[index &- 1] == byte && text[index &- 3] == byte
                    || text[index &+ 1] == byte && text[index &+ 3] == byte
            {
                return true
            }
            index &+= 7
        }
        return false
    }

    private mutating func take(_ marks: [Mark]) {
        if lines.isEmpty { lines = marks.map(\.line) } else { others.append(marks.first?.line ?? 0) }
    }

    /// The byte of the mark that a line is; nil for any other line. The names of versions may stand behind it.
    private static func mark(_ text: ByteText, _ line: Range<Int>) -> UInt8? {
        let (byte, end) = (text[line.lowerBound], line.lowerBound &+ 7)
        guard line.count >= 7, byte == begin || byte == middle || byte == Self.end,
            text.bytes[line.lowerBound..<end].allSatisfy({ $0 == byte }),
            end == line.upperBound || (byte != middle && text[end] == 0x20)
        else { return nil }
        return byte
    }
}
