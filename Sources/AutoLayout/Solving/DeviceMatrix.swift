public import ViewHierarchy
import Diagnostics

/// A device held in one way.
public struct HeldDevice: Sendable, Hashable {
    /// The device.
    public let device: Device
    /// How it is held.
    public let orientation: Orientation
    /// The part of the screen that the window has in Split View; nil for all of it.
    public let splitView: SplitView?

    /// Creates one.
    public init(_ device: Device, _ orientation: Orientation, _ splitView: SplitView? = nil) {
        (self.device, self.orientation, self.splitView) = (device, orientation, splitView)
    }

    /// The device on which a tree fills the screen in a situation: that of the situation, or the one that has the size of the
    /// canvas. Nil for parts of screens, bars, keyboards, and screens of no device.
    public init?(_ situation: Situation, for tree: ViewTree) {
        guard situation.splitView == nil, situation.statusBar == .normal, situation.keyboard == .hidden,
            let root = tree.firstScene ?? tree.roots.first
        else { return nil }
        let around = situation.surroundings(of: tree.bounds(of: root).size)
        guard let device = around.device, let held = around.orientation, device.screen(held).size == around.size else {
            return nil
        }
        self.init(device, held)
    }

    /// Each device held in each way, by devices.
    public static func all(_ devices: [Device], _ orientations: [Orientation] = Orientation.allCases) -> [HeldDevice] {
        devices.flatMap { device in orientations.map { HeldDevice(device, $0) } }
    }

    /// For addresses and reports: `iphone-8 landscape`, `ipad-9-7:half landscape`.
    public var id: String {
        "\(device.id)\(splitView.map { ":" + $0.rawValue } ?? "") \(orientation.rawValue)"
    }
    /// For people: `iPhone 11, XR landscape`.
    public var name: String {
        let held = orientation == .landscape ? "\(device.name) landscape" : device.name
        return splitView.map { "\(held), \($0.name)" } ?? held
    }
    /// The size of the window, in points.
    public var size: Size { situation.surroundings(of: .zero).size }

    /// The situation in which a tree is laid out for it.
    public var situation: Situation {
        var situation = Situation(device: device, orientation: orientation)
        situation.splitView = splitView
        return situation
    }
}

/// In which ways devices are held.
public enum HeldWays: String, Sendable, Hashable, CaseIterable {
    case portrait, landscape, both

    /// Those ways.
    public var orientations: [Orientation] { Orientation.allCases.filter { self == .both || $0.rawValue == rawValue } }
}

/// What constraints make of the roots of a tree on their canvas and on devices: a row for each root, a layout for each
/// device and the way it is held.
///
/// Only roots that are screens are laid out on devices (``ViewTree/isScreen(_:)``); cells, bars and parts have the canvas
/// alone. What is the same for two devices is solved once, what differs in size only goes on from the device before, and all
/// cores take part. It is pure, bounded by the views that it lays out, and begins no further layout once its task is cancelled.
public struct DeviceMatrix: Sendable {
    /// So many views are laid out, each counted once for each layout that it is in.
    public static let maximumViews = 60_000

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
    /// Whether the task was cancelled before all was laid out: then there are no rows.
    public private(set) var isGivenUp = false

