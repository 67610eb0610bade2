/// The verbatim attributes of all views: names interned, values end to end in one run of bytes.
///
/// Nothing is ever taken out of the bytes; an attribute of a removed view stays, so that it can come back.
struct AttributeColumn: Sendable {
    /// Where the attributes of one view are in `nameIndexes` and `valueEnds`.
    struct Run: Sendable, Hashable {
        var start: Int32
        var count: Int32
    }

    private var names = NameTable()
    private var bytes: [UInt8] = []
    private var nameIndexes: [Int32] = []
    /// Where each attribute's value ends in `bytes`.
    private var valueEnds: [Int] = []
    /// The attributes of each view.
    var runs: [Run] = []

    /// Adds the attributes of the next view.
    mutating func append(_ attributes: [ViewDescription.Attribute]) {
        let start = nameIndexes.count
        for attribute in attributes {
            nameIndexes.append(names.intern(attribute.name))
            bytes.append(contentsOf: attribute.value.utf8)
            valueEnds.append(bytes.count)
        }
        runs.append(
            Run(start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: nameIndexes.count - start))
        )
    }

    /// The number that stands for a name; nil when no view has such an attribute.
    func number(ofName name: String) -> Int32? { names.number(of: name) }

    /// Hands over each attribute of a view, its name as a number and its value as bytes, so that no text is made.
    func forEach(of index: Int, _ body: (_ name: Int32, _ value: ArraySlice<UInt8>) -> Void) {
        guard runs.indices.contains(index) else { return }
        let start = Int(runs[index].start)
        for attribute in start..<start + Int(runs[index].count) {
            let valueStart = attribute == 0 ? 0 : valueEnds[attribute - 1]
            body(nameIndexes[attribute], bytes[valueStart..<valueEnds[attribute]])
        }
    }

    /// A view's attributes in the dump's order.
    subscript(index: Int) -> [ViewDescription.Attribute] {
        guard runs.indices.contains(index) else { return [] }
        let start = Int(runs[index].start)
        return (start..<start + Int(runs[index].count)).map { attribute in
            let valueStart = attribute == 0 ? 0 : valueEnds[attribute - 1]
            let value = bytes[valueStart..<valueEnds[attribute]]
            return ViewDescription.Attribute(names[nameIndexes[attribute]], String(decoding: value, as: UTF8.self))
        }
    }
}
