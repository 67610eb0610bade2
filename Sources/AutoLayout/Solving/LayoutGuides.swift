import ViewHierarchy

/// Safe areas and layout margins of all views of a unit, as insets from their edges.
///
/// Where a view lies decides how much of the safe area and of its superview's margins reaches into it, so that they are
/// reckoned again from each solution until nothing changes (``AutoLayoutSolver``).
struct LayoutGuides: Sendable, Hashable {
    private(set) var safeAreas: [EdgeInsets]
    private(set) var margins: [EdgeInsets]

    /// - Parameters:
    ///   - shown: The margins that the canvas shows.
    ///   - frames: Where the views lie in the root's space; nil when that is not known yet: no safe area and no margin of a
    ///     superview reaches into a view then.
    ///   - shift: What is added to the margins of cells that are not shown.
    init(
        _ unit: LayoutUnit,
        rootInsets: EdgeInsets,
        shown: [Int: ShownInsets],
        frames: [Rect]?,
        shift: Double = 0
    ) {
        safeAreas = Array(repeating: .zero, count: unit.count)
        margins = Array(repeating: .zero, count: unit.count)
        for place in 0..<unit.count where unit.isPresent(place) {
            safeAreas[place] = place == 0 ? rootInsets : safeArea(of: place, unit, frames)
            margins[place] = margins(of: place, unit, frames)
            guard let shown = shown[place] else { continue }
            if unit.cell(of: place) != nil { margins[place] = margins[place].adding(shift, at: shown.missing) }
            margins[place] = shown.replacing(margins[place])
        }
    }

    /// What views have that nothing says margins of.
    static let usualMargins = EdgeInsets(top: 8, left: 8, bottom: 8, right: 8)

    private func safeArea(of place: Int, _ unit: LayoutUnit, _ frames: [Rect]?) -> EdgeInsets {
        let superview = unit.superviews[place]
        var inherited = EdgeInsets.zero
        if let frames, !unit.scrolls(superview) {
            inherited = safeAreas[superview].reduced(by: frames[place].distances(to: frames[superview]))
        }
        guard !unit.measurements.isEmpty else { return inherited }
        return Self.measuredSafeArea(of: place, unit, inherited: inherited)
    }

    private func margins(of place: Int, _ unit: LayoutUnit, _ frames: [Rect]?) -> EdgeInsets {
        let traits = unit.traits(place)
        if !unit.measurements.isEmpty, let said = traits?.margins?.insets {
            return Self.measuredMargins(said, of: place, unit, safeArea: safeAreas[place])
        }
        let system = Self.systemMargin(unit)
        var margins = traits?.margins?.insets ?? Self.usualMargins
        var takesSafeArea = traits?.insetsMarginsFromSafeArea != false
        if place == 0 {
            switch unit.roles[0] {
            case .tableCell, .collectionCell, .headerFooter, .stack:
                if traits?.margins == nil { margins = CellMargins(unit, 0).insets ?? margins }
            default:
                if traits?.margins == nil {
                    margins = EdgeInsets(top: 0, left: system, bottom: 0, right: system)
                } else if unit.tree.controller(of: unit.index(0)) != nil {
                    (margins.left, margins.right) = (max(margins.left, system), max(margins.right, system))
                }
                takesSafeArea = takesSafeArea && unit.canvas.isBuild(13_000)
            }
        } else if let own = CellMargins(unit, place).insets, traits?.margins == nil {
            margins = own
        }
        if takesSafeArea { margins = margins.adding(safeAreas[place]) }
        if place > 0, traits?.preservesSuperviewMargins == true, let frames {
            let superview = unit.superviews[place]
            let reaching = self.margins[superview].reduced(by: frames[place].distances(to: frames[superview]))
            margins = margins.maximum(with: reaching)
        }
        return margins
    }

    /// The margin at the sides of a screen (`UIViewController.systemMinimumLayoutMargins`): 16 points, on wide ones 20.
    static func systemMargin(_ unit: LayoutUnit) -> Double {
        let width = unit.target.size?.width ?? max(unit.canvas.size?.width ?? 0, unit.rootSize.width)
        return width >= 414 ? 20 : 16
    }
}

/// The margins of cells and of what they hold, which follow from the list that they are in.
private struct CellMargins {
    private let unit: LayoutUnit
    private let place: Int

    init(_ unit: LayoutUnit, _ place: Int) { (self.unit, self.place) = (unit, place) }

    /// The margins; nil for a view that is no cell and no content of one, and for cells that have those of any view.
    ///
    /// What a cell holds has the cell's margins less the gap between the two, and 8 points at least.
    var insets: EdgeInsets? {
        guard let cell = unit.cell(of: place), let own = margins(of: cell) else { return nil }
        guard place != cell else { return own }
        let gap = unit.storedFrames[place].distances(to: Rect(origin: .zero, size: unit.storedFrames[cell].size))
        return own.reduced(by: gap).maximum(with: LayoutGuides.usualMargins)
    }

