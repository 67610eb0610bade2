import Testing

@testable import Drawing
@testable import ViewHierarchy

/// An element of a test tool.
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

/// Elements, and what is drawn for them.
struct ElementKind: Sendable, CustomTestStringConvertible {
    var name: String
    var views: [ViewDescription]
    var texts: [String]
    var guess: String
    var testDescription: String { name }
}

private let kinds: [ElementKind] = [
    ElementKind(
        name: "a row with a switch",
        views: [element("Other", 0, 100, 390, 60, label: "Lid, On")],
        texts: ["Lid"],
        guess: "look: a row with a switch"
    ),
    ElementKind(
        name: "a row of two lines",
        views: [element("Button", 0, 100, 390, 80, label: "Salt, a pinch")],
        texts: ["Salt", "a pinch"],
        guess: "text: a title and what is below"
    ),
    ElementKind(
        name: "icons",
        views: (0..<3).map { element("Button", 20 + 90 * Double($0), 100, 64, 86, label: "App \($0)") },
        texts: ["App 0", "App 1", "App 2"],
        guess: "image: placeholder"
    ),
    ElementKind(
        name: "a square button with a word for a picture",
        views: [element("Button", 16, 100, 44, 44, label: "Back")],
        texts: [],
        guess: "image: chevron.left"
    ),
    ElementKind(
        name: "a mark",
        views: [element("Button", 16, 100, 24, 24, label: nil, value: "1")],
        texts: [],
        guess: "look: a round mark"
    ),
    ElementKind(
        name: "a heading",
        views: [element("Other", 16, 100, 200, 20.5, label: "Spices", ["role": "AXHeading"])],
        texts: ["Spices"],
        guess: "weight: 600"
    ),
    ElementKind(
        name: "the island",
        views: [element("Other", 132, 14, 126, 37, label: "Nothing there")],
        texts: [],
        guess: "look: island"
    ),
    ElementKind(
        name: "the words of an element that the next one says again",
        views: [
            element("Other", 100, 600, 126, 30, label: "Page 2 of 2"),
            element("Other", 136, 605, 54, 20.5, label: "Search"),
        ],
        texts: ["Search"],
        guess: "font: system, 17"
    ),
    ElementKind(
        name: "the keys of a keyboard",
        views: "QWERTYUIOP".enumerated().map { element("Button", 1 + 39 * Double($0), 600, 38, 54, label: String($1)) },
        texts: "QWERTYUIOP".map { String($0) },
        guess: "background: a keyboard"
    ),
]

@Suite("Drawing of the elements of test tools")
struct ElementDrawingTests {
    private let app = look("XCUIElementTypeApplication", 0, 0, 390, 844)

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

    /// A screen of settings as a test tool lists it: what is no text is said not to be seen, and the list comes after the bar.
    private var settings: [(depth: Int, view: ViewDescription)] {
        let (seen, unseen): (KeyValuePairs<String, String>, KeyValuePairs<String, String>) = (
            ["visible": "true"], ["visible": "false"]
        )
        func row(_ y: Double, _ title: String, _ detail: String? = nil) -> [(depth: Int, view: ViewDescription)] {
            [
                (2, element("Cell", 0, y, 375, 44, label: title, seen)), (3, element("Other", 0, 43, 375, 1, seen)),
                (3, element("Image", 16, 7, 29, 30, unseen)),
                (3, element("StaticText", 60, 12, 100, 21, label: title, seen)),
                (3, element("Button", 348, 15, 11, 14, label: "chevron", unseen)),
            ] + (detail.map { [(3, element("StaticText", 310, 12, 30, 21, label: $0, seen))] } ?? [])
        }
        return [
            (0, look("XCUIElementTypeApplication", 0, 0, 375, 667, seen)),
            (1, element("NavigationBar", 0, 20, 375, 44, seen)),
            (2, element("Button", 0, 0, 92, 44, label: "Kitchen", seen)),
            (2, element("StaticText", 137, 12, 101, 21, label: "Spices", seen)),
            (1, element("Table", 0, 0, 375, 667, seen)), (2, element("Other", 0, 99, 375, 38, label: "HOT", seen)),
        ] + row(137, "Pepper", "On") + row(181, "Chilli")
            + [(2, element("Other", 0, 242, 375, 38, label: "SWEET", seen))] + row(280, "Sugar")
    }

