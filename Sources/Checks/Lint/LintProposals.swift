import AutoLayout
import Drawing
import ViewHierarchy

/// What may mend a finding about a view, the likeliest first: edits that belong together each.
struct LintProposals {
    /// Views are given so much room to the edge of what holds them, in points: the least first, and as usual first.
    private static let (margins, usualMargins) = ([0.0, 8, 16, 34, 60, 100, 160, 220, 280, 340], [16.0, 8, 0])
    /// The ways of moving a view along an axis that are proposed.
    private static let maximumWays = 6

    private let scene: LintScene
    private let layout: LaidOutInterface
    private let index: Int
    private let view: Int
    private let frame: Rect
    /// The tree that is edited: that of the scene, unless this is laid out for another screen.
    private let edited: ViewTree
    private var tree: ViewTree { scene.tree }

    init(_ scene: LintScene, _ layout: LaidOutInterface, _ index: Int, _ edited: ViewTree) {
        (self.scene, self.layout, self.index, self.edited) = (scene, layout, index, edited)
        view = scene.tree.id(at: index) ?? index
        frame = scene.tree.frame(of: index)
    }

    /// What each rule proposes; a rule without any has no fix.
    static let ways: [String: @Sendable (Self) -> [[TreeEdit]]] = [
        "size.zero": { $0.resized(to: $0.shownSize) },
        "size.negative": { $0.placed(at: $0.frame.standardized) },
        "place.clipped": { $0.movedInside }, "touch.cut": { $0.movedInside },
        "place.halfPixel": { $0.onPixels }, "place.unsafeArea": { $0.intoSafeArea },
        "touch.small": { $0.resized(to: $0.touchableSize) },
        "touch.unreachable": { $0.reachable + $0.movedInside }, "touch.overlap": { $0.apart },
        "text.truncated": { $0.resized(to: $0.textSize) },
        "opaque.transparent": { [$0.set("opaque", .bool(false))] },
        "drawing.overdraw": { [$0.set("hidden", .bool(true))] },
        "mask.fights": { $0.flexible }, "scroll.contentCut": { $0.largerContent },
        "layout.conflict": { $0.weaker($0.conflicting) }, "layout.fixedWidth": { $0.weaker($0.widths) },
        "layout.ambiguous": { $0.decided }, "layout.stale": { $0.solvedFrames },
        "place.offScreen": { $0.movedInside + $0.nearer }, "layout.offScreen": { $0.movedInside + $0.nearer },
        "layout.newlyClipped": { $0.movedInside + $0.nearer }, "layout.collapsed": { $0.resisting },
    ]

    private var touchableSize: Size {
        Size(width: max(frame.size.width, TouchRules.leastSide), height: max(frame.size.height, TouchRules.leastSide))
    }

    // MARK: Edits

    private func set(_ name: String, _ value: ViewPropertyValue, of other: Int? = nil) -> [TreeEdit] {
        guard let property = ViewProperty.named(name) else { return [] }
        var changes = ViewChanges()
        changes.set(property, to: value)
        return [.change(view: other ?? view, changes)]
    }

    private func set(_ place: Int, _ change: (inout ConstraintChanges) -> Void) -> TreeEdit {
        var changes = ConstraintChanges()
        change(&changes)
        return .changeConstraint(place, changes)
    }

    private func priority(_ name: String, _ value: Double, of other: Int) -> [TreeEdit] {
        guard let field = LayoutTraits.fields.first(where: { $0.name == name }) else { return [] }
        var changes = LayoutTraitChanges()
        changes.set(field, to: .number(value))
        return [.changeLayout(view: other, changes)]
    }

    /// The constraints about the view that are in force, equalities first, with their places.
    private var constraints: [(place: Int, constraint: LayoutConstraint)] {
        let all = tree.placesOfConstraints(involving: index).compactMap { place in
            tree.constraint(at: place).map { (place: place, constraint: $0) }
        }.filter { $0.constraint.isActive && !$0.constraint.isPlaceholder && tree.isInstalled($0.constraint) }
        return all.filter { $0.constraint.relation == .equal } + all.filter { $0.constraint.relation != .equal }
    }

    // MARK: Places

    /// Ways of giving the view another frame: its own, or numbers of constraints where these place it.
    private func placed(at rect: Rect) -> [[TreeEdit]] {
        guard rect.isFinite, rect != frame else { return [] }
        guard tree.isPlacedByConstraints(index) == true else {
            // What is to change on another screen changes as much on the canvas.
            let (own, size) = (edited.frame(of: index), rect.size)
            let (width, height) = (size.width - frame.size.width, size.height - frame.size.height)
            let place = Rect(
                origin: own.origin + (rect.origin - frame.origin),
                size: Size(width: own.size.width + width, height: own.size.height + height)
            )
            return [set("frame", .rect(own == frame ? rect : place))]
        }
        let across = ways(
            true,
            from: rect.minX - frame.minX,
            longer: rect.size.width - frame.size.width,
            rect.size.width
        )
        let down = ways(
            false,
            from: rect.minY - frame.minY,
            longer: rect.size.height - frame.size.height,
            rect.size.height
        )
        return across.flatMap { first in down.map { first + $0 } }.filter { !$0.isEmpty }
    }

