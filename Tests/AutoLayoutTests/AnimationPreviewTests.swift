import TreeTesting
import Testing

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Animation preview")
struct AnimationPreviewTests {
    private static let fill: AutoresizingMask = [.flexibleWidth, .flexibleHeight]

    private func block(
        _ changes: AnimationChange...,
        duration: Double? = 1,
        curve: AnimationCurve? = .linear,
        change: (inout AnimationBlock) -> Void = { _ in }
    ) -> AnimationBlock {
        var block = AnimationBlock()
        block.duration = duration
        block.curve = curve
        block.changes = changes
        change(&block)
        return block
    }

    private let scene = tree(
        (0, view(0, 0, 100, 100)),
        (1, view(10, 20, 40, 60)),
        (2, view(0, 0, 40, 60) { $0.autoresizingMask = AnimationPreviewTests.fill }),
        (1, view(0, 0, 10, 10))
    )

    @Test("a frame moves with its center and its size, and subviews follow with the same timing")
    func frame() throws {
        let end = Rect(x: 50, y: 20, width: 20, height: 60)
        let preview = try AnimationPreview(block(AnimationChange(view: 1, .frame(end))), of: scene)
        #expect(preview.views == [1, 2] && preview.end == 1 && preview.model.frame(of: 1) == end)
        let half = preview.presentation(at: 0.5)
        #expect(
            half.map(\.frame) == [Rect(x: 30, y: 20, width: 30, height: 60), Rect(x: 0, y: 0, width: 30, height: 60)]
        )
        #expect(half[0].center == Point(x: 45, y: 50) && half[0].bounds == Rect(x: 0, y: 0, width: 30, height: 60))
        #expect(scene.frame(of: 1) == Rect(x: 10, y: 20, width: 40, height: 60))
    }

    @Test("the ends are exactly the values before and after")
    func ends() throws {
        let odd = tree((0, view(0, 0, 100, 100)), (1, view(0.1, 0.2, 0.3, 0.7)))
        let end = Rect(x: 0.7, y: 0.1, width: 1.1, height: 1.3)
        let preview = try AnimationPreview(block(AnimationChange(view: 1, .frame(end))), of: odd)
        #expect(preview.presentation(at: 0).map(\.frame) == [odd.frame(of: 1)])
        #expect(preview.presentation(at: 1).map(\.frame) == [end])
        #expect(preview.presentation(at: 99).map(\.frame) == [end])
    }

    @Test("during the delay the old values show")
    func delay() throws {
        let fade = block(AnimationChange(view: 3, .alpha(0))) { $0.delay = 2 }
        let preview = try AnimationPreview(fade, of: scene)
        #expect(preview.end == 3 && preview.model.alpha(of: 3) == 0)
        #expect([0, 2, 2.25, 3].map { preview.presentation(at: $0)[0].alpha } == [1, 1, 0.75, 0])
    }

    @Test("a change without a duration shows at once, whatever the delay")
    func immediate() throws {
        let change = block(AnimationChange(view: 3, .alpha(0)), duration: 0) { $0.delay = 2 }
        let preview = try AnimationPreview(change, of: scene)
        #expect(preview.views == [3] && preview.end == 0 && preview.presentation(at: 0)[0].alpha == 0)
    }

    @Test("bounds grow about the center, and their origin scrolls")
    func bounds() throws {
        let change = AnimationChange(view: 1, .bounds(Rect(x: 0, y: 30, width: 60, height: 60)))
        let half = try AnimationPreview(block(change), of: scene).presentation(at: 0.5)
        #expect(half[0].bounds == Rect(x: 0, y: 15, width: 50, height: 60) && half[0].center == Point(x: 30, y: 50))
        #expect(half[0].frame == Rect(x: 5, y: 20, width: 50, height: 60))
        #expect(half[1].frame == Rect(x: 0, y: 0, width: 50, height: 60))
    }

    @Test("a turn keeps the size, and its frame is the bounding box at that moment")
    func transform() throws {
        let change = AnimationChange(view: 3, .transform(Transform(rotation: .pi / 2)))
        let half = try AnimationPreview(block(change), of: scene).presentation(at: 0.5)
        let diagonal = 10 * 2.0.squareRoot()
        #expect(half.map(\.index) == [3] && isClose(half[0].frame.size.width, diagonal))
        #expect(half[0].bounds.size == Size(width: 10, height: 10) && half[0].center == Point(x: 5, y: 5))
    }

    @Test("a view that is set to what it is, is in the samples and does not move")
    func unchanged() throws {
        let preview = try AnimationPreview(block(AnimationChange(view: 3, .alpha(1))), of: scene)
        #expect(preview.views == [3] && preview.end == 0 && preview.presentation(at: 0.5)[0].alpha == 1)
        #expect(try AnimationPreview(block(AnimationChange(view: 9, .alpha(0))), of: scene).views.isEmpty)
        #expect(try AnimationPreview(block(AnimationChange(view: -1, .alpha(0))), of: scene).views.isEmpty)
    }

    @Test("changes of one block that concern the same view go straight to the last value")
    func lastChangeCounts() throws {
        let changes = block(
            AnimationChange(view: 3, .center(Point(x: 500, y: 5))),
            AnimationChange(view: 3, .transform(Transform(rotation: 3))),
            AnimationChange(view: 3, .center(Point(x: 25, y: 5))),
            AnimationChange(view: 3, .transform(Transform(scaleX: 3, y: 3)))
        )
        let half = try AnimationPreview(changes, of: scene).presentation(at: 0.5)[0]
        #expect(half.center == Point(x: 15, y: 5) && half.transform == Transform(scaleX: 2, y: 2))
    }

    @Test("a nested block has the duration and curve of the one around it unless it states its own, and nothing else")
    func nesting() throws {
        var outer = block(AnimationChange(view: 1, .alpha(0)), duration: 4) {
            $0.delay = 1
            $0.repeatCount = 2
            $0.autoreverses = true
        }
        outer.blocks = [
            block(AnimationChange(view: 2, .alpha(0)), duration: nil, curve: nil),
            block(AnimationChange(view: 3, .alpha(0)), duration: 1, curve: .easeIn) { $0.delay = 3 },
        ]
        let preview = try AnimationPreview(outer, of: scene)
        #expect(preview.views == [1, 2, 3] && preview.end == 17)
        #expect(preview.presentation(at: 2).map(\.alpha) == [0.75, 0.5, 1])
        #expect(preview.presentation(at: 3.5)[2].alpha == 1 - AnimationCurve.easeIn.progress(at: 0.5))
        #expect(preview.presentation(at: 6).map(\.alpha) == [0.25, 0, 0])
    }

    @Test("two timings of one view add up: it starts where it was, jumps nowhere and ends where it belongs")
    func additive() throws {
        var outer = block(AnimationChange(view: 3, .center(Point(x: 105, y: 5))), duration: 2)
        outer.changes.append(AnimationChange(view: 3, .transform(Transform(scaleX: 2, y: 2))))
        var inner = block(AnimationChange(view: 3, .center(Point(x: 205, y: 5))), duration: 1)
        inner.changes.append(AnimationChange(view: 3, .transform(Transform(scaleX: 4, y: 4))))
        outer.blocks = [inner]
        let preview = try AnimationPreview(outer, of: scene)
        let starts = [0.0, 1, 2].map { preview.presentation(at: $0)[0] }
        #expect(starts.map(\.center.x) == [5, 155, 205] && starts.map(\.transform.a) == [1, 3, 4])
        #expect(preview.presentation(at: 0.5)[0].center.x == 80)
        #expect(preview.presentation(at: 0.001)[0].transform.a < 1.01)
    }

    @Test("a transform that cannot be inverted ends the animation before it")
    func singular() throws {
        var outer = block(AnimationChange(view: 3, .transform(Transform(scaleX: 0, y: 0))), duration: 2)
        outer.blocks = [block(AnimationChange(view: 3, .transform(.identity)), duration: 1)]
        let half = try AnimationPreview(outer, of: scene).presentation(at: 0.5)[0]
        #expect(half.transform == Transform(scaleX: 0.5, y: 0.5))
    }

    @Test("views at no finite place move to one at once")
    func nonFinite() throws {
        let odd = tree((0, view(0, 0, 100, 100)), (1, view(.nan, 0, 10, 10)))
        let change = AnimationChange(view: 1, .frame(Rect(x: 1, y: 2, width: 20, height: 10)))
        let half = try AnimationPreview(block(change), of: odd).presentation(at: 0.5)[0]
        #expect(half.frame.isFinite && half.center == Point(x: 11, y: 7))
    }

    @Test("a block that moves too many views too often is refused")
    func limits() throws {
        var builder = ViewTreeBuilder()
        builder.append(view(0, 0, 100, 100), depth: 0)
        for _ in 0..<50_000 { builder.append(view(0, 0, 10, 10) { $0.autoresizingMask = .flexibleWidth }, depth: 1) }
        let large = builder.build()
        var changes = AnimationBlock()
        for width in 1...4 {
            let frame = Rect(x: 0, y: 0, width: 100 + Double(width), height: 100)
            changes.changes.append(AnimationChange(view: 0, .frame(frame)))
        }
        #expect { try AnimationPreview(changes, of: large) } throws: { ($0 as? AnimationError)?.code == .tooManyViews }
        changes.changes.removeLast(2)
        #expect(try AnimationPreview(changes, of: large).views.count == 50_001)
    }

    @Test("blocks nested very deep are run without recursion")
    func deepNesting() throws {
        var block = block(AnimationChange(view: 3, .alpha(0)), duration: nil, curve: nil)
        for _ in 0..<1_000 {
            var outer = AnimationBlock()
            outer.blocks = [block]
            block = outer
        }
        block.duration = 3
        #expect(try AnimationPreview(block, of: scene).end == 3)
    }
}
