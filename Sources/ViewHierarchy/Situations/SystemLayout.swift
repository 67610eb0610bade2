import Diagnostics

/// Puts what iOS itself places where it is on another screen: bars at the edges that they keep to, grown by the safe area,
/// and what is in them; the views of controllers between them; contents of scroll views that begin below a bar.
///
/// Masks know nothing of safe areas, and of elements of test tools no masks are known. So this comes after the masks, from
/// the root down, and what is below a view that it moves follows its masks from there. Where neither a mask nor a system's
/// rule tells where a view goes that ends up under the system's own parts, it stays and the layout says so.
struct SystemLayout {
    /// Differences up to this are rounding, in points.
    private static let tolerance = 1.5
    /// No safe area at the top is larger.
    private static let deepest = 80.0

    /// What a view is to those in it.
    private enum Surface {
        /// The window, or a container of the system's that fills it.
        case container
        /// A bar, or a part of it that is as wide.
        case bar(Bar)
        /// Any other part of a bar.
        case item(Bar)
    }

    /// A bar as it was and is, in the root's coordinates.
    private struct Bar {
        let kind: SystemBar
        let old: Rect
        var new: Rect
        /// The heights without what the safe area adds.
        let (oldHeight, newHeight): (Double, Double)
        let isKnown: Bool

        var certainty: LayoutCertainty { isKnown ? .certain : .partial }
        /// A bar of another height may show what is in it in another way.
        var partCertainty: LayoutCertainty { oldHeight == newHeight ? certainty : .partial }
    }

    private typealias Heights = (old: Double, new: Double)
    private typealias Start = (old: Point, new: Point)
    private typealias Moved = (frame: Rect, certainty: LayoutCertainty)

    private let before: ViewTree
    private let root: Int
    private var old: SystemScreen
    private var new: SystemScreen
    /// Where the docked bars end on both screens.
    private var top: (old: Double, new: Double)
    private var bottom: (old: Double, new: Double)
    private let isOfElements: Bool
    private let saysMasks: Bool
    private let geometry: WindowGeometry
    private var bars: [Int: Bar] = [:]
    /// Those of views of the app are left out.
    private var surfaces: [Int: Surface] = [:]
    /// Behind the views below the last one that was doubted.
    private var doubted = 0
    /// By the index less the root's: where the origins of the views' own coordinates were and are; nil below a transform.
    private var origins: [(old: Point, new: Point)?] = []
    /// The views whose place is known, or not, whatever their mask is.
    private(set) var certainties: [Int: LayoutCertainty] = [:]
    private(set) var notes: [Diagnostic] = []
    private(set) var scrolled: [Int] = []
    /// Rows of lists of elements, and what fills them.
    private var rows: Set<Int> = []

    /// Nil where nothing is known of the screen that the root comes from or goes to, or both are the same.
    init?(_ before: ViewTree, _ root: Int, on new: SystemScreen) {
        let size = before.bounds(of: root).size
        guard before.superview(of: root) == nil, let old = SystemScreen(Situation().surroundings(of: size)) else {
            return nil
        }
        guard old != new, old.size != new.size || old.device == new.device else { return nil }
        (self.before, self.root, self.old, self.new) = (before, root, old, new)
        isOfElements = before.className(of: root).hasPrefix(ElementType.prefix)
        saysMasks = before.indices.contains { before.says(.autoresizingMask, of: $0) }
        geometry = WindowGeometry(before)
        (top, bottom) = ((0, 0), (0, 0))
        surfaces[root] = .container
        findBars()
    }

