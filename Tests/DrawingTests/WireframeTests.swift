import Diagnostics
import TreeTesting
import FoundationXML
import Testing

@testable import Drawing
@testable import ViewHierarchy

import struct Foundation.Data

@Suite("Wireframe")
struct WireframeTests {
    private func svg(_ tree: ViewTree, _ options: WireframeOptions = WireframeOptions()) -> String {
        let bytes = Wireframe.svg(of: tree, options: options)
        #expect(XMLParser(data: Data(bytes)).parse(), "not well-formed")
        return String(decoding: bytes, as: UTF8.self)
    }

    private func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test("the picture stands alone, is as large as the window and has a title")
    func document() {
        let text = svg(tree((0, view("UIWindow", 0, 0, 375, 667))))
        #expect(
            text.hasPrefix(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 375 667\" width=\"375\" height=\"667\" role=\"img\""
            )
        )
        #expect(text.contains("<title>UIWindow wireframe</title>") && text.hasSuffix("</svg>\n"))
        #expect(!text.contains("style=") && !text.contains("<script"))
        #expect(svg(tree((0, view(0, 0, 1, 1))), WireframeOptions(title: "A & B")).contains("<title>A &amp; B</title>"))
    }

    @Test("texts on panes can be read on the ground of the reader's appearance, and on that of one asked for")
    func inks() {
        let labelled = tree((0, view("UILabel", 0, 0, 200, 40) { $0.text = "Stop" }))
        let dark = "<style>@media (prefers-color-scheme: dark) {\n.f0 { fill: #e3e9f1; fill-opacity: 0.85 }\n"
        let following = svg(labelled)
        #expect(following.contains("<text fill=\"#1d2733\" fill-opacity=\"0.85\" class=\"label f0\""))
        #expect(following.contains(dark))
        for (appearance, ink) in [(Appearance.light, "#1d2733"), (.dark, "#e3e9f1")] {
            var options = WireframeOptions()
            options.appearance = appearance
            let text = svg(labelled, options)
            #expect(text.contains("<text fill=\"\(ink)\" fill-opacity=\"0.85\" class=\"label\""))
            #expect(!text.contains("<style>"))
        }
        #expect(!svg(tree((0, view(0, 0, 100, 100)))).contains("<style>"), "there is no text to colour")
    }

    @Test("each visible view is one pane in window coordinates")
    func panes() {
        let text = svg(
            tree(
                (0, view(0, 0, 100, 100)),
                (1, view(10, 10, 50, 50)),
                (2, view(1.23456, 2, 3, 4)),
                (1, view(0, 0, 10, 10) { $0.isHidden = true }),
                (1, view(200, 0, 10, 10))
            )
        )
        #expect(count("class=\"pane\"", in: text) == 3 && count("vector-effect=\"non-scaling-stroke\"", in: text) == 3)
        #expect(text.contains("data-view=\"2\" x=\"11.235\" y=\"12\" width=\"3\" height=\"4\""))
        #expect(!text.contains("data-view=\"3\"") && !text.contains("data-view=\"4\""))
    }

    @Test("marks are links over the views that have a place, in their shape")
    func marks() {
        var options = WireframeOptions()
        options.marks = [(1, "1"), (2, "2"), (9, "3")].map { view, label in
            WireframeMark(view: view, href: "#v\(view)", label: label, title: "A & B", color: "#b3261e")
        }
        let text = svg(
            tree((0, view(0, 0, 100, 100)), (1, view(10, 10, 50, 50)), (1, view(0, 0, 10, 10) { $0.isHidden = true })),
            options
        )
        #expect(text.contains("role=\"group\"") && !text.contains("role=\"img\""))
        #expect(text.contains("<a class=\"mark\" href=\"#v1\"><title>A &amp; B</title><rect"))
        // A hidden view has a place too; one that is not in the tree has none.
        #expect(count("class=\"mark\"", in: text) == 2 && text.hasSuffix("</a>\n</svg>\n"))
    }

    @Test("a turned view is drawn in its own coordinates")
    func turned() {
        let text = svg(
            tree(
                (0, view(0, 0, 200, 200)),
                (1, view(100, 100, 50, 20) { $0.transform = .quarterTurn }),
                (2, view(5, 5, 5, 5))
            )
        )
        #expect(text.contains("x=\"0\" y=\"0\" width=\"20\" height=\"50\" transform=\"matrix(0 1 -1 0 150 100)\""))
        #expect(text.contains("x=\"0\" y=\"0\" width=\"5\" height=\"5\" transform=\"matrix(0 1 -1 0 145 105)\""))
    }

    @Test("panes that lie exactly on that of their superview are filled once")
    func repeatedPanes() {
        let nested = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 100, 100)),
            (2, view(0, 0, 100, 100)),
            (3, view(0, 0, 100, 99))
        )
        let text = svg(nested)
        #expect(count("class=\"pane\"", in: text) == 4 && count(" fill-opacity=\"0\"", in: text) == 2)
        // What is marked stays marked.
        #expect(count(" fill-opacity=\"0\"", in: svg(nested, WireframeOptions(highlighted: [1]))) == 1)
    }

    @Test("only a clip that cuts something is written")
    func clips() {
        let clip: (inout ViewDescription) -> Void = { $0.clipsToBounds = true }
        let inside = svg(tree((0, view(0, 0, 100, 100)), (1, view(10, 10, 50, 50, clip)), (2, view(0, 0, 50, 50))))
        #expect(!inside.contains("clipPath"))
        let outside = svg(
            tree(
                (0, view(0, 0, 100, 100)),
                (1, view(10, 10, 50, 50, clip)),
                (2, view(0, 0, 60, 50)),
                (1, view(70, 0, 5, 5))
            ),
            WireframeOptions(idPrefix: "a\"b")
        )
        #expect(
            outside.contains(
                "<clipPath id=\"a&quot;b-clip-1\"><rect x=\"10\" y=\"10\" width=\"50\" height=\"50\"/></clipPath>"
            )
        )
        #expect(count("<clipPath", in: outside) == 1)
        let clipped = outside.split(separator: "clip-path=", maxSplits: 1)[1]
        let group = clipped.split(separator: "</g>", maxSplits: 1)
        #expect(group[0].contains("data-view=\"2\"") && group[1].contains("data-view=\"3\""))
    }

    @Test("what a view cuts away does not make its superview cut")
    func nestedClips() {
        let clip: (inout ViewDescription) -> Void = { $0.clipsToBounds = true }
        let text = svg(
            tree(
                (0, view(0, 0, 100, 100)),
                (1, view(0, 0, 80, 80, clip)),
                (2, view(0, 0, 50, 50, clip)),
                (3, view(0, 0, 500, 500))
            )
        )
        #expect(count("<clipPath", in: text) == 1 && text.contains("clip-2"))
    }

    @Test("the window cuts what sticks out of it, and a turned clip always does")
    func windowClip() {
        #expect(svg(tree((0, view(0, 0, 100, 100)), (1, view(50, 50, 100, 10)))).contains("wireframe-clip-0"))
        let turned = tree(
            (0, view(0, 0, 200, 200)),
            (
                1,
                view(50, 50, 50, 50) {
                    $0.transform = .eighthTurn
                    $0.clipsToBounds = true
                }
            ),
            (2, view(0, 0, 10, 10))
        )
        #expect(svg(turned).contains("wireframe-clip-1"))
    }

    @Test("texts are shown where there is room, cut to the view")
    func labels() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view("UILabel", 10, 10, 80, 20) { $0.text = "A<b> & \"c\" 'd'" }),
            (1, view("UIButton", 0, 40, 100, 20) { $0.text = "Stop" }),
            (1, view("UILabel", 0, 60, 30, 20) { $0.text = String(repeating: "long ", count: 10_000) }),
            (1, view("UILabel", 0, 90, 30, 2) { $0.text = "flat" }),
            (1, view("UILabel", 0, 90, 30, 20) { $0.text = "" })
        )
        let text = svg(tree)
        #expect(
            text.contains("x=\"12\" y=\"20\"") && text.contains(">A&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;</text>")
        )
        #expect(text.contains("text-anchor=\"middle\" x=\"50\" y=\"50\" font-size=\"12\">Stop</text>"))
        #expect(count("<text", in: text) == 3 && text.contains("…</text>") && text.utf8.count < 10_000)
        #expect(!svg(tree, WireframeOptions(showsLabels: false)).contains("<text"))
    }

    @Test("a text longer than two hundred characters is cut even where there is room")
    func longLabel() {
        let text = svg(tree((0, view("UILabel", 0, 0, 4000, 20) { $0.text = String(repeating: "ab", count: 150) })))
        #expect(text.contains("ab…</text>") || text.contains("a…</text>") || text.contains("b…</text>"))
    }

    @Test(
        "any text gives well-formed XML",
        arguments: [
            "\u{0}\u{1}\u{b}\u{1f}x", "]]>", "<!--", "a\nb\tc\r\n", "e\u{301}\u{202e}🎉", "\u{7f}\u{85}\u{9f}",
            "&amp;&#0;", "\u{fffe}\u{ffff}x\u{10fffd}",
        ]
    )
    func hostileText(text: String) {
        let view = view(text, 0, 0, 400, 100) { $0.text = text }
        _ = svg(tree((0, view)), WireframeOptions(title: text, idPrefix: text))
        _ = svg(
            tree(
                (0, view),
                (1, view),
                (2, ViewDescription(className: text, frame: Rect(x: 1, y: 1, width: 900, height: 900)))
            )
        )
    }

    @Test("highlighted views stand out")
    func highlight() {
        let text = svg(tree((0, view(0, 0, 10, 10)), (1, view(1, 1, 5, 5))), WireframeOptions(highlighted: [1, 99]))
        #expect(count("class=\"pane highlighted\" data-view=\"1\"", in: text) == 1)
        #expect(count("class=\"pane\"", in: text) == 1)
    }

    @Test("one view's picture is upright and begins at its bounds")
    func subtree() {
        let tree = tree(
            (0, view(0, 0, 200, 200)),
            (
                1,
                view(50, 50, 50, 20) {
                    $0.transform = .quarterTurn
                    $0.contentOffset = Point(x: 0, y: 30)
                }
            ),
            (2, view(0, 30, 20, 5))
        )
        let text = svg(tree, WireframeOptions(view: 1))
        #expect(
            text.contains("viewBox=\"0 30 20 50\"") && !text.contains("matrix") && !text.contains("data-view=\"0\"")
        )
        let none = svg(tree, WireframeOptions(view: 9))
        #expect(!none.contains("<rect"))
    }

    @Test("a screenshot lies as wide as the screen, turned where it was taken so, and a screen draws nothing over it")
    func screenshot() {
        var options = WireframeOptions()
        options.screenshot = .init(href: "data:image/png;base64,AAAA", size: Size(width: 200, height: 400))
        let upright = tree((0, view("UIWindow", 0, 0, 100, 200)), (1, view("UILabel", 0, 0, 50, 50)))
        let panes = svg(upright, options)
        #expect(
            panes.contains("<image class=\"screenshot\"") && panes.contains("transform=\"matrix(0.5 0 0 0.5 0 0)\"")
        )
        #expect(count("class=\"pane\"", in: panes) == 2)
        options.style = .screen
        #expect(count("class=\"view\"", in: svg(upright, options)) == 0)
        let lying = svg(tree((0, view("UIWindow", 0, 0, 200, 100))), options)
        #expect(lying.contains("transform=\"matrix(0 0.5 -0.5 0 200 0)\""))
    }

    @Test("a picture with too many views says so")
    func limit() {
        var builder = ViewTreeBuilder()
        builder.append(view(0, 0, 10, 10), depth: 0)
        for _ in 0..<10 { builder.append(view(0, 0, 50, 50), depth: 1) }
        let tree = builder.build()
        let cut = svg(tree, WireframeOptions(maximumViews: 5))
        #expect(
            count("class=\"pane\"", in: cut) == 5
                && cut.contains("<!-- More views than the limit of 5 are left out. -->")
        )
        #expect(!svg(tree, WireframeOptions(maximumViews: 11)).contains("<!--"))
        #expect(count("<rect class", in: svg(tree, WireframeOptions(maximumViews: 0))) == 0)
    }

    @Test("opacities of superviews multiply, and faint views stay discernible")
    func opacity() {
        let text = svg(
            tree(
                (0, view(0, 0, 10, 10)),
                (1, view(0, 0, 9, 9) { $0.alpha = 0.5 }),
                (2, view(0, 0, 8, 8) { $0.alpha = 0.5 }),
                (3, view(0, 0, 7, 7) { $0.alpha = 0.01 }),
                (1, view(0, 0, 6, 6) { $0.alpha = .nan })
            )
        )
        #expect(count("opacity=\"0.5\"/>", in: text) == 1 && count("opacity=\"0.25\"/>", in: text) == 1)
        #expect(count("opacity=\"0.1\"/>", in: text) == 1 && count("<rect class=\"pane\"", in: text) == 5)
    }

    @Test("several windows lie on top of one another, those without a place left out")
    func windows() {
        let tree = tree((0, view(0, 0, 100, 50)), (0, view(.nan, 0, 9, 9)), (0, view(0, 0, 50, 200)))
        #expect(svg(tree).contains("viewBox=\"0 0 100 200\""))
        #expect(svg(ViewTree()).contains("viewBox=\"0 0 1 1\""))
        #expect(svg(self.huge).contains("<rect"))
    }

    private var huge: ViewTree { tree((0, view(0, 0, 1e300, 1e300)), (1, view(1e299, -1e300, 1e300, 1e307))) }

    @Test("a deep chain of clips nests no deeper than XML readers accept")
    func deep() {
        let deep = chain(100_000, of: view(1, 0, 1e6, 10) { $0.clipsToBounds = true })
        let text = svg(deep)
        #expect(count("<clipPath", in: text) == 64)
    }

    @Test(
        "lines with letters that the reader has no font for are bars whose titles have the words",
        arguments: DrawingStyle.allCases
    )
    func missingLetters(style: DrawingStyle) {
        let words = tree(
            (0, view("UIView", 0, 0, 200, 60)),
            (1, view("UILabel", 0, 0, 200, 20) { $0.text = "漢字 & Kana" }),
            (1, view("UILabel", 0, 20, 200, 20) { $0.text = "Latin" })
        )
        var options = WireframeOptions()
        options.style = style
        #expect(count("<text", in: svg(words, options)) == 2)
        options.missing = LetterRanges([0x4E00...0x9FFF])
        let text = svg(words, options)
        #expect(count("<text", in: text) == 1 && text.contains("><title>漢字 &amp; Kana</title></rect>"))
    }
}
