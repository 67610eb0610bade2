import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("ViewGeometry")
struct ViewGeometryTests {
    /// 200×100 at center (200,150), as measured on UIKit.
    private func measured(_ transform: Transform, anchor: Point = ViewGeometry.middle) -> ViewGeometry {
        ViewGeometry(
            bounds: Rect(x: 0, y: 0, width: 200, height: 100),
            center: Point(x: 200, y: 150),
            transform: transform,
            anchorPoint: anchor
        )
    }

    @Test("the frame is the box of the transformed bounds about the center")
    func frames() {
        #expect(measured(.identity).frame == Rect(x: 100, y: 100, width: 200, height: 100))
        let turned = measured(.eighthTurn).frame
        #expect(isClose(turned, Rect(x: 93.934, y: 43.934, width: 212.132, height: 212.132)))
        #expect(measured(Transform(scaleX: 2, y: 2)).frame == Rect(x: 0, y: 50, width: 400, height: 200))
        let moved = measured(Transform(translation: Point(x: 30, y: 40)))
        #expect(moved.frame == Rect(x: 130, y: 140, width: 200, height: 100))
        #expect(moved.center == Point(x: 200, y: 150))
        #expect(measured(Transform(scaleX: 0, y: 0)).frame == Rect(x: 200, y: 150, width: 0, height: 0))
    }

    @Test("a quarter turn swaps the sides about the center")
    func quarterTurn() {
        #expect(isClose(measured(.quarterTurn).frame, Rect(x: 150, y: 50, width: 100, height: 200)))
    }

    @Test(
        "the anchor point moves the frame, not the center",
        arguments: [
            (0.0, Point(x: 200, y: 150)), (0.25, Point(x: 150, y: 125)), (0.5, Point(x: 100, y: 100)),
            (0.75, Point(x: 50, y: 75)), (1.0, Point(x: 0, y: 50)),
        ]
    )
    func anchors(anchor: Double, origin: Point) {
        #expect(measured(.identity, anchor: Point(x: anchor, y: anchor)).frame.origin == origin)
    }

    @Test(
        "a turn goes about the anchor point",
        arguments: [
            (0.0, Point(x: 250, y: 300)), (0.5, Point(x: 188.398, y: 206.699)), (1.0, Point(x: 126.795, y: 113.397)),
        ]
    )
    func turnedAnchors(anchor: Double, origin: Point) {
        var geometry = measured(.sixthPart, anchor: Point(x: anchor, y: anchor))
        geometry.center = Point(x: 300, y: 300)
        #expect(isClose(geometry.frame, Rect(origin: origin, size: Size(width: 223.205, height: 186.603))))
    }

    @Test("setting bounds keeps the center; their origin does not move the frame")
    func setBounds() {
        var geometry = measured(.identity)
        geometry.bounds = Rect(x: 15, y: 25, width: 100, height: 50)
        #expect(geometry.frame == Rect(x: 150, y: 125, width: 100, height: 50))
    }

