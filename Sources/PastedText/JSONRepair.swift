package import Diagnostics

/// Makes well-formed JSON of a text that is not quite: one that was cut anywhere, has prose around it, or holds what
/// writers get wrong. What cannot be read any more ends the text, and everything before it is kept.
///
/// It does one pass and keeps what it has read in `bytes`, always so that closing the open containers gives JSON.
package struct JSONRepair {
    /// The repaired text; an array of the values where there are several one after the other.
    package private(set) var bytes: [UInt8] = []
    /// How many values stand one after the other; 0 when nothing can be read.
    package private(set) var valueCount = 0
    /// What was done, each with its line.
    package private(set) var findings: [Diagnostic] = []

    /// Deeper ones are refused by every reader of JSON.
    private static var maximumDepth: Int { 2_048 }

    /// What may come next.
    private enum Expectation {
        case value, elementOrEnd, nameOrEnd, separator, nothing
    }

    /// An array or object that is not closed yet.
    private struct Container {
        var isObject: Bool
        var isEmpty = true
        /// How often each name has come.
        var names: [ArraySlice<UInt8>: Int] = [:]
    }

    let text: ByteText
    var offset: Int
    /// What is being written of the current value, before it is complete.
    var out: [UInt8] = []
    private var containers: [Container] = []
    /// How much of `out` is complete, and how many containers are open there; one that is still empty is not.
    private var whole = (bytes: 0, containers: 0, values: 0)
    private var repairs = JSONRepairs()

    /// Reads a text from where its JSON begins.
    package init(_ text: ByteText, from start: Int) {
        self.text = text
        offset = start
        if text.skippingSpace(from: 0, before: start) < start {
            repairs.note(.textBefore, at: 0)
        }
        let isBare = text[start] == UInt8(ascii: "\"")
        if isBare { openBareObject() }
        let reason = read(isBare ? .nameOrEnd : .nothing)
        let isCut = reason != nil || containers.count > (isBare ? 1 : 0) || out.count > whole.bytes
        out.removeLast(out.count - whole.bytes)
        for container in containers.prefix(whole.containers).reversed() {
            out.append(UInt8(ascii: container.isObject ? "}" : "]"))
        }
        valueCount = whole.values
        bytes = valueCount > 1 ? [UInt8(ascii: "[")] + out + [UInt8(ascii: "]")] : out
        findings = repairs.findings(in: text)
        if isCut { findings.append(end(reason)) }
    }

    /// Begins an object of which somebody copied the members alone.
    private mutating func openBareObject() {
        repairs.note(.missingBraces, at: offset)
        _ = open(UInt8(ascii: "{"))
        offset &-= 1
        valueCount = 1
    }

    /// Where JSON begins: the first bracket that a quoted name and a colon follow, at once or in an object of an array; or the
    /// first name, where the text begins with one.
    package static func start(in text: ByteText, window: Int) -> Int? {
        let limit = min(window, text.count)
        var index = text.skippingSpace(from: 0, before: limit)
        if text[index] == UInt8(ascii: "{") || isName(at: index, in: text, before: limit) { return index }
        // A list, unless it is a word in brackets, as in logs.
        if text[index] == UInt8(ascii: "[") {
            let next = text[text.skippingSpace(from: index &+ 1, before: limit)]
            if !next.isLetter || [UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n")].contains(next) {
                return index
            }
        }
        while index < limit {
            defer { index &+= 1 }
            var next = index
            if text[next] == UInt8(ascii: "[") { next = text.skippingSpace(from: next &+ 1, before: limit) }
            guard text[next] == UInt8(ascii: "{") else { continue }
            next = text.skippingSpace(from: next &+ 1, before: limit)
            if isName(at: next, in: text, before: limit) { return index }
        }
        return nil
    }

    /// Whether a quoted name and a colon stand at a place.
    private static func isName(at place: Int, in text: ByteText, before limit: Int) -> Bool {
        guard text[place] == UInt8(ascii: "\"") else { return false }
        var next = place &+ 1
        let end = min(next &+ 200, limit)
        while next < end, text[next] != UInt8(ascii: "\"") { next &+= 1 }
        return text[text.skippingSpace(from: next &+ 1, before: limit)] == UInt8(ascii: ":")
    }

    /// Reads on until the text ends or cannot be understood; gives the reason for the latter.
    private mutating func read(_ first: Expectation) -> String? {
        var expectation = first
        while true {
            skipBlanks()
            guard offset < text.count else { return nil }
            if expectation != .nothing, let next = readElision(expectation) {
                expectation = next
                continue
            }
            let byte = text[offset]
            switch expectation {
            case .nothing:
                guard let next = readNext(byte) else { continue }
                expectation = next
            case .elementOrEnd where byte == UInt8(ascii: "]"), .nameOrEnd where byte == UInt8(ascii: "}"),
                .separator where byte == (containers.last?.isObject == true ? UInt8(ascii: "}") : UInt8(ascii: "]")):
                // An end may follow a bracket or a member.
                if expectation != .separator, containers.last?.isEmpty == false { note(.trailingComma, at: offset) }
                expectation = close(byte)
            case .separator:
                guard byte == UInt8(ascii: ",") else { return "a comma or the end of the array or object" }
                offset &+= 1
                expectation = containers.last?.isObject == true ? .nameOrEnd : .elementOrEnd
            case .nameOrEnd:
                guard byte == UInt8(ascii: "\"") else { return "a name in double quotes" }
                guard readName() else { return offset < text.count ? "a colon" : nil }
                expectation = .value
            case .value, .elementOrEnd:
                if expectation == .elementOrEnd { beginMember() }
                guard let next = readValue(byte) else { return offset < text.count ? "a value that can be read" : nil }
                expectation = next
            }
        }
    }

    /// Passes over blanks and over comments, as JavaScript has them.
    private mutating func skipBlanks() {
        while true {
            offset = text.skippingSpace(from: offset, before: text.count)
            guard text[offset] == UInt8(ascii: "/") else { return }
            switch text[offset &+ 1] {
            case UInt8(ascii: "/"):
                note(.comment, at: offset)
                while offset < text.count, text[offset] != 0x0A { offset &+= 1 }
            case UInt8(ascii: "*"):
                note(.comment, at: offset)
                offset &+= 2
                while offset < text.count,
                    !(text[offset] == UInt8(ascii: "*") && text[offset &+ 1] == UInt8(ascii: "/"))
                {
                    offset &+= 1
                }
                offset = min(offset &+ 2, text.count)
            default: return
            }
        }
    }

    /// Passes over `...` in place of a value or of members, with the comma behind it; nil where there is none.
    private mutating func readElision(_ expectation: Expectation) -> Expectation? {
        let signs: [StaticString] = expectation == .nameOrEnd ? ["\"...\"", "...", "\u{2026}"] : ["...", "\u{2026}"]
        guard let sign = signs.first(where: { text.has($0, at: offset, before: text.count) }) else { return nil }
        note(.elision, at: offset)
        offset &+= sign.utf8CodeUnitCount
        if expectation == .value {
            out.append(contentsOf: "null".utf8)
            whole = (out.count, containers.count, valueCount)
            return .separator
        }
        skipBlanks()
        if text[offset] == UInt8(ascii: ",") {
            offset &+= 1
            skipBlanks()
        }
        if text[offset] == UInt8(ascii: "}") || text[offset] == UInt8(ascii: "]") { return .separator }
        return containers.last?.isObject == true ? .nameOrEnd : .elementOrEnd
    }

    /// Reads the beginning of a value outside of any other, or passes over a line that is none.
    private mutating func readNext(_ byte: UInt8) -> Expectation? {
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
            if byte != UInt8(ascii: ",") { repairs.note(.textAfter, at: offset) }
            while offset < text.count, text[offset] != 0x0A, byte != UInt8(ascii: ",") { offset &+= 1 }
            offset &+= 1
            return nil
        }
        if valueCount > 0 { out.append(UInt8(ascii: ",")) }
        valueCount &+= 1
        return open(byte)
    }

    private mutating func readValue(_ byte: UInt8) -> Expectation? {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return open(byte)
        case UInt8(ascii: "\""):
            guard readString() else { return nil }
        default:
            guard readWord() else { return nil }
        }
        whole = (out.count, containers.count, valueCount)
        return .separator
    }

    private mutating func open(_ byte: UInt8) -> Expectation? {
        guard containers.count < Self.maximumDepth else { return nil }
        offset &+= 1
        out.append(byte)
        containers.append(Container(isObject: byte == UInt8(ascii: "{")))
        return byte == UInt8(ascii: "{") ? .nameOrEnd : .elementOrEnd
    }

    private mutating func close(_ byte: UInt8) -> Expectation {
        offset &+= 1
        out.append(byte)
        containers.removeLast()
        whole = (out.count, containers.count, valueCount)
        return containers.isEmpty ? .nothing : .separator
    }

    /// Writes the comma before every member but the first, so that none is left when a text ends behind one.
    private mutating func beginMember() {
        guard let last = containers.indices.last else { return }
        if !containers[last].isEmpty { out.append(UInt8(ascii: ",")) }
        containers[last].isEmpty = false
    }

    /// Reads a name with its colon. A name that comes again gets a number, so that both values stay.
    private mutating func readName() -> Bool {
        beginMember()
        let start = offset
        guard let last = containers.indices.last, readString() else { return false }
        // The text's own bytes, so that no copy of what is being written is kept.
        let name = text.bytes[(start &+ 1)..<(offset &- 1)]
        skipBlanks()
        guard text[offset] == UInt8(ascii: ":") else { return false }
        offset &+= 1
        let count = (containers[last].names[name] ?? 0) &+ 1
        containers[last].names[name] = count
        if count > 1 {
            repairs.note(.duplicateName("“\(String(decoding: name.prefix(80), as: UTF8.self))”"), at: start)
            out.removeLast()
            out.append(contentsOf: " (\(count))\"".utf8)
        }
        out.append(UInt8(ascii: ":"))
        return true
    }

    mutating func note(_ repair: JSONRepairs.Kind, at place: Int) { repairs.note(repair, at: place) }

    /// The entry about where reading ended.
    private func end(_ reason: String?) -> Diagnostic {
        guard let reason else {
            let line = JSONRepairs.line(of: text.count, in: text)
            return Diagnostic(
                .warning,
                "truncated.json",
                "Line \(line): the JSON ends in the middle; everything before was read, what would follow is lost.",
                line: line
            )
        }
        let line = JSONRepairs.line(of: offset, in: text)
        return Diagnostic(
            .error,
            "broken.json",
            "Line \(line): the JSON is not well formed, \(reason) is missing; everything before was read, the rest (\(text.count - offset) bytes) is lost.",
            line: line
        )
    }
}

