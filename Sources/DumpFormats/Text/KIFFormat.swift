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
            frames [frames]: No frames are printed: where the views are is not known.
            addresses [addresses, view controllers]: The addresses and the view controllers are not printed.
            autoresizing [autoresizing masks, constraints]: The autoresizing masks are not printed, nor constraints.
            looks [alpha, texts, colours, fonts, pictures]: Alpha, texts other than labels of accessibility, colours, fonts \
            and pictures are not printed.
            device [device, app, time]: The device, the app and the time are not printed.
            """
        )
    )

    private static var reason: String { "No line is one of printViewHierarchy: bar, tab, UIButton, label: Save." }

    static func signs(in input: DumpInput) -> FormatSigns {
        let none = FormatSigns(.none, reason)
        guard !input.beginsAsJSON, !input.isBinaryList else { return none }
        let isLine = input.text.sampleLines().contains { line in
            KIFLine(input.text, line.range).map { $0.level > 0 && $0.isCertain } ?? false
        }
        return isLine ? FormatSigns(.likely, "Lines give classes behind bars and tabs, with labels and states.") : none
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
    /// Whether it is an element of accessibility: only these have traits.
    let isElement: Bool

    private static let marks: [StaticString] = [
        ", label: ", ", identifier: ", " (invisible)", " (highlighted)", " (not highlighted)", " (enabled)",
        " (not enabled)",
    ]

    init?(_ text: ByteText, _ line: Range<Int>) {
        let end = line.upperBound
        var bars = 0
        var hasTabs = true
        let start = line.first { index in
            guard text[index] == UInt8(ascii: "|") else { return !text[index].isSpace }
            bars &+= 1
            hasTabs = hasTabs && text[index &+ 1] == 0x09
            return false
        }
        guard let start else { return nil }
        let index = (start..<end).first { !Self.continuesClass(text[$0]) } ?? end
        let isMarked = Self.marks.contains { text.has($0, at: index, before: end) }
        let isClass = text[start].startsName && (text[start] >= 0x80 || text[start] & 0x20 == 0)
        guard index > start, isMarked || (isClass && text.skippingSpace(from: index, before: end) == end) else {
            return nil
        }
        (level, className, isCertain) = (bars, start..<index, isMarked || hasTabs)
        isElement = isMarked && text.firstIndex(of: ", traits: ", in: index..<end) != nil
    }

    private static func continuesClass(_ byte: UInt8) -> Bool {
        byte.continuesName || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }
}

/// Reads the lines of `printViewHierarchy` into a view tree.
///
/// Nothing is escaped: a text goes on over lines that are none of the format, if one of the format follows.
private struct KIFReader {
    /// A line that waits, because the next ones may belong to its text.
    private struct Item {
        var line: KIFLine
        var number: Int
        var end: Int
        /// What is said of the window that it is.
        var window: Range<Int>?
        /// How many lines behind it are none of the format, and where the last one ends.
        var others = (count: 0, end: 0)
    }

    /// The states that KIF writes in parentheses, and what they say; a date picker has some with a value.
    private static let states: [String: (name: String, value: String)] = [
        "enabled": ("enabled", "true"), "not enabled": ("enabled", "false"), "selected": ("selected", "true"),
        "not selected": ("selected", "false"), "highlighted": ("highlighted", "true"),
        "not highlighted": ("highlighted", "false"),
    ]
    private static let details: Set = ["date range", "mode", "minute interval"]

    private let text: ByteText
    private let limits: DumpLimits
    private(set) var assembler: TreeAssembler
    private var item: Item?
    /// The levels of the open views.
    private var open: [Int] = []
    /// What is said of the next window.
    private var window: Range<Int>?

    init(_ text: ByteText, limits: DumpLimits) {
        (self.text, self.limits) = (text, limits)
        assembler = TreeAssembler(limits: limits)
    }

    mutating func read() throws(DumpError) {
        var cursor = LineCursor(text)
        var isBehindBlank = true
        while let line = cursor.next() {
            let content = text.trimmed(line.range)
            if text.has("Window level ", at: content.lowerBound, before: content.upperBound) {
                try takeItem()
                window = content.lowerBound &+ 13..<content.upperBound
            } else if let found = KIFLine(text, line.range),
                isSure(found) || ((isBehindBlank || !isInText) && isRoot(before: cursor))
            {
                try takeItem(isFollowed: isSure(found))
                item = Item(line: found, number: line.number, end: content.upperBound, window: window)
                window = nil
            } else if !content.isEmpty {
                item?.others.count &+= 1
                item?.others.end = content.upperBound
            }
            isBehindBlank = content.isEmpty
        }
        try takeItem()
    }

    /// Whether a line belongs to the hierarchy whatever is around it.
    private func isSure(_ line: KIFLine) -> Bool { line.level > 0 || (line.isElement && item != nil) }

    /// Whether the line that waits has a text that may go on.
    private var isInText: Bool {
        guard window == nil, let item else { return false }
        return text.firstIndex(of: ", ", in: item.line.className.upperBound..<item.end) != nil
    }

    /// Whether a line without bars is a root: it is announced, or what is in it follows.
    private func isRoot(before next: LineCursor) -> Bool {
        var next = next
        let following = next.next().flatMap { KIFLine(text, $0.range) }
        return window != nil || following.map { $0.level > 0 || $0.isElement } ?? false
    }

    /// Makes a view of the line that waits, and of those behind it if the hierarchy goes on, or they end as a line of it does.
    private mutating func takeItem(isFollowed: Bool = false) throws(DumpError) {
        guard var item else { return }
        self.item = nil
        let (count, end) = item.others
        if count > 0, isFollowed || text.has(" (not highlighted)", endingAt: item.end..<max(item.end, end)) {
            item.end = end
        } else if count > 0 {
            let skipped = SkippedLines(kind: .skippedWords, first: item.number &+ 1, last: item.number &+ count)
            assembler.report.add(skipped.kind, skipped.words, line: skipped.first)
        }
        if item.end &- item.line.className.lowerBound > limits.maximumLineBytes {
            item.end = max(item.line.className.upperBound, item.line.className.lowerBound &+ limits.maximumLineBytes)
            assembler.report.add(.longLine, ["\(limits.maximumLineBytes)"], line: item.number)
        }
        // Elements of accessibility stand before the subviews of their owner, and no deeper than it.
        let rest = item.line.className.upperBound..<item.end
        let (level, isElement) = (item.line.level, text.lastIndex(of: ", traits: ", in: rest) != nil)
        while let last = open.last, last > level || (last == level && !isElement) { open.removeLast() }
        let depth = open.count
        if !isElement { open.append(level) }
        let view = view(item, rest, isElement: isElement)
        let id = try assembler.append(view, depth: depth, line: item.number, place: "Line \(item.number)")
        assembler.forgetPlace(of: id)
    }

    // MARK: Fields

    private func view(_ item: Item, _ rest: Range<Int>, isElement: Bool) -> ViewDescription {
        var view = ViewDescription(found: text.string(item.line.className))
        var rest = rest
        if let window = item.window {
            let words = text.string(window)
            view.keep("windowLevel", words.replacing(" (key window)", with: ""))
            if words.hasSuffix("(key window)") { view.keep("isKeyWindow", "true") }
        }
        var said = ["label"]
        if isElement {
            if let traits = take(", traits: ", from: &rest) {
                view.keep("traits", traits)
                view.keepStates(of: traits)
            }
            if let hint = take(", hint: ", from: &rest) { view.keep("hint", hint) }
            if let value = take(", value: ", from: &rest) { view.say("value", .text(value)) }
            said.append("value")
        } else {
            takeStates(from: &rest, into: &view)
            if let identifier = take(", identifier: ", from: &rest) { view.say("identifier", .text(identifier)) }
            // Older versions leave the identifier out where there is a label.
            if rest.isEmpty { said.append("identifier") }
        }
        if text.has(", label: ", at: rest.lowerBound, before: rest.upperBound) {
            let label = text.string(rest.lowerBound &+ 9..<rest.upperBound)
            if label != "(null)" { view.say("label", .text(label)) }
        }
        view.said.formUnion(PropertySet(said.compactMap { ViewProperty.named($0) }))
        view.assumeUsual()
        return view
    }

    /// The text behind the last mark of a kind, which is taken off; nil where there is none.
    private func take(_ mark: StaticString, from rest: inout Range<Int>) -> String? {
        guard let place = text.lastIndex(of: mark, in: rest) else { return nil }
        defer { rest = rest.lowerBound..<place }
        return text.string(place &+ mark.utf8CodeUnitCount..<rest.upperBound)
    }

    /// ` (invisible) (enabled) (not selected) (not highlighted)` at the end.
    private func takeStates(from rest: inout Range<Int>, into view: inout ViewDescription) {
        view.say("hidden", .bool(false))
        var found: [(name: String, value: String)] = []
        while text.has(")", endingAt: rest), found.count < 16 {
            let reach = max(rest.lowerBound, rest.upperBound &- 256)..<rest.upperBound
            guard let bracket = text.lastIndex(of: " (", in: reach) else { break }
            let words = text.string(bracket &+ 2..<rest.upperBound &- 1)
            if words == "invisible" {
                view.say("hidden", .bool(true))
            } else if let state = Self.states[words] {
                found.append(state)
            } else if let colon = words.firstRange(of: ": "), Self.details.contains("\(words[..<colon.lowerBound])") {
                found.append(("\(words[..<colon.lowerBound])", "\(words[colon.upperBound...])"))
            } else {
                break
            }
            rest = rest.lowerBound..<bracket
        }
        for (name, value) in found.reversed() { view.keep(name, value) }
    }
}
