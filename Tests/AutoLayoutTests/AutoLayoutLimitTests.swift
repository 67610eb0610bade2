import Testing
import TestSupport

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Auto Layout of anything that a file may hold")
struct AutoLayoutLimitTests {
    private static func tree(views: Int, nested: Bool = false, _ add: (inout ViewTreeBuilder) -> Void) -> ViewTree {
        var builder = ViewTreeBuilder()
        for number in 0...views {
            let view = ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: 100, height: 100))
            let id = builder.append(view, depth: number == 0 ? 0 : nested ? number : 1)
            var traits = LayoutTraits()
            traits.translatesMask = false
            if number > 0 { builder.setLayout(traits, of: id) }
        }
        add(&builder)
        return builder.build()
    }

    private static func constraint(
        _ view: Int,
        _ attribute: LayoutAttribute,
        _ other: LayoutItem? = nil,
        _ constant: Double = 0,
        priority: Double = 1_000
    ) -> LayoutConstraint {
        var made = LayoutConstraint(
            owner: 0,
            first: LayoutAnchor(.view(view), attribute),
            second: other.map { LayoutAnchor($0, attribute) }
        )
        made.constant = constant
        made.priority = priority
        return made
    }

    @Test("a hundred thousand constraints on one view are cut at the limit, and the answer says so")
    func manyOnOne() {
        let tree = Self.tree(views: 1) { builder in
            for number in 0..<100_000 {
                builder.append(Self.constraint(1, .width, nil, Double(number % 7), priority: Double(number % 5 + 1)))
            }
        }
        let result = tree.autoLayout(of: 0)
        #expect(result.constraints.count == 100_000)
        #expect(result.constraints.count { $0.reason == .tooMany } == 100_000 - LayoutSystem.maximumOnOne)
        #expect(result.omissions.contains { $0.hasPrefix("99500 constraints") })
        #expect(result.frames.allSatisfy { $0.isFinite })
    }

    @Test("constraints none of which can hold with another end in frames and named conflicts")
    func allConflicting() {
        let tree = Self.tree(views: 1) { builder in
            for number in 0..<300 { builder.append(Self.constraint(1, .width, nil, Double(number))) }
        }
        let result = tree.autoLayout(of: 0)
        #expect(!result.conflicts.isEmpty)
        #expect(result.constraints.count { $0.state == .broken } == 299)
        #expect(result.frames.allSatisfy { $0.isFinite })
    }

    @Test("numbers that are none, endless, or beyond all screens leave their constraint out and nothing else")
    func numbers() {
        let tree = Self.tree(views: 2) { builder in
            for odd in [Double.nan, .infinity, 1e300, -1e30] {
                builder.append(Self.constraint(1, .width, nil, odd))
                var scaled = Self.constraint(1, .width, .view(2))
                scaled.multiplier = odd
                builder.append(scaled)
                builder.append(Self.constraint(1, .height, nil, 5, priority: odd))
            }
            var zero = Self.constraint(1, .width, .view(2), 40)
            zero.multiplier = 0
            builder.append(zero)
            builder.append(Self.constraint(2, .leading, .unknown("x")))
            builder.append(Self.constraint(2, .leading, .view(99)))
            builder.append(Self.constraint(2, .leading, nil, 3))
            var mixed = Self.constraint(2, .leading, .view(1))
            mixed.second = LayoutAnchor(.view(1), .height)
            builder.append(mixed)
        }
        let result = tree.autoLayout(of: 0)
        #expect(result.frame(of: 1)?.size.width == 40)
        #expect(result.frames.allSatisfy { $0.isFinite })
        #expect(result.constraints.suffix(4).map(\.reason) == [.unknownItem, .notInstalled, .mixedAxes, .mixedAxes])
        #expect(result.constraints.prefix(12).count { $0.reason == .numbers } >= 9)
    }

    @Test("views in a circle of constraints, a very deep tree and an empty one have an answer")
    func shapes() {
        let circle = Self.tree(views: 3) { builder in
            for (a, b) in [(1, 2), (2, 3), (3, 1)] {
                builder.append(Self.constraint(a, .leading, .view(b), 1))
                builder.append(Self.constraint(a, .width, .view(b)))
            }
        }
        #expect(circle.autoLayout(of: 0).conflicts.count == 1)
        let deep = Self.tree(views: 2_000, nested: true) { builder in
            for number in 1...2_000 {
                builder.append(Self.constraint(number, .leading, .view(number - 1), 1))
                builder.append(Self.constraint(number, .trailing, .view(number - 1), -1))
            }
        }
        let result = deep.autoLayout(of: 0)
        #expect(result.frame(of: 50)?.origin.x == 1)
        #expect(result.views.count == 2_001)
        #expect(ViewTree().autoLayout(of: 0).frames.isEmpty)
        #expect(circle.autoLayout(of: 77).frames.isEmpty)
        #expect(circle.autoLayout(of: -1).frames.isEmpty)
    }

    @Test("frames that are not finite or endless take their views out of the layout")
    func frames() {
        var builder = ViewTreeBuilder()
        for (depth, width) in [(0, 100.0), (1, .nan), (2, 10), (1, 1e300), (1, 50)] {
            builder.append(
                ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: width, height: 10)),
                depth: depth
            )
        }
        let result = builder.build().autoLayout(of: 0, for: LayoutTarget(size: Size(width: 200, height: 20)))
        #expect(result.frame(of: 4)?.size.width == 50)
        let lost = [1, 2, 3].map { result.certainty(of: $0) }
        #expect(lost.allSatisfy { if case .undetermined? = $0 { true } else { false } })
    }

    @Test("random constraints, priorities and stacks never crash, and every frame is finite")
    func random() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<60 {
            let count = Int.random(in: 1...12, using: &generator)
            let tree = Self.tree(views: count, nested: generator.once(in: 3)) { builder in
                for view in 1...count where generator.once(in: 4) {
                    var traits = LayoutTraits()
                    traits.stack = StackConfiguration()
                    traits.stack?.axis = generator.once(in: 2) ? .vertical : .horizontal
                    let distributions = StackConfiguration.Distribution.allCases
                    traits.stack?.distribution = distributions.randomElement(using: &generator) ?? .fill
                    let alignments = StackConfiguration.Alignment.allCases
                    traits.stack?.alignment = alignments.randomElement(using: &generator) ?? .fill
                    builder.setLayout(traits, of: view)
                }
                for _ in 0..<count * 4 {
                    let attribute = LayoutAttribute.allCases.randomElement(using: &generator) ?? .top
                    var made = Self.constraint(Int.random(in: 0...count, using: &generator), attribute)
                    if !generator.once(in: 4) {
                        let other = LayoutItem.view(Int.random(in: 0...count, using: &generator))
                        let guides: [LayoutGuideKind?] = [
                            nil, nil, .safeArea, .layoutMargins, .scrollContent, .custom("g"),
                        ]
                        let item = (guides.randomElement(using: &generator) ?? nil).flatMap { kind in
                            other.view.map { LayoutItem.guide(kind, of: $0) }
                        }
                        made.second = LayoutAnchor(item ?? other, made.first.attribute)
                    }
                    made.relation = LayoutConstraint.Relation.allCases.randomElement(using: &generator) ?? .equal
                    made.constant = Double.random(in: -500...500, using: &generator)
                    made.priority = [1_000, 1_000, 999, 750, 250, 1].randomElement(using: &generator) ?? 1
                    made.multiplier = [1, 1, 1, 0.5, 2, 0, -1].randomElement(using: &generator) ?? 1
                    builder.append(made)
                }
            }
            let result = tree.autoLayout(of: 0)
            #expect(result.frames.allSatisfy { $0.isFinite && $0.size.width >= 0 && $0.size.height >= 0 })
            #expect(result.constraints.count == tree.allConstraints.count)
        }
    }
}
