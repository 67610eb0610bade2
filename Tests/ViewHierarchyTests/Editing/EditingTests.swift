import TreeTesting
import Diagnostics
import Testing

import AutoLayout
@testable import ViewHierarchy

@Suite("Editing")
struct EditingTests {
    /// A window with three views; the second has one subview.
    private let original = tree(
        (0, view("UIWindow", 0, 0, 100, 100)),
        (1, view("A", 0, 0, 10, 10)),
        (1, view("B", 10, 0, 20, 20) { $0.tag = 7 }),
        (2, view("Inner", 1, 2, 3, 4) { $0.text = "Hello" }),
        (1, view("C", 30, 0, 10, 10))
    )

    private func classes(_ tree: ViewTree) -> [String] { tree.indices.map { tree.className(of: $0) } }

    private func applying(_ edits: TreeEdit...) throws -> ViewTree {
        var tree = original
        for edit in edits { _ = try tree.apply(edit) }
        return tree
    }

    @Test("views keep their ids wherever they go, and new ones get the next free number")
    func ids() throws {
        var tree = original
        let moved = try tree.apply(.sendToBack(view: 4))
        #expect(classes(tree) == ["UIWindow", "C", "A", "B", "Inner"] && moved.changed == [0, 4])
        #expect(tree.indices.map { tree.id(at: $0) } == [0, 4, 1, 2, 3] && tree.index(ofID: 4) == 1)
        let new = try tree.apply(.insert(superview: 2, index: 0, views: [NewView(view("New", 0, 0, 1, 1))]))
        #expect(new.changed == [2, 5] && tree.index(ofID: 5) == 4 && tree.depth(of: 4) == 2)
        let removed = try tree.apply(.remove(view: 5))
        #expect(removed.changed == [2] && removed.removed == [5] && tree.index(ofID: 5) == nil)
        _ = try tree.apply(.insert(superview: 0, index: nil, views: [NewView(view("Newer", 0, 0, 1, 1))]))
        #expect(tree.index(ofID: 6) == 5, "a number that was taken once is not given again")
    }

    @Test("a tree that is cut at a depth keeps the ids of what is left, and whatever they hold")
    func cut() throws {
        let moved = try applying(.sendToBack(view: 4))
        let cut = moved.cut(below: 1)
        #expect(classes(cut) == ["UIWindow", "C", "A", "B"] && cut.ids == [0, 4, 1, 2])
        #expect(cut.index(ofID: 3) == nil && cut.nextID == moved.nextID && cut.maximumDepth == 1)
        #expect(cut.tag(of: 3) == 7 && cut.superview(of: 3) == 0 && cut.frame(of: 3) == moved.frame(of: 3))
        #expect(original.cut(below: 1).ids == [0, 1, 2, 4])
        #expect(moved.cut(below: 2).ids == moved.ids && moved.cut(below: -1).count == 0)
    }

    @Test("undoing an insertion frees its number")
    func freedID() throws {
        var tree = original
        let edit = TreeEdit.insert(superview: 0, index: 1, views: [NewView(view("New", 0, 0, 1, 1))])
        tree.undo(try tree.apply(edit).undo)
        #expect(tree.index(ofID: 5) == nil)
        #expect(try tree.apply(edit).changed == [0, 5])
    }

    @Test("inserting counts from the back; past the end is in front")
    func insertion() throws {
        let new = [NewView(view("N", 0, 0, 1, 1)), NewView(view("M", 0, 0, 1, 1), depth: 1)]
        let expected = [
            (0, ["UIWindow", "N", "M", "A", "B", "Inner", "C"]), (2, ["UIWindow", "A", "B", "Inner", "N", "M", "C"]),
            (3, ["UIWindow", "A", "B", "Inner", "C", "N", "M"]), (99, ["UIWindow", "A", "B", "Inner", "C", "N", "M"]),
        ]
        for (index, order) in expected {
            #expect(classes(try applying(.insert(superview: 0, index: index, views: new))) == order)
        }
        let leaf = try applying(.insert(superview: 3, index: nil, views: new))
        #expect(leaf.subviews(of: 3) == [4] && leaf.depth(of: 5) == 4 && leaf.maximumDepth == 4)
    }

    @Test("moving takes the subtree along and keeps the frame's numbers; the place counts without the view itself")
    func moving() throws {
        let inward = try applying(.move(view: 2, superview: 1, index: nil))
        #expect(classes(inward) == ["UIWindow", "A", "B", "Inner", "C"] && inward.depth(of: 3) == 3)
        #expect(inward.frame(of: 2) == Rect(x: 10, y: 0, width: 20, height: 20) && inward.text(of: 3) == "Hello")
        #expect(classes(try applying(.move(view: 1, superview: 0, index: 1))) == ["UIWindow", "B", "Inner", "A", "C"])
        #expect(classes(try applying(.move(view: 1, superview: 0, index: 2))) == ["UIWindow", "B", "Inner", "C", "A"])
        #expect(classes(try applying(.move(view: 3, superview: 0, index: 0))) == ["UIWindow", "Inner", "A", "B", "C"])
    }

