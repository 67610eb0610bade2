/// Values that come often, each kept once and called by a number: its place in the order of their first use.
public struct Interned<Value: Hashable & Sendable>: Sendable {
    @usableFromInline var list: [Value] = []
    @usableFromInline var numbers: [Value: Int] = [:]

    /// Creates a table without values.
    @inlinable
    public init() {}

    /// The values by their numbers.
    @inlinable public var values: [Value] { list }

    /// The number of the value, a new one the first time.
    @inlinable
    public mutating func number(of value: Value) -> Int {
        if let known = numbers[value] { return known }
        numbers[value] = list.count
        list.append(value)
        return list.count - 1
    }

    /// The number of the value, if it has one.
    @inlinable
    public func known(_ value: Value) -> Int? { numbers[value] }
}

/// Strings that many views share, each kept once and called by a number.
package struct NameTable: Sendable {
    private var interned = Interned<String>()
    /// The numbers that were given out last, by the length and the ends of their names, so that few names need to be hashed.
    private var recent = [Int32](repeating: -1, count: 128)

    /// The names by their numbers.
    package var names: [String] { interned.values }

    /// The number of the name, a new one the first time.
    mutating func intern(_ name: String) -> Int32 {
        let place = place(of: name)
        if isRecent(name, at: place) { return recent[place] }
        let number = Int32(truncatingIfNeeded: interned.number(of: name))
        recent[place] = number
        return number
    }

    /// The number of the name, if it has one.
    func number(of name: String) -> Int32? {
        let place = place(of: name)
        if isRecent(name, at: place) { return recent[place] }
        return interned.known(name).map { Int32(truncatingIfNeeded: $0) }
    }

    private func place(of name: String) -> Int {
        let utf8 = name.utf8
        return (utf8.count &* 31 ^ Int(utf8.first ?? 0) &* 7 ^ Int(utf8.last ?? 0) &* 3) & (recent.count - 1)
    }

    private func isRecent(_ name: String, at place: Int) -> Bool {
        let number = Int(recent[place])
        return number >= 0 && interned.values[number] == name
    }

    /// The name with that number, or an empty string.
    subscript(index: Int32) -> String {
        names.indices.contains(Int(index)) ? names[Int(index)] : ""
    }
}

/// The verbatim attributes of all views: names interned, values end to end in one run of bytes.
///
/// Nothing is ever taken out of the bytes; an attribute of a removed view stays, so that it can come back.
package struct AttributeColumn: Sendable {
    /// Where the attributes of one view are in `nameIndexes` and `valueEnds`.
    struct Run: Sendable, Hashable {
        var start: Int32
        var count: Int32
    }

    private var nameTable = NameTable()
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
            nameIndexes.append(nameTable.intern(attribute.name))
            bytes.append(contentsOf: attribute.value.utf8)
            valueEnds.append(bytes.count)
        }
        runs.append(
            Run(start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: nameIndexes.count - start))
        )
    }

    /// Adds attributes behind those that a view has.
    mutating func add(_ attributes: [ViewDescription.Attribute], to index: Int) {
        guard runs.indices.contains(index) else { return }
        append(self[index] + attributes)
        runs[index] = runs.removeLast()
    }

    /// Gives a view other attributes in place of those that it has.
    package mutating func set(_ attributes: [ViewDescription.Attribute], of index: Int) {
        guard runs.indices.contains(index) else { return }
        append(attributes)
        runs[index] = runs.removeLast()
    }

    /// Every name, in the order of first use.
    var names: [String] { nameTable.names }

    /// The number that stands for a name; nil when no view has such an attribute.
    package func number(ofName name: String) -> Int32? { nameTable.number(of: name) }

    /// The numbers of the names that fit.
    func numbers(where fits: (String) -> Bool) -> Set<Int32> {
        Set(names.filter(fits).compactMap { nameTable.number(of: $0) })
    }

    /// Hands over each attribute of a view, its name as a number and its value as bytes, so that no text is made.
    package func forEach(of index: Int, _ body: (_ name: Int32, _ value: ArraySlice<UInt8>) -> Void) {
        guard runs.indices.contains(index) else { return }
        let start = Int(runs[index].start)
        for attribute in start..<start + Int(runs[index].count) {
            let valueStart = attribute == 0 ? 0 : valueEnds[attribute - 1]
            body(nameIndexes[attribute], bytes[valueStart..<valueEnds[attribute]])
        }
    }

    /// Whether a view has the attributes that one of another column has, in the same order.
    func isEqual(at index: Int, to other: AttributeColumn, at place: Int) -> Bool {
        guard runs.indices.contains(index), other.runs.indices.contains(place) else { return false }
        let (run, otherRun) = (runs[index], other.runs[place])
        guard run.count == otherRun.count else { return false }
        for offset in 0..<Int(run.count) {
            let (mine, theirs) = (Int(run.start) + offset, Int(otherRun.start) + offset)
            let (values, otherValues) = (valueRange(mine), other.valueRange(theirs))
            guard values.count == otherValues.count,
                nameTable[nameIndexes[mine]] == other.nameTable[other.nameIndexes[theirs]]
            else { return false }
            var next = otherValues.lowerBound
            for byte in values {
                guard bytes[byte] == other.bytes[next] else { return false }
                next += 1
            }
        }
        return true
    }

    private func valueRange(_ attribute: Int) -> Range<Int> {
        (attribute == 0 ? 0 : valueEnds[attribute - 1])..<valueEnds[attribute]
    }

    /// A view's attributes in the dump's order.
    subscript(index: Int) -> [ViewDescription.Attribute] {
        guard runs.indices.contains(index) else { return [] }
        let start = Int(runs[index].start)
        return (start..<start + Int(runs[index].count)).map { attribute in
            let valueStart = attribute == 0 ? 0 : valueEnds[attribute - 1]
            let value = bytes[valueStart..<valueEnds[attribute]]
            return ViewDescription.Attribute(nameTable[nameIndexes[attribute]], String(decoding: value, as: UTF8.self))
        }
    }
}

