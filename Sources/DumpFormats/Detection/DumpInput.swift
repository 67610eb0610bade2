import Diagnostics
import JSON
import PropertyList
import ViewHierarchy

/// The bytes of a dump, with the formats that they may have.
struct DumpInput {
    /// Why a format does not fit.
    enum Misfit: Error {
        /// The input has the format and is broken, or breaks a limit: there is no use in trying another.
        case broken(DumpError)
        /// The input has another format.
        case other(reason: String, line: Int?)
    }

    private static var window: Int { 4_096 }

    private let bytes: [UInt8]
    private let parts: DumpParts
    private let limits: DumpLimits
    private let decoded: DumpText
    /// The decoded text as it is read by lines, and what was done to it.
    private let lines: (text: ByteText, note: String?)
    private let survey: DescriptionSurvey?

    init(_ bytes: [UInt8], parts: DumpParts, limits: DumpLimits) {
        self.bytes = bytes
        self.parts = parts
        self.limits = limits
        decoded = DumpText(bytes)
        // JSON and binary lists are not read by lines.
        let first = Self.firstByte(decoded.text)
        let isText = first != UInt8(ascii: "{") && !bytes.starts(with: Array("bplist".utf8))
        let found = isText ? DescriptionSurvey(decoded.text) : nil
        if let found, !found.usesBars, let unwrapped = TextUnwrapping.unwrapped(decoded.text) {
            lines = unwrapped
            survey = DescriptionSurvey(unwrapped.text)
        } else {
            lines = (decoded.text, decoded.note)
            survey = found
        }
    }

    /// The formats to try, the likeliest first.
    var candidates: [DumpFormat] {
        if bytes.starts(with: Array("bplist".utf8)) { return [.propertyList, .vitrineJSON, .recursiveDescription] }
        switch Self.firstByte(decoded.text) {
        case UInt8(ascii: "[") where isArrayOfDescriptions: return [.recursiveDescription, .vitrineJSON, .propertyList]
        case UInt8(ascii: "{"), UInt8(ascii: "["): return [.vitrineJSON, .propertyList, .recursiveDescription]
        case UInt8(ascii: "<") where isXML: return [.propertyList, .recursiveDescription, .vitrineJSON]
        default: return [.recursiveDescription, .propertyList, .vitrineJSON]
        }
    }

    /// A sentence, after a space, that says what the input looks like; empty when it looks like nothing known.
    var hint: String {
        let name = survey.flatMap { LookAlike.name(of: $0) } ?? LookAlike(decoded.text).name
        return name.map { " It looks like \($0)." } ?? ""
    }

    /// The line that shows what the input is.
    var firstLine: Int? { survey?.firstLine }

    /// Reads the input in one format.
    func read(_ format: DumpFormat) -> Result<Dump, Misfit> {
        do throws(Misfit) {
            switch format {
            case .recursiveDescription: return .success(try readDescription())
            case .vitrineJSON: return .success(try readJSON())
            case .propertyList: return .success(try readPropertyList())
            }
        } catch {
            return .failure(error)
        }
    }

    private func readDescription() throws(Misfit) -> Dump {
        let survey = survey ?? DescriptionSurvey(lines.text)
        guard survey.hasViews else {
            let reason =
                LookAlike.name(of: survey).map { "Its lines are those of \($0)." }
                ?? "No line describes a view, such as <UIView: 0x7f8a10; frame = (0 0; 320 480)>."
            throw .other(reason: reason, line: survey.firstLine ?? 1)
        }
        var reader = DescriptionReader(lines.text, survey: survey, limits: limits)
        do throws(DumpError) {
            let tree = try reader.read()
            guard tree.count > 0 else {
                throw DumpError(.unreadable, "No line describes a view.", line: survey.firstLine)
            }
            var general = reader.losses
            if let note = lines.note { general.append(.init(.info, "decoded.text", note)) }
            return Dump(format: .recursiveDescription, tree: tree, report: reader.report.finished(general: general))
        } catch {
            throw .broken(error)
        }
    }

