import PropertyList

/// Looks at a property list as an archive of `NSKeyedArchiver`: all objects in one array, each naming the others by
/// their places in it (the `CF$UID` that Apple's XML form writes).
struct KeyedArchive {
    private let values: [PropertyListValue]
    private var tables = ArchiveTables()
    /// The texts and bytes of the archive.
    private var stored: [PropertyListValue] = []
    private var classes: ArchivedClasses

    /// The archive; nil for any other property list.
    static func read(_ root: PropertyListValue) -> ObjectArchive? {
        guard let values = root["$objects"]?.arrayValue, let top = root["$top"]?.dictionaryValue,
            root["$archiver"]?.stringValue?.contains("KeyedArchiver") ?? true
        else { return nil }
        var archive = KeyedArchive(values: values)
        archive.read(top: top)
        return ObjectArchive(archive.tables, in: .values(archive.stored))
    }

    private init(values: [PropertyListValue]) {
        self.values = values
        classes = ArchivedClasses(objectCount: values.count)
    }

    private mutating func read(top: [String: PropertyListValue]) {
        for value in values { tables.objects.append(object(value)) }
        tables.top = members(top)
    }

    private mutating func object(_ value: PropertyListValue) -> ObjectArchive.Object {
        guard let members = value.dictionaryValue, let place = members["$class"].flatMap(Self.reference) else {
            // The first object of every archive stands for nil.
            return ObjectArchive.Object(plain: value.stringValue == "$null" ? .nothing : plain(value))
        }
        var object = ObjectArchive.Object()
        object.classNumber = classes.number(at: place) ?? addClass(at: place)
        object.members = self.members(members.filter { $0.key != "$class" })
        return object
    }

    private mutating func addClass(at place: Int) -> Int32 {
        let value = values.indices.contains(place) ? values[place] : .dictionary([:])
        let chain = value["$classes"]?.arrayValue?.prefix(ArchivedClasses.longestChain).compactMap(\.stringValue)
        return classes.add(value["$classname"]?.stringValue, chain ?? [], at: place, to: &tables.classes)
    }

    private mutating func members(_ members: [String: PropertyListValue]) -> ObjectArchive.Run {
        // A list lies before the members among which it is one.
        let values = members.map { (tables.names.number(of: $0.key), self.value($0.value)) }
        let first = tables.values.count
        for (key, value) in values { tables.append(value, key: key) }
        return tables.members(from: first)
    }

    private mutating func value(_ value: PropertyListValue) -> ObjectArchive.Value {
        if let place = Self.reference(value) { return .reference(place) }
        guard let elements = value.arrayValue else { return plain(value) }
        let first = tables.values.count
        for element in elements {
            tables.append(Self.reference(element).map { .reference($0) } ?? plain(element))
        }
        return .list(tables.run(from: first))
    }

    private mutating func plain(_ value: PropertyListValue) -> ObjectArchive.Value {
        switch value {
        case .bool(let isOn): return .bool(isOn)
        case .integer(let number): return .integer(number)
        case .unsigned(let number): return .real(Double(number))
        case .real(let number): return .real(number)
        case .string, .data:
            stored.append(value)
            return .stored(stored.count - 1)
        case .date, .array, .dictionary: return .opaque
        }
    }

    private static func reference(_ value: PropertyListValue) -> Int? {
        guard let members = value.dictionaryValue, members.count == 1 else { return nil }
        return members["CF$UID"]?.integerValue.flatMap { Int(exactly: $0) }
    }
}
