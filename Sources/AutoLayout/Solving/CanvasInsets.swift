import Diagnostics
import ViewHierarchy

/// What the device and the bars around a scene take from the edges of its root.
///
/// Interface Builder does not store it. On the canvas it is read back from the frames that are tied to the safe area;
/// for another screen it comes from that screen and the bars of the scene, never from the canvas. A running app says it.
struct CanvasInsets: Sendable {
    /// Safe areas that reach further down are more than a status bar: those of iPads with home indicators have 24 points.
    private static let highestStatusBar = 24.0
    /// How high the status bar of a device without a notch is.
    private static let usualStatusBar = 20.0

    /// The insets of a unit's root.
    private(set) var insets: EdgeInsets
    /// The edges at which they are those that Interface Builder usually has, as the file shows none.
    private(set) var guessed: Set<LayoutAttribute> = []

    init(_ unit: LayoutUnit) {
        let bars = unit.tree.id(at: unit.index(0)).flatMap { unit.canvas.bars[$0] } ?? []
        if let safeArea = unit.target.safeArea {
            insets = Self.without(bars, safeArea).adding(Self.barInsets(bars, unit))
            return
        }
        insets = unit.measurements.safeArea(0)
        if unit.measurements.isEmpty {
            let assumed = Self.assumed(of: unit, bars)
            let shown = ShownInsets(unit, 0) { Self.edge($0, unit) }
            if unit.tree.layoutCanvas != nil { guessed = shown.missing.filter { !$0.isHorizontal || assumed[$0] > 0 } }
            insets = shown.replacing(assumed)
        }
        let extra = unit.target.extraInset
        insets = insets.adding(EdgeInsets(top: extra, left: extra, bottom: extra, right: extra))
    }

    /// The insets with some points more at the edges where they are not shown.
    func shifted(by points: Double) -> EdgeInsets {
        insets.adding(points, at: guessed)
    }

    private static func barInsets(_ bars: SimulatedBars, _ unit: LayoutUnit) -> EdgeInsets {
        let room = bars.room(since: unit.canvas.build, on: unit.target.screen)
        return EdgeInsets(top: room.top, left: 0, bottom: room.bottom, right: 0)
    }

    /// What the device of the canvas takes from a root that fills it, and its bars. Builds from 23700 on take the device's
    /// part twice, as their frames show. A plain view of another size has the notch above it too.
    private static func assumed(of unit: LayoutUnit, _ bars: SimulatedBars) -> EdgeInsets {
        guard let screen = unit.canvas.size, let device = unit.canvas.insets else { return barInsets(bars, unit) }
        let size = unit.rootSize
        guard abs(size.width - screen.width) < 1, abs(size.height - screen.height) < 1 else {
            var own = barInsets(bars, unit)
            let isView = unit.roles[0] == .plain && unit.tree.controller(of: unit.index(0)) == nil
            if isView, device.top > usualStatusBar, unit.canvas.isBuild(13_000) { own.top += device.top }
            return own
        }
        var own = device
        if device.bottom > 0, unit.canvas.isBuild(23_700, orUnknown: false) { own = device.adding(device) }
        return without(bars, own).adding(barInsets(bars, unit))
    }

    /// What a device takes from a scene without a status bar: below a sensor housing the safe area stays.
    private static func without(_ bars: SimulatedBars, _ safeArea: EdgeInsets) -> EdgeInsets {
        guard bars.contains(.noStatusBar), safeArea.top <= highestStatusBar else { return safeArea }
        return EdgeInsets(top: 0, left: safeArea.left, bottom: safeArea.bottom, right: safeArea.right)
    }

    /// Which edge of the root's safe area an anchor is.
    private static func edge(_ anchor: LayoutAnchor, _ unit: LayoutUnit) -> LayoutAttribute? {
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
        case .safeArea: return anchor.attribute.side
        case .top: return anchor.attribute == .bottom ? .top : nil
        case .bottom, .keyboard: return anchor.attribute == .top ? .bottom : nil
        default: return nil
        }
    }
}

/// Insets of a view as stored frames show them: where what is tied to them lies.
struct ShownInsets: Sendable, Hashable {
    /// A constraint of this priority counts where no required one tells an inset: it holds nearly always.
    private static let least = 750.0
    /// No inset that an optional constraint shows is larger.
    private static let largestOptional = 150.0

    /// By edge: left, right, top or bottom.
    private let insets: [LayoutAttribute: Double]

