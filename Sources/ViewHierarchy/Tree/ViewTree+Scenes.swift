/// Roots that are scenes of an interface file and stand for different moments, unlike windows, which lie over each other.
extension ViewTree {
    /// The attribute that interface files name their objects by; dumps of running apps have no such names.
    public static let objectIDAttribute = "objectID"
    /// The attribute that says which scene of a compiled storyboard a root is.
    public static let sceneAttribute = "scene"

    /// Whether an interface file names its views by the ids of their objects.
    public var isInterface: Bool { attributeColumn.number(ofName: Self.objectIDAttribute) != nil }

    /// Whether the roots are scenes, of which one is shown at a time: several roots, one of which an interface file names.
    public var hasScenes: Bool {
        guard roots.count > 1 else { return false }
        let numbers = [Self.objectIDAttribute, Self.sceneAttribute].compactMap { attributeColumn.number(ofName: $0) }
        return numbers.contains { number in roots.contains { has(number, at: $0) } }
    }

    /// The index of the scene that is shown first: the one that the app starts with where it is more than a bar, else the
    /// first one of the size of a screen, else the first; nil where the roots are no scenes.
    public var firstScene: Int? {
        guard hasScenes else { return nil }
        let initial = attributeColumn.number(ofName: "initialViewController").flatMap { number in
            roots.first { has(number, at: $0) && isLarge($0) }
        }
        return initial ?? roots.first(where: isLarge) ?? roots.first
    }

    /// The scene that holds a view; the first one for none. Nil where the roots are no scenes.
    public func scene(of index: Int?) -> Int? {
        guard hasScenes else { return nil }
        return index.flatMap { root(of: $0) } ?? firstScene
    }

    private func isLarge(_ root: Int) -> Bool {
        let size = bounds(of: root).size
        return size.width >= 200 && size.height >= 200
    }

    private func has(_ attribute: Int32, at index: Int) -> Bool {
        var isFound = false
        attributeColumn.forEach(of: index) { name, _ in isFound = isFound || name == attribute }
        return isFound
    }
}
