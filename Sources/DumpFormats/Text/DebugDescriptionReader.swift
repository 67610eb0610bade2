import Diagnostics
import PastedText
import ViewHierarchy

/// The text of XCUITest's `debugDescription`, of elements and of queries.
enum XCUITestFormat: FormatReader {
    static let facts = FormatFacts(
        .xcuitest,
        .text,
        [
            .init(.certain, "It has the heading Element subtree:.", any: "Element subtree:"),
            .init(
                .certain,
                "It has the line \u{2192}Application of an element.",
                any: "\u{2192}Application, ",
                "\u{2192}Application 0x",
                "\\u2192Application, "
            ),
            .init(.certain, "It has the results of a query.", any: "Query chain:"),
            .init(.certain, "It has the elements among which a query found nothing.", any: "from input {("),
            .init(.certain, "It has the results of a query.", all: "Find: ", "Output: {"),
            .init(.possible, "It may be lines of elements.", all: ", {{", "}}"),
        ],
        otherwise: FormatSigns(.none, "It has neither the heading Element subtree: nor the results of a query."),
        losses: .lostElements(
            kept: ["addresses"],
            """
            state [visible, accessible]: Whether elements are visible or accessible is not printed; enabled, selected and \
            focused are only printed where they are not usual, as Disabled, Selected and Focused.
            roundedFrames [smaller fractions than a tenth]: Frames are printed with one decimal place.
            """
        ),
        hasDepthLimit: true
    )

    static func signs(in input: DumpInput) -> FormatSigns {
        let signs = facts.signs(in: input)
        guard signs.confidence == .none, !input.isBinaryList, !input.beginsAsJSON else { return signs }
        // Without a heading, and as Chisel's `xtree` prints them.
        let text = input.text
        let isElement = text.sampleLines().contains { DebugDescriptionItem.start(in: text, $0.range) != nil }
        return isElement ? FormatSigns(.possible, "It may be lines of elements.") : signs
    }

    /// What only this format has, the likelier first.
    private static var headers: [StaticString] {
        ["Element subtree:", "Attributes: ", "\u{2192}Application, ", "\u{2192}Application 0x"]
    }
    /// What queries print, and elements that were not found.
    private static var chains: [StaticString] { ["Query chain:", "from input {(", "Find: "] }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let carried = input.carried(headers) ?? input.carried(chains)
        let text = carried?.text ?? input.text
        var reader = DebugDescriptionReader(text, limits: input.limits)
        try reader.read()
        let losses: [Diagnostic] =
            reader.hasFrames ? [] : .lost("frames: This dump gives no frames: where its elements are is not known.")
        var dump = try reader.elements.assembler.finish(
            facts,
            general: losses + (carried?.note.map { [Diagnostic(.decoded, [$0])] } ?? []),
            screen: reader.screen,
            orThrow: misfit(reader)
        )
        dump.app = reader.bundleID
        return dump
    }

    private static func misfit(_ reader: DebugDescriptionReader) -> DumpError {
        let example = "Button, 0x600000a0, {{18.0, 710.0}, {357.0, 49.3}}, label: 'Save'"
        if let line = reader.subtreeLine {
            let message = "No line below the heading Element subtree: is that of an element, such as \(example)."
            return DumpError(.unreadable, message, line: line)
        }
        if let line = reader.unreadLine {
            let message = "The query found something, but no line of it is that of an element, such as \(example)."
            return DumpError(.unreadable, message, line: line)
        }
        if let line = reader.chainLine {
            let message =
                "The debugDescription has a query chain and no element subtree: XCUITest could not look into the app, which did not "
                + "answer, had crashed or had ended. Print it again while the app runs and is idle."
            return DumpError(.unreadable, message, line: line)
        }
        if let line = reader.outputLine {
            return DumpError(.unreadable, "The query found no element.", line: line)
        }
        return .other("No line is that of an element, such as \(example).", line: 1)
    }
}

/// Reads `debugDescription` line by line: the elements below `Element subtree:`; where there is no subtree the last results of a
/// query, or of one that found nothing the elements among which it looked.
struct DebugDescriptionReader {
    /// What the lines at a place are.
    private enum Section { case subtree, attributes, path, chain, candidates }

