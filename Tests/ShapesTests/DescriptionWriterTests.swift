import DumpFormats
import Shapes
import Testing
import TestSupport
import ViewHierarchy

@Suite("Writing recursiveDescription")
struct DescriptionWriterTests {
    private func descriptions(_ tree: ViewTree) -> [ViewDescription] {
        tree.indices.compactMap { tree.description(of: $0) }
    }

    private func again(_ tree: ViewTree) throws -> ViewTree {
        try DumpReader.read(DescriptionWriter.write(tree).text).tree
    }

    /// The same as far as the format can say.
    private func isSame(_ view: ViewDescription, _ other: ViewDescription) -> Bool {
        let names = [
            "class", "address", "frame", "transform", "text", "clipsToBounds", "alpha", "hidden", "opaque",
            "autoresizingMask", "autoresizesSubviews", "userInteractionEnabled", "tag", "contentOffset", "contentSize",
        ]
        return names.compactMap(ViewProperty.named).allSatisfy { $0.value(in: view) == $0.value(in: other) }
    }

    @Test("what was written reads back as the same tree", arguments: ["kitchen.txt", "kitchen.json", "kitchen.plist"])
    func roundTrip(file: String) throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/\(file)"))
        let tree = try again(dump.tree)
        #expect(tree.indices.map { tree.depth(of: $0) } == dump.tree.indices.map { dump.tree.depth(of: $0) })
        for (view, other) in zip(descriptions(dump.tree), descriptions(tree)) {
            #expect(isSame(view, other), "\(view) became \(other)")
        }
    }

    @Test("a view is written as UIKit prints it")
    func line() {
        var view = ViewDescription(className: "UILabel", frame: Rect(x: 1, y: 2.5, width: 30, height: 20))
        view.address = "0x7f01"
        view.text = "Hi"
        view.alpha = 0.5
        view.isOpaque = false
        view.tag = 7
        view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        view.attributes = [.init("layer", "<CALayer: 0x9>")]
        var builder = ViewTreeBuilder()
        builder.append(ViewDescription(className: "UIView", frame: .zero), depth: 0)
        builder.append(view, depth: 1)
        let text = String(decoding: DescriptionWriter.write(builder.build()).text, as: UTF8.self)
        #expect(
            text == """
                <UIView; frame = (0 0; 0 0)>
                   | <UILabel: 0x7f01; frame = (1 2.5; 30 20); text = 'Hi'; alpha = 0.5; opaque = NO; autoresize = W+TM; tag = 7; layer = <CALayer: 0x9>>

                """
        )
    }

    @Test("a view that is said to be nowhere gets no frame")
    func unknownPlace() throws {
        let text = #"{"class":"UIView","frame":[0,0,90,90],"subviews":[{"class":"UILabel"}]}"#
        let tree = try DumpReader.read(Array(text.utf8)).tree
        #expect(!String(decoding: DescriptionWriter.write(tree).text, as: UTF8.self).contains("UILabel; frame"))
    }

    @Test(
        "no text ends early, whatever is in it",
        arguments: [
            "it's", "a'; tag = 9", "line\nline", "'>", "\\u0041", "back\\slash",
            "   | <UIView: 0x1; frame = (0 0; 1 1)>", "",
            "😀 é ' 😀", "a\u{2028}b", "`", "\r\n", "tab\t", "…",
        ]
    )
    func texts(_ text: String) throws {
        var view = ViewDescription(className: "UILabel", frame: Rect(x: 0, y: 0, width: 10, height: 10))
        view.text = text
        var builder = ViewTreeBuilder()
        builder.append(view, depth: 0)
        let tree = try again(builder.build())
        #expect(tree.count == 1 && tree.text(of: 0) == text && tree.tag(of: 0) == 0)
    }

    @Test("what has no place is counted, and harms nothing")
    func losses() throws {
        var view = ViewDescription(className: "My View; tag = 5", frame: Rect(x: 0, y: 0, width: .infinity, height: 10))
        view.identifier = "id"
        view.contentMode = .center
        view.attributes = [
            .init("odd", "a; tag = 9"), .init("text", "x"), .init("two words", "x"), .init("open", "<a"),
            .init("fine", "(1 2)"),
        ]
        var builder = ViewTreeBuilder()
        builder.append(view, depth: 0)
        let writer = DescriptionWriter.write(builder.build())
        #expect(writer.lost.map(\.name).sorted() == ["contentMode", "identifier", "odd", "open", "text", "two words"])
        let tree = try DumpReader.read(writer.text).tree
        #expect(tree.tag(of: 0) == 0 && tree.frame(of: 0).size.width == .infinity)
        #expect(tree.attributes(of: 0).map(\.name) == ["fine"])
    }
}
