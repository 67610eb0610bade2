import Diagnostics

/// Checks the strings tables of every language against the panes that use them.
enum StringsCheck {
    /// The most tables that are looked for, each language counted.
    private static let maximumLookups = 100_000

    static func findings(of bundle: SettingsBundle, languages: [String]) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        var uses: [String: TableUse] = [:]
        for name in bundle.paneNames {
            for source in bundle.sources[name] ?? [] {
                guard case .pane(let contents) = source.contents,
                    let table = PaneTexts.tableName(of: contents, source, in: bundle)
                else { continue }
                guard BundlePath.normalized(table).map({ !$0.isEmpty }) == true else {
                    findings.append(BundleFinding(StringsTable.unsafe(table, file: source.file), pane: name))
                    continue
                }
                uses[table, default: TableUse(file: source.file, pane: name)].keys
                    .formUnion(LocalizableTexts.all(of: contents, limits: bundle.limits))
            }
        }
        // Bundles with so many tables and languages are made to hold up readers.
        let most = maximumLookups / max(languages.count, 1)
        for (table, use) in uses.sorted(by: { $0.key < $1.key }).prefix(most) {
            findings += self.findings(of: table, use, languages: languages, in: bundle)
        }
        return findings
    }

    /// Who uses a table, and which keys it should have.
    private struct TableUse {
        let file: String
        let pane: String
        var keys: Set<String> = []
    }

    private static func findings(
        of name: String,
        _ use: TableUse,
        languages: [String],
        in bundle: SettingsBundle
    ) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        var tables: [(file: String, keys: Set<String>)] = []
        var lacking: [String] = []
        var seen: Set<String> = []
        for language in languages.isEmpty ? [nil] : languages.map(Optional.some) {
            guard let file = StringsTable.file(name, language: language, in: bundle) else {
                lacking.append(language ?? "")
                continue
            }
            // Languages without the table share the one in Base.
            guard seen.insert(file).inserted else { continue }
            let (table, notes) = StringsTable.read(file, in: bundle)
            findings += notes.map { BundleFinding($0) }
            if notes.isEmpty { tables.append((file, use.keys.filter { table.holds($0) })) }
        }
        if !lacking.isEmpty {
            let isExpected = tables.isEmpty || lacking.allSatisfy { bundle.isSourceLanguage($0) }
            findings.append(
                missing(name, use, in: lacking, isNowhere: tables.isEmpty, isExpected ? .info : .warning)
            )
        }
        let known = tables.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        for table in tables where table.keys.count < known.count {
            findings.append(untranslated(known.subtracting(table.keys).sorted(), file: table.file))
        }
        return findings
    }

    private static func missing(
        _ name: String,
        _ use: TableUse,
        in languages: [String],
        isNowhere: Bool,
        _ severity: Diagnostic.Severity
    ) -> BundleFinding {
        let some = languages.prefix(5).joined(separator: ", ") + (languages.count > 5 ? ", …" : "")
        let place =
            isNowhere
            ? "in the bundle" : "for \(languages.count == 1 ? some : "\(languages.count) languages (\(some))")"
        return BundleFinding(
            "settings.strings.missing",
            "There is no strings table “\(name.prefix(60)).strings” \(place); keys are shown as they are.",
            severity: severity,
            file: use.file,
            pane: use.pane
        )
    }

    /// A table that lacks texts which another language has.
    static func untranslated(_ keys: [String], file: String) -> BundleFinding {
        let some = keys.prefix(3).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        return BundleFinding(
            "settings.strings.missingKeys",
            "“\(file)” lacks \(keys.count == 1 ? "a text" : "\(keys.count) texts") that another language has: \(some)"
                + (keys.count > 3 ? ", …" : "."),
            file: file
        )
    }
}

/// Finds the first mistake in the text of a strings table, which its reader only says to be there.
///
/// The grammar is that of old-style property lists without braces: `key = value;` or `key;`, each quoted or a bare
/// word, with `//` and `/* */` comments between (Apple's “Property List Programming Guide”, Old-Style ASCII Property
/// Lists).
struct StringsSyntax {
    /// A mistake and where it is.
    struct Mistake: Equatable {
        let line: Int
        let message: String
    }

    private enum Token: Equatable {
        case text, equals, semicolon, end
        case mistake(String)
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    /// The first mistake of a table; nil where there is none, and for values that are no text.
    static func firstMistake(in bytes: [UInt8]) -> Mistake? {
        var syntax = StringsSyntax(bytes: decoded(bytes))
        return syntax.firstMistake()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The text as UTF-8, its byte-order mark taken away.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        guard isBig || bytes.starts(with: [0xFF, 0xFE]) else {
            return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        }
        let units: [UInt16] = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let (high, low) = isBig ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private mutating func firstMistake() -> Mistake? {
        while true {
            var place = line
            switch next(&place) {
            case .end: return nil
            case .text: break
            case .mistake(let message): return Mistake(line: place, message: message)
            case .equals, .semicolon: return Mistake(line: place, message: "a key is missing")
            }
            let keyLine = place
            var token = next(&place)
            if token == .equals {
                token = next(&place)
                guard token == .text else { return mistake(token, place, or: "a value is missing", from: keyLine) }
                token = next(&place)
            }
            guard token == .semicolon else {
                return mistake(token, place, or: "a semicolon is missing behind this line's text", from: keyLine)
            }
        }
    }

    /// What a token says itself, else what is missing where the pair began.
    private func mistake(_ token: Token, _ place: Int, or message: String, from line: Int) -> Mistake {
        if case .mistake(let own) = token { return Mistake(line: place, message: own) }
        return Mistake(line: line, message: message)
    }

    /// The next token and the line it begins at.
    private mutating func next(_ place: inout Int) -> Token {
        if let mistake = skipBlanks() { return .mistake(mistake) }
        place = line
        guard index < bytes.count else { return .end }
        switch bytes[index] {
        case UInt8(ascii: "="):
            index += 1
            return .equals
        case UInt8(ascii: ";"):
            index += 1
            return .semicolon
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return quoted(by: bytes[index]) ? .text : .mistake("a quotation mark is never closed")
        default:
            let start = index
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            return index > start ? .text : .mistake("a character needs quotation marks around its text")
        }
    }

    private mutating func quoted(by quote: UInt8) -> Bool {
        advance()
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\\") { advance() }
            advance()
        }
        guard index < bytes.count else { return false }
        index += 1
        return true
    }

    /// Passes over blanks and comments; a sentence where a comment has no end.
    private mutating func skipBlanks() -> String? {
        while index < bytes.count {
            if bytes[index] <= 0x20 {
                advance()
            } else if isAt("//") {
                while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            } else if isAt("/*") {
                while index < bytes.count, !isAt("*/") { advance() }
                guard index < bytes.count else { return "a comment is never closed" }
                index += 2
            } else {
                return nil
            }
        }
        return nil
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { index + $0.count <= bytes.count && bytes[index..<(index + $0.count)].elementsEqual($0) }
    }

    /// Moves on by a byte; a carriage return with its line feed counts as one line.
    private mutating func advance() {
        guard index < bytes.count else { return }
        let isFeed = bytes[index] == 0x0A
        let isReturn = bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
        if isFeed || isReturn { line += 1 }
        index += 1
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
