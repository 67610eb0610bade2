/// The structural changes that all edits are made of. Each takes every column along.
extension ViewTree {
    /// What the columns hold about a view.
    func stored(at index: Int) -> StoredView {
        StoredView(
            id: Int32(truncatingIfNeeded: identities.id(at: index)),
            depth: depths[index],
            classID: classIDs[index],
            address: addresses[index],
            frame: frames[index],
            flags: flagSets[index],
            mask: masks[index],
            said: saidColumn[index],
            geometry: geometries[index],
            numbers: numbers[index],
            texts: texts[index],
            attributes: attributeColumn.runs[index],
            remarks: remarks[index]
        )
    }

    /// Puts a subtree in front of the view at `destination`, its top view at a new depth.
    mutating func move(_ range: Range<Int>, to destination: Int, depth: Int32) {
        identities.store(count: count)
        let deeper = depth - depths[range.lowerBound]
        if deeper != 0 { for index in range { depths[index] += deeper } }
        moveColumns(range, to: destination)
        relink()
    }

    /// The views that lie at most so deep, the roots being 0 deep, with the ids that they have.
    public func cut(below depth: Int) -> ViewTree {
        guard depth < maximumDepth else { return self }
        var tree = self
        tree.identities.store(count: count)
        tree.truncate(to: 0)
        tree.insert(indices.filter { depths[$0] <= depth }.map { stored(at: $0) }, at: 0)
        return tree
    }

    /// Takes a subtree out and returns what it was.
    mutating func remove(_ range: Range<Int>) -> [StoredView] {
        identities.store(count: count)
        let views = range.map { stored(at: $0) }
        let rest = count - range.count
        moveColumns(range, to: count)
        truncate(to: rest)
        relink()
        return views
    }

    /// Puts views that were taken out in front of the view at `destination`.
    mutating func insert(_ views: [StoredView], at destination: Int) {
        identities.store(count: count)
        let start = count
        var ids = identities.ids
        for view in views {
            let index = count
            ids.append(view.id)
            depths.append(view.depth)
            classIDs.append(view.classID)
            addresses.append(view.address)
            flagSets.append(view.flags)
            masks.append(view.mask)
            saidColumn.append(view.said)
            attributeColumn.runs.append(view.attributes)
            frames.append(view.frame)
            if let geometry = view.geometry { geometries[index] = geometry }
            if let numbers = view.numbers { self.numbers[index] = numbers }
            if let texts = view.texts { self.texts[index] = texts }
            if let remarks = view.remarks { self.remarks[index] = remarks }
        }
        identities.replace(ids, next: identities.next)
        moveColumns(start..<count, to: destination)
        relink()
    }

    /// Adds new views, with new ids, in front of the view at `destination`.
    /// - Parameter depth: that of the first view; the others count from it.
    mutating func insert(_ views: [NewView], at destination: Int, depth: Int32) {
        identities.store(count: count)
        let start = count
        var ids = identities.ids
        var next = identities.next
        for view in views {
            ids.append(next)
            next += 1
            depths.append(depth + Int32(truncatingIfNeeded: max(view.depth, 0)))
            store(view.description)
        }
        identities.replace(ids, next: next)
        moveColumns(start..<count, to: destination)
        relink()
    }

    /// Gives back the numbers from `next` on, which no view has any more.
    mutating func forgetIDs(from next: Int) {
        identities.replace(identities.ids, next: Int32(truncatingIfNeeded: next))
    }

    private mutating func moveColumns(_ range: Range<Int>, to destination: Int) {
        depths.move(range, to: destination)
        classIDs.move(range, to: destination)
        addresses.move(range, to: destination)
        frames.move(range, to: destination)
        flagSets.move(range, to: destination)
        masks.move(range, to: destination)
        saidColumn.move(range, to: destination)
        attributeColumn.runs.move(range, to: destination)
        geometries.move(range, to: destination, count: count)
        numbers.move(range, to: destination, count: count)
        texts.move(range, to: destination, count: count)
        remarks.move(range, to: destination, count: count)
        var ids = identities.ids
        ids.move(range, to: destination)
        identities.replace(ids, next: identities.next)
    }

    private mutating func truncate(to rest: Int) {
        let removed = count - rest
        depths.removeLast(removed)
        classIDs.removeLast(removed)
        addresses.removeLast(removed)
        frames.removeLast(removed)
        flagSets.removeLast(removed)
        masks.removeLast(removed)
        saidColumn.removeLast(removed)
        attributeColumn.runs.removeLast(removed)
        geometries.removeLast(from: rest)
        numbers.removeLast(from: rest)
        texts.removeLast(from: rest)
        remarks.removeLast(from: rest)
        identities.replace(Array(identities.ids.dropLast(removed)), next: identities.next)
    }

    /// Works out the links between views anew from their depths.
    private mutating func relink() {
        let depths = depths
        self.depths.removeAll(keepingCapacity: true)
        superviewIndexes.removeAll(keepingCapacity: true)
        subtreeEnds.removeAll(keepingCapacity: true)
        subviewIndexes.removeAll(keepingCapacity: true)
        roots.removeAll(keepingCapacity: true)
        maximumDepth = 0
        var linker = TreeLinker()
        for depth in depths { linker.append(depth: Int(depth), to: &self) }
        linker.finish(&self)
    }
}
