import Testing
import TestSupport

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Auto Layout on the canvas and on other screens")
struct AutoLayoutTests {
    /// The tree of a case in the notation of `vectors/autolayout.txt`.
    private static func tree(_ statements: String) throws -> ViewTree {
        try #require(try LayoutVectors.read("case|\(statements)|R=0,0,375,667").first).tree
    }

    private static func frames(_ tree: ViewTree, _ target: LayoutTarget) -> [Rect] {
        tree.autoLayout(of: 0, for: target).frames
    }

    private static let small = LayoutTarget(size: Size(width: 320, height: 568), safeArea: .zero, scale: 2)

    // MARK: Situations

    @Test("another size moves what is tied to edges, and edges lie on the pixels of the screen")
    func device() throws {
        let tree = try Self.tree(
            "a:view;a.l=R.l+16;R.r=a.r+16;a.cy=R.cy;a.h=R.h*1/3;b:view in a;b.l=a.l;a.r=b.r;b.cy=a.cy;b.h=1"
        )
        let frames = Self.frames(tree, Self.small)
        // 568 / 3 high around 284: edges at 189.33 and 378.67, on half points 189.5 and 378.5.
        #expect(frames[1] == Rect(x: 16, y: 189.5, width: 288, height: 189))
        #expect(frames[2].origin.y == 94 && frames[2].size.height == 1)
    }

    @Test("the insets of the canvas are read back from what is tied to the safe area, and are no other screen's")
    func insets() throws {
        let tree = try Self.tree(
            "a:view 0,88,375,100;b:view 0,700,375,10;a.t=S.t;S.b=b.b+8;a.l=R.l;a.w=10;a.h=10;b.l=R.l;b.w=10;b.h=10"
        )
        let canvas = tree.autoLayout(of: 0)
        #expect(canvas.safeArea == EdgeInsets(top: 88, left: 0, bottom: 0, right: 0))
        #expect(canvas.frame(of: 1)?.origin.y == 88)
        var target = Self.small
        target.safeArea = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
        let other = tree.autoLayout(of: 0, for: target)
        #expect(other.frame(of: 1)?.origin.y == 20)
        #expect(other.frame(of: 2) == Rect(x: 0, y: 550, width: 10, height: 10))
    }

    @Test("a conflict is told of the innermost view of what was left out, not of the root that holds it")
    func subjectOfConflict() throws {
        for (statements, view) in [
            ("a:view;R.r=a.r+10;a.l=R.l+10;a.w=100;a.h=5", 1),
            ("a:view;b:view in a;a.l=R.l;a.w=100;b.l=a.l;a.r=b.r;b.w=50;b.h=5", 2),
        ] {
            let tree = try Self.tree(statements)
            let conflict = try #require(tree.autoLayout(of: 0).conflicts.first)
            #expect(tree.subject(of: conflict) == view)
        }
    }

    @Test("the bars around a scene come on top of what the device takes")
    func bars() throws {
        var tree = try Self.tree("a:view;a.t=S.t;S.b=a.b;a.l=R.l;a.w=10")
        tree.layout.canvas?.bars = [0: [.navigation, .tab]]
        var target = Self.small
        target.safeArea = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
        #expect(tree.autoLayout(of: 0, for: target).frame(of: 1) == Rect(x: 0, y: 64, width: 10, height: 568 - 64 - 49))
    }

    @Test("a placeholder counts on the canvas alone, one of other size classes where they are")
    func variations() throws {
        var tree = try Self.tree("a:view;a.l=R.l;a.t=R.t;a.h=5;a.w=100;a.w=200")
        var constraints = tree.layout.constraints
        constraints[3].isPlaceholder = true
        constraints[4].isActive = false
        var excluded = LayoutVariation(traits: "default")
        excluded.isIncluded = false
        var included = LayoutVariation(traits: "widthClass=regular")
        included.isIncluded = true
        constraints[4].variations = [excluded, included]
        let traits = tree.layout.traits
        tree.layout = LayoutTable()
        tree.layout.traits = traits
        for constraint in constraints { tree.layout.append(constraint) }
        #expect(tree.autoLayout(of: 0).frame(of: 1)?.size.width == 100)
        #expect(tree.autoLayout(of: 0).constraints.map(\.state) == [.active, .active, .active, .active, .inactive])
        var target = LayoutTarget(size: Size(width: 768, height: 1024))
        target.sizeClasses = SizeClasses(width: .regular, height: .regular)
        let result = tree.autoLayout(of: 0, for: target)
        #expect(result.frame(of: 1)?.size.width == 200)
        #expect(result.constraints.map(\.state) == [.active, .active, .active, .placeholder, .active])
    }

