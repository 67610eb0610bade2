import Foundation
import PropertyList
import ViewHierarchy

/// The objects of an archive that an encoder wrote, by their numbers. None of them is ever made: they are looked at.
struct ObjectArchive: Sendable {
    /// What an object has under a key.
    enum Value: Sendable {
        /// A value of a property list: a number, a text, bytes.
        case plain(PropertyListValue)
        /// Another object.
        case reference(Int)
        /// Several values in a row.
        case list([Value])
        /// `nil`.
        case nothing
    }

    /// An object: members by key, or a value that needs no class.
    struct Object: Sendable {
        /// The class and its superclasses, the class first; empty for a plain value.
        var classNames: [String] = []
        /// What was encoded.
        var members: [String: Value] = [:]
        /// The elements of a collection, in order.
        var elements: [Value] = []
        /// The value itself, for an object that is nothing else.
        var plain: Value = .nothing
    }

    /// All objects; references are indexes.
    var objects: [Object]
    /// The values at the top, by key.
    var top: [String: Value]

    /// Puts texts in the place of the ones that a nib keeps with a key for each language (`NSLocalizableString`: its key
    /// and the text of the language that it was written in).
    mutating func localize(with texts: [String: String]) {
        for place in objects.indices where objects[place].classNames.first == "NSLocalizableString" {
            guard let node = ArchivedNode(self, .reference(place)) else { continue }
            let text = node["NSKey"]?.string.flatMap { texts[$0] } ?? node["NSDev"]?.string
            objects[place] = Object(plain: .plain(.string(text ?? node.string ?? "")))
        }
    }

    /// The object under a key at the top; nil when there is none.
    func root(_ key: String) -> ArchivedNode? { top[key].flatMap { ArchivedNode(self, $0) } }
}

/// A value of an archive with its references followed. Finding a member costs the same in an archive of any size, and
/// a cycle is followed only as far as somebody asks.
struct ArchivedNode {
    private let archive: ObjectArchive
    /// The object's place in the archive; nil for a value that stands in another object.
    let place: Int?
    /// The value that stands in another object.
    private let value: ObjectArchive.Value

    /// Nil for `nil`, and for a reference to an object that is not there.
    init?(_ archive: ObjectArchive, _ value: ObjectArchive.Value) {
        self.archive = archive
        switch value {
        case .nothing: return nil
        case .plain, .list:
            place = nil
            self.value = value
        case .reference(let number):
            guard archive.objects.indices.contains(number) else { return nil }
            if archive.objects[number].classNames.isEmpty, case .nothing = archive.objects[number].plain { return nil }
            place = number
            self.value = .nothing
        }
    }

    /// The class; empty for a plain value.
    var className: String { classNames.first ?? "" }
    /// The class and its superclasses.
    var classNames: [String] { place.map { archive.objects[$0].classNames } ?? [] }
    /// The keys of the members.
    var keys: [String] { place.map { archive.objects[$0].members.keys.sorted() } ?? [] }
    /// Whether there is a member, be it `nil`.
    func has(_ key: String) -> Bool { place.map { archive.objects[$0].members[key] != nil } ?? false }
    /// The value itself, for a node that is nothing else.
    private var plainValue: ObjectArchive.Value { place.map { archive.objects[$0].plain } ?? value }

    /// A member; nil where there is none and where it is `nil`.
    subscript(key: String) -> ArchivedNode? {
        place.flatMap { archive.objects[$0].members[key] }.flatMap { ArchivedNode(archive, $0) }
    }

    /// The elements of an array or a set.
    var elements: [ArchivedNode] {
        if let place, !archive.objects[place].elements.isEmpty {
            return archive.objects[place].elements.compactMap { ArchivedNode(archive, $0) }
        }
        if case .list(let values) = plainValue { return values.compactMap { ArchivedNode(archive, $0) } }
        return self["NS.objects"].map(\.elements) ?? []
    }

    /// The keys and values of a dictionary.
    var pairs: [(key: ArchivedNode, value: ArchivedNode)] {
        guard let keys = self["NS.keys"]?.elements, let values = self["NS.objects"]?.elements else { return [] }
        return Array(zip(keys, values)).map { (key: $0, value: $1) }
    }

    /// The value of a property list, where the node is one.
    var plain: PropertyListValue? {
        if case .plain(let value) = plainValue { value } else { nil }
    }

    /// A text: a string, or an object of the classes of strings.
    var string: String? {
        if let text = plain?.stringValue { return text }
        if let text = self["NS.string"]?.plain?.stringValue { return text }
        if let bytes = self["NS.bytes"]?.plain?.dataValue {
            return String(decoding: bytes, as: UTF8.self).withoutNUL
        }
        guard className.contains("AttributedString") else { return nil }
        return self["NSString"]?.string
    }

    /// Bytes: data, or an object of the classes of data.
    var bytes: [UInt8]? {
        let data = plain?.dataValue ?? self["NS.data"]?.plain?.dataValue ?? self["NS.bytes"]?.plain?.dataValue
        return data.map { [UInt8]($0) }
    }

    /// A number; 1 and 0 for yes and no.
    var number: Double? {
        guard let plain else { return self["NS.dblval"]?.number ?? self["NS.intval"]?.number }
        return plain.numberValue ?? plain.boolValue.map { $0 ? 1 : 0 }
    }

    /// A whole number.
    var integer: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

    /// Yes or no; numbers count as they do in C.
    var bool: Bool? { plain?.boolValue ?? number.map { $0 != 0 } }

    /// So many numbers, as Foundation writes points and rectangles into texts, or as nibs write them into data: a byte
    /// for their type, then the numbers.
    func numbers(_ count: Int) -> [Double]? {
        let text = string ?? ["NS.rectval", "NS.sizeval", "NS.pointval"].lazy.compactMap { self[$0]?.string }.first
        if let text { return NumberList.parse(text, count: count) }
        guard let bytes, let kind = bytes.first else { return nil }
        let rest = bytes.dropFirst()
        switch kind {
        case 0x07 where rest.count == count * 8:
            return (0..<count).map { Double(bitPattern: Self.littleEndian(rest.dropFirst($0 * 8).prefix(8))) }
        case 0x06 where rest.count == count * 4:
            return (0..<count).map {
                let bits = Self.littleEndian(rest.dropFirst($0 * 4).prefix(4))
                return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            }
        default: return nil
        }
    }

    /// A rectangle.
    var rect: Rect? { numbers(4).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } }

    private static func littleEndian(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 &* $1.offset) }
    }
}