    /// Finds the bars, and what of the safe area the dump says or its navigation bar shows: that goes before what the screen
    /// usually has.
    private mutating func findBars() {
        var found: [(index: Int, kind: SystemBar, frame: Rect)] = []
        for index in before.subtree(of: root) {
            guard let kind = SystemBar(index, in: before), let frame = geometry.windowFrame(of: index), isWhole(frame),
                frame.size.height > 0
            else { continue }
            found.append((index, kind, frame))
        }
        let said = before.attribute("safeAreaInsets", of: root).map(Self.numbers)
        if let said, said.count == 4, said.allSatisfy({ (0...Self.deepest).contains($0) }) {
            if said[0] != old.safeArea.top { old.barTop = said[0] }
            let said = EdgeInsets(top: said[0], left: said[1], bottom: said[2], right: said[3])
            for edge in [\EdgeInsets.top, \.left, \.bottom, \.right] {
                new.safeArea[keyPath: edge] += old.added(toReach: said, at: edge)
            }
            old.safeArea = said
        } else {
            let navigation = found.first { $0.kind == .navigation && geometry.isVisible($0.index) }
            if let top = navigation?.frame.minY, (0...Self.deepest).contains(top), !isSame(top, old.barTop) {
                (old.safeArea.top, old.barTop) = (top, top)
            }
        }
        top = (old.safeArea.top, new.safeArea.top)
        bottom = (old.bottom - old.safeArea.bottom, new.bottom - new.safeArea.bottom)
        for (index, kind, frame) in found {
            guard let bar = docked(kind, frame) else { continue }
            bars[index] = bar
            guard geometry.isVisible(index) else { continue }
            if kind == .navigation, top.old < frame.maxY { top = (frame.maxY, bar.new.maxY) }
            if kind == .tab || kind == .tool, bottom.old > frame.minY { bottom = (frame.minY, bar.new.minY) }
        }
    }

    private func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= Self.tolerance }

    /// Whether a frame reaches from the left to the right edge of the old screen.
    private func isWhole(_ frame: Rect) -> Bool { isSame(frame.minX, 0) && isSame(frame.size.width, old.size.width) }

    /// Moves what the system places, in a tree that its masks have laid out for the new screen.
    mutating func place(_ tree: inout ViewTree, _ autoresizing: Autoresizing) {
        let views = before.subtree(of: root)
        origins = Array(repeating: nil, count: views.count)
        let origin = Point.zero - before.bounds(of: root).origin
        origins[0] = (origin, origin)
        // Bars first: what lies between them follows from them.
        for index in views.dropFirst() {
            guard let around = before.superview(of: index), let start = origins[around - root] else { continue }
            let frame = before.frame(of: index)
            let was = Rect(origin: frame.origin + start.old, size: frame.size)
            if frame.isFinite, before.transform(of: index).isIdentity {
                place(index, was, in: around, start, &tree, autoresizing)
            }
            guard tree.transform(of: index).isTranslation else { continue }
            let own = (before.toSuperview(of: index).translation, tree.toSuperview(of: index).translation)
            origins[index - root] = (start.old + own.0, start.new + own.1)
        }
    }

    private mutating func place(
        _ index: Int,
        _ was: Rect,
        in around: Int,
        _ start: Start,
        _ tree: inout ViewTree,
        _ autoresizing: Autoresizing
    ) {
        var moved: Moved?
        switch surfaces[around] {
        case .bar(let bar): moved = (part(index, was, of: bar), bar.partCertainty)
        case .item(let bar): moved = (centred(index, was, in: around, of: bar, start, tree), bar.partCertainty)
        case .container where bars[index] == nil:
            moved = spread(index, was, in: around) ?? row(index, was, in: around, start, tree)
        default:
            guard let bar = bars[index] else {
                moved = row(index, was, in: around, start, tree)
                break
            }
            surfaces[index] = .bar(bar)
            moved = (bar.new, bar.certainty)
            if !bar.isKnown { note(index, "keeps its height: how high it is on this device is not known.") }
        }
        if let moved {
            certainties[index] = moved.certainty
            let frame = Rect(origin: moved.frame.origin - start.new, size: moved.frame.size)
            if frame != tree.frame(of: index) { set(frame, at: index, in: &tree, autoresizing) }
        }
        let now = Rect(origin: tree.frame(of: index).origin + start.new, size: tree.frame(of: index).size)
        keepScrolled(index, was, now, in: &tree)
        if moved == nil { doubt(index, was, now) }
    }

    /// Gives a view a frame, and lets what is below it follow its masks from where it was.
    private func set(_ frame: Rect, at index: Int, in tree: inout ViewTree, _ autoresizing: Autoresizing) {
        if saysMasks {
            for below in before.subtree(of: index) { tree.restorePlace(of: below, from: before) }
        }
        tree.setFrame(frame, at: index, autoresizing: autoresizing)
        tree.knowPlace(of: index)
    }

    private mutating func note(_ index: Int, _ predicate: String) {
        guard notes.count < LayoutComparison.usualMaximum else { return }
        let message = "\(before.name(of: index)) \(predicate)"
        notes.append(Diagnostic(.info, "layout.undecided", message, view: before.id(at: index)))
    }
}

