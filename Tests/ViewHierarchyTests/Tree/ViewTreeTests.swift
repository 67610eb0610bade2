import TreeTesting
import Diagnostics
import Testing

@testable import ViewHierarchy

@Suite("ViewTree")
struct ViewTreeTests {
    private func full() -> ViewDescription {
        view("App.Card", 0.1, 0.2, 0.3, 0.7) {
            $0.address = "0x7F8a10"
            $0.alpha = 0.5
            $0.isHidden = true
            $0.isOpaque = false
            $0.clipsToBounds = true
            $0.isUserInteractionEnabled = false
            $0.isMultipleTouchEnabled = true
            $0.isExclusiveTouch = true
            $0.autoresizesSubviews = false
            $0.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
            $0.contentMode = .left
            $0.tag = -7
            $0.contentOffset = Point(x: 3, y: 4)
            $0.contentSize = Size(width: 5, height: 6)
            $0.text = "Text"
            $0.identifier = "id"
            $0.label = "Label"
            $0.value = "Value"
            $0.controller = "Controller"
            $0.attributes = [.init("layer", "<CALayer: 0x1>"), .init("layer", ""), .init("Ünï", "naïve 🎉")]
        }
    }

    @Test("what goes in comes out, bounds and center filled in")
    func description() throws {
        let tree = tree((0, view(0, 0, 10, 10)), (1, full()), (1, view("App.Card", 1, 2, 3, 4)))
        let card = try #require(tree.description(of: 1))
        var expected = full()
        expected.bounds = Rect(x: 3, y: 4, width: 0.3, height: 0.7)
        expected.center = Point(x: 0.1 + 0.15, y: 0.2 + 0.35)
        #expect(card == expected)
        var plain = view("App.Card", 1, 2, 3, 4)
        plain.bounds = Rect(x: 0, y: 0, width: 3, height: 4)
        plain.center = Point(x: 2.5, y: 4)
        #expect(tree.description(of: 2) == plain)
    }

    @Test("each property has its own question")
    func properties() {
        let tree = tree((0, full()), (1, view(0, 0, 1, 1)))
        let texts: [(Int) -> String?] = [
            tree.className, tree.address, tree.text, tree.identifier, tree.label, tree.value, tree.controller,
        ]
        #expect(texts.map { $0(0) } == ["App.Card", "0x7F8a10", "Text", "id", "Label", "Value", "Controller"])
        #expect(texts.map { $0(1) } == ["UIView", nil, nil, nil, nil, nil, nil])
        #expect(tree.flags(of: 0) == [.hidden, .clipsToBounds, .multipleTouchEnabled, .exclusiveTouch, .hasAddress])
        #expect(tree.flags(of: 1) == [.opaque, .userInteractionEnabled, .autoresizesSubviews])
        #expect(tree.indices.map { tree.autoresizingMask(of: $0) } == [[.flexibleWidth, .flexibleTopMargin], []])
        #expect(tree.indices.map { [tree.alpha(of: $0), Double(tree.tag(of: $0))] } == [[0.5, -7], [1, 0]])
        #expect(tree.indices.map { tree.contentMode(of: $0) } == [.left, .scaleToFill])
        #expect(tree.indices.map { tree.contentOffset(of: $0) } == [Point(x: 3, y: 4), nil])
        #expect(tree.indices.map { tree.contentSize(of: $0) } == [Size(width: 5, height: 6), nil])
        #expect(tree.attributes(of: 0) == full().attributes && tree.attributes(of: 1).isEmpty)
    }

    @Test("addresses come back as written", arguments: ["0x7f8a10", "0x0007f8a10", "7F8A10", "0xnope", "", "0x0"])
    func addresses(address: String) {
        let tree = tree((0, view(0, 0, 1, 1) { $0.address = address }), (1, view(0, 0, 1, 1)))
        #expect(tree.address(of: 0) == address && tree.address(of: 1) == nil)
    }

