import Testing

@testable import ViewHierarchy

@Suite("Transform interpolation")
struct TransformPartsTests {
    private static let samples = [
        Transform.identity, Transform(scaleX: 2, y: 3), Transform(scaleX: -1, y: 1), Transform(scaleX: 1, y: -2),
        Transform(rotation: 1), Transform(rotation: -3), Transform(rotation: .pi),
        Transform(translation: Point(x: 7, y: -4)),
        Transform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0), Transform(rotation: 0.5).then(Transform(scaleX: 2, y: -0.5)),
        Transform(scaleX: 0, y: 2), Transform(scaleX: 0, y: 0),
    ]

    private func isNear(_ a: Transform, _ b: Transform, within tolerance: Double = 1e-9) -> Bool {
        zip([a.a, a.b, a.c, a.d, a.tx, a.ty], [b.a, b.b, b.c, b.d, b.tx, b.ty])
            .allSatisfy { abs($0 - $1) <= tolerance }
    }

    @Test("a transform taken apart and put together is the same", arguments: samples)
    func roundTrip(transform: Transform) {
        #expect(isNear(TransformParts(transform).transform, transform))
    }

    @Test("the ends are exact, whatever lies between", arguments: samples)
    func ends(transform: Transform) {
        for other in Self.samples {
            #expect(transform.interpolated(to: other, progress: 0) == transform)
            #expect(transform.interpolated(to: other, progress: 1) == other)
            #expect(transform.interpolated(to: other, progress: 0.5).isFinite)
        }
    }

    @Test("halfway through a turn the view has its size")
    func rotation() {
        let half = Transform.identity.interpolated(to: Transform(rotation: 2), progress: 0.5)
        #expect(isNear(half, Transform(rotation: 1)))
    }

    @Test("a turn takes the shorter way, and half a turn goes clockwise")
    func shorterWay() {
        let across = Transform(rotation: 3).interpolated(to: Transform(rotation: -3), progress: 0.5)
        #expect(isNear(across, Transform(rotation: .pi)))
        for angle in [Double.pi, -.pi] {
            let half = Transform.identity.interpolated(to: Transform(rotation: angle), progress: 0.5)
            #expect(isNear(half, Transform(rotation: .pi / 2)))
        }
        // A whole turn is no turn: only the matrices are known.
        #expect(isNear(Transform.identity.interpolated(to: Transform(rotation: 2 * .pi), progress: 0.5), .identity))
    }

    @Test("scale and translation go straight")
    func straight() {
        let end = Transform(a: 3, b: 0, c: 0, d: 5, tx: 10, ty: -20)
        #expect(
            Transform.identity.interpolated(to: end, progress: 0.25)
                == Transform(a: 1.5, b: 0, c: 0, d: 2, tx: 2.5, ty: -5)
        )
    }

    @Test("a mirrored view is turned over on its axis, not turned round")
    func mirrored() {
        let flipX = Transform.identity.interpolated(to: Transform(scaleX: -1, y: 1), progress: 0.25)
        #expect(isNear(flipX, Transform(scaleX: 0.5, y: 1)))
        let flipY = Transform.identity.interpolated(to: Transform(scaleX: 1, y: -1), progress: 0.75)
        #expect(isNear(flipY, Transform(scaleX: 1, y: -0.5)))
    }

    @Test("a view that grows from nothing appears in the direction that it ends in")
    func fromNothing() {
        let end = Transform(rotation: 1)
        let half = Transform(scaleX: 0, y: 0).interpolated(to: end, progress: 0.5)
        #expect(isNear(half, Transform(a: end.a / 2, b: end.b / 2, c: end.c / 2, d: end.d / 2, tx: 0, ty: 0)))
    }
}