    /// An element that a query found.
    private struct Result {
        var item: DebugDescriptionItem
        var line: Int
        var indent: Int
    }

    private let text: ByteText
    private let limits: DumpLimits
    /// Whether the text has a frame: `xtree` prints none unless it is told to.
    let hasFrames: Bool
    private(set) var elements: ElementAssembler
    private var cursor: LineCursor
    private var section = Section.subtree
    /// The indentation of the open elements.
    private var open: [Int] = []
    /// The elements of the last list that has some.
    private var results: [Result] = []
    /// Whether the list that was begun last has no element so far.
    private var isListEmpty = true
    /// Whether the results are elements among which a query looked, and not what it found.
    private var areCandidates = false
    private var isInOutput = false
    private var hasLookedAhead = false
    /// The line of the first heading of a query chain.
    private(set) var chainLine: Int?
    /// The line of the first heading of a subtree.
    private(set) var subtreeLine: Int?
    /// The line of the last results of a query.
    private(set) var outputLine: Int?
    /// The first line among the results that is no element.
    private(set) var unreadLine: Int?
    /// The bundle identifier of the app, from the query for it.
    private(set) var bundleID: String?
    /// The size of the application or of its first window.
    private(set) var screen: Size?

    init(_ text: ByteText, limits: DumpLimits) {
        self.text = text
        self.limits = limits
        hasFrames = (["{{", "{ {"] as [StaticString]).contains { text.firstIndex(of: $0, in: 0..<text.count) != nil }
        elements = ElementAssembler(limits: limits)
        cursor = LineCursor(text)
    }

    /// Reads all lines.
    mutating func read() throws(DumpError) {
        while let line = cursor.next() {
            let content = text.trimmed(line.range)
            guard !content.isEmpty, !readHeading(content, line) else { continue }
            switch section {
            case .subtree: try readElement(line)
            case .chain: readChain(line, content)
            case .candidates: readCandidates(line)
            case .attributes, .path: continue
            }
        }
        guard elements.count == 0 else { return }
        try readResults()
    }

    // MARK: Sections

    private mutating func readHeading(_ content: Range<Int>, _ line: TextLine) -> Bool {
        func has(_ heading: StaticString) -> Bool {
            text.has(heading, at: content.lowerBound, before: content.upperBound)
        }
        if elements.count == 0, let input = text.firstIndex(of: "from input {(", in: content) {
            section = .candidates
            isListEmpty = true
            outputLine = line.number
            readCandidates(TextLine(number: line.number, range: input &+ 13..<line.range.upperBound))
        } else if has("Element subtree:") {
            section = .subtree
            open = []
            if subtreeLine == nil { subtreeLine = line.number }
        } else if has("Attributes: ") || has("\"Attributes: ") {
            section = .attributes
        } else if has("Path to element:") {
            section = .path
        } else if has("Query chain:") {
            if chainLine == nil { chainLine = line.number }
            section = .chain
        } else if has("Find: ") || has("\u{2192}Find: "), section != .chain {
            // What comes behind the results of a step is not in them.
            if section == .subtree, subtreeLine == nil { open = [] }
            // A query alone prints its chain without the heading.
            guard section == .subtree, elements.count == 0 else { return false }
            section = .chain
            return false
        } else {
            return false
        }
        return true
    }

    /// `→Find: Target Application 'com.example.orchard'`, `Output: {`, the elements and `}`.
    private mutating func readChain(_ line: TextLine, _ content: Range<Int>) {
        if text.has("Output: {", at: content.lowerBound, before: content.upperBound) {
            isInOutput = true
            outputLine = line.number
            isListEmpty = true
        } else if text[content.lowerBound] == UInt8(ascii: "}") {
            isInOutput = false
        } else if let find = text.firstIndex(of: "Find: ", in: content) {
            isInOutput = false
            if bundleID == nil { bundleID = application(in: find..<content.upperBound) }
        } else if isInOutput, let found = item(line) {
            take(Result(item: found.item, line: line.number, indent: found.indent), isCandidate: false)
        } else if isInOutput, unreadLine == nil {
            unreadLine = line.number
        }
    }

