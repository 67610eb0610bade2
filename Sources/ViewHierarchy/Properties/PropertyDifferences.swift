/// Which properties are worth a look: of most views most of them are UIKit's defaults, and of two versions of a view most are
/// the same. What is kept together is compared at once.
private enum PropertyGroups {
    static let identity = PropertySet([ViewProperty.className, .address])
    static let place = PropertySet([ViewProperty.frame, .bounds, .center, .transform, .anchorPoint])
    static let mask = PropertySet([ViewProperty.autoresizingMask])
    static let flags = PropertySet(ViewProperty.flags)
    static let texts = PropertySet(ViewProperty.all.filter { $0.kind == .text }).subtracting(identity)
    /// All that is left is kept among the numbers.
    static let numbers = PropertySet.all.subtracting(identity.union(place).union(mask).union(flags).union(texts))
}

extension ViewDescription {
    /// The properties that may have another value than `UIView`'s default, or a value where a view has none by default. The
    /// others certainly have the default.
    package var unusualProperties: PropertySet {
        var found = PropertyGroups.identity.union(PropertyGroups.place)
        if !autoresizingMask.isEmpty { found.formUnion(PropertyGroups.mask) }
        if flags != .usual { found.formUnion(PropertyGroups.flags) }
        if numbers != .usual { found.formUnion(PropertyGroups.numbers) }
        if texts != .none { found.formUnion(PropertyGroups.texts) }
        return found
    }
}

extension UIKitFamily {
    /// The properties whose defaults are other ones than `UIView`'s.
    package var unusualProperties: PropertySet {
        PropertySet((Self.differences[self] ?? []).map(\.property))
    }
}

extension ViewTree {
    /// The properties that may have another value in a view of another tree. The others are certainly equal, those that are
    /// not finite among them left out. All of them where either index is out of range.
    package func properties(of index: Int, differingFrom other: Int, in tree: ViewTree) -> PropertySet {
        guard indices.contains(index), tree.indices.contains(other) else { return .all }
        var found = PropertyGroups.identity
        if frames[index] != tree.frames[other] || geometries[index] != nil || tree.geometries[other] != nil {
            found.formUnion(PropertyGroups.place)
        }
        if masks[index] != tree.masks[other] { found.formUnion(PropertyGroups.mask) }
        if flagSets[index] != tree.flagSets[other] { found.formUnion(PropertyGroups.flags) }
        if numbers[index] != tree.numbers[other] { found.formUnion(PropertyGroups.numbers) }
        if texts[index] != tree.texts[other] { found.formUnion(PropertyGroups.texts) }
        return found
    }

    /// Whether a view of another tree has the same attributes in the same order.
    package func hasAttributes(of index: Int, equalTo other: Int, in tree: ViewTree) -> Bool {
        attributeColumn.isEqual(at: index, to: tree.attributeColumn, at: other)
    }
}
