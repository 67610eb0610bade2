import TestSupport
import Testing

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Why a view is where constraints put it")
struct LayoutExplanationTests {
    private typealias Part = LayoutExplanation.Part

    /// The tree of a case in the notation of `vectors/autolayout.txt`.
    private static func tree(_ statements: String) throws -> ViewTree {
        try #require(try LayoutVectors.read("case|\(statements)|R=0,0,375,667").first).tree
    }

    private static func explanation(
        _ statements: String,
        of view: Int = 1,
        for target: LayoutTarget = .canvas
    ) throws -> LayoutExplanation {
        try #require(try tree(statements).solvedLayout(of: 0, for: target).explanation(of: view))
    }

    /// What decides an edge, in words.
    private static func decides(_ explanation: LayoutExplanation, _ part: Part) -> [String] {
        explanation.edge(part)?.holds.filter(\.decides).map(\.text) ?? []
    }

    // MARK: Edges

    @Test("an edge is held by the constraint that says where it is, a length that nothing speaks of follows from edges")
    func edges() throws {
        let why = try Self.explanation("a:view;a.l=R.l+16;R.r=a.r+20;a.t=R.t+10;a.h=50")
        #expect(Self.decides(why, .left) == ["leading = superview.leading + 16"])
        #expect(Self.decides(why, .right) == ["trailing = superview.trailing − 20"])
        #expect(Self.decides(why, .width) == [])
        #expect(why.edge(.width)?.follows == [.left, .right])
        #expect(why.edge(.width)?.value == 339)
        #expect(why.edge(.bottom)?.follows == [.top, .height])
        #expect(why.edges.allSatisfy { $0.standing == .decided })
        #expect(why.edge(.centerX) == nil)
        #expect(why.edge(.left)?.holds.first?.constraint == 0 && why.edge(.left)?.holds.first?.other == 0)
        #expect(why.gaveWay.isEmpty && why.out.isEmpty && why.conflicts.isEmpty && why.extremes.isEmpty)
    }

    @Test("a centre is told where something speaks of it, and edges follow from it")
    func center() throws {
        let why = try Self.explanation("a:view;a.cx=R.cx;a.w=100;a.t=R.t;a.h=5")
        #expect(Self.decides(why, .centerX) == ["centerX = superview.centerX"])
        #expect(why.edge(.left)?.follows == [.width, .centerX])
        #expect(why.edge(.left)?.value == 137.5)
    }

    @Test("what is held to a view does not hold it, and what is inside holds a view that takes its size from that")
    func directions() throws {
        let statements = "a:view;b:view in a;a.l=R.l;a.t=R.t;a.w=200;b.l=a.l+8;b.t=a.t+8;b.w=20;b.h=30;a.b=b.b+8"
        let around = try Self.explanation(statements)
        #expect(Self.decides(around, .left) == ["leading = superview.leading"])
        #expect(around.edge(.left)?.holds.count == 1)
        #expect(Self.decides(around, .top) == ["top = superview.top"])
        #expect(Self.decides(around, .bottom) == ["bottom = UIView.bottom + 8"])
        #expect(around.edge(.height)?.follows == [.top, .bottom])
        let inside = try Self.explanation(statements, of: 2)
        #expect(Self.decides(inside, .left) == ["leading = superview.leading + 8"])
        #expect(Self.decides(inside, .bottom) == [])
        #expect(inside.edge(.bottom)?.follows == [.top, .height])
    }

    @Test(
        "of two constraints that say the same one decides and the other holds as well; a bound that is not reached holds nothing"
    )
    func redundant() throws {
        let why = try Self.explanation("a:view;a.l=R.l;a.t=R.t;a.h=5;a.w=100;a.w=100@750;a.w<=100;a.w<=300")
        #expect(Self.decides(why, .width) == ["width = 100"])
        #expect(why.edge(.width)?.holds.filter { !$0.decides }.map(\.text) == ["width = 100 @ 750", "width ≤ 100"])
    }

