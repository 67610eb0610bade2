import Testing

@testable import ViewHierarchy

@Suite("Rect")
struct RectTests {
    @Test("the left and top edges belong to the rectangle, the right and bottom ones do not")
    func containsPoint() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.contains(Point(x: 10, y: 20)) && rect.contains(Point(x: 39.999, y: 59.999)))
        #expect(!rect.contains(Point(x: 40, y: 30)) && !rect.contains(Point(x: 20, y: 60)))
        #expect(!rect.contains(Point(x: 9.999, y: 30)) && !rect.contains(Point(x: 20, y: 19.999)))
        #expect(!Rect(x: 10, y: 20, width: 0, height: 40).contains(Point(x: 10, y: 20)))
    }

    @Test("a negative width counts to the left")
    func negative() {
        let rect = Rect(x: 10, y: 20, width: -4, height: -6)
        #expect(rect.minX == 6 && rect.maxX == 10 && rect.minY == 14 && rect.maxY == 20)
        #expect(rect.standardized == Rect(x: 6, y: 14, width: 4, height: 6))
        #expect(rect.center == Point(x: 8, y: 17))
        let upright = Rect(x: 1, y: 2, width: 3, height: 4)
        #expect(upright.standardized == upright)
    }

    @Test("rectangles that only touch share nothing")
    func intersection() {
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(rect.intersection(Rect(x: 5, y: 6, width: 10, height: 10)) == Rect(x: 5, y: 6, width: 5, height: 4))
        #expect(rect.intersection(Rect(x: 10, y: 0, width: 10, height: 10)) == nil)
        #expect(rect.intersection(Rect(x: 0, y: 10, width: 10, height: 10)) == nil)
        #expect(rect.intersection(Rect(x: .nan, y: 0, width: 10, height: 10)) == nil)
    }

    @Test("the union holds both")
    func union() {
        let union = Rect(x: 0, y: 0, width: 10, height: 10).union(Rect(x: 5, y: -6, width: 10, height: 3))
        #expect(union == Rect(x: 0, y: -6, width: 15, height: 16))
    }

    @Test("a rectangle contains one inside it, edges included")
    func containsRect() {
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(rect.contains(rect) && rect.contains(Rect(x: 1, y: 1, width: 9, height: 9)))
        #expect(!rect.contains(Rect(x: 1, y: 1, width: 9.5, height: 9)))
        #expect(!rect.contains(Rect(x: -1, y: 1, width: 2, height: 2)))
    }

    @Test("one infinite or undefined number makes the whole not finite")
    func finite() {
        #expect(Rect(x: 1, y: 2, width: 3, height: 4).isFinite)
        #expect(!Rect(x: .infinity, y: 2, width: 3, height: 4).isFinite)
        #expect(!Rect(x: 1, y: 2, width: 3, height: .nan).isFinite)
    }
}
