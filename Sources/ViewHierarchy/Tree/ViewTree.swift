public import Diagnostics

/// A view hierarchy stored flat: parallel arrays in depth-first order, so that a view is an index and a subtree a range.
///
/// Class names are interned and rare properties kept in side tables, which makes 100,000 views cheap. Every public
/// function is total: an index outside `0..<count` gives nil, an empty collection or UIKit's default.
public struct ViewTree: Sendable {
    package var classNames = NameTable()
    package var classIDs: [Int32] = []
    package var superviewIndexes: [Int32] = []
    package var subtreeEnds: [Int32] = []
    var depths: [Int32] = []
    var subviewIndexes: [Int32] = []
    var addresses: [UInt64] = []
    /// The frames as read, or as computed where bounds and center were given.
    package var frames: [Rect] = []
    package var flagSets: [ViewFlags] = []
    var masks: [AutoresizingMask] = []
    /// Which properties of each view the dump, or an edit since, said.
    var saidColumn: [PropertySet] = []
    /// The stored geometry of views that more than a frame describes.
    var geometries = SparseColumn<ViewGeometry>()
    package var numbers = SparseColumn<ViewNumbers>()
    package var texts = SparseColumn<ViewTexts>()
    package var attributeColumn = AttributeColumn()
    /// The indexes of the views that say something else than in the dump, or in another font, as assumed of texts: their frames
    /// need not be made for it.
    package internal(set) var reworded: Set<Int> = []
    /// What other reports than the dump said.
    var remarks = SparseColumn<ViewRemarks>()
    var identities = ViewIdentities()
    package var layout = LayoutTable()
    /// The greatest depth; 0 for roots only and for an empty tree.
    public internal(set) var maximumDepth = 0
    /// The indexes of the views without a superview, in order.
    public internal(set) var roots: [Int] = []

    /// Creates a tree without views; `ViewTreeBuilder` fills one.
    public init() {}

    /// The number of views.
    public var count: Int { frames.count }

    /// The indexes of all views, in depth-first order.
    public var indices: Range<Int> { 0..<frames.count }

    /// The id of the view at the index, given when the dump was read and kept through every edit; nil out of range.
    public func id(at index: Int) -> Int? { indices.contains(index) ? identities.id(at: index) : nil }

    /// The index of the view with that id, or nil.
    public func index(ofID id: Int) -> Int? { identities.index(ofID: id, count: count) }
}

extension ViewTree {
    /// The index of the superview; nil for a root and out of range.
    public func superview(of index: Int) -> Int? {
        guard indices.contains(index), superviewIndexes[index] >= 0 else { return nil }
        return Int(superviewIndexes[index])
    }

    /// The indexes of the direct subviews, back to front.
    public func subviews(of index: Int) -> [Int] {
        var subviews: [Int] = []
        forEachSubview(of: index) { subviews.append(Int($0)) }
        return subviews
    }

