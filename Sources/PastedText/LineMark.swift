/// One of the things that other tools put before a line: a time, a process, a number, a quotation mark.
struct LineMark {
    /// What a mark is.
    enum Kind: Hashable {
        case quote, comment, number, time, process, level, tag, source, sign
        /// A number of a process or thread by itself, which only logs write behind a time.
        case count

        /// Whether the mark is only one where all lines have the same.
        fileprivate var isLiteral: Bool { self == .tag || self == .source || self == .sign || self == .comment }
    }

    let kind: Kind
    /// What of it is the same on every line; empty where that does not matter.
    let word: Range<Int>
    /// The index behind it, and before the space that separates it from what follows.
    let end: Int
    /// The number of a numbered line.
    var number = 0

    private init(_ kind: Kind, _ range: Range<Int>, number: Int = 0) {
        (self.kind, end, self.number) = (kind, range.upperBound, number)
        word = kind.isLiteral ? range : range.lowerBound..<range.lowerBound
    }

    /// The longest mark.
    private static var longest: Int { 160 }

    /// The mark at a place of a line, behind white space.
    ///
    /// - Parameter isLogged: Whether a time or a process stands before it, so that levels and numbers are marks too.
    init?(in text: ByteText, _ line: Range<Int>, isLogged: Bool) {
        var start = line.lowerBound
        while start < line.upperBound, text[start] == 0x20 || text[start] == 0x09 { start &+= 1 }
        guard start < line.upperBound else { return nil }
        var scanner = MarkScanner(text, from: start, before: min(line.upperBound, start &+ Self.longest))
        let isFirst = !isLogged
        if scanner.readTime() {
            self.init(.time, start..<scanner.index)
        } else if isFirst, !text.has(">>>>>>>", at: start, before: line.upperBound), scanner.read(">") {
            self.init(.quote, start..<scanner.index)
        } else if isFirst, scanner.readComment() {
            self.init(.comment, start..<scanner.index)
        } else if isFirst, let number = scanner.readLineNumber() {
            self.init(.number, start..<scanner.index, number: number)
        } else if scanner.readLevel(isLogged: isLogged) {
            self.init(.level, start..<scanner.index)
        } else if scanner.readProcess(isLogged: isLogged) {
            self.init(.process, start..<scanner.index)
        } else if isLogged, scanner.readCount() {
            self.init(.count, start..<scanner.index)
        } else if scanner.readTag(isLogged: isLogged) {
            self.init(.tag, start..<scanner.index)
        } else if scanner.readSource(isLogged: isLogged) {
            self.init(.source, start..<scanner.index)
        } else if scanner.readSign(isLogged: isLogged) {
            self.init(.sign, start..<scanner.index)
        } else {
            return nil
        }
    }
}

/// Reads what marks are made of. What it cannot read leaves it where it was.
private struct MarkScanner {
    private let text: ByteText
    private let limit: Int
    private(set) var index: Int

    init(_ text: ByteText, from index: Int, before limit: Int) {
        (self.text, self.index, self.limit) = (text, index, limit)
    }

    private var byte: UInt8 { index < limit ? text[index] : 0 }

    mutating func read(_ literal: StaticString) -> Bool {
        guard text.has(literal, at: index, before: limit) else { return false }
        index &+= literal.utf8CodeUnitCount
        return true
    }

    private mutating func readFirst(of literals: [StaticString]) -> Bool { literals.contains { read($0) } }

    private mutating func skip(while condition: (UInt8) -> Bool) -> Int {
        let start = index
        while index < limit, condition(text[index]) { index &+= 1 }
        return index &- start
    }

    /// Reads all of it or nothing.
    private mutating func attempt(_ body: (inout Self) -> Bool) -> Bool {
        let start = index
        if body(&self) { return true }
        index = start
        return false
    }

    /// Whether a pattern follows, of `d` for a digit, `a` for a letter and themselves for the others.
    private mutating func readPattern(_ pattern: StaticString) -> Bool {
        attempt { scanner in
            pattern.withUTF8Buffer { pattern in
                pattern.allSatisfy { expected in
                    let byte = scanner.byte
                    scanner.index &+= 1
                    switch expected {
                    case UInt8(ascii: "d"): return byte.isDigit
                    case UInt8(ascii: "a"): return byte.isLetter
                    default: return byte == expected
                    }
                }
            }
        }
    }

    /// Whether the line ends or a mark can end here.
    private var isAtEnd: Bool { index >= limit || byte.isSpace }

    // MARK: Times

