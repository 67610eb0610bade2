@testable import AutoLayout
import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("What a dump did not say")
struct UnknownPropertyTests {
    private func tree(_ className: String, said: PropertySet = .identity) -> ViewTree {
        TreeTesting.tree((0, view(className, 0, 0, 10, 10) { $0.said = said }))
    }

    private func names(_ tree: ViewTree) -> [String] { tree.unknownProperties(of: 0).map(\.name) }

    @Test("everything but name and place can be unknown; a text and an offset only where there could be one")
    func unknown() {
        let plain = names(tree("UIView"))
        #expect(plain.starts(with: ["alpha", "hidden", "opaque", "clipsToBounds"]) && plain.contains("identifier"))
        #expect(!plain.contains("frame") && !plain.contains("text") && !plain.contains("contentOffset"))
        #expect(names(tree("UILabel")).contains("text") && names(tree("UITableView")).contains("contentSize"))
        #expect(names(tree("UIView", said: .all)).isEmpty)
        #expect(tree("UIView").unknownProperties(of: 7).isEmpty)
    }

    @Test("what an edit sets is known from then on, and unknown again when it is taken back")
    func edits() throws {
        var tree = tree("UIView")
        var changes = ViewChanges()
        changes.alpha = 1
        let edit = try tree.apply(.change(view: 0, changes))
        #expect(edit.changed == [0], "the same value, but somebody said it")
        #expect(!names(tree).contains("alpha") && names(tree).contains("hidden"))
        tree.undo(edit.undo)
        #expect(names(tree).contains("alpha"))
    }

    @Test("structural edits take along what is known")
    func structure() throws {
        var tree = TreeTesting.tree(
            (0, view("UIWindow", 0, 0, 10, 10)),
            (1, view(0, 0, 1, 1) { $0.said = .identity }),
            (1, view(0, 0, 2, 2))
        )
        _ = try tree.apply(.bringToFront(view: 1))
        #expect(tree.unknownProperties(of: 1).isEmpty && !tree.unknownProperties(of: 2).isEmpty)
        let removal = try tree.apply(.remove(view: 1))
        #expect(tree.unknownProperties(of: 1).isEmpty)
        tree.undo(removal.undo)
        #expect(!tree.unknownProperties(of: 2).isEmpty)
    }

    @Test(
        "where the class is certain its own defaults hold",
        arguments: [
            ("UIScrollView", nil, true, true), ("UITextView", nil, true, true), ("WKScrollView", nil, true, true),
            ("UILabel", nil, false, false), ("App.Badge", "UIImageView", false, false),
            ("App.List", "UITableView", true, true),
            ("App.ScrollView", nil, false, true), ("UIView", nil, false, true),
        ] as [(String, String?, Bool, Bool)]
    )
    func families(className: String, baseClass: String?, clips: Bool, touch: Bool) {
        var view = ViewDescription(className: className, frame: .zero)
        if let baseClass { view.attributes = [.init("baseClass", baseClass)] }
        view.said = .identity
        view.assumeUsual()
        #expect(view.clipsToBounds == clips && view.isUserInteractionEnabled == touch)
    }

    @Test("what was said stands, whatever is usual")
    func said() throws {
        var view = ViewDescription(className: "UIScrollView", frame: .zero)
        view.said = PropertySet(try [#require(ViewProperty.named("clipsToBounds"))])
        view.assumeUsual()
        #expect(!view.clipsToBounds)
    }
}