    @Test("bringing to the front, sending to the back and exchanging reorder siblings and nothing else")
    func ordering() throws {
        #expect(classes(try applying(.bringToFront(view: 2))) == ["UIWindow", "A", "C", "B", "Inner"])
        #expect(classes(try applying(.sendToBack(view: 2))) == ["UIWindow", "B", "Inner", "A", "C"])
        #expect(classes(try applying(.exchange(superview: 0, 2, 0))) == ["UIWindow", "C", "B", "Inner", "A"])
        #expect(classes(try applying(.exchange(superview: 0, 0, 1))) == ["UIWindow", "B", "Inner", "A", "C"])
        let exchanged = try applying(.exchange(superview: 0, 0, 1))
        #expect(exchanged.indices.map { exchanged.frame(of: $0) }.contains(Rect(x: 1, y: 2, width: 3, height: 4)))
    }

    @Test("several views are changed as one edit, or none of them")
    func severalChanges() throws {
        var front = ViewChanges()
        front.frame = Rect(x: 5, y: 6, width: 7, height: 8)
        var clear = ViewChanges()
        clear.alpha = 0.5
        var tree = original
        let done = try tree.apply(.changes([.init(view: 1, front), .init(view: 2, clear), .init(view: 1, clear)]))
        #expect(done.changed == [1, 2] && tree.frame(of: 1) == Rect(x: 5, y: 6, width: 7, height: 8))
        #expect(tree.alpha(of: 1) == 0.5 && tree.alpha(of: 2) == 0.5)
        tree.undo(done.undo)
        #expect(TreeRecord(tree) == TreeRecord(original))
        let halfway = TreeEdit.changes([.init(view: 1, front), .init(view: 99, clear)])
        #expect(throws: TreeEditError.self) { try tree.apply(halfway) }
        #expect(TreeRecord(tree) == TreeRecord(original))
    }

    @Test("what is so already is no change")
    func noChange() throws {
        var changes = ViewChanges()
        changes.tag = 7
        changes.alpha = 1
        changes.frame = Rect(x: 10, y: 0, width: 20, height: 20)
        changes.isHidden = false
        let edits: [TreeEdit] = [
            .bringToFront(view: 4), .sendToBack(view: 1), .exchange(superview: 0, 1, 1), .change(view: 2, changes),
            .move(view: 1, superview: 0, index: 0), .bringToFront(view: 0),
        ]
        for edit in edits {
            var tree = original
            #expect(try tree.apply(edit).isEmpty && TreeRecord(tree) == TreeRecord(original))
        }
    }

    @Test("windows can be ordered and removed, and come back")
    func roots() throws {
        var tree = tree((0, view("One", 0, 0, 1, 1)), (1, view("Sub", 0, 0, 1, 1)), (0, view("Two", 0, 0, 1, 1)))
        let before = TreeRecord(tree)
        let front = try tree.apply(.bringToFront(view: 0))
        #expect(classes(tree) == ["Two", "One", "Sub"] && tree.roots == [0, 1] && tree.depth(of: 2) == 1)
        let gone = try tree.apply(.remove(view: 0))
        #expect(classes(tree) == ["Two"] && gone.removed == [0, 1] && gone.changed == [2])
        let last = try tree.apply(.remove(view: 2))
        #expect(tree.count == 0 && tree.roots.isEmpty)
        for undo in [last.undo, gone.undo, front.undo] { tree.undo(undo) }
        #expect(TreeRecord(tree) == before)
    }

    @Test("a change of several members sets the transform first and the frame last")
    func order() throws {
        var changes = ViewChanges()
        changes.frame = Rect(x: 1, y: 2, width: 30, height: 40)
        changes.bounds = Rect(x: 5, y: 6, width: 7, height: 8)
        changes.center = Point(x: 99, y: 99)
        changes.transform = Transform(scaleX: 2, y: 2)
        let tree = try applying(.change(view: 2, changes))
        #expect(tree.bounds(of: 2) == Rect(x: 5, y: 6, width: 15, height: 20))
        #expect(tree.center(of: 2) == Point(x: 16, y: 22) && isClose(tree.frame(of: 2), changes.frame ?? .zero))
    }

