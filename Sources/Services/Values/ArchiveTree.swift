import Foundation
import PropertyList

/// An archive of `NSKeyedArchiver` as a tree: each object once where it is used, with the name of its class.
///
/// Collections, texts, numbers, dates and data of Foundation become what they stand for; any other object is a dictionary of
/// what it encoded, with its class under `$class`. Readers of dumps look at archives otherwise: they keep a table of hundreds of
/// thousands of objects, without dates and dictionaries.
struct ArchiveTree {
    /// The most values of a tree, an object that is used twice counted twice.
    static let mostValues = 20_000
    /// The deepest nesting; what is deeper is left out.
    static let mostLevels = 48
    /// What stands for an object that contains itself, and for what is beyond the limits.
    static let again = "…"

    private let objects: [PropertyListValue]
    private var values = 0
    /// The places of the objects around the one that is read.
    private var path: Set<Int> = []

    /// The tree; nil for a property list that is no such archive.
    static func read(_ list: PropertyListValue) -> PropertyListValue? {
        guard let objects = list["$objects"]?.arrayValue, let top = list["$top"]?.dictionaryValue,
            list["$archiver"]?.stringValue?.contains("KeyedArchiver") == true
        else { return nil }
        var tree = ArchiveTree(objects: objects)
        if top.count == 1, let root = top["root"] { return tree.value(root, 0) }
        return .dictionary(tree.members(top, 0))
    }

    private init(objects: [PropertyListValue]) { self.objects = objects }

    private mutating func value(_ value: PropertyListValue, _ level: Int) -> PropertyListValue {
        values += 1
        guard values <= Self.mostValues, level <= Self.mostLevels else { return .string(Self.again) }
        if let place = Self.reference(value) { return object(at: place, level) }
        switch value {
        case .array(let elements): return .array(elements.map { self.value($0, level + 1) })
        case .dictionary(let members): return .dictionary(self.members(members, level))
        default: return value
        }
    }

    private mutating func members(_ members: [String: PropertyListValue], _ level: Int) -> [String: PropertyListValue] {
        // In one order, so that the limits cut the same each time.
        members.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = value($1.value, level + 1) }
    }

    private mutating func object(at place: Int, _ level: Int) -> PropertyListValue {
        guard objects.indices.contains(place), !path.contains(place) else { return .string(Self.again) }
        let object = objects[place]
        guard case .dictionary(var members) = object, let own = members.removeValue(forKey: "$class") else {
            if object.stringValue == "$null" { return .string("nil") }
            return value(object, level + 1)
        }
        path.insert(place)
        defer { path.remove(place) }
        let description = Self.reference(own).flatMap { objects.indices.contains($0) ? objects[$0] : nil }
        let name = description?["$classname"]?.stringValue ?? "NSObject"
        return known(name, members, level)
            ?? {
                var tree = self.members(members, level)
                tree["$class"] = .string(name)
                return .dictionary(tree)
            }()
    }

    /// What an object of Foundation stands for; nil for any other.
    private mutating func known(
        _ name: String,
        _ members: [String: PropertyListValue],
        _ level: Int
    ) -> PropertyListValue? {
        switch name {
        case "NSString", "NSMutableString": return members["NS.string"] ?? members["NS.bytes"]
        case "NSDate": return members["NS.time"]?.numberValue.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case "NSData", "NSMutableData":
            return members["NS.data"].map { value($0, level) } ?? members["NS.bytes"]
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
            return members["NS.objects"]?.arrayValue.map { elements in
                .array(elements.map { value($0, level + 1) })
            }
        case "NSDictionary", "NSMutableDictionary":
            guard let keys = members["NS.keys"]?.arrayValue, let objects = members["NS.objects"]?.arrayValue else {
                return nil
            }
            var tree: [String: PropertyListValue] = [:]
            for (key, object) in zip(keys, objects) {
                let key = value(key, level + 1)
                tree[key.stringValue ?? ValueText.line(key, limit: 100)] = value(object, level + 1)
            }
            return .dictionary(tree)
        case "NSURL":
            return members["NS.relative"].map { value($0, level) }
        case "NSUUID":
            guard let bytes = members["NS.uuidbytes"]?.dataValue, bytes.count == 16 else { return nil }
            let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
            let cuts = [8, 12, 16, 20]
            return .string(
                digits.enumerated().map { (cuts.contains($0) ? "-" : "") + String($1) }.joined()
            )
        default: return nil
        }
    }

    private static func reference(_ value: PropertyListValue) -> Int? {
        guard let members = value.dictionaryValue, members.count == 1 else { return nil }
        return members["CF$UID"]?.integerValue.flatMap { Int(exactly: $0) }
    }
}
