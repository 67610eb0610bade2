import TreeTesting
import TestSupport

@testable import Drawing
@testable import ViewHierarchy

/// A tree as a test draws it up, kept beside the tree that is made of it.
struct Sketch {
    struct View {
        var depth: Int
        var view: ViewDescription
    }

    private(set) var views: [View] = []
    /// The place in the list of each view's superview.
    private(set) var superviews: [Int?] = []
    let tree: ViewTree
    /// What takes a point of the superview into each view: the way to its center, the turn, and the way from the
    /// middle of its bounds.
    private var steps: [(center: Point, turn: Transform, middle: Point)] = []

    static let side = 10

    /// Draws up to nine views in one or two windows. All edges come to lie on whole points, so that unit cells say
    /// everything.
    init(_ random: inout SeededGenerator) {
        let count = Int.random(in: 1...9, using: &random)
        var open: [Int] = []
        for number in 0..<count {
            let depth = number == 0 || random.once(in: 12) ? 0 : Int.random(in: 1...open.count, using: &random)
            open.removeLast(open.count - depth)
            superviews.append(open.last)
            open.append(number)
            views.append(View(depth: depth, view: Self.view(isRoot: depth == 0, &random)))
        }
        var builder = ViewTreeBuilder()
        for view in views { builder.append(view.view, depth: view.depth) }
        tree = builder.build()
        for view in views.map(\.view) {
            let bounds = view.bounds ?? Rect(origin: .zero, size: view.frame.size)
            steps.append((view.center ?? view.frame.center, view.transform.inverted, bounds.center))
        }
    }

    private static func view(isRoot: Bool, _ random: inout SeededGenerator) -> ViewDescription {
        func length() -> Double { 2 * Double(Int.random(in: 0...5, using: &random)) }
        func place() -> Double { Double(Int.random(in: -2...8, using: &random)) }
        var frame = Rect(x: place(), y: place(), width: length(), height: length())
        if isRoot {
            let origin = random.once(in: 8) ? Point(x: 3, y: 1) : .zero
            frame = Rect(origin: origin, size: Size(width: Double(side), height: Double(side)))
        }
        let className = random.once(in: 15) ? "UITextEffectsWindow" : "UIView"
        var view = ViewDescription(className: className, frame: frame)
        view.clipsToBounds = random.once(in: 3)
        view.isHidden = random.once(in: 10)
        view.isUserInteractionEnabled = !random.once(in: 6)
        view.alpha = [1, 1, 1, 1, 0.5, 0.005, 0][Int.random(in: 0..<7, using: &random)]
        view.isOpaque = !random.once(in: 5)
        let color = ["1 1", "0 1", "0 0", "1 0.5"][Int.random(in: 0..<4, using: &random)]
        if !random.once(in: 5) { view.attributes = [.init("backgroundColor", "UIExtendedGrayColorSpace \(color)")] }
        guard !isRoot else { return view }
        if random.once(in: 4) {
            let scroll = Point(x: Double(Int.random(in: -2...2, using: &random)), y: 1)
            view.bounds = Rect(origin: scroll, size: frame.size)
            view.center = frame.center
        } else if random.once(in: 5) {
            let turns = [Transform.quarterTurn, Transform(scaleX: 2, y: 1), Transform(scaleX: -1, y: 1)]
            view.transform = turns[Int.random(in: 0..<3, using: &random)]
            view.bounds = Rect(origin: .zero, size: frame.size)
            view.center = frame.center
            view.frame = .zero
        }
        return view
    }

    /// The number of unit cells in the window of a view without clips.
    func area(of index: Int) -> Double {
        var scale = 1.0
        var next: Int? = index
        while let view = next {
            if superviews[view] != nil { scale *= abs(views[view].view.transform.determinant) }
            next = superviews[view]
        }
        let size = tree.bounds(of: index).size
        return scale * size.width * size.height
    }

