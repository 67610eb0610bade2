import PropertyList

/// Looks at a property list as an archive of `NSKeyedArchiver`: all objects in one array, each naming the others by
/// their places in it (the `CF$UID` that Apple's XML form writes).
enum KeyedArchive {
    /// Whether a property list says that it is one.
    static func isArchive(_ root: PropertyListValue) -> Bool {
        root["$objects"]?.arrayValue != nil && root["$top"]?.dictionaryValue != nil
            && root["$archiver"]?.stringValue?.contains("KeyedArchiver") ?? true
    }

    /// The archive; nil for any other property list.
    static func read(_ root: PropertyListValue) -> ObjectArchive? {
        guard isArchive(root), let values = root["$objects"]?.arrayValue, let top = root["$top"]?.dictionaryValue else {
            return nil
        }
        return ObjectArchive(objects: values.map { object($0, in: values) }, top: top.mapValues(value))
    }

    private static func object(_ stored: PropertyListValue, in values: [PropertyListValue]) -> ObjectArchive.Object {
        guard let members = stored.dictionaryValue, let place = members["$class"].flatMap(reference) else {
            // The first object of every archive stands for nil.
            let plain: ObjectArchive.Value = stored.stringValue == "$null" ? .nothing : .plain(stored)
            return ObjectArchive.Object(plain: plain)
        }
        var object = ObjectArchive.Object(classNames: classNames(place, in: values))
        object.members = members.mapValues(value)
        object.members["$class"] = nil
        return object
    }

    /// The class at a place, its superclasses behind it; that an object has one is told even where it is broken.
    private static func classNames(_ place: Int, in values: [PropertyListValue]) -> [String] {
        guard values.indices.contains(place) else { return ["NSObject"] }
        let names = values[place]["$classes"]?.arrayValue?.prefix(64).compactMap(\.stringValue) ?? []
        guard let own = values[place]["$classname"]?.stringValue else { return names.isEmpty ? ["NSObject"] : names }
        return names.first == own ? names : [own] + names
    }

    private static func reference(_ value: PropertyListValue) -> Int? {
        guard let members = value.dictionaryValue, members.count == 1 else { return nil }
        return members["CF$UID"]?.integerValue.flatMap { Int(exactly: $0) }
    }

    private static func value(_ stored: PropertyListValue) -> ObjectArchive.Value {
        if let place = reference(stored) { return .reference(place) }
        guard let values = stored.arrayValue else { return .plain(stored) }
        return .list(values.map { element in reference(element).map { .reference($0) } ?? .plain(element) })
    }
}

extension DumpInput {
    /// Whether the bytes may be an archive of `NSKeyedArchiver`, as it writes it or turned into XML.
    var mayBeArchive: Bool {
        isBinaryList || (firstByte == UInt8(ascii: "<") && has("<plist") && has("$archiver"))
    }

    /// The property list of an input that may be one, or why it cannot be read.
    func propertyListDocument() throws(Misfit) -> PropertyListValue {
        switch propertyList {
        case .success(let list): return list
        case .failure(let error):
            switch error.code {
            case .tooLarge: throw .broken(.limit("maximumJSONBytes", error.message, line: error.line))
            case .tooManyValues:
                throw .broken(.limit("the property-list reader's maximumValues", error.message, line: error.line))
            case .tooDeep, .cycle: throw .broken(DumpError(.tooDeep, error.message, line: error.line))
            default: throw .other(reason: error.message, line: error.line)
            }
        }
    }
}
