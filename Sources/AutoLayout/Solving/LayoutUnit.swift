import ViewHierarchy

/// A root with its views, made ready for a layout: what each view is, who places it, and where the file has it.
///
/// Views are called by their places in the unit: 0 is the root, and a superview comes before its subviews. It is a class as
/// all parts of a layout hold it; nothing of it changes.
final class LayoutUnit: Sendable {
    /// After so many views the rest of a unit stays where it is.
    static let maximumViews = 10_000

    /// Who places a view.
    enum Placement: Sendable, Hashable {
        /// It is the root: whoever asks for a layout.
        case root
        /// Constraints.
        case constraints
        /// The stack view that it is in, by constraints of its own.
        case stack
        /// Its autoresizing mask.
        case mask
        /// The list that it is in: as wide as that, as high as it was.
        case row
        /// It keeps its frame in its superview.
        case fixed
        /// UIKit, in a way that the file does not say; it stays where the file has it.
        case unknown
        /// It is not in the hierarchy in these size classes, or nowhere.
        case absent
    }

    let tree: ViewTree
    let canvas: LayoutCanvas
    let target: LayoutTarget
    private let reading: UnitReading
    /// Where iOS itself places views of a running app on another screen, such as bars, in their superviews.
    private let systemFrames: [Int: Rect]

    /// The indexes of the views in the tree.
    var views: Range<Int> { reading.views }
    /// How many views of the root were left out for their number.
    var leftOut: Int { reading.leftOut }
    /// The places of the superviews; the root's is its own.
    var superviews: [Int] { reading.superviews }
    var roles: [LayoutRole] { reading.roles }
    var placements: [Placement] { reading.placements }
    /// Where the file has the views, in the root's space.
    var stored: [Rect] { reading.stored }
    /// Where the file has the views, in their superviews' spaces; not where layouts after edits of constraints put them.
    var storedFrames: [Rect] { reading.storedFrames }
    /// How large the superviews were when the views had those frames.
    var sizesAround: [Size] { reading.sizesAround }
    /// The places in the tree's list of the constraints that its views hold, in order.
    var constraints: [Int] { reading.constraints }
    var sizeClasses: SizeClasses { reading.sizeClasses }
    /// What a running app measured.
    var measurements: LayoutMeasurements { reading.measurements }

    init(_ tree: ViewTree, root: Int, target: LayoutTarget) {
        self.tree = tree
        self.target = target
        canvas = tree.layoutCanvas ?? LayoutCanvas()
        reading = UnitReading(tree, root, target.sizeClasses ?? canvas.sizeClasses)
        systemFrames = Self.systemFrames(tree, root, target)
    }

    private static func systemFrames(_ tree: ViewTree, _ root: Int, _ target: LayoutTarget) -> [Int: Rect] {
        guard tree.layoutCanvas == nil, let screen = target.screen else { return [:] }
        return tree.systemFrames(below: root, on: screen)
    }

    /// Where iOS itself places a view that no constraint does; nil where its mask does.
    func systemFrame(_ place: Int) -> Rect? { systemFrames[index(place)] }

    private init(_ other: LayoutUnit, target: LayoutTarget) {
        (tree, canvas, reading) = (other.tree, other.canvas, other.reading)
        self.target = target
        systemFrames = Self.systemFrames(tree, other.views.lowerBound, target)
    }

    /// The same views for another target; nil where other views or constraints may be in force there, or they ask for
    /// something else.
    func aimed(at other: LayoutTarget) -> LayoutUnit? {
        guard target.sizeClasses == other.sizeClasses, target.isCanvas == other.isCanvas,
            target.assumptions == other.assumptions
        else { return nil }
        return LayoutUnit(self, target: other)
    }

    /// The number of views.
    var count: Int { views.count }
    /// The size that the root takes.
    var rootSize: Size { target.size ?? (stored.first?.size ?? .zero) }

    /// The place of the view with an id; nil for one that is not in the unit.
    func place(ofID id: Int) -> Int? {
        guard let index = tree.index(ofID: id), views.contains(index) else { return nil }
        return index - views.lowerBound
    }

    /// The index in the tree of the view at a place.
    func index(_ place: Int) -> Int { views.lowerBound + place }

    /// What is said of the layout of the view at a place.
    func traits(_ place: Int) -> LayoutTraits? { tree.layoutTraits(of: index(place)) }

    /// Whether a view takes part.
    func isPresent(_ place: Int) -> Bool { placements[place] != .absent }

    /// Whether a view is hidden inside a stack, which then leaves it out.
    func isCollapsed(_ place: Int) -> Bool { placements[place] == .stack && tree.flags(of: index(place)).isHidden }

    /// Whether the view at a place lies below another one.
    func isBelow(_ place: Int, _ other: Int) -> Bool {
        place != other && tree.subtree(of: index(other)).contains(index(place))
    }