    private func readJSON() throws(Misfit) -> Dump {
        let first = Self.firstByte(decoded.text)
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            throw .other(reason: "JSON begins with { or [.", line: 1)
        }
        var jsonLimits = JSONLimits.dump
        jsonLimits.maximumBytes = min(jsonLimits.maximumBytes, limits.maximumJSONBytes)
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: decoded.text.bytes, limits: jsonLimits)
        } catch {
            throw misfit(error)
        }
        return try read(document.root, .vitrineJSON, acceptsStrings: false)
    }

    private func misfit(_ error: JSONError) -> Misfit {
        switch error.code {
        case .tooLarge:
            return .broken(.limit("maximumJSONBytes", error.message, line: error.line))
        case .tooManyContainers:
            return .broken(.limit("the JSON reader's maximumContainers", error.message, line: error.line))
        case .tooDeep:
            return .broken(DumpError(.tooDeep, error.description, line: error.line))
        default:
            // An array of descriptions and an OpenStep list begin like JSON, so that a mistake proves nothing.
            if claimsToBeVitrine {
                return .broken(
                    DumpError(.unreadable, "The JSON is not well formed: \(error.description)", line: error.line)
                )
            }
            return .other(reason: "It is not well-formed JSON: \(error.description)", line: error.line)
        }
    }

    private func readPropertyList() throws(Misfit) -> Dump {
        let listLimits = PropertyListLimits(
            maximumBytes: limits.maximumJSONBytes,
            maximumDepth: 512,
            maximumValues: 8 &* limits.maximumViews
        )
        guard looksLikePropertyList else {
            throw .other(reason: "It begins with neither bplist, a plist element nor an OpenStep dictionary.", line: 1)
        }
        let root: PropertyListValue
        do {
            root = try PropertyListReader.read(bytes, limits: listLimits)
        } catch {
            switch error.code {
            case .tooLarge: throw .broken(.limit("maximumJSONBytes", error.message, line: error.line))
            case .tooManyValues:
                throw .broken(.limit("the property-list reader's maximumValues", error.message, line: error.line))
            case .tooDeep, .cycle: throw .broken(DumpError(.tooDeep, error.message, line: error.line))
            default: throw .other(reason: error.message, line: error.line)
            }
        }
        return try read(
            root,
            .propertyList,
            acceptsStrings: PropertyListFormat(detectedIn: bytes) == .openStep
        )
    }

    private func read<Node: DocumentNode>(
        _ root: Node,
        _ format: DumpFormat,
        acceptsStrings: Bool
    ) throws(Misfit) -> Dump {
        let shape = try Self.shape(of: root)
        var reader = DocumentReader<Node>(
            format: format,
            parts: parts,
            limits: limits,
            acceptsStrings: acceptsStrings
        )
        do throws(DumpError) {
            return try reader.read(shape)
        } catch {
            throw .broken(error)
        }
    }

    private static func shape<Node: DocumentNode>(of root: Node) throws(Misfit) -> DocumentShape<Node> {
        do {
            return try DocumentShape(root)
        } catch {
            guard error.isVitrine else { throw .other(reason: error.reason, line: nil) }
            throw .broken(DumpError(.unreadable, error.reason, pointer: "/windows"))
        }
    }

    // MARK: Signs

    private var claimsToBeVitrine: Bool {
        decoded.text.firstIndex(of: "\"vitrine\"", in: 0..<min(Self.window, decoded.text.count)) != nil
    }

    /// `[<UIView: …>, …]`, as Swift prints an array of views.
    private var isArrayOfDescriptions: Bool {
        let text = decoded.text
        let bracket = text.skippingSpace(from: 0, before: text.count)
        return text[text.skippingSpace(from: bracket &+ 1, before: text.count)] == UInt8(ascii: "<")
    }

    private var isXML: Bool {
        let head = 0..<min(Self.window, decoded.text.count)
        return decoded.text.firstIndex(of: "<?xml", in: head) != nil
            || decoded.text.firstIndex(of: "<plist", in: head) != nil
    }

    private var looksLikePropertyList: Bool {
        if bytes.starts(with: Array("bplist".utf8)) { return true }
        let head = 0..<min(Self.window, decoded.text.count)
        switch Self.firstByte(decoded.text) {
        case UInt8(ascii: "<"): return decoded.text.firstIndex(of: "<plist", in: head) != nil
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "/"): return true
        default: return false
        }
    }

    private static func firstByte(_ text: ByteText) -> UInt8 { text[text.skippingSpace(from: 0, before: text.count)] }
}
