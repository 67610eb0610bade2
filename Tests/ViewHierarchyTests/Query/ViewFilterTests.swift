import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("ViewFilter")
struct ViewFilterTests {
    private let sample = tree(
        (0, view("UIWindow", 0, 0, 1, 1) { $0.address = "0x00007F8A10" }),
        (
            1,
            view("UIButton", 0, 0, 1, 1) {
                $0.text = "Stop watch"
                $0.tag = 7
                $0.identifier = "stop"
            }
        ),
        (2, view("UIButtonLabel", 0, 0, 1, 1) { $0.text = "STOPWATCH CAFE\u{301}" }),
        (
            1,
            view("App.Button", 0, 0, 1, 1) {
                $0.isHidden = true
                $0.address = "not hexadecimal"
            }
        ),
        (0, view("UIView", 0, 0, 1, 1) { $0.address = "0x0" })
    )

    private func indexes(_ change: (inout ViewFilter) -> Void) -> [Int] {
        var filter = ViewFilter()
        change(&filter)
        return (try? filter.indexes(in: sample)) ?? []
    }

    @Test("without conditions every view passes")
    func empty() { #expect(indexes { _ in } == [0, 1, 2, 3, 4]) }

    @Test(
        "a class is exact or a pattern",
        arguments: [
            ("UIButton", [1]), ("UIButton*", [1, 2]), ("*Button", [1, 3]), ("*Button*", [1, 2, 3]),
            ("*", [0, 1, 2, 3, 4]),
            ("U*I*n*", [0, 1, 2]), ("uibutton", []), ("", []), ("UIWindow*UIWindow", []), ("UI**View", [4]),
            ("*t*t*L*", [2]),
            ("UIWin*ndow", []), ("*I*I*", []),
        ]
    )
    func className(pattern: String, expected: [Int]) { #expect(indexes { $0.className = pattern } == expected) }

    @Test("a mangled class is found by either name", arguments: ["_TtC7Orchard4Tree", "Orchard.Tree", "*Tree"])
    func mangled(pattern: String) throws {
        var filter = ViewFilter()
        filter.className = pattern
        #expect(try filter.indexes(in: tree((0, view("_TtC7Orchard4Tree", 0, 0, 1, 1)))) == [0])
    }

    @Test(
        "a text is found in any case, and however its accents are written",
        arguments: [
            ("stop", [1, 2]), ("STOP W", [1]), ("café", [2]), ("cafe", []), ("", [1, 2]), ("watch", [1, 2]),
            ("watchx", []),
            ("opst", []),
        ]
    )
    func text(part: String, expected: [Int]) { #expect(indexes { $0.text = part } == expected) }

    @Test("a search goes on after a false start")
    func falseStart() throws {
        let tree = tree((0, view("A", 0, 0, 1, 1) { $0.text = "aaab ababac" }))
        for part in ["aab", "ababac", "b ab", "aaab ababac"] {
            var filter = ViewFilter()
            filter.text = part
            #expect(try filter.indexes(in: tree) == [0])
        }
    }

    @Test(
        "addresses are compared as numbers, others as text",
        arguments: [
            ("0x7f8a10", [0]), ("7F8A10", [0]), ("0X0000000000000007f8a10", [0]), ("0x0", [4]),
            ("not hexadecimal", [3]),
            ("7f8a1", []), ("-7f8a10", []), ("", []), ("0x", []),
        ]
    )
    func address(address: String, expected: [Int]) { #expect(indexes { $0.address = address } == expected) }

    @Test("identifier, tag, hidden, depth and root")
    func others() {
        #expect(indexes { $0.identifier = "stop" } == [1] && indexes { $0.identifier = "Stop" }.isEmpty)
        #expect(indexes { $0.tag = 7 } == [1] && indexes { $0.tag = 0 } == [0, 2, 3, 4])
        #expect(indexes { $0.isHidden = true } == [3] && indexes { $0.isHidden = false } == [0, 1, 2, 4])
        #expect(indexes { $0.maximumDepth = 0 } == [0, 4] && indexes { $0.maximumDepth = 1 } == [0, 1, 3, 4])
        #expect(indexes { $0.maximumDepth = -1 }.isEmpty)
        #expect(indexes { $0.root = 1 } == [1, 2] && indexes { $0.root = 9 }.isEmpty)
        #expect(indexes { $0.superview = 0 } == [1, 3] && indexes { $0.superview = 4 }.isEmpty)
    }

    @Test("all conditions must hold")
    func combination() {
        #expect(
            indexes {
                $0.className = "*Button*"
                $0.text = "stop"
                $0.root = 0
                $0.maximumDepth = 1
            } == [1]
        )
    }
}

@Suite("Tags and descendants")
struct TagTests {
    /// 0 holds 1 and 3; 1 holds 2. 4 is another root.
    private let views = tree(
        (0, view(0, 0, 9, 9) { $0.tag = 1 }),
        (1, view(0, 0, 9, 9)),
        (2, view(0, 0, 9, 9) { $0.tag = 7 }),
        (1, view(0, 0, 9, 9) { $0.tag = 7 }),
        (0, view(0, 0, 9, 9) { $0.tag = -3 })
    )

    @Test("the receiver itself comes first, then depth first from back to front")
    func order() {
        #expect(views.viewWithTag(1, in: 0) == 0)
        #expect(views.viewWithTag(7, in: 0) == 2)
        #expect(views.viewWithTag(7, in: 3) == 3)
    }

    @Test("only the receiver and what is below it is searched; without one, all roots")
    func range() {
        #expect(views.viewWithTag(1, in: 1) == nil)
        #expect(views.viewWithTag(-3, in: 0) == nil)
        #expect(views.viewWithTag(-3) == 4 && views.viewWithTag(7) == 2)
        #expect(views.viewWithTag(1, in: 9) == nil && views.viewWithTag(8) == nil)
    }

    @Test("a view without a tag of its own has the tag 0")
    func zero() {
        #expect(views.viewWithTag(0, in: 0) == 1)
        #expect(views.viewWithTag(0, in: 1) == 1)
        #expect(views.viewWithTag(0, in: 4) == nil)
    }

    @Test("a view is a descendant of itself and of its superviews, of no other")
    func descendants() {
        #expect(views.isDescendant(2, of: 2) && views.isDescendant(2, of: 1) && views.isDescendant(2, of: 0))
        #expect(!views.isDescendant(1, of: 2) && !views.isDescendant(3, of: 1) && !views.isDescendant(4, of: 0))
        #expect(!views.isDescendant(9, of: 0) && !views.isDescendant(0, of: 9) && !views.isDescendant(-1, of: -1))
    }
}
