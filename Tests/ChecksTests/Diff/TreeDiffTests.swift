import Diagnostics
import DumpFormats
@testable import Checks
@testable import ViewHierarchy
import Testing

@Suite("What is not the same in two trees")
struct TreeDiffTests {
    private static let screen = """
        <UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
           | <UIView: 0x2; frame = (0 20; 320 460); backgroundColor = red; layer = <CALayer: 0x92>>
           |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
           |    | <UILabel: 0x4; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer: 0x94>>
           | <UIButton: 0x5; frame = (40 400; 20 20); layer = <CALayer: 0x95>>
        """

    private func read(_ text: String) throws -> ViewTree { try DumpReader.read(Array(text.utf8)).tree }

    /// What differs from the screen after some replacements, a line for each view: `Rome: moved, changed`.
    private func changes(_ replacements: (String, String)..., tolerance: Double = 0.5) throws -> [String] {
        let text = replacements.reduce(Self.screen) { $0.replacing($1.0, with: $1.1) }
        return lines(TreeDiff(from: try read(Self.screen), to: try read(text), tolerance: tolerance))
    }

    private func lines(_ diff: TreeDiff) -> [String] {
        diff.changes.map { change in
            let (tree, index) = change.after.map { (diff.new, $0) } ?? (diff.former, change.before ?? -1)
            let name = tree.text(of: index) ?? tree.className(of: index)
            return "\(name): \(change.kinds.map(\.rawValue).joined(separator: ", "))"
        }
    }

