/// UIKit's setters with their coupling, in place. An index out of range changes nothing.
///
/// What is stored is bounds, center, transform and anchor point; the frame is computed from them. Those that change the
/// bounds' size let the subviews follow their masks at once, depth first (UIView.h: "if self.bounds changes").
extension ViewTree {
    /// `setFrame:`: the bounds take the size, taken back through the transform, and the center moves.
    ///
    /// - Returns: The indexes of the views whose place or size is another now, in tree order.
    @discardableResult
    package mutating func setFrame(_ frame: Rect, at index: Int, autoresizing: Autoresizing = Autoresizing()) -> [Int] {
        changing { tree, saved in tree.setFrame(frame, at: index, autoresizing: autoresizing, saved: &saved) }
    }

    /// `setBounds:`: the center stays, so the frame grows about the anchor point; an origin scrolls the content.
    ///
    /// - Returns: The indexes of the views whose place or size is another now, in tree order.
    @discardableResult
    package mutating func setBounds(_ bounds: Rect, at index: Int, autoresizing: Autoresizing = Autoresizing()) -> [Int]
    {
        changing { tree, saved in tree.setBounds(bounds, at: index, autoresizing: autoresizing, saved: &saved) }
    }

    /// `setCenter:`: the position only.
    package mutating func setCenter(_ center: Point, at index: Int) {
        _ = changing { tree, saved in tree.setGeometry(\.center, to: center, at: index, saved: &saved) }
    }

    /// `setTransform:`: center and bounds stay, the frame becomes the new bounding box.
    package mutating func setTransform(_ transform: Transform, at index: Int) {
        _ = changing { tree, saved in tree.setGeometry(\.transform, to: transform, at: index, saved: &saved) }
    }

    /// Sets the layer's anchor point: bounds and center stay, the frame moves.
    mutating func setAnchorPoint(_ anchorPoint: Point, at index: Int) {
        _ = changing { tree, saved in tree.setGeometry(\.anchorPoint, to: anchorPoint, at: index, saved: &saved) }
    }

    /// Sets the opacity.
    package mutating func setAlpha(_ alpha: Double, at index: Int) {
        guard indices.contains(index) else { return }
        setNumber(\.alpha, to: alpha, at: index)
    }

    private mutating func changing(_ body: (inout ViewTree, inout SavedValues) -> Void) -> [Int] {
        var saved = SavedValues()
        body(&self, &saved)
        return Set(saved.views).sorted()
    }
}

extension ViewTree {
    mutating func setFrame(_ frame: Rect, at index: Int, autoresizing: Autoresizing, saved: inout SavedValues) {
        guard indices.contains(index) else { return }
        saved.savePlace(of: index, in: self)
        let oldSize = bounds(of: index).size
        setFrame(frame, at: index)
        markPlace(of: index)
        resizeSubviews(of: index, from: oldSize, autoresizing, observer: &saved)
    }

    mutating func setBounds(_ bounds: Rect, at index: Int, autoresizing: Autoresizing, saved: inout SavedValues) {
        guard indices.contains(index) else { return }
        let old = self.bounds(of: index)
        guard old != bounds else { return }
        if contentOffset(of: index) != nil, old.origin != bounds.origin {
            saved.saveProperties(of: index, in: self)
            setNumber(\.contentOffset, to: bounds.origin, at: index)
        }
        setGeometry(\.bounds, to: bounds, at: index, saved: &saved)
        resizeSubviews(of: index, from: old.size, autoresizing, observer: &saved)
    }

    mutating func setGeometry<Value: Equatable>(
        _ member: WritableKeyPath<ViewGeometry, Value>,
        to value: Value,
        at index: Int,
        saved: inout SavedValues
    ) {
        guard indices.contains(index) else { return }
        var geometry = geometry(of: index)
        guard geometry[keyPath: member] != value else { return }
        saved.savePlace(of: index, in: self)
        geometry[keyPath: member] = value
        let frame = geometry.frame
        frames[index] = frame
        if geometry != ViewGeometry(frame: frame) {
            geometries[index] = geometry
        } else if geometries[index] != nil {
            geometries[index] = nil
        }
        markPlace(of: index)
    }