    @Test("a view that is not there in the size classes takes its constraints with it")
    func notInstalled() throws {
        var tree = try Self.tree("a:view;b:view;a.l=R.l;a.t=R.t;a.h=5;a.w=50;b.l=a.r;b.t=R.t;b.h=5;b.w=a.w;R.r=b.r@999")
        var excluded = LayoutVariation(traits: "default")
        excluded.isIncluded = false
        tree.layout.traits[1]?.variations = [excluded]
        let result = tree.autoLayout(of: 0)
        #expect(result.constraints.filter { $0.reason == .unknownItem }.count == 6)
        guard case .undetermined? = result.certainty(of: 1) else {
            Issue.record("a view that is not there has no frame")
            return
        }
    }

    @Test("masks hold their views beside constraints, and what is tied to them follows")
    func mixed() throws {
        var tree = try Self.tree("a:view 20,10,200,30;b:view;b.l=a.l;b.r=a.r;b.t=a.b+8;b.h=20")
        tree.layout.traits[1]?.translatesMask = true
        tree.masks[1] = [.flexibleWidth, .flexibleBottomMargin]
        let frames = Self.frames(tree, Self.small)
        #expect(frames[1] == Rect(x: 20, y: 10, width: 145, height: 30))
        #expect(frames[2] == Rect(x: 20, y: 48, width: 145, height: 20))
    }

    @Test("a text of several lines breaks anew where it gets another width")
    func lines() throws {
        var tree = try Self.tree("a:label 16,0,343,41;b:view;a.l=R.l+16;R.r=a.r+16;a.t=R.t;b.t=a.b;b.l=R.l;b.w=9;b.h=9")
        try #require(tree.autoLayout(of: 0, for: Self.small).frame(of: 1)?.size.height == 41)
        tree.attributeColumn.set([.init("numberOfLines", "0")], of: 1)
        // Two lines of 343 points are 2.4 of 288: three.
        #expect(tree.autoLayout(of: 0, for: Self.small).frame(of: 1) == Rect(x: 16, y: 0, width: 288, height: 61))
        #expect(tree.autoLayout(of: 0, for: Self.small).frame(of: 2)?.origin.y == 61)
    }

    @Test("a place is multiplied in the space of the view that holds the constraint")
    func multipliedPlaces() throws {
        var tree = try Self.tree(
            "a:view;b:view in a;a.l=R.l+100;a.t=R.t;a.w=200;a.h=50;b.t=a.t;b.w=20;b.h=9;b.cx=a.cx*0.5"
        )
        var constraints = tree.layout.constraints
        constraints[7].owner = 1
        let traits = tree.layout.traits
        tree.layout = LayoutTable()
        tree.layout.traits = traits
        for constraint in constraints { tree.layout.append(constraint) }
        #expect(tree.autoLayout(of: 0).frame(of: 2)?.origin.x == 40)
    }

    // MARK: Certainty

    @Test("what depends on texts says on which, what does not is certain, whatever they are")
    func certainty() throws {
        let tree = try Self.tree(
            "a:label 16,0,100,20;b:label 124,0,50,20;c:view;a.l=R.l+16;a.t=R.t;b.l=a.r+8;b.t=R.t;"
                + "c.l=R.l;R.r=c.r;c.t=R.t+300;c.h=9"
        )
        let result = tree.autoLayout(of: 0)
        #expect(result.certainty(of: 1) == .dependsOnText([1]))
        #expect(result.certainty(of: 2) == .dependsOnText([1, 2]))
        #expect(result.certainty(of: 3) == .certain)
        var target = LayoutTarget.canvas
        target.leaf = { 1.13 * $1.points + 3 }
        target.extraInset = 7
        let other = tree.autoLayout(of: 0, for: target)
        for view in result.views where result.certainty(of: view) == .certain {
            #expect(other.frame(of: view) == result.frame(of: view))
        }
        #expect(other.frame(of: 2)?.origin.x == 140)
    }

    @Test("a control of UIKit's own size is known without its stored frame")
    func known() throws {
        let tree = try Self.tree("s:switch 0,0,51,31;i:view;R.r=s.r+16;s.t=R.t;i.r=s.l-8;i.t=R.t;i.w=10;i.h=10")
        let result = tree.autoLayout(of: 0, for: Self.small)
        #expect(result.certainty(of: 1) == .certain)
        #expect(result.certainty(of: 2) == .certain)
    }