    @Test("a frame alone is given back to the last digit")
    func exactFrame() {
        let frame = Rect(x: 0.1, y: 1e-17, width: 0.3, height: -0.7)
        let tree = tree(
            (0, ViewDescription(className: "A", frame: frame)),
            (1, view(0.1, 0.2, 0.3, 0.4) { $0.anchorPoint = .zero })
        )
        #expect(tree.frame(of: 0) == frame && tree.bounds(of: 0) == Rect(x: 0, y: 0, width: 0.3, height: -0.7))
        #expect(tree.frame(of: 1) == Rect(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
        #expect(tree.center(of: 1) == Point(x: 0.1, y: 0.2) && tree.anchorPoint(of: 1) == .zero)
    }

    @Test("a description taken from a tree makes the same view again")
    func roundTrip() throws {
        let original = tree(
            (0, view(0.1, 0.2, 0.3, 0.7)),
            (1, full()),
            (1, view(-15.3281, -15.3281, 130.656, 130.656) { $0.transform = .sixthPart })
        )
        var builder = ViewTreeBuilder()
        for index in original.indices {
            builder.append(try #require(original.description(of: index)), depth: original.depth(of: index))
        }
        let copy = builder.build()
        for index in original.indices {
            #expect(copy.description(of: index) == original.description(of: index))
            #expect(copy.diagnostics(of: index).isEmpty)
        }
    }

    @Test("a content offset is the bounds' origin, unless bounds say otherwise")
    func contentOffset() {
        let offset = Point(x: 0, y: 380)
        let tree = tree(
            (0, view(50, 100, 300, 200) { $0.contentOffset = offset }),
            (
                1,
                view(0, 0, 1, 1) {
                    $0.contentOffset = offset
                    $0.bounds = Rect(x: 1, y: 2, width: 1, height: 1)
                }
            ),
            (1, view(0, 0, 1, 1) { $0.contentOffset = Point(x: .nan, y: 0) })
        )
        #expect(tree.bounds(of: 0) == Rect(x: 0, y: 380, width: 300, height: 200))
        #expect(tree.bounds(of: 1).origin == Point(x: 1, y: 2))
        #expect(tree.bounds(of: 2).origin == .zero && tree.diagnostics(of: 2).map(\.code) == ["geometry.nonFinite"])
    }

    @Test("bounds and center decide over the frame, and a frame that disagrees is reported")
    func derivedFrame() {
        func description(frame: Rect) -> ViewDescription {
            var view = ViewDescription(className: "Card", frame: frame)
            view.bounds = Rect(x: 0, y: 0, width: 200, height: 100)
            view.center = Point(x: 200, y: 150)
            view.transform = .eighthTurn
            return view
        }
        let right = Rect(x: 93.934, y: 43.934, width: 212.132, height: 212.132)
        let tree = tree(
            (0, description(frame: right)),
            (0, description(frame: .zero)),
            (0, description(frame: Rect(x: 0, y: 0, width: 200, height: 100)))
        )
        for index in tree.indices { #expect(isClose(tree.frame(of: index), right)) }
        #expect(tree.indices.map { tree.diagnostics(of: $0).map(\.code) } == [[], [], ["geometry.frameMismatch"]])
        #expect(tree.diagnostics(limit: 10).map(\.view) == [2] && tree.diagnostics(limit: 0).isEmpty)
    }

    @Test("under a transform the frame is a bounding box, kept as read")
    func boundingBox() {
        let frame = Rect(x: -15.3281, y: -15.3281, width: 130.656, height: 130.656)
        let transform = Transform(
            a: 0.92387953251128674,
            b: 0.38268343236508978,
            c: -0.38268343236508978,
            d: 0.92387953251128674,
            tx: 0,
            ty: 0
        )
        var view = ViewDescription(className: "A", frame: frame)
        view.transform = transform
        let tree = tree((0, view))
        #expect(tree.frame(of: 0) == frame && tree.transform(of: 0) == transform)
        #expect(isClose(tree.bounds(of: 0), Rect(x: 0, y: 0, width: 100, height: 100)))
        #expect(isClose(tree.center(of: 0), Point(x: 50, y: 50)))
    }

    @Test("a key is the path of subview indexes from the root")
    func keys() {
        let one = view(0, 0, 1, 1)
        let tree = tree((0, one), (0, one), (1, one), (1, one), (2, one), (2, one), (2, one))
        #expect(tree.indices.map { tree.key(of: $0) } == ["0", "1", "1/0", "1/1", "1/1/0", "1/1/1", "1/1/2"])
        #expect(tree.key(of: 4, maximumDepth: 1) == nil && tree.key(of: 3, maximumDepth: 1) == "1/1")
        #expect(tree.superviews(of: 5) == [3, 1] && tree.superviews(of: 0).isEmpty)
        #expect(tree.indices.map { tree.root(of: $0) } == [0, 1, 1, 1, 1, 1, 1])
        #expect(tree.isDescendant(5, of: 1) && tree.isDescendant(5, of: 5) && !tree.isDescendant(3, of: 5))
    }

    @Test("numbers that are not finite give a diagnostic, not a trap")
    func nonFinite() {
        let tree = tree(
            (0, view("Flutter", .infinity, .infinity, 0, 0)),
            (1, view(0, 0, .nan, 1)),
            (1, view(0, 0, 1, 1) { $0.transform = Transform(scaleX: .nan, y: 1) }),
            (1, view(0, 0, 1, 1) { $0.center = Point(x: -.infinity, y: 0) }),
            (1, view(0, 0, 1, 1) { $0.alpha = .nan }),
            (1, view(0, 0, 1, 1) { $0.contentSize = Size(width: .infinity, height: 1) })
        )
        for index in tree.indices {
            #expect(tree.diagnostics(of: index).map(\.code).contains("geometry.nonFinite"))
            #expect(tree.diagnostics(of: index).allSatisfy { $0.view == index && $0.severity == .warning })
        }
        #expect(tree.diagnostics(of: 0).first?.message.contains("frame") == true)
        #expect(tree.diagnostics(limit: 3).count == 3 && tree.frame(of: 0).origin.x == .infinity)
    }

    @Test("indexes out of range give nothing", arguments: [-1, 1, Int.max, Int.min])
    func outOfRange(index: Int) {
        let tree = tree((0, view("A", 1, 2, 3, 4)))
        let answers: KeyValuePairs = [
            "id": tree.id(at: index) == nil, "index": tree.index(ofID: index) == nil,
            "superview": tree.superview(of: index) == nil, "subviews": tree.subviews(of: index).isEmpty,
            "subtree": tree.subtree(of: index).isEmpty, "depth": tree.depth(of: index) == 0,
            "subviewIndex": tree.subviewIndex(of: index) == nil, "superviews": tree.superviews(of: index).isEmpty,
            "root": tree.root(of: index) == nil, "key": tree.key(of: index) == nil,
            "descendant": !tree.isDescendant(index, of: 0), "className": tree.className(of: index) == "",
            "address": tree.address(of: index) == nil, "flags": tree.flags(of: index) == [],
            "autoresizingMask": tree.autoresizingMask(of: index) == [], "alpha": tree.alpha(of: index) == 1,
            "tag": tree.tag(of: index) == 0, "contentMode": tree.contentMode(of: index) == .scaleToFill,
            "attributes": tree.attributes(of: index).isEmpty, "contentOffset": tree.contentOffset(of: index) == nil,
            "contentSize": tree.contentSize(of: index) == nil, "text": tree.text(of: index) == nil,
            "identifier": tree.identifier(of: index) == nil, "label": tree.label(of: index) == nil,
            "value": tree.value(of: index) == nil, "controller": tree.controller(of: index) == nil,
            "description": tree.description(of: index) == nil, "diagnostics": tree.diagnostics(of: index).isEmpty,
            "frame": tree.frame(of: index) == .zero, "bounds": tree.bounds(of: index) == .zero,
            "center": tree.center(of: index) == .zero, "transform": tree.transform(of: index) == .identity,
            "anchorPoint": tree.anchorPoint(of: index) == ViewGeometry.middle,
            "geometry": tree.geometry(of: index) == ViewGeometry(frame: .zero),
            "from": tree.transform(from: index, to: nil) == nil, "to": tree.transform(from: 0, to: index) == nil,
        ]
        #expect(answers.filter { !$0.value }.map(\.key) == [])
    }
}

@Suite("ViewTreeBuilder")
struct ViewTreeBuilderTests {
    @Test("depths in depth-first order become superviews, subviews and subtrees")
    func structure() {
        let tree = makeTree(depths: [0, 1, 2, 2, 1, 2, 3, 0, 1])
        #expect(tree.count == 9 && tree.roots == [0, 7] && tree.maximumDepth == 3)
        #expect(tree.indices.map { tree.superview(of: $0) } == [nil, 0, 1, 1, 0, 4, 5, nil, 7])
        #expect(tree.subviews(of: 0) == [1, 4] && tree.subviews(of: 1) == [2, 3] && tree.subviews(of: 6).isEmpty)
        #expect(tree.subtree(of: 0) == 0..<7 && tree.subtree(of: 4) == 4..<7 && tree.subtree(of: 8) == 8..<9)
        let places = tree.indices.map { [tree.depth(of: $0), tree.subviewIndex(of: $0) ?? -1] }
        #expect(places == [[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [2, 0], [3, 0], [0, 1], [1, 0]])
    }

    @Test("a view that is too deep hangs under the view before it")
    func clamping() {
        let tree = makeTree(depths: [5, 9, 3, -4, .max])
        #expect(tree.indices.map { tree.depth(of: $0) } == [0, 1, 2, 0, 1])
        #expect(tree.superview(of: 2) == 1 && tree.superview(of: 4) == 3)
    }

    @Test("ids are indexes, counted from 0")
    func identifiers() {
        var builder = ViewTreeBuilder()
        let added = [0, 1].map { builder.append(ViewDescription(className: "A", frame: .zero), depth: $0) }
        #expect(added == [0, 1] && builder.count == 2)
        let tree = builder.build()
        #expect([-1, 0, 1, 2].map { tree.id(at: $0) } == [nil, 0, 1, nil])
        #expect([-1, 0, 1, 2].map { tree.index(ofID: $0) } == [nil, 0, 1, nil])
    }

    @Test("no views make an empty tree")
    func empty() {
        let tree = ViewTreeBuilder().build()
        #expect(tree.count == 0 && tree.roots.isEmpty && tree.maximumDepth == 0)
    }

    @Test("a chain of 100,000 views is an ordinary tree")
    func deep() {
        let tree = makeTree(depths: Array(0..<100_000))
        #expect(tree.maximumDepth == 99_999 && tree.superviews(of: 99_999).count == 99_999)
        #expect([0, 99_999].map { tree.subtree(of: $0) } == [0..<100_000, 99_999..<100_000])
    }

    private func makeTree(depths: [Int]) -> ViewTree {
        var builder = ViewTreeBuilder()
        for depth in depths { builder.append(ViewDescription(className: "UIView", frame: .zero), depth: depth) }
        return builder.build()
    }
}

@Suite("SparseColumn")
struct SparseColumnTests {
    @Test("views without a value have none, whatever the order of writing")
    func values() {
        var column = SparseColumn<String>()
        column[7] = "seven"
        column[2] = "two"
        column[7] = "SEVEN"
        #expect((0..<9).map { column[$0] } == [nil, nil, "two", nil, nil, nil, nil, "SEVEN", nil])
        column[7] = nil
        column[100] = nil
        #expect(column[7] == nil && column[2] == "two" && column[100] == nil)
        column[7] = "again"
        #expect(column[7] == "again" && column[2] == "two")
    }

    @Test("an index that no view can have is ignored", arguments: [-1, Int.min, Int.max])
    func outOfRange(index: Int) {
        var column = SparseColumn<Int>()
        column[index] = 1
        #expect(column[index] == nil)
    }
}
