import JSON
import PropertyList

/// Vitrine's own JSON.
enum VitrineJSONFormat: FormatReader {
    static var format: DumpFormat { .vitrineJSON }

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.beginsAsJSON else { return FormatSigns(.none, "JSON begins with { or [.") }
        if input.has("\"vitrine\"") { return FormatSigns(.certain, "It has the key vitrine.") }
        return FormatSigns(.likely, "It begins as JSON does.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        guard input.beginsAsJSON else { throw .other(reason: "JSON begins with { or [.", line: 1) }
        switch input.json {
        case .success(let document):
            return try DocumentFormat.read(document.root, format, limits: input.limits, acceptsStrings: false)
        case .failure(let error):
            if let limit = Misfit(limitIn: error) { throw limit }
            // An array of descriptions and an OpenStep list begin like JSON, so that a mistake proves nothing.
            guard input.has("\"vitrine\"") else {
                throw .other(reason: "It is not well-formed JSON: \(error.description)", line: error.line)
            }
            throw .broken(
                DumpError(.unreadable, "The JSON is not well formed: \(error.description)", line: error.line)
            )
        }
    }
}

/// The structure of Vitrine's JSON as a property list.
enum PropertyListDumpFormat: FormatReader {
    static var format: DumpFormat { .propertyList }

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

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        let signs = signs(in: input)
        guard signs.confidence > .none else { throw .other(reason: signs.reason, line: 1) }
        let root = try input.propertyListDocument()
        let acceptsStrings = PropertyListFormat(detectedIn: input.bytes) == .openStep
        return try DocumentFormat.read(root, format, limits: input.limits, acceptsStrings: acceptsStrings)
    }
}

/// What both ways of writing Vitrine's structure share.
private enum DocumentFormat {
    static func read<Node: DocumentNode>(
        _ root: Node,
        _ format: DumpFormat,
        limits: DumpLimits,
        acceptsStrings: Bool
    ) throws(Misfit) -> Dump {
        let shape = try shape(of: root)
        var reader = DocumentReader<Node>(format: format, limits: limits, acceptsStrings: acceptsStrings)
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
}
