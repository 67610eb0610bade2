import Testing

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Layouts that assume other texts and constants")
struct LayoutAssumptionTests {
    /// A label, and a view that follows it.
    private static let row = "a.l=R.l+16;a.t=R.t+20;b:view;b.l=a.r+8;b.t=R.t+20;b.w=10;b.h=10"

    private static func tree(_ words: String) throws -> ViewTree {
        try #require(try LayoutVectors.read("case|R 375x667;\(words)|R=0,0,375,667").first).tree
    }

    private static func label(_ words: String, _ frame: String = "16,20,100,20.5") throws -> ViewTree {
        try tree("a:label \(frame) [fs=17 \(words)];\(row)")
    }

    private func solved(
        _ tree: ViewTree,
        growth: Double = 0,
        words: [Int: String] = [:],
        constants: [Int: Double] = [:]
    ) -> AutoLayoutResult {
        var assumptions = LayoutAssumptions()
        assumptions.texts.growth = growth
        for (id, text) in words { assumptions.texts.words[id] = tree.words(text, for: id) }
        assumptions.constants = constants
        return tree.autoLayout(of: 0, for: LayoutTarget(nil, of: tree, assuming: assumptions))
    }

    @Test("a label of one line grows by the percentage, what follows it moves, and both are said to depend on it")
    func growth() throws {
        let tree = try Self.label("text=Hello")
        let result = solved(tree, growth: 0.3)
        #expect(result.frame(of: 1) == Rect(x: 16, y: 20, width: 130, height: 20.5))
        #expect(result.frame(of: 2)?.minX == 154)
        #expect(result.certainty(of: 2) == .dependsOnText([1]))
        #expect(solved(tree, growth: -0.1).frame(of: 1)?.size.width == 90)
        // A label whose words are not known grows too, one that is empty does not.
        #expect(solved(try Self.label(""), growth: 0.5).frame(of: 1)?.size.width == 150)
        #expect(
            solved(try Self.tree("a:view 16,20,100,20 [];\(Self.row)"), growth: 0.5).frame(of: 1)?.size.width != 150
        )
    }

    @Test("other words are as wide as their letters are, next to those before")
    func words() throws {
        let tree = try Self.label("text=nn")
        #expect(solved(tree, words: [1: "nnn"]).frame(of: 1)?.size.width == 150)
        #expect(solved(tree, growth: 1, words: [1: "nnn"]).frame(of: 1)?.size.width == 300)
        let narrow = try #require(solved(tree, words: [1: "ii"]).frame(of: 1))
        #expect(narrow.size.width < 50)
        #expect(solved(tree, words: [1: ""]).frame(of: 1)?.size == .zero)
        // Of a text that was empty the file has no width: the font tells.
        let empty = try Self.label("lines=1", "16,20,0,20.5")
        #expect(solved(empty, words: [1: "漢字"]).frame(of: 1)?.size.width == 34)
        #expect(tree.words("x", for: 2) == nil && !tree.showsWords(2))
    }

    @Test("a label of several lines breaks them anew, as many as it may have, and where the words do")
    func lines() throws {
        let held = "a:label 16,20,100,41 [fs=17 lines=0 text=nnnn];a.l=R.l+16;a.t=R.t+20;a.w=100"
        // Two lines of 100 points are 300 then.
        #expect(solved(try Self.tree(held), growth: 0.5).frame(of: 1)?.size.height == 61)
        #expect(solved(try Self.tree(held), growth: -0.5).frame(of: 1)?.size.height == 20.5)
        let two = held.replacing("lines=0", with: "lines=2")
        #expect(solved(try Self.tree(two), growth: 3).frame(of: 1)?.size.height == 41)
        #expect(solved(try Self.tree(held), words: [1: "n\nn\n\nn"]).frame(of: 1)?.size.height == 81.5)
        let one = held.replacing("lines=0", with: "lines=1").replacing("41", with: "20.5")
        #expect(solved(try Self.tree(one), words: [1: "n\nn"]).frame(of: 1)?.size.height == 20.5)
    }

    @Test("buttons keep their insets, segments grow by the widest, fields by what they show, and switches not at all")
    func controls() throws {
        let button = "a:button 16,20,100,30 [text=nn contentEdgeInsets=minX=10];\(Self.row)"
        let tree = try Self.tree(button.replacing("minX=10", with: "none"))
        #expect(solved(tree, growth: 0.5).frame(of: 1)?.size.width == 150)
        let segments = try Self.tree("a:segmentedControl 16,20,100,32 [segment=nn segment=n];\(Self.row)")
        #expect(solved(segments, words: [1: "n\nnnn"]).frame(of: 1)?.size.width == 150)
        let field = try Self.tree("a:textField 16,20,100,34 [placeholder=nn];\(Self.row)")
        #expect(solved(field, words: [1: "nnn"]).frame(of: 1)?.size.width == 150)
        #expect(field.words("x", for: 1)?.placeholder == "x")
        let toggle = try Self.tree("a:switch 16,20,49,31;\(Self.row)")
        #expect(solved(toggle, growth: 1).frames == solved(toggle).frames)
    }

    @Test("on the canvas only what another constant moves leaves its place, stale frames stay")
    func constants() throws {
        let words =
            "a:view 16,20,50,50;b:view 40,400,9,9;a.l=R.l+16;a.t=R.t+20;a.w=50;a.h=50;b.l=R.l+30;b.t=R.t+400;b.w=9;b.h=9"
        let tree = try Self.tree(words)
        let canvas = solved(tree)
        let moved = tree.laidOut(solved(tree, constants: [0: 24]), besides: canvas)
        #expect(moved.changed == [1] && moved.tree.frame(of: 1).minX == 24)
        #expect(moved.tree.frame(of: 2).minX == 40)
        #expect(solved(tree, constants: [99: 1, -1: 3, 0: .nan]).frames == canvas.frames)
    }

    @Test("numbers beyond all screens, and texts of any sort, give finite frames")
    func hostile() throws {
        let tree = try Self.label("text=Hello lines=0")
        for growth in [1e308, -1e308, .nan, .infinity] {
            #expect(solved(tree, growth: growth).frames.filter { !$0.isFinite } == [])
        }
        for text in [
            String(repeating: "x", count: 1 << 20), "\u{202e}abc\u{2066}", "👨‍👩‍👧‍👦👩🏽‍💻", "\u{0}\u{7}",
            String(repeating: "\n", count: 10_000),
        ] { #expect(solved(tree, growth: 3, words: [1: text]).frames.filter { !$0.isFinite } == []) }
    }

    @Test("the tree says the words that are assumed, and nothing else is another")
    func said() throws {
        let tree = try Self.tree("a:segmentedControl 16,20,100,32 [segment=One segment=Two];b:label 0,0,9,9 [text=Old]")
        var texts = TextAssumptions()
        texts.words[1] = tree.words("Eins\nZwei\nDrei", for: 1)
        texts.words[2] = tree.words("Neu", for: 2)
        let other = tree.worded(texts, below: 0)
        #expect(other.segmentTitles(of: 1) == ["Eins", "Zwei"] && other.text(of: 2) == "Neu")
        #expect(tree.otherWords(in: other).keys.sorted() == [1, 2])
        #expect(tree.otherWords(in: tree).isEmpty)
        #expect(tree.worded(texts, below: 1).text(of: 2) == "Old")
    }

    private func solved(_ tree: ViewTree, at size: TextSize) -> AutoLayoutResult {
        var assumptions = LayoutAssumptions()
        assumptions.texts.textSize = size
        return tree.autoLayout(of: 0, for: LayoutTarget(nil, of: tree, assuming: assumptions))
    }

    @Test(
        "fonts of text styles follow the text size, in width and in the height of their lines, and fixed ones do not",
        arguments: [
            ("style=Body", TextSize.accessibility1, 155...168, 33.5), ("style=Body", .xSmall, 80...86, 17),
            ("style=Body", .large, 100...100, 20.5), ("fs=17", .accessibility5, 100...100, 20.5),
            ("fs=17 adjustsFontForContentSizeCategory=YES", .accessibility1, 155...168, 33.5),
            ("fs=17 adjustsFontForContentSizeCategory=NO", .accessibility1, 100...100, 20.5),
        ] as [(String, TextSize, ClosedRange<Double>, Double)]
    )
    func textSize(_ font: String, _ size: TextSize, _ width: ClosedRange<Double>, _ height: Double) throws {
        let tree = try Self.tree("a:label 16,20,100,20.5 [\(font) text=Hello_there];\(Self.row)")
        let label = try #require(solved(tree, at: size).frame(of: 1))
        #expect(width.contains(label.size.width) && label.size.height == height, "\(label)")
        #expect(solved(tree, at: size).frame(of: 2)?.minX == label.maxX + 8)
    }

    @Test("lines of a larger text break where its words do, and lie as far apart as the text style has it")
    func largerLines() throws {
        let held =
            "a:label 16,20,200,18 [style=Subhead lines=0 text=Some_words_of_a_note];a.l=R.l+16;a.t=R.t+20;a.w=200"
        let label = try #require(solved(try Self.tree(held), at: .accessibility2).frame(of: 1))
        // Two lines of 30 points, 37 apart: 35.8 + 37.
        #expect(label.size == Size(width: 200, height: 73))
        let field = "a:textField 16,20,200,34 [style=Body];a.l=R.l+16;a.t=R.t+20;a.w=200"
        #expect(solved(try Self.tree(field), at: .accessibility1).frame(of: 1)?.size.height == 47)
    }

    @Test(
        "from right to left what leads is on the right, in constraints and in stacks, but where a view says otherwise"
    )
    func rightToLeft() throws {
        func solved(_ words: String) throws -> [Double?] {
            let tree = try Self.tree(words)
            var assumptions = LayoutAssumptions()
            assumptions.texts.speak(.rightToLeft)
            let result = tree.autoLayout(of: 0, for: LayoutTarget(nil, of: tree, assuming: assumptions))
            return tree.indices.dropFirst().map { result.frame(of: $0)?.minX }
        }
        let held = "a.l=R.l+16;a.t=R.t+20;a.w=100;a.h=20"
        #expect(try solved("a:view 16,20,100,20;\(held)") == [259])
        #expect(try solved("a:view 16,20,100,20;\(held);b:view;b.l=a.r+8;b.t=R.t;b.w=50;b.h=9") == [259, 201])
        #expect(try solved("a:view 16,20,100,20;a.l=R.r*0.5;a.t=R.t;a.w=100;a.h=9") == [87.5])
        #expect(try solved("a:view 16,20,100,20 [semanticContentAttribute=\"forceLeftToRight\"];\(held)") == [16])
        let stack =
            "a:view in K;b:view in K;K.l=R.l+20;K.t=R.t;K.w=300;K.h=20;a.w=100"
        #expect(try solved("K:stackView [spacing=\"10\"];\(stack)") == [55, 200, 0])
        #expect(
            try solved("K:stackView [spacing=\"10\" semanticContentAttribute=\"playback\"];\(stack)") == [20, 0, 110]
        )
    }

    @Test("a text in several fonts is as wide as its runs, and as high as the largest of them")
    func runs() throws {
        let one = try Self.tree("a:label 16,20,100,33.5 [fs=10 text=nnnnnn runs=3@10+3@28];\(Self.row)")
        // Twice the words are twice as wide, whatever the font of the longest run.
        let twice = try #require(solved(one, words: [1: "nnnnnnnnnnnn"]).frame(of: 1))
        #expect(abs(twice.size.width - 200) < 0.6 && twice.size.height == 33.5)
        // The small half alone would be less than half of it.
        let styled = try #require(one.styledText(of: 1))
        let (small, large) = (TextFont(size: 10).width(of: "nnn"), TextFont(size: 28).width(of: "nnn"))
        #expect(abs(styled.width - small - large) < 1e-6)
        #expect(styled.largestFont?.size == 28)
    }
}