/// What was repaired in a JSON text: how often, and where first.
struct JSONRepairs {
    /// What a writer got wrong.
    enum Kind: Hashable {
        case textBefore, textAfter, duplicateName(String), encoding, controlCharacter, escape, number, comment
        case trailingComma, elision, choice, missingBraces

        /// The name of the kind in codes of the report.
        var code: String {
            switch self {
            case .textBefore, .textAfter: "skipped.lines"
            case .duplicateName: "document.duplicateName"
            case .encoding: "decoded.text"
            case .controlCharacter, .escape: "document.escape"
            case .number: "document.number"
            case .comment: "document.comment"
            case .trailingComma: "document.comma"
            case .elision: "elided.lines"
            case .choice: "document.choice"
            case .missingBraces: "document.braces"
            }
        }

        func message(_ count: Int) -> String {
            let times = count == 1 ? "" : " (\(count) times)"
            return switch self {
            case .textBefore: "text before the JSON was skipped."
            case .textAfter: "text after the JSON was skipped\(times)."
            case .duplicateName(let name):
                "the name \(name) comes twice in one object\(times); the later ones were kept with a number after the name."
            case .encoding: "bytes that are no UTF-8\(times) were read as U+FFFD; save the dump as UTF-8."
            case .controlCharacter: "characters that JSON requires to be escaped were read unescaped\(times)."
            case .escape: "escapes that JSON does not have\(times) were read literally or as U+FFFD."
            case .comment: "comments, which JSON does not have\(times), were skipped."
            case .trailingComma: "a comma after the last member, which JSON does not have\(times), was skipped."
            case .elision: "“...” stands for what was left out\(times); it is missing."
            case .choice: "a choice of values, such as true|false,\(times) was read as none."
            case .missingBraces: "the members of an object stand without braces; they were read as one."
            case .number: "numbers that JSON does not have, such as NaN,\(times) were read as texts."
            }
        }
    }

    private var found: [Kind: (count: Int, first: Int)] = [:]

    /// Notes one. Names that come twice are told one by one only as long as they are few.
    mutating func note(_ kind: Kind, at place: Int) {
        guard found[kind] != nil || found.count < 32 else { return }
        found[kind] = ((found[kind]?.count ?? 0) &+ 1, found[kind]?.first ?? place)
    }

    /// The entries of the report, in the order of the places.
    func findings(in text: ByteText) -> [Diagnostic] {
        found.sorted { $0.value.first < $1.value.first }.map { kind, found in
            let line = Self.line(of: found.first, in: text)
            return Diagnostic(.warning, kind.code, "Line \(line): \(kind.message(found.count))", line: line)
        }
    }

    /// The line of a place, counted from 1.
    static func line(of offset: Int, in text: ByteText) -> Int {
        text.bytes.prefix(offset).count { $0 == 0x0A } &+ 1
    }
}