    /// Hands over the indexes of the direct subviews, back to front; none out of range.
    @inline(__always)
    func forEachSubview(of index: Int, _ body: (Int32) -> Void) {
        guard indices.contains(index) else { return }
        let end = subtreeEnds[index]
        var next = Int32(truncatingIfNeeded: index) + 1
        while next < end {
            body(next)
            next = subtreeEnds[Int(next)]
        }
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
    package func isDescendant(_ index: Int, of ancestor: Int) -> Bool { subtree(of: ancestor).contains(index) }

    /// The root above the view, the view itself for a root; nil out of range.
    public func root(of index: Int) -> Int? {
        guard indices.contains(index) else { return nil }
        // Roots are in ascending order: the last one that is not behind the view holds it.
        let next = roots.firstPlace(past: index)
        return next > 0 ? roots[next - 1] : nil
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

extension ViewTree {
    /// The frame in the superview's bounds space: exactly as read where a frame alone describes the view.
    public func frame(of index: Int) -> Rect { indices.contains(index) ? frames[index] : .zero }

    /// The view's own coordinate space; its origin is not zero in a scrolled scroll view.
    public func bounds(of index: Int) -> Rect {
        guard indices.contains(index) else { return .zero }
        return geometries[index]?.bounds ?? Rect(origin: .zero, size: frames[index].size)
    }

    /// The same for an index that is in range, as loops over all views want it.
    @inline(__always)
    func plainBounds(of index: Int) -> Rect {
        geometries.has(index) ? bounds(of: index) : Rect(origin: .zero, size: frames[index].size)
    }

    /// Where the anchor point lies in the superview's bounds space.
    public func center(of index: Int) -> Point { geometry(of: index).center }

    /// The affine transform about the anchor point.
    public func transform(of index: Int) -> Transform { geometries[index]?.transform ?? .identity }

    /// The layer's anchor point in unit coordinates.
    public func anchorPoint(of index: Int) -> Point { geometries[index]?.anchorPoint ?? ViewGeometry.middle }

    /// The stored geometry from which UIKit computes the frame; that of an empty frame out of range.
    public func geometry(of index: Int) -> ViewGeometry {
        geometries[index] ?? ViewGeometry(frame: frame(of: index))
    }

    /// From the view's bounds space to its superview's, whatever the view's place in the tree.
    package func toSuperview(of index: Int) -> Transform {
        guard let geometry = geometries[index] else { return Transform(translation: frames[index].origin) }
        // The frame is what was read; going through the center would lose its last digits.
        guard !geometry.transform.isIdentity else {
            return Transform(translation: frames[index].origin - geometry.bounds.origin)
        }
        return geometry.toSuperview
    }

    /// From the superview's bounds space to the view's own.
    func fromSuperview(of index: Int) -> Transform {
        guard let geometry = geometries[index], !geometry.transform.isIdentity else {
            // A translation is undone without the divisions that inverting takes: a hit test asks every sibling.
            return Transform(translation: .zero - toSuperview(of: index).translation)
        }
        return geometry.fromSuperview
    }

    /// `setFrame:`: resizes the bounds through the transform and moves the center.
    mutating func setFrame(_ frame: Rect, at index: Int) {
        guard var geometry = geometries[index] else {
            frames[index] = frame
            return
        }
        geometry.setFrame(frame)
        geometries[index] = geometry
        frames[index] = geometry.transform.isIdentity ? frame : geometry.frame
    }
}

extension ViewTree {
    /// The class name, verbatim; empty out of range.
    public func className(of index: Int) -> String {
        indices.contains(index) ? classNames[classIDs[index]] : ""
    }

    /// What people call the screen of a root: the class of its controller, else the view's name.
    public func screenName(of root: Int) -> String { controller(of: root) ?? name(of: root) }

    /// The class, and the text that tells the view from others of its class: `UIButton “Lap”`.
    public func name(of index: Int) -> String {
        let className = classTitle(of: index).shown
        guard let text = text(of: index) ?? identifier(of: index), !text.isEmpty else { return className }
        return "\(className) “\(text.prefix(40))”"
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
    public func alpha(of index: Int) -> Double { numbers(of: index).alpha }

    /// Whether the view's own opacity leaves nothing of it; false out of range.
    @inline(__always)
    func isTransparent(_ index: Int) -> Bool { numbers.has(index) && alpha(of: index) <= 0 }

    /// `tag`.
    public func tag(of index: Int) -> Int { numbers(of: index).tag }
    /// How content fits the bounds.
    public func contentMode(of index: Int) -> ContentMode { numbers(of: index).contentMode }
    /// A scroll view's `contentOffset`, when the dump gave one.
    public func contentOffset(of index: Int) -> Point? { numbers(of: index).contentOffset }
    /// A scroll view's `contentSize`, when the dump gave one.
    public func contentSize(of index: Int) -> Size? { numbers(of: index).contentSize }
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

    func numbers(of index: Int) -> ViewNumbers { numbers[index] ?? .usual }
    package func texts(of index: Int) -> ViewTexts { texts[index] ?? .none }

    /// Everything else that the dump said, verbatim, in the dump's order.
    public func attributes(of index: Int) -> [ViewDescription.Attribute] { attributeColumn[index] }

    /// The first attribute of that name, verbatim; nil where a view has none.
    public func attribute(_ name: String, of index: Int) -> String? {
        guard let number = attributeColumn.number(ofName: name) else { return nil }
        var found: String?
        attributeColumn.forEach(of: index) { other, value in
            if other == number, found == nil { found = String(decoding: value, as: UTF8.self) }
        }
        return found
    }

    /// The names of all attributes that any view ever had, each once.
    public var attributeNames: [String] { attributeColumn.names }

    /// Everything about one view, bounds and center filled in; nil out of range.
    public func description(of index: Int) -> ViewDescription? {
        guard indices.contains(index) else { return nil }
        var view = ViewDescription(className: className(of: index), frame: frames[index])
        view.address = address(of: index)
        let geometry = geometry(of: index)
        view.bounds = geometry.bounds
        view.center = geometry.center
        view.transform = geometry.transform
        view.anchorPoint = geometry.anchorPoint
        view.autoresizingMask = masks[index]
        view.flags = flagSets[index].subtracting(.ofTree)
        view.numbers = numbers(of: index)
        view.texts = texts(of: index)
        view.texts.writtenAddress = nil
        view.said = saidColumn[index]
        view.attributes = attributeColumn[index]
        return view
    }
}

extension ViewTree {
    /// What is wrong with the numbers of one view: `geometry.nonFinite` and `geometry.frameMismatch`, both warnings; then
    /// what other reports say about it.
    public func diagnostics(of index: Int) -> [Diagnostic] {
        guard indices.contains(index) else { return [] }
        var findings: [Diagnostic] = []
        let fields = nonFiniteFields(of: index)
        if !fields.isEmpty {
            var message = "\(classTitle(of: index).shown): \(fields.joined(separator: ", ")) is not a finite number."
            if flagSets[index].contains(.nonFinite) {
                message += " The view and its subviews have no place in the window."
            }
            findings.append(Diagnostic(.warning, "geometry.nonFinite", message, view: id(at: index)))
        }
        if flagSets[index].contains(.frameDisagrees) {
            let message =
                "\(classTitle(of: index).shown): the dump's frame is not what its bounds, center and transform give. "
                + "The frame shown is computed from them."
            findings.append(Diagnostic(.warning, "geometry.frameMismatch", message, view: id(at: index)))
        }
        return findings + (remarks[index]?.findings(of: id(at: index)) ?? [])
    }

    /// The findings of all views in tree order, at most `limit` of them.
    public func diagnostics(limit: Int) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for index in indices {
            guard findings.count < limit else { break }
            guard
                flagSets[index].contains(.nonFinite) || flagSets[index].contains(.frameDisagrees)
                    || numbers[index] != nil || remarks[index] != nil
            else { continue }
            findings += diagnostics(of: index).prefix(limit - findings.count)
        }
        return findings
    }

    /// The names of the properties that are not finite. Those of the place are known to be finite without a look.
    private func nonFiniteFields(of index: Int) -> [String] {
        let isPlaced = !flagSets[index].contains(.nonFinite)
        guard !isPlaced || numbers[index] != nil else { return [] }
        return ViewProperty.all.filter { $0.value(of: index, in: self)?.isFinite == false }.map(\.name)
    }
}

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
