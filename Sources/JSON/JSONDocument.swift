/// A JSON text that has been read: its bytes, and words that say where in them the values are.
///
/// Beside the text that it keeps it takes 8 bytes for each value and name. It never changes, so threads may share it.
public final class JSONDocument: Sendable {
    @usableFromInline let words: [JSONWord]
    private let bytes: [UInt8]
    private let names: ByteNames

    /// Reads a UTF-8 text strictly after RFC 8259, and refuses what is larger than the limits.
    ///
    /// Beyond the grammar it refuses equal names in one object, and numbers that do not fit 64 bits or a double.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        (words, names) = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var scanner = JSONScanner(buffer, limits: limits)
            try scanner.scan()
            return (scanner.words, scanner.names)
        }
        self.bytes = bytes
    }

    /// The value that the text holds.
    public var root: JSONNode { JSONNode(document: self, 0) }

    /// What a body makes of the bytes of a scalar.
    func withBytes<Result>(of word: JSONWord, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { all in
            body(UnsafeBufferPointer(rebasing: all[word.range.clamped(to: 0..<all.count)]))
        }
    }

    /// The text of a name.
    func name(_ number: Int) -> String { names.texts[number] }

    /// The number of a name; nil when no member has it.
    func number(ofName name: String) -> Int? {
        var name = name
        return name.withUTF8 { names.known($0) }
    }
}

/// One value inside a document, read in place. It keeps its document alive.
///
/// Nothing is converted between kinds: what is asked for as another kind than it has is nil.
public struct JSONNode: Sendable {
    @usableFromInline let document: JSONDocument
    /// The place of its word.
    @usableFromInline let place: Int

    @inlinable
    init(document: JSONDocument, _ place: Int) {
        self.document = document
        self.place = place
    }

    @inlinable var word: JSONWord { document.words[place] }

    /// Which kind of value this is.
    public var kind: JSONKind {
        switch word.kind {
        case .null, .name: .null
        case .bool: .bool
        case .integer: .integer
        case .unsigned, .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether this is `null`.
    @inlinable public var isNull: Bool { word.kind == .null }
    /// Whether this is an array.
    @inlinable public var isArray: Bool { word.kind == .array }
    /// Whether this is an object.
    @inlinable public var isObject: Bool { word.kind == .object }

    /// The truth value; nil for every other kind.
    public var boolValue: Bool? { word.kind == .bool ? word.first != 0 : nil }

    /// The whole number; nil for every other kind and above `Int64.max`.
    public var integerValue: Int64? {
        word.kind == .integer ? document.withBytes(of: word) { JSONText.integer($0) } : nil
    }

    /// The whole number when it is not negative; nil for every other kind.
    package var unsignedValue: UInt64? {
        switch word.kind {
        case .unsigned: document.withBytes(of: word) { JSONText.unsigned($0) }
        case .integer: integerValue.flatMap { UInt64(exactly: $0) }
        default: nil
        }
    }

    /// The number, whole ones included (rounded when they are beyond 2^53); nil for every other kind.
    public var doubleValue: Double? {
        switch word.kind {
        case .number: document.withBytes(of: word) { JSONText.number($0) }
        case .integer: document.withBytes(of: word) { Double(JSONText.integer($0)) }
        case .unsigned: document.withBytes(of: word) { Double(JSONText.unsigned($0)) }
        default: nil
        }
    }

    /// Whether this is that text.
    public func isText(_ text: String) -> Bool {
        switch word.kind {
        case .string: document.withBytes(of: word) { $0.count == text.utf8.count && $0.elementsEqual(text.utf8) }
        case .escapedString: stringValue.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        default: false
        }
    }

    /// The text; nil for every other kind.
    public var stringValue: String? {
        switch word.kind {
        case .string: document.withBytes(of: word) { String(decoding: $0, as: UTF8.self) }
        case .escapedString: document.withBytes(of: word) { String(decoding: JSONText.unescaped($0), as: UTF8.self) }
        default: nil
        }
    }
}

extension JSONNode {
    /// How many elements an array has; 0 for every other kind.
    public var arrayCount: Int { isArray ? word.first : 0 }

    /// How many members an object has; 0 for every other kind.
    public var memberCount: Int { isObject ? word.first : 0 }

    /// The elements of an array in order; none for every other kind.
    @inlinable public var elements: JSONChildren { JSONChildren(of: self, if: isArray) }

    /// The values of an object's members, in the order in which they were written; none for every other kind.
    @inlinable public var memberValues: JSONChildren { JSONChildren(of: self, if: isObject) }

    /// An element of an array by its index from 0, which those before it are passed for; nil out of range, and for every
    /// other kind.
    public func element(at index: Int) -> JSONNode? {
        guard index >= 0, index < arrayCount else { return nil }
        return elements.dropFirst(index).first { _ in true }
    }

    /// The name under which this is a member of an object; nil for an element and for the whole document.
    public var name: String? { nameNumber.map { document.name($0) } }

    /// A number that stands for ``name`` everywhere in the document, counted from 0.
    @inlinable
    public var nameNumber: Int? {
        guard place > 0 else { return nil }
        let word = document.words[place - 1]
        return word.kind == .name ? word.first : nil
    }

    /// Visits the members of an object in the order in which they were written; none for every other kind.
    public func forEachMember<Failure: Error>(_ body: (String, JSONNode) throws(Failure) -> Void) throws(Failure) {
        for value in memberValues { try body(value.name ?? "", value) }
    }

    /// The value of a member of an object; nil when there is none, and for every other kind.
    public subscript(name: String) -> JSONNode? {
        guard isObject, let number = document.number(ofName: name) else { return nil }
        let end = place + word.span
        var next = place + 1
        while next < end {
            let value = next + 1
            if document.words[next].first == number { return JSONNode(document: document, value) }
            next = value + document.words[value].span
        }
        return nil
    }
}

/// The values that are directly inside an array or an object.
public struct JSONChildren: Sequence, IteratorProtocol {
    @usableFromInline let document: JSONDocument
    @usableFromInline var place: Int
    @usableFromInline let end: Int

    @inlinable
    init(of node: JSONNode, if isContainer: Bool) {
        document = node.document
        place = node.place + 1
        end = isContainer ? node.place + node.word.span : place
    }

    /// The next value, or nil at the end.
    @inlinable
    public mutating func next() -> JSONNode? {
        guard place < end else { return nil }
        if document.words[place].kind == .name { place += 1 }
        let node = JSONNode(document: document, place)
        place += node.word.span
        return node
    }
}
