public import Diagnostics

extension LayoutResult {
    /// The views with a text, or with nothing in them, that were free of the system's own parts on the screen they come from,
    /// and wholly lie under one on the other: `layout.unsafeArea`. Of views of which a place is not known nothing is told.
    ///
    /// - Parameters:
    ///   - before: The tree that was laid out.
    ///   - root: The index of the root that was.
    public func unsafeViews(from before: ViewTree, of root: Int, in surroundings: Surroundings) -> [Diagnostic] {
        let own = Situation().surroundings(of: before.bounds(of: root).size)
        guard before.count == tree.count, tree.superview(of: root) == nil, let new = SystemScreen(surroundings),
            let old = SystemScreen(own)
        else { return [] }
        let (was, now) = (WindowGeometry(before), windowGeometry)
        var found: [Diagnostic] = []
        var next = root + 1
        while next < tree.subtree(of: root).upperBound, found.count < LayoutComparison.usualMaximum {
            let index = next
            let scrolls = tree.contentOffset(of: index) != nil || tree.family(of: index)?.scrolls ?? false
            next = scrolls || SystemBar(index, in: tree) != nil ? tree.subtree(of: index).upperBound : index + 1
            guard next == index + 1, now.isVisible(index), certainty(of: index).isKnown,
                tree.subtree(of: index).count == 1 || !(tree.text(of: index) ?? "").isEmpty,
                let from = was.windowFrame(of: index), let frame = now.windowFrame(of: index), !frame.isEmpty,
                let cover = new.cover(of: frame), new.holds(frame, at: cover.edge), old.cover(of: from) == nil
            else { continue }
            let message = "\(tree.name(of: index)) is under the \(cover.name) now."
            found.append(Diagnostic(.warning, "layout.unsafeArea", message, view: tree.id(at: index)))
        }
        return found
    }

    /// What was in order before the layout and is not any more, in tree order: `layout.offScreen`,
    /// `layout.newlyClipped` and `layout.newOverlap`.
    ///
    /// - Parameters:
    ///   - before: The tree that was laid out.
    ///   - counts: Which views are looked at; what is below others still is.
    ///   - withEstimates: Whether views are told of too whose frames depend on what texts need.
    ///   - roots: How many roots are compared at once: of each a hundred of one kind are listed, beyond they are only counted.
    public func regressions(
        from before: ViewTree,
        where counts: @escaping (Int) -> Bool = { _ in true },
        withEstimates: Bool = false,
        ofRoots roots: Int = 1
    ) -> [Diagnostic] {
        guard !changed.isEmpty, before.count == tree.count else { return [] }
        var comparison = LayoutComparison(before, self, counts)
        comparison.withEstimates = withEstimates
        comparison.maximumOfAKind *= roots
        comparison.comparePlaces()
        comparison.compareSiblings(changed)
        comparison.countTheRest()
        return comparison.findings
    }
}

