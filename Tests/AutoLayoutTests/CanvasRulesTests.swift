import Testing
import TestSupport

@testable import AutoLayout
@testable import ViewHierarchy

/// What Interface Builder does on its canvas and does not say, and what of that is only guessed.
@Suite("The rules of Interface Builder’s canvas")
struct CanvasRulesTests {
    private static func tree(_ statements: String) throws -> ViewTree {
        try #require(try LayoutVectors.read("case|\(statements)|R=0,0,375,667").first).tree
    }

    private static func why(_ result: AutoLayoutResult, _ view: Int) -> String {
        switch result.certainty(of: view) {
        case .undetermined(let words): words
        case let other: "\(other.map { "\($0)" } ?? "not laid out")"
        }
    }

    // MARK: Cells

    /// A cell with a view in it that is tied to the margins.
    struct Cell: Sendable, CustomTestStringConvertible {
        var name = "UITableViewCell"
        var build: Int
        var width: Double
        var isInList = false
        var isPreserved = false
        /// Where the view lies, and how much the constraint counts that ties it there.
        var stored = 0.0
        var priority = 500.0

        var testDescription: String { "\(name) \(build) \(width)\(isInList ? " in a list" : "")" }

        /// The root is the cell or a list with it; the last view is the one that is tied.
        var tree: ViewTree {
            var builder = ViewTreeBuilder()
            let isTable = name == "UITableViewCell"
            let frame = Rect(x: 0, y: 0, width: width, height: 60)
            if isInList {
                let list = ViewDescription(className: isTable ? "UITableView" : "UICollectionView", frame: frame)
                _ = builder.append(list, depth: 0)
            }
            let depth = isInList ? 1 : 0
            let cell = builder.append(ViewDescription(className: name, frame: frame), depth: depth)
            var traits = LayoutTraits()
            traits.preservesSuperviewMargins = isPreserved ? true : nil
            builder.setLayout(traits, of: cell)
            var content = ViewDescription(className: isTable ? "UITableViewCellContentView" : "UIView", frame: frame)
            content.attributes.append(.init("key", "contentView"))
            let inner = builder.append(content, depth: depth + 1)
            let tied = ViewDescription(className: "UIView", frame: Rect(x: stored, y: 10, width: 20, height: 20))
            let view = builder.append(tied, depth: depth + 2)
            traits = LayoutTraits()
            traits.translatesMask = false
            builder.setLayout(traits, of: view)
            var canvas = LayoutCanvas()
            (canvas.build, canvas.size, canvas.scale) = (build, Size(width: width, height: 667), 2)
            builder.setCanvas(canvas)
            let holder = isTable ? inner : cell
            for (attribute, other, constant) in [
                (LayoutAttribute.leading, LayoutAttribute.leadingMargin, 0.0), (.top, .top, 10), (.width, .width, 20),
                (.height, .height, 20),
            ] {
                var constraint = LayoutConstraint(owner: holder, first: LayoutAnchor(.view(view), attribute))
                if !attribute.isLength { constraint.second = LayoutAnchor(.view(holder), other) }
                constraint.constant = constant
                if attribute == .leading { constraint.priority = priority }
                builder.append(constraint)
            }
            return builder.build()
        }
    }

    static let cells: [(cell: Cell, margin: Double)] = [
        (Cell(build: 12_121, width: 375), 8), (Cell(build: 12_121, width: 414), 8),
        (Cell(build: 13_196, width: 320), 16), (Cell(build: 14_490, width: 400), 20),
        (Cell(build: 14_868, width: 414), 20),
        (Cell(build: 19_529, width: 375), 16), (Cell(build: 22_155, width: 400), 20),
        (Cell(build: 21_701, width: 414), 16),
        (Cell(build: 21_701, width: 414, isPreserved: true), 20), (Cell(build: 24_128, width: 320), 20),
        (Cell(build: 14_113, width: 375, isInList: true), 15), (Cell(build: 14_113, width: 414, isInList: true), 20),
        (Cell(build: 20_037, width: 375, isInList: true), 16), (Cell(build: 20_037, width: 414, isInList: true), 20),
        (Cell(build: 24_506, width: 375, isInList: true), 20), (Cell(build: 24_506, width: 402, isInList: true), 16),
        (Cell(name: "UICollectionViewCell", build: 12_121, width: 375), 8),
        (Cell(name: "UICollectionViewCell", build: 13_771, width: 150), 16),
        (Cell(name: "UICollectionReusableView", build: 14_490, width: 394), 20),
        (Cell(name: "UICollectionViewCell", build: 15_705, width: 375), 8),
        (Cell(name: "UICollectionViewCell", build: 14_490, width: 375, isInList: true), 8),
    ]

