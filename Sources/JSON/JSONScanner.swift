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
            let own = names[container.firstName...]
            if let duplicate = JSONScannedName.firstDuplicate(in: own) {
                offset = duplicate.offset
                throw failure(.duplicateKey, "The object has the name “\(duplicate.text)” twice.")
            }
            names.removeSubrange(container.firstName...)
        }
        return .separator
    }
}
