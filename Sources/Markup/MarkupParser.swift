internal import CXML

/// Takes the parts of an XML document in their order.
public protocol MarkupHandler: AnyObject {
    /// An element begins. Namespaces are not told apart: a prefix is part of the name.
    ///
    /// - Parameter line: The line on which its start tag ends, counted from 1.
    /// - Returns: Whether to read on.
    func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool
    /// The innermost open element ends. It is called for each that began, also where the document breaks off.
    func end(_ name: String)
    /// Character data of the innermost open element, also of CDATA sections; one text may come in pieces.
    func text(_ text: String)
}

extension MarkupHandler {
    /// Leaves character data out.
    public func text(_ text: String) {}
}

/// The attributes of an element in their order. Names and values are made into strings when they are asked for.
public struct MarkupAttributes {
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    fileprivate let names: NameCache
    /// How many there are.
    public let count: Int

    /// Name and value at a place below `count`.
    public subscript(index: Int) -> (name: String, value: String) {
        guard index >= 0, index < count, let pointers else { return ("", "") }
        let attribute = pointers + index * 5
        return (
            names.name(attribute[0], prefix: attribute[1]),
            String(bytesFrom: attribute[3], to: attribute[4])
        )
    }

    /// The value of the attribute with that name; nil when there is none.
    public subscript(name: String) -> String? {
        for index in 0..<count where self[nameAt: index] == name { return self[index].value }
        return nil
    }

    private subscript(nameAt index: Int) -> String {
        guard let attribute = pointers.map({ $0 + index * 5 }) else { return "" }
        return names.name(attribute[0], prefix: attribute[1])
    }

    /// All of them.
    public var all: [(name: String, value: String)] { (0..<count).map { self[$0] } }
}

/// Where and why a document could not be read further, or is not as it should be.
public struct MarkupError: Error, Sendable, Hashable {
    /// What kind of failure it is.
    public enum Code: Sendable, Hashable {
        /// It is not well-formed XML.
        case malformed
        /// Its elements nest deeper than the limit.
        case tooDeep
    }

    /// What kind of failure it is.
    public var code: Code
    /// A sentence for people.
    public var message: String
    /// The line, counted from 1.
    public var line: Int
}

/// Reads XML by libxml2's SAX interface: no tree is made, nothing is fetched, no entity is expanded but the five of XML
/// and character references, and a document type is not followed.
public enum MarkupParser {
    /// How much a document may ask for.
    public struct Limits: Sendable {
        /// The deepest nesting of elements, the root having depth 0.
        public var maximumDepth: Int

        /// Creates limits.
        public init(maximumDepth: Int = 10_000) { self.maximumDepth = maximumDepth }
    }

    /// Reads a document, up to its first mistake.
    ///
    /// - Parameters:
    ///   - bytes: XML in any encoding that libxml2 knows.
    ///   - isUTF8: Whether the bytes are UTF-8 whatever the XML declaration says, as after they were decoded.
    /// - Returns: What is wrong, if anything is: all before it has been handed over.
    public static func parse(
        _ bytes: [UInt8],
        isUTF8: Bool = false,
        limits: Limits = Limits(),
        handler: any MarkupHandler
    ) -> MarkupError? {
        var sax = xmlSAXHandler()
        sax.initialized = XML_SAX2_MAGIC
        sax.startElementNs = { session, name, prefix, _, _, _, count, _, attributes in
            Session.of(session)?.begin(name, prefix, Int(count), attributes)
        }
        sax.endElementNs = { session, _, _, _ in Session.of(session)?.end() }
        sax.characters = { session, text, length in Session.of(session)?.text(text, Int(length)) }
        sax.cdataBlock = sax.characters
        sax.serror = { session, error in Session.of(session)?.fail(error) }
        // Entities of the document are neither kept nor found, so that none can grow.
        sax.getEntity = { _, _ in nil }

        let session = Session(handler, limits)
        return withExtendedLifetime(session) {
            let unmanaged = Unmanaged.passUnretained(session).toOpaque()
            guard let context = xmlCreatePushParserCtxt(&sax, unmanaged, nil, 0, nil) else {
                return MarkupError(code: .malformed, message: "There is no memory left for the XML reader.", line: 1)
            }
            defer {
                if let document = context.pointee.myDoc { xmlFreeDoc(document) }
                xmlFreeParserCtxt(context)
            }
            // Without the third, an ampersand in a value comes as a character reference.
            var options = XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_NOENT.rawValue
            if isUTF8 { options |= XML_PARSE_IGNORE_ENC.rawValue }
            xmlCtxtUseOptions(context, Int32(options))
            session.context = context
            bytes.withUnsafeBytes { buffer in
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                var offset = 0
                // In pieces, since a length is 32 bits wide.
                while offset < buffer.count, !session.isStopped {
                    let length = min(buffer.count - offset, 1 << 20)
                    xmlParseChunk(context, start.map { $0 + offset }, Int32(length), 0)
                    offset += length
                }
                if !session.isStopped { xmlParseChunk(context, nil, 0, 1) }
            }
            session.endAll()
            session.context = nil
            return session.error
        }
    }
}

