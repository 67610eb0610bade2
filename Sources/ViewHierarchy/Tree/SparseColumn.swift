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
}
