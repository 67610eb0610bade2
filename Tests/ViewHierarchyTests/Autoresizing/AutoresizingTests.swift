import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("Autoresizing")
struct AutoresizingTests {
    @Test(
        "an axis shares its superview's change in proportion",
        arguments: AxisVector.uikit + AxisVector.interfaceBuilder + AxisVector.exact + AxisVector.derived
    )
    func axis(vector: AxisVector) {
        let span = vector.result().span
        #expect(isClose(span.position, vector.after.0, within: vector.tolerance))
        #expect(isClose(span.length, vector.after.1, within: vector.tolerance))
    }

    @Test("both edges are floored to the pixel grid as on AppKit", arguments: RectVector.appKit)
    func rects(vector: RectVector) {
        let autoresizing = Autoresizing(rounding: .floorEdges(scale: vector.scale))
        let old = Size(width: 100, height: 100)
        let result = autoresizing.resize(vector.before, mask: vector.mask, from: old, to: vector.newSize)
        #expect(result.frame == vector.after && !result.isClamped)
    }

    @Test("without rounding the numbers are exact", arguments: RectVector.unrounded)
    func unrounded(vector: RectVector) {
        let old = Size(width: 100, height: 100)
        let frame = Autoresizing().resize(vector.before, mask: vector.mask, from: old, to: vector.newSize).frame
        #expect(isClose(frame, vector.after))
    }

    @Test("UIKit's rounded frames come from flooring the edges, or the origin alone")
    func uikitRounding() {
        let label = AxisVector.uikit[0].result(Autoresizing(rounding: .floorEdges(scale: 2))).span
        #expect(label == AxisSpan(position: 33, length: 233.5))
        let dump = AxisVector.uikit[1].result(Autoresizing(rounding: .floorEdges(scale: 3))).span
        #expect(isClose(dump.position, 189.667) && isClose(dump.length, 130.333))
        let cell = AxisVector.uikit[2].result(Autoresizing(rounding: .floorOriginRoundSize(scale: 1))).span
        #expect(cell == AxisSpan(position: 173, length: 66))
    }

    @Test("the two roundings differ where an edge is nearly reached")
    func roundingDiscriminator() {
        let vector = AxisVector(0, "WR", 100, 150, (10, 30), (10, 46.667), "UIKit, open question")
        #expect(vector.result(Autoresizing(rounding: .floorEdges(scale: 1))).span.length == 46)
        #expect(vector.result(Autoresizing(rounding: .floorOriginRoundSize(scale: 1))).span.length == 47)
        #expect(isClose(vector.result(Autoresizing(rounding: .floorEdges(scale: 0))).span.length, 46.667))
    }

    @Test("the even rule gives each flexible part the same share")
    func even() {
        let rule = Autoresizing(rule: .even)
        #expect(AxisVector.uikit[0].result(rule).span == AxisSpan(position: 60, length: 180))
        let clamped = AxisVector.interfaceBuilder[2].result(rule)
        #expect(clamped.span == AxisSpan(position: 431.5, length: 0) && clamped.isClamped)
    }

    @Test("an axis whose superview keeps its length is not even rounded")
    func unchangedAxis() {
        let frame = Rect(x: 10.3, y: 10, width: 30.4, height: 30)
        let all: AutoresizingMask = [
            .flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin, .flexibleTopMargin, .flexibleHeight,
            .flexibleBottomMargin,
        ]
        let result = Autoresizing(rounding: .floorEdges(scale: 1))
            .resize(frame, mask: all, from: Size(width: 100, height: 100), to: Size(width: 100, height: 200))
        #expect(result.frame == Rect(x: 10.3, y: 20, width: 30.4, height: 60))
    }

    @Test("a view that neither moves nor grows is not rounded")
    func untouchedView() {
        let vector = AxisVector(0, "R", 100, 150, (10.3, 28.5566), (10.3, 28.5566), "rule")
        let span = vector.result(Autoresizing(rounding: .floorEdges(scale: 1))).span
        #expect(span == AxisSpan(position: 10.3, length: 28.5566))
    }

    @Test("a far margin below zero weighs negatively")
    func negativeMargin() {
        let vector = AxisVector(0, "LWR", 40, 66, (0, 42), (0, 69.3), "rule")
        #expect(isClose(vector.result().span.length, 69.3))
    }

    @Test("parts that cancel out share equally instead of exploding")
    func cancellation() {
        let vector = AxisVector(0, "LR", 0.3 + 1e-12, 100, (0.1, 0.3), (49.95, 0.3), "rule")
        #expect(isClose(vector.result().span.position, vector.after.0))
    }

    @Test("numbers that are not finite leave a view alone", arguments: [Double.infinity, -.infinity, .nan, 1e308])
    func nonFinite(length: Double) {
        let vector = AxisVector(0, "LWR", 1, length, (1e308, 1e308), (0, 0), "rule")
        let span = vector.result(Autoresizing(rounding: .floorEdges(scale: 3))).span
        #expect(span.position.isFinite && span.length.isFinite)
    }

    @Test("masks split into their axes")
    func axes() {
        let mask: AutoresizingMask = [.flexibleLeftMargin, .flexibleHeight, .flexibleBottomMargin]
        #expect(mask.horizontal == .nearMargin && mask.vertical == [.length, .farMargin])
    }
}
