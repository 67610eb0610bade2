import Diagnostics

/// Visits the objects of an archive that hold each other under a key, depth first and each once, with a stack of its own.
///
/// Objects may share the list of those in them: what is left of a list is looked at where it lies, so that the stack grows
/// with the depth alone.
struct ArchiveWalk {
    /// The key of the list of those in an object.
    let key: ArchiveKey
    /// How often an object may come again. An archive with more is no tree.
    let maximumRepeats: Int

    /// Visits the roots and what is in them.
    ///
    /// - Parameters:
    ///   - visit: Gets an object and its depth (roots have 0), and says whether to go on with those in it.
    ///   - isRepeated: Gets an object that has been visited.
    /// - Throws: What they throw, and when objects come again too often.
    func visit(
        _ roots: [ArchivedNode],
        _ visit: (ArchivedNode, Int) throws(DumpError) -> Bool,
        isRepeated: (ArchivedNode) -> Void
    ) throws(DumpError) {
        var seen: Set<Int> = []
        var repeats = 0
        for root in roots {
            var path: [ArchivedNode.Elements] = []
            var next: ArchivedNode? = root
            while let node = next {
                if let place = node.place, !seen.insert(place).inserted {
                    repeats &+= 1
                    guard repeats <= maximumRepeats else {
                        throw .limit("maximumViews", "More than \(maximumRepeats) objects of the archive come again.")
                    }
                    isRepeated(node)
                } else if try visit(node, path.count), let inner = node[key] {
                    path.append(inner.lazyElements)
                }
                next = nil
                while next == nil, let last = path.indices.last {
                    next = path[last].next()
                    if next == nil { path.removeLast() }
                }
            }
        }
    }
}
