import Diagnostics
import PastedText
import ViewHierarchy

/// The text of KIF's `+[UIView printViewHierarchy]`: a class a line, its accessibility and its state.
enum KIFFormat: FormatReader {
    static let facts = FormatFacts(
        .kif,
        .text,
        losses: .lost(
            """
            frames: No frames are printed: where the views are is not known.
            addresses: The addresses and the view controllers are not printed.
            autoresizing: The autoresizing masks are not printed, nor constraints.
            looks: Alpha, texts other than labels of accessibility, colours, fonts and pictures are not printed.
            device: The device, the app and the time are not printed.
            """
        )
    )

    /// How much of the beginning is searched for a line of a view.
    private static var window: Int { 65_536 }
    private static var reason: String { "No line is one of printViewHierarchy: bar, tab, UIButton, label: Save." }

    static func signs(in input: DumpInput) -> FormatSigns {
        let none = FormatSigns(.none, reason)
        guard !input.beginsAsJSON, !input.isBinaryList else { return none }
        var cursor = LineCursor(input.text)
        while let line = cursor.next(), line.range.lowerBound < window {
            guard let found = KIFLine(input.text, line.range), found.level > 0, found.isCertain else { continue }
            return FormatSigns(.likely, "Lines give classes behind bars and tabs, with labels and states.")
        }
        return none
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        var reader = KIFReader(input.text, limits: input.limits)
        try reader.read()
        return try reader.assembler.finish(facts, orThrow: .other(reason))
    }
}

/// One line, judged by itself: bars, a class, and nothing, a text or a state behind it.
private struct KIFLine {
    /// How many bars stand before the class.
    let level: Int
    let className: Range<Int>
    /// Whether nothing else looks like it: the bars are followed by tabs, or the class by what only KIF writes.
    let isCertain: Bool

    private static let marks: [StaticString] = [
        ", label: ", ", identifier: ", " (invisible)", " (highlighted)", " (not highlighted)", " (enabled)",
        " (not enabled)",
    ]

    init?(_ text: ByteText, _ line: Range<Int>) {
        var index = line.lowerBound
        var bars = 0
        var hasTabs = true
        while index < line.upperBound, text[index].isSpace || text[index] == UInt8(ascii: "|") {
            if text[index] == UInt8(ascii: "|") {
                bars &+= 1
                hasTabs = hasTabs && text[index &+ 1] == 0x09
            }
            index &+= 1
        }
        let start = index
        // Swift's generics, `Module.View<Other.View>`, and private types, `(unknown context at $10).View`.
        while index < line.upperBound, Self.continuesClass(text[index]) { index &+= 1 }
        let end = line.upperBound
        let marks = Self.marks
        let isMarked = marks.contains { text.has($0, at: index, before: end) }
        let first = text[start]
        let isClass = first == UInt8(ascii: "_") || (first.isLetter && first & 0x20 == 0) || first >= 0x80 || isMarked
        guard index > start, isClass else { return nil }
        guard isMarked || text.skippingSpace(from: index, before: end) == end else { return nil }
        (level, className, isCertain) = (bars, start..<index, isMarked || hasTabs)
    }

    private static func continuesClass(_ byte: UInt8) -> Bool {
        byte.continuesName || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }
}

/// Reads the lines of `printViewHierarchy` into a view tree.
///
/// Nothing is escaped: a label goes on over the lines that are none of the format, if one of the format follows.
private struct KIFReader {
    /// A line that is not taken yet, because the next ones may belong to its text.
    private struct Item {
        var line: KIFLine
        var number: Int
        var start: Int
        var end: Int
        var window: Range<Int>?
    }

    /// The states that KIF writes in parentheses, and what they say.
    private static let states: [String: (name: String, value: String)] = [
        "enabled": ("enabled", "true"), "not enabled": ("enabled", "false"), "selected": ("selected", "true"),
        "not selected": ("selected", "false"), "highlighted": ("highlighted", "true"),
        "not highlighted": ("highlighted", "false"),
    ]
    /// What it says of a date picker.
    private static let details: Set = ["date range", "mode", "minute interval"]

    private let text: ByteText
    private let limits: DumpLimits
    private(set) var assembler: TreeAssembler
    private var item: Item?
    /// How many lines behind the item are none of the format, and where the last one ends.
    private var others = (count: 0, end: 0)
    /// The levels of the open views.
    private var open: [Int] = []
    /// The line about the next window.
    private var window: Range<Int>?

    init(_ text: ByteText, limits: DumpLimits) {
        (self.text, self.limits) = (text, limits)
        assembler = TreeAssembler(limits: limits)
    }

