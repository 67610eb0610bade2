import PropertyList

/// How large a property-list value is.
struct PropertyListMeasure: Hashable {
    /// How deep arrays and dictionaries nest; a string has depth 0.
    private(set) var depth = 0
    /// The bytes of text, data and keys, and 8 for every other value and container.
    private(set) var bytes = 0

    /// Measures a value without recursion, and no further down than one level below `depthLimit`.
    init(of value: PropertyListValue, depthLimit: Int) {
        var pending = [(value: value, depth: 0)]
        while let (value, level) = pending.popLast() {
            switch value {
            case .string(let text):
                bytes &+= text.utf8.count
            case .data(let data):
                bytes &+= data.count
            case .array(let elements):
                bytes &+= 8
                depth = max(depth, level + 1)
                guard level <= depthLimit else { continue }
                pending.append(contentsOf: elements.map { ($0, level + 1) })
            case .dictionary(let members):
                bytes &+= 8
                depth = max(depth, level + 1)
                guard level <= depthLimit else { continue }
                for (key, member) in members {
                    bytes &+= key.utf8.count
                    pending.append((member, level + 1))
                }
            case .bool, .integer, .unsigned, .real, .date:
                bytes &+= 8
            }
        }
    }
}