    @Test(
        "a cell has the margins of its build and width where nothing shows them, which is no certainty",
        arguments: cells
    )
    func margins(_ cell: Cell, _ margin: Double) throws {
        let tree = cell.tree
        let view = tree.count - 1
        let result = tree.autoLayout(of: 0)
        #expect(result.frame(of: view)?.origin.x == margin)
        #expect(Self.why(result, view) == "It depends on the margins of a cell, which the file does not say.")
        var shown = cell
        (shown.stored, shown.priority) = (13, 1_000)
        let read = shown.tree.autoLayout(of: 0)
        #expect(read.frame(of: view) == Rect(x: 13, y: 10, width: 20, height: 20))
        #expect(read.certainty(of: view) == .certain)
    }

    @Test("what a cell shows is not taken to a screen, and not from what says its own margins")
    func marginsElsewhere() throws {
        var cell = Cell(build: 19_529, width: 375)
        (cell.stored, cell.priority) = (13, 1_000)
        var target = LayoutTarget(size: Size(width: 430, height: 60))
        target.safeArea = .zero
        #expect(cell.tree.autoLayout(of: 0, for: target).frame(of: 2)?.origin.x == 20)
        var tree = cell.tree
        tree.layout.traits[1, default: LayoutTraits()].margins = LayoutMargins(top: 1, left: 5, bottom: 1, right: 5)
        #expect(tree.autoLayout(of: 0).frame(of: 2)?.origin.x == 5)
    }

    @Test("the margins of any view are read back from what is tied to them, if Interface Builder gives such ones")
    func marginsOfViews() throws {
        for (stored, margin) in [(15.0, 15.0), (20, 20), (4, 8), (23, 8)] {
            let tree = try Self.tree(
                "a:view 0,99,100,100;b:view in a 0,\(stored),40,40;a.l=R.l;a.t=R.t+99;a.w=100;a.h=100;b.t=a.tm;b.l=a.l;b.w=40;"
                    + "b.h=40"
            )
            let result = tree.autoLayout(of: 0)
            #expect(result.frame(of: 2)?.origin.y == margin, "\(stored)")
            #expect(result.certainty(of: 2) == .certain)
            let target = LayoutTarget(size: Size(width: 320, height: 568), safeArea: .zero)
            #expect(tree.autoLayout(of: 0, for: target).frame(of: 2)?.origin.y == 8)
        }
    }

    @Test("a cell's content without a frame is a point lower than the cell, for the separator")
    func contentWithoutFrame() {
        var cell = Cell(build: 6_751, width: 320)
        cell.stored = 8
        var tree = cell.tree
        tree.setFrame(.zero, at: 1)
        #expect(tree.autoLayout(of: 0).frame(of: 1) == Rect(x: 0, y: 0, width: 320, height: 59))
        tree.setFrame(Rect(x: 0, y: 0, width: 300, height: 60), at: 1)
        #expect(tree.autoLayout(of: 0).frame(of: 1) == Rect(x: 0, y: 0, width: 300, height: 60))
    }

    // MARK: Insets

