import TreeTesting
import TestSupport
import Testing

@testable import ViewHierarchy

@Suite("Autoresizing, random axes")
struct AutoresizingPropertyTests {
    private struct Axis {
        var old: Double
        var new: Double
        var span: AxisSpan
        var flexible: AxisFlexibility

        /// The margin behind the view in a superview of a length.
        static func far(_ span: AxisSpan, in length: Double) -> Double { length - span.position - span.length }

        /// The sum of the flexible parts.
        func sum(of span: AxisSpan, in length: Double) -> Double {
            (flexible.contains(.nearMargin) ? span.position : 0) + (flexible.contains(.length) ? span.length : 0)
                + (flexible.contains(.farMargin) ? Self.far(span, in: length) : 0)
        }
    }

    private static let axes: [Axis] = {
        var generator = SeededGenerator(seed: RandomCases.seed(20_080_711))
        return (0..<RandomCases.count(10_000)).map { _ in
            Axis(
                old: Double.random(in: 0...1400, using: &generator).rounded(),
                new: Double.random(in: 0...1400, using: &generator).rounded(),
                span: AxisSpan(
                    position: Double.random(in: -200...1000, using: &generator),
                    length: Double.random(in: 0...1400, using: &generator)
                ),
                flexible: AxisFlexibility(rawValue: UInt8.random(in: 0...7, using: &generator))
            )
        }
    }()

    private static let ways = Autoresizing.Rule.allCases.flatMap { rule in
        [Autoresizing.Rounding.none, .floorEdges(scale: 2), .floorOriginRoundSize(scale: 3)].map {
            Autoresizing(rule: rule, rounding: $0)
        }
    }

    @Test("margins and length add up to the superview's length", arguments: ways)
    func sum(way: Autoresizing) {
        for axis in Self.axes {
            let span = way.resize(axis.span, axis.flexible, from: axis.old, to: axis.new).span
            let sum = span.position + span.length + Axis.far(span, in: axis.new)
            #expect(isClose(sum, axis.new, within: 1e-9))
        }
    }

    @Test("what is not flexible keeps its length", arguments: Autoresizing.Rule.allCases)
    func fixedParts(rule: Autoresizing.Rule) {
        for axis in Self.axes where !axis.flexible.isEmpty {
            let (span, isClamped) = Autoresizing(rule: rule).resize(
                axis.span,
                axis.flexible,
                from: axis.old,
                to: axis.new
            )
            if !axis.flexible.contains(.nearMargin) { #expect(span.position == axis.span.position) }
            if !axis.flexible.contains(.length) { #expect(span.length == axis.span.length) }
            if !axis.flexible.contains(.farMargin), !isClamped {
                #expect(isClose(Axis.far(span, in: axis.new), Axis.far(axis.span, in: axis.old), within: 1e-9))
            }
            #expect(span.length >= 0)
        }
    }

    @Test("flexible parts keep their proportions while there is something to divide by")
    func proportions() {
        for axis in Self.axes {
            let sum = axis.sum(of: axis.span, in: axis.old)
            guard sum > 1 else { continue }
            let (span, isClamped) = Autoresizing().resize(axis.span, axis.flexible, from: axis.old, to: axis.new)
            guard !isClamped else { continue }
            let scale = (sum + axis.new - axis.old) / sum
            if axis.flexible.contains(.nearMargin) {
                #expect(isClose(span.position, axis.span.position * scale, within: 1e-6))
            }
            if axis.flexible.contains(.length) { #expect(isClose(span.length, axis.span.length * scale, within: 1e-6)) }
        }
    }

    @Test("there and back again is where the view was, when nothing was rounded or clamped and something is left")
    func thereAndBack() {
        var count = 0
        for axis in Self.axes {
            for rule in Autoresizing.Rule.allCases {
                let way = Autoresizing(rule: rule)
                let there = way.resize(axis.span, axis.flexible, from: axis.old, to: axis.new)
                let isDivisible =
                    axis.sum(of: axis.span, in: axis.old) > 1 && axis.sum(of: there.span, in: axis.new) > 1
                guard !there.isClamped, rule == .even || isDivisible else { continue }
                let back = way.resize(there.span, axis.flexible, from: axis.new, to: axis.old)
                guard !back.isClamped else { continue }
                count += 1
                #expect(isClose(back.span.position, axis.span.position, within: 1e-6))
                #expect(isClose(back.span.length, axis.span.length, within: 1e-6))
            }
        }
        #expect(count > Self.axes.count)
    }

    @Test("rounded edges lie on the grid, less than a pixel before the exact ones")
    func grid() {
        for axis in Self.axes {
            let exact = Autoresizing().resize(axis.span, axis.flexible, from: axis.old, to: axis.new)
            let rounded = Autoresizing(rounding: .floorEdges(scale: 2))
                .resize(axis.span, axis.flexible, from: axis.old, to: axis.new)
            guard exact.span != axis.span, !exact.isClamped, !rounded.isClamped else { continue }
            let edges = [rounded.span.position, rounded.span.position + rounded.span.length]
            #expect(edges.allSatisfy { isClose($0 * 2, ($0 * 2).rounded(), within: 1e-6) })
            let lost = exact.span.position - rounded.span.position
            #expect(lost > -1e-6 && lost < 0.5 + 1e-6)
        }
    }

    @Test("a mask of nothing, and a superview that keeps its length, leave a view untouched", arguments: ways)
    func untouched(way: Autoresizing) {
        for axis in Self.axes {
            let none = way.resize(axis.span, [], from: axis.old, to: axis.new)
            #expect(none.span == axis.span && !none.isClamped)
            #expect(way.resize(axis.span, axis.flexible, from: axis.old, to: axis.old).span == axis.span)
        }
    }
}
