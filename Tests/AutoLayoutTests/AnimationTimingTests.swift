import TreeTesting
import Testing

@testable import AutoLayout

@Suite("Animation timing")
struct AnimationTimingTests {
    @Test("every curve runs from 0 to 1 and never back", arguments: AnimationCurve.allCases)
    func monotone(curve: AnimationCurve) {
        #expect(curve.progress(at: 0) == 0 && curve.progress(at: 1) == 1)
        #expect(curve.progress(at: -1) == 0 && curve.progress(at: 2) == 1)
        var last = 0.0
        for step in 1...1000 {
            let value = curve.progress(at: Double(step) / 1000)
            #expect(value > last && value <= 1)
            last = value
        }
    }

    @Test(
        "curves have the values of their Béziers",
        arguments: [
            (AnimationCurve.linear, 0.25, 0.25), (.easeIn, 0.25, 0.093_464_6), (.easeIn, 0.5, 0.315_356_8),
            (.easeOut, 0.5, 0.684_643_2), (.easeOut, 0.75, 0.906_535_4), (.easeInOut, 0.25, 0.129_161_9),
            (.easeInOut, 0.5, 0.5), (.easeInOut, 0.75, 0.870_838_1),
        ]
    )
    func values(curve: AnimationCurve, time: Double, value: Double) {
        #expect(isClose(curve.progress(at: time), value, within: 1e-6))
    }

    @Test("x(t) is solved to a billionth, also where the curve stands upright")
    func solution() {
        for (x1, y1, x2, y2) in [(0.42, 0.0, 0.58, 1.0), (1, 0, 0, 1), (0, 1, 1, 0), (0, 0, 0, 0), (1, 1, 1, 1)] {
            let timing = CubicTiming(x1: x1, y1: y1, x2: x2, y2: y2)
            // The same numbers on both axes make a curve that is its own inverse: y = x.
            let line = CubicTiming(x1: x1, y1: x1, x2: x2, y2: x2)
            for step in 0...500 {
                let time = Double(step) / 500
                #expect(isClose(line.value(at: time), time, within: 1e-8))
                #expect(timing.value(at: time).isFinite)
            }
        }
    }

    @Test("the old value shows during the delay, the new one from the end on")
    func delay() {
        let timing = AnimationTiming(duration: 2, delay: 1, curve: .linear)
        #expect(timing.end == 3)
        #expect([0, 1, 2, 2.5, 3, 99].map(timing.progress) == [0, 0, 0.5, 0.75, 1, 1])
    }

    @Test("without a duration nothing is animated, and no delay counts", arguments: [0.0, -1])
    func noDuration(duration: Double) {
        let timing = AnimationTiming(duration: duration, delay: 5, repeatCount: .infinity)
        #expect(timing.end == 0 && timing.progress(at: 0) == 1)
    }

    @Test("runs repeat from the beginning, and a fraction of a run is a fraction of its time")
    func repeats() {
        let timing = AnimationTiming(duration: 1, curve: .linear, repeatCount: 2.5)
        #expect(timing.end == 2.5)
        #expect([0.25, 1.25, 2, 2.25, 2.5].map(timing.progress) == [0.25, 0.25, 0, 0.25, 1])
        #expect(AnimationTiming(duration: 1, repeatCount: 0).end == AnimationTiming(duration: 1, repeatCount: 1).end)
        #expect(AnimationTiming(duration: 1, repeatCount: 0.5).end == 0.5)
    }

    @Test("the way back is the way there in reverse, and the view then jumps to the new value")
    func autoreverses() {
        let timing = AnimationTiming(duration: 1, curve: .easeIn, autoreverses: true)
        #expect(timing.end == 2)
        #expect(timing.progress(at: 1.25) == AnimationCurve.easeIn.progress(at: 0.75))
        #expect(timing.progress(at: 1.999) < 0.001 && timing.progress(at: 2) == 1)
    }

    @Test("one and a half runs that autoreverse end smoothly on the new value")
    func halfRun() {
        let timing = AnimationTiming(duration: 1, curve: .linear, repeatCount: 1.5, autoreverses: true)
        #expect(timing.end == 3)
        #expect(timing.progress(at: 2) == 0 && isClose(timing.progress(at: 2.999), 0.999))
    }

    @Test("an animation that repeats forever has no end")
    func forever() {
        let timing = AnimationTiming(duration: 1, curve: .linear, repeatCount: .infinity, autoreverses: true)
        #expect(timing.end == .infinity && timing.progress(at: 1_000_000.25) == 0.25)
        #expect(timing.progress(at: 1_000_001.25) == 0.75)
        #expect(AnimationTiming(duration: .leastNonzeroMagnitude, repeatCount: .infinity).progress(at: 1) == 1)
    }
}
