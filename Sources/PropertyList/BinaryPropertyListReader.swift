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
            members[list.keys[key]] = try value(list.value(index, of: dictionary))
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
