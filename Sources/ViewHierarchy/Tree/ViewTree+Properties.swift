extension ViewTree {
    /// The class name, verbatim; empty out of range.
    public func className(of index: Int) -> String {
        indices.contains(index) ? classNames[classIDs[index]] : ""
    }

    /// The memory address as written, or nil.
    public func address(of index: Int) -> String? {
        guard indices.contains(index) else { return nil }
        if let written = texts[index]?.writtenAddress { return written }
        return flagSets[index].contains(.hasAddress) ? MemoryAddress.text(addresses[index]) : nil
    }

    /// The yes-or-no properties; empty out of range.
    public func flags(of index: Int) -> ViewFlags { indices.contains(index) ? flagSets[index] : [] }

    /// Springs and struts.
    public func autoresizingMask(of index: Int) -> AutoresizingMask { indices.contains(index) ? masks[index] : [] }

    /// Opacity, 0 to 1 unless the dump said otherwise.
    public func alpha(of index: Int) -> Double { scalars(of: index).alpha }

    /// `tag`.
    public func tag(of index: Int) -> Int { scalars(of: index).tag }

    /// How content fits the bounds.
    public func contentMode(of index: Int) -> ContentMode { scalars(of: index).contentMode }

    /// A scroll view's `contentOffset`, when the dump gave one.
    public func contentOffset(of index: Int) -> Point? { scalars(of: index).contentOffset }

    /// A scroll view's `contentSize`, when the dump gave one.
    public func contentSize(of index: Int) -> Size? { scalars(of: index).contentSize }

    /// The text shown, possibly cut by the dump.
    public func text(of index: Int) -> String? { texts[index]?.text }

    /// The accessibility identifier.
    public func identifier(of index: Int) -> String? { texts[index]?.identifier }

    /// The accessibility label.
    public func label(of index: Int) -> String? { texts[index]?.label }

    /// The accessibility value.
    public func value(of index: Int) -> String? { texts[index]?.value }

    /// The class of the view controller whose root view this is.
    public func controller(of index: Int) -> String? { texts[index]?.controller }

    /// Everything else that the dump said, verbatim, in the dump's order.
    public func attributes(of index: Int) -> [ViewDescription.Attribute] { attributeColumn[index] }

    /// Everything about one view, bounds and center filled in; nil out of range.
    public func description(of index: Int) -> ViewDescription? {
        guard indices.contains(index) else { return nil }
        var view = ViewDescription(className: className(of: index), frame: frames[index])
        view.address = address(of: index)
        describeGeometry(of: index, in: &view)
        describeFlags(of: index, in: &view)
        view.autoresizingMask = masks[index]
        let scalars = scalars(of: index)
        view.alpha = scalars.alpha
        view.tag = scalars.tag
        view.contentMode = scalars.contentMode
        view.contentOffset = scalars.contentOffset
        view.contentSize = scalars.contentSize
        let texts = texts[index] ?? .none
        view.text = texts.text
        view.identifier = texts.identifier
        view.label = texts.label
        view.value = texts.value
        view.controller = texts.controller
        view.attributes = attributeColumn[index]
        return view
    }

    private func describeGeometry(of index: Int, in view: inout ViewDescription) {
        let geometry = geometry(of: index)
        view.bounds = geometry.bounds
        view.center = geometry.center
        view.transform = geometry.transform
        view.anchorPoint = geometry.anchorPoint
    }

    private func describeFlags(of index: Int, in view: inout ViewDescription) {
        let flags = flagSets[index]
        view.isHidden = flags.contains(.hidden)
        view.isOpaque = flags.contains(.opaque)
        view.clipsToBounds = flags.contains(.clipsToBounds)
        view.isUserInteractionEnabled = flags.contains(.userInteractionEnabled)
        view.isMultipleTouchEnabled = flags.contains(.multipleTouchEnabled)
        view.isExclusiveTouch = flags.contains(.exclusiveTouch)
        view.autoresizesSubviews = flags.contains(.autoresizesSubviews)
    }

    private func scalars(of index: Int) -> ScalarProperties { scalars[index] ?? .defaults }
}
