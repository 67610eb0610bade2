package import PropertyList

/// Looks at a property list as an archive of `NSKeyedArchiver`: all objects in one array, each naming the others by
/// their places in it (the `CF$UID` that Apple's XML form writes).
package struct KeyedArchive {
    private let values: [PropertyListValue]
    private var tables = ArchiveTables()
    /// The texts and bytes of the archive.
    private var stored: [PropertyListValue] = []
    private var classes: ArchivedClasses

    /// The archive; nil for any other property list.
    package static func read(_ root: PropertyListValue) -> ObjectArchive? {
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

/// Looks at a binary property list as an archive of `NSKeyedArchiver`, without making values of it.
package struct BinaryKeyedArchive {
    private let list: BinaryPropertyList
    /// The array of all objects.
    private let all: BinaryPropertyListObject
    /// The keys of the archive by those of the list.
    private let keys: [Int32]
    private var tables = ArchiveTables()
    private var classes: ArchivedClasses

    /// The archive; nil for any other property list.
    package static func read(_ list: BinaryPropertyList) -> ObjectArchive? {
        guard let root = list.object(list.top),
            let all = list.value(named: "$objects", of: root).flatMap(list.object), all.kind == .array,
            let top = list.value(named: "$top", of: root).flatMap(list.object), top.kind == .dictionary
        else { return nil }
        let archiver = list.value(named: "$archiver", of: root).flatMap(list.object)
        guard archiver.flatMap(list.text)?.contains("KeyedArchiver") ?? true else { return nil }
        var archive = BinaryKeyedArchive(list, all: all)
        archive.read(top: top)
        return ObjectArchive(archive.tables, in: .list(list))
    }

    private init(_ list: BinaryPropertyList, all: BinaryPropertyListObject) {
        self.list = list
        self.all = all
        classes = ArchivedClasses(objectCount: all.count)
        var names = ArchiveKeys()
        keys = list.keys.map { names.number(of: $0.withoutNUL) }
        tables.names = names
    }

    private mutating func read(top: BinaryPropertyListObject) {
        tables.objects.reserveCapacity(all.count)
        tables.values.reserveCapacity(list.objectCount / 2)
        tables.keys.reserveCapacity(list.objectCount / 2)
        for index in 0..<all.count { tables.objects.append(object(index)) }
        tables.top = members(top, isTop: true).run
    }

    private mutating func object(_ index: Int) -> ObjectArchive.Object {
        guard let number = list.element(index, of: all), let object = list.object(number) else {
            return ObjectArchive.Object()
        }
        switch object.kind {
        case .dictionary:
            let first = tables.values.count
            let (members, place) = members(object)
            guard let place else {
                tables.removeValues(from: first)
                return ObjectArchive.Object(plain: .opaque)
            }
            return ObjectArchive.Object(classNumber: classes.number(at: place) ?? addClass(at: place), members: members)
        case .ascii, .utf16:
            // The first object of every archive stands for nil.
            let isNil = object.count == Self.null.utf8.count && list.text(of: object) == Self.null
            return ObjectArchive.Object(plain: isNil ? .nothing : .stored(number))
        default: return ObjectArchive.Object(plain: plain(object, number))
        }
    }

    /// What stands for `nil`.
    private static let null = "$null"

    private mutating func addClass(at place: Int) -> Int32 {
        var own: String?
        var chain: [String] = []
        if let object = list.element(place, of: all).flatMap(list.object) {
            own = list.value(named: "$classname", of: object).flatMap(text)
            if let names = list.value(named: "$classes", of: object).flatMap(list.object), case .array = names.kind {
                chain = (0..<min(names.count, ArchivedClasses.longestChain)).compactMap { index in
                    list.element(index, of: names).flatMap(text)
                }
            }
        }
        return classes.add(own, chain, at: place, to: &tables.classes)
    }

    private func text(_ number: Int) -> String? { list.object(number).flatMap(list.text)?.withoutNUL }

    private func key(_ index: Int, of dictionary: BinaryPropertyListObject) -> Int32 {
        guard let key = list.key(index, of: dictionary), keys.indices.contains(key) else { return -1 }
        return keys[key]
    }

    /// Adds the members of a dictionary but for the one that names its class, whose place comes along.
    private mutating func members(
        _ dictionary: BinaryPropertyListObject,
        isTop: Bool = false
    ) -> (run: ObjectArchive.Run, classPlace: Int?) {
        let first = tables.values.count
        var classPlace: Int?
        var lists: [(place: Int, array: BinaryPropertyListObject)] = []
        for index in 0..<dictionary.count {
            let key = key(index, of: dictionary)
            guard let number = list.value(index, of: dictionary), let value = list.object(number) else { continue }
            if !isTop, key == ArchiveKey.classReference.rawValue {
                classPlace = reference(value)
                continue
            }
            if case .array = value.kind { lists.append((tables.values.count, value)) }
            tables.append(self.value(value, number), key: key)
        }
        // The elements of lists lie behind the members.
        let end = tables.values.count
        for (place, array) in lists { tables.values[place] = elements(of: array) }
        guard !ArchiveTables.isShort(end - first) else { return (tables.run(first..<end), classPlace) }
        let start = tables.values.count
        for place in first..<end { tables.append(tables.values[place], key: tables.keys[place]) }
        return (tables.members(from: start), classPlace)
    }

    private mutating func elements(of array: BinaryPropertyListObject) -> ObjectArchive.Value {
        let first = tables.values.count
        for index in 0..<array.count {
            guard let number = list.element(index, of: array), let value = list.object(number) else { continue }
            tables.append(self.value(value, number))
        }
        return .list(tables.run(from: first))
    }

    /// The place that a value refers to: an identifier, or a dictionary that holds nothing but `CF$UID`.
    private func reference(_ value: BinaryPropertyListObject) -> Int? {
        switch value.kind {
        case .identifier:
            return value.number(in: list.bytes)
        case .dictionary where value.count > 0:
            for index in 0..<value.count where key(index, of: value) != ArchiveKey.uid.rawValue { return nil }
            let last = list.value(value.count - 1, of: value).flatMap(list.object)
            guard let last, case .integer = last.kind else { return nil }
            return last.number(in: list.bytes)
        default: return nil
        }
    }

    private func value(_ value: BinaryPropertyListObject, _ number: Int) -> ObjectArchive.Value {
        switch value.kind {
        case .identifier, .dictionary: reference(value).map { .reference($0) } ?? .opaque
        default: plain(value, number)
        }
    }

    private func plain(_ value: BinaryPropertyListObject, _ number: Int) -> ObjectArchive.Value {
        switch value.kind {
        case .bool(let isOn): return .bool(isOn)
        case .ascii, .utf16, .data: return .stored(number)
        case .integer, .real:
            switch try? value.scalar(in: list.bytes) {
            case .integer(let number): return .integer(number)
            case .unsigned(let number): return .real(Double(number))
            case .real(let number): return .real(number)
            default: return .opaque
            }
        case .date, .array, .dictionary, .identifier: return .opaque
        }
    }
}

/// The classes of a keyed archive by the places of the objects that describe them, each read once.
struct ArchivedClasses {
    /// The most superclasses that are looked at.
    static var longestChain: Int { 64 }

    /// The number of the class at each place plus one; 0 where it was not read yet.
    private var numbers: [Int32]
    /// The number of the class of objects whose class is not there.
    private var missing: Int32 = 0

    /// Makes room for the classes of so many objects.
    init(objectCount: Int) { numbers = Array(repeating: 0, count: objectCount) }

    /// The number of the class at a place; nil where it was not read yet.
    func number(at place: Int) -> Int32? {
        let number = numbers.indices.contains(place) ? numbers[place] : missing
        return number > 0 ? number &- 1 : nil
    }

    /// Adds the class at a place, and gives its number. That an object has a class is told even where it is broken.
    ///
    /// - Parameters:
    ///   - own: The name of the class.
    ///   - chain: The names of the class and its superclasses.
    mutating func add(
        _ own: String?,
        _ chain: [String],
        at place: Int,
        to classes: inout [ObjectArchive.Class]
    ) -> Int32 {
        let names = own.map { chain.first == $0 ? chain : [$0] + chain } ?? chain
        classes.append(ObjectArchive.Class(names.isEmpty ? ["NSObject"] : names))
        let number = Int32(truncatingIfNeeded: classes.count)
        if numbers.indices.contains(place) { numbers[place] = number } else { missing = number }
        return number &- 1
    }
}