    /// Lays roots out.
    ///
    /// - Parameters:
    ///   - tree: A tree that says constraints; one that does not is laid out by its masks.
    ///   - roots: The indexes of the roots; nil takes all.
    ///   - screens: The devices and how they are held; none lays out the canvas alone.
    ///   - maximumViews: After so many views further layouts are left out, and ``omissions`` say so.
    ///   - assumptions: What is assumed on the devices, and on the canvas.
    ///   - assumesOnCanvas: Whether it is assumed on the canvas too; else that is laid out as the file has it.
    ///   - namesContents: Whether each view names the texts and pictures that it depends on, which takes longer.
    public init(
        _ tree: ViewTree,
        roots: [Int]? = nil,
        screens: [HeldDevice],
        assuming assumptions: LayoutAssumptions = LayoutAssumptions(),
        assumesOnCanvas: Bool = true,
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
            var target = LayoutTarget(nil, of: tree, assuming: assumesOnCanvas ? assumptions : LayoutAssumptions())
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
        guard let results = Self.results(of: jobs, in: tree) else {
            isGivenUp = true
            return
        }
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

    /// So many layouts of one root follow each other at least, where there are so many.
    private static let shortestTurn = 5

    /// Lays out on all cores, which share nothing but the tree. Nil when the task was cancelled before the last began.
    private static func results(of jobs: [Job], in tree: ViewTree) -> [AutoLayoutResult]? {
        let all = withUnsafeCurrentTask { task in
            // On the other cores there is no task to ask; this one does not end before they have.
            nonisolated(unsafe) let task = task
            return turns(jobs).concurrentMap { turn in
                results(of: jobs[turn], in: tree) { task?.isCancelled == true }
            }
        }.flatMap { $0 }
        return all.count == jobs.count ? all : nil
    }

    /// The jobs of one root that follow each other, no turn of which is so long that cores have nothing to do.
    private static func turns(_ jobs: [Job]) -> [Range<Int>] {
        let longest = max(jobs.count / 8, shortestTurn)
        var turns: [Range<Int>] = []
        for place in jobs.indices {
            if let last = turns.last, last.count < longest, jobs[last.lowerBound].root == jobs[place].root {
                turns[turns.count - 1] = last.lowerBound..<place + 1
            } else {
                turns.append(place..<place + 1)
            }
        }
        return turns
    }

    /// Lays one root out, for each target going on from the last one of the same size classes.
    private static func results(
        of jobs: ArraySlice<Job>,
        in tree: ViewTree,
        unless isCancelled: () -> Bool
    ) -> [AutoLayoutResult] {
        var solvers: [SizeClasses?: AutoLayoutSolver] = [:]
        var results: [AutoLayoutResult] = []
        for job in jobs {
            guard !isCancelled() else { break }
            let former = solvers.removeValue(forKey: job.target.sizeClasses)
            let solver = AutoLayoutSolver(tree, root: job.root, target: job.target, after: former)
            solvers[job.target.sizeClasses] = solver
            results.append(LayoutReport(solver).result())
        }
        return results
    }

    private static func words(_ count: Int, _ noun: String, _ most: Int) -> String {
        "\(count.counted(noun)) \(count == 1 ? "was" : "were") left out: at most \(most) views are laid out, each counted once for each layout."
    }
}

extension ViewTree {
    /// What becomes of the screens of the tree on a device, with the texts that are assumed: by constraints where the dump says
    /// any, else of the first one by masks.
    ///
    /// - Parameter screen: The device; nil for the canvas.
    public func arranged(on screen: HeldDevice?, assuming assumptions: LayoutAssumptions) -> LayoutResult {
        guard saysConstraints else {
            guard let root = firstScene ?? roots.first else {
                return LayoutResult(tree: self, changed: [], warnings: [], certainties: [])
            }
            let present = bounds(of: root).size
            let situation = screen?.situation ?? Situation(size: present)
            return laidOut(root, in: situation.surroundings(of: present)).saying(assumptions.texts, below: root)
        }
        let screens = screen.map { [$0] } ?? []
        let matrix = DeviceMatrix(self, screens: screens, assuming: assumptions, namesContents: false)
        let solved = matrix.rows.compactMap { screen == nil ? $0.canvas : $0.layouts.first?.result }
        return laidOut(solved, saying: assumptions.texts)
    }

    /// Whether a root is what a screen would resize: a window, as large as the screen of a known device, or at least
    /// 300 x 400 points. Cells of lists are none, however large.
    public func isScreen(_ root: Int) -> Bool {
        switch layoutRole(of: root) {
        case .tableCell, .collectionCell, .headerFooter: return false
        default: break
        }
        let size = bounds(of: root).size
        return isWindow(root) || Device(size: size) != nil || size.width >= 300 && size.height >= 400
    }
}

extension Dump {
    /// The dump as it would be of a device, with the texts that are assumed. A screenshot shows neither.
    ///
    /// - Parameter screen: The device; nil for the canvas.
    public func arranged(on screen: HeldDevice?, assuming assumptions: LayoutAssumptions) -> Dump {
        var dump = self
        dump.tree = tree.arranged(on: screen, assuming: assumptions).tree
        dump.screenshot = nil
        if let screen { dump.device?.scale = Double(screen.device.scale) }
        return dump
    }
}
