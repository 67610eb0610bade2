import Diagnostics
import Dispatch
import Synchronization

/// A device held in one way.
public struct HeldDevice: Sendable, Hashable {
    /// The device.
    public let device: Device
    /// How it is held.
    public let orientation: Orientation

    /// Creates one.
    public init(_ device: Device, _ orientation: Orientation) {
        (self.device, self.orientation) = (device, orientation)
    }

    /// Each device held in each way, by devices.
    public static func all(_ devices: [Device], _ orientations: [Orientation] = Orientation.allCases) -> [HeldDevice] {
        devices.flatMap { device in orientations.map { HeldDevice(device, $0) } }
    }

    /// For addresses and reports: `iphone-8 landscape`.
    public var id: String { "\(device.id) \(orientation.rawValue)" }
    /// For people: `iPhone 6 to 8, SE (3rd) sideways`.
    public var name: String { orientation == .landscape ? "\(device.name) sideways" : device.name }
    /// The size of the screen, in points.
    public var size: Size { device.screen(orientation).size }

    /// The situation in which a tree is laid out for it.
    public var situation: Situation {
        var situation = Situation()
        (situation.device, situation.orientation) = (device, orientation)
        return situation
    }
}

/// What constraints make of the roots of a tree on their canvas and on devices: a row for each root, a layout for each
/// device and the way it is held.
///
/// Only roots that are screens are laid out on devices (``ViewTree/isScreen(_:)``); cells, bars and parts have the canvas
/// alone. What is the same for two devices is solved once, and on all cores. It is pure, and bounded by the views that it
/// lays out.
public struct DeviceMatrix: Sendable {
    /// So many views are laid out, each counted once for each layout that it is in.
    public static let maximumViews = 20_000

    /// A root and its layouts.
    public struct Row: Sendable {
        /// The index of the root.
        public let root: Int
        /// The root on the canvas that it was drawn on.
        public let canvas: AutoLayoutResult
        /// The root on each device, in the order that was asked for; empty for one that is no screen.
        public let layouts: [Layout]
    }

    /// A root on a device.
    public struct Layout: Sendable {
        /// The device and how it is held.
        public let screen: HeldDevice
        /// What constraints make of the root there.
        public let result: AutoLayoutResult
    }

    /// The roots that were laid out, in the tree's order.
    public private(set) var rows: [Row] = []
    /// What was left out, and why; empty for a whole answer.
    public private(set) var omissions: [String] = []

    /// Lays roots out.
    ///
    /// - Parameters:
    ///   - tree: A tree that says constraints; one that does not is laid out by its masks.
    ///   - roots: The indexes of the roots; nil takes all.
    ///   - screens: The devices and how they are held; none lays out the canvas alone.
    ///   - maximumViews: After so many views further layouts are left out, and ``omissions`` say so.
    ///   - assumptions: What is assumed on the devices; the canvas is as it was drawn.
    ///   - namesContents: Whether each view names the texts and pictures that it depends on, which takes longer.
    public init(
        _ tree: ViewTree,
        roots: [Int]? = nil,
        screens: [HeldDevice],
        assuming assumptions: LayoutAssumptions = LayoutAssumptions(),
        maximumViews: Int = Self.maximumViews,
        namesContents: Bool = true
    ) {
        var left = maximumViews
        var (rootsLeftOut, layoutsLeftOut) = (0, 0)
        // First what is to be laid out, by the places of the jobs; then all of it.
        var jobs: [Job] = []
        var plans: [(root: Int, canvas: Int, layouts: [(screen: HeldDevice, job: Int)])] = []
        for root in roots ?? tree.roots where tree.indices.contains(root) {
            let count = tree.subtree(of: root).count
            guard count <= left else {
                rootsLeftOut += 1
                continue
            }
            left -= count
            var target = LayoutTarget(nil, of: tree)
            target.namesContents = namesContents
            plans.append((root, jobs.count, []))
            jobs.append(Job(root: root, target: target))
            var known: [LayoutTarget: Int] = [:]
            let size = tree.bounds(of: root).size
            for screen in tree.isScreen(root) ? screens : [] {
                var target = LayoutTarget(screen.situation.surroundings(of: size), of: tree, assuming: assumptions)
                target.namesContents = namesContents
                if let job = known[target] {
                    plans[plans.count - 1].layouts.append((screen, job))
                } else if count <= left {
                    left -= count
                    known[target] = jobs.count
                    plans[plans.count - 1].layouts.append((screen, jobs.count))
                    jobs.append(Job(root: root, target: target))
                } else {
                    layoutsLeftOut += 1
                }
            }
        }
        let results = Self.results(of: jobs, in: tree)
        rows = plans.map { plan in
            Row(
                root: plan.root,
                canvas: results[plan.canvas],
                layouts: plan.layouts.map { Layout(screen: $0.screen, result: results[$0.job]) }
            )
        }
        if rootsLeftOut > 0 { omissions.append(Self.words(rootsLeftOut, "root", maximumViews)) }
        if layoutsLeftOut > 0 { omissions.append(Self.words(layoutsLeftOut, "layout", maximumViews)) }
    }

    /// A root and what it is laid out for.
    private struct Job: Sendable {
        let root: Int
        let target: LayoutTarget
    }

    /// Lays out on all cores, which share nothing but the tree.
    private static func results(of jobs: [Job], in tree: ViewTree) -> [AutoLayoutResult] {
        let done = Mutex<[(job: Int, result: AutoLayoutResult)]>([])
        DispatchQueue.concurrentPerform(iterations: jobs.count) { number in
            let result = tree.autoLayout(of: jobs[number].root, for: jobs[number].target)
            done.withLock { $0.append((number, result)) }
        }
        return done.withLock { $0.sorted { $0.job < $1.job }.map(\.result) }
    }

    private static func words(_ count: Int, _ noun: String, _ most: Int) -> String {
        "\(count.counted(noun)) \(count == 1 ? "was" : "were") left out: at most \(most) views are laid out, each counted once for each layout."
    }
}

extension ViewTree {
    /// Whether a root is what a screen would resize: a window, as large as the screen of a known device, or at least
    /// 300 x 400 points. Cells of lists are none, however large.
    public func isScreen(_ root: Int) -> Bool {
        switch LayoutUnit.role(of: root, in: self) {
        case .tableCell, .collectionCell, .headerFooter: return false
        default: break
        }
        let size = bounds(of: root).size
        return isWindow(root) || Device(size: size) != nil || size.width >= 300 && size.height >= 400
    }
}