/// Names as strings: libxml2 keeps each name once for a document, so that its address stands for it.
final class NameCache {
    private var names: [UnsafePointer<UInt8>: String] = [:]

    func name(_ name: UnsafePointer<UInt8>?, prefix: UnsafePointer<UInt8>?) -> String {
        guard let prefix else { return local(name) }
        return "\(local(prefix)):\(local(name))"
    }

    private func local(_ name: UnsafePointer<UInt8>?) -> String {
        guard let name else { return "" }
        if let known = names[name] { return known }
        let made = String(cString: name)
        names[name] = made
        return made
    }
}

/// What one run of the parser remembers. libxml2 calls it back on the thread that reads.
private final class Session {
    private let handler: any MarkupHandler
    private let limits: MarkupParser.Limits
    private let names = NameCache()
    /// The names of the open elements.
    private var open: [String] = []
    var context: xmlParserCtxtPtr?
    private(set) var isStopped = false
    private(set) var error: MarkupError?

    init(_ handler: any MarkupHandler, _ limits: MarkupParser.Limits) {
        self.handler = handler
        self.limits = limits
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Session? {
        pointer.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private var line: Int { context.map { Int(xmlSAX2GetLineNumber($0)) } ?? 1 }

    func begin(
        _ name: UnsafePointer<UInt8>?,
        _ prefix: UnsafePointer<UInt8>?,
        _ count: Int,
        _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) {
        guard !isStopped else { return }
        guard open.count <= limits.maximumDepth else {
            error = MarkupError(
                code: .tooDeep,
                message: "The elements nest deeper than \(limits.maximumDepth) levels.",
                line: line
            )
            return stop()
        }
        let name = names.name(name, prefix: prefix)
        open.append(name)
        let attributes = MarkupAttributes(pointers: attributes, names: names, count: max(count, 0))
        if !handler.begin(name, attributes, line: line) { stop() }
    }

    func end() {
        guard !isStopped, let name = open.popLast() else { return }
        handler.end(name)
    }

    func text(_ text: UnsafePointer<UInt8>?, _ length: Int) {
        guard !isStopped, let text, length > 0 else { return }
        handler.text(String(bytesFrom: text, to: text + length))
    }

    func fail(_ problem: UnsafePointer<xmlError>?) {
        guard let problem = problem?.pointee, problem.level.rawValue > XML_ERR_WARNING.rawValue, error == nil else {
            return
        }
        // A namespace that is not declared, and an entity that is not known, are no reason to stop.
        guard problem.level == XML_ERR_FATAL else { return }
        let words = problem.message.map { String(cString: $0) } ?? ""
        error = MarkupError(
            code: .malformed,
            message: words.split(whereSeparator: \.isNewline).joined(separator: " "),
            line: max(Int(problem.line), 1)
        )
    }

    private func stop() {
        isStopped = true
        if let context { xmlStopParser(context) }
    }

    /// Ends the elements that a document which breaks off leaves open.
    func endAll() {
        while let name = open.popLast() { handler.end(name) }
    }
}

extension String {
    /// The UTF-8 text between two addresses.
    init(bytesFrom start: UnsafePointer<UInt8>?, to end: UnsafePointer<UInt8>?) {
        guard let start, let end, end > start else {
            self = ""
            return
        }
        self = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
}