    /// Ways of moving and stretching the view along an axis; one without edits where there is nothing to do.
    private func ways(_ isHorizontal: Bool, from start: Double, longer: Double, _ length: Double) -> [[TreeEdit]] {
        var ways: [[TreeEdit]] = []
        if abs(longer) > 0.01 {
            for (place, constraint) in constraints
            where constraint.first.attribute == (isHorizontal ? .width : .height)
                && constraint.first.item == .view(view) && constraint.second == nil
            {
                ways.append([set(place) { $0.constant = length }])
            }
            if longer > 0 {
                ways.append(atLeast(length, isHorizontal ? .width : .height))
            }
            for delta in [longer, -longer] { ways += shifts(isHorizontal, by: delta) }
        } else if abs(start) > 0.01 {
            ways = shifts(isHorizontal, by: start)
        } else {
            return [[]]
        }
        return Array(ways.prefix(Self.maximumWays))
    }

    /// Each constraint that ties a side of the view, or both that tie two of them, moved by some points.
    private func shifts(_ isHorizontal: Bool, by delta: Double) -> [[TreeEdit]] {
        let sides = constraints.compactMap { place, constraint -> TreeEdit? in
            guard let second = constraint.second, constraint.multiplier == 1,
                constraint.first.attribute.isHorizontal == isHorizontal, !constraint.first.attribute.isLength
            else { return nil }
            let isFirst = constraint.first.item.view == view
            guard isFirst != (second.item.view == view) else { return nil }
            return set(place) { $0.constant = constraint.constant + (isFirst ? delta : -delta) }
        }
        return (sides.count == 2 ? [sides] : []) + sides.map { [$0] }
    }

    /// Ways of making the view larger: to the right and down, around its centre, to the left and up; first those that keep
    /// it in its superview.
    private func resized(to size: Size) -> [[TreeEdit]] {
        let (wider, higher) = (size.width - frame.size.width, size.height - frame.size.height)
        let rects = [0, 0.5, 1].flatMap { x in
            [0, 0.5, 1].map { y in
                Rect(origin: frame.origin - Point(x: wider * x, y: higher * y), size: size)
            }
        }
        guard let parent = tree.superview(of: index) else { return [] }
        let bounds = tree.bounds(of: parent)
        var seen: Set<Rect> = []
        let distinct = rects.filter { seen.insert($0).inserted }
        return (distinct.filter(bounds.contains) + distinct.filter { !bounds.contains($0) }).flatMap(placed)
    }

    /// The view moved by some points of the window.
    private func moved(by delta: Point) -> [[TreeEdit]] {
        guard let parent = tree.superview(of: index), scene.geometry.toWindow(of: parent)?.isTranslation == true else {
            return []
        }
        return placed(at: Rect(origin: frame.origin + delta, size: frame.size))
    }

    /// The view moved into what is seen of its superviews, by as little as that takes.
    private var movedInside: [[TreeEdit]] {
        guard let own = scene.geometry.windowFrame(of: index), let parent = tree.superview(of: index),
            let seen = scene.geometry.visibleFrame(of: parent)
        else { return [] }
        return Self.usualMargins.flatMap { margin in moved(by: Self.way(of: own, into: seen.inset(by: margin))) }
    }

    /// The shortest way that takes a rectangle into another one, to its start where it is larger.
    private static func way(of rect: Rect, into area: Rect) -> Point {
        func step(_ start: Double, _ end: Double, _ least: Double, _ most: Double) -> Double {
            if start < least || end - start > most - least { return least - start }
            return end > most ? most - end : 0
        }
        return Point(
            x: step(rect.minX, rect.maxX, area.minX, area.maxX),
            y: step(rect.minY, rect.maxY, area.minY, area.maxY)
        )
    }

    private var onPixels: [[TreeEdit]] {
        guard let scale = scene.scale, let own = scene.geometry.windowFrame(of: index) else { return [] }
        func step(_ value: Double) -> Double { (value * scale).rounded() / scale - value }
        return moved(by: Point(x: step(own.minX), y: step(own.minY)))
    }