/// Bars.
extension SystemLayout {
    /// A bar that lies at its edge of the old screen; nil for one that lies elsewhere, as in a sheet.
    private func docked(_ kind: SystemBar, _ was: Rect) -> Bar? {
        let isAtBottom = isSame(was.maxY, old.bottom)
        var heights: Heights = (was.size.height, was.size.height)
        switch kind {
        case .status:
            guard isSame(was.minY, 0), was.size.height <= Self.deepest else { return nil }
            heights.new = new.statusBarHeight
            return bar(kind, was, y: 0, heights, isKnown: true)
        case .keyboard:
            guard isAtBottom else { return nil }
            return bar(kind, was, y: new.size.height - heights.new, heights, isKnown: false)
        case .navigation: guard isSame(was.minY, old.barTop) else { return nil }
        case .tab, .tool:
            guard isAtBottom || isSame(was.maxY, old.bottom - old.safeArea.bottom) else { return nil }
        }
        // A bar at the lower edge has what it shows above the indicator; a toolbar may end there, with its ground below.
        let isGrown = isAtBottom && kind != .navigation && (kind == .tab || was.size.height > 44 + Self.tolerance)
        if isGrown, heights.old - old.safeArea.bottom >= 32 { heights.old -= old.safeArea.bottom }
        let known = new.height(of: kind, thatHas: heights.old, on: old)
        let isKnown = known != nil
        heights.new = known ?? heights.old
        guard kind != .navigation else { return bar(kind, was, y: new.barTop, heights, isKnown: isKnown) }
        let room = isGrown ? new.safeArea.bottom : 0
        let end = isGrown ? new.bottom : new.bottom - new.safeArea.bottom
        var found = bar(kind, was, y: end - heights.new - room, heights, isKnown: isKnown)
        found.new.size.height += room
        return found
    }

    private func bar(_ kind: SystemBar, _ was: Rect, y: Double, _ heights: Heights, isKnown: Bool) -> Bar {
        let frame = Rect(x: 0, y: y, width: new.size.width, height: heights.new)
        return Bar(kind: kind, old: was, new: frame, oldHeight: heights.old, newHeight: heights.new, isKnown: isKnown)
    }

    /// Where a part of a bar goes: what is as wide stays so, what is in the middle stays there, the rest keeps to its side,
    /// inside the safe area; items of tab bars share the width.
    private mutating func part(_ index: Int, _ was: Rect, of bar: Bar) -> Rect {
        let (old, new) = (self.old.safeArea, self.new.safeArea)
        let widths = (old: bar.old.size.width - old.left - old.right, new: bar.new.size.width - new.left - new.right)
        var now = was
        let far = bar.old.maxX - was.maxX
        surfaces[index] = .item(bar)
        if bar.kind == .keyboard || bar.kind == .tab && isItem(index), widths.old > 0 {
            let share = widths.new / widths.old
            now.origin.x = new.left + (was.minX - old.left) * share
            now.size.width = was.size.width * share
        } else if isWhole(was) || was.size.width >= widths.old * 0.9 {
            surfaces[index] = .bar(bar)
            // Backgrounds reach the sides of the screen, what begins inside the safe area still does.
            let (left, right) = isWhole(was) ? (0, 0) : (new.left - old.left, new.right - old.right)
            now.origin.x = was.minX + left
            now.size.width = bar.new.size.width - now.origin.x - far - right
        } else if abs(was.center.x - bar.old.center.x) <= 4 {
            now.origin.x = bar.new.center.x - was.size.width / 2 + (was.center.x - bar.old.center.x)
        } else if was.center.x < bar.old.center.x {
            now.origin.x = was.minX - old.left + new.left
        } else {
            now.origin.x = bar.new.maxX - (far - old.right + new.right) - was.size.width
        }
        (now.origin.y, now.size.height) = vertical(index, was, in: bar)
        return now
    }