    mutating func read() throws(DumpError) {
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            let content = text.trimmed(line.range)
            if text.has("Window level ", at: content.lowerBound, before: content.upperBound) {
                try takeItem(isFollowed: false)
                window = content.lowerBound &+ 13..<content.upperBound
            } else if let found = KIFLine(text, line.range), found.level > 0 || isRoot(found, before: cursor) {
                try takeItem(isFollowed: found.level > 0)
                item = Item(
                    line: found,
                    number: line.number,
                    start: found.className.lowerBound,
                    end: content.upperBound,
                    window: found.level == 0 ? window : nil
                )
                window = nil
            } else if item != nil, !content.isEmpty {
                others = (others.count &+ 1, content.upperBound)
            }
        }
        try takeItem(isFollowed: false)
    }

    /// Whether a line without bars is a root: it is announced, or its subviews or elements follow.
    private func isRoot(_ line: KIFLine, before next: LineCursor) -> Bool {
        if window != nil { return true }
        var next = next
        guard let following = next.next() else { return false }
        return KIFLine(text, following.range).map { $0.level > 0 || item == nil } ?? false
    }

    /// Makes a view of the line that waits, with those behind it if a line of the format follows, or they end as one does.
    private mutating func takeItem(isFollowed: Bool) throws(DumpError) {
        defer {
            item = nil
            others = (0, 0)
        }
        guard var item else { return }
        if others.count > 0 {
            let whole = item.line.className.upperBound..<others.end
            if isFollowed || text.has(" (not highlighted)", endingAt: whole) {
                item.end = others.end
            } else {
                let first = item.number &+ 1
                let skipped = SkippedLines(kind: .skippedWords, first: first, last: item.number &+ others.count)
                assembler.report.add(skipped.kind, skipped.words, line: first)
            }
        }
        try add(item)
    }

    private mutating func add(_ item: Item) throws(DumpError) {
        var rest = item.line.className.upperBound..<item.end
        if item.end &- item.start > limits.maximumLineBytes {
            rest = rest.lowerBound..<max(rest.lowerBound, item.start &+ limits.maximumLineBytes)
            assembler.report.add(.longLine, ["\(limits.maximumLineBytes)"], line: item.number)
        }
        var view = ViewDescription(found: text.string(item.line.className))
        if let window = item.window {
            let words = text.string(window)
            view.keep("windowLevel", words.replacing(" (key window)", with: ""))
            if words.hasSuffix("(key window)") { view.keep("isKeyWindow", "true") }
        }
        // Only elements of accessibility have traits: they stand before the subviews of their owner, no deeper than it.
        let isElement = traits(&rest, into: &view)
        let states = isElement ? [] : states(&rest, into: &view)
        readTexts(rest, isElement: isElement, into: &view)
        for (name, value) in states.reversed() { view.keep(name, value) }
        if let traits = view.attributes.first(where: { $0.name == "traits" }) { view.keepStates(of: traits.value) }
        view.assumeUsual()
        let level = item.line.level
        while let last = open.last, last > level || (last == level && !isElement) { open.removeLast() }
        let depth = open.count
        if !isElement { open.append(level) }
        let id = try assembler.append(view, depth: depth, line: item.number, place: "Line \(item.number)")
        assembler.forgetPlace(of: id)
    }

    /// `, traits: button, selected` at the end.
    private func traits(_ rest: inout Range<Int>, into view: inout ViewDescription) -> Bool {
        guard let last = text.lastIndex(of: ", traits: ", in: rest) else { return false }
        view.keep("traits", text.string(last &+ 10..<rest.upperBound))
        rest = rest.lowerBound..<last
        return true
    }

    /// ` (invisible) (enabled) (not selected) (not highlighted)` at the end, the last one first.
    private func states(_ rest: inout Range<Int>, into view: inout ViewDescription) -> [(name: String, value: String)] {
        view.say("hidden", .bool(false))
        var found: [(name: String, value: String)] = []
        while text.has(")", endingAt: rest), found.count < 16 {
            let reach = max(rest.lowerBound, rest.upperBound &- 256)..<rest.upperBound
            guard let bracket = text.lastIndex(of: UInt8(ascii: "("), in: reach), bracket > rest.lowerBound,
                text[bracket &- 1] == 0x20
            else { break }
            let words = text.string(bracket &+ 1..<rest.upperBound &- 1)
            if words == "invisible" {
                view.say("hidden", .bool(true))
            } else if let state = Self.states[words] {
                found.append(state)
            } else if let colon = words.firstRange(of: ": "), Self.details.contains("\(words[..<colon.lowerBound])") {
                found.append(("\(words[..<colon.lowerBound])", "\(words[colon.upperBound...])"))
            } else {
                break
            }
            rest = rest.lowerBound..<bracket &- 1
        }
        return found
    }

    /// `, label: …, identifier: …` of a view, `, label: …, value: …, hint: …` of an element.
    private func readTexts(_ rest: Range<Int>, isElement: Bool, into view: inout ViewDescription) {
        let marks: [(mark: StaticString, name: String)] =
            isElement
            ? [(", label: ", "label"), (", value: ", "value"), (", hint: ", "hint")]
            : [(", label: ", "label"), (", identifier: ", "identifier")]
        var places: [(name: String, mark: Int, value: Int)] = []
        var start = rest.lowerBound
        for (mark, name) in marks {
            guard let place = text.firstIndex(of: mark, in: start..<rest.upperBound) else { continue }
            start = place &+ mark.utf8CodeUnitCount
            places.append((name, place, start))
        }
        for (place, found) in places.enumerated() {
            let end = places.indices.contains(place + 1) ? places[place + 1].mark : rest.upperBound
            let value = text.string(found.value..<end)
            guard value != "(null)" else { continue }
            if found.name == "hint" { view.keep(found.name, value) } else { view.say(found.name, .text(value)) }
        }
        // What is not printed is not there; the identifier of a view with a label older versions leave out.
        let hasLabel = places.contains { $0.name == "label" }
        let said = isElement ? ["label", "value"] : hasLabel ? ["label"] : ["label", "identifier"]
        view.said.formUnion(PropertySet(said.compactMap { ViewProperty.named($0) }))
    }
}