    private var intoSafeArea: [[TreeEdit]] {
        guard let root = tree.root(of: index), let own = scene.geometry.windowFrame(of: index),
            let window = scene.geometry.windowFrame(of: root), let orientation = Orientation(of: window.size),
            let insets = scene.device(of: root)?.screen(orientation).safeArea
        else { return [] }
        let height = window.size.height - insets.top - insets.bottom
        let area = Rect(x: window.minX, y: window.minY + insets.top, width: window.size.width, height: height)
        return Self.margins.flatMap { margin in
            let height = area.size.height - 2 * margin
            let inner = Rect(x: area.minX, y: area.minY + margin, width: area.size.width, height: height)
            return moved(by: Point(x: 0, y: Self.way(of: own, into: inner).y))
        }
    }

    /// The view, or a control that it overlaps, moved off the other one.
    private var apart: [[TreeEdit]] {
        guard let own = scene.geometry.windowFrame(of: index) else { return [] }
        let others = tree.indices.filter { other in
            guard other != index, scene.controls[other] != nil, scene.isShown[other],
                let shared = scene.geometry.windowFrame(of: other)?.intersection(own)
            else { return false }
            return shared.size.width > 4 && shared.size.height > 4
        }
        return others.prefix(2).flatMap { other -> [[TreeEdit]] in
            guard let rect = scene.geometry.windowFrame(of: other) else { return [] }
            let steps = [
                Point(x: rect.maxX - own.minX, y: 0), Point(x: rect.minX - own.maxX, y: 0),
                Point(x: 0, y: rect.maxY - own.minY), Point(x: 0, y: rect.minY - own.maxY),
            ].sorted { abs($0.x) + abs($0.y) < abs($1.x) + abs($1.y) }
            let counterpart = LintProposals(scene, layout, other, edited)
            return steps.flatMap { step in
                moved(by: step) + counterpart.moved(by: Point(x: -step.x, y: -step.y))
            }
        }
    }

    /// What the view shows takes at least this much.
    private var shownSize: Size {
        var size = frame.size
        if scene.controls[index] != nil {
            size = touchableSize
        } else if scene.drawing.roles[index] == .label {
            size = Size(
                width: size.width == 0 ? textSize.width : size.width,
                height: size.height == 0 ? textSize.height : size.height
            )
        } else {
            let inside = tree.subviews(of: index).map { tree.frame(of: $0) }.filter(\.isFinite)
            size.width = max(size.width, inside.map(\.maxX).max() ?? 0)
            size.height = max(size.height, inside.map(\.maxY).max() ?? 0)
        }
        return size
    }

    /// What the text of the view takes on one line, or in the lines that its width leaves.
    private var textSize: Size {
        let font = scene.font(of: index) ?? TextFont(size: 17)
        let width = (font.width(of: tree.text(of: index) ?? "") + 1).rounded(.up)
        return Size(width: max(frame.size.width, width), height: max(frame.size.height, font.lineHeight.rounded(.up)))
    }

    // MARK: Touches, masks, scroll views

    /// Whatever keeps touches away from the view taken out of the way.
    private var reachable: [[TreeEdit]] {
        let above = [index] + tree.superviews(of: index)
        func ids(_ isMeant: (Int) -> Bool) -> [Int] { above.filter(isMeant).compactMap { tree.id(at: $0) } }
        return ids { !tree.flags(of: $0).contains(.userInteractionEnabled) }
            .map { set("userInteractionEnabled", .bool(true), of: $0) }
            + ids { tree.alpha(of: $0) < 0.01 }.map { set("alpha", .number(1), of: $0) }
            + ids { tree.superview(of: $0) != nil }.map { [.bringToFront(view: $0)] }
    }

    private var flexible: [[TreeEdit]] {
        let mask = tree.autoresizingMask(of: index)
        return [.flexibleWidth, .flexibleHeight, [.flexibleWidth, .flexibleHeight]].map { (more: AutoresizingMask) in
            set("autoresizingMask", .mask(mask.union(more)))
        }
    }

    private var largerContent: [[TreeEdit]] {
        guard var size = tree.contentSize(of: index) else { return [] }
        for view in tree.subviews(of: index) where scene.hasContent[view] && tree.frame(of: view).isFinite {
            size.width = max(size.width, tree.frame(of: view).maxX)
            size.height = max(size.height, tree.frame(of: view).maxY)
        }
        return [set("contentSize", .size(size))]
    }

    // MARK: Constraints

    private var rows: [DeviceMatrix.Row] { layout.matrix?.rows ?? [] }

    /// The constraints of the conflicts that are told of the view, those that were made last first.
    private var conflicting: [Int] {
        let results = rows.flatMap { [$0.canvas] + $0.layouts.map(\.result) }
        let conflicts = results.flatMap(\.conflicts).filter { (tree.subject(of: $0) ?? tree.root(of: index)) == index }
        return Set(conflicts.flatMap(\.constraints)).sorted(by: >)
    }