    /// A point of the window in each view's own coordinates, found from the outside in.
    func localPoints(of point: Point) -> [Point] {
        var points: [Point] = []
        for index in views.indices {
            guard let superview = superviews[index] else {
                points.append(point)
                continue
            }
            let step = steps[index]
            points.append(step.turn.apply(to: points[superview] - step.center) + step.middle)
        }
        return points
    }

    /// The middles of the unit cells of the window.
    static let cells: [Point] = (0..<side).flatMap { y in
        (0..<side).map { x in Point(x: Double(x) + 0.5, y: Double(y) + 0.5) }
    }
}

/// Whether two shares are the same, up to rounding.
func isSame(_ fraction: Double?, _ expected: Double?) -> Bool {
    guard let fraction, let expected else { return fraction == nil && expected == nil }
    return abs(fraction - expected) < 1e-9
}

/// A view that hides what is behind it, unless the closure changes that.
func cover(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ change: (inout ViewDescription) -> Void = { _ in }
) -> ViewDescription {
    view(x, y, width, height) {
        $0.attributes = [.init("backgroundColor", "UIExtendedGrayColorSpace 1 1")]
        change(&$0)
    }
}

/// A window of 40 by 40 with thirty covers at random places, too many for narrow limits.
func crowd(seed: Int, maximumDepth: Int) -> ViewTree {
    var random = SeededGenerator(seed: UInt64(seed))
    var builder = ViewTreeBuilder()
    builder.append(view(0, 0, 40, 40), depth: 0)
    for _ in 0..<30 {
        let size = Int.random(in: 2...10, using: &random)
        let (x, y) = (Int.random(in: 0...30, using: &random), Int.random(in: 0...30, using: &random))
        let part = cover(Double(x), Double(y), Double(size), Double(12 - size))
        builder.append(part, depth: Int.random(in: 1...maximumDepth, using: &random))
    }
    return builder.build()
}

extension ExposureLimits {
    /// Limits that a ``crowd(seed:maximumDepth:)`` goes beyond.
    static var narrow: ExposureLimits {
        var limits = ExposureLimits()
        (limits.maximumPieces, limits.largestCovers) = (20, 3)
        return limits
    }
}

/// Arrangements of many views that try the sweeps.
enum ExposureShape: String, CaseIterable, Sendable {
    case tiles, rows, staircase, nested, scattered, lattice, rotated

    /// A window with so many opaque views.
    func tree(_ count: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        var random = SeededGenerator(seed: 1)
        let side = 1_000.0
        builder.append(cover(0, 0, side, side), depth: 0)
        for number in 1..<count {
            let n = Double(number)
            let step = side / Double(count)
            var depth = 1
            var part: ViewDescription
            switch self {
            case .tiles:
                let columns = Double(count).squareRoot().rounded(.up)
                let (row, column) = ((n / columns).rounded(.down), n.truncatingRemainder(dividingBy: columns))
                let width = side / columns
                part = cover(column * width, row * width, width, width)
            case .rows: part = cover(0, n * step, side, step)
            case .staircase: part = cover(n * step / 2, n * step / 2, side / 2, side / 2)
            case .nested:
                let width = side - n * step
                part = cover(step / 2, step / 2, width, width)
                depth = number
            case .scattered:
                part = cover(
                    .random(in: 0..<side, using: &random),
                    .random(in: 0..<side, using: &random),
                    .random(in: 0..<5, using: &random),
                    .random(in: 0..<5, using: &random)
                )
            case .lattice:
                part = number % 2 == 0 ? cover(n * step, 0, step / 2, side) : cover(0, n * step, side, step / 2)
            case .rotated:
                part = cover(.random(in: 0..<side, using: &random), .random(in: 0..<side, using: &random), 4, 8)
                part.transform = Transform(rotation: n)
            }
            builder.append(part, depth: depth)
        }
        return builder.build()
    }
}
