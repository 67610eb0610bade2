import Diagnostics

extension LayoutComparison {
    /// How many pairs of siblings are looked at; beyond, a dump is a heap of views that lie over each other anyway.
    static let maximumPairs = 1_000_000

    /// Looks for siblings that did not overlap and do now.
    ///
    /// - Parameter changed: The views whose frame is another now, in tree order.
    mutating func compareSiblings(_ changed: [Int]) {
        var pairs = 0
        for superview in Set(changed.compactMap { after.superview(of: $0) }).sorted() {
            let siblings = after.subviews(of: superview).filter { geometryAfter.isVisible($0) }
            sweep(siblings, &pairs)
            guard pairs < Self.maximumPairs else {
                let message = "Not all siblings were looked at for overlaps: too many lie beside each other."
                findings.append(Diagnostic(.info, "layout.moreWarnings", message))
                return
            }
        }
    }

    /// Walks over the siblings along the axis on which fewer lie beside each other, with those at hand that have begun
    /// and not yet ended.
    private mutating func sweep(_ siblings: [Int], _ pairs: inout Int) {
        guard siblings.count > 1 else { return }
        let frames = siblings.map { after.frames[$0] }
        let across = frames.map { (start: $0.minX, end: $0.maxX) }
        let down = frames.map { (start: $0.minY, end: $0.maxY) }
        let spans = Self.crowding(across) <= Self.crowding(down) ? across : down
        var open: [Int] = []
        var found: [(front: Int, back: Int)] = []
        for place in spans.indices.sorted(by: { spans[$0].start < spans[$1].start }) {
            open.removeAll { spans[$0].end <= spans[place].start }
            pairs += open.count
            guard pairs < Self.maximumPairs else { break }
            for other in open where isNewOverlap(siblings[place], siblings[other]) {
                found.append((siblings[max(place, other)], siblings[min(place, other)]))
            }
            open.append(place)
        }
        for (front, back) in found.sorted(by: { $0 < $1 }) {
            let other = after.id(at: back).map { "\(name(of: back)) (view \($0))" } ?? name(of: back)
            warn("layout.newOverlap", front, "lies over \(other), which it did not before.")
        }
    }

    /// How many spans lie beside each other, on average.
    private static func crowding(_ spans: [(start: Double, end: Double)]) -> Double {
        var (least, greatest, sum) = (Double.infinity, -Double.infinity, 0.0)
        for span in spans {
            least = min(least, span.start)
            greatest = max(greatest, span.end)
            sum += span.end - span.start
        }
        return sum / max(greatest - least, 1)
    }

    private func isNewOverlap(_ view: Int, _ other: Int) -> Bool {
        Self.overlap(after.frames[view], after.frames[other])
            && !Self.overlap(before.frames[view], before.frames[other])
    }

    private static func overlap(_ a: Rect, _ b: Rect) -> Bool {
        guard let shared = a.intersection(b) else { return false }
        return shared.size.width > tolerance && shared.size.height > tolerance
    }
}
