import Diagnostics
import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("Detox view hierarchy")
struct DetoxTests {
    private func fixture() throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/orchard-detox.txt")) }

    private func reading(_ views: String) throws -> Dump {
        try Dump.reading("<ViewHierarchy>\n\(views)\n</ViewHierarchy>")
    }

    @Test("generic classes, unescaped values and web pages are read as they were meant")
    func views() throws {
        let dump = try fixture()
        #expect(dump.format == .detox)
        #expect(
            dump.outline == [
                "UIWindow", "._UIHostingView<ModifiedContent<AnyView, Root>>", "..UILabel", "..UIScrollView",
                "...UIButton",
                "..OrchardWebView",
            ]
        )
        let tree = dump.tree
        #expect(
            [2, 4].map { tree.facts(of: $0) } == [
                [
                    "frame 16 75 150 20", "alpha 0.5", "tag 7", "text Cox & \"Gala\" <ripe>", "identifier title",
                    "label Cox & \"Gala\" <ripe> width=\"3\"", "focused=false",
                ],
                ["frame 20 10 335 44", "hidden Yes", "label Pick\nall", "value 1 > 0", "focused=false"],
            ]
        )
        #expect(tree.attribute("html", of: 5)?.hasPrefix("<html><body><p id=\"note\">a ]]> b</p>") == true)
        #expect(dump.findings.isEmpty && dump.device == DumpDevice(width: 375, height: 667))
    }

    @Test("frames are in the superview; alpha, hidden and tag are properties, where they were said")
    func properties() throws {
        let tree = try fixture().tree
        #expect(
            [0, 1, 3].map { tree.facts(of: $0) } == [
                ["frame 0 0 375 667", "identifier detox_temp_", "focused=false"],
                ["frame 0 0 375 667", "identifier root", "focused=false"],
                ["frame 0 120 375 300", "label Vertical scroll bar, 4 pages", "focused=false"],
            ]
        )
        let said = try ["hidden", "tag"].map { name in
            let property = try #require(ViewProperty.named(name))
            return [2, 3].map { tree.says(property, of: $0) }
        }
        #expect(said == [[true, true], [true, false]])
    }

    @Test("identifiers of Detox's own are told")
    func injected() throws {
        let dump = try fixture()
        #expect(dump.tree.identifier(of: 0) == "detox_temp_" && dump.report.contains { $0.code == "lost.identifiers" })
    }

    @Test("numbers that were masked are kept, and told once")
    func masked() throws {
        let view =
            #"<RCTView alpha="1.0" class="RCTView" height="<number>" tag="<number>" visibility="visible" width="<number>" x="<number>" y="<number>" />"#
        let dump = try reading(view + "\n" + view)
        #expect(dump.tree.count == 2 && dump.findings.isEmpty)
        #expect(dump.tree.attribute("height", of: 0) == "<number>")
        #expect(dump.report.contains { $0.code == "lost.numbers" && $0.message.contains("10 numbers") })
        #expect(dump.report.contains { $0.code == "lost.frames" })
    }

    @Test("Android's is well formed, in the window and in pixels")
    func android() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/orchard-detox-android.txt"))
        #expect(dump.outline.last == "..com.facebook.react.views.text.ReactTextView")
        #expect(
            [0, 2].map { dump.tree.facts(of: $0) } == [
                ["frame 0 0 1080 2220", "focused=false"],
                [
                    "frame 40 100 400 60", "hidden Yes", "text Cox & \"Gala\"", "identifier title",
                    "label Cox & \"Gala\"", "visibility=gone", "focused=false",
                ],
            ]
        )
        #expect(dump.report.contains { $0.code == "lost.scale" })
    }

    @Test(
        "values that look like markup end nothing",
        arguments: [
            #"a <b class="c" alpha="d">e</b>"#, #"say "hi""#, "<", ">", "/>", "\" ", "a > b", "x=\"y\"", "]]>", "&amp;",
            "\"", "\">",
        ]
    )
    func values(text: String) throws {
        let dump = try reading(
            #"<UIView alpha="1.0" class="UIView" height="2" label="\#(text)" visibility="visible" width="2" x="1" y="1" />"#
        )
        #expect(dump.outline == ["UIView"])
        #expect(dump.tree.label(of: 0) == text && dump.tree.frame(of: 0) == Rect(x: 1, y: 1, width: 2, height: 2))
    }

    @Test(
        "each name comes once in a tag, however many there are: a second one is text",
        arguments: [3, 15, 16, 17, 60]
    )
    func names(count: Int) throws {
        let names = (1...count).map { "n\($0)=\"\($0)\"" }.joined(separator: " ")
        let dump = try reading(
            "<A class=\"A\" height=\"1\" \(names) label=\"a\" n1=\"b\" n\(count)=\"c\" width=\"2\" x=\"0\" y=\"0\" /><B class=\"B\" n1=\"1\" />"
        )
        #expect(dump.outline == ["A", "B"])
        #expect(dump.tree.label(of: 0) == "a\" n1=\"b\" n\(count)=\"c")
        #expect((1...count).map { dump.tree.attribute("n\($0)", of: 0) } == (1...count).map { "\($0)" })
        #expect(dump.tree.attribute("n1", of: 1) == "1")
    }

    @Test("tags on one line are as good, and attributes that are not known are kept")
    func oneLine() throws {
        let dump = try Dump.reading(
            #"<ViewHierarchy><A<B> class="A<B>" height="1" hint="h" width="1" x="0" y="0"><C class="C" height="1" width="1" x="0" y="0"/></A<B>><D class="D" height="1" width="1" x="0" y="0"></D></ViewHierarchy>"#
        )
        #expect(dump.outline == ["A<B>", ".C", "D"])
        #expect(dump.tree.attribute("hint", of: 0) == "h" && dump.findings.isEmpty)
    }

    @Test("frames that are missing or no numbers, and tags that end nothing, are reported")
    func mistakes() throws {
        let dump = try reading(
            #"<A class="A" height="1" width="1" x="0" y="0"><B class="B" height="nan" width="1" x="0"></C></B></A><D alpha="much" class="D" height="1e308" tag="x" width="1" x="0" y="0" />"#
        )
        #expect(dump.outline == ["A", ".B", "D"])
        #expect(Set(dump.codes) == ["missing.frame", "unbalanced.tags", "unreadable.attribute"])
        #expect(dump.tree.attribute("alpha", of: 2) == "much")
    }

    @Test("a dump that is cut at any byte keeps what stands before")
    func cuts() throws {
        let bytes = try Fixtures.bytes("dumps/orchard-detox.txt")
        var last = 0
        for length in stride(from: 190, to: bytes.count - 17, by: 7) {
            let dump = try DumpReader.read(Array(bytes.prefix(length)))
            #expect(dump.tree.count >= last && dump.codes.contains("broken.document"), "\(length)")
            last = dump.tree.count
        }
        #expect(last == 6)
        let cut = try Dump.reading(#"<ViewHierarchy><A class="A" height="12" width="1"#)
        #expect(cut.tree.attribute("unfinished", of: 0) == #"width="1"#)
        #expect(cut.codes.contains("truncated.line"))
    }

    @Test("an empty hierarchy is refused, many siblings and deep trees are not")
    func sizes() throws {
        let empty = #expect(throws: DumpError.self) {
            try Dump.reading("<?xml version='1.0'?>\n<ViewHierarchy></ViewHierarchy>")
        }
        #expect(empty?.code == .unreadable && empty?.line == 2)
        let view = #"<A class="A" height="1" width="1" x="0" y="0" />"#
        #expect(try reading(String(repeating: view, count: 20_000)).tree.count == 20_000)
        let open = #"<A class="A" height="1" width="1" x="0" y="0">"#
        let deep = try reading(String(repeating: open, count: 200) + String(repeating: "</A>", count: 200))
        #expect(deep.tree.maximumDepth == 199 && deep.report.contains { $0.code == "lost.depth" })
        let error = #expect(throws: DumpError.self) {
            try Dump.reading("<ViewHierarchy>" + String(repeating: open, count: 9), limits: DumpLimits(maximumDepth: 3))
        }
        #expect(error?.code == .tooDeep)
    }
}
