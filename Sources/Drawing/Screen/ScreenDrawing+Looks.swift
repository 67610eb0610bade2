package import ViewHierarchy

/// What the painters of the roles ask.
extension ScreenDrawing {
    /// The text of an attribute; nil where the dump has none, and for what stands for nothing.
    package func text(_ attribute: LookAttribute, of index: Int) -> String? {
        guard let wanted = numbers[attribute] else { return nil }
        var found: String?
        tree.attributeColumn.forEach(of: index) { name, value in
            guard name == wanted, found == nil else { return }
            found = String(decoding: value.prefix(2_000), as: UTF8.self)
        }
        guard let found, !["", "nil", "(null)", "null", "(nil)", "<null>"].contains(found) else { return nil }
        return found
    }

    /// Every value of an attribute that may come more than once.
    func texts(_ attribute: LookAttribute, of index: Int, most: Int) -> [String] {
        guard let wanted = numbers[attribute] else { return [] }
        var found: [String] = []
        tree.attributeColumn.forEach(of: index) { name, value in
            guard name == wanted, found.count < most else { return }
            found.append(String(decoding: value.prefix(200), as: UTF8.self))
        }
        return found
    }

    /// The first of several attributes that mean the same.
    func text(_ attributes: LookAttribute..., of index: Int) -> String? {
        for attribute in attributes { if let text = text(attribute, of: index) { return text } }
        return nil
    }

    package func number(_ attributes: LookAttribute..., of index: Int) -> Double? {
        for attribute in attributes {
            if let number = text(attribute, of: index).flatMap({ Double($0) }), number.isFinite { return number }
        }
        return nil
    }

    /// Yes or no, as dumps of several sorts write it.
    package func flag(_ attributes: LookAttribute..., of index: Int) -> Bool? {
        for attribute in attributes {
            switch text(attribute, of: index)?.lowercased() {
            case "yes", "true", "1": return true
            case "no", "false", "0": return false
            default: continue
            }
        }
        return nil
    }

    /// The colour of an attribute, the inherited tint where it says so.
    package func color(_ attributes: LookAttribute..., of index: Int) -> DynamicColor? {
        for attribute in attributes {
            guard let text = text(attribute, of: index) else { continue }
            switch ColorText(text, modern: isModern) {
            case .color(let color): return color
            case .tint: return tint(of: index)
            case .unknown: continue
            }
        }
        return nil
    }

    /// The view's own tint or the nearest superview's, else the system's blue.
    func tint(of index: Int) -> DynamicColor {
        tintColors[tints.indices.contains(index) ? Int(tints[index]) : 0]
    }

    /// Whether the tint is one that the dump names.
    func isTintKnown(of index: Int) -> Bool { tints.indices.contains(index) && tints[index] > 0 }

    /// The nearest superview with one of some roles, at most so many levels up.
    func superview(of index: Int, within levels: Int = 4, _ isWanted: (ViewRole) -> Bool) -> Int? {
        var next = tree.superview(of: index)
        for _ in 0..<levels {
            guard let view = next else { return nil }
            if isWanted(roles[view]) { return view }
            next = tree.superview(of: view)
        }
        return nil
    }

    /// Whether one of the nearest superviews is of such a class.
    func isInside(_ index: Int, _ prefixes: String..., within levels: Int = 4) -> Bool {
        var next = tree.superview(of: index)
        for _ in 0..<levels {
            guard let view = next else { return false }
            let name = tree.className(of: view)
            if prefixes.contains(where: name.hasPrefix) { return true }
            next = tree.superview(of: view)
        }
        return false
    }

    /// The first views of a subtree, the view itself left out: enough to know what a control is made of.
    func parts(of index: Int, most: Int = 64) -> Range<Int> {
        let subtree = tree.subtree(of: index)
        guard subtree.count > 1 else { return index..<index }
        return (index + 1)..<min(subtree.upperBound, index + 1 + most)
    }

    /// The first subviews of a view, back to front: a list may have more of them than anybody may look at once for each.
    func subviews(of index: Int, most: Int) -> [Int] {
        let subtree = tree.subtree(of: index)
        var subviews: [Int] = []
        var next = subtree.lowerBound + 1
        while next < subtree.upperBound, subviews.count < most {
            subviews.append(next)
            next = Int(tree.subtreeEnds[next])
        }
        return subviews
    }

    /// The text of a view; what an accessibility element is called stands for it.
    package func ownText(of index: Int) -> String? {
        if let text = tree.text(of: index) { return text }
        guard isElement(index) else { return nil }
        return tree.label(of: index) ?? (roles[index] == .label ? tree.value(of: index) : nil)
    }

    /// Whether the view is there for the eye, itself.
    func isShown(_ index: Int) -> Bool {
        !isUnseen(index) && !tree.flags(of: index).contains(.hidden) && tree.alpha(of: index) > 0
    }
}
