extension GridRect {
    /// Joins disjoint rectangles that share a whole edge, first those side by side, then those below one another.
    static func merged(_ rects: [GridRect]) -> [GridRect] {
        let rows = joined(rects.sorted { ($0.top, $0.bottom, $0.left) < ($1.top, $1.bottom, $1.left) }) {
            guard $0.top == $1.top, $0.bottom == $1.bottom, $0.right == $1.left else { return false }
            $0.right = $1.right
            return true
        }
        let columns = joined(rows.sorted { ($0.left, $0.right, $0.top) < ($1.left, $1.right, $1.top) }) {
            guard $0.left == $1.left, $0.right == $1.right, $0.bottom == $1.top else { return false }
            $0.bottom = $1.bottom
            return true
        }
        return columns.sorted { ($0.top, $0.left) < ($1.top, $1.left) }
    }

    private static func joined(_ rects: [GridRect], _ join: (inout GridRect, GridRect) -> Bool) -> [GridRect] {
        var joined: [GridRect] = []
        for rect in rects where joined.isEmpty || !join(&joined[joined.count - 1], rect) { joined.append(rect) }
        return joined
    }
}