    /// The elements on a line, with commas between them; `)}` ends the list.
    private mutating func readCandidates(_ line: TextLine) {
        var rest = text.trimmed(line.range)
        let isLast = text.has(")}", endingAt: rest)
        if isLast { rest = text.trimmed(rest.lowerBound..<rest.upperBound &- 2) }
        while !rest.isEmpty {
            let end = DebugDescriptionItem.listedEnd(in: text, rest)
            if let found = item(TextLine(number: line.number, range: rest.lowerBound..<end)) {
                take(Result(item: found.item, line: line.number, indent: 0), isCandidate: true)
            }
            rest = text.trimmed(min(end &+ 1, rest.upperBound)..<rest.upperBound)
        }
        if isLast { section = .chain }
    }

    /// Takes an element of a list. The application alone, in which every query begins, does not take the place of others.
    private mutating func take(_ result: Result, isCandidate: Bool) {
        guard subtreeLine == nil, results.count <= limits.maximumViews else { return }
        if isListEmpty {
            guard results.isEmpty || result.item.type != "Application" else { return }
            results = []
            isListEmpty = false
        }
        areCandidates = isCandidate
        results.append(result)
    }

    private func application(in range: Range<Int>) -> String? {
        guard let word = text.firstIndex(of: "Application ", in: range) else { return nil }
        let start = word &+ 13
        let quote = text[start &- 1]
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
        var end = start
        while end < range.upperBound, text[end] != quote { end &+= 1 }
        return end > start && end < range.upperBound ? text.string(start..<end) : nil
    }

    private mutating func readResults() throws(DumpError) {
        // An app that does not answer is found and nothing in it.
        guard areCandidates || results.contains(where: { $0.item.type != "Application" }) else { return }
        elements.assembler.report.add(areCandidates || isListEmpty ? .candidates : .query, line: results.first?.line)
        for result in results { try add(result.item, indent: result.indent, line: result.line) }
    }

    // MARK: Elements

    private mutating func readElement(_ line: TextLine) throws(DumpError) {
        guard let found = item(line) else { return skip(line) }
        try add(found.item, indent: found.indent, line: line.number)
    }

    /// The element on a line, and on the next ones where a text in it goes on there.
    private mutating func item(_ line: TextLine) -> (item: DebugDescriptionItem, indent: Int)? {
        let isListed = section == .candidates
        guard let start = DebugDescriptionItem.start(in: text, line.range, isListed: isListed) else { return nil }
        let isInMessage = (line.range.lowerBound..<start).contains { text[$0].isLetter }
        let indent = isInMessage ? 0 : columns(line.range.lowerBound..<start)
        let limit = start &+ limits.maximumLineBytes
        var end = line.range.upperBound
        let failure = DebugDescriptionItem.messageEnd(in: text, start..<min(end, limit))
        end = failure ?? end
        var item = DebugDescriptionItem(text, start..<trimmedEnd(start..<min(end, limit)))
        guard end <= limit else {
            elements.assembler.report.add(.longLine, ["\(limits.maximumLineBytes)"], line: line.number)
            return (item, indent)
        }
        guard failure == nil, item.isOpen || (item.endsInValue && !isListed) else { return (item, indent) }
        // All lines up to the next element or heading, read at once: that a text ends is only sure with what follows it.
        var ahead = cursor
        var last = cursor
        var isFollowed = false
        while let next = ahead.next(), next.range.upperBound <= limit {
            let content = text.trimmed(next.range)
            if isBoundary(next, content) {
                isFollowed = true
                break
            }
            if !content.isEmpty {
                end = next.range.upperBound
                last = ahead
            }
        }
        guard end > line.range.upperBound, isFollowed || item.isOpen else { return (item, indent) }
        let longer = DebugDescriptionItem(text, start..<trimmedEnd(start..<end))
        guard !longer.isOpen else { return (item, indent) }
        item = longer
        cursor = last
        return (item, indent)
    }

