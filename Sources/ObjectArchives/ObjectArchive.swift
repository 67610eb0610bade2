import Foundation
import PastedText
import PropertyList

/// The objects of an archive that an encoder wrote, by their numbers. None of them is ever made: they are looked at, and
/// texts and bytes stay where they lie until somebody asks.
package final class ObjectArchive {
    /// What an object has under a key.
    package enum Value {
        /// `nil`.
        case nothing
        /// Another object.
        case reference(Int)
        /// Yes or no.
        case bool(Bool)
        /// A whole number that fits 64 signed bits.
        case integer(Int64)
        /// Any other number.
        case real(Double)
        /// A text or bytes: where the source has them.
        case stored(Int)
        /// A text of the table of texts.
        case text(Int)
        /// Several values in a row: where they are among the values.
        case list(Run)
        /// A date, or a container without a class. Nobody looks into it.
        case opaque
    }

    /// Neighbours among the values.
    package struct Run {
        var first: Int32 = 0
        var count: Int32 = 0

        /// The places of the values.
        var places: Range<Int> { Int(first)..<Int(first) &+ Int(count) }
    }

    /// An object: members by key, or a value that needs no class.
    struct Object {
        /// The place among the classes; negative for a plain value.
        var classNumber: Int32 = -1
        /// What was encoded, with keys.
        var members = Run()
        /// The elements of a collection, in order.
        var elements = Run()
        /// The value itself, for an object that is nothing else.
        var plain = Value.nothing
    }

    /// A class that objects have.
    struct Class {
        /// Its name, and those of its superclasses.
        let names: [String]
        /// Whether it is one of the texts with attributes.
        let isAttributedString: Bool

        init(_ names: [String]) {
            self.names = names
            isAttributedString = names.first?.contains("AttributedString") ?? false
        }
    }

    /// What texts and bytes lie in.
    enum Source {
        /// Stored values are numbers of objects.
        case list(BinaryPropertyList)
        /// Stored values are places.
        case values([PropertyListValue])
        /// Stored values are where the lengths of their bytes stand.
        case nib([UInt8])
    }

    private let tables: ArchiveTables
    private let source: Source
    /// Texts and bytes that are long, by where they are stored, so that many that ask for the same one cost as much as one.
    private var longTexts: [Int: String] = [:]
    private var longBytes: [Int: [UInt8]] = [:]
    /// Where each key stands in the order of their texts.
    private lazy var keyRanks = tables.names.ranks()
    /// What takes more bytes is kept.
    private static let longest = 64

    init(_ tables: ArchiveTables, in source: Source) {
        self.tables = tables
        self.source = source
    }

    /// The archive with texts in the place of the ones that a nib keeps with a key for each language
    /// (`NSLocalizableString`: its key and the text of the language that it was written in).
    package func localized(with texts: [String: String]) -> ObjectArchive {
        let isLocalizable = tables.classes.map { $0.names.first == "NSLocalizableString" }
        guard isLocalizable.contains(true) else { return self }
        var changed = tables
        for (place, object) in tables.objects.enumerated()
        where object.classNumber >= 0 && isLocalizable[Int(object.classNumber)] {
            guard let node = ArchivedNode(self, .reference(place)) else { continue }
            let text = node[.localizedKey]?.string.flatMap { texts[$0] } ?? node[.developmentText]?.string
            changed.objects[place] = Object(plain: changed.added(text ?? node.string ?? ""))
        }
        return ObjectArchive(changed, in: source)
    }

    /// The places of the objects.
    package var indices: Range<Int> { tables.objects.indices }

    /// The object under a key at the top; nil when there is none.
    package func root(_ key: ArchiveKey) -> ArchivedNode? {
        tables.value(of: key.rawValue, in: tables.top).flatMap { ArchivedNode(self, $0) }
    }

    /// Whether there is something under a key at the top, be it `nil`.
    package func hasRoot(_ key: ArchiveKey) -> Bool { tables.value(of: key.rawValue, in: tables.top) != nil }

    // MARK: Values

    /// Whether a value is neither `nil` nor a reference to an object that is not there.
    func exists(_ value: Value) -> Bool {
        switch value {
        case .nothing: return false
        case .reference(let place):
            guard tables.objects.indices.contains(place) else { return false }
            if tables.objects[place].classNumber < 0, case .nothing = tables.objects[place].plain { return false }
            return true
        default: return true
        }
    }

    /// The object that a value refers to.
    func object(_ value: Value) -> Object? {
        guard case .reference(let place) = value, tables.objects.indices.contains(place) else { return nil }
        return tables.objects[place]
    }

    /// The class of the object that a value refers to; nil for plain values.
    func objectClass(_ value: Value) -> Class? {
        guard let number = object(value)?.classNumber, number >= 0 else { return nil }
        return tables.classes[Int(number)]
    }

    /// A value, or the one that the object it refers to is.
    func plain(_ value: Value) -> Value { object(value)?.plain ?? value }

    /// What an object has under a key; nil where that is nothing.
    func member(_ key: ArchiveKey, of value: Value) -> Value? {
        guard let object = object(value) else { return nil }
        return tables.value(of: key.rawValue, in: object.members).flatMap { exists($0) ? $0 : nil }
    }

    /// Whether an object has something under a key, be it `nil`.
    func has(_ key: ArchiveKey, in value: Value) -> Bool {
        object(value).flatMap { tables.value(of: key.rawValue, in: $0.members) } != nil
    }

    /// The members of an object in the order of their keys' texts, each key once.
    func members(of value: Value) -> [(key: Int32, value: Value)] {
        guard let object = object(value) else { return [] }
        var members: [(key: Int32, value: Value)] = []
        members.reserveCapacity(Int(object.members.count))
        let ranks = keyRanks
        for place in object.members.places where ranks.indices.contains(Int(tables.keys[place])) {
            members.append((tables.keys[place], tables.values[place]))
        }
        members.sort { ranks[Int($0.key)] < ranks[Int($1.key)] }
        guard zip(members, members.dropFirst()).contains(where: { $0.key == $1.key }) else { return members }
        return members.enumerated().filter { place, member in
            place + 1 == members.count || members[place + 1].key != member.key
        }
        .map(\.element)
    }

    /// The text of the key of that number.
    func text(ofKey key: Int32) -> String { tables.names.text(of: key) }

    /// The values of a run.
    func values(_ run: Run) -> ArraySlice<Value> { tables.values[run.places.clamped(to: tables.values.indices)] }

    // MARK: Contents

    /// The text of a plain value; nil for any other.
    func text(_ value: Value) -> String? {
        switch value {
        case .text(let place): return tables.texts.indices.contains(place) ? tables.texts[place] : nil
        case .stored(let place):
            switch source {
            case .values(let values): return values.indices.contains(place) ? values[place].stringValue : nil
            case .nib: return nil
            case .list(let list):
                guard let object = list.object(place) else { return nil }
                guard object.count > Self.longest else { return list.text(of: object)?.withoutNUL }
                if let text = longTexts[place] { return text }
                let text = list.text(of: object)?.withoutNUL
                longTexts[place] = text
                return text
            }
        default: return nil
        }
    }

    /// The text that the bytes of a plain value are in UTF-8; nil for any other.
    func decodedText(_ value: Value) -> String? {
        guard case .stored(let place) = value else { return nil }
        if let text = longTexts[place] { return text }
        guard let text = storedBytes(place).map({ String(decoding: $0, as: UTF8.self).withoutNUL }) else { return nil }
        if text.utf8.count > Self.longest { longTexts[place] = text }
        return text
    }

    /// The bytes of a plain value; nil for any other.
    func bytes(_ value: Value) -> [UInt8]? {
        guard case .stored(let place) = value else { return nil }
        if let bytes = longBytes[place] { return bytes }
        guard let bytes = storedBytes(place).map(Array.init) else { return nil }
        if bytes.count > Self.longest { longBytes[place] = bytes }
        return bytes
    }

    /// Where the characters of a text stand in which bytes; nil for a text that is not there as ASCII.
    func characters(_ value: Value) -> (text: ByteText, range: Range<Int>)? {
        guard case .stored(let place) = value, case .list(let list) = source, let object = list.object(place),
            object.kind == .ascii
        else { return nil }
        return (ByteText(list.bytes), object.contents)
    }

    private func storedBytes(_ place: Int) -> ArraySlice<UInt8>? {
        switch source {
        case .list(let list):
            guard let object = list.object(place), object.kind == .data else { return nil }
            return list.bytes[object.contents.clamped(to: list.bytes.indices)]
        case .values(let values):
            return values.indices.contains(place) ? values[place].dataValue.map { ArraySlice($0) } : nil
        case .nib(let bytes):
            return NibArchive.contents(at: place, in: bytes)
        }
    }
}
