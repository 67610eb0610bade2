import Diagnostics
import JSON
import ObjectArchives
import PastedText
import PropertyList
import ViewHierarchy

/// The bytes of a dump, and what several formats need of them: decoded, surveyed and parsed at most once.
final class DumpInput {
    /// How much of the beginning is searched for the signs of a format.
    private static var window: Int { 65_536 }

    let bytes: [UInt8]
    let limits: DumpLimits
    /// The bytes as UTF-8, without what stands around a dump that was pasted.
    private(set) lazy var pasted = PastedText(bytes)
    /// What came beside it in an upload.
    let parts: DumpParts

    init(_ bytes: [UInt8], parts: DumpParts = DumpParts([]), limits: DumpLimits) {
        self.bytes = bytes
        self.parts = parts
        self.limits = limits
    }

    /// The text from its beginning.
    var text: ByteText { pasted.text }

    /// The first byte that is no white space; 0 when there is none.
    private(set) lazy var firstByte = text[text.skippingSpace(from: 0, before: text.count)]

    /// Whether the bytes are a binary property list.
    var isBinaryList: Bool { BinaryPropertyList.hasMagic(bytes) }

    /// Whether the text begins as JSON does.
    var beginsAsJSON: Bool { firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[") }

    /// Whether the text is a bracket before something that begins with that byte.
    func isArray(of first: UInt8) -> Bool {
        let bracket = text.skippingSpace(from: 0, before: text.count)
        return text[bracket] == UInt8(ascii: "[")
            && text[text.skippingSpace(from: bracket &+ 1, before: text.count)] == first
    }

    /// Whether the beginning of the text holds a sign.
    func has(_ sign: StaticString) -> Bool { text.firstIndex(of: sign, in: 0..<min(Self.window, text.count)) != nil }

    /// What the lines are; nil for what is not read by lines.
    private(set) lazy var survey: DescriptionSurvey? = {
        isSurveyed = true
        // JSON and binary lists are not read by lines.
        return firstByte == UInt8(ascii: "{") || isBinaryList ? nil : DescriptionSurvey(text)
    }()

    private var isSurveyed = false

    /// Whether the text holds reports of debuggers. A text whose lines no reader looked over is searched for signs of them
    /// first, which takes much less time: they name addresses in a way of their own, and controllers with their state.
    var hasReports: Bool {
        let all = 0..<text.count
        let signs: [StaticString] = [":0x", "LayoutConstraint", ">, state: "]
        guard isSurveyed || signs.contains(where: { text.firstIndex(of: $0, in: all) != nil }) else { return false }
        return survey?.hasReports == true
    }

    /// The text as a JSON document, or why it is none.
    private(set) lazy var json: Result<JSONDocument, JSONError> = {
        Result { () throws(JSONError) in try JSONDocument(parsing: text.bytes, limits: jsonLimits) }
    }()

    /// The bytes as a property list whose texts hold no NUL, or why they are none.
    private(set) lazy var propertyList: Result<PropertyListValue, PropertyListError> = {
        Result { () throws(PropertyListError) in
            if isBinaryList { return try binaryList.get().value().withoutNUL }
            return try PropertyListReader.read(bytes, limits: listLimits).withoutNUL
        }
    }()

    /// The bytes as a binary property list that is not decoded, or why they are none.
    private(set) lazy var binaryList: Result<BinaryPropertyList, PropertyListError> = {
        Result { () throws(PropertyListError) in try BinaryPropertyList(bytes, limits: listLimits) }
    }()

    private var listLimits: PropertyListLimits {
        PropertyListLimits(
            maximumBytes: limits.maximumJSONBytes,
            maximumDepth: 512,
            maximumValues: 8 &* limits.maximumViews
        )
    }

    /// The property list as an archive of objects; nil for anything else.
    private(set) lazy var archive: ObjectArchive? = {
        if isBinaryList { return (try? binaryList.get()).flatMap(BinaryKeyedArchive.read) }
        return mayBeArchive ? (try? propertyList.get()).flatMap(KeyedArchive.read) : nil
    }()

    /// Where the text's JSON begins; nil when it holds none. Prose, a prompt or an assignment may stand before it.
    private(set) lazy var jsonStart = isBinaryList ? nil : JSONRepair.start(in: text, window: Self.window)

    /// The text as JSON, also when it was cut, has something around it or holds what writers get wrong.
    ///
    /// - Parameter joined: Whether several values one after the other are an array of them, as in newline-delimited JSON;
    ///   else the first one counts.
    func lenientJSON(joined: Bool = false) throws(DumpError) -> LenientJSON {
        guard let start = jsonStart else { throw .other("It holds no JSON.", line: 1) }
        if case .success(let document) = json { return LenientJSON(root: document.root) }
        guard case .failure(let error) = json else { throw .other("It holds no JSON.", line: 1) }
        if let limit = DumpError(limitIn: error) { throw limit }
        let repaired = repaired(from: start)
        switch repaired.document {
        case .failure(let later):
            if let limit = DumpError(limitIn: later) { throw limit }
            throw .other("It is not well-formed JSON: \(error.description)", line: error.line)
        case .success(let document):
            var found = LenientJSON(root: document.root, findings: repaired.findings, error: error)
            guard repaired.count > 1 else { return found }
            found.isSequence = joined
            if !joined, let first = document.root.element(at: 0) {
                found.root = first
                found.findings.append(Diagnostic(.skippedJSON, ["\(repaired.count - 1)"]))
            }
            return found
        }
    }

    private var repairs: (document: Result<JSONDocument, JSONError>, count: Int, findings: [Diagnostic])?

    private func repaired(
        from start: Int
    ) -> (document: Result<JSONDocument, JSONError>, count: Int, findings: [Diagnostic]) {
        if let repairs { return repairs }
        let repair = JSONRepair(text, from: start)
        let document = Result { () throws(JSONError) in try JSONDocument(parsing: repair.bytes, limits: jsonLimits) }
        let found = (document: document, count: repair.valueCount, findings: repair.findings)
        repairs = found
        return found
    }

    private var jsonLimits: JSONLimits {
        var jsonLimits = JSONLimits.dump
        jsonLimits.maximumBytes = min(jsonLimits.maximumBytes, limits.maximumJSONBytes)
        return jsonLimits
    }

    /// What the input looks like that is no dump; nil when it is nothing known.
    var lookAlike: LookAlike? { survey.flatMap { LookAlike($0, of: text) } ?? LookAlike(text) }

    /// The line that shows what the input is.
    var firstLine: Int? { survey?.firstLine }
}

/// The JSON of an input, and what was done to read it.
struct LenientJSON {
    var root: JSONNode
    /// What was repaired and lost, in order of the lines.
    var findings: [Diagnostic] = []
    /// Why the text is no JSON as it stands; nil for well-formed JSON.
    var error: JSONError?
    /// Whether the root is an array of values that stand one after the other.
    var isSequence = false
}

extension DumpInput {
    /// The error of a file that was merged, and left so.
    var mergeConflict: DumpError? {
        guard !isBinaryList else { return nil }
        let isMarkup = has("<?xml") || InterfaceKind.isInterface(self)
        return MergeMarks(in: pasted.whole, isMarkup: isMarkup).map(DumpError.init)
    }
}

extension DumpError {
    /// The error of an input that has another format than the one that it is read in. Every other error ends the search for
    /// the format.
    static func other(_ reason: String, line: Int? = 1) -> DumpError { DumpError(.unknownFormat, reason, line: line) }

    /// The error of a file that has such marks.
    fileprivate init(_ marks: MergeMarks) {
        let more =
            marks.others.isEmpty
            ? ""
            : " \(marks.others.count) more \(marks.others.count == 1 ? "begins on line" : "begin on lines") "
                + marks.others.prefix(8).map(String.init).joined(separator: ", ") + (marks.others.count > 8 ? " …" : "")
                + "."
        let place = marks.lines.map(String.init).joined(separator: ", ")
        self.init(
            .mergeConflict,
            "The file has a merge conflict: its marks are on lines \(place).\(more) Choose what is to stay of it, and take out the "
                + "marks.",
            line: marks.lines.first
        )
    }

    /// The limit that a JSON document breaks; nil when it is malformed.
    init?(limitIn error: JSONError) {
        switch error.code {
        case .tooLarge: self = .limit("maximumJSONBytes", error.message, line: error.line)
        case .tooManyContainers:
            self = .limit("the JSON reader's maximumContainers", error.message, line: error.line)
        case .tooDeep: self = DumpError(.tooDeep, error.description, line: error.line)
        default: return nil
        }
    }
}

extension DumpInput {
    /// Whether the bytes may be an archive of `NSKeyedArchiver`, as it writes it or turned into XML.
    var mayBeArchive: Bool {
        isBinaryList || (firstByte == UInt8(ascii: "<") && has("<plist") && has("$archiver"))
    }

    /// The property list of an input that may be one, or why it cannot be read.
    func propertyListDocument() throws(DumpError) -> PropertyListValue { try read(propertyList) }

    /// The archive of an input that may be one, or why it is none.
    func archiveDocument() throws(DumpError) -> ObjectArchive {
        if isBinaryList { _ = try read(binaryList) } else { _ = try read(propertyList) }
        guard let archive else { throw .other("It is no archive of NSKeyedArchiver.", line: 1) }
        return archive
    }

    private func read<List>(_ list: Result<List, PropertyListError>) throws(DumpError) -> List {
        switch list {
        case .success(let list): return list
        case .failure(let error):
            switch error.code {
            case .tooLarge: throw .limit("maximumJSONBytes", error.message, line: error.line)
            case .tooManyValues:
                throw .limit("the property-list reader's maximumValues", error.message, line: error.line)
            case .tooDeep, .cycle: throw DumpError(.tooDeep, error.message, line: error.line)
            default: throw .other(error.message, line: error.line)
            }
        }
    }
}