/// What was in order before a layout and is not after it: views that left the window, that are cut, that lie over each
/// other. One pass over the tree, and a sweep over the subviews of each view whose subviews moved.
package struct LayoutComparison {
    /// So many warnings of a kind are listed as a rule.
    package static let usualMaximum = 100
    /// Differences up to this are rounding to the pixel grid, in points.
    static let tolerance = 0.5

    let result: LayoutResult
    let before: ViewTree
    let after: ViewTree
    let geometryBefore: WindowGeometry
    let geometryAfter: WindowGeometry
    let counts: (Int) -> Bool
    /// After so many findings of one kind the rest is only counted.
    var maximumOfAKind = usualMaximum
    /// Whether views are told of too whose frames depend on what texts need.
    var withEstimates = false
    var findings: [Diagnostic] = []
    private var numbers: [String: Int] = [:]

    init(_ before: ViewTree, _ result: LayoutResult, _ counts: @escaping (Int) -> Bool = { _ in true }) {
        self.counts = counts
        self.result = result
        self.before = before
        after = result.tree
        geometryBefore = WindowGeometry(before)
        geometryAfter = result.windowGeometry
    }

    /// Looks for views that left the window or are cut. Of such a view and what is below it, only the view is named.
    mutating func comparePlaces() {
        var index = 0
        var root = 0
        while index < after.count {
            if after.superviewIndexes[index] < 0 { root = index }
            let isFound = index != root && comparePlace(of: index, in: root)
            index = isFound ? Int(after.subtreeEnds[index]) : index + 1
        }
    }

    /// Says how many findings are not listed.
    mutating func countTheRest() {
        for (code, count) in numbers.sorted(by: { $0.key < $1.key }) where count > maximumOfAKind {
            let rest = count - maximumOfAKind
            findings.append(
                Diagnostic(.info, "layout.moreWarnings", "\(rest) further \(code) warnings are not listed.")
            )
        }
    }

    mutating func warn(_ code: String, _ index: Int, _ predicate: String) {
        // What a guess would break may well be in order.
        let certainty = result.certainty(of: index)
        guard certainty.isKnown || withEstimates && certainty == .dependsOnText else { return }
        numbers[code, default: 0] += 1
        guard numbers[code, default: 0] <= maximumOfAKind else { return }
        findings.append(Diagnostic(.warning, code, "\(name(of: index)) \(predicate)", view: after.id(at: index)))
    }

    private func name(of index: Int) -> String { after.name(of: index) }

    /// Whether nothing below the view needs to be looked at.
    private mutating func comparePlace(of index: Int, in root: Int) -> Bool {
        guard counts(index), geometryBefore.isVisible(index), let old = geometryBefore.windowFrame(of: index),
            let new = geometryAfter.windowFrame(of: index), let window = geometryAfter.windowFrame(of: root)
        else { return false }
        guard Self.isInside(new, window) else {
            warn("layout.offScreen", index, "was on screen and is now entirely outside the window.")
            return true
        }
        guard !new.isEmpty, let seen = geometryBefore.visibleFrame(of: index), Self.isWhole(old, seen) else {
            return false
        }
        let shown = geometryAfter.visibleFrame(of: index)
        if let shown, Self.isWhole(new, shown) { return false }
        // What a scroll view cuts can be scrolled to.
        guard let clip = clip(of: index, new), !scrolls(clip) else { return true }
        let edge = clip == root ? "the window" : name(of: clip)
        let left = shown?.size ?? .zero
        let lost = max(new.size.width - left.width, new.size.height - left.height)
        warn("layout.newlyClipped", index, "was fully visible and is now cut by \(edge): \(Self.points(lost)) of it.")
        return true
    }

    /// The nearest superview that cuts the view; the root always does.
    private func clip(of index: Int, _ frame: Rect) -> Int? {
        var next = after.superview(of: index)
        while let view = next {
            let clips = after.flagSets[view].contains(.clipsToBounds) || after.superviewIndexes[view] < 0
            if clips, let area = geometryAfter.windowFrame(of: view), !Self.isWhole(frame, frame.intersection(area)) {
                return view
            }
            next = after.superview(of: view)
        }
        return nil
    }

    private func scrolls(_ index: Int) -> Bool {
        after.contentSize(of: index) != nil || after.contentOffset(of: index) != nil
            || ["ScrollView", "TableView", "CollectionView", "TextView"].contains {
                after.className(of: index).hasSuffix($0)
            }
    }

    /// Whether something of a frame is in the window; one without an area is as soon as it touches it.
    private static func isInside(_ frame: Rect, _ window: Rect) -> Bool {
        guard frame.isEmpty else { return frame.intersection(window) != nil }
        return frame.minX <= window.maxX && window.minX <= frame.maxX && frame.minY <= window.maxY
            && window.minY <= frame.maxY
    }

    /// A length in a sentence.
    static func points(_ length: Double) -> String {
        let rounded = max(length.rounded(), 1)
        return "\(NumberText.short(rounded)) point\(rounded == 1 ? "" : "s")"
    }

    private static func isWhole(_ frame: Rect, _ part: Rect?) -> Bool {
        guard let part else { return false }
        return frame.size.width - part.size.width <= tolerance && frame.size.height - part.size.height <= tolerance
    }
}