    @Test("each kind of change is a finding with what it changed, the view and its place")
    func findings() throws {
        let text = Self.screen.replacing("(10 10; 100 20)", with: "(12 10; 110 20)").replacing("Oslo", with: "Bergen")
        let diff = TreeDiff(from: try read(Self.screen), to: try read(text))
        let found = diff.findings(in: "new.txt")
        #expect(found.map(\.rule) == ["diff.moved", "diff.resized", "diff.changed"])
        #expect(
            found.map(\.message) == [
                "UILabel “Rome” has moved: position 10, 10 → 12, 10.",
                "UILabel “Rome” has another size: size 100 × 20 → 110 × 20.",
                "UILabel “Bergen” has changed: text “Oslo” → “Bergen”.",
            ]
        )
        #expect(found.map(\.view) == [2, 2, 3] && found.allSatisfy { $0.file == "new.txt" })
        #expect(found.last?.path == "UIWindow/UIView[0]/UILabel[1]")
        let gone = TreeDiff(from: try read(Self.screen), to: ViewTree()).findings(in: "new.txt")
        #expect(gone.count == 5 && gone.allSatisfy { $0.rule == "diff.removed" && $0.view == nil })
        let kinds = TreeDiff.Kind.allCases.map(\.rawValue) + ["constraint", "object"]
        #expect(TreeDiff.rules.map(\.id) == kinds.map { "diff." + $0 })
    }

    @Test("nothing differs from itself, whatever the addresses are")
    func same() throws {
        #expect(try changes().isEmpty)
        #expect(try changes(("0x", "0xabc")).isEmpty)
        let diff = TreeDiff(from: try read(Self.screen), to: try read(Self.screen))
        #expect(
            diff.isEmpty && diff.summary == "nothing differs" && diff.merged.nodes.count == 5 && diff.unsaid.isEmpty
        )
        #expect(TreeDiff(from: ViewTree(), to: ViewTree()).isEmpty)
    }

    @Test("places and sizes differ beyond the tolerance only, and what is inside a view that moved did not move")
    func places() throws {
        #expect(try changes(("(0 20; 320 460)", "(0 30; 320 460)")) == ["UIView: moved"])
        #expect(try changes(("(0 20; 320 460)", "(0 20; 300 460)")) == ["UIView: resized"])
        #expect(try changes(("(10 40; 100 20)", "(10.4 40.5; 100 20)")).isEmpty)
        #expect(try changes(("(10 40; 100 20)", "(10.4 40.5; 100 20)"), tolerance: 0.25) == ["Oslo: moved"])
        #expect(try changes(("(10 40; 100 20)", "(10 41; 80 20)"), tolerance: 1) == ["Oslo: resized"])
        #expect(try changes(("(10 40; 100 20)", "(nan 40; 100 20)")).count == 1)
    }

    @Test("looks and words are told with what they were and are")
    func properties() throws {
        let text = Self.screen.replacing(
            "backgroundColor = red",
            with: "backgroundColor = blue; alpha = 0.5; hidden = YES"
        )
        .replacing("'Oslo'", with: "'Oslo, Norway'")
        let diff = TreeDiff(from: try read(Self.screen), to: try read(text))
        #expect(lines(diff) == ["UIView: changed", "Oslo, Norway: changed"])
        #expect(DiffWords.lines(of: diff.changes[0]).map(\.text).contains("backgroundColor red → blue"))
        let names = diff.changes[0].properties.map(\.name)
        #expect(names.contains("alpha") && names.contains("hidden") && names.last == "backgroundColor")
        #expect(DiffWords.lines(of: diff.changes[1]).map(\.text) == ["text “Oslo” → “Oslo, Norway”"])
        #expect(diff.count(.changed) == 2 && diff.summary == "2 changed")
    }

    @Test("views that are new and gone stand where they are and were")
    func addedAndRemoved() throws {
        let text = Self.screen.replacing(
            "   |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>\n",
            with: ""
        )
        .replacing("<UIButton: 0x5; frame = (40 400;", with: "<UISwitch: 0x6; frame = (80 400;")
        let diff = TreeDiff(from: try read(Self.screen), to: try read(text))
        #expect(lines(diff) == ["Rome: removed", "UIButton: removed", "UISwitch: added"])
        let nodes = diff.merged.nodes
        #expect(nodes.map(\.depth) == [0, 1, 2, 2, 1, 1] && nodes.map(\.parent) == [nil, 0, 1, 1, 0, 0])
        #expect(nodes[2].before == 2 && nodes[2].after == nil)
    }

    @Test(
        "another class in the same place is a change of the view",
        arguments: [
            // The frame, the address or what it holds tells that it is the same one.
            ("<UIButton: 0x5", "<PayButton: 0x6", "class UIButton → PayButton"),
            ("<UIButton: 0x5; frame = (40 400;", "<PayButton: 0x5; frame = (40 300;", "class UIButton → PayButton"),
            ("<UILabel: 0x3; frame = (10 10;", "<Title: 0x6; frame = (10 11;", "class UILabel → Title"),
            ("<UIView: 0x2", "<Board: 0x6", "class UIView → Board"),
            ("<UIWindow: 0x1", "<MainWindow: 0x6", "class UIWindow → MainWindow"),
            ("<UIButton: 0x5", "<_TtC5Clock9PayButton: 0x6", "class UIButton → Clock.PayButton"),
        ]
    )
    func classes(_ old: String, _ new: String, _ words: String) throws {
        let diff = TreeDiff(from: try read(Self.screen), to: try read(Self.screen.replacing(old, with: new)))
        #expect(diff.count(.added) == 0 && diff.count(.removed) == 0 && diff.count(.changed) == 1)
        #expect(diff.changes.flatMap { DiffWords.lines(of: $0) }.map(\.text).contains(words))
    }

    @Test(
        "numbers have two decimals, and those that are the same then say so",
        arguments: [
            ("alpha = 0.5", "alpha = 0.123456", "alpha 0.5 → 0.12"),
            ("alpha = 0.5", "alpha = 0.501", "alpha 0.5 → 0.5, by less than 0.01"),
        ]
    )
    func decimals(_ old: String, _ new: String, _ words: String) throws {
        let text = Self.screen.replacing("<UIButton: 0x5;", with: "<UIButton: 0x5; \(old);")
        let diff = TreeDiff(from: try read(text), to: try read(text.replacing(old, with: new)))
        #expect(diff.changes.flatMap { DiffWords.lines(of: $0) }.map(\.text) == [words])
    }

    @Test("an identifier names a view whatever its class is, and two identifiers are two views")
    func identifiers() throws {
        func json(_ name: String, _ identifier: String) -> String {
            #"{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,9,9],"subviews":[{"class":"\#(name)","frame":[0,0,5,5],"#
                + #""identifier":"\#(identifier)"}]}]}"#
        }
        let former = try read(json("UIButton", "pay"))
        #expect(lines(TreeDiff(from: former, to: try read(json("PayButton", "pay")))) == ["PayButton: changed"])
        #expect(TreeDiff(from: former, to: try read(json("PayButton", "help"))).count(.added) == 1)
        #expect(lines(TreeDiff(from: former, to: try read(json("UIButton", "pay")))).isEmpty)
    }

    @Test("a subtree that is gone is there in its own order")
    func subtree() throws {
        let gone = try read("<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>\n")
        let diff = TreeDiff(from: try read(Self.screen), to: gone)
        #expect(lines(diff) == ["UIView: removed", "Rome: removed", "Oslo: removed", "UIButton: removed"])
        #expect(diff.merged.nodes.map(\.depth) == [0, 1, 2, 2, 1])
        #expect(lines(TreeDiff(from: gone, to: try read(Self.screen))).allSatisfy { $0.hasSuffix(": added") })
        #expect(TreeDiff(from: try read(Self.screen), to: ViewTree()).count(.removed) == 5)
    }

    @Test("another superview is told, with the place in the window, and another order")
    func order() throws {
        let moved = """
            <UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
               | <UIButton: 0x5; frame = (40 400; 20 20); layer = <CALayer: 0x95>>
               | <UIView: 0x2; frame = (0 20; 320 460); backgroundColor = red; layer = <CALayer: 0x92>>
               |    | <UILabel: 0x4; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer: 0x94>>
               | <UILabel: 0x3; frame = (10 30; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
            """
        let diff = TreeDiff(from: try read(Self.screen), to: try read(moved))
        // In the window the label is where it was.
        #expect(diff.count(.reparented) == 1 && diff.count(.reordered) == 1 && diff.count(.moved) == 0)
        #expect(lines(diff).contains("Rome: reparented"))
    }

    @Test("what only one dump says is not compared, and named")
    func unsaid() throws {
        let json = #"{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,320,480],"attributes":{"looks":"odd"}}]}"#
        let text =
            "<UIWindow: 0x1; frame = (0 0; 320 480); gestureRecognizers = <NSArray: 0x6>; layer = <CALayer: 0x91>>\n"
        let diff = TreeDiff(from: try read(json), to: try read(text), isOneFormat: false)
        #expect(!lines(diff).contains { $0.contains("changed") })
        #expect(diff.unsaid.contains("looks") && !diff.unsaid.contains("gestureRecognizers"))
        let bare = #"{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,320,480]}]}"#
        let little = TreeDiff(from: try read(json), to: try read(bare), isOneFormat: false)
        #expect(little.isEmpty && little.summary == "nothing differs in what both dumps say")
        // In one format it is a difference.
        #expect(lines(TreeDiff(from: try read(json), to: try read(bare))) == ["UIWindow: changed"])
    }

    @Test("recognizers that come or go and the class of a layer are told, addresses are not")
    func objects() throws {
        let text = Self.screen.replacing(
            "layer = <CALayer: 0x95>",
            with: "gestureRecognizers = <NSArray: 0x71>; layer = <CAGradientLayer: 0x95>"
        )
        let diff = TreeDiff(from: try read(Self.screen), to: try read(text))
        #expect(
            diff.changes.flatMap { DiffWords.lines(of: $0) }.map(\.text) == [
                "layer CALayer → CAGradientLayer", "gestureRecognizers none → some",
            ]
        )
        let other = text.replacing("<NSArray: 0x71>", with: "<__NSArrayM: 0x600002>").replacing("0x95", with: "0x6")
        #expect(TreeDiff(from: try read(text), to: try read(other)).summary == "nothing differs")
    }

    @Test("a hundred thousand views are compared")
    func large() {
        func grid(_ shift: Double) -> ViewTree {
            var builder = ViewTreeBuilder()
            builder.append(ViewDescription(className: "UIWindow", frame: .zero), depth: 0)
            for number in 1..<100_000 {
                let isCell = number % 10 == 1
                var view = ViewDescription(
                    className: isCell ? "Cell" : "UILabel",
                    frame: Rect(x: Double(number % 7), y: number % 100 == 5 ? shift : 0, width: 10, height: 10)
                )
                if !isCell { view.texts.text = "row \(number / 10) column \(number % 10)" }
                builder.append(view, depth: isCell ? 1 : 2)
            }
            return builder.build()
        }
        let diff = TreeDiff(from: grid(0), to: grid(5))
        #expect(diff.count(.moved) == 1_000 && diff.changes.count == 1_000)
    }

    @Test("in a cancelled task it finds nothing")
    func cancelled() async throws {
        let former = try read(Self.screen)
        let new = try read(Self.screen.replacing("Oslo", with: "Bergen"))
        #expect(TreeDiff(from: former, to: new).changes.count == 1)
        let diff = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return TreeDiff(from: former, to: new)
        }.value
        #expect(diff.isEmpty)
    }
}