    /// What ties a view to the safe area, and where it lies: the inset at that edge that this shows, nil for none.
    static let ties: [(tie: String, view: String, edge: String, inset: Double?)] = [
        ("a.t=S.t", "0,41,375,100", "top", 41), ("S.b=a.b", "0,20,375,600", "bottom", 47),
        ("S.b=a.b@750", "0,20,375,600", "bottom", 47), ("S.b=a.b@749", "0,20,375,600", "bottom", nil),
        ("S.b=a.b@999", "0,20,375,100", "bottom", nil), ("S.b>=a.b", "0,20,375,600", "bottom", nil),
        ("S.t=a.tm", "0,-8,375,100", "top", 0), ("a.bm=S.b-12", "0,20,375,630", "bottom", 13),
        ("keyboard", "0,20,375,620", "bottom", 27),
    ]

    @Test("insets are read back from required ties first, then from strong ones, through margins too", arguments: ties)
    func insets(_ tie: String, _ view: String, _ edge: String, _ inset: Double?) throws {
        let isKeyboard = tie == "keyboard"
        var tree = try Self.tree("a:view \(view);a.l=R.l;a.w=9;\(isKeyboard ? "a.b=R.b" : tie)")
        if isKeyboard {
            var constraint = tree.layout.constraints[2]
            constraint.second = LayoutAnchor(.guide(.keyboard, of: 0), .top)
            tree.layout.set(constraint, at: 2)
        }
        let safeArea = tree.autoLayout(of: 0).safeArea
        // A 4.7" screen has 20 points at the top.
        #expect(edge == "top" ? safeArea.top == (inset ?? 20) : safeArea.bottom == (inset ?? 0))
    }

    @Test("what depends on an inset that nothing shows is not certain, on a screen it is")
    func guessedInsets() throws {
        let tree = try Self.tree(
            "a:view 0,300,375,80;b:view;a.cy=S.cy;a.h=80;a.l=R.l;a.w=9;b.t=R.t;b.l=R.l;b.w=9;b.h=9"
        )
        let result = tree.autoLayout(of: 0)
        #expect(Self.why(result, 1) == "It depends on the safe area of the canvas, which no view of the file shows.")
        #expect(result.certainty(of: 2) == .certain)
        let target = LayoutTarget(size: Size(width: 320, height: 568), safeArea: .zero)
        #expect(tree.autoLayout(of: 0, for: target).certainty(of: 1) == .certain)
    }

    /// The root, the device, the build, and the inset at the top.
    static let notches: [(size: String, device: String, build: Int, inset: Double)] = [
        ("275x94", "retina6_1", 17_701, 44), ("275x94", "retina6_1", 12_121, 0), ("275x94", "retina4_7", 17_701, 0),
    ]

    @Test("a plain view of another size than the screen has the notch above it", arguments: notches)
    func notch(_ size: String, _ device: String, _ build: Int, _ inset: Double) throws {
        let text = "case|R \(size) \(device);a:view 0,9,20,20;a.cy=S.cy;a.h=20;a.l=R.l;a.w=20|R=0,0,275,94"
        var tree = try #require(try LayoutVectors.read(text).first).tree
        var canvas = try #require(tree.layoutCanvas)
        canvas.build = build
        canvas.size = Size(width: 414, height: 896)
        tree.layout.canvas = canvas
        let result = tree.autoLayout(of: 0)
        #expect(result.safeArea.top == inset)
        #expect(result.safeArea.bottom == 0)
    }

    // MARK: Views that nothing sizes