    /// Where a part of an item goes: what is in the middle of it stays there, what fills it still does.
    private mutating func centred(
        _ index: Int,
        _ was: Rect,
        in around: Int,
        of bar: Bar,
        _ start: Start,
        _ tree: ViewTree
    ) -> Rect {
        surfaces[index] = .item(bar)
        let (before, now) = (before.bounds(of: around).size, tree.bounds(of: around).size)
        var frame = Rect(origin: was.origin - start.old + start.new, size: was.size)
        func follows(_ length: Double, _ centre: Double, _ old: Double) -> Bool? {
            isSame(length, old) ? true : abs(centre - old / 2) <= 4 ? false : nil
        }
        let centre = was.center - start.old
        if let fills = follows(was.size.width, centre.x, before.width) {
            if fills {
                frame.size.width += now.width - before.width
            } else {
                frame.origin.x += (now.width - before.width) / 2
            }
        }
        if isSame(was.size.height, before.height) {
            frame.size.height += now.height - before.height
        } else if before.height > 0 {
            // In a lower bar all of it still is in the bar.
            frame.origin.y += centre.y * (now.height / before.height - 1)
        }
        return frame
    }

    /// Whether a view is an item of a tab bar, and not one of a group in the middle of it.
    private func isItem(_ index: Int) -> Bool {
        ["UITabBarButton", "XCUIElementTypeButton", "XCUIElementTypeTab"].contains(before.className(of: index))
    }

    /// Backgrounds reach from one edge of the bar or the screen to another; what is inside keeps its place in the height.
    private func vertical(_ index: Int, _ was: Rect, in bar: Bar) -> (y: Double, height: Double) {
        let ends = (bar.old.minY + bar.oldHeight, bar.new.minY + bar.newHeight)
        let edges = [(bar.old.minY, bar.new.minY), ends]
        let screen = [(0.0, new.start), (old.bottom, new.bottom), (bar.old.maxY, bar.new.maxY)]
        let isGround = before.className(of: index).contains("Background")
        if let top = moved(was.minY, isGround ? screen + edges : edges),
            let bottom = moved(was.maxY, isGround ? screen + edges : edges)
        {
            return (top, max(bottom - top, 0))
        }
        let inside = was.minY - bar.old.minY
        return (bar.new.minY + inside + (bar.newHeight - bar.oldHeight) / 2, was.size.height)
    }
}

/// What lies between bars.
extension SystemLayout {
    /// What fills the screen, or the room that bars leave, does so on the other screen; of the app's own views those that a
    /// container of UIKit's holds, as a window leaves its subviews to their masks.
    private mutating func spread(_ index: Int, _ was: Rect, in around: Int) -> Moved? {
        let isContainer = UIKitContainers.classNames.contains(before.className(of: index)) || isOfElements
        let (area, ground) = (old.safeArea, new.safeArea)
        let ends = (old.bottom - area.bottom, new.bottom - ground.bottom)
        guard isContainer || around != root, isWhole(was),
            let start = moved(was.minY, [(0, new.start), (area.top, ground.top), top]),
            let end = moved(was.maxY, [(old.bottom, new.bottom), ends, bottom])
        else { return nil }
        if isContainer { surfaces[index] = .container }
        let fills = isSame(was.minY, 0) && isSame(was.maxY, old.size.height)
        let frame = Rect(x: 0, y: start, width: new.size.width, height: max(end - start, 0))
        return (frame, fills || !isOfElements ? .certain : .partial)
    }

    /// Where an edge goes that lies at one of those, or hardly off it; the first counts.
    private func moved(_ edge: Double, _ edges: [(old: Double, new: Double)]) -> Double? {
        edges.first { isSame(edge, $0.old) }.map { edge - $0.old + $0.new }
    }

