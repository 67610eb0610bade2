/// Reads the terms of a search; see ``ViewSearch`` for what they mean.
struct SearchParser {
    private let query: [Unicode.Scalar]
    private var at = 0

    init(_ query: [Unicode.Scalar]) { self.query = query }

    /// The numbers behind every `0x` of a query.
    static func addresses(in query: [Unicode.Scalar]) -> Set<UInt64> {
        var found: Set<UInt64> = []
        for start in query.indices.dropFirst() where query[start] == "x" || query[start] == "X" {
            guard query[start - 1] == "0" else { continue }
            var digits = ""
            digits.unicodeScalars.append(contentsOf: query[(start + 1)...].prefix { $0.isHexadecimalDigit })
            if let number = MemoryAddress.number(digits) { found.insert(number) }
        }
        return found
    }

    /// All terms up to the end.
    mutating func terms() throws(ViewSearchError) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        skipBlanks()
        while at < query.count {
            guard terms.count < ViewSearch.maximumTerms else {
                throw fault(.tooManyTerms, at, "A search can have at most \(ViewSearch.maximumTerms) words.")
            }
            terms.append(try term())
            skipBlanks()
        }
        return terms
    }

    private mutating func term() throws(ViewSearchError) -> SearchTerm {
        var isNegated = false
        if query[at] == "-" || query[at] == "!", at + 1 < query.count, !query[at + 1].properties.isWhitespace {
            isNegated = true
            at += 1
        }
        return SearchTerm(isNegated: isNegated, condition: try condition())
    }

    private mutating func condition() throws(ViewSearchError) -> SearchCondition {
        let start = at
        let end = query[start...].firstIndex { !$0.isASCIILetter } ?? query.count
        let name = text(start..<end).lowercased()
        if !name.isEmpty, end < query.count, query[end] == ":" {
            at = end + 1
            return try property(name, from: start)
        }
        if let number = SearchName.Number(rawValue: name) {
            at = end
            skipBlanks()
            if let comparison = comparison() { return try self.comparison(of: number, by: comparison, from: start) }
            at = start
        }
        if end == query.count || query[end].properties.isWhitespace, let flag = Self.flag(name) {
            at = end
            return .flag(flag)
        }
        return .words(try word().lowercased())
    }

    private static func flag(_ name: String) -> SearchName.Flag? {
        name == "clipstobounds" ? .clipped : SearchName.Flag(rawValue: name)
    }

    /// What stands behind the colon of a name.
    private mutating func property(_ name: String, from start: Int) throws(ViewSearchError) -> SearchCondition {
        let property = SearchName.Text(rawValue: name == "id" ? "identifier" : name)
        guard property != nil || name == "class" || name == "tag" else {
            let message =
                "There is no “\(name.prefix(40)):”. Use class:, text:, label:, id:, controller: or tag:, "
                + "and put words with a colon in quotes."
            throw fault(.unknownName, start, message)
        }
        skipBlanks()
        let place = at
        let value = at < query.count ? try word() : ""
        guard !value.isEmpty else { throw fault(.missingValue, start, "Expected a word after “\(name):”.") }
        if name == "tag" {
            guard let tag = Int(value) else {
                throw fault(.missingNumber, place, "A tag is a whole number, not “\(value.prefix(40))”.")
            }
            return .tag(tag)
        }
        return property.map { .text($0, value.lowercased()) } ?? .className(value.lowercased())
    }

    private mutating func comparison() -> SearchComparison? {
        let found = SearchComparison.allCases.first { query[at...].starts(with: $0.rawValue.unicodeScalars) }
        at += found?.rawValue.unicodeScalars.count ?? 0
        return found
    }

    private mutating func comparison(
        of name: SearchName.Number,
        by comparison: SearchComparison,
        from start: Int
    ) throws(ViewSearchError) -> SearchCondition {
        skipBlanks()
        let place = at
        guard at < query.count else {
            throw fault(.missingNumber, start, "Behind “\(name.rawValue)\(comparison.rawValue)” comes a number.")
        }
        let word = try word()
        // Exponents and names of numbers are nothing that people search for.
        guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }), let number = Double(word)
        else {
            let message = "“\(name.rawValue)” takes a decimal number, not “\(word.prefix(40))”."
            throw fault(.missingNumber, place, message)
        }
        return .number(name, comparison, number)
    }

    /// What stands in quotes, or up to the next blank.
    private mutating func word() throws(ViewSearchError) -> String {
        let start = at
        guard query[start] == "\"" else {
            at = query[start...].firstIndex { $0.properties.isWhitespace } ?? query.count
            return text(start..<at)
        }
        guard let end = query[(start + 1)...].firstIndex(of: "\"") else {
            throw fault(.openQuote, start, "Missing closing quote.")
        }
        at = end + 1
        guard at == query.count || query[at].properties.isWhitespace else {
            throw fault(.afterQuote, at, "Expected a space after the closing quote.")
        }
        return text((start + 1)..<end)
    }

    private mutating func skipBlanks() {
        while at < query.count, query[at].properties.isWhitespace { at += 1 }
    }

    private func text(_ range: Range<Int>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: query[range])
        return text
    }

    private func fault(_ kind: ViewSearchError.Kind, _ at: Int, _ message: String) -> ViewSearchError {
        let offset = query[..<at].reduce(0) { $0 + ($1.value > 0xffff ? 2 : 1) }
        return ViewSearchError(kind: kind, offset: offset, message: message)
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

    fileprivate var isHexadecimalDigit: Bool {
        ("0"..."9").contains(self) || ("a"..."f").contains(self) || ("A"..."F").contains(self)
    }
}
