import TreeTesting
import Diagnostics
import TestSupport
import Testing

@testable import ViewHierarchy

@Suite("Conversion")
struct ConversionTests {
    /// A (0) holds B (1) and D (3); B holds C (2).
    private func abcd(_ change: (inout ViewDescription) -> Void = { _ in }) -> ViewTree {
        tree(
            (0, view("A", 0, 0, 400, 800)),
            (1, view("B", 50, 100, 300, 400, change)),
            (2, view("C", 20, 30, 100, 100)),
            (1, view("D", 10, 10, 50, 50))
        )
    }

    private let square = Rect(x: 0, y: 0, width: 100, height: 100)

    @Test("points and rectangles go up to the common superview and down")
    func measured() {
        let tree = abcd()
        #expect(tree.convert(Point.zero, from: 2, to: 0) == Point(x: 70, y: 130))
        #expect(tree.convert(square, from: 2, to: 3) == Rect(x: 60, y: 120, width: 100, height: 100))
        #expect(tree.convert(Point(x: 60, y: 120), from: 3, to: 2) == .zero)
        #expect(tree.convert(Point(x: 1, y: 2), from: 2, to: 2) == Point(x: 1, y: 2))
    }

    @Test("the bounds' origin moves subviews the other way")
    func scrolled() {
        let tree = abcd { $0.bounds = Rect(x: 15, y: 25, width: 300, height: 400) }
        #expect(tree.convert(Point.zero, from: 2, to: 0) == Point(x: 55, y: 105))
        #expect(tree.convert(Point(x: 55, y: 105), from: 0, to: 2) == .zero)
    }

    @Test("a scroll view's offset is its bounds' origin, both ways")
    func contentOffset() {
        let item = view(20, 400, 100, 40)
        let still = tree((0, view(0, 0, 400, 800)), (1, view(50, 100, 300, 200)), (2, item))
        #expect(still.convert(Point.zero, from: 2, to: 0) == Point(x: 70, y: 500))
        let scroll = view(50, 100, 300, 200) { $0.contentOffset = Point(x: 0, y: 380) }
        let scrolled = tree((0, view(0, 0, 400, 800)), (1, scroll), (2, item))
        #expect(scrolled.convert(Point.zero, from: 2, to: nil) == Point(x: 70, y: 120))
        #expect(scrolled.convert(Point(x: 70, y: 120), from: nil, to: 2) == .zero)
    }

    @Test("through a rotation a rectangle becomes its bounding box")
    func rotated() {
        let tree = abcd {
            $0.bounds = Rect(x: 0, y: 0, width: 300, height: 400)
            $0.center = Point(x: 200, y: 300)
            $0.transform = .quarterTurn
        }
        #expect(isClose(tree.convert(Point.zero, from: 2, to: 0), Point(x: 370, y: 170)))
        #expect(isClose(tree.convert(square, from: 2, to: 0), Rect(x: 270, y: 170, width: 100, height: 100)))
        #expect(isClose(tree.convert(Point(x: 370, y: 170), from: 0, to: 2), .zero))
    }

    @Test("a transform that cannot be inverted is applied as it is, as UIKit does")
    func singular() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (
                1,
                view(0, 0, 0, 0) {
                    $0.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
                    $0.center = Point(x: 50, y: 50)
                    $0.transform = Transform(scaleX: 0, y: 0)
                }
            )
        )
        #expect(tree.convert(Point(x: 7, y: 9), from: 0, to: 1) == Point(x: 50, y: 50))
        #expect(tree.convert(Point(x: 7, y: 9), from: 1, to: 0) == Point(x: 50, y: 50))
    }

    @Test("nil is the window, which is the root's bounds")
    func window() {
        let tree = abcd()
        #expect(tree.convert(Point(x: 5, y: 6), from: nil, to: 0) == Point(x: 5, y: 6))
        #expect(tree.convert(Point(x: 5, y: 6), from: nil, to: nil) == Point(x: 5, y: 6))
    }

    @Test("a size becomes the size of its rectangle's bounding box")
    func sizes() {
        let tree = abcd {
            $0.bounds = Rect(x: 15, y: 25, width: 300, height: 400)
            $0.center = Point(x: 200, y: 300)
            $0.transform = .quarterTurn
        }
        let turned = tree.convert(Size(width: 30, height: 50), from: 2, to: 3)
        #expect(isClose(turned?.width ?? .nan, 50) && isClose(turned?.height ?? .nan, 30))
        #expect(abcd().convert(Size(width: 30, height: -5), from: 2, to: nil) == Size(width: 30, height: -5))
        #expect(tree.convert(Size.zero, from: 2, to: 9) == nil)
    }

    @Test("windows count as one space, and it can be told")
    func twoWindows() {
        let tree = tree(
            (0, view(0, 0, 400, 800)),
            (1, view(10, 20, 30, 40)),
            (0, view(5, 5, 400, 800)),
            (1, view(1, 2, 3, 4))
        )
        #expect(tree.convert(Point.zero, from: 1, to: 3) == Point(x: 9, y: 18))
        #expect(!tree.haveSameRoot(1, 3) && tree.haveSameRoot(0, 1) && tree.haveSameRoot(nil, 3))
        #expect(tree.conversionWarnings(from: 1, to: 3).map(\.code) == ["convert.differentWindows"])
        #expect(tree.conversionWarnings(from: 0, to: 1).isEmpty && tree.conversionWarnings(from: nil, to: 3).isEmpty)
    }

    @Test("views at no finite place cannot be reached, but odd points pass through")
    func nonFinite() {
        let tree = tree(
            (0, view(0, 0, 1, 1)),
            (1, view(.infinity, 0, 1, 1)),
            (2, view(0, 0, 1, 1)),
            (1, view(1, 1, 1, 1))
        )
        #expect(tree.convert(Point.zero, from: 2, to: 0) == nil)
        #expect(tree.conversionWarnings(from: 2, to: 3).map(\.code) == ["convert.notPlaced"])
        #expect(tree.convert(Point.zero, from: 2, to: 2) == .zero && tree.conversionWarnings(from: 2, to: 2).isEmpty)
        #expect(tree.convert(Point(x: .infinity, y: 0), from: 3, to: 0)?.x == .infinity)
        #expect(tree.convert(Point.zero, from: 7, to: 0) == nil && tree.convert(Rect.zero, from: 0, to: -1) == nil)
    }

    @Test("conversion agrees with the window's geometry")
    func agreement() throws {
        let tree = abcd { $0.transform = .sixthPart }
        let geometry = WindowGeometry(tree)
        for index in tree.indices {
            let transform = try #require(geometry.toWindow(of: index))
            let point = Point(x: 3, y: 7)
            #expect(isClose(tree.convert(point, from: index, to: nil), transform.apply(to: point), within: 1e-9))
        }
    }

    @Test("a chain of 100,000 views converts from end to end")
    func deep() {
        let tree = chain(100_000, of: view(1, 2, 10, 10))
        #expect(tree.convert(Point.zero, from: 99_999, to: 0) == Point(x: 99_999, y: 199_998))
        #expect(tree.convert(Point.zero, from: 0, to: 99_999) == Point(x: -99_999, y: -199_998))
    }
}