    /// A transform, the size of the frame set, and the size of the bounds read.
    static let settings: [(Transform, Size, Size)] = [
        (.eighthTurn, Size(width: 50, height: 50), Size(width: 70.711, height: 0)),
        (
            Transform(cosine: 0.5, sine: 0.75.squareRoot()), Size(width: 120, height: 80),
            Size(width: 129.282, height: 63.923)
        ),
        (.quarterTurn, Size(width: 100, height: 40), Size(width: 40, height: 100)),
        (Transform(scaleX: 2, y: 3), Size(width: 400, height: 300), Size(width: 200, height: 100)),
        (
            Transform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0), Size(width: 100, height: 100),
            Size(width: 50, height: 100)
        ),
        (
            Transform.sixthPart.then(Transform(scaleX: 2, y: 2)), Size(width: 200, height: 150),
            Size(width: 124.103, height: 14.952)
        ),
    ]

    @Test("setting the frame takes the size back through the transform", arguments: settings)
    func setFrame(transform: Transform, frameSize: Size, boundsSize: Size) {
        var geometry = measured(transform)
        geometry.bounds.origin = Point(x: 3, y: 4)
        geometry.setFrame(Rect(origin: Point(x: 10, y: 20), size: frameSize))
        #expect(isClose(geometry.bounds, Rect(origin: Point(x: 3, y: 4), size: boundsSize)))
        #expect(geometry.center == Point(x: 10 + frameSize.width / 2, y: 20 + frameSize.height / 2))
        #expect(geometry.transform == transform)
    }

    @Test("a bounding box and its rotation give back the view: 100×100 turned by 22.5°")
    func boundingBox() {
        let transform = Transform(
            a: 0.92387953251128674,
            b: 0.38268343236508978,
            c: -0.38268343236508978,
            d: 0.92387953251128674,
            tx: 0,
            ty: 0
        )
        let box = Rect(x: -15.3281, y: -15.3281, width: 130.656, height: 130.656)
        let geometry = ViewGeometry(boundingBox: box, transform: transform)
        #expect(isClose(geometry.bounds, Rect(x: 0, y: 0, width: 100, height: 100)))
        #expect(isClose(geometry.center, Point(x: 50, y: 50)))
        #expect(isClose(geometry.frame, box, within: 1e-9))
    }

    @Test(
        "a bounding box goes back through rotations, scales, mirrors, shears and moves",
        arguments: [
            Transform.quarterTurn, .sixthPart, Transform(scaleX: 0.01, y: 3), Transform(scaleX: -1, y: 1),
            Transform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0), Transform(translation: Point(x: 30, y: -40)),
            Transform.sixthPart.then(Transform(translation: Point(x: 5, y: 7))),
        ]
    )
    func boundingBoxRoundTrip(transform: Transform) {
        for anchor in [ViewGeometry.middle, Point(x: 0, y: 0.25)] {
            let original = measured(transform, anchor: anchor)
            let box = ViewGeometry(boundingBox: original.frame, transform: transform, anchorPoint: anchor)
            #expect(isClose(box.bounds, original.bounds, within: 1e-9))
            #expect(isClose(box.center, original.center, within: 1e-9))
        }
    }

    @Test("near 45° the square that fits the box is taken")
    func singularBox() {
        let geometry = ViewGeometry(boundingBox: Rect(x: 0, y: 0, width: 50, height: 50), transform: .eighthTurn)
        #expect(isClose(geometry.bounds, Rect(x: 0, y: 0, width: 35.355, height: 35.355)))
        #expect(isClose(geometry.frame, Rect(x: 0, y: 0, width: 50, height: 50)))
    }

    @Test("a box that no size can have is taken back as UIKit's setFrame: does")
    func impossibleBox() {
        let size = ViewGeometry.boundsSize(ofBox: Size(width: 200, height: 10), under: .sixthPart)
        #expect(
            isClose(size.width, 200 * 0.75.squareRoot() + 5) && isClose(size.height, abs(10 * 0.75.squareRoot() - 100))
        )
    }

    @Test("a length that is negative by a rounding error is 0")
    func thinBox() {
        let size = ViewGeometry.boundsSize(ofBox: Size(width: 173.205, height: 99.9999), under: .sixthPart)
        #expect(isClose(size.width, 200, within: 0.01) && size.height == 0)
    }

    @Test("a box under a transform that flattens everything stays as it is")
    func flatBox() {
        let box = Size(width: 3, height: 4)
        #expect(ViewGeometry.boundsSize(ofBox: box, under: Transform(scaleX: 0, y: 0)) == box)
        #expect(ViewGeometry.boundsSize(ofBox: box, under: Transform(scaleX: 2, y: 0)) == Size(width: 1.5, height: 0))
    }

    @Test("down is the inverse of up")
    func inverse() {
        var geometry = measured(.sixthPart.then(Transform(translation: Point(x: 5, y: 7))))
        geometry.bounds.origin = Point(x: 11, y: 13)
        let point = Point(x: 1, y: 2)
        #expect(isClose(geometry.fromSuperview.apply(to: geometry.toSuperview.apply(to: point)), point, within: 1e-9))
    }
}