/// A property that few views have: one number per view, and the values beside it.
package struct SparseColumn<Value: Sendable>: Sendable {
    private static var none: Int32 { -1 }

    /// The place of each view's value in `values`; views past the end have none.
    private var slots: [Int32] = []
    private var values: [Value] = []

    /// Whether the view has a value: what loops over all views ask before they read one.
    func has(_ index: Int) -> Bool { index >= 0 && index < slots.count && slots[index] >= 0 }

    /// Whether some value fits that a view has, or had before it was taken away.
    package func mayContain(where fits: (Value) -> Bool) -> Bool { values.contains(where: fits) }

    /// The view's value, or nil. A value that is taken away leaves its slot unused.
    package subscript(index: Int) -> Value? {
        get {
            guard slots.indices.contains(index) else { return nil }
            let slot = Int(slots[index])
            return values.indices.contains(slot) ? values[slot] : nil
        }
        set {
            guard let newValue else {
                if slots.indices.contains(index) { slots[index] = Self.none }
                return
            }
            guard index >= 0, index < Int(Int32.max) else { return }
            if slots.count <= index {
                slots.append(contentsOf: repeatElement(Self.none, count: index - slots.count + 1))
            }
            let slot = Int(slots[index])
            if values.indices.contains(slot) {
                values[slot] = newValue
            } else {
                slots[index] = Int32(truncatingIfNeeded: values.count)
                values.append(newValue)
            }
        }
    }

    /// Gives every view up to the count a place, so that the places can be moved about.
    private mutating func fill(to count: Int) {
        guard !slots.isEmpty, slots.count < count else { return }
        slots.append(contentsOf: repeatElement(Self.none, count: count - slots.count))
    }

    /// Moves a run of views, as ``ViewTree`` does with all its columns.
    mutating func move(_ range: Range<Int>, to destination: Int, count: Int) {
        guard !slots.isEmpty else { return }
        fill(to: count)
        slots.move(range, to: destination)
    }

    /// Takes the last views away; their values stay unused.
    mutating func removeLast(from start: Int) {
        guard start < slots.count else { return }
        slots.removeSubrange(start...)
    }
}

/// Which id each view has. Views keep the number that they were read with, wherever an edit moves them.
///
/// Until an edit changes the order a view's id is its index, and nothing is stored.
struct ViewIdentities: Sendable {
    /// The ids in tree order; empty while every id is an index.
    private(set) var ids: [Int32] = []
    /// The index of each id, -1 for one that is gone; empty while every id is an index.
    private var indexes: [Int32] = []

    /// The number that the next new view gets, when ids are stored.
    private(set) var next: Int32 = 0

    private var isStored: Bool { next > 0 }

    func id(at index: Int) -> Int { isStored ? Int(ids[index]) : index }

    func index(ofID id: Int, count: Int) -> Int? {
        guard isStored else { return id >= 0 && id < count ? id : nil }
        guard indexes.indices.contains(id), indexes[id] >= 0 else { return nil }
        return Int(indexes[id])
    }

    /// Writes down the ids of a tree in which every id is still an index.
    mutating func store(count: Int) {
        guard !isStored else { return }
        ids = Array(0..<Int32(truncatingIfNeeded: count))
        next = Int32(truncatingIfNeeded: count)
        indexes = ids
    }

    /// Takes ids in their new order, and the number that the next view gets.
    mutating func replace(_ ids: [Int32], next: Int32) {
        self.ids = ids
        self.next = next
        indexes = Array(repeating: -1, count: Int(next))
        for (index, id) in ids.enumerated() where indexes.indices.contains(Int(id)) {
            indexes[Int(id)] = Int32(truncatingIfNeeded: index)
        }
    }
}

extension Array {
    /// Moves a run of elements in front of the element at `destination`, which lies outside the run.
    mutating func move(_ range: Range<Int>, to destination: Int) {
        guard !range.isEmpty, destination < range.lowerBound || destination > range.upperBound else { return }
        // Two neighbouring runs change places; only what lies between start and end is written.
        let isForward = destination > range.upperBound
        let whole = isForward ? range.lowerBound..<destination : destination..<range.upperBound
        let middle = isForward ? range.upperBound : range.lowerBound
        let rotated = Array(self[middle..<whole.upperBound]) + self[whole.lowerBound..<middle]
        replaceSubrange(whole, with: rotated)
    }
}