    @Test(
        "an inequality that stops an optional wish holds the edge, and the wish gave way by the points that it is short"
    )
    func gaveWay() throws {
        let why = try Self.explanation("a:view;a.l=R.l;a.t=R.t;a.h=5;a.w=300@999;R.r>=a.r+100")
        #expect(Self.decides(why, .right) == ["trailing ≤ superview.trailing − 100"])
        #expect(why.gaveWay.map(\.text) == ["width = 300 @ 999"])
        #expect(why.gaveWay.map(\.points) == [25])
    }

    @Test("a length comes from both: a ratio speaks of width and height, and holds the one that nothing else says")
    func ratio() throws {
        let why = try Self.explanation("a:view;a.l=R.l;a.t=R.t;a.w=160;a.w=a.h*16:9")
        #expect(Self.decides(why, .width) == ["width = 160"])
        #expect(why.edge(.width)?.holds.count == 1)
        #expect(Self.decides(why, .height) == ["width = height × 1.777778"])
    }

    // MARK: Other rules

    @Test("content holds a length, and says how much of it was cut")
    func content() throws {
        let label = try Self.explanation("a:label 0,0,100,20;a.l=R.l;a.t=R.t")
        #expect(Self.decides(label, .width) == ["content is 100 wide"])
        #expect(Self.decides(label, .height) == ["content is 20 high"])
        let cut = try Self.explanation("a:label 0,0,500,20;a.l=R.l;R.r>=a.r+16;a.t=R.t")
        #expect(Self.decides(cut, .right) == ["trailing ≤ superview.trailing − 16"])
        #expect(cut.gaveWay.map(\.text) == ["content at least 500 wide @ 750 (compression resistance)"])
        #expect(cut.gaveWay.map(\.points) == [141])
    }

    @Test("a stack view says that it arranges its views, and is as long as they are")
    func stack() throws {
        let statements = "K:stackView [spacing=\"8\"];a:label in K 0,0,100,20;b:label in K 0,0,50,20;K.l=R.l;K.t=R.t"
        let view = try Self.explanation(statements, of: 3)
        #expect(view.edge(.left)?.holds.map(\.kind) == [.stack])
        #expect(Self.decides(view, .width) == ["content is 50 wide"])
        #expect(view.words == "Its stack view arranges it.")
        let stack = try Self.explanation(statements)
        #expect(stack.edge(.right)?.holds.map(\.text) == ["how it arranges its views"])
        #expect(Self.decides(stack, .left) == ["leading = superview.leading"])
    }

    @Test("a mask says which margins and lengths are flexible, with and without constraints around")
    func masks() throws {
        var tree = try Self.tree("a:view 20,10,200,30;b:view;b.l=a.l;b.r=a.r;b.t=a.b+8;b.h=20")
        tree.layout.traits[1]?.translatesMask = true
        tree.masks[1] = [.flexibleWidth, .flexibleBottomMargin]
        let why = try #require(tree.solvedLayout(of: 0).explanation(of: 1))
        #expect(Self.decides(why, .left) == ["left margin is fixed"])
        #expect(Self.decides(why, .width) == ["width is flexible"])
        #expect(Self.decides(why, .bottom) == ["bottom margin is flexible"])
        #expect(why.words == "Its mask places it: flexible width, bottom margin; the rest is fixed.")
        tree.layout = LayoutTable()
        tree.masks[2] = [.flexibleWidth]
        let alone = try #require(MaskExplanation(tree).explanation(of: 1))
        #expect(alone.explanation.edges == why.edges)
    }