@Suite("Conversion of any trees")
struct ConversionPropertyTests {
    private static let cases = RandomCases.count(10_000)

    /// Points go through at most a dozen scales of ½ to 2.
    private static let tolerance = 1e-6

    @Test("a point that goes to another view and back is where it was")
    func thereAndBack() throws {
        var trees = RandomTrees(seed: RandomCases.seed(1))
        for number in 0..<Self.cases {
            let tree = trees.next(atMost: 12)
            let point = trees.point()
            let (a, b) = (trees.place(in: tree), trees.place(in: tree))
            let there = try #require(tree.convert(point, from: a, to: b))
            let back = tree.convert(there, from: b, to: a)
            if !isClose(back, point, within: Self.tolerance) {
                Issue.record("case \(number): \(point) came back as \(String(describing: back))")
            }
        }
    }

    @Test("the way over a third view leads to the same point")
    func overAThird() throws {
        var trees = RandomTrees(seed: RandomCases.seed(2))
        for number in 0..<Self.cases {
            let tree = trees.next(atMost: 12)
            let point = trees.point()
            let (a, b, c) = (trees.place(in: tree), trees.place(in: tree), trees.place(in: tree))
            let middle = try #require(tree.convert(point, from: a, to: b))
            let direct = try #require(tree.convert(point, from: a, to: c))
            if !isClose(tree.convert(middle, from: b, to: c), direct, within: Self.tolerance) {
                Issue.record("case \(number): not \(direct)")
            }
        }
    }

    @Test("a converted rectangle is the smallest that holds the converted corners, and a size is its size")
    func rectangles() throws {
        var trees = RandomTrees(seed: RandomCases.seed(3))
        for number in 0..<Self.cases {
            let tree = trees.next(atMost: 12)
            let (origin, end) = (trees.point(), trees.point())
            let rect = Rect(
                x: min(origin.x, end.x),
                y: min(origin.y, end.y),
                width: abs(origin.x - end.x),
                height: abs(origin.y - end.y)
            )
            let (a, b) = (trees.place(in: tree), trees.place(in: tree))
            let converted = try #require(tree.convert(rect, from: a, to: b))
            let corners = [
                (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY),
            ]
            .compactMap { tree.convert(Point(x: $0.0, y: $0.1), from: a, to: b) }
            let (x, y) = (corners.map(\.x), corners.map(\.y))
            let low = Point(x: x.min() ?? .nan, y: y.min() ?? .nan)
            let high = Point(x: x.max() ?? .nan, y: y.max() ?? .nan)
            let size = try #require(tree.convert(rect.size, from: a, to: b))
            if !isClose(Point(x: converted.minX, y: converted.minY), low, within: Self.tolerance)
                || !isClose(Point(x: converted.maxX, y: converted.maxY), high, within: Self.tolerance)
                || !isClose(size.width, converted.size.width, within: Self.tolerance)
                || !isClose(size.height, converted.size.height, within: Self.tolerance)
            {
                Issue.record("case \(number): \(converted)")
            }
        }
    }
}

extension RandomTrees {
    /// A view or, now and then, the window.
    fileprivate mutating func place(in tree: ViewTree) -> Int? {
        generator.once(in: 6) ? nil : tree.indices.randomElement(using: &generator)
    }
}
