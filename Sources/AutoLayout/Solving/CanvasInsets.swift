import ViewHierarchy

/// What the device and the bars around a scene take from the edges of its root.
///
/// Interface Builder does not store it. On the canvas it is read back from the frames that are tied to the safe area;
/// for another screen it comes from that screen and the bars of the scene, never from the canvas. A running app says it.
enum CanvasInsets {
    /// The insets of a unit's root.
    static func insets(of unit: LayoutUnit) -> EdgeInsets {
        let bars = unit.tree.id(at: unit.index(0)).flatMap { unit.canvas.bars[$0] } ?? []
        if let safeArea = unit.target.safeArea {
            return safeArea.adding(barInsets(bars, unit))
        }
        var insets = unit.measurements.safeArea(0)
        if unit.measurements.isEmpty {
            insets = assumed(of: unit, bars)
            let found = readBack(unit)
            insets.top = found.top ?? insets.top
            insets.left = found.left ?? insets.left
            insets.bottom = found.bottom ?? insets.bottom
            insets.right = found.right ?? insets.right
        }
        let extra = unit.target.extraInset
        return insets.adding(EdgeInsets(top: extra, left: extra, bottom: extra, right: extra))
    }

    private static func barInsets(_ bars: SimulatedBars, _ unit: LayoutUnit) -> EdgeInsets {
        EdgeInsets(top: bars.top(since: unit.canvas.build), left: 0, bottom: bars.bottom, right: 0)
    }

    /// What the device of the canvas takes from a root that fills it, and its bars. Builds from 23700 on take the device's
    /// part twice, as their frames show.
    private static func assumed(of unit: LayoutUnit, _ bars: SimulatedBars) -> EdgeInsets {
        guard let screen = unit.canvas.size, let device = unit.canvas.insets else { return barInsets(bars, unit) }
        let size = unit.rootSize
        guard abs(size.width - screen.width) < 1, abs(size.height - screen.height) < 1 else {
            return barInsets(bars, unit)
        }
        var own = device
        if device.bottom > 0, unit.canvas.isBuild(23_700, orUnknown: false) { own = device.adding(device) }
        if bars.contains(.noStatusBar), own.top <= 20 { own.top = 0 }
        return own.adding(barInsets(bars, unit))
    }

    // MARK: Reading back

    private struct Found {
        var top: Double?
        var left: Double?
        var bottom: Double?
        var right: Double?
    }

    /// An edge of the safe area, and one of a view that is tied to it.
    private struct Tie {
        var edge: LayoutAttribute
        /// Where the edge of the safe area lies.
        var place: Double
    }

    /// Of each edge the inset that most of the views which are tied to it show.
    private static func readBack(_ unit: LayoutUnit) -> Found {
        var counts: [LayoutAttribute: [Double: Int]] = [:]
        let size = unit.rootSize
        guard let root = unit.tree.id(at: unit.index(0)) else { return Found() }
        for place in unit.tree.layout.places(of: root) {
            // The frames that show it are those of the dump, and so are the constraints.
            guard let said = unit.tree.layout.original(at: Int(place)), let tie = tie(said, unit) else { continue }
            let inset: Double =
                switch tie.edge {
                case .bottom: size.height - tie.place
                case .right: size.width - tie.place
                default: tie.place
                }
            guard inset.isFinite, (0...1_000).contains(inset) else { continue }
            counts[tie.edge, default: [:]][(inset * 2).rounded() / 2, default: 0] += 1
        }
        func most(_ edge: LayoutAttribute) -> Double? {
            counts[edge]?.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
        }
        return Found(top: most(.top), left: most(.left), bottom: most(.bottom), right: most(.right))
    }

    /// What a constraint shows of the safe area's place: required, plain, between the root's guide and a view inside.
    private static func tie(_ constraint: LayoutConstraint, _ unit: LayoutUnit) -> Tie? {
        guard constraint.relation == .equal, constraint.priority >= LayoutPriority.required, constraint.isActive,
            constraint.multiplier == 1, let second = constraint.second
        else { return nil }
        for (guide, other, sign) in [(constraint.first, second, 1.0), (second, constraint.first, -1.0)] {
            guard let edge = edge(guide, unit), case .view(let id) = other.item, let view = unit.place(ofID: id),
                view > 0, unit.isPresent(view), Self.side(other.attribute) != nil,
                let stored = Self.stored(other.attribute, unit.stored[view])
            else { continue }
            // guide = other + constant where the guide comes first, other = guide + constant where it comes second.
            return Tie(edge: edge, place: stored + sign * constraint.constant)
        }
        return nil
    }

    /// Which edge of the root's safe area an anchor is.
    private static func edge(_ anchor: LayoutAnchor, _ unit: LayoutUnit) -> LayoutAttribute? {
        guard let id = anchor.item.view, unit.place(ofID: id) == 0 else { return nil }
        guard let kind = anchor.item.guide else {
            // The margins above and below a root are the safe area, unless it has some of its own.
            guard unit.traits(0)?.margins == nil, unit.canvas.isBuild(13_000),
                unit.traits(0)?.insetsMarginsFromSafeArea != false
            else { return nil }
            switch anchor.attribute {
            case .topMargin: return .top
            case .bottomMargin: return .bottom
            default: return nil
            }
        }
        switch kind {
        case .safeArea: return side(anchor.attribute)
        case .top: return anchor.attribute == .bottom ? .top : nil
        case .bottom: return anchor.attribute == .top ? .bottom : nil
        default: return nil
        }
    }

    private static func side(_ attribute: LayoutAttribute) -> LayoutAttribute? {
        switch attribute {
        case .left, .leading: .left
        case .right, .trailing: .right
        case .top: .top
        case .bottom: .bottom
        default: nil
        }
    }

    private static func stored(_ attribute: LayoutAttribute, _ frame: Rect) -> Double? {
        switch side(attribute) {
        case .left: frame.minX
        case .right: frame.maxX
        case .top: frame.minY
        case .bottom: frame.maxY
        default: nil
        }
    }
}