    @Test("of a view of which the dump says neither mask nor constraints nothing is told")
    func nothingSaid() throws {
        var builder = ViewTreeBuilder()
        for depth in 0...1 {
            var view = ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: 9, height: 9))
            view.said.remove(.autoresizingMask)
            _ = builder.append(view, depth: depth)
        }
        let why = try #require(MaskExplanation(builder.build()).explanation(of: 1))
        #expect(why.explanation.edges.isEmpty)
        #expect(why.certainty == .none)
        #expect(MaskExplanation(builder.build()).explanation(of: 7) == nil)
    }

    // MARK: Trouble

    @Test("a conflict is told to every view that it concerns, and what was left out is broken by so many points")
    func conflict() throws {
        let statements = "a:view;a.l=R.l+10;a.w=100;R.r=a.r+10;a.t=R.t;a.h=5;b:view;b.l=R.l;b.t=R.t;b.w=5;b.h=5"
        let why = try Self.explanation(statements)
        #expect(why.conflicts.count == 1)
        #expect(why.conflicts[0].sentence.contains("need 120 points, the root has 375"))
        let broken = try #require(why.out.first)
        #expect(why.out.count == 1 && broken.state == .broken && broken.points == 255)
        #expect(!why.edges.flatMap(\.holds).contains { $0.constraint == broken.constraint })
        #expect(try Self.explanation(statements, of: 2).conflicts.isEmpty)
    }

    @Test("what takes no part says why")
    func inactive() throws {
        var tree = try Self.tree("a:view;a.l=R.l;a.t=R.t;a.h=5;a.w=100;a.w=200")
        var constraints = tree.layout.constraints
        constraints[4].isActive = false
        let traits = tree.layout.traits
        tree.layout = LayoutTable()
        tree.layout.traits = traits
        for constraint in constraints { tree.layout.append(constraint) }
        let why = try #require(tree.solvedLayout(of: 0).explanation(of: 1))
        #expect(why.out.map(\.text) == ["width = 200"])
        #expect(why.out.map(\.reason) == [.notActive])
    }

    @Test("what nothing decides says so, and between which ends the view may lie where that is known")
    func undetermined() throws {
        let statements =
            "a:label 16,0,150,20;b:label 174,0,185,20;a.l=R.l+16;b.l=a.r+8;R.r=b.r+16;a.t=R.t;b.t=R.t;a.w>=100;b.w>=100;a.h=20;b.h=20"
        let small = LayoutTarget(size: Size(width: 320, height: 568), safeArea: .zero, scale: 2)
        let first = try Self.explanation(statements, for: small)
        #expect(first.edge(.width)?.standing == .undetermined)
        #expect(first.edge(.width)?.range == 100...150)
        #expect(first.edge(.left)?.standing == .decided)
        #expect(first.edge(.right)?.standing == .undetermined)
        #expect(
            first.extremes == [Rect(x: 16, y: 0, width: 100, height: 20), Rect(x: 16, y: 0, width: 150, height: 20)]
        )
        let second = try Self.explanation(statements, of: 2, for: small)
        #expect(second.edge(.right)?.standing == .decided)
        #expect(second.extremes.map(\.maxX) == [304, 304])
        let open = try Self.explanation("a:view 7,9,30,40;a.l=R.l+10;a.h=5")
        #expect(open.edge(.width)?.standing == .undetermined)
        #expect(open.edge(.top)?.standing == .undetermined)
        #expect(open.edge(.top)?.holds.map(\.kind) == [.stored])
        #expect(open.extremes.isEmpty)
    }

    // MARK: Limits

    @Test("a view with any number of constraints lists a hundred and says how many there are besides")
    func many() throws {
        var builder = ViewTreeBuilder()
        for depth in 0...1 {
            _ = builder.append(
                ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: 9, height: 9)),
                depth: depth
            )
        }
        for number in 0..<2_000 {
            var made = LayoutConstraint(owner: 1, first: LayoutAnchor(.view(1), .width))
            made.constant = Double(number % 3)
            made.priority = Double(number % 7 + 1)
            builder.append(made)
        }
        let why = try #require(builder.build().solvedLayout(of: 0).explanation(of: 1))
        let listed = why.edges.reduce(0) { $0 + $1.holds.count } + why.gaveWay.count + why.out.count
        #expect(listed == LayoutExplanation.maximumListed)
        #expect(why.leftOut > 1_000)
        #expect(builder.build().solvedLayout(of: 0).explanation(of: 9) == nil)
        #expect(builder.build().solvedLayout(of: 5).explanation(of: 0) == nil)
    }
}
