import Diagnostics
import Markup
import PastedText

/// An XML document within the bytes of a dump, cut out of what stands around it and fit for an XML reader; or pieces of one.
struct MarkupSource {
    private var bytes: [UInt8]
    private let isUTF8: Bool
    /// The line of the input, or of the string that carried it, on which the document begins.
    private var firstLine: Int
    /// What was done before reading.
    private(set) var notes: [Diagnostic] = []
    /// Whether there are elements besides the document: it is only a piece of it.
    private(set) var isPiece: Bool

    private let text: ByteText
    /// Where elements begin, and end tags of elements that begin before.
    private let start: Int
    private let isElement: (String) -> Bool
    /// What is to be told of the text before the document, and of what carried it.
    private let notesBefore: [Diagnostic]

    /// Finds the document by the start tags that it may begin with, or pieces by the names of their elements; nil when there
    /// is none.
    init?(_ input: DumpInput, roots: [StaticString], isElement: @escaping (String) -> Bool) {
        guard let carried = input.carried(roots) ?? Self.pieces(in: input, isElement) else { return nil }
        text = carried.text
        self.isElement = isElement
        let document = Self.documentStart(before: carried.start, in: text)
        let end = Self.documentEnd(from: document, in: text)
        let (before, after) = (text.trimmed(0..<document), text.trimmed(end..<text.count))
        let firstEnd = Self.endTag(in: before, of: text, isElement)
        start = firstEnd ?? document
        firstLine = 1 &+ Self.lineCount(text, 0..<document)

        if let note = carried.note { notes.append(Diagnostic(.decoded, [note])) }
        let prose = text.trimmed(before.lowerBound..<min(before.upperBound, start))
        if !prose.isEmpty { notes.append(Self.skipped("before", at: prose.lowerBound, in: text)) }
        notesBefore = notes
        if !after.isEmpty { notes.append(Self.skipped("after", at: after.lowerBound, in: text)) }
        let others = MarkupMending.names(in: text.bytes[after])
        isPiece = firstEnd != nil || others.first.map(isElement) ?? false

        isUTF8 = carried.isDecoded || !Self.isDeclaredOtherwise(text, from: document)
        var repair = MarkupRepair(isUTF8: isUTF8)
        bytes = repair.repaired(text.bytes[document..<Self.lastTagEnd(from: document, to: end, in: text)])
        notes += repair.notes
    }

    /// Whether a text without a document holds pieces of one, going by the names of its elements.
    static func holdsPieces(_ input: DumpInput, _ isElement: @escaping (String) -> Bool) -> Bool {
        pieces(in: input, isElement) != nil
    }

    private static func pieces(in input: DumpInput, _ isElement: (String) -> Bool) -> CarriedText? {
        guard !input.isBinaryList, let carried = input.carried(["<"]) else { return nil }
        let names = MarkupMending.names(in: carried.text.bytes[carried.start...].prefix(65_536))
        return !names.isEmpty && names.allSatisfy(isElement) ? carried : nil
    }

    /// Where the first end tag of an element stands.
    private static func endTag(in range: Range<Int>, of text: ByteText, _ isElement: (String) -> Bool) -> Int? {
        var index = range.lowerBound
        while let found = text.firstIndex(of: "</", in: index..<range.upperBound) {
            let name = text.bytes[(found &+ 2)..<range.upperBound].prefix(200).prefix {
                $0.continuesName || $0 == UInt8(ascii: ".")
            }
            if isElement(String(decoding: name, as: UTF8.self)) { return found }
            index = found &+ 2
        }
        return nil
    }

    /// Reads the document up to its first mistake, which is given with its line in the input. Wrappers count for the depth too.
    func parse(maximumDepth: Int, handler: any MarkupHandler) -> MarkupError? {
        let limits = MarkupParser.Limits(maximumDepth: min(max(maximumDepth, 0), 9_990) &+ 10)
        guard var error = MarkupParser.parse(bytes, isUTF8: isUTF8, limits: limits, handler: handler) else {
            return nil
        }
        error.line = line(error.line)
        return error
    }

