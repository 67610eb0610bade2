/// Finds what belongs to one of some names that a program knows, by the length and the ends of the name, which takes a
/// fraction of hashing it. Only so many names share a place, whoever chose them.
package struct NameLookup<Value: Sendable>: Sendable {
    private static var placeCount: Int { 256 }
    /// The most names of one place; others are hashed.
    private static var maximumPerPlace: Int { 8 }

    /// Where the entries of each place begin in `names` and `values`, and behind the last one where they end.
    private var starts: [Int32] = []
    private var names: [String] = []
    private var values: [Value] = []
    private var others: [String: Value] = [:]

    /// Takes names with what belongs to them; of equal names the first counts.
    package init(_ pairs: some Sequence<(key: String, value: Value)>) {
        var places = [[(key: String, value: Value)]](repeating: [], count: Self.placeCount)
        for pair in pairs {
            let place = Self.place(of: pair.key)
            if places[place].count < Self.maximumPerPlace {
                places[place].append(pair)
            } else if others[pair.key] == nil {
                others[pair.key] = pair.value
            }
        }
        for entries in places {
            starts.append(Int32(truncatingIfNeeded: names.count))
            names += entries.map(\.key)
            values += entries.map(\.value)
        }
        starts.append(Int32(truncatingIfNeeded: names.count))
    }

    /// What belongs to a name; nil for any other.
    package subscript(name: String) -> Value? {
        let place = Self.place(of: name)
        for entry in Int(starts[place])..<Int(starts[place + 1]) where names[entry] == name { return values[entry] }
        return others.isEmpty ? nil : others[name]
    }

    /// Whether it is one of the names.
    package func contains(_ name: String) -> Bool { self[name] != nil }

    private static func place(of name: String) -> Int {
        var name = name
        return name.withUTF8 { utf8 in
            (utf8.count &* 31 ^ Int(utf8.first ?? 0) &* 7 ^ Int(utf8.last ?? 0) &* 3) & (placeCount - 1)
        }
    }
}
