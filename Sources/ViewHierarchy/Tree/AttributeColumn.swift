/// The verbatim attributes of all views: names interned, values end to end in one run of bytes.
struct AttributeColumn: Sendable {
    private var names = NameTable()
    private var bytes: [UInt8] = []
    private var nameIndexes: [Int32] = []
    /// Where each attribute's value ends in `bytes`.
    private var valueEnds: [Int] = []
    /// Where each view's attributes end in `nameIndexes` and `valueEnds`.
    private var viewEnds: [Int] = []

    /// Adds the attributes of the next view.
    mutating func append(_ attributes: [ViewDescription.Attribute]) {
        for attribute in attributes {
            nameIndexes.append(names.intern(attribute.name))
            bytes.append(contentsOf: attribute.value.utf8)
            valueEnds.append(bytes.count)
        }
        viewEnds.append(nameIndexes.count)
    }

    /// A view's attributes in the dump's order.
    subscript(index: Int) -> [ViewDescription.Attribute] {
        guard viewEnds.indices.contains(index) else { return [] }
        return (start(index, viewEnds)..<viewEnds[index]).map { attribute in
            let value = bytes[start(attribute, valueEnds)..<valueEnds[attribute]]
            return ViewDescription.Attribute(names[nameIndexes[attribute]], String(decoding: value, as: UTF8.self))
        }
    }

    private func start(_ index: Int, _ ends: [Int]) -> Int { index == 0 ? 0 : ends[index - 1] }
}
