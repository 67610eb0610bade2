/// Where each view of a tree shows at the most, and which of them hide what is behind them.
struct VisibleScene {
    let tree: ViewTree
    let geometry: WindowGeometry
    private let rule: CoverRule
    private var states: [State]

    private struct State: OptionSet {
        let rawValue: UInt8
        /// The view lies upright in its window.
        static let upright = State(rawValue: 1)
        /// So do all superviews that clip it.
        static let clippedUpright = State(rawValue: 2)
        /// It is opaque as far as flags and alphas tell.
        static let solid = State(rawValue: 4)
    }

    init(_ tree: ViewTree) {
        self.tree = tree
        geometry = WindowGeometry(tree)
        rule = CoverRule(tree)
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
        }
    }

    /// The bounding rectangle of the view in its window; nil when it has none that can be measured.
    func frame(of index: Int) -> Rect? {
        guard let frame = geometry.windowFrame(of: index), frame.measurablePart != nil else { return nil }
        return frame
    }

    /// What clipping superviews and the window leave of the frame; nil when that is nothing or the view is not shown.
    func rect(of index: Int) -> Rect? {
        geometry.isVisible(index) ? geometry.visibleFrame(of: index)?.measurablePart : nil
    }

    /// Whether the view and its clips are the rectangles that they are taken for.
    func isExact(_ index: Int) -> Bool { states[index].isSuperset(of: [.upright, .clippedUpright]) }

    /// Whether the view hides what is behind its rectangle.
    func isCover(_ index: Int) -> Bool {
        states[index].isSuperset(of: [.upright, .clippedUpright, .solid]) && rule.fillsBounds(index)
    }

    /// The roots in groups that share a coordinate space. A window at another place does not lie where its
    /// coordinates seem to say, so windows of different groups do not cover one another.
    var windowGroups: [[Int]] {
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