extension LayoutComparison {
    /// How many pairs of siblings are looked at; beyond, a dump is a heap of views that lie over each other anyway.
    static let maximumPairs = 1_000_000

    /// Looks for siblings that did not overlap and do now.
    ///
    /// - Parameter changed: The views whose frame is another now, in tree order.
    mutating func compareSiblings(_ changed: [Int]) {
        var pairs = 0
        for superview in Set(changed.compactMap { after.superview(of: $0) }).sorted() {
            let siblings = after.subviews(of: superview).filter { geometryAfter.isVisible($0) && counts($0) }
            sweep(siblings, &pairs)
            guard pairs < Self.maximumPairs else {
                let message = "Not all siblings were checked for overlaps: there are too many."
                findings.append(Diagnostic(.info, "layout.moreWarnings", message))
                return
            }
        }
    }

    /// Walks over the siblings along the axis on which fewer lie beside each other, with those at hand that have begun
    /// and not yet ended.
    private mutating func sweep(_ siblings: [Int], _ pairs: inout Int) {
        guard siblings.count > 1 else { return }
        let frames = siblings.map { after.frames[$0] }
        let across = frames.map { (start: $0.minX, end: $0.maxX) }
        let down = frames.map { (start: $0.minY, end: $0.maxY) }
        let spans = Self.crowding(across) <= Self.crowding(down) ? across : down
        var open: [Int] = []
        var found: [(front: Int, back: Int)] = []
        for place in spans.indices.sorted(by: { spans[$0].start < spans[$1].start }) {
            open.removeAll { spans[$0].end <= spans[place].start }
            pairs += open.count
            guard pairs < Self.maximumPairs else { break }
            for other in open where isNewOverlap(siblings[place], siblings[other]) {
                found.append((siblings[max(place, other)], siblings[min(place, other)]))
            }
            open.append(place)
        }
        for (front, back) in found.sorted(by: { $0 < $1 }) {
            let other = after.id(at: back).map { "\(name(of: back)) (view \($0))" } ?? name(of: back)
            let shared = after.frames[front].intersection(after.frames[back])?.size ?? .zero
            let depth = Self.points(min(shared.width, shared.height))
            warn("layout.newOverlap", front, "now overlaps \(other) by \(depth).")
        }
    }

    /// How many spans lie beside each other, on average.
    private static func crowding(_ spans: [(start: Double, end: Double)]) -> Double {
        var (least, greatest, sum) = (Double.infinity, -Double.infinity, 0.0)
        for span in spans {
            least = min(least, span.start)
            greatest = max(greatest, span.end)
            sum += span.end - span.start
        }
        return sum / max(greatest - least, 1)
    }

    private func isNewOverlap(_ view: Int, _ other: Int) -> Bool {
        Self.overlap(after.frames[view], after.frames[other])
            && !Self.overlap(before.frames[view], before.frames[other])
    }

    private static func overlap(_ a: Rect, _ b: Rect) -> Bool {
        guard let shared = a.intersection(b) else { return false }
        return shared.size.width > tolerance && shared.size.height > tolerance
    }
}

/// How much of a view's frame in its superview a layout knows.
///
/// A layout by masks simulates nothing else: where constraints place a view, what the masks make of it is no more than a
/// guess. The last three cases come from layouts that solve constraints.
public enum LayoutCertainty: String, Sendable, Hashable, CaseIterable {
    /// A mask decides everything, or nothing needed to be decided.
    case masks
    /// Some of position and size is known, and some is not.
    case partial
    /// Neither position nor size: constraints decide, or a superview whose own size is not known.
    case none
    /// Solved constraints decide everything, by numbers that the dump says; or iOS does, where it places bars and what lies
    /// between them.
    case certain
    /// Solved constraints decide everything, but by how much room contents need, of which the dump says only what fitted.
    case dependsOnText
    /// Something of it is decided by nothing, or by UIKit or the app in a way that the dump does not say.
    case undetermined

