/// Checks in one pass that bytes are a JSON text of RFC 8259, before json-c sees them.
///
/// json-c accepts more than the grammar even in its strict mode (`NaN`, `1.`, control characters, overlong UTF-8),
/// keeps the last of two equal names, and clamps whole numbers that do not fit. This pass refuses all of it,
/// and says where. Time is linear and nesting costs no stack.
struct JSONScanner {
    /// What may come next.
    enum Expectation {
        case value, firstElement, firstName, name, separator
    }

    /// An array or object that is not closed yet.
    struct Container {
        var isObject: Bool
        /// Where its names begin in `names`.
        var firstName: Int
    }

    let bytes: [UInt8]
    let limits: JSONLimits
    var offset = 0
    var containers: [Container] = []
    var containerCount = 0
    var names: [JSONScannedName] = []

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Reads the whole text.
    mutating func scan() throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else {
            throw JSONError(.tooLarge, "The JSON text is longer than \(limits.maximumBytes) bytes.")
        }
        skipWhiteSpace()
        guard offset < bytes.count else { throw JSONError(.empty, "The JSON text is empty.") }
        var expectation = Expectation.value
        while true {
            skipWhiteSpace()
            guard let byte = next else {
                if expectation == .separator, containers.isEmpty { return }
                throw truncated()
            }
            if expectation == .separator, containers.isEmpty {
                throw failure(.trailingData, "Something follows the end of the JSON value.")
            }
            expectation = try scanToken(byte, expectation)
        }
    }

    /// Reads one token, which begins with `byte`, and says what may follow.
    private mutating func scanToken(_ byte: UInt8, _ expectation: Expectation) throws(JSONError) -> Expectation {
        switch expectation {
        case .value:
            return try scanValue(byte)
        case .firstElement:
            guard byte == UInt8(ascii: "]") else { return try scanValue(byte) }
            return try close()
        case .firstName:
            guard byte == UInt8(ascii: "}") else { return try scanName(byte) }
            return try close()
        case .name:
            return try scanName(byte)
        case .separator:
            let isObject = containers.last?.isObject ?? false
            switch byte {
            case UInt8(ascii: ","):
                offset += 1
                return isObject ? .name : .value
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                return try close()
            default:
                throw unexpected(byte, wanted: isObject ? "“,” or “}”" : "“,” or “]”")
            }
        }
    }

    private mutating func scanValue(_ byte: UInt8) throws(JSONError) -> Expectation {
        switch byte {
        case UInt8(ascii: "{"):
            try open(isObject: true)
            return .firstName
        case UInt8(ascii: "["):
            try open(isObject: false)
            return .firstElement
        case UInt8(ascii: "\""):
            try scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try scanNumber()
        case UInt8(ascii: "t"):
            try scanLiteral("true")
        case UInt8(ascii: "f"):
            try scanLiteral("false")
        case UInt8(ascii: "n"):
            try scanLiteral("null")
        default:
            throw unexpected(byte, wanted: "a value")
        }
        return .separator
    }

    private mutating func scanName(_ byte: UInt8) throws(JSONError) -> Expectation {
        guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, wanted: "a name in double quotes") }
        let start = offset
        let hasEscape = try scanString()
        names.append(JSONScannedName(bytes, quotedAt: start..<offset, hasEscape: hasEscape))
        skipWhiteSpace()
        guard let colon = next else { throw truncated() }
        guard colon == UInt8(ascii: ":") else { throw unexpected(colon, wanted: "“:”") }
        offset += 1
        return .value
    }

    private mutating func scanLiteral(_ literal: StaticString) throws(JSONError) {
        let start = offset
        for position in 0..<literal.utf8CodeUnitCount {
            guard let byte = next else { throw truncated() }
            guard byte == literal.withUTF8Buffer({ $0[position] }) else {
                offset = start
                throw failure(.syntax, "Expected “\(literal)”.")
            }
            offset += 1
        }
    }

    private mutating func open(isObject: Bool) throws(JSONError) {
        guard containers.count < limits.maximumDepth else {
            throw failure(.tooDeep, "Arrays and objects are nested deeper than \(limits.maximumDepth) levels.")
        }
        guard containerCount < limits.maximumContainers else {
            throw failure(.tooManyContainers, "There are more than \(limits.maximumContainers) arrays and objects.")
        }
        containerCount += 1
        containers.append(Container(isObject: isObject, firstName: names.count))
        offset += 1
    }

    private mutating func close() throws(JSONError) -> Expectation {
        offset += 1
        if let container = containers.popLast(), container.isObject {
            if let duplicate = duplicateName(from: container.firstName) {
                offset = duplicate.offset
                throw failure(.duplicateKey, "The object has the name “\(duplicate.text)” twice.")
            }
            names.removeLast(names.count - container.firstName)
        }
        return .separator
    }

    /// The first name that stands twice among the last ones. The slice ends with this function: while one is held, removing
    /// its names would copy those of all objects around it, each time.
    @inline(never)
    private func duplicateName(from first: Int) -> JSONScannedName? {
        JSONScannedName.firstDuplicate(in: names[first...])
    }
}