    @Test("what has a choice stays where the file has it, and says between which lengths it may lie")
    func choice() throws {
        let tree = try Self.tree(
            "a:label 16,0,150,20;b:label 174,0,185,20;a.l=R.l+16;b.l=a.r+8;R.r=b.r+16;a.t=R.t;b.t=R.t;"
                + "a.w>=100;b.w>=100;a.h=20;b.h=20"
        )
        let result = tree.autoLayout(of: 0)
        #expect(result.frame(of: 1)?.size.width == 150)
        // On the canvas both fit: nothing is left to choose.
        guard case .dependsOnText? = result.certainty(of: 1) else {
            Issue.record("both fit")
            return
        }
        guard case .undetermined(let words)? = tree.autoLayout(of: 0, for: Self.small).certainty(of: 1) else {
            Issue.record("one of both has to be cut")
            return
        }
        #expect(words.hasPrefix("The width may be anything from 100 to 150 points, as UILabel may."))
    }

    // MARK: Constraints

    @Test("a conflict names what cannot hold together, what it needs, and what was left out")
    func conflict() throws {
        let result = try Self.tree("a:view;a.l=R.l+10;a.w=100;R.r=a.r+10;a.t=R.t;a.h=5").autoLayout(of: 0)
        let conflict = try #require(result.conflicts.first)
        #expect(result.conflicts.count == 1)
        #expect(conflict.constraints == [0, 1, 2] && conflict.isHorizontal)
        let dropped = try #require(conflict.dropped)
        #expect(result.constraints.filter { $0.state == .broken }.map(\.place) == [dropped])
        #expect(result.constraints[dropped].violation.magnitude == 255)
        let start = "These 3 required constraints cannot all hold (width): UIView.leading = superview.leading + 10; "
        #expect(conflict.sentence.hasPrefix(start) && !conflict.sentence.contains("`"))
        #expect(conflict.sentence.contains(". They need 120 points, the root has 375. Solved without"))
        #expect(conflict.sentence.hasSuffix("UIKit may break another."))
    }

    @Test("an optional constraint that does not hold says by how much")
    func unsatisfied() throws {
        let result = try Self.tree("a:view;a.l=R.l;a.t=R.t;a.h=5;a.w=300@999;R.r>=a.r+100").autoLayout(of: 0)
        #expect(result.unsatisfied.map(\.place) == [3])
        #expect(result.unsatisfied.first?.violation == -25)
        #expect(result.conflicts.isEmpty)
    }

    /// What constraints ask of views that are hidden in stacks: the constraints behind the views, how many conflicts there are,
    /// and the length of the stack.
    static let hiddenCases: [(axis: String, views: String, conflicts: Int, length: Double)] = [
        ("vertical", "a:view in K;b:view in K [hidden=\"YES\"];a.h=20;b.h=40", 1, 20),
        ("horizontal", "a:view in K;b:view in K [hidden=\"YES\"];a.w=20;b.w=40", 1, 20),
        (
            "vertical", "a:view in K;b:view in K [hidden=\"YES\"];c:view in K [hidden=\"YES\"];a.h=20;b.h=40;c.h=4", 2,
            20
        ),
        ("vertical", "a:view in K;b:view in K [hidden=\"YES\"];a.h=20;b.h>=40", 1, 20),
        ("vertical", "a:view in K;b:view in K [hidden=\"YES\"];a.h=20;b.h<=40", 0, 20),
        ("vertical", "a:view in K;b:view in K [hidden=\"YES\"];a.h=20;b.h=40@999", 0, 20),
        ("vertical", "a:view in K;b:view in K [hidden=\"YES\"];a.h=20;b.w=40", 0, 20),
        ("vertical", "a:view in K;b:label in K 0,0,50,20 [hidden=\"YES\"];a.h=20", 0, 20),
        (
            "vertical",
            "a:view in K;b:stackView in K [axis=\"vertical\"];c:view in b;d:view in b [hidden=\"YES\"];a.h=20;c.h=30;d.h=9",
            1, 62
        ),
    ]

    @Test(
        "a required length of a view that is hidden in its stack stands against that it has none",
        arguments: hiddenCases
    )
    func hidden(axis: String, views: String, conflicts: Int, length: Double) throws {
        let tree = try Self.tree("K:stackView [axis=\"\(axis)\" spacing=\"12\"];\(views);K.l=R.l;K.t=R.t")
        let result = tree.autoLayout(of: 0)
        let size = try #require(result.frame(of: 1)).size
        #expect((axis == "vertical" ? size.height : size.width) == length)
        #expect(result.conflicts.count == conflicts)
        for conflict in result.conflicts {
            #expect(conflict.isCertain && conflict.dropped != nil && conflict.isHorizontal == (axis == "horizontal"))
            #expect(conflict.sentence.contains("= 0 as it is hidden in its stack view (UISV-hiding)"))
        }
    }
}