    @Test("each property can be set and taken back")
    func properties() throws {
        var changes = ViewChanges()
        changes.alpha = 0.25
        changes.isHidden = true
        changes.isOpaque = false
        changes.clipsToBounds = true
        changes.isUserInteractionEnabled = false
        changes.autoresizesSubviews = false
        changes.autoresizingMask = [.flexibleWidth]
        changes.contentMode = .bottomRight
        changes.tag = -4
        changes.contentSize = Size(width: 1, height: 2)
        var tree = original
        let applied = try tree.apply(.change(view: 1, changes))
        #expect(tree.alpha(of: 1) == 0.25 && tree.tag(of: 1) == -4 && tree.contentMode(of: 1) == .bottomRight)
        #expect(tree.flags(of: 1) == [.hidden, .clipsToBounds] && tree.autoresizingMask(of: 1) == .flexibleWidth)
        #expect(tree.contentSize(of: 1) == Size(width: 1, height: 2) && applied.changed == [1])
        tree.undo(applied.undo)
        #expect(TreeRecord(tree) == TreeRecord(original))
    }

    @Test("a frame that was set is not reported as one that disagrees")
    func settledFrame() throws {
        var tree = tree(
            (0, view(0, 0, 200, 100) { $0.bounds = Rect(x: 0, y: 0, width: 50, height: 50) })
        )
        #expect(tree.diagnostics(of: 0).map(\.code) == ["geometry.frameMismatch"])
        var changes = ViewChanges()
        changes.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        let applied = try tree.apply(.change(view: 0, changes))
        #expect(tree.diagnostics(of: 0).isEmpty)
        tree.undo(applied.undo)
        #expect(tree.diagnostics(of: 0).map(\.code) == ["geometry.frameMismatch"])
    }

    private static func change(_ body: (inout ViewChanges) -> Void) -> TreeEdit {
        var changes = ViewChanges()
        body(&changes)
        return .change(view: 1, changes)
    }

    private static let refused: [(TreeEdit, TreeEditError.Code, String)] = [
        (.remove(view: 9), .unknownView, "view"), (.remove(view: -1), .unknownView, "view"),
        (.move(view: 1, superview: 9, index: nil), .unknownView, "superview"),
        (.move(view: 2, superview: 3, index: nil), .intoOwnSubtree, "superview"),
        (.move(view: 2, superview: 2, index: 0), .intoOwnSubtree, "superview"),
        (.move(view: 1, superview: 2, index: -1), .negativeIndex, "index"),
        (.insert(superview: 0, index: -1, views: [NewView(view(0, 0, 1, 1))]), .negativeIndex, "index"),
        (.insert(superview: 0, index: nil, views: []), .nothingToInsert, "view"),
        (.insert(superview: 0, index: 0, views: [NewView(beyond), NewView(beyond, depth: 1)]), .notFinite, "view"),
        (.exchange(superview: 0, 0, 3), .indexOutOfRange, "indexes"),
        (.exchange(superview: 0, -1, 1), .negativeIndex, "indexes"),
        (change { $0.frame = Rect(x: .nan, y: 0, width: 1, height: 1) }, .notFinite, "frame"),
        (change { $0.center = Point(x: .infinity, y: 0) }, .notFinite, "center"),
        (change { $0.transform = Transform(scaleX: .infinity, y: 0) }, .notFinite, "transform"),
        (change { $0.bounds = Rect(x: 0, y: 0, width: 1e308, height: 1) }, .notFinite, "bounds"),
        (change { $0.alpha = 1.5 }, .outOfRange, "alpha"), (change { $0.alpha = -.infinity }, .notFinite, "alpha"),
    ]

    /// Finite numbers that lead to bounds and a center which are not.
    private static var beyond: ViewDescription {
        var view = ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: -1e308, height: 1))
        view.transform = Transform(a: 185, b: 1e15, c: 5, d: 5, tx: 0, ty: 0)
        return view
    }

    @Test("an impossible edit is refused by name, and nothing changes", arguments: refused.indices)
    func refusal(index: Int) {
        let (edit, code, member) = Self.refused[index]
        var tree = original
        tree.setCenter(Point(x: -1.7e308, y: 0), at: 1)
        let before = TreeRecord(tree)
        do {
            _ = try tree.apply(edit)
            Issue.record("not refused")
        } catch {
            #expect(error.code == code && error.member == member && error.message.hasSuffix("."))
        }
        #expect(TreeRecord(tree) == before)
    }

    @Test("a chain of 100,000 views is edited at both ends")
    func deep() throws {
        var tree = chain(100_000, of: view(0, 0, 1, 1))
        let last = try tree.apply(.move(view: 99_999, superview: 0, index: nil))
        #expect(tree.depth(of: 99_999) == 1 && tree.maximumDepth == 99_998)
        let gone = try tree.apply(.remove(view: 1))
        #expect(tree.count == 2 && gone.removed.count == 99_998)
        tree.undo(gone.undo)
        tree.undo(last.undo)
        #expect(tree.count == 100_000 && tree.depth(of: 99_999) == 99_999 && tree.id(at: 99_999) == 99_999)
    }
}
