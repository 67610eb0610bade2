import struct Foundation.Data
import struct Foundation.Date

/// A binary list that is looked at where it lies: checked whole once, decoded only where somebody asks.
///
/// What it would hold with every shared object copied is within the limits, no container holds itself, and every
/// object that the top one reaches can be read.
package final class BinaryPropertyList: Sendable {
    /// The file.
    package let bytes: [UInt8]
    private let check: BinaryPropertyListCheck

    /// Whether some bytes begin as a binary list does, of whatever version.
    package static func hasMagic(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

    /// Checks a list.
    ///
    /// - Throws: ``PropertyListError`` for bytes that are no binary list, that break a limit, or that hold a date
    ///   outside the years 0 to 9999.
    package init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        try PropertyListReader.checkSize(of: bytes, limits: limits)
        self.bytes = bytes
        check = try BinaryPropertyListCheck(bytes, limits: limits)
    }

    /// The texts of all keys, equal ones once; their places are the numbers of the keys.
    package var keys: [String] { check.keys }

    /// The number of the object that holds all others.
    package var top: Int { check.trailer.topObject }

    /// How many objects there are, whether the top one reaches them or not.
    package var objectCount: Int { check.trailer.objectCount }

    /// The numbers of the containers, each after those that it holds.
    var containers: [Int] { check.containers }

    /// The object of that number; nil where there is none.
    package func object(_ number: Int) -> BinaryPropertyListObject? {
        guard let offset = try? check.trailer.offset(of: number, in: bytes) else { return nil }
        return try? BinaryPropertyListObject(bytes, at: offset, end: check.trailer.offsetTable)
    }

    /// The number of an element of an array.
    package func element(_ index: Int, of array: BinaryPropertyListObject) -> Int? {
        guard index >= 0, index < array.count else { return nil }
        return check.trailer.reference(index, from: array.payload, in: bytes)
    }

    /// The number of a key of a dictionary, which is its place in ``keys``.
    package func key(_ index: Int, of dictionary: BinaryPropertyListObject) -> Int? {
        guard let object = element(index, of: dictionary) else { return nil }
        return check.key(object)
    }

    /// The number of the object under a key of a dictionary.
    package func value(_ index: Int, of dictionary: BinaryPropertyListObject) -> Int? {
        guard index >= 0, index < dictionary.count else { return nil }
        return check.trailer.reference(dictionary.count &+ index, from: dictionary.payload, in: bytes)
    }

    /// The number of the object under the first key of that text.
    package func value(named name: String, of dictionary: BinaryPropertyListObject) -> Int? {
        guard dictionary.kind == .dictionary else { return nil }
        // Of equal keys the first one counts, as in Foundation.
        for index in 0..<dictionary.count {
            if let key = key(index, of: dictionary), keys[key] == name { return value(index, of: dictionary) }
        }
        return nil
    }

    /// The text of an object; nil for one of another kind.
    package func text(of object: BinaryPropertyListObject) -> String? { object.text(in: bytes) }
}

/// Makes values of a binary list, each object once: one that several containers name is shared.
struct BinaryPropertyListReader {
    private let list: BinaryPropertyList
    private var values: [PropertyListValue?]

    init(_ list: BinaryPropertyList) {
        self.list = list
        values = Array(repeating: nil, count: list.objectCount)
    }

    /// The value of the top object.
    mutating func read() throws(PropertyListError) -> PropertyListValue {
        // Each container comes after those that it holds.
        for number in list.containers {
            guard let container = list.object(number) else { throw missing }
            values[number] = container.kind == .dictionary ? try dictionary(container) : try array(container)
        }
        return try value(list.top)
    }

    private mutating func array(_ array: BinaryPropertyListObject) throws(PropertyListError) -> PropertyListValue {
        var elements: [PropertyListValue] = []
        elements.reserveCapacity(array.count)
        for index in 0..<array.count { elements.append(try value(list.element(index, of: array))) }
        return .array(elements)
    }

    private mutating func dictionary(
        _ dictionary: BinaryPropertyListObject
    ) throws(PropertyListError) -> PropertyListValue {
        var members: [String: PropertyListValue] = [:]
        members.reserveCapacity(dictionary.count)
        for index in 0..<dictionary.count {
            guard let key = list.key(index, of: dictionary) else { throw missing }
            let member = try value(list.value(index, of: dictionary))
            // Of equal keys the first one counts, as in Foundation.
            if members[list.keys[key]] == nil { members[list.keys[key]] = member }
        }
        return .dictionary(members)
    }

    private mutating func value(_ number: Int?) throws(PropertyListError) -> PropertyListValue {
        guard let number, values.indices.contains(number) else { throw missing }
        if let value = values[number] { return value }
        guard let object = list.object(number) else { throw missing }
        let value = try object.scalar(in: list.bytes)
        values[number] = value
        return value
    }

    private var missing: PropertyListError {
        BinaryPropertyListTrailer.broken("a container names an object that is not there")
    }
}

