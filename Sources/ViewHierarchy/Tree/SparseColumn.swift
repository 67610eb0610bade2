/// A property that few views have: one number per view, and the values beside it.
struct SparseColumn<Value: Sendable>: Sendable {
    private static var none: Int32 { -1 }

    /// The place of each view's value in `values`; views past the end have none.
    private var slots: [Int32] = []
    private var values: [Value] = []

    /// The view's value, or nil. A value that is taken away leaves its slot unused.
    subscript(index: Int) -> Value? {
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