extension JSONScanner {
    /// The next byte; nil at the end.
    var next: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    /// Passes over the four characters that RFC 8259, section 2 calls white space.
    mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    /// An error about the current place.
    func failure(_ code: JSONError.Code, _ message: String) -> JSONError {
        JSONError(code, message, at: offset, in: bytes)
    }

    /// An error that says that the text ends too early.
    func truncated() -> JSONError {
        JSONError(.truncated, "The JSON text ends in the middle of a value.", at: bytes.count, in: bytes)
    }

    /// An error about a byte that the grammar does not allow here.
    func unexpected(_ byte: UInt8, wanted: String) -> JSONError {
        if byte == 0 { return failure(.nullCharacter, "NUL bytes are not allowed.") }
        let found = (0x21...0x7E).contains(byte) ? "“\(Character(Unicode.Scalar(byte)))”" : "byte \(byte)"
        return failure(.syntax, "Expected \(wanted), found \(found).")
    }
}

/// A name of an object that the scanner has passed, kept to find it a second time.
struct JSONScannedName {
    /// Where its opening quote is.
    let offset: Int
    /// A hash of its bytes, seeded by the process, so that nobody can prepare collisions.
    private let hash: Int
    /// Its bytes, unescaped.
    private let bytes: ArraySlice<UInt8>

    /// Takes the name between the quotes at both ends of a range that the scanner has found well-formed.
    init(_ source: [UInt8], quotedAt range: Range<Int>, hasEscape: Bool) {
        offset = range.lowerBound
        let inner = source[(range.lowerBound + 1)..<(range.upperBound - 1)]
        bytes = hasEscape ? ArraySlice(Self.unescape(inner)) : inner
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        hash = hasher.finalize()
    }

    /// The name as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// So many names are compared each with each, which takes less than to sort them.
    private static let few = 12

    /// The first name that another one before it equals byte for byte.
    static func firstDuplicate(in names: ArraySlice<JSONScannedName>) -> JSONScannedName? {
        guard names.count > few else {
            for index in names.indices {
                let name = names[index]
                let isDuplicate = names[..<index].contains { $0.hash == name.hash && $0.bytes == name.bytes }
                if isDuplicate { return name }
            }
            return nil
        }
        let sorted = names.sorted { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
        return zip(sorted, sorted.dropFirst())
            .filter { $0.hash == $1.hash && $0.bytes == $1.bytes }
            .map { $1 }
            .min { $0.offset < $1.offset }
    }

    /// Resolves the escapes of a name that the scanner has found well-formed.
    private static func unescape(_ escaped: ArraySlice<UInt8>) -> [UInt8] {
        var units: [UInt16] = []
        var rest = String(decoding: escaped, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == UInt16(UInt8(ascii: "\\")), let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch UInt8(truncatingIfNeeded: escape) {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16) ?? 0)
                rest = rest.dropFirst(4)
            default: units.append(escape)
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
