import JSON

extension JSONWriter {
    /// Writes a member with a text; nothing for nil.
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member with a number; nothing for nil.
    mutating func member(_ name: String, _ value: Double?) {
        guard let value else { return }
        key(name)
        exact(value)
    }

    /// Writes a member with an array of numbers.
    mutating func member(_ name: String, _ values: [Double]) {
        key(name)
        beginArray()
        for value in values { exact(value) }
        endArray()
    }

    /// Writes a number, as a string where JSON has none for it.
    private mutating func exact(_ value: Double) {
        if value.isFinite {
            number(value)
        } else {
            string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
        }
    }
}