extension BinaryPropertyList {
    /// The list as a value, in which objects that several containers name are shared.
    package func value() throws(PropertyListError) -> PropertyListValue {
        var reader = BinaryPropertyListReader(self)
        return try reader.read()
    }
}

/// The marker of one object in a binary list: what it is, how long, and where its contents begin.
package struct BinaryPropertyListObject: Sendable {
    /// What there is in a list; an identifier is what a keyed archive's reference to an object is.
    package enum Kind: Equatable, Sendable {
        case bool(Bool)
        case integer
        case real
        case date
        case data
        case ascii
        case utf16
        case identifier
        case array
        case dictionary
    }

    package let kind: Kind
    /// Elements of an array, pairs of a dictionary, units of a string, bytes of everything else.
    package let count: Int
    let payload: Int

    /// Reads the marker at `offset`; the contents must end before `end`.
    init(_ bytes: [UInt8], at offset: Int, end: Int) throws(PropertyListError) {
        guard offset < end, end <= bytes.count else {
            throw BinaryPropertyListTrailer.broken("an object lies outside the file")
        }
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        switch (marker >> 4, low) {
        case (0x0, 0x8), (0x0, 0x9):
            (kind, count, payload) = (.bool(low == 9), 0, offset &+ 1)
        case (0x1, 0...4):
            (kind, count, payload) = (.integer, 1 << low, offset &+ 1)
        case (0x2, 2...3):
            (kind, count, payload) = (.real, 1 << low, offset &+ 1)
        case (0x3, 3):
            (kind, count, payload) = (.date, 8, offset &+ 1)
        case (0x8, 0...7):
            (kind, count, payload) = (.identifier, low &+ 1, offset &+ 1)
        case (0x4, _), (0x5, _), (0x6, _), (0xA, _), (0xD, _):
            kind =
                switch marker >> 4 {
                case 0x4: .data
                case 0x5: .ascii
                case 0x6: .utf16
                case 0xA: .array
                default: .dictionary
                }
            (count, payload) = try Self.length(low, in: bytes, at: offset)
        default:
            throw BinaryPropertyListTrailer.broken("it holds a value of an unknown type")
        }
        guard byteCount <= end &- payload else {
            throw BinaryPropertyListTrailer.broken("a value reaches beyond the end of the file")
        }
    }

    /// The bytes of the contents, 0 for containers; `Int.max` for a length that cannot be.
    var byteCount: Int {
        switch kind {
        case .array, .dictionary, .bool: 0
        case .utf16: count > Int.max / 2 ? Int.max : count &* 2
        default: count
        }
    }

    /// Where the contents are among the bytes of the list; empty for containers.
    package var contents: Range<Int> { payload..<payload &+ byteCount }

    /// A length up to 14 sits in the marker; a longer one follows as an integer object.
    private static func length(
        _ low: Int,
        in bytes: [UInt8],
        at offset: Int
    ) throws(PropertyListError) -> (count: Int, payload: Int) {
        guard low == 0xF else { return (low, offset &+ 1) }
        guard let marker = bytes.bigEndian(at: offset &+ 1, size: 1), (0x10...0x13).contains(marker) else {
            throw BinaryPropertyListTrailer.broken("a value has no length")
        }
        let size = 1 << (marker & 0x0F)
        guard let count = bytes.bigEndian(at: offset &+ 2, size: size), count <= bytes.count else {
            throw BinaryPropertyListTrailer.broken("a value reaches beyond the end of the file")
        }
        return (count, offset &+ 2 &+ size)
    }

    /// The value of an object that is no container.
    package func scalar(in bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        switch kind {
        case .bool(let flag):
            return .bool(flag)
        case .integer:
            return try integer(in: bytes)
        case .real:
            let pattern = bytes.bits(at: payload, size: count) ?? 0
            return .real(
                count == 4
                    ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
            )
        case .date:
            let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bytes.bits(at: payload, size: 8) ?? 0))
            try Instant.check(date)
            return .date(date)
        case .data:
            return .data(Data(bytes[contents]))
        case .ascii, .utf16:
            return .string(text(in: bytes) ?? "")
        case .identifier:
            // Apple's XML form of a keyed archive's object reference.
            return .dictionary(["CF$UID": .unsignedInteger(bytes.bits(at: payload, size: count) ?? 0)])
        case .array, .dictionary:
            throw BinaryPropertyListTrailer.broken("a container stands where a value should be")
        }
    }

    /// The text of a string; nil for an object of another kind.
    func text(in bytes: [UInt8]) -> String? {
        switch kind {
        case .ascii:
            let text = bytes[contents]
            if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
            // Foundation takes bytes beyond ASCII for Latin-1.
            return String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
        case .utf16:
            var units: [UInt16] = []
            units.reserveCapacity(count)
            for index in 0..<count {
                units.append(UInt16(truncatingIfNeeded: bytes.bits(at: payload &+ index &* 2, size: 2) ?? 0))
            }
            return String(decoding: units, as: UTF16.self)
        default: return nil
        }
    }

    /// The number of an identifier, or an integer; nil for another kind and where it does not fit `Int`.
    package func number(in bytes: [UInt8]) -> Int? {
        switch kind {
        case .identifier:
            return bytes.bigEndian(at: payload, size: count)
        case .integer:
            return (try? integer(in: bytes))?.integerValue.flatMap { Int(exactly: $0) }
        default: return nil
        }
    }

    /// Refuses an integer that does not fit 64 bits, and a date that property lists cannot carry.
    func checkScalar(in bytes: [UInt8]) throws(PropertyListError) {
        switch kind {
        case .date: _ = try scalar(in: bytes)
        case .integer where count > 8: _ = try integer(in: bytes)
        default: break
        }
    }

    /// Lengths 1, 2 and 4 are unsigned, 8 is signed, and 16 carries what lies above `Int64.max`.
    private func integer(in bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        let low = bytes.bits(at: payload &+ max(0, count &- 8), size: min(count, 8)) ?? 0
        switch count {
        case 1, 2, 4:
            return .unsignedInteger(low)
        case 8:
            return .integer(Int64(bitPattern: low))
        default:
            let high = bytes.bits(at: payload, size: 8) ?? 0
            if high == 0 { return .unsignedInteger(low) }
            let signed = Int64(bitPattern: low)
            guard high == .max, signed < 0 else {
                throw PropertyListError(
                    .unreadable,
                    "An integer does not fit 64 bits; write it as a real or a string."
                )
            }
            return .integer(signed)
        }
    }
}

