import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("TreeText")
struct TreeTextTests {
    @Test("one line per view: indent, class, id, frame, text")
    func lines() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 375, 667)),
            (1, view("UILabel", 16, 20.5, 343, 1.0 / 3) { $0.text = "World Clock" }),
            (2, view("App.View", -1, .infinity, .nan, 1e20))
        )
        #expect(
            TreeText.text(of: tree) == """
                UIWindow 0 (0 0; 375 667)
                  UILabel 1 (16 20.5; 343 0.333) "World Clock"
                    App.View 2 (-1 inf; nan 1e+20)

                """
        )
    }

    @Test("a mangled class stands as Swift writes it, with the name that the dump has behind it")
    func mangled() {
        let text = TreeText.text(of: tree((0, view("_TtC7Orchard4Tree$1f2e", 0, 0, 1, 1))))
        #expect(text == "Orchard.Tree [_TtC7Orchard4Tree$1f2e] 0 (0 0; 1 1)\n")
    }

    @Test("a view stays on one line, and control characters do not reach a terminal")
    func escapes() {
        let tree = tree((0, view("A\nB", 0, 0, 1, 1) { $0.text = "a\n\r\t\"\\\u{1b}[31m\u{2028}é🎉" }))
        #expect(TreeText.text(of: tree) == #"A\nB 0 (0 0; 1 1) "a\n\r\t\"\\\u{1b}[31m\u{2028}é🎉""# + "\n")
    }

    @Test("neither do controls of C1 and of the direction of text")
    func steering() {
        let text = TreeText.text(of: tree((0, view("a\u{9b}2J\u{202e}b\u{200f}", 0, 0, 1, 1))))
        #expect(text == #"a\u{9b}2J\u{202e}b\u{200f} 0 (0 0; 1 1)"# + "\n")
    }

    @Test("a list of views keeps its order; unknown indexes are left out")
    func list() {
        let tree = tree((0, view("A", 0, 0, 1, 1)), (1, view("B", 0, 0, 1, 1)))
        #expect(TreeText.text(of: tree, indexes: [1, 7, -1, 0]) == "  B 1 (0 0; 1 1)\nA 0 (0 0; 1 1)\n")
        #expect(TreeText.text(of: ViewTree()) == "")
    }

    @Test("below a hundred levels the depth is written out, so that text grows with the views only")
    func deep() {
        let text = TreeText.text(of: chain(20_000, of: view("A", 0, 0, 1, 1)))
        #expect(text.utf8.count < 20_000 * 240)
        #expect(text.hasSuffix(String(repeating: " ", count: 200) + "[19999] A 19999 (0 0; 1 1)\n"))
    }

    @Test(
        "numbers are rounded to thousandths and lose their zeros",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (-0.0004, "0"), (-0.0005, "-0.001"), (0.05, "0.05"), (1000.1, "1000.1"),
            (0.9996, "1"), (99.0099, "99.01"), (123456.7891, "123456.789"), (-3e9, "-3000000000"), (1e-300, "0"),
        ]
    )
    func numbers(value: Double, text: String) {
        let tree = tree((0, view("A", value, 0, 1, 1)))
        #expect(TreeText.text(of: tree) == "A 0 (\(text) 0; 1 1)\n")
    }
}
