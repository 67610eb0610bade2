/// Strings that many views share, each kept once and called by a number.
struct NameTable: Sendable {
    private(set) var names: [String] = []
    private var indexes: [String: Int32] = [:]

    /// The number of the name, a new one the first time.
    mutating func intern(_ name: String) -> Int32 {
        if let index = indexes[name] { return index }
        let index = Int32(truncatingIfNeeded: names.count)
        names.append(name)
        indexes[name] = index
        return index
    }

    /// The number of the name, if it has one.
    func number(of name: String) -> Int32? { indexes[name] }

    /// The name with that number, or an empty string.
    subscript(index: Int32) -> String {
        names.indices.contains(Int(index)) ? names[Int(index)] : ""
    }
}
