extension ViewTree {
    /// The index of the superview; nil for a root and out of range.
    public func superview(of index: Int) -> Int? {
        guard indices.contains(index), superviewIndexes[index] >= 0 else { return nil }
        return Int(superviewIndexes[index])
    }

    /// The indexes of the direct subviews, back to front.
    public func subviews(of index: Int) -> [Int] {
        guard indices.contains(index) else { return [] }
        let end = Int(subtreeEnds[index])
        var subviews: [Int] = []
        var next = index + 1
        while next < end {
            subviews.append(next)
            next = Int(subtreeEnds[next])
        }
        return subviews
    }

    /// The view and everything below it, as a range of indexes; empty out of range.
    public func subtree(of index: Int) -> Range<Int> {
        indices.contains(index) ? index..<Int(subtreeEnds[index]) : 0..<0
    }

    /// The number of superviews; 0 for a root and out of range.
    public func depth(of index: Int) -> Int { indices.contains(index) ? Int(depths[index]) : 0 }

    /// The place among the superview's subviews, or among the roots, counted from 0; nil out of range.
    public func subviewIndex(of index: Int) -> Int? {
        indices.contains(index) ? Int(subviewIndexes[index]) : nil
    }

    /// The superviews from the nearest to the root.
    public func superviews(of index: Int) -> [Int] {
        var chain: [Int] = []
        var next = superview(of: index)
        while let view = next {
            chain.append(view)
            next = superview(of: view)
        }
        return chain
    }

    /// Whether the view is the ancestor or lies below it (`isDescendantOfView:` says yes for the view itself).
    public func isDescendant(_ index: Int, of ancestor: Int) -> Bool { subtree(of: ancestor).contains(index) }

    /// The root above the view, the view itself for a root; nil out of range.
    public func root(of index: Int) -> Int? {
        guard indices.contains(index) else { return nil }
        var low = 0
        var high = roots.count
        // Roots are in ascending order: the last one that is not behind the view holds it.
        while low < high {
            let middle = (low + high) / 2
            if roots[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? roots[low - 1] : nil
    }

    /// The path of subview indexes from the root, `0/1/3`, whose first number counts the roots.
    ///
    /// - Parameter maximumDepth: A path grows with the depth, so lists of views of a very deep tree set a limit.
    /// - Returns: nil out of range and for views below the limit.
    public func key(of index: Int, maximumDepth: Int = .max) -> String? {
        guard indices.contains(index), depth(of: index) <= maximumDepth else { return nil }
        var path = [subviewIndexes[index]]
        var next = superviewIndexes[index]
        while next >= 0 {
            path.append(subviewIndexes[Int(next)])
            next = superviewIndexes[Int(next)]
        }
        return path.reversed().lazy.map(String.init).joined(separator: "/")
    }
}