    /// Takes all the pieces that there are, made well-formed, in place of the document.
    mutating func mend() {
        let rest = Array(text.bytes[start...])
        let mending = MarkupMending(rest, isElement: isElement)
        let before = Self.lineCount(text, 0..<start)
        func line(_ offset: Int) -> Int { 1 &+ before &+ Self.lineCount(text, start..<start &+ offset) }
        firstLine = 1 &+ before
        isPiece = true
        var repair = MarkupRepair(isUTF8: isUTF8)
        bytes = repair.repaired(mending.bytes[...])
        notes = notesBefore + repair.notes
        if mending.lacksBeginning || mending.lacksEnd {
            let words = DumpFinding.missing(beginning: mending.lacksBeginning, end: mending.lacksEnd)
            notes.append(Diagnostic(.missingParts, [words], line: mending.lacksEnd ? line(mending.end) : line(0)))
        }
        if mending.mistakes.number > 0 {
            notes.append(Diagnostic(.repairedTags, ["\(mending.mistakes.number)"], line: line(mending.mistakes.first)))
        }
        if mending.elisions.number > 0 {
            notes.append(Diagnostic(.elided, line: line(mending.elisions.first)))
        }
        if mending.strayTexts.number > 0 {
            notes.append(Diagnostic(.skippedText, ["elements"], line: line(mending.strayTexts.first)))
        }
        let after = text.trimmed(start &+ mending.end..<text.count)
        let isElision = text.has("...", at: after.lowerBound, before: after.upperBound) && after.count == 3
        if !after.isEmpty, !isElision, mending.end > 0 {
            notes.append(Self.skipped("after", at: after.lowerBound, in: text))
        }
    }

    /// The line of the input that a line of the document is.
    func line(_ line: Int) -> Int { line &+ firstLine &- 1 }

    private static func skipped(_ place: String, at index: Int, in text: ByteText) -> Diagnostic {
        Diagnostic(.skippedAround, [place], line: 1 &+ lineCount(text, 0..<index))
    }

    private static func lineCount(_ text: ByteText, _ range: Range<Int>) -> Int {
        range.reduce(into: 0) { count, index in
            if text[index] == 0x0A { count &+= 1 }
        }
    }

    /// Where the XML declaration stands, at most so far before; else the place itself.
    private static func documentStart(before index: Int, in text: ByteText) -> Int {
        var start = index &- 1
        while start >= max(0, index &- 2_048) {
            if text.has("<?xml", at: start, before: index) { return start }
            start &-= 1
        }
        return index
    }

    /// Behind the last end tag of the root; the end of the text where there is none.
    private static func documentEnd(from start: Int, in text: ByteText) -> Int {
        var index = start
        // What may stand before the root.
        while text[index] == UInt8(ascii: "<"),
            text[index &+ 1] == UInt8(ascii: "?") || text[index &+ 1] == UInt8(ascii: "!")
        {
            while index < text.count, text[index] != UInt8(ascii: ">") { index &+= 1 }
            index = text.skippingSpace(from: index &+ 1, before: text.count)
        }
        guard text[index] == UInt8(ascii: "<") else { return text.count }
        var nameEnd = index &+ 1
        while nameEnd < text.count, !text[nameEnd].isSpace, text[nameEnd] != UInt8(ascii: ">"),
            text[nameEnd] != UInt8(ascii: "/")
        {
            nameEnd &+= 1
        }
        let tag = Array("</".utf8) + text.bytes[min(index &+ 1, nameEnd)..<nameEnd]
        var end = text.count &- tag.count
        while end > index {
            if text[end] == UInt8(ascii: "<"), text.bytes[end..<end &+ tag.count].elementsEqual(tag) {
                let close = text.skippingSpace(from: end &+ tag.count, before: text.count)
                return text[close] == UInt8(ascii: ">") ? close &+ 1 : text.count
            }
            end &-= 1
        }
        return text.count
    }

