import ViewHierarchy

extension QueryReader {
    /// The index of the view whose id is given; nil when the parameter is absent, or noted as a fault.
    mutating func view(_ name: String, in tree: ViewTree) -> Int? {
        guard let id = integer(name) else { return nil }
        let index = tree.index(ofID: id)
        if index == nil { refuse(name, "There is no view \(id) in this dump.") }
        return index
    }

    /// The index of a view that has to be given; 0 stands in for a fault, until `finish()` throws.
    mutating func requiredView(_ name: String, in tree: ViewTree) -> Int {
        guard string(name) != nil else {
            refuse(name, "“\(name)” is missing; it takes the id of a view.")
            return 0
        }
        return view(name, in: tree) ?? 0
    }

    /// The index of a view, or nil for `window`. One of them has to be given.
    mutating func viewOrWindow(_ name: String, in tree: ViewTree) -> Int? {
        guard let text = string(name) else {
            refuse(name, "“\(name)” is missing; it takes the id of a view, or window.")
            return nil
        }
        guard text != "window" else { return nil }
        guard Int(text) != nil else {
            refuse(name, "“\(name)” takes the id of a view, or window, not “\(text.prefix(40))”.")
            return nil
        }
        return view(name, in: tree)
    }
}
