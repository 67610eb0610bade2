import TreeTesting
import TestSupport
import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Obstacles of many views")
struct TouchObstaclesTests {
    private struct Told: Hashable, CustomStringConvertible {
        var kind: TouchObstacle.Kind
        var view: Int
        var description: String { "\(kind) \(view)" }
    }

    /// Everything that is told of a view, in order.
    private func all(_ obstacles: TouchObstacles, of index: Int) -> [Told] {
        var told: [Told] = []
        let answer = obstacles.first(of: index) { kind, view in
            told.append(Told(kind: kind, view: view))
            return .pass
        }
        #expect(answer == .nothing)
        return told
    }

    private func check(_ tree: ViewTree, _ number: Int) {
        // One that sweeps for itself, and one that is handed what another one found.
        let obstacles = number.isMultiple(of: 2) ? TouchObstacles(tree) : TouchObstacles(TouchSweep(TouchScene(tree)))
        for index in tree.indices {
            let expected = Touchability(of: index, in: tree).obstacles
            let told = expected.map { Told(kind: $0.kind, view: $0.view) }
            #expect(all(obstacles, of: index) == told, "view \(index) of tree \(number)")
            for (place, obstacle) in expected.enumerated() {
                var left = place
                let answer = obstacles.first(of: index) { _, _ in
                    left -= 1
                    return left < 0 ? .take : .pass
                }
                #expect(answer == .obstacle(obstacle), "view \(index) of tree \(number)")
            }
        }
    }

    @Test("one sweep tells the same as looking at each view, in windows of upright views")
    func upright() {
        var random = SeededGenerator(seed: 41)
        for number in 0..<300 { check(Sketch(&random).tree, number) }
    }

    @Test("and among views that are rotated, at no place or refuse touches")
    func hostile() {
        var trees = RandomTrees(seed: 42)
        trees.areHostile = true
        for number in 0..<60 { check(trees.next(atMost: 12), number) }
    }

    @Test("and where the views are too tangled for the limits")
    func tangled() {
        let tree = crowd(seed: 3, maximumDepth: 3)
        let obstacles = TouchObstacles(tree, limits: .narrow)
        for index in tree.indices {
            let expected = Touchability(of: index, in: tree, limits: .narrow).obstacles
            #expect(all(obstacles, of: index) == expected.map { Told(kind: $0.kind, view: $0.view) })
        }
    }

    @Test("a search ends where it is told to, and what cuts a view off can be left out")
    func stop() {
        let tree = tree((0, view(0, 0, 100, 100)), (1, view(90, 0, 20, 20)), (1, view(80, 0, 20, 20)))
        let obstacles = TouchObstacles(tree)
        #expect(obstacles.first(of: 1) { _, _ in .stop } == .nothing)
        var kinds: [TouchObstacle.Kind] = []
        _ = obstacles.first(of: 1) { kind, _ in
            kinds.append(kind)
            return .pass
        }
        #expect(kinds == [.outsideSuperview, .covered])
        kinds = []
        _ = obstacles.first(of: 1, skipsCuts: true) { kind, _ in
            kinds.append(kind)
            return .stop
        }
        #expect(kinds == [.covered])
        #expect(obstacles.first(of: 9) { _, _ in .take } == .nothing)
    }

    @Test("of thousands in one place each is covered by the front-most, which is named from deep chains too")
    func pile() {
        var builder = ViewTreeBuilder()
        builder.append(view(0, 0, 100, 100), depth: 0)
        for _ in 0..<3_000 { builder.append(view(10, 10, 20, 20), depth: 1) }
        for depth in 1...1_000 { builder.append(view(depth == 1 ? 10 : 0, depth == 1 ? 10 : 0, 20, 20), depth: depth) }
        let tree = builder.build()
        let obstacles = TouchObstacles(tree)
        for index in 1...3_000 {
            guard case .obstacle(let obstacle) = obstacles.first(of: index, where: { _, _ in .take }) else {
                Issue.record("view \(index) has no obstacle")
                return
            }
            #expect(obstacle.kind == .covered && obstacle.view == 3_001)
        }
    }
}

@Suite("Overlaps of many rectangles")
struct RectTreeTests {
    @Test("pairs are those that comparing all with all finds, each once")
    func pairs() {
        var random = SeededGenerator(seed: 7)
        func whole(_ limit: Int) -> Double { Double(Int.random(in: 0...limit, using: &random)) }
        for _ in 0..<200 {
            let rects = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Rect(x: whole(20), y: whole(20), width: whole(8), height: whole(8))
            }
            var expected: [[Int]] = []
            for higher in rects.indices {
                for lower in 0..<higher where rects[higher].intersection(rects[lower]) != nil {
                    expected.append([higher, lower])
                }
            }
            var found: [[Int]] = []
            var steps = 100_000
            #expect(
                RectTree(of: rects).forEachPair(steps: &steps) {
                    found.append([$0, $1])
                    return true
                }
            )
            #expect(found.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) } == expected)
        }
    }

    @Test("a search among too many gives up")
    func limit() {
        var steps = 1_000
        let tree = RectTree(of: Array(repeating: Rect(x: 0, y: 0, width: 1, height: 1), count: 500))
        var count = 0
        #expect(
            !tree.forEachPair(steps: &steps) { _, _ in
                count += 1
                return true
            }
        )
        #expect(steps == 0 && count < 1_000)
    }

    @Test("rectangles in a row are found in few steps")
    func row() {
        var steps = 200_000
        let rects = (0..<4_096).map { Rect(x: Double($0), y: 0, width: 1.5, height: 1) }
        var count = 0
        #expect(
            RectTree(of: rects).forEachPair(steps: &steps) { _, _ in
                count += 1
                return true
            }
        )
        #expect(count == 4_095)
    }
}
