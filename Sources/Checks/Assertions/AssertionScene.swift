import AutoLayout
import Diagnostics
import Drawing
import Locators
import ViewHierarchy

/// A dump as it lies on one device, with what rules ask of it. What takes time is worked out when it is first needed.
final class AssertionScene {
    let device: RuleDevice
    let tree: ViewTree
    let geometry: WindowGeometry
    /// The elements that test tools see.
    let elements: ElementTree
    /// The views after their classes, for XPath.
    private var classes: ElementTree?
    private let dump: Dump
    /// How well layout knows each view; nil where it knows all, and for the dump as it is.
    private let doubts: [LayoutCertainty]?
    /// Those of the doubtful views that can be seen, in tree order.
    private let seenDoubts: [Int]
    /// The windows that were not laid out.
    private let leftOut: Set<Int>
    /// What bars and housings take from the window; nil where the device is not known.
    let safeArea: EdgeInsets?
    private var found: [Locator: [Int]] = [:]
    private(set) var visibleArea: VisibleArea?
    private(set) var touchableArea: TouchableArea?

    init(_ dump: Dump, on device: RuleDevice) {
        self.device = device
        self.dump = dump
        let before = dump.tree
        let main = before.firstScene ?? before.roots.first
        let size = main.map { before.bounds(of: $0).size } ?? .zero
        guard let situation = device.situation else {
            tree = before
            doubts = nil
            seenDoubts = []
            leftOut = []
            safeArea = Situation().surroundings(of: size).safeArea
            geometry = WindowGeometry(tree)
            elements = ElementTree(dump, geometry: geometry)
            return
        }
        let surroundings = situation.surroundings(of: size)
        safeArea = surroundings.safeArea
        var after = before
        var certainties = Array(repeating: LayoutCertainty.masks, count: before.count)
        var leftOut: Set<Int> = []
        for (number, root) in before.roots.enumerated() {
            let range = before.subtree(of: root)
            // A window of another size is not the screen's: what becomes of it no layout tells.
            guard before.bounds(of: root).size == size, number < Self.maximumWindows else {
                guard surroundings.size != size else { continue }
                leftOut.insert(root)
                for index in range { certainties[index] = .none }
                continue
            }
            let result = after.rearranged(root, in: surroundings)
            for index in range { certainties[index] = result.certainty(of: index) }
            after = result.tree
        }
        tree = after
        self.leftOut = leftOut
        doubts = certainties.allSatisfy(\.isKnown) ? nil : certainties
        let geometry = WindowGeometry(after)
        seenDoubts = certainties.indices.filter { !certainties[$0].isKnown && geometry.isVisible($0) }
        self.geometry = geometry
        elements = ElementTree(dump, tree: after, geometry: geometry)
    }

    /// So many windows are laid out.
    private static let maximumWindows = 32

    // MARK: Views

    /// The views that a locator finds, in tree order.
    func views(_ locator: Locator, budget: WorkBudget) throws(LocatorError) -> [Int] {
        if let known = found[locator] { return known }
        let views = try locator.views(in: elements(for: locator), budget: budget)
        found[locator] = views
        return views
    }

    /// What is worth knowing of a locator that finds nothing.
    func notes(onNothingFoundBy locator: Locator, budget: WorkBudget) -> [LocatorNote] {
        locator.notes(in: elements(for: locator), finding: 0, budget: budget)
    }

    private func elements(for locator: Locator) -> ElementTree {
        guard locator.shape(of: tree) == .classes else { return elements }
        let classes = classes ?? ElementTree(dump, shape: .classes, tree: tree, geometry: geometry)
        self.classes = classes
        return classes
    }

    /// Where a view lies in its window; nil for one at no finite place.
    func windowFrame(of index: Int) -> Rect? {
        guard let frame = geometry.windowFrame(of: index), frame.isFinite else { return nil }
        return frame
    }

    // MARK: Doubt

    /// Whether layout leaves a view's own frame in doubt.
    func isDoubtful(_ index: Int) -> Bool { !certainty(of: index).isKnown }

    private func certainty(of index: Int) -> LayoutCertainty {
        guard let doubts, doubts.indices.contains(index) else { return .masks }
        return doubts[index]
    }

    /// The first doubtful view from a view out to its window, or to a superview that is left out.
    func doubt(from index: Int, to end: Int? = nil) -> Int? {
        guard doubts != nil else { return nil }
        var next: Int? = index
        while let view = next, view != end {
            if isDoubtful(view) { return view }
            next = tree.superview(of: view)
        }
        return nil
    }

    /// The first doubtful view on the way between two: where they lie from each other depends on those.
    func doubt(between index: Int, and other: Int) -> Int? {
        guard doubts != nil else { return nil }
        if isDoubtful(other) { return other }
        let own = [index] + tree.superviews(of: index)
        let around = Set([other] + tree.superviews(of: other))
        let common = own.first(where: around.contains)
        return doubt(from: index, to: common) ?? (other == common ? nil : doubt(from: other, to: common))
    }

    /// A doubtful view that may lie in front of a view, or around it.
    ///
    /// - Parameter start: From where on views count as lying in front.
    func doubt(about index: Int, from start: Int) -> Int? {
        if let around = doubt(from: index) { return around }
        let place = seenDoubts.firstPlace(notBelow: start)
        return place < seenDoubts.count ? seenDoubts[place] : nil
    }

    /// Says that something is not known.
    func words(ofDoubt index: Int) -> String {
        if let root = tree.root(of: index), leftOut.contains(root) {
            return "cannot be known: its window has not the screen's size, so its size on \(device.name) is a guess"
        }
        let name = tree.name(of: index)
        switch certainty(of: index) {
        case .dependsOnText:
            return "cannot be known: on \(device.name) the place of \(name) depends on the size of contents"
        case .undetermined:
            return "cannot be known: on \(device.name) constraints do not decide where \(name) is"
        case .masks, .certain, .partial, .none:
            return "cannot be known: constraints, not masks, place \(name), so its place on \(device.name) is a guess"
        }
    }

    // MARK: What is seen and touched

    func visibleFraction(of index: Int) -> (fraction: Double, isExact: Bool) {
        let area = visibleArea ?? VisibleArea(tree)
        visibleArea = area
        return (area.fraction(of: index) ?? 0, area.isExact(index))
    }

    func touchableFraction(of index: Int) -> (fraction: Double, isExact: Bool) {
        let area = touchableArea ?? TouchableArea(tree)
        touchableArea = area
        return (area.fraction(of: index) ?? 0, area.isExact(index))
    }
}