    @Test(
        "a view that nothing sizes across its stack is 240 × 128 on the canvas, as far as there is room, and 0 on a screen"
    )
    func unsized() throws {
        for (axis, alignment, size, drawn) in [
            ("vertical", "center", "v.h=4;K.w=300", Rect(x: 30, y: 20, width: 240, height: 4)),
            ("vertical", "leading", "v.h=4;K.w=180", Rect(x: 0, y: 20, width: 180, height: 4)),
            ("horizontal", "top", "v.w=4;K.h=200", Rect(x: 60, y: 0, width: 4, height: 128)),
            ("horizontal", "bottom", "v.w=4;K.h=54", Rect(x: 60, y: 0, width: 4, height: 54)),
        ] {
            let tree = try Self.tree(
                "K:stackView [axis=\"\(axis)\" alignment=\"\(alignment)\"];a:label in K 0,0,60,20;v:view in K;"
                    + "K.l=R.l;K.t=R.t;\(size)"
            )
            let result = tree.autoLayout(of: 0)
            #expect(result.frame(of: 3) == drawn)
            let (part, points) = axis == "vertical" ? ("width", 240) : ("height", 128)
            #expect(
                Self.why(result, 3)
                    == "Nothing decides the \(part): Interface Builder draws \(points) points where there is room; "
                    + "UIKit makes it 0 on a device."
            )
            #expect(result.ambiguous.isEmpty)
            let target = LayoutTarget(size: Size(width: 375, height: 667), safeArea: .zero)
            let device = tree.autoLayout(of: 0, for: target)
            #expect((axis == "vertical" ? device.frame(of: 3)?.size.width : device.frame(of: 3)?.size.height) == 0)
            #expect(Self.why(device, 3) == "Nothing decides the \(part): UIKit makes it 0 in its stack view.")
        }
    }

    @Test("a stack that nothing sizes follows a view in it that nothing sizes, and is as little certain")
    func followsUnsized() throws {
        let tree = try Self.tree(
            "K:stackView [axis=\"vertical\" alignment=\"leading\"];a:label in K 0,0,60,20;v:view in K;v.h=4;K.l=R.l;K.t=R.t"
        )
        let result = tree.autoLayout(of: 0)
        #expect(result.frame(of: 1)?.size.width == 240)
        #expect(Self.why(result, 1) == "It depends on the size of a view that nothing sizes.")
        // What holds a content is sized by that.
        let held = try Self.tree(
            "K:stackView [axis=\"vertical\" alignment=\"leading\"];v:view in K;a:label in v 0,0,60,20;K.l=R.l;K.t=R.t;"
                + "a.l=v.l+5;v.r=a.r+5;a.t=v.t;v.b=a.b"
        )
        #expect(held.autoLayout(of: 0).frame(of: 2)?.size.width == 70)
        #expect(held.autoLayout(of: 0).certainty(of: 2) == .dependsOnText([3]))
    }

    @Test(
        "in a stack that lies across another one and is as short as it can be, a view that nothing sizes takes what room there is"
    )
    func unsizedInLooseStack() throws {
        let tree = try Self.tree(
            "K:stackView [alignment=\"top\"];U:stackView in K [axis=\"vertical\"];a:label in U 0,0,60,20;v:view in U;"
                + "K.l=R.l;K.t=R.t;K.h=70"
        )
        #expect(tree.autoLayout(of: 0).frame(of: 4) == Rect(x: 0, y: 20, width: 60, height: 50))
        #expect(Self.why(tree.autoLayout(of: 0), 4).hasPrefix("Nothing decides the height: "))
        #expect(Self.why(tree.autoLayout(of: 0), 2) == "It depends on the size of a view that nothing sizes.")
        let target = LayoutTarget(size: Size(width: 375, height: 667), safeArea: .zero)
        #expect(tree.autoLayout(of: 0, for: target).frame(of: 4)?.size.height == 0)
        #expect(Self.why(tree.autoLayout(of: 0, for: target), 4).hasSuffix("UIKit makes it 0 in its stack view."))
    }

    @Test("a view that nothing sizes stays in the content of a scroll view as the file has it, else it is 128 high")
    func unsizedInScrollView() throws {
        let tree = try Self.tree(
            "V:scrollView 0,0,375,667;c:view in V 0,0,375,180;a:view in c 0,0,375,80;b:view in c 0,80,375,100;"
                + "V.l=R.l;V.t=R.t;R.r=V.r;R.b=V.b;c.l=V.l;c.t=V.t;V.r=c.r;V.b=c.b;c.w=V.w;a.l=c.l;a.r=c.r;a.t=c.t;a.h=80;"
                + "b.l=c.l;b.r=c.r;b.t=a.b;c.b=b.b"
        )
        let result = tree.autoLayout(of: 0)
        #expect(result.frame(of: 4)?.size.height == 100)
        #expect(Self.why(result, 4) == "Nothing decides the height. It is shown where the file has it.")
        var target = LayoutTarget.canvas
        target.keepsUndecided = false
        #expect(tree.autoLayout(of: 0, for: target).frame(of: 4)?.size.height == 128)
        #expect(tree.autoLayout(of: 0, for: target).frame(of: 2)?.size.height == 208)
    }

    @Test(
        "a share in proportion to contents is not certain for a view that has none, unless it has a length of its own"
    )
    func share() throws {
        let stack = "K:stackView [axis=\"vertical\" distribution=\"fillProportionally\"];K.l=R.l;K.t=R.t;K.w=90;"
        for (views, isCertain) in [
            ("a:view in K;b:view in K;K.h=80", false), ("a:view in K;b:label in K 0,0,50,20;K.h=80", false),
            ("a:view in K;a.h=30", true),
        ] {
            let result = try Self.tree(stack + views).autoLayout(of: 0)
            let words = "Nothing decides its share of its stack view (fillProportionally), as it has no content."
            #expect(Self.why(result, 2) == (isCertain ? "certain" : words))
        }
    }

    @Test("on the canvas a view that nothing sizes is as long as the file has it, unless that is not to be asked")
    func unsizedAsStored() throws {
        let stack = "K:stackView 0,0,300,99 [axis=\"vertical\" alignment=\"center\"];a:label in K 0,0,60,20;"
        let tree = try Self.tree(stack + "v:view in K 61,20,178,4;K.l=R.l;K.t=R.t;K.w=300;v.h=4")
        #expect(tree.autoLayout(of: 0).frame(of: 3) == Rect(x: 61, y: 20, width: 178, height: 4))
        #expect(Self.why(tree.autoLayout(of: 0), 3).hasPrefix("Nothing decides the width: "))
        // What has no content takes the share that the file has, and leaves the others theirs.
        let shares = try Self.tree(
            stack.replacing("alignment=\"center\"", with: "distribution=\"fillProportionally\"")
                + "v:view in K 0,20,300,79;K.l=R.l;K.t=R.t;K.w=300;K.h=99"
        )
        #expect(shares.autoLayout(of: 0).frame(of: 3) == Rect(x: 0, y: 20, width: 300, height: 79))
        #expect(Self.why(shares.autoLayout(of: 0), 3).hasPrefix("Nothing decides its share"))
        var target = LayoutTarget.canvas
        target.keepsUndecided = false
        #expect(tree.autoLayout(of: 0, for: target).frame(of: 3) == Rect(x: 30, y: 20, width: 240, height: 4))
        #expect(shares.autoLayout(of: 0, for: target).frame(of: 3)?.size.height == 0)
    }

    @Test("a hidden view in a stack lies on the canvas where the file has it, else between its neighbours")
    func hiddenAsStored() throws {
        for (frame, y) in [("0,17,60,0", 17.0), ("0,17,60,9", 24), ("0,0,0,0", 24)] {
            let tree = try Self.tree(
                "K:stackView 0,0,60,48 [axis=\"vertical\" spacing=\"8\"];a:label in K 0,0,60,20;"
                    + "h:view in K \(frame) [hidden=\"YES\"];b:label in K 0,28,60,20;K.l=R.l;K.t=R.t"
            )
            #expect(tree.autoLayout(of: 0).frame(of: 3) == Rect(x: 0, y: y, width: 60, height: 0))
            #expect(tree.autoLayout(of: 0).frame(of: 4)?.origin.y == 28)
            let target = LayoutTarget(size: Size(width: 375, height: 667), safeArea: .zero)
            #expect(tree.autoLayout(of: 0, for: target).frame(of: 3)?.origin.y == 24)
        }
    }

    // MARK: What the file's frames tell

    @Test("of constraints that conflict the one gives way on the canvas that did so in the file, unless edited since")
    func unmet() throws {
        let views = "a:view 10,0,345,5;a.l=R.l+10;a.w=100;R.r=a.r+20;a.t=R.t;a.h=5"
        var tree = try Self.tree(views)
        func broken(_ target: LayoutTarget = .canvas) -> [Int] {
            tree.autoLayout(of: 0, for: target).constraints.filter { $0.state == .broken }.map(\.place)
        }
        #expect(broken() == [1])
        #expect(tree.autoLayout(of: 0).frame(of: 1) == Rect(x: 10, y: 0, width: 345, height: 5))
        #expect(broken(LayoutTarget(size: Size(width: 375, height: 667), safeArea: .zero)) == [2])
        var assumed = LayoutTarget.canvas
        assumed.assumptions.constants = [1: 120]
        #expect(broken(assumed) == [2])
        // Frames that nobody knows tell nothing.
        tree = try Self.tree(views.replacing("a:view 10,0,345,5", with: "a:view"))
        #expect(broken() == [2])
    }

    @Test("sliders have alignment insets but for those of iOS 26, which are higher")
    func sliders() throws {
        for (build, height, x, width) in [
            (23_727, 34.0, 14.0, 104.0), (24_128, 34, 16, 100), (24_128, 31, 14, 104), (24_506, 35.5, 16, 100),
            (14_113, 71, 14, 104),
        ] {
            var tree = try Self.tree("s:slider 0,0,100,\(height);s.l=R.l+16;s.t=R.t;s.w=100")
            tree.layout.canvas?.build = build
            #expect(tree.autoLayout(of: 0).frame(of: 1) == Rect(x: x, y: 0, width: width, height: height), "\(build)")
        }
    }

    // MARK: What else is not certain

    @Test("what follows from constraints that conflict is not certain, all else is")
    func conflicting() throws {
        let tree = try Self.tree(
            "a:view;b:view;c:view;a.l=R.l+10;a.w=100;R.r=a.r+10;a.t=R.t;a.h=5;b.l=a.r+8;b.t=R.t;b.w=9;b.h=9;"
                + "c.l=R.l;c.t=R.t;c.w=9;c.h=9"
        )
        let result = tree.autoLayout(of: 0)
        for view in [1, 2] {
            #expect(
                Self.why(result, view)
                    == "It depends on constraints that conflict: UIKit may leave out another one of them."
            )
        }
        #expect(result.certainty(of: 3) == .certain)
    }

    @Test("where a symbol lies depends on its font, though what constraints see of it is certain")
    func symbol() throws {
        var tree = try Self.tree(
            "a:imageView 0,0,20,20;b:view;a.l=R.l;a.t=R.t;a.w=20;a.h=20;b.l=a.r;b.t=R.t;b.w=9;b.h=9"
        )
        #expect(tree.autoLayout(of: 0).certainty(of: 1) == .certain)
        tree.attributeColumn.set([.init("image", "symbol star")], of: 1)
        #expect(tree.autoLayout(of: 0).certainty(of: 1) == .dependsOnText([1]))
        #expect(tree.autoLayout(of: 0).certainty(of: 2) == .certain)
    }

    @Test("a symbol lies on the canvas where the file has it around what constraints see of it, and else as that")
    func symbolAsStored() throws {
        var tree = try Self.tree("a:imageView 10,9,21,18.5;a.l=R.l+10;a.t=R.t+10;a.w=20;a.h=20")
        tree.attributeColumn.set([.init("image", "symbol star")], of: 1)
        let (drawn, seen) = (Rect(x: 10, y: 9, width: 21, height: 18.5), Rect(x: 10, y: 10, width: 20, height: 20))
        #expect(tree.autoLayout(of: 0).frame(of: 1) == drawn)
        let target = LayoutTarget(size: Size(width: 375, height: 667), safeArea: .zero)
        #expect(tree.autoLayout(of: 0, for: target).frame(of: 1) == seen)
        var assumed = LayoutTarget.canvas
        assumed.assumptions.constants = [1: 12]
        #expect(tree.autoLayout(of: 0, for: assumed).frame(of: 1)?.origin.y == 12)
        tree.setFrame(Rect(x: 10, y: 16, width: 20, height: 20), at: 1)
        #expect(tree.autoLayout(of: 0).frame(of: 1) == seen)
    }
}