    mutating func setNumber<Value>(_ member: WritableKeyPath<ViewNumbers, Value>, to value: Value, at index: Int) {
        var numbers = numbers(of: index)
        numbers[keyPath: member] = value
        self.numbers[index] = numbers
    }
}

extension ViewTree {
    mutating func change(
        _ index: Int,
        _ changes: ViewChanges,
        _ autoresizing: Autoresizing
    ) throws(TreeEditError) -> AppliedEdit {
        try changes.check()
        var saved = SavedValues()
        setPlace(index, changes, autoresizing, saved: &saved)
        if let view = saved.views.first(where: { flagSets[$0].contains(.nonFinite) }) {
            saved.restore(&self)
            let message = "View \(id(at: view) ?? 0) would get a frame beyond all finite numbers."
            throw TreeEditError(
                .notFinite,
                at: changes.given.last { $0.property.group == .place }?.property.name ?? "",
                message
            )
        }
        // Who places a view by hand says where it is, for layouts too.
        let former = layout.forgetFrames(of: saved.changedViews(from: self).map { identities.id(at: $0) })
        setProperties(index, changes, saved: &saved)
        let ids = Set(saved.changedViews(from: self)).sorted().map { identities.id(at: $0) }
        let undo = TreeUndo(step: .restore(saved))
        guard !former.isEmpty else { return AppliedEdit(changed: ids, removed: [], undo: undo) }
        let both: TreeUndo.Step = .all([undo, TreeUndo(step: .layout(LayoutUndo(frames: former)))])
        return AppliedEdit(changed: ids, removed: [], undo: TreeUndo(step: both))
    }

    private mutating func setPlace(
        _ index: Int,
        _ changes: ViewChanges,
        _ autoresizing: Autoresizing,
        saved: inout SavedValues
    ) {
        for (property, value) in changes.given {
            switch (property, value) {
            case (.transform, .transform(let value)): setGeometry(\.transform, to: value, at: index, saved: &saved)
            case (.anchorPoint, .point(let value)): setGeometry(\.anchorPoint, to: value, at: index, saved: &saved)
            case (.bounds, .rect(let value)): setBounds(value, at: index, autoresizing: autoresizing, saved: &saved)
            case (.center, .point(let value)): setGeometry(\.center, to: value, at: index, saved: &saved)
            case (.frame, .rect(let value)): setFrame(value, at: index, autoresizing: autoresizing, saved: &saved)
            default: break
            }
        }
    }

    /// Sets what moves nothing else.
    private mutating func setProperties(_ index: Int, _ changes: ViewChanges, saved: inout SavedValues) {
        var view = ViewDescription(className: "", frame: .zero)
        view.flags = flagSets[index]
        view.autoresizingMask = masks[index]
        view.numbers = numbers(of: index)
        view.texts = texts(of: index)
        view.said = saidColumn[index]
        for (property, value) in changes.given {
            if property.group != .place { property.set(value, in: &view) }
            if property == .frame { view.said.formUnion(.ofFrame) } else { view.said.insert(property) }
        }
        if view.flags != flagSets[index] {
            saved.savePlace(of: index, in: self)
            flagSets[index] = view.flags
        }
        guard
            view.autoresizingMask != masks[index] || view.numbers != numbers(of: index)
                || view.texts != texts(of: index) || view.said != saidColumn[index]
        else { return }
        saved.saveProperties(of: index, in: self)
        masks[index] = view.autoresizingMask
        saidColumn[index] = view.said
        numbers[index] = view.numbers == .usual ? nil : view.numbers
        texts[index] = view.texts == .none ? nil : view.texts
    }
}