    private func isBoundary(_ line: TextLine, _ content: Range<Int>) -> Bool {
        isHeading(content) || text.has("...", at: content.lowerBound, before: content.upperBound)
            || DebugDescriptionItem.start(in: text, line.range, isListed: section == .candidates) != nil
    }

    private func isHeading(_ content: Range<Int>) -> Bool {
        let headings =
            ["Path to element:", "Query chain:", "Element subtree:", "Attributes: ", "}", ")}"] as [StaticString]
        return headings.contains { text.has($0, at: content.lowerBound, before: content.upperBound) }
    }

    /// Where an element ends: before the white space and, in a list, before the comma.
    private func trimmedEnd(_ range: Range<Int>) -> Int {
        let end = text.trimmed(range).upperBound
        return section == .candidates && end > range.lowerBound && text[end &- 1] == UInt8(ascii: ",") ? end &- 1 : end
    }

    /// How wide an indentation is; a character counts once, whatever its bytes, and the arrow not at all.
    private func columns(_ range: Range<Int>) -> Int {
        range.reduce(into: 0) { count, index in
            if text[index] < 0x80 { count &+= 1 }
        }
    }

    private mutating func add(_ item: DebugDescriptionItem, indent: Int, line: Int) throws(DumpError) {
        while let last = open.last, last >= indent { open.removeLast() }
        let depth = open.count
        open.append(indent)
        var fields = ElementFields()
        fields.take("type", item.type)
        for (name, value) in item.fields {
            switch name {
            case "identifier", "label", "value", "traits": fields.take(name, value)
            case "placeholderValue": fields.keep("placeholder", value)
            default: fields.keep(name, value)
            }
        }
        var element = fields.finished()
        element.view.address = item.address
        let guessed = item.frame == nil ? frameOfApplication(item) : nil
        let frame = item.frame ?? guessed
        if let size = item.frame?.size, screen == nil, size.isFinite, size.width > 0, size.height > 0,
            item.type == "Application" || item.type == "Window"
        {
            screen = size
        }
        let id = try elements.append(
            element.view,
            screenFrame: frame,
            depth: depth,
            line: line,
            isReported: hasFrames,
            place: "Line \(line)"
        )
        if item.isOpen { elements.assembler.report.add(.cutOff, [item.type], view: id, line: line) }
        if item.badFrame != nil { elements.assembler.report.add(.unreadableFrame, view: id, line: line) }
        if guessed != nil { elements.assembler.report.add(.guessedFrame, view: id, line: line) }
    }

    /// For an application that has no frame of its own, that of the first window below; where that was taken out, one from the
    /// corner of the screen around the elements that follow.
    private mutating func frameOfApplication(_ item: DebugDescriptionItem) -> Rect? {
        guard item.type == "Application", item.badFrame == nil, !hasLookedAhead else { return nil }
        hasLookedAhead = true
        var ahead = cursor
        var corner = Point(x: 0, y: 0)
        for _ in 0..<10_000 {
            guard let line = ahead.next(), !isHeading(text.trimmed(line.range)) else { break }
            guard let start = DebugDescriptionItem.start(in: text, line.range) else { continue }
            let end = min(trimmedEnd(start..<line.range.upperBound), start &+ 4_096)
            let next = DebugDescriptionItem(text, start..<max(start, end))
            guard let frame = next.frame, frame.isFinite, frame.size.width > 0, frame.size.height > 0 else { continue }
            if next.type == "Window" { return frame }
            corner = Point(x: max(corner.x, frame.maxX), y: max(corner.y, frame.maxY))
        }
        guard corner.x > 0, corner.y > 0 else { return nil }
        return Rect(x: 0, y: 0, width: corner.x, height: corner.y)
    }

    // MARK: Other lines

    private mutating func skip(_ line: TextLine) {
        let content = text.trimmed(line.range)
        let elisions: [StaticString] = ["...", "\u{2026}"]
        if elisions.contains(where: { text.has($0, at: content.lowerBound, before: content.upperBound) }) {
            elements.assembler.report.add(.elidedLine, ["elements"], line: line.number)
        } else if elements.count > 0 {
            elements.assembler.report.add(.skippedLine, ["element"], line: line.number)
        }
    }
}
