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

    /// The number of the object under the last key of that text.
    package func value(named name: String, of dictionary: BinaryPropertyListObject) -> Int? {
        guard dictionary.kind == .dictionary else { return nil }
        // Of equal keys the last one counts, as it does where dictionaries are made.
        for index in (0..<dictionary.count).reversed() {
            if let key = key(index, of: dictionary), keys[key] == name { return value(index, of: dictionary) }
        }
        return nil
    }

    /// The text of an object; nil for one of another kind.
    package func text(of object: BinaryPropertyListObject) -> String? { object.text(in: bytes) }
}