    mutating func readTime() -> Bool {
        guard byte.isLetter || byte.isDigit || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") else {
            return false
        }
        return attempt { scanner in
            if scanner.read("t =") {
                _ = scanner.skip { $0 == 0x20 }
                guard scanner.skip(while: { $0.isDigit || $0 == UInt8(ascii: ".") }) > 0 else { return false }
                return scanner.read("s") && scanner.isAtEnd
            }
            let isBracketed = scanner.read("[") || scanner.read("(")
            let hasDate = scanner.readDate()
            guard scanner.readClock(isEnclosed: isBracketed || hasDate) || isBracketed && scanner.readSeconds() else {
                return false
            }
            // `[10:12, 4.5.2026]`, as chats copy it.
            if isBracketed, scanner.read(", ") { _ = scanner.readDate() }
            if isBracketed {
                _ = scanner.skip { $0 == 0x20 }
                guard scanner.read("]") || scanner.read(")") else { return false }
            }
            _ = scanner.read(":")
            return scanner.isAtEnd || isBracketed
        }
    }

    private mutating func readDate() -> Bool {
        // Weekdays and months have three letters.
        guard !byte.isLetter || " ,".utf8.contains(text[index &+ 3]) else { return false }
        return attempt { scanner in
            if scanner.readPattern("aaa, ") || scanner.readPattern("aaa ") {
                // A weekday, or the month of what follows.
                if !scanner.byte.isLetter, !scanner.byte.isDigit, scanner.byte != 0x20 { return false }
            }
            let patterns: [StaticString] = [
                "dddd-dd-dd", "dddd/dd/dd", "dd/dd/dddd", "dd.dd.dddd", "d.d.dddd", "dd-dd", "aaa dd dddd", "aaa dd",
                "aaa  d", "dd aaa dddd", "d aaa dddd", "dd", " d",
            ]
            guard patterns.contains(where: { scanner.readPattern($0) }) else { return false }
            _ = scanner.read(",")
            return scanner.read("T") || scanner.read(" ") || scanner.byte == UInt8(ascii: "]")
        }
    }

    /// `9:30`, `09:30:11.412345+0200`; without seconds only where a date or brackets say that it is a time.
    private mutating func readClock(isEnclosed: Bool) -> Bool {
        attempt { scanner in
            let hours = scanner.skip(while: \.isDigit)
            guard hours == 1 || hours == 2, scanner.readPattern(":dd") else { return false }
            let hasSeconds = scanner.readPattern(":dd")
            if hasSeconds, ".,:".utf8.contains(scanner.byte), scanner.text[scanner.index &+ 1].isDigit {
                scanner.index &+= 1
                _ = scanner.skip(while: \.isDigit)
            }
            let isHalf = scanner.readFirst(of: [" AM", " PM", "AM", "PM", " am", " pm"])
            scanner.readZone()
            // Of Mon May  4 09:30:11 2026, and of syslog with the zone.
            if hasSeconds { _ = scanner.attempt { $0.readPattern(" dddd") && $0.isAtEnd } }
            return hasSeconds || isHalf || isEnclosed
        }
    }

    private mutating func readZone() {
        if read("Z") { return }
        for pattern in [" +dddd", " -dddd", "+dddd", "-dddd", "+dd:dd", "-dd:dd", "+dd", "-dd"] as [StaticString]
        where readPattern(pattern) { return }
    }

    /// `12.345678`, `+0.25s`: seconds since the start.
    private mutating func readSeconds() -> Bool {
        attempt { scanner in
            _ = scanner.skip { $0 == 0x20 || $0 == UInt8(ascii: "+") }
            guard scanner.skip(while: \.isDigit) > 0, scanner.read("."), scanner.skip(while: \.isDigit) > 0 else {
                return false
            }
            _ = scanner.read("s")
            return true
        }
    }

    // MARK: What editors and mails put there

    mutating func readComment() -> Bool {
        attempt { scanner in
            if scanner.read("//") {
                _ = scanner.skip { $0 == UInt8(ascii: "/") }
                return true
            }
            if scanner.read("#") {
                _ = scanner.skip { $0 == UInt8(ascii: "#") }
                return scanner.isAtEnd
            }
            return scanner.readFirst(of: ["--", ";;"]) && scanner.isAtEnd
        }
    }

    mutating func readLineNumber() -> Int? {
        let start = index
        _ = read("L") || read("[") || read("#")
        let first = index
        guard (1...7).contains(skip(while: \.isDigit)), let number = Int(text.string(first..<index)) else {
            index = start
            return nil
        }
        if readFirst(of: [":", " |", "|", " \u{2502}", "\u{2502}", "]", ".", ")", "\t", "\u{2192}"]) || byte == 0x20 {
            return number
        }
        index = start
        return nil
    }

    // MARK: What logs put there

    private static let levels: [StaticString] = [
        "Default", "default", "Info", "INFO", "info", "Debug", "DEBUG", "debug", "Error", "ERROR", "error", "Fault",
        "fault", "Notice", "NOTICE", "notice", "Warning", "WARNING", "warning", "WARN", "warn", "Trace", "TRACE",
        "trace", "Verbose", "VERBOSE", "verbose", "LOG", "log", "Log", "ERR",
    ]

    private mutating func readLevelName() -> Bool { byte.isLetter && readFirst(of: Self.levels) }

    mutating func readLevel(isLogged: Bool) -> Bool {
        attempt { scanner in
            if scanner.read("<") {
                guard scanner.readLevelName(), scanner.read(">") else { return false }
                _ = scanner.read(":")
                return scanner.isAtEnd
            }
            let isBarred = isLogged && scanner.read("| ")
            guard scanner.readLevelName() else {
                // logcat: D Tag : …
                guard isLogged, "VDIWEF".utf8.contains(scanner.byte) else { return false }
                scanner.index &+= 1
                return scanner.byte == 0x20 && scanner.text[scanner.index &+ 1].startsName
            }
            // The Console writes the level before the time, in a column of its own, and loggers of Ruby in brackets.
            guard isLogged else {
                let isBeforeTime = scanner.text.has(" [", at: scanner.index, before: scanner.limit)
                return scanner.byte == 0x09 || isBeforeTime && scanner.text[scanner.index &+ 2].isDigit
            }
            _ = scanner.read(":")
            if isBarred { _ = scanner.attempt { $0.skip { $0 == 0x20 } >= 0 && $0.read("|") } }
            return scanner.isAtEnd
        }
    }

    /// `App[77:1a2b]`, `host App(UIKitCore)[77] <Notice>:`; behind a time also with blanks in the name.
    mutating func readProcess(isLogged: Bool) -> Bool {
        attempt { scanner in
            guard scanner.byte.startsName || scanner.byte == UInt8(ascii: "(") else { return false }
            let most = isLogged ? 96 : 48
            let length = scanner.skip { byte in
                byte.continuesName || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || isLogged && byte == 0x20
            }
            guard length <= most, scanner.read("["), scanner.skip(while: \.isDigit) > 0 else { return false }
            if scanner.read(":") { _ = scanner.skip { $0.hexValue != nil || $0 == UInt8(ascii: "x") } }
            guard scanner.read("]") else { return false }
            _ = scanner.attempt { $0.read(" <") && $0.readLevelName() && $0.read(">") }
            _ = scanner.read(":")
            return scanner.isAtEnd
        }
    }

    mutating func readCount() -> Bool {
        attempt { scanner in
            if scanner.read("0x") { return scanner.skip { $0.hexValue != nil } > 0 && scanner.isAtEnd }
            return scanner.skip(while: \.isDigit) > 0 && scanner.isAtEnd
        }
    }

    /// `[simctl]`, `[com.apple.UIKit:Layout]`, and behind a time `(UIKitCore)`.
    mutating func readTag(isLogged: Bool) -> Bool {
        attempt { scanner in
            let isRound = isLogged && scanner.read("(")
            guard isRound || scanner.read("[") else { return false }
            let length = scanner.skip { byte in
                byte.continuesName || byte == 0x20 || "._:/@#-+".utf8.contains(byte)
                    || "()".utf8.contains(byte) && !isRound
            }
            guard length > 0, isRound ? scanner.read(")") : scanner.read("]") else { return false }
            _ = scanner.read(":")
            return scanner.isAtEnd
        }
    }

    /// `simctl:`, `I/flutter ( 1234):`, `web  |`, and behind a time `Library:` and the name in a column of its own.
    mutating func readSource(isLogged: Bool) -> Bool {
        attempt { scanner in
            guard scanner.byte.startsName else { return false }
            let length = scanner.skip { $0.continuesName || "./-".utf8.contains($0) }
            guard length <= 64 else { return false }
            if isLogged, scanner.byte == 0x09 { return true }
            let spaces = scanner.skip { $0 == 0x20 }
            if scanner.read("(") {
                guard scanner.skip(while: { $0.isDigit || $0 == 0x20 }) > 0, scanner.read(")") else { return false }
            }
            if scanner.read(":") { return scanner.isAtEnd }
            if isLogged, spaces > 0 {
                // A word that each line has, but not the type of an element.
                guard scanner.byte != UInt8(ascii: "("), scanner.byte != UInt8(ascii: "0") else { return false }
                scanner.index &-= spaces
                return true
            }
            return spaces > 0 && !isLogged && scanner.read("|") && scanner.isAtEnd
        }
    }

    /// `▸`, `-` and the like, but not the arrow and the dot with which dumps begin lines.
    mutating func readSign(isLogged: Bool) -> Bool {
        attempt { scanner in
            if scanner.readFirst(of: isLogged ? ["-", "*", ":", ">"] : ["-", "*", "$"]) {
                return scanner.byte == 0x20
            }
            guard scanner.byte >= 0xE2, !scanner.read("\u{2192}"), !scanner.read("\u{2022}<"),
                !scanner.read("\u{2502}"),
                !scanner.read("\u{2503}"), !scanner.read("\u{21B3}"), !scanner.read("\u{21AA}")
            else { return false }
            let first = scanner.byte
            scanner.index &+= 1
            _ = scanner.skip { $0 & 0xC0 == 0x80 }
            // Arrows, shapes, dingbats and pictures, not letters.
            guard first == 0xE2 || first == 0xF0 else { return false }
            _ = scanner.read("\u{FE0F}")
            return scanner.byte == 0x20 || scanner.index >= scanner.limit
        }
    }
}
