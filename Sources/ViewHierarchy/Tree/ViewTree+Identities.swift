/// Giving the views of a tree that was just read the ids that they are known by already.
extension ViewTree {
    /// The number that the next view gets which is inserted.
    public var nextID: Int { max(Int(identities.next), count) }

    /// The ids of all views in tree order.
    public var ids: [Int] { indices.map { identities.id(at: $0) } }

    /// Gives every view another id, its constraints and traits with it.
    ///
    /// - Parameters:
    ///   - ids: One for each view in tree order, all of them different and from 0 up to `next`.
    ///   - next: The number that the next new view gets.
    /// - Returns: Whether the ids can be taken; else nothing has changed.
    public mutating func takeIDs(_ ids: [Int], next: Int) -> Bool {
        guard ids.count == count, next >= count, next < Int(Int32.max) else { return false }
        var isTaken = [Bool](repeating: false, count: next)
        for id in ids {
            guard id >= 0, id < next, !isTaken[id] else { return false }
            isTaken[id] = true
        }
        let former = self.ids
        guard former != ids || nextID != next else { return true }
        identities.replace(ids.map { Int32(truncatingIfNeeded: $0) }, next: Int32(truncatingIfNeeded: next))
        guard saysConstraints, former != ids else { return true }
        let renamed = Dictionary(zip(former, ids)) { first, _ in first }
        // A view that is not in the tree has no id any more: -1 names none.
        layout = layout.renamed { renamed[$0] ?? -1 }
        return true
    }
}

extension LayoutTable {
    /// The same of views with other ids.
    func renamed(_ name: (Int) -> Int) -> LayoutTable {
        var table = LayoutTable()
        table.canvas = canvas
        table.canvas?.bars = Dictionary((canvas?.bars ?? [:]).map { (name($0.key), $0.value) }) { first, _ in first }
        for constraint in constraints { table.append(constraint.renamed(name)) }
        for (view, var traits) in traits {
            if let spacings = traits.stack?.customSpacings, !spacings.isEmpty {
                let renamed = spacings.map { (name($0.key), $0.value) }
                traits.stack?.customSpacings = Dictionary(renamed) { first, _ in first }
            }
            table.traits[name(view)] = traits
        }
        return table
    }
}

extension LayoutConstraint {
    /// The same of views with other ids.
    package func renamed(_ name: (Int) -> Int) -> LayoutConstraint {
        var renamed = self
        renamed.owner = name(owner)
        renamed.first = first.renamed(name)
        renamed.second = second?.renamed(name)
        return renamed
    }
}

extension LayoutAnchor {
    fileprivate func renamed(_ name: (Int) -> Int) -> LayoutAnchor {
        switch item {
        case .view(let id): LayoutAnchor(.view(name(id)), attribute)
        case .guide(let kind, let id): LayoutAnchor(.guide(kind, of: name(id)), attribute)
        case .unknown: self
        }
    }
}