    /// Whether the whole frame is known.
    public var isKnown: Bool { self == .masks || self == .certain }
}

/// What a layout by masks knows of each view, worked out from the tree and the views whose size changed. It is pure.
///
/// The rule errs on the side of doubt, but needs a sign for it:
/// - A view is *placed by constraints* when the dump has constraints that place it
///   (``ViewTree/isPlacedByConstraints(_:)``), when its superview is a stack view, when the dump says that its mask is not
///   translated (`translatesAutoresizingMaskIntoConstraints` is NO), when its superview lists constraints, or when its
///   mask holds it nowhere but at the top left and constraints are at work around it (``ConstraintSigns``). Interface
///   Builder gives `RM+BM` to views that constraints place, so that mask counts as none. So does any mask of a dump
///   that says nothing about masks.
/// - A view whose dump shows no such sign is placed by its mask, also when that is none: it keeps left and top.
/// - Constraints are asked again when the superview's size changes on either axis, or is not known. Then nothing of the
///   view is known. As long as it stays, so does the view.
/// - In a superview whose size is not known on an axis, a mask still tells what does not depend on it: the position
///   unless the near margin is flexible, the length unless that is.
struct CertaintyPass {
    // The trees are handed from step to step: as parts of what changes they would be copied for each view.
    private let signs: ConstraintSigns
    /// What is not known of each view.
    private var unknown: [Unknown]

    /// Parts of a frame.
    private struct Unknown: OptionSet {
        let rawValue: UInt8

        static let x = Unknown(rawValue: 1)
        static let width = Unknown(rawValue: 2)
        static let y = Unknown(rawValue: 4)
        static let height = Unknown(rawValue: 8)
        static let all: Unknown = [.x, .width, .y, .height]
    }

    /// What is known of every view, by index.
    /// - Parameters:
    ///   - placed: the views whose frame was set; nothing about them is in doubt.
    ///   - signs: those of the tree before.
    static func certainties(
        of after: ViewTree,
        before: ViewTree,
        placed: [Int],
        signs: ConstraintSigns
    ) -> [LayoutCertainty] {
        guard after.count == before.count else { return Array(repeating: .none, count: after.count) }
        guard signs.mayPlaceViews else { return Array(repeating: .masks, count: after.count) }
        var pass = CertaintyPass(signs, unknown: Array(repeating: [], count: after.count))
        let placed = Set(placed)
        for index in after.indices { pass.look(at: index, before, after, placed) }
        return pass.unknown.map { $0.isEmpty ? .masks : $0 == .all ? .none : .partial }
    }

    private init(_ signs: ConstraintSigns, unknown: [Unknown]) {
        (self.signs, self.unknown) = (signs, unknown)
    }

    @inline(__always)
    private mutating func look(
        at index: Int,
        _ before: borrowing ViewTree,
        _ after: borrowing ViewTree,
        _ placed: Set<Int>
    ) {
        let superview = Int(after.superviewIndexes[index])
        guard superview >= 0 else { return }
        let doubt = unknown[superview].intersection([.width, .height])
        let (old, new) = (before.plainBounds(of: superview).size, after.plainBounds(of: superview).size)
        guard old != new || !doubt.isEmpty, !placed.contains(index) else { return }
        if signs.arePlacing(index) {
            unknown[index] = .all
        } else if !doubt.isEmpty, after.flagSets[superview].contains(.autoresizesSubviews) {
            let mask = after.masks[index]
            if doubt.contains(.width) { unknown[index].formUnion(Self.parts(mask.horizontal, .x, .width)) }
            if doubt.contains(.height) { unknown[index].formUnion(Self.parts(mask.vertical, .y, .height)) }
        }
    }

    /// What depends on the superview's length on an axis.
    private static func parts(_ flexible: AxisFlexibility, _ position: Unknown, _ length: Unknown) -> Unknown {
        var parts: Unknown = []
        if flexible.contains(.nearMargin) { parts.insert(position) }
        if flexible.contains(.length) { parts.insert(length) }
        return parts
    }
}
