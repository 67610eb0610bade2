import Testing
import ViewHierarchy

@Suite("ViewTreeBuilder")
struct ViewTreeBuilderTests {
    @Test("depths in depth-first order become superviews, subviews and subtrees")
    func structure() {
        let tree = makeTree(depths: [0, 1, 2, 2, 1, 2, 3, 0, 1])
        #expect(tree.count == 9 && tree.roots == [0, 7] && tree.maximumDepth == 3)
        #expect(tree.indices.map { tree.superview(of: $0) } == [nil, 0, 1, 1, 0, 4, 5, nil, 7])
        #expect(tree.subviews(of: 0) == [1, 4] && tree.subviews(of: 1) == [2, 3] && tree.subviews(of: 6).isEmpty)
        #expect(tree.subtree(of: 0) == 0..<7 && tree.subtree(of: 4) == 4..<7 && tree.subtree(of: 8) == 8..<9)
        #expect(tree.indices.map { tree.depth(of: $0) } == [0, 1, 2, 2, 1, 2, 3, 0, 1])
        #expect(tree.indices.map { tree.subviewIndex(of: $0) } == [0, 0, 0, 1, 1, 0, 0, 1, 0])
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
        #expect(builder.append(ViewDescription(className: "A", frame: .zero), depth: 0) == 0)
        #expect(builder.append(ViewDescription(className: "B", frame: .zero), depth: 1) == 1)
        #expect(builder.count == 2)
        let tree = builder.build()
        #expect(tree.id(at: 1) == 1 && tree.index(ofID: 1) == 1)
        #expect(tree.id(at: 2) == nil && tree.index(ofID: -1) == nil)
    }

    @Test("no views make an empty tree")
    func empty() {
        let tree = ViewTreeBuilder().build()
        #expect(tree.count == 0 && tree.roots.isEmpty && tree.maximumDepth == 0)
    }

    @Test("a chain of 100,000 views is an ordinary tree")
    func deep() {
        let tree = makeTree(depths: Array(0..<100_000))
        #expect(tree.maximumDepth == 99_999 && tree.subtree(of: 0) == 0..<100_000)
        #expect(tree.superviews(of: 99_999).count == 99_999)
        #expect(tree.subtree(of: 99_999) == 99_999..<100_000)
    }

    private func makeTree(depths: [Int]) -> ViewTree {
        var builder = ViewTreeBuilder()
        for depth in depths { builder.append(ViewDescription(className: "UIView", frame: .zero), depth: depth) }
        return builder.build()
    }
}