    /// The widths that constraints fix below the view.
    private var widths: [Int] {
        let inside = tree.subtree(of: index)
        return tree.allConstraints.indices.filter { place in
            let constraint = tree.allConstraints[place]
            return constraint.first.attribute == .width && constraint.second == nil && constraint.isActive
                && constraint.priority == LayoutPriority.required && tree.isInstalled(constraint)
                && tree.index(ofID: constraint.owner).map(inside.contains) ?? false
        }
    }

    /// Each of some constraints as one that may give way.
    private func weaker(_ places: [Int]) -> [[TreeEdit]] {
        places.map { place in [set(place) { $0.priority = LayoutPriority.required - 1 }] }
    }

    /// What is open decided: bounds as equalities, contents that hug more or resist less, the place that the file has.
    private var decided: [[TreeEdit]] {
        let bounds = constraints.filter { $0.constraint.relation != .equal }.map { place, _ in
            [set(place) { $0.relation = .equal }]
        }
        let inside = [view] + tree.subviews(of: index).compactMap { tree.id(at: $0) }
        let priorities = inside.prefix(4).flatMap { id in
            ["horizontal", "vertical"].flatMap { axis in
                [
                    priority("contentHuggingPriority/" + axis, LayoutPriority.defaultLow + 1, of: id),
                    priority("contentCompressionResistancePriority/" + axis, LayoutPriority.defaultHigh - 1, of: id),
                ]
            }
        }
        return bounds + priorities + pinned
    }

    /// The view tied to its superview where it is, by one or two numbers.
    private var pinned: [[TreeEdit]] {
        guard let parent = tree.superview(of: index).flatMap({ tree.id(at: $0) }) else { return [] }
        let numbers: [(LayoutAttribute, Double)] = [
            (.leading, frame.minX), (.top, frame.minY), (.width, frame.size.width), (.height, frame.size.height),
        ]
        let single = numbers.map { attribute, number -> [TreeEdit] in
            let other = attribute.isLength ? nil : LayoutAnchor(.view(parent), attribute)
            var new = NewConstraint(LayoutAnchor(.view(view), attribute), other)
            new.constant = number
            return [.addConstraint(new)]
        }
        return single + [single[0] + single[1], single[2] + single[3], single.flatMap { $0 }]
    }

    /// The frames that the constraints give on the canvas, of the view and all in it.
    private var solvedFrames: [[TreeEdit]] {
        guard let canvas = rows.first(where: { $0.canvas.views.contains(index) })?.canvas else { return [] }
        let changes = tree.subtree(of: index).compactMap { inner -> ViewChange? in
            guard let solved = canvas.frame(of: inner), solved.isOther(than: layout.stored.frame(of: inner), by: 0.01),
                let id = tree.id(at: inner)
            else { return nil }
            var changes = ViewChanges()
            changes.frame = solved
            return ViewChange(view: id, changes)
        }
        return changes.isEmpty ? [] : [[.changes(changes)]]
    }

    /// The view tied so much nearer to what it is tied to that it stays on every screen that was tried.
    private var nearer: [[TreeEdit]] {
        let results = rows.filter { $0.canvas.views.contains(index) }.flatMap { [$0.canvas] + $0.layouts.map(\.result) }
        let places = results.compactMap { result -> Point? in
            let geometry = WindowGeometry(tree.laidOut([result]).tree)
            guard let own = geometry.windowFrame(of: index) else { return nil }
            return geometry.windowFrame(of: result.root).map { Self.way(of: own, into: $0) }
        }
        let (x, y) = (places.map(\.x), places.map(\.y))
        return Self.margins.flatMap { margin -> [[TreeEdit]] in
            func step(_ steps: [Double]) -> Double {
                let (least, most) = (steps.min() ?? 0, steps.max() ?? 0)
                return least < 0 ? least - margin : most > 0 ? most + margin : 0
            }
            return moved(by: Point(x: step(x), y: step(y)))
        }
    }

    /// The view, or something in it, that does not give way so easily; else a least size, which it has on the canvas.
    private var resisting: [[TreeEdit]] {
        let inside = tree.subtree(of: index).prefix(4).compactMap { tree.id(at: $0) }
        let priorities = inside.flatMap { id in
            [LayoutPriority.defaultHigh, LayoutPriority.required].flatMap { value in
                ["horizontal", "vertical"].map { axis in
                    priority("contentCompressionResistancePriority/" + axis, value, of: id)
                }
            }
        }
        return priorities + [atLeast(frame.size.width, .width), atLeast(frame.size.height, .height)]
    }

    private func atLeast(_ length: Double, _ attribute: LayoutAttribute) -> [TreeEdit] {
        var new = NewConstraint(LayoutAnchor(.view(view), attribute))
        (new.relation, new.constant) = (.greaterThanOrEqual, length)
        return [.addConstraint(new)]
    }
}