/// The last 32 bytes of a binary list, checked against its size (the layout is in Apple's `CFBinaryPList.c`).
struct BinaryPropertyListTrailer: Sendable {
    static let length = 32
    static let headerLength = 8

    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let topObject: Int
    let offsetTable: Int

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        let start = bytes.count &- Self.length
        guard start > Self.headerLength,
            let offsetSize = bytes.bigEndian(at: start &+ 6, size: 1),
            let referenceSize = bytes.bigEndian(at: start &+ 7, size: 1),
            let objectCount = bytes.bigEndian(at: start &+ 8, size: 8),
            let topObject = bytes.bigEndian(at: start &+ 16, size: 8),
            let offsetTable = bytes.bigEndian(at: start &+ 24, size: 8)
        else { throw Self.broken("the file is too short") }
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw Self.broken("its trailer names impossible sizes")
        }
        guard objectCount <= limits.maximumValues else {
            throw .tooManyValues(limits)
        }
        let tableLength = objectCount.multipliedReportingOverflow(by: offsetSize)
        guard objectCount > 0, topObject < objectCount, !tableLength.overflow, offsetTable > Self.headerLength,
            offsetTable <= start, tableLength.partialValue <= start &- offsetTable
        else { throw Self.broken("its table of offsets lies outside the file") }
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.objectCount = objectCount
        self.topObject = topObject
        self.offsetTable = offsetTable
    }

    /// Where an object begins.
    func offset(of object: Int, in bytes: [UInt8]) throws(PropertyListError) -> Int {
        guard object >= 0, object < objectCount,
            let offset = bytes.bigEndian(at: offsetTable &+ object &* offsetSize, size: offsetSize),
            offset >= Self.headerLength, offset < offsetTable
        else { throw Self.broken("an object lies outside the file") }
        return offset
    }

    /// The number of the object that a reference names, so many places behind the first one; nil where there is none.
    func reference(_ index: Int, from first: Int, in bytes: [UInt8]) -> Int? {
        let (place, overflow) = index.multipliedReportingOverflow(by: referenceSize)
        guard !overflow, let object = bytes.bigEndian(at: first &+ place, size: referenceSize), object < objectCount
        else { return nil }
        return object
    }

    static func broken(_ reason: String) -> PropertyListError {
        PropertyListError(
            .unreadable,
            "The binary property list is damaged: \(reason). Export it again."
        )
    }
}

extension [UInt8] {
    /// The unsigned number in `size` bytes from `index`, nil when it lies outside or does not fit `Int`.
    func bigEndian(at index: Int, size: Int) -> Int? {
        bits(at: index, size: size).flatMap { Int(exactly: $0) }
    }

    /// The bits in `size` bytes from `index`, at most 8, nil when they lie outside.
    func bits(at index: Int, size: Int) -> UInt64? {
        guard index >= 0, size >= 0, size <= 8, index <= count, size <= count - index else { return nil }
        // The places are held against the count above. Where eight bytes are there they are taken at once.
        return withUnsafeBytes { bytes in
            if count - index >= 8 {
                let all = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                return all >> UInt64(64 - size * 8)
            }
            var value: UInt64 = 0
            for offset in 0..<size { value = value << 8 | UInt64(bytes[index &+ offset]) }
            return value
        }
    }
}
