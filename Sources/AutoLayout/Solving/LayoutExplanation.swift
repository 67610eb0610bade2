import Diagnostics
public import ViewHierarchy

/// Why a view is where it is: for each of its edges what holds it there, what gave way, and what takes no part.
///
/// It says no more than the layout knows: an edge of which no row is known to decide it is held by nothing that is told.
public struct LayoutExplanation: Sendable, Hashable {
    /// So many constraints and other rules are listed at most, those of all edges together.
    public static let maximumListed = 100

    /// A part of a frame that constraints speak of; coordinates are those of the superview.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        case left, right, width, centerX, top, bottom, height, centerY

        /// Whether it is about x.
        public var isHorizontal: Bool {
            switch self {
            case .left, .right, .width, .centerX: true
            case .top, .bottom, .height, .centerY: false
            }
        }

        /// The name for people.
        public var name: String {
            switch self {
            case .centerX, .centerY: "center"
            default: rawValue
            }
        }
    }

    /// Who holds something.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case constraint
        /// The autoresizing mask.
        case mask
        /// UIKit's own rule for what it places, such as the content view of a cell.
        case place
        /// A stack view's arrangement.
        case stack
        /// That a view is hidden in a stack.
        case hiding
        /// What the content of a view needs.
        case content
        /// That no length is negative.
        case notNegative
        /// The canvas or the screen, which gives a root its size.
        case screen
        /// Nothing in the dump: the view was left where the file has it.
        case stored
    }

    /// A rule that holds an edge with equality.
    public struct Hold: Sendable, Hashable {
        /// Who asks for it.
        public let kind: Kind
        /// What it says, as the view has it.
        public let text: String
        /// How much it counts, up to 1000, which is required; nil where priorities mean nothing.
        public let priority: Double?
        /// Whether the edge is derived from it. One that is not holds as well: without it the edge would be in the same place.
        public let decides: Bool
        /// Its place in ``ViewTree/allConstraints``; nil for other rules.
        public var constraint: Int?
        /// The id of the view on its other side.
        public var other: Int?
    }

    /// How well it is known why an edge is where it is.
    public enum Standing: String, Sendable, Hashable, CaseIterable {
        /// What holds it is known.
        case decided
        /// Nothing in the dump decides it.
        case undetermined
        /// It is decided, and which rules do that could not be found out.
        case unknown
    }

    /// An edge, a length or a centre.
    public struct Edge: Sendable, Hashable {
        /// Which one.
        public let part: Part
        /// Where it lies in the superview, or how long it is, in points.
        public let value: Double
        /// Whether that is decided.
        public var standing: Standing
        /// What holds it, what decides it first.
        public var holds: [Hold] = []
        /// The other parts of the same view that it follows from, where nothing speaks of it itself.
        public var follows: [Part] = []
        /// Between which values it may lie, where that is known.
        public var range: ClosedRange<Double>?

        init(_ part: Part, _ value: Double, _ standing: Standing) {
            (self.part, self.value, self.standing) = (part, value, standing)
        }

        /// What is to be said beside what holds it: `from left and width`; nil for nothing.
        public var remark: String? {
            switch standing {
            case .decided: return follows.isEmpty ? nil : followed
            case .unknown: return "what holds it is not known"
            case .undetermined:
                guard let range else { return follows.isEmpty ? "undetermined" : "undetermined, \(followed)" }
                let (lower, upper) = (NumberText.told(range.lowerBound), NumberText.told(range.upperBound))
                return "undetermined: anything from \(lower) to \(upper)"
            }
        }

        private var followed: String {
            let names = follows.map(\.name)
            guard let last = names.last, names.count > 1 else { return "from \(names.joined())" }
            return "from \(names.dropLast().joined(separator: ", ")) and \(last)"
        }
    }

    /// A constraint, or what content asks for, that does not hold or takes no part.
    public struct Failure: Sendable, Hashable {
        /// Who asks for it.
        public let kind: Kind
        /// What it says, as the view has it.
        public let text: String
        /// How much it counts.
        public let priority: Double
        /// What became of it.
        public let state: ConstraintOutcome.State
        /// Why it takes no part.
        public var reason: ConstraintOutcome.Reason?
        /// By how many points it does not hold; 0 for what takes no part.
        public var points = 0.0
        /// Its place in ``ViewTree/allConstraints``; nil for what content asks for.
        public var constraint: Int?
        /// The id of the view on its other side.
        public var other: Int?

        /// What became of it, for people: `gave way by 25 points`.
        public var words: String {
            switch state {
            case .active: "gave way by \(NumberText.told(points)) points"
            case .broken: "left out, off by \(NumberText.told(points)) points"
            case .placeholder: "only on Interface Builder’s canvas"
            case .inactive: reason?.words ?? "inactive"
            }
        }
    }

    /// The index of the view.
    public let view: Int
    /// The index of the root that was laid out with it.
    public let root: Int
    /// Its frame in its superview.
    public let frame: Rect
    /// Who places it, for people.
    public let words: String
    /// The parts of its frame: edges and lengths always, centres where something speaks of them. None where it is not known
    /// how the view is placed.
    public internal(set) var edges: [Edge] = []
    /// What is optional and does not hold: constraints of the view, and what its content asks for.
    public internal(set) var gaveWay: [Failure] = []
    /// The constraints of the view that are broken, or take no part.
    public internal(set) var out: [Failure] = []
    /// What cannot hold together and concerns the view.
    public internal(set) var conflicts: [ConstraintConflict] = []
    /// The two frames between which the view may lie where nothing decides and the ends are known; else empty.
    public internal(set) var extremes: [Rect] = []
    /// How many holds and failures were left out for their number.
    public internal(set) var leftOut = 0

    init(view: Int, root: Int, frame: Rect, words: String) {
        (self.view, self.root, self.frame, self.words) = (view, root, frame, words)
    }

    /// An edge by its part.
    public func edge(_ part: Part) -> Edge? { edges.first { $0.part == part } }

    /// Where a part of a frame lies.
    static func value(_ part: Part, of frame: Rect) -> Double {
        switch part {
        case .left: frame.minX
        case .right: frame.maxX
        case .width: frame.size.width
        case .centerX: frame.minX + frame.size.width / 2
        case .top: frame.minY
        case .bottom: frame.maxY
        case .height: frame.size.height
        case .centerY: frame.minY + frame.size.height / 2
        }
    }

    /// Cuts the lists so that together they are no longer than the limit.
    mutating func cut() {
        var room = Self.maximumListed
        func cut<Entry>(_ list: inout [Entry], _ leftOut: inout Int) {
            let kept = min(list.count, room)
            leftOut += list.count - kept
            room -= kept
            list = Array(list.prefix(kept))
        }
        for place in edges.indices { cut(&edges[place].holds, &leftOut) }
        cut(&gaveWay, &leftOut)
        cut(&out, &leftOut)
        conflicts = Array(conflicts.prefix(Self.maximumListed / 10))
    }
}