    private func margins(of cell: Int) -> EdgeInsets? {
        let isBeforeSafeAreas = !unit.canvas.isBuild(13_000)
        switch unit.roles[cell] {
        case .tableCell:
            guard !isBeforeSafeAreas else { return nil }
            let isLate = cell == 0 && unit.canvas.isBuild(24_000, orUnknown: false)
            let side = unit.target.isCanvas ? drawnSide(of: cell) : LayoutGuides.systemMargin(unit)
            let edge = isLate ? 15.0 : 11
            return EdgeInsets(top: edge, left: side, bottom: edge, right: side)
        case .collectionCell where cell == 0:
            guard !isBeforeSafeAreas, !unit.canvas.isBuild(15_000) else { return nil }
            let side = isWide(cell) ? 20.0 : 16
            return EdgeInsets(top: 8, left: side, bottom: 8, right: side)
        default: return nil
        }
    }

    private func isWide(_ cell: Int) -> Bool { unit.storedFrames[cell].size.width >= 394 }

    /// What Interface Builder's builds draw at the sides of a table's cell, as most of the frames in their files show.
    private func drawnSide(of cell: Int) -> Double {
        let isBefore15 = !unit.canvas.isBuild(15_000)
        let isLate = unit.canvas.isBuild(24_000, orUnknown: false)
        guard cell == 0 else {
            if isLate { return isWide(cell) ? 16 : 20 }
            return isWide(cell) ? 20 : isBefore15 ? 15 : 16
        }
        if isLate { return 20 }
        let isPreserved = unit.traits(cell)?.preservesSuperviewMargins == true
        let isWidest = unit.storedFrames[cell].size.width >= 414
        return isWide(cell) && (isBefore15 || !isWidest || isPreserved) ? 20 : 16
    }
}

extension LayoutUnit {
    /// The cell of which a view is the content; the view itself where it is one.
    fileprivate func cell(of place: Int) -> Int? {
        switch roles[place] {
        case .tableCell, .collectionCell: return place
        default:
            let superview = superviews[place]
            guard placements[place] == .fixed else { return nil }
            return [.tableCell, .collectionCell].contains(roles[superview]) ? superview : nil
        }
    }

    /// The margins that Interface Builder gives views which are no cells and say none.
    private static let drawnMargins = 8.0...20

    /// The margins of cells, and of other views that something is tied to, as the canvas shows them, by place; none on other
    /// screens, and none of what says its own.
    var shownMargins: [Int: ShownInsets] {
        guard target.isCanvas, tree.layoutCanvas != nil else { return [:] }
        var tied = Set<Int>()
        for number in constraints {
            for anchor in tree.constraint(at: number)?.anchors ?? [] where Self.marginEdge(anchor) != nil {
                if let place = anchor.item.view.flatMap({ self.place(ofID: $0) }) { tied.insert(place) }
            }
        }
        var shown: [Int: ShownInsets] = [:]
        for place in 0..<count where isPresent(place) && traits(place)?.margins == nil {
            let isCell = cell(of: place) != nil
            guard isCell || tied.contains(place) else { continue }
            shown[place] = ShownInsets(self, place, among: isCell ? nil : Self.drawnMargins, edge: Self.marginEdge)
        }
        return shown
    }

    /// Which edge inside the margins an anchor is.
    private static func marginEdge(_ anchor: LayoutAnchor) -> LayoutAttribute? {
        switch anchor.item.guide {
        case nil: anchor.attribute.isOfMargins ? anchor.attribute.withoutMargin.side : nil
        case .layoutMargins: anchor.attribute.side
        default: nil
        }
    }
}

extension LayoutMargins {
    /// As insets, in a layout from left to right.
    var insets: EdgeInsets { EdgeInsets(top: top, left: left, bottom: bottom, right: right) }
}

extension Rect {
    /// How far the edges lie inside those of another rectangle.
    func distances(to other: Rect) -> EdgeInsets {
        EdgeInsets(
            top: minY - other.minY,
            left: minX - other.minX,
            bottom: other.maxY - maxY,
            right: other.maxX - maxX
        )
    }
}

extension EdgeInsets {
    /// What of the insets reaches into a view that lies so far inside; not below 0. Where there are none, none reach a view
    /// that sticks out.
    func reduced(by distances: EdgeInsets) -> EdgeInsets {
        func rest(_ inset: Double, _ distance: Double) -> Double { inset > 0 ? max(inset - distance, 0) : 0 }
        return EdgeInsets(
            top: rest(top, distances.top),
            left: rest(left, distances.left),
            bottom: rest(bottom, distances.bottom),
            right: rest(right, distances.right)
        )
    }

    func adding(_ other: EdgeInsets) -> EdgeInsets {
        EdgeInsets(
            top: top + other.top,
            left: left + other.left,
            bottom: bottom + other.bottom,
            right: right + other.right
        )
    }

    func maximum(with other: EdgeInsets) -> EdgeInsets {
        EdgeInsets(
            top: max(top, other.top),
            left: max(left, other.left),
            bottom: max(bottom, other.bottom),
            right: max(right, other.right)
        )
    }
}
