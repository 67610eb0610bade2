/// Reads a JSON text of RFC 8259 in one pass into words that say where its values are.
///
/// It is strict: what json-c accepts beyond the grammar even in its strict mode (`NaN`, `1.`, control characters, overlong
/// UTF-8) it refuses, as it does equal names in one object and whole numbers that do not fit, and says where.
/// Time is linear and nesting costs no stack.
struct JSONScanner: ~Copyable {
    /// What may come next.
    enum Expectation {
        case value, firstElement, firstName, name, separator
    }

    /// An array or object that is not closed yet.
    struct Container {
        var isObject: Bool
        /// Its place in `words`.
        var word: Int
        /// How many elements or members it has so far.
        var count = 0
        /// Where its names begin in `openNames`.
        var firstName: Int
    }

    /// A name of an object that is not closed yet.
    struct OpenName {
        var number: UInt32
        /// Where its opening quote is.
        var offset: UInt32
    }

    /// The text. Whoever reads a byte has held its place against the count.
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var offset = 0
    /// Whether a string or name has the character U+0000, escaped.
    var hasNull = false
    private var containers: [Container] = []
    private var containerCount = 0
    private var openNames: [OpenName] = []
    /// The number of the object, counted in the order of their ends, that had each name last.
    private var lastUses: [UInt32] = []
    private var closedObjects: UInt32 = 0
    var words: [JSONWord] = []
    var names = ByteNames()

    /// - Parameter bytes: must stay where they are while this lives.
    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        // Dumps have a word for every five to eight bytes. What is reserved and not used takes no memory.
        words.reserveCapacity(min(bytes.count, limits.maximumBytes) / 5)
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
                throw failure(.trailingData, "There is extra text after the JSON value.")
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
        // A member is counted with its name.
        if let last = containers.indices.last, !containers[last].isObject { containers[last].count += 1 }
        switch byte {
        case UInt8(ascii: "{"):
            try open(isObject: true)
            return .firstName
        case UInt8(ascii: "["):
            try open(isObject: false)
            return .firstElement
        case UInt8(ascii: "\""):
            let start = offset + 1
            let hasEscape = try scanString()
            words.append(JSONWord(hasEscape ? .escapedString : .string, at: start..<offset - 1))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = offset
            let kind = try scanNumber()
            words.append(JSONWord(kind, at: start..<offset))
        case UInt8(ascii: "t"):
            try scanLiteral("true")
            words.append(JSONWord(true))
        case UInt8(ascii: "f"):
            try scanLiteral("false")
            words.append(JSONWord(false))
        case UInt8(ascii: "n"):
            try scanLiteral("null")
            words.append(JSONWord(nil))
        default:
            throw unexpected(byte, wanted: "a value")
        }
        return .separator
    }

    private mutating func scanName(_ byte: UInt8) throws(JSONError) -> Expectation {
        guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, wanted: "a name in double quotes") }
        let start = offset
        let hasEscape = try scanString()
        let number = number(ofNameAt: start + 1..<offset - 1, hasEscape: hasEscape)
        words.append(JSONWord(name: number))
        openNames.append(
            OpenName(number: UInt32(truncatingIfNeeded: number), offset: UInt32(truncatingIfNeeded: start))
        )
        if let last = containers.indices.last { containers[last].count += 1 }
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
        containers.append(Container(isObject: isObject, word: words.count, firstName: openNames.count))
        // The end tells what belongs here.
        words.append(JSONWord(nil))
        offset += 1
    }

    private mutating func close() throws(JSONError) -> Expectation {
        offset += 1
        guard let container = containers.popLast() else { return .separator }
        words[container.word] = JSONWord(
            container.isObject ? .object : .array,
            count: container.count,
            span: words.count - container.word
        )
        if container.isObject {
            if let duplicate = duplicateName(from: container.firstName) {
                offset = Int(duplicate.offset)
                let name = names.texts[Int(duplicate.number)]
                throw failure(.duplicateKey, "The object has the name “\(name)” twice.")
            }
            openNames.removeLast(openNames.count - container.firstName)
        }
        return .separator
    }

    /// The first name that stands twice among the last ones.
    private mutating func duplicateName(from first: Int) -> OpenName? {
        closedObjects &+= 1
        for index in first..<openNames.count {
            let number = Int(openNames[index].number)
            if lastUses[number] == closedObjects { return openNames[index] }
            lastUses[number] = closedObjects
        }
        return nil
    }

    /// The number of the name between its quotes.
    private mutating func number(ofNameAt range: Range<Int>, hasEscape: Bool) -> Int {
        let name = UnsafeBufferPointer(rebasing: bytes[range])
        let number =
            hasEscape
            ? JSONText.unescaped(name).withUnsafeBufferPointer { names.number(of: $0) } : names.number(of: name)
        if number == lastUses.count { lastUses.append(0) }
        return number
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
