@testable import ViewHierarchy
import Testing
import TreeTesting
import TestSupport

/// A large tree of random views, few of which have anything to tell them apart by.
func randomTree(_ count: Int, seed: UInt64) -> ViewTree {
    var random = SeededGenerator(seed: seed)
    var builder = ViewTreeBuilder()
    var depth = 0
    for number in 0..<count {
        var view = ViewDescription(
            className: ["UIView", "UILabel", "UIButton"][Int.random(in: 0..<3, using: &random)],
            frame: Rect(x: 0, y: 0, width: 10, height: 10)
        )
        if random.once(in: 3) { view.texts.text = "word\(Int.random(in: 0..<20, using: &random))" }
        if random.once(in: 6) { view.texts.identifier = "id\(Int.random(in: 0..<count, using: &random))" }
        if random.once(in: 2) { view.address = "0x\(String(number / 2, radix: 16))" }
        builder.append(view, depth: depth)
        depth = max(1, depth + Int.random(in: -3...1, using: &random))
    }
    return builder.build()
}

@Suite("Which views of two trees are the same")
struct TreeMatchTests {
    /// The successors of all views of the former tree.
    private func successors(
        _ former: String,
        _ new: String,
        _ options: TreeMatch.Options = .addresses
    ) -> [Int?] {
        let (former, new) = (tree(former), tree(new))
        let match = TreeMatch(from: former, to: new, options: options)
        for index in new.indices {
            // Both directions tell the same.
            if let old = match.predecessor(of: index) { #expect(match.successor(of: old) == index) }
        }
        return former.indices.map { match.successor(of: $0) }
    }

    @Test(
        "a tree matches itself view by view",
        arguments: [[], .addresses, .texts, [.addresses, .texts]] as [TreeMatch.Options]
    )
    func itself(options: TreeMatch.Options) {
        for seed in 1...20 as ClosedRange<UInt64> {
            let tree = randomTree(400, seed: seed)
            let match = TreeMatch(from: tree, to: tree, options: options)
            #expect(tree.indices.allSatisfy { match.successor(of: $0) == $0 && match.predecessor(of: $0) == $0 })
            #expect(match.count == tree.count && match.added.isEmpty && match.removed.isEmpty)
        }
    }

    @Test("an address names a view wherever it is, unless another class has it")
    func addresses() {
        let former = "UIWindow @1\n  UIView @2\n    UILabel “Rome” @3\n  UIView @4\n"
        let new = "UIWindow @1\n  UIView @4\n    UILabel “Oslo” @3\n  UIView @2\n"
        #expect(successors(former, new) == [0, 3, 2, 1])
        // Memory that was freed may hold anything.
        #expect(successors("UIWindow @1\n  UIView @2\n", "UIWindow @1\n  UILabel @2\n") == [0, nil])
        #expect(successors(former, new, []) == [0, 1, 2, 3])
    }

    @Test("an identifier that is there once names a view of its class, wherever it is")
    func identifiers() {
        let former = "UIWindow\n  UIView\n    UIButton #save\n  UIView\n"
        let new = "UIWindow\n  UIView\n  UIView\n    UIView\n      UIButton #save\n"
        #expect(successors(former, new)[2] == 4)
        #expect(successors("UIWindow\n  UIButton #a\n", "UIWindow\n  UIButton #b\n") == [0, nil])
        #expect(successors("UIWindow\n  UIButton #a\n", "UIWindow\n  UIButton\n") == [0, 1])
        #expect(
            successors("UIWindow\n  UIButton #a\n  UIButton #a\n", "UIWindow\n  UIButton #a\n  UIButton #a\n") == [
                0, 1, 2,
            ]
        )
    }

    @Test(
        "rows are found by what they hold when others are put before, between and after them, and when they change places"
    )
    func rows() {
        func list(_ cities: String...) -> String {
            "UITableView\n" + cities.map { "  Cell\n    UIView\n    UILabel “\($0)”\n    UILabel “12:00”\n" }.joined()
        }
        #expect(
            successors(list("Rome", "Oslo"), list("Bern", "Rome", "Kyiv", "Oslo", "Riga")) == [
                0, 5, 6, 7, 8, 13, 14, 15, 16,
            ]
        )
        #expect(successors(list("Rome", "Oslo"), list("Oslo", "Rome")) == [0, 5, 6, 7, 8, 1, 2, 3, 4])
        // One that was taken out is not mistaken for one that was put elsewhere.
        #expect(
            successors(list("Rome", "Oslo", "Bern"), list("Kyiv", "Rome", "Bern")).map { $0 ?? -1 }[5...8] == [
                -1, -1, -1, -1,
            ]
        )
        // One of which the words have changed is still the one between the others.
        #expect(successors(list("Rome", "Oslo", "Bern"), list("Rome", "Riga", "Bern")) == Array(0...12))
    }

    @Test("what counts or tells the time is known by its place")
    func numbers() {
        let former = "UIView\n  UILabel “1”\n  UILabel “2”\n  UILabel “Rome”\n"
        let new = "UIView\n  UILabel “2”\n  UILabel “3”\n  UILabel “Rome”\n"
        #expect(successors(former, new) == [0, 1, 2, 3])
        #expect(successors(former, new, .texts) == [0, 1, 2, 3])
    }

    @Test("views are found in another superview")
    func wrapping() {
        let former = "UIWindow\n  UIView\n    UILabel “Rome”\n    UISwitch\n"
        let new = "UIWindow\n  Wrapper\n    UIView\n      UILabel “Rome”\n      UISwitch\n"
        #expect(successors(former, new) == [0, 2, 3, 4])
        #expect(successors(new, former) == [0, nil, 1, 2, 3])
    }

    @Test("with texts, a text that is there once names a view of its class")
    func texts() {
        let former = "UIWindow\n  UIStackView\n    UILabel “Rome”\n  UIStackView\n    UILabel “Oslo”\n"
        let new = "UIWindow\n  UIStackView\n    UILabel “Oslo”\n    UISwitch\n  UIStackView\n    UILabel “Rome”\n"
        #expect(successors(former, new, .texts)[2] == 5)
        #expect(successors(former, new, .texts)[4] == 2)
    }

    @Test("there may be nothing on either side")
    func empty() {
        let some = tree("UIWindow\n  UIView\n")
        #expect(TreeMatch(from: ViewTree(), to: some).added == [0, 1])
        #expect(TreeMatch(from: some, to: ViewTree()).removed == [0, 1])
        let none = TreeMatch(from: ViewTree(), to: ViewTree())
        #expect(none.count == 0 && none.successor(of: 0) == nil && none.predecessor(of: -1) == nil)
    }

    @Test("a hundred thousand siblings, and a chain of as many views, are matched")
    func large() {
        func wide(_ first: Int) -> ViewTree {
            var builder = ViewTreeBuilder()
            builder.append(ViewDescription(className: "UIScrollView", frame: .zero), depth: 0)
            for number in first..<first + 100_000 {
                var view = ViewDescription(className: "Cell", frame: .zero)
                if number % 2 == 0 { view.texts.text = "row \(number)" }
                builder.append(view, depth: 1)
            }
            return builder.build()
        }
        let match = TreeMatch(from: wide(0), to: wide(10))
        #expect(match.successor(of: 11) == 1 && match.successor(of: 99_999) == 99_989)
        var builder = ViewTreeBuilder()
        for depth in 0..<100_000 { builder.append(ViewDescription(className: "UIView", frame: .zero), depth: depth) }
        let chain = builder.build()
        #expect(TreeMatch(from: chain, to: chain).count == 100_000)
    }
}
