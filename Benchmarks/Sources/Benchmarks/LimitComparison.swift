import CLimits
import DumpFormats
import Drawing
import ViewHierarchy

/// What the view tree does, beside plain loops in C over the same arrays, which is the least that the machine needs for it.
///
/// The tasks take turns. Both give the same answers, or it fails.
enum LimitComparison {
    /// Milliseconds of both, by what is done.
    static func run(views count: Int) throws -> [Comparison] {
        let tree = Shape.screen.tree(count)
        let views = CViews(tree)
        let size = Size(width: 1_366, height: 768)
        let geometry = WindowGeometry(tree)
        // Down the window, so that rows in and out of sight are asked.
        let points = (0..<100).map { Point(x: 150, y: Double($0) * 10 + 3) }
        try check(tree, views, size, geometry, points)
        return [
            Comparison(
                "autoresize",
                { _ = tree.laidOut(resizing: 0, to: size) },
                { _ = views.autoresize(to: size) }
            ),
            Comparison("window frames", { _ = WindowGeometry(tree) }, { views.place() }),
            Comparison(
                "100 hit tests",
                { for point in points { _ = tree.hitTest(point) } },
                { for point in points { _ = views.hitTest(point) } }
            ),
            // Both know where the views lie, and C which of them paint all of their bounds.
            Comparison(
                "visible areas",
                { _ = VisibleArea(VisibleScene(tree, geometry)) },
                { _ = views.visibleAreas() }
            ),
        ]
    }

    private static func check(
        _ tree: ViewTree,
        _ views: CViews,
        _ size: Size,
        _ geometry: WindowGeometry,
        _ points: [Point]
    ) throws {
        let laidOut = tree.laidOut(resizing: 0, to: size)
        let (frames, changed) = views.autoresize(to: size)
        let isSame = tree.indices.allSatisfy { Rect(frames[$0]) == laidOut.tree.frame(of: $0) }
        guard isSame, changed == laidOut.changed.count else { throw Fault("the loop in C lays out otherwise") }
        views.place()
        for index in tree.indices {
            guard geometry.windowFrame(of: index) == Rect(views.windowFrames[index]) else {
                throw Fault("the loop in C places view \(index) elsewhere")
            }
        }
        for point in points where tree.hitTest(point).view != views.hitTest(point) {
            throw Fault("the loop in C gives the touch at \(point) to another view")
        }
        let area = VisibleArea(tree)
        let fractions = views.visibleAreas()
        for index in tree.indices where abs((area.fraction(of: index) ?? 0) - fractions[index]) > 1e-6 {
            throw Fault("the loop in C sees \(fractions[index]) of view \(index)")
        }
    }

    /// What could not be compared.
    struct Fault: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

/// Medians of the processor's time of two tasks that take turns, in milliseconds.
struct Comparison {
    private static let rounds = 9

    let name: String
    let ours: Double
    let other: Double

    init(_ name: String, _ ours: () throws -> Void, _ other: () throws -> Void) rethrows {
        self.name = name
        var times: [(ours: Double, other: Double)] = []
        for round in 0...Self.rounds {
            let pair = (ours: try Self.time(ours), other: try Self.time(other))
            // The first time warms up.
            if round > 0 { times.append(pair) }
        }
        self.ours = times.map(\.ours).sorted()[Self.rounds / 2]
        self.other = times.map(\.other).sorted()[Self.rounds / 2]
    }

    private static func time(_ task: () throws -> Void) rethrows -> Double {
        let start = Measurement.processorTime
        try task()
        return Measurement.processorTime - start
    }
}

/// A tree as the loops in C want it, with room for what they find.
private final class CViews {
    private let count: Int
    private var views = limit_views()
    private let steps: UnsafeMutablePointer<Int32>
    private(set) var windowFrames: [limit_rect]
    private var visible: [limit_rect]

    init(_ tree: ViewTree) {
        count = tree.count
        steps = .allocate(capacity: 2 * tree.count)
        windowFrames = Array(repeating: limit_rect(), count: tree.count)
        visible = windowFrames
        views.count = Int32(tree.count)
        views.frames = Self.column(tree) { limit_rect(tree.frame(of: $0)) }
        views.origins = Self.column(tree) { (tree.bounds(of: $0).origin.x, tree.bounds(of: $0).origin.y) }
        views.alphas = Self.column(tree, tree.alpha(of:))
        views.superviews = Self.column(tree) { tree.superview(of: $0).map { Int32($0) } ?? -1 }
        views.ends = Self.column(tree) { Int32(tree.subtree(of: $0).upperBound) }
        views.masks = Self.column(tree) { tree.autoresizingMask(of: $0).rawValue }
        views.flags = Self.column(tree) { Self.flags(of: $0, in: tree) }
    }

    /// An array that lasts as long as the process.
    private static func column<Value>(_ tree: ViewTree, _ value: (Int) -> Value) -> UnsafePointer<Value> {
        let column = UnsafeMutablePointer<Value>.allocate(capacity: tree.count)
        for index in tree.indices { (column + index).initialize(to: value(index)) }
        return UnsafePointer(column)
    }

    private static func flags(of index: Int, in tree: ViewTree) -> UInt8 {
        let flags = tree.flags(of: index)
        // In these trees all other backgrounds let something through.
        let isPainted = tree.attributes(of: index).contains { $0.name == "backgroundColor" && $0.value.hasSuffix(" 1") }
        let bits: [(limit_flag, Bool)] = [
            (limit_hidden, flags.contains(.hidden)),
            (limit_clips, flags.contains(.clipsToBounds)),
            (limit_interactive, flags.contains(.userInteractionEnabled)),
            (limit_covers, flags.contains(.opaque) && isPainted),
        ]
        return bits.reduce(0) { $1.1 ? $0 | UInt8($1.0.rawValue) : $0 }
    }

    /// The frames, and how many are other ones.
    func autoresize(to size: Size) -> (frames: [limit_rect], changed: Int) {
        var frames = [limit_rect](repeating: limit_rect(), count: count)
        var changed = [Int32](repeating: 0, count: count)
        let number = limit_autoresize(&views, size.width, size.height, &frames, &changed)
        return (frames, Int(number))
    }

    func place() {
        var transforms = [limit_transform](repeating: limit_transform(), count: count)
        var clips = [limit_rect](repeating: limit_rect(), count: count)
        limit_window_frames(&views, &transforms, &windowFrames, &visible, &clips)
    }

    func hitTest(_ point: Point) -> Int? {
        var stepCount: Int32 = 0
        let view = limit_hit_test(&views, point.x, point.y, steps, &stepCount)
        return view < 0 ? nil : Int(view)
    }

    func visibleAreas() -> [Double] {
        var fractions = [Double](repeating: 0, count: count)
        limit_visible_areas(&views, windowFrames, visible, &fractions)
        return fractions
    }
}

extension limit_rect {
    fileprivate init(_ rect: Rect) {
        self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }
}

extension Rect {
    fileprivate init(_ rect: limit_rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}
