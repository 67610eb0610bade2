import Diagnostics
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

    /// All that is told of a view, a line for each part and each rule that does not hold: what decides an edge, in brackets
    /// what holds it as well, and what it follows from.
    private static func told(_ why: LayoutExplanation) -> [String] {
        let edges = why.edges.map { edge in
            let holds = edge.holds.map { $0.decides ? $0.text : "(\($0.text))" } + [edge.remark].compactMap(\.self)
            return "\(edge.part) \(NumberText.short(edge.value)): \(holds.joined(separator: "; "))"
        }
        return edges + (why.gaveWay + why.out).map { "\($0.text): \($0.words)" }
    }

    /// A view of a tree in the notation of `vectors/autolayout.txt`, and all that is told of it.
    struct Explained: Sendable, CustomTestStringConvertible {
        let rule: String
        let statements: String
        let view: Int
        let lines: [String]

        init(_ rule: String, _ statements: String, of view: Int = 1, _ lines: String...) {
            (self.rule, self.statements, self.view, self.lines) = (rule, statements, view, lines)
        }

        var testDescription: String { rule }
    }

    static let explained: [Explained] = [
        Explained(
            "an edge is held by the constraint that says where it is, a length that nothing speaks of follows from edges",
            "a:view;a.l=R.l+16;R.r=a.r+20;a.t=R.t+10;a.h=50",
            "left 16: leading = superview.leading + 16",
            "right 355: trailing = superview.trailing − 20",
            "width 339: from left and right",
            "top 10: top = superview.top + 10",
            "bottom 60: from top and height",
            "height 50: height = 50"
        ),
        Explained(
            "a centre is told where something speaks of it, and edges follow from it",
            "a:view;a.cx=R.cx;a.w=100;a.t=R.t;a.h=5",
            "left 137.5: from width and center",
            "right 237.5: from width and center",
            "width 100: width = 100",
            "centerX 187.5: centerX = superview.centerX",
            "top 0: top = superview.top",
            "bottom 5: from top and height",
            "height 5: height = 5"
        ),
        Explained(
            "what is held to a view does not hold it",
            "a:view;b:view in a;a.l=R.l;a.t=R.t;a.w=200;b.l=a.l+8;b.t=a.t+8;b.w=20;b.h=30;a.b=b.b+8",
            "left 0: leading = superview.leading",
            "right 200: from left and width",
            "width 200: width = 200",
            "top 0: top = superview.top",
            "bottom 46: bottom = UIView.bottom + 8",
            "height 46: from top and bottom"
        ),
        Explained(
            "what is inside holds a view that takes its size from that",
            "a:view;b:view in a;a.l=R.l;a.t=R.t;a.w=200;b.l=a.l+8;b.t=a.t+8;b.w=20;b.h=30;a.b=b.b+8",
            of: 2,
            "left 8: leading = superview.leading + 8",
            "right 28: from left and width",
            "width 20: width = 20",
            "top 8: top = superview.top + 8",
            "bottom 38: from top and height",
            "height 30: height = 30"
        ),
        Explained(
            "of two constraints that say the same one decides and the other holds as well; a bound that is not reached holds nothing",
            "a:view;a.l=R.l;a.t=R.t;a.h=5;a.w=100;a.w=100@750;a.w<=100;a.w<=300",
            "left 0: leading = superview.leading",
            "right 100: from left and width",
            "width 100: width = 100; (width = 100 @ 750); (width ≤ 100)",
            "top 0: top = superview.top",
            "bottom 5: from top and height",
            "height 5: height = 5"
        ),
        Explained(
            "an inequality that stops an optional wish holds the edge, and the wish gave way by the points that it is short",
            "a:view;a.l=R.l;a.t=R.t;a.h=5;a.w=300@999;R.r>=a.r+100",
            "left 0: leading = superview.leading",
            "right 275: trailing ≤ superview.trailing − 100",
            "width 275: from left and right",
            "top 0: top = superview.top",
            "bottom 5: from top and height",
            "height 5: height = 5",
            "width = 300 @ 999: gave way by 25 points"
        ),
        Explained(
            "a length comes from both: a ratio speaks of width and height, and holds the one that nothing else says",
            "a:view;a.l=R.l;a.t=R.t;a.w=160;a.w=a.h*16:9",
            "left 0: leading = superview.leading",
            "right 160: from left and width",
            "width 160: width = 160",
            "top 0: top = superview.top",
            "bottom 90: from width, top and height",
            "height 90: width = height × 1.777778"
        ),
        Explained(
            "content holds a length",
            "a:label 0,0,100,20;a.l=R.l;a.t=R.t",
            "left 0: leading = superview.leading",
            "right 100: from left and width",
            "width 100: content is 100 wide",
            "top 0: top = superview.top",
            "bottom 20: from top and height",
            "height 20: content is 20 high"
        ),
        Explained(
            "content that is cut says by how much",
            "a:label 0,0,500,20;a.l=R.l;R.r>=a.r+16;a.t=R.t",
            "left 0: leading = superview.leading",
            "right 359: trailing ≤ superview.trailing − 16",
            "width 359: from left and right",
            "top 0: top = superview.top",
            "bottom 20: from top and height",
            "height 20: content is 20 high",
            "content at least 500 wide @ 750 (compression resistance): gave way by 141 points"
        ),
        Explained(
            "a stack view says that it arranges its views",
            "K:stackView [spacing=\"8\"];a:label in K 0,0,100,20;b:label in K 0,0,50,20;K.l=R.l;K.t=R.t",
            of: 3,
            "left 108: how its stack view arranges it",
            "right 158: from left and width",
            "width 50: content is 50 wide",
            "top 0: how its stack view arranges it",
            "bottom 20: how its stack view arranges it",
            "height 20: (content is 20 high); from top and bottom"
        ),
        Explained(
            "a stack view is as long as what it arranges",
            "K:stackView [spacing=\"8\"];a:label in K 0,0,100,20;b:label in K 0,0,50,20;K.l=R.l;K.t=R.t",
            "left 0: leading = superview.leading",
            "right 158: how it arranges its views",
            "width 158: from left and right",
            "top 0: top = superview.top",
            "bottom 20: how it arranges its views",
            "height 20: from top and bottom"
        ),
        Explained(
            "what nothing decides says so, and keeps what the file has",
            "a:view 7,9,30,40;a.l=R.l+10;a.h=5",
            "left 10: leading = superview.leading + 10",
            "right 40: undetermined, from left and width",
            "width 30: nothing in the dump; shown where the file has it; undetermined",
            "top 9: nothing in the dump; shown where the file has it; undetermined",
            "bottom 14: undetermined, from top and height",
            "height 5: height = 5"
        ),
    ]

    @Test("each edge says what holds it or what it follows from", arguments: explained)
    func edges(explained: Explained) throws {
        let why = try Self.explanation(explained.statements, of: explained.view)
        #expect(Self.told(why) == explained.lines)
        #expect(why.conflicts.isEmpty && why.extremes.isEmpty)
    }

    @Test("what holds an edge names its constraint, the other view and its kind")
    func holds() throws {
        let left = try Self.explanation("a:view;a.l=R.l+16;R.r=a.r+20;a.t=R.t+10;a.h=50").edge(.left)?.holds.first
        #expect([left?.constraint, left?.other] == [0, 0])
        let stack = "K:stackView;a:label in K 0,0,100,20;K.l=R.l;K.t=R.t"
        let arranged = try Self.explanation(stack, of: 2)
        #expect(arranged.edge(.left)?.holds.map(\.kind) == [.stack])
        #expect(arranged.words == "Its stack view arranges it.")
        let open = try Self.explanation("a:view 7,9,30,40;a.l=R.l+10;a.h=5")
        #expect(open.edge(.top)?.holds.map(\.kind) == [.stored])
    }

    @Test("a mask says which margins and lengths are flexible, with and without constraints around")
    func masks() throws {
        var tree = try Self.tree("a:view 20,10,200,30;b:view;b.l=a.l;b.r=a.r;b.t=a.b+8;b.h=20")
        tree.layout.traits[1]?.translatesMask = true
        tree.masks[1] = [.flexibleWidth, .flexibleBottomMargin]
        let why = try #require(tree.solvedLayout(of: 0).explanation(of: 1))
        #expect(
            Self.told(why) == [
                "left 20: left margin is fixed", "right 220: right margin is fixed", "width 200: width is flexible",
                "top 10: top margin is fixed", "bottom 40: bottom margin is flexible", "height 30: height is fixed",
            ]
        )
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
        #expect(why.explanation.edges.isEmpty && why.certainty == .none)
        #expect(MaskExplanation(builder.build()).explanation(of: 7) == nil)
    }

    // MARK: Trouble

    @Test("a conflict is told to every view that it concerns, and what was left out is broken by so many points")
    func conflict() throws {
        let statements = "a:view;a.l=R.l+10;a.w=100;R.r=a.r+10;a.t=R.t;a.h=5;b:view;b.l=R.l;b.t=R.t;b.w=5;b.h=5"
        let why = try Self.explanation(statements)
        #expect(why.conflicts.map { $0.sentence.contains("need 120 points, the root has 375") } == [true])
        #expect(
            Self.told(why) == [
                "left 10: leading = superview.leading + 10", "right 110: from left and width",
                "width 100: width = 100", "top 0: top = superview.top", "bottom 5: from top and height",
                "height 5: height = 5", "trailing = superview.trailing − 10: left out, off by 255 points",
            ]
        )
        #expect(!why.edges.flatMap(\.holds).contains { $0.constraint == why.out.first?.constraint })
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
        #expect(why.out.map(\.text) == ["width = 200"] && why.out.map(\.reason) == [.notActive])
    }

    @Test("what nothing decides says so, and between which ends the view may lie where that is known")
    func undetermined() throws {
        let statements =
            "a:label 16,0,150,20;b:label 174,0,185,20;a.l=R.l+16;b.l=a.r+8;R.r=b.r+16;a.t=R.t;b.t=R.t;a.w>=100;b.w>=100;a.h=20;b.h=20"
        let small = LayoutTarget(size: Size(width: 320, height: 568), safeArea: .zero, scale: 2)
        let first = try Self.explanation(statements, for: small)
        #expect(
            Self.told(first) == [
                "left 16: leading = superview.leading + 16", "right 166: undetermined, from left and width",
                "width 150: content is 150 wide; (nothing in the dump; shown where the file has it); undetermined: anything from 100 to 150",
                "top 0: top = superview.top", "bottom 20: from top and height",
                "height 20: height = 20; (content is 20 high)",
            ]
        )
        #expect(
            first.extremes == [Rect(x: 16, y: 0, width: 100, height: 20), Rect(x: 16, y: 0, width: 150, height: 20)]
        )
        let second = try Self.explanation(statements, of: 2, for: small)
        #expect(second.edge(.right)?.standing == .decided && second.extremes.map(\.maxX) == [304, 304])
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
