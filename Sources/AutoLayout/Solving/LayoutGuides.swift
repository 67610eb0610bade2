import ViewHierarchy

/// Safe areas and layout margins of all views of a unit, as insets from their edges.
///
/// Where a view lies decides how much of the safe area and of its superview's margins reaches into it, so that they are
/// reckoned again from each solution until nothing changes (``AutoLayoutSolver``).
struct LayoutGuides: Sendable, Hashable {
    private(set) var safeAreas: [EdgeInsets]
    private(set) var margins: [EdgeInsets]

    /// - Parameter frames: Where the views lie in the root's space; nil when that is not known yet: no safe area and no
    ///   margin of a superview reaches into a view then.
    init(_ unit: LayoutUnit, rootInsets: EdgeInsets, frames: [Rect]?) {
        safeAreas = Array(repeating: .zero, count: unit.count)
        margins = Array(repeating: .zero, count: unit.count)
        for place in 0..<unit.count where unit.isPresent(place) {
            safeAreas[place] = place == 0 ? rootInsets : safeArea(of: place, unit, frames)
            margins[place] = margins(of: place, unit, frames)
        }
    }

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
        var margins = traits?.margins?.insets ?? EdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        var takesSafeArea = traits?.insetsMarginsFromSafeArea != false
        if place == 0 {
            switch unit.roles[0] {
            case .tableCell, .collectionCell, .headerFooter, .stack: break
            default:
                if traits?.margins == nil {
                    margins = EdgeInsets(top: 0, left: system, bottom: 0, right: system)
                } else if unit.tree.controller(of: unit.index(0)) != nil {
                    (margins.left, margins.right) = (max(margins.left, system), max(margins.right, system))
                }
                takesSafeArea = takesSafeArea && unit.canvas.isBuild(13_000)
            }
        } else if let content = Self.contentMargins(of: place, unit, system), traits?.margins == nil {
            margins = content
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

    /// The margins of what a table's cell holds: those of the cell, less the gap between the two.
    private static func contentMargins(of place: Int, _ unit: LayoutUnit, _ system: Double) -> EdgeInsets? {
        let cell = unit.superviews[place]
        guard unit.roles[cell] == .tableCell, unit.placements[place] == .fixed else { return nil }
        guard unit.canvas.isBuild(13_000) else { return EdgeInsets(top: 8, left: 8, bottom: 8, right: 8) }
        var (side, edge) = (system, 11.0)
        if cell == 0 {
            // A cell of its own file, as builds of Interface Builder have it.
            let isLate = unit.canvas.isBuild(24_000, orUnknown: false)
            side = isLate || unit.storedFrames[0].size.width >= 394 ? 20 : 16
            edge = isLate ? 15 : 11
        }
        let gap = unit.storedFrames[place].distances(to: Rect(origin: .zero, size: unit.storedFrames[cell].size))
        let reaching = EdgeInsets(top: edge, left: side, bottom: edge, right: side).reduced(by: gap)
        return reaching.maximum(with: EdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
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
