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

/// The attributes of an element in their order. Values are made into strings when they are asked for.
public struct MarkupAttributes: RandomAccessCollection {
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    fileprivate let names: NameCache
    /// How many there are.
    public let count: Int
    /// The number that stands for the name of the element itself, as those of ``nameNumber(at:)`` do for theirs.
    public let elementNumber: Int

    /// The place of the first one.
    public var startIndex: Int { 0 }
    /// The place behind the last one.
    public var endIndex: Int { count }

    /// Name and value at a place below `count`.
    public subscript(index: Int) -> (name: String, value: String) {
        guard index >= 0, index < count, let pointers else { return ("", "") }
        let attribute = pointers + index * 5
        return (names[names.number(of: attribute[0], prefix: attribute[1])], value(of: attribute))
    }

    /// The value of the attribute with that name; nil when there is none.
    public subscript(name: String) -> String? { place(of: name).map { value(at: $0) } }

    /// The place of the first attribute with that name; nil when there is none.
    public func place(of name: String) -> Int? {
        var number = names.number(ofName: name)
        for place in 0..<count {
            let other = nameNumber(at: place)
            // A name has no number before it is met first.
            if number == nil, names[other] == name { number = other }
            if other == number { return place }
        }
        return nil
    }

    /// The number that stands for the name at a place: equal names of elements and attributes of a document have one, counted
    /// from 0 in the order in which they come first. 0 for a place that is none.
    public func nameNumber(at index: Int) -> Int {
        guard index >= 0, index < count, let pointers else { return 0 }
        let attribute = pointers + index * 5
        return names.number(of: attribute[0], prefix: attribute[1])
    }

    /// The name that a number stands for; empty for one that has not been given.
    public func name(_ number: Int) -> String { names[number] }

    /// The value at a place below `count`.
    public func value(at index: Int) -> String {
        guard index >= 0, index < count, let pointers else { return "" }
        return value(of: pointers + index * 5)
    }

    private func value(of attribute: UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> String {
        String(bytesFrom: attribute[3], to: attribute[4])
    }
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
                return MarkupError(code: .malformed, message: "There is not enough memory for the XML reader.", line: 1)
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

/// Names as strings and as numbers: libxml2 keeps each name once for a document, so that its address stands for it.
final class NameCache {
    private struct Address: Hashable {
        var name: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
    }

    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    private var known: [Address: Int] = [:]
    /// The addresses that were asked for last, so that few have to be hashed. Nothing else runs while they are looked at.
    @exclusivity(unchecked)
    private var recent = [(address: Address, number: Int)](repeating: (Address(), -1), count: 64)

    /// The number of a name that has one.
    func number(ofName name: String) -> Int? { numbers[name] }

    /// The name with that number; empty where there is none.
    subscript(number: Int) -> String { names.indices.contains(number) ? names[number] : "" }

    /// The number of a name with its prefix, a new one the first time.
    func number(of name: UnsafePointer<UInt8>?, prefix: UnsafePointer<UInt8>?) -> Int {
        let address = Address(name: name, prefix: prefix)
        let bits = UInt(bitPattern: name)
        let place = Int((bits ^ bits >> 6) & 63)
        let last = recent[place]
        if last.number >= 0, last.address == address { return last.number }
        let number = known[address] ?? add(address)
        recent[place] = (address, number)
        return number
    }

    private func add(_ address: Address) -> Int {
        let local = address.name.map { String(cString: $0) } ?? ""
        let name = address.prefix.map { "\(String(cString: $0)):\(local)" } ?? local
        let number = numbers[name] ?? names.count
        if number == names.count {
            names.append(name)
            numbers[name] = number
        }
        known[address] = number
        return number
    }
}

/// What one run of the parser remembers. libxml2 calls it back on the thread that reads.
private final class Session {
    private let handler: any MarkupHandler
    private let limits: MarkupParser.Limits
    private let names = NameCache()
    /// The numbers of the names of the open elements.
    private var open: [Int] = []
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
        let number = names.number(of: name, prefix: prefix)
        open.append(number)
        let attributes = MarkupAttributes(
            pointers: attributes,
            names: names,
            count: max(count, 0),
            elementNumber: number
        )
        if !handler.begin(names[number], attributes, line: line) { stop() }
    }

    func end() {
        guard !isStopped, let number = open.popLast() else { return }
        handler.end(names[number])
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
        while let number = open.popLast() { handler.end(names[number]) }
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
