import Diagnostics
public import ViewHierarchy

/// Where each view of a tree shows at the most, and which of them hide what is behind them.
public struct VisibleScene: Sendable {
    let tree: ViewTree
    let geometry: WindowGeometry
    private let rule: CoverRule
    private var states: [State] = []
    /// The roots in groups that share a coordinate space. A window at another place does not lie where its
    /// coordinates seem to say, so windows of different groups do not cover one another.
    let windowGroups: [[Int]]
    /// The window group of each view, by its place in ``windowGroups``; none where there is one group.
    private var groups: [Int32] = []
    /// The views that show and may hide what is behind them, for all that does not depend on their looks, in tree order.
    private var candidates: [Int32] = []

    private struct State: OptionSet {
        let rawValue: UInt8
        /// The view lies upright in its window.
        static let upright = State(rawValue: 1)
        /// So do all superviews that clip it.
        static let clippedUpright = State(rawValue: 2)
        /// It is opaque as far as flags and alphas tell.
        static let solid = State(rawValue: 4)
        /// All that a cover has to be beside painting its bounds.
        static let covering: State = [.upright, .clippedUpright, .solid]
    }

    /// Looks at all views once.
    /// - Parameter geometry: where they lie, where that is known already.
    public init(_ tree: ViewTree, _ geometry: WindowGeometry? = nil) {
        self.tree = tree
        self.geometry = geometry ?? WindowGeometry(tree)
        rule = CoverRule(tree)
        windowGroups = Self.windowGroups(of: tree)
        if windowGroups.count > 1 {
            groups = Array(repeating: 0, count: tree.count)
            for (number, roots) in windowGroups.enumerated() {
                for root in roots {
                    for index in tree.subtree(of: root) { groups[index] = Int32(truncatingIfNeeded: number) }
                }
            }
        }
        let isPlain = self.geometry.isStraight && self.geometry.range == tree.indices
        if isPlain, !tree.numbers.mayContain(where: { !($0.alpha >= 1) }) {
            lookAtPlainViews()
        } else {
            lookAtAnyViews()
        }
    }

    /// Of views none of which is turned or lets anything through by its alpha, the flags tell everything.
    private mutating func lookAtPlainViews() {
        var states = [State](repeating: [], count: tree.count)
        for index in tree.indices where geometry.isPlaced(index) {
            let isSolid = tree.flagSets[index].contains(.opaque)
            states[index] = isSolid ? .covering : [.upright, .clippedUpright]
            if isSolid, geometry.measurableRect(of: index) != nil {
                candidates.append(Int32(truncatingIfNeeded: index))
            }
        }
        self.states = states
    }

    private mutating func lookAtAnyViews() {
        states = Array(repeating: [], count: tree.count)
        var opacities = [Double](repeating: 1, count: tree.count)
        for index in tree.indices {
            let parent = Int(tree.superviewIndexes[index])
            let alpha = tree.alpha(of: index)
            opacities[index] = (parent < 0 ? 1 : opacities[parent]) * (alpha < 1 ? alpha : alpha.isNaN ? 0 : 1)
            guard let transform = geometry.toWindow(of: index) else { continue }
            var state: State = transform.keepsUpright ? .upright : []
            if parent < 0 {
                state.insert(.clippedUpright)
            } else if states[parent].contains(.clippedUpright),
                states[parent].contains(.upright) || !tree.flagSets[parent].contains(.clipsToBounds)
            {
                state.insert(.clippedUpright)
            }
            if tree.flagSets[index].contains(.opaque), opacities[index] >= CoverRule.leastOpacity {
                state.insert(.solid)
            }
            states[index] = state
            if state.isSuperset(of: .covering), rect(of: index) != nil {
                candidates.append(Int32(truncatingIfNeeded: index))
            }
        }
    }

    /// The bounding rectangle of the view in its window; nil when it has none that can be measured.
    @inline(__always)
    func frame(of index: Int) -> Rect? {
        guard let frame = geometry.windowFrame(of: index), frame.isMeasurable else { return nil }
        return frame
    }

    /// What clipping superviews and the window leave of the frame; nil when that is nothing or the view is not shown.
    @inline(__always)
    func rect(of index: Int) -> Rect? { geometry.measurableRect(of: index) }

    /// Whether the view and its clips are the rectangles that they are taken for.
    func isExact(_ index: Int) -> Bool { states[index].isSuperset(of: [.upright, .clippedUpright]) }

    /// Whether the view hides what is behind its rectangle.
    package func isCover(_ index: Int) -> Bool {
        states[index].isSuperset(of: .covering) && rule.fillsBounds(index)
    }

    /// The views in front of a view that may cover something of it, from the back to the front: those of its own window
    /// and of later ones at the same place.
    func candidates(inFrontOf index: Int) -> some BidirectionalCollection<Int> {
        let group = group(of: index)
        return candidates[candidates.firstPlace(past: Int32(truncatingIfNeeded: index))...].lazy.map(Int.init).filter {
            self.group(of: $0) == group
        }
    }

    /// The front-most view that by itself covers all that clipping leaves of a view, as ``VisibleRegion/coveredBy``.
    package func coveredBy(of index: Int) -> Int? {
        guard frame(of: index) != nil, let rect = rect(of: index) else { return nil }
        return candidates(inFrontOf: index).last { other in
            self.rect(of: other)?.nearlyContains(rect) == true && isCover(other)
        }
    }

    private func group(of index: Int) -> Int32 { groups.isEmpty ? 0 : groups[index] }

    private static func windowGroups(of tree: ViewTree) -> [[Int]] {
        var groups: [[Int]] = []
        var numbers: [Transform: Int] = [:]
        for root in tree.roots {
            let place = tree.toSuperview(of: root)
            if let number = numbers[place] {
                groups[number].append(root)
            } else {
                numbers[place] = groups.count
                groups.append([root])
            }
        }
        return groups
    }
}

extension WindowGeometry {
    /// The part of the visible frame that can be measured; nil where there is none or the view is not shown.
    @inline(__always)
    fileprivate func measurableRect(of index: Int) -> Rect? {
        isVisible(index) ? visibleFrame(of: index)?.measurablePart : nil
    }
}
