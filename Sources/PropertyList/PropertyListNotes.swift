/// What is doubtful about a property list that can be read.
public struct PropertyListNotes: Sendable, Hashable {
    /// Places in a list, of which the first few are kept.
    public struct Places: Sendable, Hashable {
        /// So many are kept.
        public static let most = 10

        /// How many there are.
        public private(set) var count = 0
        /// The line of the first, where the syntax has lines.
        public private(set) var line: Int?
        /// What is there, of the first few.
        public private(set) var names: [String] = []

        mutating func add(_ name: String, line: Int?) {
            if count == 0 { self.line = line }
            if names.count < Self.most { names.append(name) }
            count &+= 1
        }
    }

    /// The keys that a dictionary has more than once. Of two values in text the last one counts, in a binary list the first.
    public private(set) var repeatedKeys = Places()
    /// The data in XML that lost something because it is no base 64 (RFC 4648, section 4).
    public private(set) var lostData = Places()
    /// Whether it is text in 16-bit units that no byte-order mark tells to be so.
    public private(set) var lacksMark = false

    /// Looks through a list. Of one that cannot be read nothing is told.
    public init(of bytes: [UInt8], limits: PropertyListLimits = .standard) {
        guard bytes.count <= limits.maximumBytes else { return }
        if BinaryPropertyList.hasMagic(bytes) {
            if let list = try? BinaryPropertyList(bytes, limits: limits) { look(through: list) }
            return
        }
        guard let text = try? PropertyListText.asciiCompatible(bytes) else { return }
        lacksMark = PropertyListText.isUnmarkedUTF16(bytes)
        if PropertyListFormat(detectedIn: text) == .xml {
            var scan = XMLScan(bytes: text)
            while let tag = scan.next() { take(tag) }
        } else {
            repeatedKeys = OldStylePropertyListReader.repeatedKeys(in: text, limits: limits)
        }
    }

    /// The keys of the dictionaries in XML that are open.
    private var open: [Set<String>] = []

    private mutating func take(_ tag: XMLScan.Tag) {
        switch tag.name {
        case "dict" where tag.isEmpty: break
        case "dict": open.append([])
        case "/dict": _ = open.popLast()
        case "key":
            guard let place = open.indices.last else { return }
            if !open[place].insert(tag.text).inserted { repeatedKeys.add(tag.text, line: tag.line) }
        case "data":
            if let fault = Self.fault(ofBase64: tag.text) { lostData.add(fault, line: tag.line) }
        default: break
        }
    }

    private mutating func look(through list: BinaryPropertyList) {
        for number in list.containers {
            guard let object = list.object(number), object.kind == .dictionary else { continue }
            var seen: Set<Int> = []
            for index in 0..<object.count {
                guard let key = list.key(index, of: object), !seen.insert(key).inserted else { continue }
                repeatedKeys.add(list.keys[key], line: nil)
            }
        }
    }

    /// What is wrong with the text of data; nil where nothing is.
    private static func fault(ofBase64 text: String) -> String? {
        let bytes = text.utf8.filter { !PropertyListText.isSpace($0) }
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let body = bytes.dropLast(padding)
        let isSound = body.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                true
            default: false
            }
        }
        guard isSound else { return "a character of another alphabet" }
        return bytes.count.isMultiple(of: 4) && padding <= 2 ? nil : "a length that is no multiple of four"
    }
}

/// Finds the tags of XML, with the text behind each that begins an element. Comments, CDATA sections, declarations and
/// instructions are passed over.
private struct XMLScan {
    struct Tag {
        let name: String
        let isEmpty: Bool
        let line: Int
        /// The characters up to the next tag, as they are written.
        let text: String
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Tag? {
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "<") {
                step()
            } else if isAt("<!--") {
                skip(past: "-->")
            } else if isAt("<![CDATA[") {
                skip(past: "]]>")
            } else if isAt("<?") || isAt("<!") {
                skip(past: ">")
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func tag() -> Tag {
        let begin = line
        step()
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") { step() }
        let inside = bytes[start..<index]
        step()
        let isEmpty = inside.last == UInt8(ascii: "/")
        let name = inside.prefix { !PropertyListText.isSpace($0) }
        let isNamed = name.count < 16
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let hasText = !isEmpty && (name.elementsEqual("key".utf8) || name.elementsEqual("data".utf8))
        return Tag(
            name: isNamed
                ? String(decoding: isEmpty ? name.filter { $0 != UInt8(ascii: "/") } : Array(name), as: UTF8.self) : "",
            isEmpty: isEmpty,
            line: begin,
            text: hasText ? String(decoding: bytes[index..<end], as: UTF8.self) : ""
        )
    }

    private mutating func step() {
        guard index < bytes.count else { return }
        if bytes[index] == 0x0A { line &+= 1 }
        index &+= 1
    }

    private func isAt(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count &- index >= length else { return false }
        return (0..<length).allSatisfy { bytes[index &+ $0] == text.utf8Start[$0] }
    }

    private mutating func skip(past text: StaticString) {
        while index < bytes.count, !isAt(text) { step() }
        for _ in 0..<text.utf8CodeUnitCount { step() }
    }
}
