import AutoLayout
import JSON
import Testing

@testable import DumpFormats
@testable import ViewHierarchy

@Suite("What dumps say")
struct SaidPropertyTests {
    private func unknown(_ dump: Dump, _ view: Int = 0) -> Set<String> {
        Set(dump.tree.unknownProperties(of: view).map(\.name))
    }

    private func json(_ members: String, envelope: String = "") throws -> Dump {
        try DumpReader.read(
            Array(#"{"vitrine":1,\#(envelope)"windows":[{"class":"UIView","frame":[0,0,9,9],\#(members)}]}"#.utf8)
        )
    }

    @Test("UIKit's own description says what it leaves out, but for what it never prints")
    func description() throws {
        let dump = try Dump.reading("<UIScrollView: 0x1; frame = (0 0; 9 9); layer = <CALayer: 0x2>>")
        #expect(
            unknown(dump) == [
                "contentMode", "identifier", "label", "value", "controller", "multipleTouchEnabled", "exclusiveTouch",
                "contentOffset", "contentSize",
            ]
        )
        #expect(!dump.tree.flags(of: 0).clipsToBounds, "YES would have been printed")
    }

    @Test("a description of an app's own, and one that is cut, say only what they say")
    func others() throws {
        let own = try Dump.reading(
            "<UIView: 0x1; frame = (0 0; 9 9); layer = <CALayer: 0x2>>",
            "   | <App.Card: 0x3; mood = good; tag = 3>"
        )
        #expect(unknown(own, 1).isSuperset(of: ["alpha", "hidden", "opaque"]) && !unknown(own, 1).contains("tag"))
        let cut = try Dump.reading("<UIView: 0x1; frame = (0 0; 9 9); alpha = 0.5; autoresiz")
        #expect(unknown(cut).contains("hidden") && !unknown(cut).contains("alpha"))
    }

    @Test("a document says its keys, null included, and what its head calls complete")
    func document() throws {
        let dump = try json(#""alpha":1,"identifier":null"#)
        #expect(!unknown(dump).contains("alpha") && !unknown(dump).contains("identifier"))
        #expect(unknown(dump).isSuperset(of: ["hidden", "tag", "contentMode", "label"]))
        let complete = try json(#""unknown":["tag"]"#, envelope: #""complete":["hidden","tag","nonsense"],"#)
        #expect(!unknown(complete).contains("hidden") && unknown(complete).contains("tag"))
    }

    @Test("a scroll view clips and a label takes no touches, although the document does not say it")
    func families() throws {
        let text = #"{"class":"UIScrollView","frame":[0,0,9,9],"subviews":[{"class":"UILabel","frame":[0,0,9,9]}]}"#
        let tree = try DumpReader.read(Array(text.utf8)).tree
        #expect(tree.flags(of: 0).clipsToBounds && !tree.flags(of: 1).isUserInteractionEnabled)
        #expect(Set(tree.unknownProperties(of: 0).map(\.name)).contains("clipsToBounds"))
    }

    @Test(
        "what is written reads back with the same things unknown",
        arguments: [
            #"{"class":"UIScrollView","frame":[0,0,9,9],"hidden":false,"subviews":[{"class":"UILabel","frame":[0,0,9,9]}]}"#,
            #"{"class":"UIScrollView","frame":[0,0,9,9],"clipsToBounds":false,"tag":0}"#,
            "<UIScrollView: 0x1; frame = (0 0; 9 9)>\n   | <UILabel: 0x2; frame = (0 0; 1 1)>",
        ]
    )
    func roundTrip(text: String) throws {
        let tree = try DumpReader.read(Array(text.utf8)).tree
        let again = try DumpReader.read(DumpWriter.vitrineJSON(tree)).tree
        #expect(tree.indices.map { again.description(of: $0) } == tree.indices.map { tree.description(of: $0) })
    }

    @Test("a place that nothing says is unknown, is in no window, and is written as unknown")
    func places() throws {
        let text =
            #"{"class":"UIView","frame":[0,0,90,90],"subviews":[{"class":"UILabel","subviews":[{"class":"A","frame":[3,4,5,6]}]}]}"#
        let tree = try DumpReader.read(Array(text.utf8)).tree
        let names: Set = ["frame", "bounds", "center"]
        #expect(Set(tree.unknownProperties(of: 1).map(\.name)).isSuperset(of: names))
        #expect(Set(tree.unknownProperties(of: 2).map(\.name)).isDisjoint(with: names))
        let geometry = WindowGeometry(tree)
        #expect(geometry.windowFrame(of: 1) == nil && !geometry.isVisible(1))
        #expect(geometry.windowFrame(of: 2) == Rect(x: 3, y: 4, width: 5, height: 6) && geometry.isVisible(2))
        #expect(TreeText.text(of: tree).contains("UILabel 1 (unknown)\n"))
        let again = try DumpReader.read(DumpWriter.vitrineJSON(tree)).tree
        #expect(tree.indices.map { again.description(of: $0) } == tree.indices.map { tree.description(of: $0) })
        var (edited, changes) = (tree, ViewChanges())
        changes.frame = Rect(x: 1, y: 1, width: 2, height: 2)
        let done = try edited.apply(.change(view: 1, changes))
        #expect(edited.says(.frame, of: 1) && edited.says(.center, of: 1))
        edited.undo(done.undo)
        #expect(!edited.says(.frame, of: 1))
    }

    @Test("where only a size is said, the size is known")
    func sizes() throws {
        let dump = try Dump.reading(
            "<AppiumAUT><XCUIElementTypeCell x='0' y='0' width='9' height='9'><XCUIElementTypeImage width='4' height='5'/></XCUIElementTypeCell></AppiumAUT>"
        )
        #expect(unknown(dump, 1).isSuperset(of: ["frame", "center"]) && !unknown(dump, 1).contains("bounds"))
        #expect(TreeText.text(of: dump.tree).contains("XCUIElementTypeImage 1 (unknown; 4 5)\n"))
    }
}
