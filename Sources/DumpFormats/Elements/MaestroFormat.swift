import PastedText
import ViewHierarchy
import Diagnostics
import JSON

/// The JSON of `maestro hierarchy`, the table that it prints with `--compact`, and the JSON of the runner in the device
/// behind it.
enum MaestroFormat: FormatReader {
    static let facts = FormatFacts(
        .maestro,
        .json,
        [
            .init(
                .certain,
                "It has keys that only Maestro writes.",
                any: "\"accessibilityText\"",
                "\"resource-id\"",
                "\"hintText\"",
                "\"axElement\"",
                "\"windowContextID\""
            ),
            .init(.likely, "It has the keys attributes and bounds.", all: "\"attributes\"", "\"bounds\""),
        ],
        hasDepthLimit: true
    )

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.has(MaestroTable.header) else { return facts.signs(in: input) }
        return FormatSigns(.certain, "It has the heading of Maestro's table.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        if input.has(MaestroTable.header) { return try table(input) }
        let json = try input.lenientJSON()
        let isElement = { (node: JSONNode) in isHierarchyNode(node) || isSnapshot(node) }
        guard var document = ElementDocument(in: json.root, where: isElement) else {
            let reason = "No object has attributes with bounds, nor an elementType with a frame."
            throw .other(reason, line: json.error?.line)
        }
        // The root stands for no element: it holds the trees of the apps on the screen.
        document.open(where: isSynthetic)
        var reader = Reader(input.limits)
        try document.forEach { (node, depth, pointer) throws(DumpError) in
            try reader.add(node, depth: depth, at: pointer)
        }
        var dump = try reader.tree.dump(facts, general: reader.losses)
        dump.report = json.findings + dump.report
        return dump
    }

    private static func table(_ input: DumpInput) throws(DumpError) -> Dump {
        var table = MaestroTable(input.text, limits: input.limits)
        try table.read()
        let falseStates =
            "falseStates: A table leaves out what is false or empty: a state that no row says may be false."
        return try table.tree.dump(facts, general: losses(hasClasses: table.hasClasses) + .lost(falseStates))
    }

    /// What the hierarchy cannot say of an element.
    private static func losses(hasClasses: Bool) -> [Diagnostic] {
        let classes =
            hasClasses
            ? "points: The dump is one of Android: its numbers are pixels, and they are shown as points."
            : """
            classes [classes]: Maestro does not tell what an element is: each became an XCUIElementTypeOther. \
            Views that are no elements are missing.
            """
        let fractions = "fractions [fractions]: Maestro cuts frames to whole points."
        return .lostElements(kept: ["classes"], "\(classes)\n\(fractions)")
    }

    /// A node of the hierarchy: texts under `attributes`.
    private static func isHierarchyNode(_ node: JSONNode) -> Bool {
        guard let attributes = node["attributes"], attributes.isObject else { return false }
        return attributes["bounds"] != nil || attributes["accessibilityText"] != nil || attributes["resource-id"] != nil
    }

    /// An element as the runner has it: the number of a type.
    private static func isSnapshot(_ node: JSONNode) -> Bool {
        node["elementType"]?.integerValue != nil && (node["frame"] != nil || node["children"] != nil)
    }

    /// Whether a node has children and neither a place nor a word of its own.
    private static func isSynthetic(_ node: JSONNode) -> Bool {
        guard (node["children"]?.arrayCount ?? 0) > 0 else { return false }
        let texts = (node["attributes"] ?? node).members.filter { $0.name != "children" && $0.name != "attributes" }
        return texts.allSatisfy { name, value in
            switch name {
            case "bounds": value.stringValue == "[0,0][0,0]"
            case "frame": ElementFields.rect(value)?.size == .zero
            case "elementType", "displayID", "windowContextID", "horizontalSizeClass", "verticalSizeClass": true
            default: value.isNull || value.boolValue != nil || ["", "false", "true"].contains(value.stringValue ?? "-")
            }
        }
    }

    /// Reads the elements one by one.
    private struct Reader {
        var tree: ElementCollector
        /// What the first element is: a node of the hierarchy, or the runner's own.
        private var isRunner = false
        private var hasClasses = false

        init(_ limits: DumpLimits) { tree = ElementCollector(limits: limits) }

        /// What the elements lack, once they are read.
        var losses: [Diagnostic] { isRunner ? .lostElements() : MaestroFormat.losses(hasClasses: hasClasses) }

        /// Adds an element and gives back its children.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                tree.refuse(at: pointer)
                return nil
            }
            var fields = ElementFields()
            let attributes = node["attributes"]
            if attributes == nil, node["elementType"] != nil { isRunner = true }
            if let attributes {
                for (name, value) in attributes.members {
                    if name == "class", value.stringValue?.isEmpty == false { hasClasses = true }
                    // What there is not, older versions write as an empty text.
                    if value.stringValue != "" { fields.take(name, value) }
                }
            }
            for (name, value) in node.members where name != "attributes" {
                if name == "children", value.isArray || value.isNull { continue }
                // The same once more, as truth values.
                guard attributes == nil || !(value.isNull || attributes?[name]?.stringValue == value.verbatim) else {
                    continue
                }
                if isRunner, value.stringValue == "" { continue }
                fields.take(name, value)
            }
            try tree.add(fields.finished(), depth: depth, at: pointer)
            guard let children = node["children"], children.isArray else { return nil }
            return children
        }
    }
}

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
    private(set) var tree: ElementCollector
    /// Whether elements tell their classes, as those of Android do.
    private(set) var hasClasses = false
    /// How deep the roots lie: 1 below a root that stands for no element.
    private var rootDepth = 0

    init(_ text: ByteText, limits: DumpLimits) {
        self.text = text
        self.limits = limits
        cursor = LineCursor(text)
        tree = ElementCollector(limits: limits)
    }

    /// Reads all rows behind the heading.
    mutating func read() throws(DumpError) {
        while let line = cursor.next(), text.firstIndex(of: Self.header, in: line.range) == nil {}
        var isFirst = true
        while let line = cursor.next() {
            let content = text.trimmed(line.range)
            guard !content.isEmpty else { continue }
            guard let start = start(of: content) else {
                report(.skippedLine, "row", line)
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
            let isLong = limit < text.count
            report(isLong ? .longRow : .cutRow, isLong ? "\(limits.maximumLineBytes)" : "", line)
            return nil
        }
        while cursor.offset <= index, cursor.next() != nil {}
        return index
    }

    private mutating func report(_ finding: DumpFinding, _ word: String, _ line: TextLine) {
        tree.assembler.assembler.report.add(finding, [word], line: line.number)
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
