import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Drawing of the elements of test tools")
struct ElementDrawingTests {
    private let app = look("XCUIElementTypeApplication", 0, 0, 390, 844)

    private func element(
        _ type: String,
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        label: String? = nil,
        value: String? = nil,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) -> ViewDescription {
        look("XCUIElementType" + type, x, y, width, height, value: value, attributes) { $0.label = label }
    }

    @Test("what the tool cannot see is not drawn; what is inside it may be")
    func unseen() {
        let it = DrawingCase(
            (0, app),
            (1, element("Other", 0, 0, 390, 400, label: "Pane", ["isVisible": "0"])),
            (2, element("StaticText", 16, 20, 60, 20, label: "Salt", ["isVisible": "1"])),
            (2, element("StaticText", 16, 60, 60, 20, label: "Sugar", ["isVisible": "0"]))
        )
        #expect(it.runs.map(\.text) == ["Salt"])
    }

    @Test("a tool that sees nothing at all has not looked")
    func unlooked() {
        let it = DrawingCase((0, app), (1, element("StaticText", 16, 20, 60, 20, label: "Salt", ["visible": "false"])))
        #expect(it.runs.map(\.text) == ["Salt"])
    }

    @Test("an element's words are shown once, by the innermost that has them")
    func once() {
        let it = DrawingCase(
            (0, app),
            (1, element("Cell", 0, 100, 390, 44, label: "Salt, 5 g")),
            (2, element("StaticText", 16, 12, 60, 20, label: "Salt")),
            (2, element("StaticText", 300, 12, 60, 20, label: "5 g"))
        )
        #expect(it.runs.map(\.text) == ["Salt", "5 g"])
    }

    @Test("only the outermost element is a ground, so that an empty window hides nothing")
    func ground() {
        let it = DrawingCase(
            (0, app),
            (1, element("StaticText", 16, 20, 60, 20, label: "Salt")),
            (1, element("Window", 0, 0, 390, 844))
        )
        #expect(it.fills.count == 1 && it.fills.first?.rect.size == Size(width: 390, height: 844))
    }

    @Test("the outermost element of a tool that tells no types is a ground too")
    func untyped() {
        let it = DrawingCase(
            (0, element("Other", 0, 0, 390, 844, label: "Kitchen")),
            (1, element("Other", 16, 20, 200, 20, label: "Salt"))
        )
        #expect(it.fills.count == 1 && it.runs.map(\.text) == ["Salt"])
    }

    @Test("an empty field's value is its placeholder, which is grey")
    func placeholder() {
        let empty = DrawingCase(
            (0, element("TextField", 16, 20, 200, 34, value: "Minutes", ["placeholderValue": "Minutes"]))
        )
        #expect(empty.runs.map(\.text) == ["Minutes"] && empty.runs.first?.color == SystemColor.tertiaryLabel)
        let typed = DrawingCase((0, element("TextField", 16, 20, 200, 34, value: "5", ["placeholderValue": "Minutes"])))
        #expect(typed.runs.map(\.text) == ["5"] && typed.runs.first?.color == SystemColor.label)
    }

    @Test("the selected item of a tab bar has the tint")
    func tabs() {
        let it = DrawingCase(
            (0, app),
            (1, element("TabBar", 0, 761, 390, 83)),
            (2, element("Button", 0, 0, 195, 49, label: "Boil", value: "1")),
            (2, element("Button", 195, 0, 195, 49, label: "Fry", ["traits": "Button"]))
        )
        #expect(it.runs.map(\.text) == ["Boil", "Fry"])
        #expect(it.runs.first?.color.lightText == "#007aff" && it.runs.last?.color.lightText == "#999999")
    }

    @Test("the selected segment is the one that says so")
    func segments() {
        let it = DrawingCase(
            (0, app),
            (1, element("SegmentedControl", 16, 20, 200, 32)),
            (2, element("Button", 0, 0, 100, 32, label: "Low", ["selected": "false"])),
            (2, element("Button", 100, 0, 100, 32, label: "High", ["selected": "true"]))
        )
        #expect(it.fills.contains { $0.rect.minX == 102 && $0.color.lightText == "#ffffff" })
        #expect(it.runs.map(\.weight) == [500, 600])
    }

    @Test("a switch that is a whole row stands at its end, after its name")
    func wideSwitch() {
        let it = DrawingCase((0, element("Switch", 0, 0, 358, 44, label: "Lid", value: "1")))
        #expect(it.runs.map(\.text) == ["Lid"])
        #expect(it.fills.first?.rect == Rect(x: 291, y: 6.5, width: 51, height: 31))
        #expect(it.fills.first?.color == SystemColor.systemGreen)
    }

    @Test(
        "the page is read in any language",
        arguments: [("page 2 of 5", 1, 5), ("第2页（共5页）", 1, 5), ("5ページ中2ページ目", 1, 5)]
    )
    func pages(value: String, current: Int, count: Int) {
        let it = DrawingCase((0, element("PageIndicator", 0, 0, 200, 28, value: value)))
        let colors = it.primitives.compactMap { primitive in
            switch primitive {
            case .rect(_, _, let fill?, _, _): fill
            case .path(_, _, _, let fill?, _, _): fill
            default: nil
            }
        }
        #expect(colors.count == count && colors.firstIndex(of: SystemColor.label) == current)
    }

    @Test("scroll bars are not drawn, whatever they are called")
    func scrollBars() {
        let it = DrawingCase(
            (0, app),
            (1, element("Other", 360, 100, 30, 600, label: "Vertical scroll bar, 2 pages", value: "0%"))
        )
        #expect(it.runs.isEmpty)
    }

    @Test("words that do not fit into an element stand for a picture")
    func pictures() {
        let it = DrawingCase((0, app), (1, element("Button", 16, 20, 30, 30, label: "Share this recipe with friends")))
        #expect(it.runs.isEmpty && it.guesses.contains("content: placeholder"))
    }

    @Test("what lies outside of its cell belongs to a row off the screen")
    func outsideOfCell() {
        let it = DrawingCase(
            (0, app),
            (1, element("Cell", 0, 900, 390, 44)),
            (2, element("StaticText", 0, -900, 60, 20, label: "Salt"))
        )
        #expect(it.runs.isEmpty)
    }

    @Test("a dump of elements says how its views look")
    func saysLooks() {
        #expect(ScreenDrawing.saysLooks(DrawingCase((0, app)).tree))
        #expect(!ScreenDrawing.saysLooks(DrawingCase((0, look("UIView", 0, 0, 9, 9))).tree))
    }
}
