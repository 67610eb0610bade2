/// Reads the XML property lists that programs write, in one pass over the bytes, without recursion.
///
/// It takes the plain form only: UTF-8, a `plist` element around one value, tags without attributes, no comments, no
/// CDATA, whole numbers in decimal. About everything else, mistakes and limits included, it says nothing: Foundation,
/// the reader of record, then reads the list and finds the words. What it takes, it reads as Foundation does.
struct PlainXMLPropertyList {
    /// An array or a dictionary whose end has not come yet: where its keys and values begin.
    private struct Container {
        let isArray: Bool
        let keys: Int
        let values: Int
    }

    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private var position = 0
    private var count = 0
    private var open: [Container] = []
    /// The keys and the values of all open containers, one after the other.
    private var keys: [String] = []
    private var values: [PropertyListValue] = []

    private init(_ bytes: [UInt8], _ limits: PropertyListLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// The value; nil for a list that is not plain.
    static func read(_ bytes: [UInt8], limits: PropertyListLimits) -> PropertyListValue? {
        var reader = PlainXMLPropertyList(bytes, limits)
        return reader.list()
    }

    private mutating func list() -> PropertyListValue? {
        guard prolog(), let value = value() else { return nil }
        skipSpace()
        guard take("</plist>") else { return nil }
        skipSpace()
        return position == bytes.count ? value : nil
    }

    /// The XML declaration, the document type and the start tag of `plist`.
    private mutating func prolog() -> Bool {
        skipSpace()
        if take("<?xml ") {
            guard let words = text(to: ">"), words.hasSuffix("?") else { return false }
            let lower = words.lowercased()
            guard !lower.contains("encoding") || lower.contains("\"utf-8\"") else { return false }
            skipSpace()
        }
        if take("<!DOCTYPE plist ") {
            guard let words = text(to: ">"), !words.contains("[") else { return false }
            skipSpace()
        }
        if take("<plist>") { return true }
        guard take("<plist "), let words = text(to: ">") else { return false }
        return !words.hasSuffix("/")
    }

    /// One value with all that is in it.
    private mutating func value() -> PropertyListValue? {
        while true {
            skipSpace()
            let value: PropertyListValue
            if let container = open.last, take("</") {
                guard let closed = close(container) else { return nil }
                value = closed
            } else if let container = open.last, !container.isArray,
                keys.count &- container.keys == values.count &- container.values
            {
                guard take("<key>"), let key = content(of: "</key>"), key != Self.reference else { return nil }
                keys.append(key)
                continue
            } else {
                count &+= 1
                guard count <= limits.maximumValues, open.count <= limits.maximumDepth else { return nil }
                let isArray = take("<array>")
                if isArray || take("<dict>") {
                    guard open.count < limits.maximumDepth else { return nil }
                    open.append(Container(isArray: isArray, keys: keys.count, values: values.count))
                    continue
                }
                guard let scalar = scalar() else { return nil }
                value = scalar
            }
            guard !open.isEmpty else { return value }
            values.append(value)
        }
    }

    /// What an end tag ends; nil where it is another one, a key has no value, or two keys are the same.
    private mutating func close(_ container: Container) -> PropertyListValue? {
        guard take(container.isArray ? "array>" : "dict>") else { return nil }
        open.removeLast()
        defer { values.removeSubrange(container.values...) }
        guard !container.isArray else { return .array(Array(values[container.values...])) }
        let count = keys.count &- container.keys
        guard count == values.count &- container.values else { return nil }
        defer { keys.removeSubrange(container.keys...) }
        var members: [String: PropertyListValue] = [:]
        members.reserveCapacity(count)
        for place in 0..<count { members[keys[container.keys &+ place]] = values[container.values &+ place] }
        return members.count == count ? .dictionary(members) : nil
    }

    /// The only key of what stands for another object of a keyed archive, which Foundation reads as a type of its own.
    private static let reference = "CF$UID"

    private mutating func scalar() -> PropertyListValue? {
        if take("<string>") { return content(of: "</string>").map { .string($0) } }
        if take("<real>") { return content(of: "</real>").flatMap(Self.real) }
        if take("<integer>") { return content(of: "</integer>").flatMap(Self.integer) }
        if take("<true/>") { return .bool(true) }
        if take("<false/>") { return .bool(false) }
        if take("<string/>") { return .string("") }
        if take("<dict/>") { return .dictionary([:]) }
        if take("<array/>") { return .array([]) }
        return nil
    }

    /// A decimal number of at most 18 digits.
    private static func integer(_ text: String) -> PropertyListValue? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int64(text).map { .integer($0) }
    }

    /// Digits, with or without a point between them and an exponent of ten.
    private static func real(_ text: String) -> PropertyListValue? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"): true
            default: false
            }
        }
        guard isPlain, text.utf8.count <= 40, let first = text.utf8.first, let last = text.utf8.last,
            first == UInt8(ascii: "-") || (0x30...0x39).contains(first), (0x30...0x39).contains(last),
            let number = Double(text), number.isFinite
        else { return nil }
        return .real(number)
    }

    // MARK: Bytes

    /// The characters up to an end tag, which ends the element; nil where there is anything but text before it.
    private mutating func content(of end: StaticString) -> String? {
        let start = position
        var hasReferences = false
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            // Line ends of DOS, and what XML has no place for.
            guard bytes[position] >= 0x20 || bytes[position] == 0x0A || bytes[position] == 0x09 else { return nil }
            hasReferences = hasReferences || bytes[position] == UInt8(ascii: "&")
            position &+= 1
        }
        guard let text = String(validating: bytes[start..<position], as: UTF8.self), take(end) else { return nil }
        return hasReferences ? Self.resolved(text) : text
    }

    /// The text with the characters that its references name; nil for other references than those of XML itself.
    private static func resolved(_ text: String) -> String? {
        var resolved: [UInt8] = []
        // By bytes: a mark joins the characters around it into one that no search finds.
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                resolved.append(byte)
                continue
            }
            guard let entity = entities.first(where: { rest.starts(with: $0.name.utf8) }) else { return nil }
            resolved += entity.text.utf8
            rest = rest.dropFirst(entity.name.utf8.count)
        }
        return String(decoding: resolved, as: UTF8.self)
    }

    private static let entities = [
        (name: "lt;", text: "<"), (name: "gt;", text: ">"), (name: "amp;", text: "&"), (name: "quot;", text: "\""),
        (name: "apos;", text: "'"),
    ]

    /// What stands before a byte, which is passed over; nil where a `<` comes first.
    private mutating func text(to end: Unicode.Scalar) -> String? {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            position &+= 1
            guard bytes[position &- 1] == UInt8(ascii: end) else { continue }
            return String(validating: bytes[start..<position &- 1], as: UTF8.self)
        }
        return nil
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position &+= 1
            default: return
            }
        }
    }

    /// Passes over a text if it stands here.
    private mutating func take(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count &- position >= length else { return false }
        for offset in 0..<length where bytes[position &+ offset] != text.utf8Start[offset] { return false }
        position &+= length
        return true
    }
}