    /// What a list lays out: rows as wide as it is, below the bar that it begins under; and what a row holds.
    private mutating func row(_ index: Int, _ was: Rect, in around: Int, _ start: Start, _ tree: ViewTree) -> Moved? {
        let (list, now) = (before.bounds(of: around).size, tree.bounds(of: around).size)
        var frame = Rect(origin: was.origin - start.old + start.new, size: was.size)
        if before.className(of: index) == "UITableViewCellContentView" {
            guard before.autoresizingMask(of: index).isEmpty else { return nil }
            frame.size.width += now.width - list.width
            frame.size.height += now.height - list.height
            return (frame, .certain)
        }
        let isList = Self.lists.contains(before.className(of: around))
        guard isOfElements, certainties[around] != nil, isList || rows.contains(around) else { return nil }
        // What reaches from side to side still does, what a row has at its end is there.
        let (near, far) = (was.minX - start.old.x, start.old.x + list.width - was.maxX)
        let (growth, inset) = (now.width - list.width, isList || near < 1 ? 0 : new.safeArea.left - old.safeArea.left)
        frame.origin.x += far <= 60 && near > 60 && !isList ? growth - inset : inset
        if max(near, far) <= (isList ? 20 : 60) {
            frame.size.width = max(was.size.width + growth - (far < 1 ? inset : 2 * inset), 0)
            if !isList || before.className(of: index) == ElementType.className("Cell") { rows.insert(index) }
        }
        let (above, below) = (start.old.y, start.new.y)
        if isList, above < top.old { frame.origin.y += (top.new - below) - (top.old - above) }
        return (frame, .partial)
    }

    private static let lists = Set(["Table", "CollectionView", "ScrollView"].map(ElementType.className))

    /// Keeps the content of a scroll view, which begins below the bars, there (`adjustedContentInset`).
    private mutating func keepScrolled(_ index: Int, _ was: Rect, _ now: Rect, in tree: inout ViewTree) {
        guard let offset = before.contentOffset(of: index), offset.y < 0,
            let inset = before.attribute("adjustedContentInset", of: index).flatMap({ Self.numbers($0).first }),
            isSame(-offset.y, inset)
        else { return }
        // What the app adds itself stays; without the safe area in it an inset is all the app's.
        let needed = max(top.old - was.minY, 0)
        let own = before.attribute("contentInset", of: index).flatMap { Self.numbers($0).first } ?? inset - needed
        guard own > -Self.tolerance, isSame(inset - own, needed) else { return }
        var bounds = tree.bounds(of: index)
        bounds.origin.y = -max(top.new - now.minY, 0) - own
        tree.setBounds(bounds, at: index)
        scrolled.append(index)
    }

    /// The numbers of insets: `{88, 0, 34, 0}`.
    private static func numbers(_ insets: String) -> [Double] {
        insets.split { "{}, ".contains($0) }.compactMap { Double($0) }
    }

    /// Says of a view that nothing known moves, and that is under the system's parts now, that it may well be elsewhere.
    private mutating func doubt(_ index: Int, _ was: Rect, _ now: Rect) {
        let isHeld = before.autoresizingMask(of: index).isSubset(of: [.flexibleRightMargin, .flexibleBottomMargin])
        guard index >= doubted, isHeld, geometry.isVisible(index), !was.isEmpty, !isScrolled(index),
            let cover = new.cover(of: now), old.cover(of: was) == nil, !old.reaches(cover.edge, was)
        else { return }
        doubted = before.subtree(of: index).upperBound
        certainties[index] = .undetermined
        let place = "where it was, under the \(cover.name)"
        note(index, "stays \(place): the dump does not say whether the safe area moves it.")
    }

    /// Whether something above a view scrolls.
    private func isScrolled(_ index: Int) -> Bool {
        before.superviews(of: index).contains {
            before.contentOffset(of: $0) != nil || before.family(of: $0)?.scrolls == true
        }
    }
}
