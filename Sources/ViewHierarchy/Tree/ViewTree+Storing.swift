extension ViewTree {
    /// Adds the properties of the next view to all columns; its place in the tree is the builder's business.
    mutating func store(_ view: ViewDescription) {
        let index = count
        classIDs.append(classNames.intern(view.className))
        masks.append(view.autoresizingMask)
        attributeColumn.append(view.attributes)
        var flags = ViewFlags(view)
        var texts = TextProperties(view)
        addresses.append(store(view.address, in: &texts, &flags))
        let scalars = ScalarProperties(view)
        if scalars != .defaults { self.scalars[index] = scalars }
        if texts != .none { self.texts[index] = texts }
        let reading = GeometryReading(view)
        if let geometry = reading.geometry { geometries[index] = geometry }
        if !reading.isFinite { flags.insert(.nonFinite) }
        if !reading.frameAgrees { flags.insert(.frameDisagrees) }
        flagSets.append(flags)
        frames.append(reading.frame)
    }

    private func store(_ address: String?, in texts: inout TextProperties, _ flags: inout ViewFlags) -> UInt64 {
        guard let address else { return 0 }
        guard let number = MemoryAddress.number(address) else {
            texts.writtenAddress = address
            return 0
        }
        flags.insert(.hasAddress)
        if MemoryAddress.text(number) != address { texts.writtenAddress = address }
        return number
    }
}
