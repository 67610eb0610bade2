extension ViewTree {
    mutating func change(
        _ index: Int,
        _ changes: ViewChanges,
        _ autoresizing: Autoresizing
    ) throws(TreeEditError) -> AppliedEdit {
        if let member = changes.nonFiniteMember {
            throw TreeEditError(.notFinite, at: member, "“\(member)” takes finite numbers only.")
        }
        if let alpha = changes.alpha, !(0...1).contains(alpha) {
            throw TreeEditError(.outOfRange, at: "alpha", "“alpha” goes from 0 to 1, not to \(alpha).")
        }
        var saved = SavedValues()
        setPlace(index, changes, autoresizing, saved: &saved)
        if let view = saved.views.first(where: { flagSets[$0].contains(.nonFinite) }) {
            saved.restore(&self)
            let message = "View \(id(at: view) ?? 0) would get a frame beyond all finite numbers."
            throw TreeEditError(.notFinite, at: changes.placeMember, message)
        }
        setFlags(index, changes, saved: &saved)
        setProperties(index, changes, saved: &saved)
        let ids = Set(saved.changedViews(from: self)).sorted().map { identities.id(at: $0) }
        return AppliedEdit(changed: ids, removed: [], undo: TreeUndo(step: .restore(saved)))
    }

    private mutating func setPlace(
        _ index: Int,
        _ changes: ViewChanges,
        _ autoresizing: Autoresizing,
        saved: inout SavedValues
    ) {
        if let transform = changes.transform { setGeometry(\.transform, to: transform, at: index, saved: &saved) }
        if let anchor = changes.anchorPoint { setGeometry(\.anchorPoint, to: anchor, at: index, saved: &saved) }
        if let bounds = changes.bounds { setBounds(bounds, at: index, autoresizing: autoresizing, saved: &saved) }
        if let center = changes.center { setGeometry(\.center, to: center, at: index, saved: &saved) }
        if let frame = changes.frame { setFrame(frame, at: index, autoresizing: autoresizing, saved: &saved) }
    }

    private mutating func setFlags(_ index: Int, _ changes: ViewChanges, saved: inout SavedValues) {
        var flags = flagSets[index]
        for (flag, value) in changes.flags {
            if value { flags.insert(flag) } else { flags.remove(flag) }
        }
        guard flags != flagSets[index] else { return }
        saved.savePlace(of: index, in: self)
        flagSets[index] = flags
    }

    private mutating func setProperties(_ index: Int, _ changes: ViewChanges, saved: inout SavedValues) {
        var scalars = scalars[index] ?? .defaults
        if let alpha = changes.alpha { scalars.alpha = alpha }
        if let mode = changes.contentMode { scalars.contentMode = mode }
        if let tag = changes.tag { scalars.tag = tag }
        if let size = changes.contentSize { scalars.contentSize = size }
        let mask = changes.autoresizingMask ?? masks[index]
        guard scalars != self.scalars[index] ?? .defaults || mask != masks[index] else { return }
        saved.saveProperties(of: index, in: self)
        masks[index] = mask
        self.scalars[index] = scalars == .defaults ? nil : scalars
    }
}
