import Testing

@testable import ViewHierarchy

@Suite("Transform")
struct TransformTests {
    private let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)

    @Test("a point goes through x' = a·x + c·y + tx and y' = b·x + d·y + ty")
    func formula() {
        let transform = Transform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(transform.apply(to: Point(x: 1, y: 10)) == Point(x: 2 + 50 + 11, y: 3 + 70 + 13))
        #expect(transform.applyLinear(to: Point(x: 1, y: 10)) == Point(x: 52, y: 73))
    }

    @Test("`then` applies the receiver first")
    func order() {
        let move = Transform(translation: Point(x: 10, y: 0))
        #expect(move.then(turn).apply(to: .zero) == Point(x: 0, y: 10))
        #expect(turn.then(move).apply(to: .zero) == Point(x: 10, y: 0))
    }

    @Test("the inverse undoes a transform")
    func inverse() {
        let transform = Transform(a: 2, b: 1, c: -1, d: 4, tx: 30, ty: 40)
        let point = transform.inverted.apply(to: transform.apply(to: Point(x: 7, y: -3)))
        #expect(abs(point.x - 7) < 1e-12 && abs(point.y + 3) < 1e-12)
    }

    @Test("a singular matrix is its own inverse, as in Core Graphics")
    func singular() {
        let flat = Transform(a: 1, b: 2, c: 2, d: 4, tx: 3, ty: 4)
        #expect(flat.inverted == flat)
        #expect(Transform(scaleX: 0, y: 0).inverted == Transform(scaleX: 0, y: 0))
        let infinite = Transform(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        #expect(infinite.inverted == infinite)
    }

    @Test("a rectangle becomes the box of its four corners")
    func boundingBox() {
        #expect(turn.apply(to: Rect(x: 10, y: 20, width: 30, height: 40)) == Rect(x: -60, y: 10, width: 40, height: 30))
        let mirror = Transform(scaleX: -1, y: 1)
        #expect(mirror.apply(to: Rect(x: 1, y: 2, width: 3, height: 4)) == Rect(x: -4, y: 2, width: 3, height: 4))
        #expect(turn.apply(to: Rect(x: 0, y: 0, width: -10, height: 20)) == Rect(x: -20, y: -10, width: 20, height: 10))
    }

    @Test("a translation keeps the size to the last digit")
    func translation() {
        let move = Transform(translation: Point(x: 0.1, y: 0.2))
        let box = move.apply(to: Rect(x: 1, y: 1, width: 0.3, height: -0.7))
        #expect(box.size == Size(width: 0.3, height: -0.7))
        #expect(move.isTranslation && !move.isIdentity && !turn.isTranslation)
        #expect(move.translation == Point(x: 0.1, y: 0.2) && move.linear == .identity)
    }

    @Test("a turn is clockwise on a screen whose y points down")
    func rotation() {
        let quarter = Transform(rotation: .pi / 2).apply(to: Point(x: 1, y: 0))
        #expect(abs(quarter.x) < 1e-15 && quarter.y == 1)
        #expect(turn.apply(to: Point(x: 1, y: 0)) == Point(x: 0, y: 1))
    }

    @Test("rotation and scales can be read back, a mirror as a negative scale along y")
    func parts() {
        let transform = Transform(scaleX: 2, y: -3).then(Transform(rotation: .pi / 3))
        #expect(abs(transform.rotationInDegrees - 60) < 1e-12)
        #expect(abs(transform.scaleAlongX - 2) < 1e-12 && abs(transform.scaleAlongY + 3) < 1e-12)
        #expect(Transform(scaleX: 0, y: 1).rotationInDegrees == 0)
    }
}
