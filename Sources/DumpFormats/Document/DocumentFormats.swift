import ViewHierarchy
import JSON
import PropertyList

/// Vitrine's own JSON.
enum VitrineJSONFormat: FormatReader {
    static let facts = FormatFacts(.vitrineJSON, .json)

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.jsonStart != nil else { return FormatSigns(.none, "JSON begins with { or [.") }
        if input.has("\"vitrine\"") { return FormatSigns(.certain, "It has the key vitrine.") }
        return input.beginsAsJSON
            ? FormatSigns(.likely, "It begins as JSON does.")
            : FormatSigns(.possible, "It may have JSON in it.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let json = try input.lenientJSON()
        do throws(DumpError) {
            var dump = try DocumentFormat.read(json.root, facts.format, input, acceptsStrings: false)
            dump.report = json.findings + dump.report
            return dump
        } catch {
            guard let mistake = json.error, error.code == .unreadable || error.code == .unknownFormat else {
                throw error
            }
            // An array of descriptions and an OpenStep list begin like JSON, so that a mistake proves nothing.
            guard input.has("\"vitrine\"") else {
                throw .other("It is not well-formed JSON: \(mistake.description)", line: mistake.line)
            }
            throw DumpError(.unreadable, "The JSON is not well formed: \(mistake.description)", line: mistake.line)
        }
    }
}

/// The structure of Vitrine's JSON as a property list.
enum PropertyListDumpFormat: FormatReader {
    static let facts = FormatFacts(.propertyList, .list)

    static func signs(in input: DumpInput) -> FormatSigns {
        if input.isBinaryList { return FormatSigns(.likely, "It begins as a binary property list does.") }
        switch input.firstByte {
        case UInt8(ascii: "<") where input.has("<plist"): return FormatSigns(.likely, "It has a plist element.")
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "/"):
            return FormatSigns(.possible, "It may be an OpenStep property list.")
        default:
            return FormatSigns(.none, "It begins with neither bplist, a plist element nor an OpenStep dictionary.")
        }
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let signs = signs(in: input)
        guard signs.confidence > .none else { throw .other(signs.reason, line: 1) }
        let root = try input.propertyListDocument()
        let acceptsStrings = PropertyListFormat(detectedIn: input.bytes) == .openStep
        return try DocumentFormat.read(root, facts.format, input, acceptsStrings: acceptsStrings)
    }
}

/// What both ways of writing Vitrine's structure share.
private enum DocumentFormat {
    static func read<Node: DocumentNode>(
        _ root: Node,
        _ format: DumpFormat,
        _ input: DumpInput,
        acceptsStrings: Bool
    ) throws(DumpError) -> Dump {
        let shape = try shape(of: root)
        var reader = DocumentReader<Node>(
            format: format,
            parts: input.parts,
            limits: input.limits,
            acceptsStrings: acceptsStrings
        )
        return try reader.read(shape)
    }

    private static func shape<Node: DocumentNode>(of root: Node) throws(DumpError) -> DocumentShape<Node> {
        do {
            return try DocumentShape(root)
        } catch {
            guard error.isVitrine else { throw .other(error.reason, line: nil) }
            throw DumpError(.unreadable, error.reason, pointer: "/windows")
        }
    }
}