    /// Before a tag that the end of the text cuts off, which a reader would take for a whole one.
    private static func lastTagEnd(from start: Int, to end: Int, in text: ByteText) -> Int {
        var index = end &- 1
        while index > start, text[index] != UInt8(ascii: "<"), text[index] != UInt8(ascii: ">") { index &-= 1 }
        return text[index] == UInt8(ascii: "<") ? index : end
    }

    /// Whether the declaration names one of the encodings that are neither UTF-8 nor a part of it. The names of wider ones are
    /// not believed: the bytes before them were read as UTF-8.
    private static func isDeclaredOtherwise(_ text: ByteText, from start: Int) -> Bool {
        guard text.has("<?xml", at: start, before: text.count) else { return false }
        var end = start
        while end < min(text.count, start &+ 300), text[end] != UInt8(ascii: ">") { end &+= 1 }
        let declaration = text.string(start..<end).lowercased()
        guard let name = declaration.firstRange(of: "encoding") else { return false }
        let rest = declaration[name.upperBound...].drop { "= \t\n\r\"'".contains($0) }
        return ["iso-8859", "latin", "windows-", "cp", "shift", "euc", "gb", "big5", "koi8", "mac"].contains {
            rest.hasPrefix($0)
        }
    }
}

/// Puts right what XML forbids and tools write all the same.
struct MarkupRepair {
    private let isUTF8: Bool
    private var hasBadText = false
    private var hasControls = false
    private var hasBadReferences = false

    /// Prepares to repair a document, whose text may be in another encoding.
    init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

    /// What was repaired.
    var notes: [Diagnostic] {
        var notes: [Diagnostic] = []
        if hasBadText { notes.append(Diagnostic(.repairedText)) }
        if hasControls { notes.append(Diagnostic(.repairedControls)) }
        if hasBadReferences { notes.append(Diagnostic(.repairedReferences)) }
        return notes
    }

    /// The bytes that XML allows.
    mutating func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text = Array(bytes)
        if isUTF8, String(validating: text, as: UTF8.self) == nil {
            hasBadText = true
            text = Array(String(decoding: text, as: UTF8.self).utf8)
        }
        for index in text.indices where text[index] < 0x20 && !text[index].isSpace {
            hasControls = true
            text[index] = 0x20
        }
        guard let first = ByteText(text).firstIndex(of: "&#", in: 0..<text.count) else { return text }
        return withoutBadReferences(ByteText(text), from: first)
    }

    private mutating func withoutBadReferences(_ text: ByteText, from first: Int) -> [UInt8] {
        var bytes = Array(text.bytes[..<first])
        bytes.reserveCapacity(text.count)
        var index = first
        while index < text.count {
            guard text[index] == UInt8(ascii: "&"), let reference = Entities.reference(in: text, at: index) else {
                bytes.append(text[index])
                index &+= 1
                continue
            }
            if Self.isAllowed(reference.value) {
                bytes.append(contentsOf: text.bytes[index..<reference.end])
                index = reference.end
                continue
            }
            hasBadReferences = true
            var scalar: Unicode.Scalar = reference.value < 0x20 ? " " : "\u{FFFD}"
            index = reference.end
            if reference.value & 0xFC00 == 0xD800, let low = Entities.reference(in: text, at: index),
                low.value & 0xFC00 == 0xDC00
            {
                scalar = Unicode.Scalar(0x10000 &+ ((reference.value & 0x3FF) << 10 | low.value & 0x3FF)) ?? scalar
                index = low.end
            }
            bytes.append(contentsOf: String(Character(scalar)).utf8)
        }
        return bytes
    }

    /// XML 1.0, production 2.
    private static func isAllowed(_ value: UInt32) -> Bool {
        switch value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
