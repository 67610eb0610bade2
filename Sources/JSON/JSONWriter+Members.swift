/// Members of objects in one call, and objects and lists that are closed where they are opened.
extension JSONWriter {
    /// A member with a text, null for none.
    public mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// A member with a whole number, null for none.
    public mutating func member(_ name: String, _ value: Int?) {
        key(name)
        if let value { integer(Int64(value)) } else { null() }
    }

    /// A member with a number, null for one that is not finite.
    public mutating func member(_ name: String, _ value: Double) {
        key(name)
        number(value)
    }

    /// A member with a truth value.
    public mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// A member with an array of whole numbers.
    public mutating func member(_ name: String, _ values: [Int]) {
        key(name)
        beginArray()
        for value in values { integer(Int64(value)) }
        endArray()
    }

    /// A member with an array of texts.
    public mutating func member(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    /// A whole document that is one object.
    public static func object(
        reservingCapacity capacity: Int = 1_024,
        _ members: (inout JSONWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: capacity)
        writer.beginObject()
        try members(&writer)
        writer.endObject()
        return writer.finish()
    }

    /// A member that is an object.
    public mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
        key(name)
        beginObject()
        try members(&self)
        endObject()
    }

    /// A member that is a list of objects.
    public mutating func list<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ members: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            try members(&self, element)
            endObject()
        }
        endArray()
    }
}
