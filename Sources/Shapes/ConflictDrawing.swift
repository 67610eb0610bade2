package import AutoLayout
import Diagnostics
import ViewHierarchy

/// A conflict as a small drawing along its axis: what there is as a frame, in it what is needed, views as panes and distances as
/// struts, and what reaches out of the frame.
package struct ConflictDrawing: Sendable {
    /// A rectangle, or a text, whose colors its kind tells.
    package struct Shape: Sendable {
        /// What it shows.
        package enum Kind: String, Sendable {
            case outer, pane, strut, over, name, number, excess
        }

        package var kind: Kind
        package var x, y: Double
        package var width = 0.0
        package var height = 0.0
        /// What a text says; nil for a rectangle.
        package var text: String?
        /// Where a text is at its place: `start`, `middle` or `end`.
        package var anchor = "middle"
    }

    /// How long the drawing is along the axis, what is drawn at least of a term, and how deep it is across.
    private static let (along, least, across, margin) = (600.0, 22.0, 64.0, 24.0)
    /// The width of a character, about.
    private static let character = 6.6

    package private(set) var size = (width: 0.0, height: 0.0)
    package private(set) var shapes: [Shape] = []
    private let isHorizontal: Bool

    /// Draws a conflict; nil where its numbers are not known.
    package init?(_ explanation: ConflictExplanation) {
        guard let arithmetic = explanation.arithmetic, !arithmetic.needed.isEmpty else { return nil }
        isHorizontal = arithmetic.isHorizontal
        let total = max(arithmetic.neededTotal, arithmetic.availableTotal, 1)
        guard total.isFinite else { return nil }
        let along = isHorizontal ? Self.along : Self.along / 2
        // Where each term ends, as a number and as it is drawn.
        var ends = [(value: 0.0, place: 0.0)]
        for term in arithmetic.needed {
            let last = ends[ends.count - 1]
            let length = max(abs(term.amount) / total * along, Self.least)
            let place = term.amount < 0 ? max(last.place - length, 0) : last.place + length
            ends.append((last.value + term.amount, place))
        }
        let end = ends[ends.count - 1]
        let outer = Self.place(of: arithmetic.availableTotal, in: ends, perPoint: along / total)
        let container = arithmetic.container.flatMap { explanation.items[safe: $0]?.name } ?? "there is"
        frame(outer, "\(container) \(NumberText.short(arithmetic.availableTotal))")
        for (number, term) in arithmetic.needed.enumerated() {
            let item = arithmetic.isPair ? nil : term.item.flatMap { explanation.items[safe: $0]?.name }
            draw(term, item, from: ends[number].place, to: ends[number + 1].place)
        }
        if end.place > outer + 0.5 { over(from: outer, to: end.place, arithmetic.excess) }
        let longest = max(end.place, outer) + 2 * Self.margin
        size =
            isHorizontal
            ? (max(longest, 360), Self.across + 62) : (Self.across * 2 + 260, longest + 28)
    }

    /// Where a number lies among the ends of terms.
    private static func place(of value: Double, in ends: [(value: Double, place: Double)], perPoint: Double) -> Double {
        for (one, next) in zip(ends, ends.dropFirst()) where next.value > one.value && value <= next.value {
            let part = (value - one.value) / (next.value - one.value)
            return max(one.place + max(part, 0) * (next.place - one.place), 0)
        }
        guard let last = ends.last else { return 0 }
        return last.place + max(value - last.value, 0) * perPoint
    }

    private mutating func add(_ kind: Shape.Kind, from start: Double, to end: Double, _ inset: Double, _ depth: Double)
    {
        let (begin, length) = (start + Self.margin, max(end - start, 1))
        shapes.append(
            isHorizontal
                ? Shape(kind: kind, x: begin, y: 28 + inset, width: length, height: depth)
                : Shape(kind: kind, x: 12 + inset * 2, y: begin + 16, width: depth * 2, height: length)
        )
    }

    private mutating func frame(_ end: Double, _ name: String) {
        add(.outer, from: 0, to: end, 0, Self.across)
        shapes.append(
            isHorizontal
                ? Shape(kind: .name, x: Self.margin, y: 18, text: Self.cut(name, 560), anchor: "start")
                : Shape(kind: .name, x: 12, y: 26, text: Self.cut(name, 360), anchor: "start")
        )
    }

    private mutating func draw(_ term: ConflictArithmetic.Term, _ name: String?, from start: Double, to end: Double) {
        guard end > start else { return }
        let isView = term.kind == .length
        if isView {
            add(.pane, from: start + 1, to: end - 1, 10, Self.across - 20)
        } else {
            add(.strut, from: start + 1, to: end - 1, Self.across / 2 - 0.75, 1.5)
            add(.strut, from: start + 1, to: start + 2.5, Self.across / 2 - 6, 12)
            add(.strut, from: end - 2.5, to: end - 1, Self.across / 2 - 6, 12)
        }
        let sign = term.relation == .greaterThanOrEqual ? "≥ " : term.relation == .lessThanOrEqual ? "≤ " : ""
        let factor = abs(term.factor - 1) < 1e-6 ? "" : "\(NumberText.short(term.factor)) × "
        let number = "\(sign)\(factor)\(NumberText.short(term.value))"
        let middle = (start + end) / 2 + Self.margin
        if isHorizontal {
            if isView, let name {
                let text = Self.cut(name, end - start - 8)
                shapes.append(Shape(kind: .name, x: middle, y: 28 + Self.across / 2 + 4, text: text))
            }
            let text = Self.cut(number, max(end - start, Self.least) + 6)
            shapes.append(Shape(kind: .number, x: middle, y: 28 + Self.across + 15, text: text))
        } else {
            let right = Self.across * 2 + 24
            if isView, let name {
                shapes.append(
                    Shape(kind: .name, x: right + 44, y: middle + 20, text: Self.cut(name, 160), anchor: "start")
                )
            }
            shapes.append(Shape(kind: .number, x: right, y: middle + 20, text: number, anchor: "start"))
        }
    }

    private mutating func over(from start: Double, to end: Double, _ excess: Double) {
        add(.over, from: start, to: end, 0, Self.across)
        let text = "\(NumberText.short(excess)) too many"
        shapes.append(
            isHorizontal
                ? Shape(kind: .excess, x: end + Self.margin, y: 28 + Self.across + 30, text: text, anchor: "end")
                : Shape(kind: .excess, x: 12, y: end + Self.margin + 32, text: text, anchor: "start")
        )
    }

    private static func cut(_ text: String, _ width: Double) -> String {
        let room = max(Int(min(width, 10_000) / character), 0)
        guard text.count > room else { return text }
        return room < 2 ? "" : "\(text.prefix(room - 1))…"
    }

    /// The drawing as SVG, for a page with ``style``.
    func svg(titled title: String) -> [UInt8] {
        func number(_ value: Double) -> String { NumberText.short(value) }
        var bytes = Array(
            "<svg class=\"conflict\" role=\"img\" preserveAspectRatio=\"xMinYMin\" viewBox=\"0 0 \(number(size.width)) \(number(size.height))\" aria-label=\""
                .utf8
        )
        title.appendMarkup(to: &bytes)
        bytes += Array("\">\n".utf8)
        for shape in shapes {
            let place = "class=\"\(shape.kind.rawValue)\" x=\"\(number(shape.x))\" y=\"\(number(shape.y))\""
            if let text = shape.text {
                bytes += Array("<text \(place) text-anchor=\"\(shape.anchor)\">".utf8)
                text.appendMarkup(to: &bytes)
                bytes += Array("</text>\n".utf8)
            } else {
                bytes += Array(
                    "<rect \(place) width=\"\(number(shape.width))\" height=\"\(number(shape.height))\" rx=\"2\"/>\n"
                        .utf8
                )
            }
        }
        return bytes + Array("</svg>\n".utf8)
    }

    /// The colors of a drawing in a page of its own.
    static let style = """
        .conflict { display: block; width: 100%; max-width: 720px; font: 12px system-ui, sans-serif }
        .conflict text { fill: light-dark(#15181d, #eceef2) }
        .conflict .number { fill: light-dark(#5b6370, #9ba3b1); font-variant-numeric: tabular-nums }
        .conflict .outer { fill: none; stroke: light-dark(#5b6370, #9ba3b1) }
        .conflict .pane { fill: light-dark(#0a7aff22, #3b9bff33); stroke: light-dark(#0a7aff, #3b9bff) }
        .conflict .strut { fill: light-dark(#0b7f78, #4fd1c5) }
        .conflict .over { fill: light-dark(#d2302722, #ff8a8033); stroke: light-dark(#a8201a, #ff8a80); stroke-dasharray: 3 3 }
        .conflict .excess { fill: light-dark(#a8201a, #ff8a80); font-weight: 600 }
        """
}