    /// Finds the inset at each edge that most of the views show which are tied to it.
    ///
    /// - Parameters:
    ///   - place: The view whose insets they are.
    ///   - possible: What insets may be; nil for anything that is no mistake.
    ///   - edge: Which edge an anchor of that view is; nil for one that is none.
    init(
        _ unit: LayoutUnit,
        _ place: Int,
        among possible: ClosedRange<Double>? = nil,
        edge: (LayoutAnchor) -> LayoutAttribute?
    ) {
        guard let frame = unit.stored[safe: place], let id = unit.tree.id(at: unit.index(place)) else {
            insets = [:]
            return
        }
        var counts: [Bool: [LayoutAttribute: [Double: Int]]] = [:]
        for number in unit.tree.layout.places(of: id) {
            // The frames that show it are those of the dump, and so are the constraints.
            guard let said = unit.tree.layout.original(at: Int(number)), said.priority >= Self.least,
                let tie = Self.tie(said, unit, place, id, edge)
            else { continue }
            let inset: Double =
                switch tie.edge {
                case .bottom: frame.maxY - tie.place
                case .right: frame.maxX - tie.place
                case .left: tie.place - frame.minX
                default: tie.place - frame.minY
                }
            let isRequired = said.priority >= LayoutPriority.required
            let range = possible ?? 0...(isRequired ? 1_000 : Self.largestOptional)
            guard inset.isFinite, range.contains(inset) else { continue }
            counts[isRequired, default: [:]][tie.edge, default: [:]][(inset * 2).rounded() / 2, default: 0] += 1
        }
        func most(_ counts: [LayoutAttribute: [Double: Int]]?) -> [LayoutAttribute: Double] {
            (counts ?? [:]).compactMapValues { $0.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key }
        }
        insets = most(counts[true]).merging(most(counts[false])) { required, _ in required }
    }

    /// The edges at which no inset is shown.
    var missing: Set<LayoutAttribute> { Set([.left, .right, .top, .bottom].filter { insets[$0] == nil }) }

    /// Other insets, with those that are shown in their places.
    func replacing(_ others: EdgeInsets) -> EdgeInsets {
        var result = others
        for (edge, inset) in insets { result[edge] = inset }
        return result
    }

    /// An edge, and where a view that is tied to it shows that it lies.
    private struct Tie {
        var edge: LayoutAttribute
        var place: Double
    }

    /// What a constraint shows of an edge's place: a plain equality between that and a view inside.
    private static func tie(
        _ constraint: LayoutConstraint,
        _ unit: LayoutUnit,
        _ place: Int,
        _ id: Int,
        _ edge: (LayoutAnchor) -> LayoutAttribute?
    ) -> Tie? {
        guard constraint.relation == .equal, constraint.isActive, constraint.multiplier == 1,
            let second = constraint.second
        else { return nil }
        for (anchor, other, sign) in [(constraint.first, second, 1.0), (second, constraint.first, -1.0)] {
            guard anchor.item.view == id, let edge = edge(anchor), case .view(let view) = other.item,
                let inside = unit.place(ofID: view), unit.isBelow(inside, place), unit.isPresent(inside),
                let stored = stored(other.attribute, inside, unit)
            else { continue }
            // edge = other + constant where the edge comes first, other = edge + constant where it comes second.
            return Tie(edge: edge, place: stored + sign * constraint.constant)
        }
        return nil
    }

    /// Where the file has an edge of a view's alignment rectangle, or of its margins where those are its own alone.
    private static func stored(_ attribute: LayoutAttribute, _ place: Int, _ unit: LayoutUnit) -> Double? {
        var insets = LayoutItems.alignmentInsets(place, unit)
        if attribute.isOfMargins {
            let traits = unit.traits(place)
            guard traits?.preservesSuperviewMargins != true else { return nil }
            insets = insets.adding(traits?.margins?.insets ?? LayoutGuides.usualMargins)
        }
        let frame = unit.stored[place]
        switch (attribute.isOfMargins ? attribute.withoutMargin : attribute).side {
        case .left: return frame.minX + insets.left
        case .right: return frame.maxX - insets.right
        case .top: return frame.minY + insets.top
        case .bottom: return frame.maxY - insets.bottom
        default: return nil
        }
    }
}

extension LayoutAttribute {
    /// The edge of a rectangle that it is; nil for lengths, centres, margins and baselines. Left to right.
    var side: LayoutAttribute? {
        switch self {
        case .left, .leading: .left
        case .right, .trailing: .right
        case .top: .top
        case .bottom: .bottom
        default: nil
        }
    }
}

extension EdgeInsets {
    /// The insets with some points more at some edges; at far ones twice as many, so that centres move too.
    func adding(_ points: Double, at edges: Set<LayoutAttribute>) -> EdgeInsets {
        var insets = self
        for edge in edges { insets[edge] += [.right, .bottom].contains(edge) ? 2 * points : points }
        return insets
    }

    /// The inset at an edge: left, right, bottom; any other attribute is the top.
    subscript(edge: LayoutAttribute) -> Double {
        get {
            switch edge {
            case .left: left
            case .right: right
            case .bottom: bottom
            default: top
            }
        }
        set {
            switch edge {
            case .left: left = newValue
            case .right: right = newValue
            case .bottom: bottom = newValue
            default: top = newValue
            }
        }
    }
}