    /// The places of the subviews that take part, in order.
    func subviews(_ place: Int) -> [Int] {
        tree.subviews(of: index(place)).filter { views.contains($0) }.map { $0 - views.lowerBound }
            .filter { isPresent($0) }
    }

    /// Whether the view's content moves inside it.
    func scrolls(_ place: Int) -> Bool {
        switch roles[place] {
        case .scroll, .table, .collection, .textView: true
        default: false
        }
    }
}

/// The views of a unit as they are read from the tree, for size classes.
private struct UnitReading: Sendable {
    private let tree: ViewTree
    let views: Range<Int>
    let leftOut: Int
    let sizeClasses: SizeClasses
    let measurements: LayoutMeasurements
    private(set) var constraints: [Int] = []
    private(set) var superviews: [Int] = []
    private(set) var roles: [LayoutRole] = []
    private(set) var placements: [LayoutUnit.Placement] = []
    private(set) var stored: [Rect] = []
    private(set) var storedFrames: [Rect] = []
    private(set) var sizesAround: [Size] = []

    init(_ tree: ViewTree, _ root: Int, _ sizeClasses: SizeClasses) {
        (self.tree, self.sizeClasses) = (tree, sizeClasses)
        let all = tree.subtree(of: root)
        views = all.prefix(LayoutUnit.maximumViews)
        leftOut = all.count - views.count
        measurements = LayoutMeasurements(tree, views)
        for index in views { add(index) }
        constraints.sort()
    }

    private mutating func add(_ index: Int) {
        let place = index - views.lowerBound
        let superview = place == 0 ? 0 : (tree.superview(of: index) ?? views.lowerBound) - views.lowerBound
        superviews.append(superview)
        roles.append(tree.layoutRole(of: index))
        let original = tree.id(at: index).flatMap { tree.layout.originals.frames[$0] }
        let frame = original ?? tree.frame(of: index)
        storedFrames.append(frame)
        let around = original == nil ? tree.frame(of: views.lowerBound + superview).size : storedFrames[superview].size
        sizesAround.append(around)
        let origin = place == 0 ? Point.zero : stored[superview].origin
        stored.append(Rect(origin: place == 0 ? .zero : frame.origin + origin, size: frame.size))
        placements.append(place == 0 ? .root : placement(of: place, in: superview))
        guard let id = tree.id(at: index) else { return }
        constraints += tree.layout.places(of: id).map(Int.init).filter { tree.layout.constraints[$0].owner == id }
    }

    private func placement(of place: Int, in superview: Int) -> LayoutUnit.Placement {
        let index = views.lowerBound + place
        guard placements[superview] != .absent, isInstalled(index), storedFrames[place].isFinite,
            storedFrames[place].isReasonable
        else { return .absent }
        let traits = tree.layoutTraits(of: index)
        let key = tree.attribute("key", of: index)
        let translates = traits?.translatesMask
        switch roles[superview] {
        case .stack where translates != true:
            return tree.layoutTraits(of: views.lowerBound + superview)?.stack == nil ? .unknown : .stack
        case .tableCell where roles[place] == .cellContent || key == "contentView": return .fixed
        case .collectionCell where key == "contentView": return .fixed
        case .headerFooter where key == "contentView": return .fixed
        default: break
        }
        switch roles[place] {
        case .tableCell, .headerFooter: return .row
        case .collectionCell: return .fixed
        default: break
        }
        if roles[superview] == .table, key == "tableHeaderView" || key == "tableFooterView" { return .row }
        if isPartOfBuiltInCell(place, in: superview) { return .unknown }
        if translates == true { return .mask }
        return tree.isPlacedByConstraints(index) == true ? .constraints : .mask
    }

    /// UIKit places the labels and the picture of the cells that it has styles for.
    private func isPartOfBuiltInCell(_ place: Int, in superview: Int) -> Bool {
        let key = tree.attribute("key", of: views.lowerBound + place) ?? ""
        guard ["textLabel", "detailTextLabel", "imageView"].contains(key) else { return false }
        let cell = superviews[superview]
        return roles[superview] == .tableCell || roles[cell] == .tableCell
    }

    /// Whether a view is in the hierarchy in the size classes of the target.
    private func isInstalled(_ index: Int) -> Bool {
        let variations = tree.layoutTraits(of: index)?.variations ?? []
        var isThere = true
        for variation in variations where sizeClasses.matches(variation.traits) {
            isThere = variation.isIncluded ?? isThere
        }
        return isThere
    }
}

extension Rect {
    /// Whether the numbers are of a size that a layout can be reckoned with.
    var isReasonable: Bool {
        [origin.x, origin.y, size.width, size.height].allSatisfy { $0.magnitude <= LayoutExpression.largest }
    }
}