    @Test("a list in sections is one: a grey ground under the bar, white rows, small grey headings, pictures, chevrons")
    func settingsScreen() throws {
        let it = try DrawingCase(file: "32-settings", settings)
        let (ground, row) = (SystemColor.groupedBackground, SystemColor.groupedCell)
        #expect(
            it.fills.first?.color == ground && it.fills.filter { $0.color == ground }.count == 1,
            "the screen's alone"
        )
        #expect(it.fills.filter { $0.color == row }.count == 3)
        #expect(it.fills.filter { $0.color == SystemColor.separator }.count == 3, "those of the list, and no others")
        #expect(it.paths.filter { $0.path == "M0 -5L5 0L0 5" }.count == 3)
        let grey = it.runs.filter { $0.color == SystemColor.secondaryLabel }
        #expect(grey.map(\.text) == ["HOT", "On", "SWEET"] && grey[0].size == 13)
        #expect(it.runs[0].text == "Kitchen" && it.runs[0].origin.x == 27 && it.runs[1].weight == 600)
        #expect(
            it.guesses.contains("background: grouped background")
                && it.guesses.contains("background: row of a grouped list")
        )
    }

    @Test("rows that do not keep apart are a plain list, on the ground of the screen")
    func plainList() {
        let it = DrawingCase(
            (0, app),
            (1, element("Table", 0, 100, 390, 700)),
            (2, element("Cell", 0, 0, 390, 44, label: "Salt")),
            (2, element("Cell", 0, 44, 390, 44, label: "Sugar"))
        )
        #expect(it.fills.filter { $0.color != SystemColor.separator }.map(\.color) == [SystemColor.systemBackground])
        #expect(it.runs.map(\.origin.x) == [20, 20])
    }

    @Test("what is called by a tool alone is drawn as its place and size say", arguments: kinds)
    func kind(_ kind: ElementKind) {
        let views: [(depth: Int, view: ViewDescription)] = [(0, app), (1, element("Other", 0, 0, 390, 844))]
        let it = DrawingCase(views + kind.views.map { (2, $0) })
        #expect(it.runs.map(\.text) == kind.texts, "\(kind.name)")
        #expect(it.guesses.contains(kind.guess), "\(kind.name): \(it.guesses)")
    }

    @Test("a group at the top with a heading in its middle and buttons at its sides is a navigation bar")
    func unnamedBar() {
        let it = DrawingCase(
            (0, app),
            (1, element("Group", 0, 47, 390, 56)),
            (2, element("Button", 8, 13, 60, 30, label: "Back")),
            (2, element("Other", 165, 18, 60, 20, label: "Spices", ["role": "AXHeading"])),
            (2, element("Button", 340, 13, 40, 30, label: "Edit"))
        )
        #expect(it.runs.map(\.weight) == [400, 600, 400] && it.guesses.contains("image: chevron"))
    }

    @Test("an alert has lines between its buttons; a button as high as its row at its end is shown by a swipe")
    func actions() {
        let alert = DrawingCase(
            (0, app),
            (1, element("Alert", 60, 300, 270, 138)),
            (2, element("StaticText", 16, 20, 238, 20, label: "Delete this list?")),
            (2, element("Button", 0, 94, 135, 44, label: "Cancel")),
            (2, element("Button", 135, 94, 135, 44, label: "Delete"))
        )
        #expect(alert.fills.filter { $0.color == SystemColor.separator }.count == 3)
        #expect(alert.runs.suffix(2).map(\.size) == [17, 17])
        let swiped = DrawingCase(
            (0, app),
            (1, element("Table", 0, 100, 390, 700)),
            (2, element("Cell", 0, 0, 390, 60)),
            (3, element("StaticText", -60, 20, 60, 20, label: "Salt")),
            (3, element("Button", 310, 0, 80, 60, label: "Delete"))
        )
        #expect(swiped.fills.last { $0.rect.size.height == 60 }?.color == SystemColor.systemRed)
        #expect(swiped.runs.last?.color == .white)
    }

    @Test("days of a row whose names have no room show their numbers, also where a month ends")
    func days() {
        func row(_ names: [String], width: Double = 50) -> [String] {
            let cells = names.enumerated().map {
                (
                    1,
                    look(
                        "XCUIElementTypeButton",
                        Double($0) * width,
                        0,
                        width,
                        40,
                        change: { [name = $1] in $0.label = name }
                    )
                )
            }
            return DrawingCase([(0, look("XCUIElementTypeScrollView", 0, 0, 390, 40))] + cells).runs.map(\.text)
        }
        let names = (29...35).map { "Monday, \($0 > 31 ? "April" : "March") \($0 > 31 ? $0 - 31 : $0), 2026" }
        #expect(row(names) == ["29", "30", "31", "1", "2", "3", "4"])
        #expect(row((10...14).map { "12月\($0)日 日曜日" }) == ["10", "11", "12", "13", "14"])
        #expect(!row((1...4).map { "Monday, March \($0)" }).contains("1"), "four are no week")
        #expect(
            !row(["A long name 1", "A long name 7", "A long name 3", "A long name 9", "A long name 2"]).contains("7")
        )
    }

    @Test("the button that leads back has its corner beside the housing of a phone that is held sideways")
    func backSideways() {
        func corner(_ width: Double, _ height: Double, at x: Double) -> [Point] {
            let it = DrawingCase(
                (0, look("XCUIElementTypeApplication", 0, 0, width, height)),
                (1, look("XCUIElementTypeNavigationBar", 0, 0, width, 44)),
                (2, look("XCUIElementTypeButton", x, 0, 89, 44) { $0.label = "General" })
            )
            return it.primitives.compactMap { if case .path(_, let origin, _, _, _, _) = $0 { origin } else { nil } }
        }
        #expect(
            corner(390, 844, at: 0) == [Point(x: 8, y: 11.5)] && corner(844, 390, at: 47) == corner(390, 844, at: 0)
        )
        #expect(corner(390, 844, at: 47).isEmpty)
    }

    @Test("keys that write nothing are known by their names in any language")
    func keyNames() {
        func fill(_ name: String) -> DynamicColor? {
            DrawingCase((0, look("XCUIElementTypeKey", 0, 0, 60, 54) { $0.label = name })).fills.first?.color
        }
        #expect(fill("削除") == fill("delete") && fill("次のキーボード") == fill("shift") && fill("delete") != fill("a"))
        #expect(fill("検索") == fill("search") && fill("search") == SystemColor.systemBlue && fill("あ") == fill("a"))
    }

    @Test("buttons of bars with the words of the system's own show pictures, in any language")
    func barItems() {
        for (word, isPicture) in [("追加", true), ("Suchen", true), ("Add", true), ("Sort", false)] {
            let button = look("XCUIElementTypeButton", 340, 0, 42, 44) { $0.label = word }
            let it = DrawingCase((0, look("XCUIElementTypeNavigationBar", 0, 47, 390, 44)), (1, button))
            #expect(it.runs.isEmpty == isPicture, "\(word)")
        }
    }

    @Test(
        "what lies mostly beyond what scrolls it is not drawn; a word is not cut; the like of a chosen mark is not chosen"
    )
    func edges() {
        func label(_ y: Double) -> ViewDescription {
            look("XCUIElementTypeStaticText", 0, y, 200, 40) { $0.label = "Row" }
        }
        let scrolled = DrawingCase(
            (0, look("XCUIElementTypeApplication", 0, 0, 390, 844)),
            (1, look("XCUIElementTypeScrollView", 0, 100, 390, 400)),
            (2, label(-30)),
            (2, label(-10)),
            (2, label(390))
        )
        #expect(scrolled.drawings.map { $0.primitives.isEmpty } == [false, true, true, false, true])
        let narrow = look("XCUIElementTypeStaticText", 52, 0, 28, 21) { $0.label = "Male" }
        #expect(DrawingCase((0, narrow)).runs.map(\.text) == ["Male"])
        let marks = DrawingCase(
            (0, look("XCUIElementTypeOther", 0, 0, 300, 45)),
            (1, look("XCUIElementTypeButton", 16, 10, 24, 25, value: "1")),
            (1, look("XCUIElementTypeButton", 100, 10, 25, 25)),
            (1, look("XCUIElementTypeButton", 100, 200, 25, 25))
        )
        #expect(
            marks.drawings.map { $0.guesses.contains { $0.value == "a round mark" } } == [false, true, true, false]
        )
    }
}
