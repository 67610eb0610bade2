import TestSupport
import Testing
import ViewHierarchy

@Suite("Conversion of any trees")
struct ConversionPropertyTests {
    private static let cases = 10_000

    /// Points go through at most a dozen scales of ½ to 2.
    private static let tolerance = 1e-6

    @Test("a point that goes to another view and back is where it was")
    func thereAndBack() throws {
        var trees = RandomTrees(seed: 1)
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
        var trees = RandomTrees(seed: 2)
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
        var trees = RandomTrees(seed: 3)
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
