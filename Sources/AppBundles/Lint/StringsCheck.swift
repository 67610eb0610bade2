import Diagnostics
import PropertyList

/// Checks the strings tables of every language against the panes that use them.
enum StringsCheck {
    /// The most tables that are looked for, each language counted.
    private static let maximumLookups = 100_000

    static func findings(of bundle: SettingsBundle, languages: [String]) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        var uses: [String: TableUse] = [:]
        for name in bundle.paneNames {
            for source in bundle.sources[name] ?? [] {
                guard case .pane(let contents) = bundle.contents(of: source),
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
            "The strings table “\(name.prefix(60)).strings” is missing \(place); its keys are shown instead.",
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
/// The grammar is that of old-style property lists without braces: `key = value;` or `key;`.
enum StringsSyntax {
    /// A mistake and where it is.
    struct Mistake: Equatable {
        let line: Int
        let message: String
    }

    /// The first mistake of a table; nil where there is none, and for values that are no text.
    static func firstMistake(in bytes: [UInt8]) -> Mistake? {
        var tokens = OldStyleTokenizer(TextEncoding.utf8(of: bytes))
        /// What a token says itself where it is, else what is missing where the pair began.
        func mistake(_ token: OldStyleTokenizer.Token?, or message: String, from line: Int) -> Mistake {
            token.flatMap(fault).map { Mistake(line: tokens.line, message: $0) }
                ?? Mistake(line: line, message: message)
        }
        while let key = tokens.next() {
            let line = tokens.line
            guard key == .text else { return mistake(key, or: "a key is missing", from: line) }
            var token = tokens.next()
            if token == .mark(UInt8(ascii: "=")) {
                token = tokens.next()
                guard token == .text else { return mistake(token, or: "a value is missing", from: line) }
                token = tokens.next()
            }
            guard token == .mark(UInt8(ascii: ";")) else {
                return mistake(token, or: "a semicolon is missing after the text on this line", from: line)
            }
        }
        return nil
    }

    /// What is wrong with a token wherever it stands.
    private static func fault(of token: OldStyleTokenizer.Token) -> String? {
        switch token {
        case .unclosedText: "a quotation mark is never closed"
        case .unclosedComment: "a comment is never closed"
        case .text, .mark(UInt8(ascii: "=")), .mark(UInt8(ascii: ";")): nil
        case .mark, .unexpected: "a character needs quotation marks around its text"
        }
    }
}
