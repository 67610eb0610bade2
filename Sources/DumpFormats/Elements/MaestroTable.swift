import Diagnostics

/// The table that `maestro hierarchy --compact` prints: `element_num,depth,attributes,parent_num`, and a row for each
/// element in depth-first order, its attributes as `name=value; name=value` between quotation marks that are doubled inside.
///
/// The depths alone make the tree: elements that say the same share a number. A value may hold ends of lines, and `; ` too,
/// which only a name and an equals sign behind it tell from the end of the value.
struct MaestroTable {
    static let header: StaticString = "element_num,depth,attributes,parent_num"

    private let text: ByteText
    private let limits: DumpLimits
    private var cursor: LineCursor
    private(set) var tree: ElementTree
    /// Whether elements tell their classes, as those of Android do.
    private(set) var hasClasses = false
    /// How deep the roots lie: 1 below a root that stands for no element.
    private var rootDepth = 0

    init(_ text: ByteText, limits: DumpLimits) {
        self.text = text
        self.limits = limits
        cursor = LineCursor(text)
        tree = ElementTree(limits: limits)
    }

    /// Reads all rows behind the heading.
    mutating func read() throws(DumpError) {
        while let line = cursor.next(), text.firstIndex(of: Self.header, in: line.range) == nil {}
        var isFirst = true
        while let line = cursor.next() {
            let content = text.trimmed(line.range)
            guard !content.isEmpty else { continue }
            guard let start = start(of: content) else {
                report("skipped.lines", .info, "Line \(line.number) is no row; it was skipped.", line)
                continue
            }
            guard let end = endOfQuote(from: start.quote, line) else { return }
            let attributes = attributes(in: start.quote + 1..<end)
            defer { isFirst = false }
            if isFirst, start.depth == 0, attributes.allSatisfy({ $0 == ("bounds", "[0,0][0,0]") }) {
                rootDepth = 1
                continue
            }
            var fields = ElementFields()
            for (name, value) in attributes {
                if name == "class" { hasClasses = true }
                fields.take(name, value)
            }
            try tree.add(fields.finished(), depth: start.depth - rootDepth, line: line.number) {
                "Line \(line.number)"
            }
        }
    }

    // MARK: Rows

    /// `17,3,"`: the depth, and where the quotation mark stands; nil for what begins no row.
    private func start(of line: Range<Int>) -> (depth: Int, quote: Int)? {
        var index = line.lowerBound
        guard number(at: &index, before: line.upperBound) != nil,
            let depth = number(at: &index, before: line.upperBound), text[index] == UInt8(ascii: "\"")
        else { return nil }
        return (depth, index)
    }

    /// A number of at most six digits and the comma behind it.
    private func number(at index: inout Int, before end: Int) -> Int? {
        var number = 0
        let start = index
        while index < end, index - start < 6, text[index].isDigit {
            number = number * 10 + Int(text[index] & 0x0F)
            index += 1
        }
        guard index > start, index < end, text[index] == UInt8(ascii: ",") else { return nil }
        index += 1
        return number
    }

    /// Where the quotation mark that ends a row's attributes stands, and the lines up to there are passed over; nil where the
    /// text ends before.
    private mutating func endOfQuote(from quote: Int, _ line: TextLine) -> Int? {
        var index = quote + 1
        let limit = min(text.count, quote + limits.maximumLineBytes)
        while index < limit {
            if text[index] == UInt8(ascii: "\"") {
                // Where no comma follows, it is one of the text, or the text ends.
                if text[index + 1] == UInt8(ascii: ",") { break }
                if text[index + 1] == UInt8(ascii: "\"") { index += 1 }
            }
            index += 1
        }
        guard index < limit else {
            let message =
                limit < text.count
                ? "The row in line \(line.number) has more than \(limits.maximumLineBytes) bytes, which is the limit maximumLineBytes; it and what follows were left out."
                : "The text ends in the row of line \(line.number); it was left out."
            report(limit < text.count ? "limit.maximumLineBytes" : "truncated.line", .warning, message, line)
            return nil
        }
        while cursor.offset <= index, cursor.next() != nil {}
        return index
    }

    private mutating func report(_ code: String, _ severity: Diagnostic.Severity, _ message: String, _ line: TextLine) {
        tree.assembler.assembler.report.add(severity, code, message, line: line.number)
    }

    // MARK: Attributes

    /// States that come once more behind the other attributes, where they are true.
    private static let states: Set = ["clickable", "enabled", "focused", "checked", "selected"]
    /// So many attributes are taken apart; the rest stays in the value of the last one.
    private static let maximumAttributes = 200

    /// The names and values of a row. A name that came before is a part of the value that it stands in, unless it is that of
    /// a state.
    private func attributes(in range: Range<Int>) -> [(name: String, value: String)] {
        var starts: [(name: String, start: Int, value: Int)] = []
        var index = range.lowerBound
        while index < range.upperBound, starts.count < Self.maximumAttributes {
            if let equals = endOfName(from: index, before: range.upperBound) {
                let name = text.string(index..<equals)
                let isNew = !starts.contains { $0.name == name }
                if isNew || Self.states.contains(name) { starts.append((name, index, equals + 1)) }
            }
            guard let next = text.firstIndex(of: "; ", in: index..<range.upperBound) else { break }
            index = next + 2
        }
        return starts.enumerated().compactMap { place, found in
            guard !starts[..<place].contains(where: { $0.name == found.name }) else { return nil }
            let end = place + 1 < starts.count ? starts[place + 1].start - 2 : range.upperBound
            return (found.name, unquoted(found.value..<max(end, found.value)))
        }
    }

    /// Where the equals sign behind a name stands that begins there; nil where none does.
    private func endOfName(from start: Int, before end: Int) -> Int? {
        var index = start
        while index < end, index - start < 64, text[index].isLetter || text[index] == UInt8(ascii: "-") { index += 1 }
        return index > start && index < end && text[index] == UInt8(ascii: "=") ? index : nil
    }

    private func unquoted(_ range: Range<Int>) -> String {
        let value = text.string(range)
        guard value.contains("\"\"") else { return value }
        var parts = value.split(separator: "\"\"", omittingEmptySubsequences: false)[...]
        let first = parts.popFirst() ?? ""
        return parts.reduce(into: String(first)) { $0 += "\"" + $1 }
    }
}
