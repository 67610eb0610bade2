import TreeTesting
import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Drawing of controls")
struct ControlDrawingTests {
    private let root = view("UIView", 0, 0, 375, 667)
    private let green = SystemColor.systemGreen

    private func toggle(_ file: String, knobAt x: Double) throws -> DrawingCase {
        try DrawingCase(
            file: file,
            (0, look("UISwitch", 300, 6, 51, 31)),
            (1, look("UISwitchModernVisualElement", 0, 0, 51, 31)),
            (2, look("UIView", 0, 0, 51, 31)),
            (2, look("UIImageView", x, -3, 43, 43))
        )
    }

    @Test("the place of its knob tells whether a switch is on")
    func knob() throws {
        let off = try toggle("11-switch-off", knobAt: -6)
        #expect(off.fills.map(\.color) == [SystemColor.secondarySystemFill, .white] && off.fills[1].rect.minX == 2)
        let on = try toggle("11-switch-on", knobAt: 14)
        #expect(
            on.fills.map(\.color) == [green, .white] && on.fills[1].rect == Rect(x: 22, y: 2, width: 27, height: 27)
        )
        #expect(on.guesses == ["state: on", "system: iOS 13 to 17"])
    }

    @Test("a switch of a test tool whose value is 1 is on")
    func element() throws {
        let it = try DrawingCase(
            file: "12-switch-element",
            (0, look("XCUIElementTypeSwitch", 300, 6, 51, 31, value: "1"))
        )
        #expect(it.fills.first?.color == green && it.guesses == ["system: iOS 13 to 17"])
    }

    @Test("a switch of 63 by 28 has a wide knob")
    func wide() throws {
        let it = try DrawingCase(file: "13-switch-wide", (0, look("UISwitch", 300, 6, 63, 28, ["on": "YES"])))
        #expect(it.screen.isModern && it.fills[1].rect == Rect(x: 24, y: 2, width: 37, height: 24))
    }

    @Test("a larger frame stretches the track of a switch and leaves its knob as it is")
    func stretched() {
        let it = DrawingCase((0, look("UISwitch", 0, 0, 80, 50, ["on": "NO"])))
        #expect(
            it.fills[0].rect.size == Size(width: 80, height: 50) && it.fills[1].rect.size == Size(width: 27, height: 27)
        )
    }

    @Test("the thumb of a slider tells its value")
    func slider() throws {
        let it = try DrawingCase(
            file: "14-slider",
            (0, look("UISlider", 20, 0, 335, 31)),
            (1, look("UIImageView", 2, 14, 150, 4)),
            (1, look("UIImageView", 152, 0, 31, 31))
        )
        #expect(it.fills.count == 3 && it.fills[1].color == SystemColor.systemBlue)
        #expect(isClose(it.fills[1].rect.maxX, 167.5) && isClose(it.fills[2].rect.center.x, 167.5))
    }

    @Test("a slider of glass has one knob")
    func glass() throws {
        let it = try DrawingCase(
            file: "15-slider-glass",
            (0, look("UISlider", 10, 10, 80, 20, ["value": "0.000000"])),
            (1, look("UIKit._UISliderGlassVisualElement", 0, 0, 80, 20)),
            (2, look("UIView", 0, 7, 80, 6)),
            (3, look("UIView", 0, 0, 0, 6, ["backgroundColor": "<UITintColor: 0x60>"])),
            (2, look("_UILiquidLensView", 0, -2, 37, 24)),
            (
                3,
                look(
                    "UIView",
                    0,
                    0,
                    37,
                    24,
                    ["backgroundColor": "<UIDynamicSystemColor: 0x60; name = _controlForegroundColor>"]
                )
            )
        )
        #expect(it.fills.filter { $0.color == .white }.map(\.rect) == [Rect(x: 0, y: -2, width: 37, height: 24)])
    }

    @Test("a value says where the thumb is, by its range or as a part of a hundred")
    func sliderValue() {
        func thumb(_ value: String, _ attributes: KeyValuePairs<String, String> = [:]) -> Double? {
            DrawingCase((0, look("UISlider", 0, 0, 228, 31, value: value, attributes))).fills.last?.rect.minX
        }
        #expect(
            thumb("0.25") == 50 && thumb("75%") == 150
                && thumb("5", ["minimumValue": "0", "maximumValue": "10"]) == 100
        )
        #expect(thumb("7") == 200 && thumb("inf") == 100 && thumb("nan") == 100)
    }

    @Test("the selected segment has a thumb, and lines part the others")
    func segments() {
        func control(_ height: Double, _ attributes: KeyValuePairs<String, String>) -> DrawingCase {
            var builder: [(depth: Int, view: ViewDescription)] = [
                (0, look("UIView", 0, 0, 375, 667, ["backgroundColor": "UIExtendedGrayColorSpace 1 1"])),
                (1, look("UISegmentedControl", 16, 0, 300, height, attributes)),
            ]
            for (place, name) in ["One", "Two", "Three"].enumerated() {
                builder.append((2, look("UISegment", Double(place) * 100, 0, 100, height)))
                builder.append((3, look("UISegmentLabel", 30, 8, 40, 16, text: name)))
            }
            return DrawingCase(builder)
        }
        let it = control(32, ["selectedSegmentIndex": "1"])
        #expect(it.fills.map(\.rect.minX).contains(102) && it.runs.map(\.weight) == [500, 600, 500])
        #expect(!it.guesses.contains { $0.hasPrefix("selection") })
        #expect(control(32, [:]).guesses.contains("selection: the first segment"))
        let old = control(29, ["selectedSegmentIndex": "2"])
        #expect(
            old.outlines.count == 1
                && old.runs.map(\.color) == [SystemColor.systemBlue, SystemColor.systemBlue, .white]
        )
    }

    @Test("steppers are grey with minus and plus, before iOS 13 outlined in the tint")
    func stepper() {
        let new = DrawingCase((0, look("UIStepper", 0, 0, 94, 32)))
        #expect(
            new.fills[0].color == SystemColor.tertiarySystemFill && new.fills[1].rect.minX == 46.5
                && new.paths.count == 3
        )
        let old = DrawingCase((0, look("UIStepper", 0, 0, 94, 29, ["backgroundColor": "UIExtendedGrayColorSpace 0 0"])))
        #expect(old.outlines.count == 1 && old.paths.allSatisfy { $0.color == SystemColor.systemBlue })
    }

    @Test("pages are dots, the one that is shown stronger")
    func pages() {
        let it = DrawingCase((0, look("UIPageControl", 0, 0, 300, 37, value: "2 of 4")))
        #expect(it.fills.map { $0.color == SystemColor.label } == [false, true, false, false])
        #expect(it.fills[1].rect.minX - it.fills[0].rect.minX == 16 && it.fills[0].rect.size.width == 7)
        #expect(DrawingCase((0, look("UIPageControl", 0, 0, 300, 37, ["numberOfPages": "1e9"]))).fills.count == 60)
    }

    @Test("progress is a part of its track, a spinner that stands still is nothing")
    func progress() {
        let it = DrawingCase((0, look("UIProgressView", 0, 0, 200, 4, ["progress": "0.25"])))
        #expect(it.fills.map(\.rect.size.width) == [200, 50])
        #expect(
            DrawingCase((0, look("UIProgressView", 0, 0, 200, 4, value: "50%"))).fills.map(\.rect.size.width) == [
                200, 100,
            ]
        )
        #expect(DrawingCase((0, look("UIActivityIndicatorView", 0, 0, 20, 20))).paths.count == 8)
        #expect(DrawingCase((0, look("UIActivityIndicatorView", 0, 0, 20, 20, ["animating": "NO"]))).primitives.isEmpty)
    }

    @Test("a search field has a lens and its placeholder, once")
    func search() {
        let it = DrawingCase(
            (0, look("UISearchBar", 0, 0, 375, 56)),
            (1, look("UISearchBarTextField", 8, 10, 359, 36, ["placeholder": "Search"]))
        )
        #expect(it.fills.map(\.rect) == [Rect(x: 0, y: 0, width: 359, height: 36)])
        #expect(
            it.runs.map(\.text) == ["Search"] && it.runs[0].origin.x == 30
                && it.runs[0].color == SystemColor.secondaryLabel
        )
        #expect(DrawingCase((0, look("UISearchBar", 0, 0, 375, 56, ["placeholder": "Search"]))).runs.count == 1)
    }

    @Test("a keyboard without keys has those of a keyboard for letters, one with keys its own")
    func keyboard() {
        let it = DrawingCase((0, look("UIKeyboard", 0, 0, 402, 291)), (1, look("UIKeyboardLayoutStar", 0, 0, 402, 291)))
        #expect(it.runs.count == 26 + 3 && it.guesses.filter { $0.hasPrefix("keys") } == ["keys: letters"])
        let own = DrawingCase(
            (0, look("XCUIElementTypeKeyboard", 0, 0, 402, 291)),
            (1, look("XCUIElementTypeKey", 2, 7, 40, 54, text: "ф"))
        )
        #expect(own.runs.map(\.text) == ["ф"] && own.fills.count == 2 && own.guesses == ["system: iOS 13 to 17"])
    }

    @Test("controls are drawn as each system does", arguments: SystemDesign.allCases)
    func years(design: SystemDesign) throws {
        let it = try DrawingCase(
            file: "31-controls-of-\(design.rawValue)",
            [
                (0, look("UIView", 0, 0, 375, 667)), (1, look("UISwitch", 0, 0, 51, 31, ["on": "YES"])),
                (1, look("UISwitch", 60, 0, 51, 31, ["on": "NO"])), (1, look("UISlider", 0, 40, 200, 31, value: "0.5")),
                (1, look("UIStepper", 0, 80, 94, 32)),
                (1, look("UISegmentedControl", 0, 120, 200, 32, ["segment": "One", "selectedSegmentIndex": "0"])),
                (1, look("UIProgressView", 0, 160, 200, 4, ["progress": "0.5"])),
                (1, look("UIActivityIndicatorView", 0, 170, 20, 20)),
                (1, look("UISearchBarTextField", 0, 200, 300, 30, ["placeholder": "Search"])),
                (1, look("UIDatePicker", 0, 240, 200, 34)), (1, look("UIDatePicker", 0, 280, 320, 216)),
                (1, look("UINavigationBar", 0, 20, 375, 44, text: "Title")), (1, look("UITabBar", 0, 618, 375, 49)),
                (2, look("UITabBarButton", 2, 1, 71, 48)),
                (3, look("UITabBarButtonLabel", 10, 35, 51, 12, text: "Lists")),
                (1, look("UIButton", 0, 500, 100, 44, text: "Go", ["configuration": "filled"])),
                (1, look("_UIAlertControllerView", 52, 260, 270, 138)),
                (2, look("UILabel", 16, 20, 238, 20.5, text: "Delete this list?")),
            ],
            design: design
        )
        #expect(it.screen.design == design && !it.guesses.contains { $0.hasPrefix("system") })
    }

    @Test(
        "a dump tells whose controls it shows: by what only one system has, then by names of colours, then by the device"
    )
    func signs() {
        func design(
            _ views: ViewDescription...,
            size: Size = Size(width: 375, height: 667),
            on device: DumpDevice? = nil
        )
            -> SystemDesign
        {
            var builder = ViewTreeBuilder()
            builder.append(view("UIWindow", 0, 0, size.width, size.height), depth: 0)
            for view in views { builder.append(view, depth: 1) }
            return ScreenDrawing(builder.build(), device: device).design
        }
        #expect(design() == .ios13)
        #expect(
            design(look("UISwitch", 0, 0, 63, 28)) == .ios26 && design(look("UINavigationBar", 0, 0, 402, 54)) == .ios26
        )
        #expect(design(look("UIKit._UISliderGlassVisualElement", 0, 0, 9, 9)) == .ios26)
        #expect(
            design(look("_UIBackdropView", 0, 0, 9, 9)) == .ios7
                && design(look("_UISystemBackgroundView", 0, 0, 9, 9)) == .ios13
        )
        #expect(design(look("_UIBackdropView", 0, 0, 9, 9), look("_UISystemBackgroundView", 0, 0, 9, 9)) == .ios13)
        #expect(design(look("UIStepper", 0, 0, 94, 29, ["backgroundColor": "UIExtendedGrayColorSpace 0 0"])) == .ios7)
        #expect(
            design(size: Size(width: 402, height: 874)) == .ios18
                && design(size: Size(width: 320, height: 480)) == .ios7
        )
        #expect(
            design(on: DumpDevice(name: "iPhone 17 Pro")) == .ios26 && design(on: DumpDevice(name: "iPhone 6")) == .ios7
        )
        let said = design(look("UISwitch", 0, 0, 63, 28), on: DumpDevice(name: "iPhone 17", system: "iOS 18.2"))
        #expect(
            said == .ios18 && design(on: DumpDevice(system: "12.4")) == .ios7
                && design(on: DumpDevice(system: "?")) == .ios13
        )
    }

    /// The words on the keys of a keyboard in the window of a field.
    private func keys(
        _ attributes: KeyValuePairs<String, String>,
        _ width: Double = 402,
        _ height: Double = 336
    ) -> [String] {
        DrawingCase(
            (0, look("UIView", 0, 0, width, 874)),
            (1, look("UITextField", 0, 0, 200, 34, attributes)),
            (1, look("UIKeyboard", 0, 874 - height, width, height))
        ).runs.map(\.text)
    }

    @Test(
        "a field asks for the keyboard of its type, whatever the spelling",
        arguments: [
            ("numberPad", ["0"], ["@", "space", "."]), ("11", ["9"], ["Q", "."]),
            ("decimalPad", [".", "0"], ["space"]),
            ("UIKeyboardTypePhonePad", ["+*#", "WXYZ"], ["space"]),
            ("emailAddress", ["q", "@", ".", "space"], ["/", "Q"]),
            ("3", [".com", "/", "q"], ["space", "@"]), ("webSearch", ["space", "."], ["@", ".com"]),
            ("twitter", ["Q", "@", "#"], [".com"]), ("alphabet", ["Q", "123"], ["@"]),
            ("numbersAndPunctuation", ["1", "ABC", "#+=", "&"], ["Q", "q"]), ("default", ["Q", "return"], ["@", "q"]),
        ]
    )
    func keyboards(type: String, shown: [String], missing: [String]) {
        let words = keys(["keyboardType": type])
        #expect(Set(shown).isSubset(of: words) && Set(missing).isDisjoint(with: words), "\(words)")
        let together = keys(["textInputTraits": "autocorrectionType = no; keyboardType = \(type); returnKeyType = go"])
        #expect(Set(shown).subtracting(["return"]).isSubset(of: together))
        #expect(together.contains("go") == words.contains("return"))
    }

    @Test("an iPad has no pads, and keys that hide its keyboard; the field that has the focus decides")
    func wideKeyboards() {
        #expect(Set(["1", "ABC", "@", "return"]).isSubset(of: keys(["keyboardType": "numberPad"], 820, 333)))
        #expect(Set(["q", "@", ".?123"]).isSubset(of: keys(["keyboardType": "emailAddress"], 820, 333)))
        func focused(_ first: KeyValuePairs<String, String>) -> [String] {
            DrawingCase(
                (0, look("UIView", 0, 0, 402, 874)),
                (1, look("UITextField", 0, 0, 200, 34, first)),
                (1, look("UITextField", 0, 40, 200, 34, ["keyboardType": "emailAddress", "focused": "true"])),
                (1, look("UIKeyboard", 0, 538, 402, 336))
            ).runs.map(\.text)
        }
        #expect(focused(["keyboardType": "numberPad"]).contains("@"))
    }

    @Test("fields have the border that they name")
    func borders() {
        func strokes(_ style: String) -> [DynamicColor] {
            let it = DrawingCase((0, look("UITextField", 0, 0, 200, 34, ["borderStyle": style])))
            return it.primitives.compactMap { part -> DynamicColor? in
                if case .rect(_, _, _, let stroke, _) = part { stroke } else { nil }
            }
        }
        #expect(strokes("line") == [SystemColor.label] && strokes("1") == strokes("UITextBorderStyleLine"))
        #expect(strokes("bezel") == [SystemColor.systemGray] && strokes("2") == strokes("bezel"))
        #expect(strokes("RoundedRect") == [SystemColor.separator] && strokes("none") == [])
    }

    @Test("parts of controls have the colours that they are given")
    func partColours() {
        func fills(_ name: String, _ size: Size, _ attributes: KeyValuePairs<String, String>) -> [DynamicColor] {
            DrawingCase((0, look(name, 0, 0, size.width, size.height, attributes))).fills.map(\.color)
        }
        let (red, blue) = ("UIExtendedSRGBColorSpace 1 0 0 1", "UIExtendedSRGBColorSpace 0 0 1 1")
        let colours = [DynamicColor(RGBA(1, 0, 0)), DynamicColor(RGBA(0, 0, 1))]
        let bar = Size(width: 200, height: 4)
        #expect(
            fills("UIProgressView", bar, ["trackTintColor": red, "progressTintColor": blue, "progress": "0.5"])
                == colours
        )
        let dots = fills(
            "UIPageControl",
            Size(width: 100, height: 37),
            [
                "numberOfPages": "2", "currentPage": "1", "pageIndicatorTintColor": red,
                "currentPageIndicatorTintColor": blue,
            ]
        )
        #expect(dots == colours)
        let slider = fills(
            "UISlider",
            Size(width: 200, height: 31),
            ["maximumTrackTintColor": red, "minimumTrackTintColor": blue]
        )
        #expect(Array(slider.prefix(2)) == colours)
        let segments: KeyValuePairs = ["segment": "One", "selectedSegmentIndex": "0", "selectedSegmentTintColor": red]
        #expect(fills("UISegmentedControl", Size(width: 200, height: 32), segments).last == colours[0])
    }

    @Test("date pickers look as they say, and ask for what they say")
    func dates() {
        func fills(_ attributes: KeyValuePairs<String, String>, _ height: Double) -> Int {
            DrawingCase((0, look("UIDatePicker", 0, 0, 340, height, attributes))).fills.count
        }
        // Fields with a bar each; a title, weekdays, days and a disc; the middle row and bars of its wheels.
        #expect(fills(["style": "compact", "datePickerMode": "date"], 34) == 2)
        #expect(fills(["preferredDatePickerStyle": "2", "datePickerMode": "2"], 34) == 4)
        #expect(fills(["style": "inline", "datePickerMode": "date"], 330) == 44)
        #expect(fills(["style": "inline", "datePickerMode": "time"], 200) == 11)
        #expect(fills(["style": "wheels", "datePickerMode": "countDownTimer"], 216) == 11)
        #expect(fills(["style": "wheels", "datePickerMode": "dateAndTime"], 216) == 21 && fills([:], 216) == 16)
    }

    @Test("places whose content no dump carries tell the title and the address that are known")
    func places() {
        let it = DrawingCase(
            (0, look("WKWebView", 0, 0, 300, 300, ["url": "https://example.com/", "title": "Example"]))
        )
        #expect(it.runs.map(\.text) == ["Example", "https://example.com/"])
        #expect(DrawingCase((0, look("MKMapView", 0, 0, 300, 300))).runs.isEmpty)
    }

    @Test("until iOS 10 a low search bar is grey, with a white field and its words in the middle")
    func oldSearch() {
        let it = DrawingCase([(0, look("UISearchBar", 0, 0, 320, 44, ["placeholder": "Search"]))], design: .ios7)
        #expect(it.fills.map(\.rect.size.height) == [44, 28] && it.fills[1].color == .white)
        #expect(it.runs[0].origin.x > 120)
        #expect(
            DrawingCase([(0, look("UISearchBar", 0, 0, 320, 44))], design: .ios13).fills.map(\.rect.size.height) == [36]
        )
    }

    @Test("buttons of bars float on glass since iOS 26, neighbours on one piece; buttons of alerts are capsules")
    func glass26() {
        let views = [
            (0, look("UIToolbar", 0, 0, 402, 44)), (1, look("_UIBarBackground", 0, 0, 402, 44)),
            (1, look("UIToolbarButton", 10, 0, 44, 44)), (1, look("UIToolbarButton", 56, 0, 44, 44)),
            (1, look("UIView", 300, 0, 60, 44)), (2, look("UIToolbarButton", 10, 4, 20, 36)),
        ]
        let it = DrawingCase(views, design: .ios26)
        #expect(
            it.fills.map(\.rect) == [
                Rect(x: 10, y: 0, width: 90, height: 44), Rect(x: 298, y: 0, width: 44, height: 44),
            ]
        )
        #expect(DrawingCase(views, design: .ios18).fills.count == 2, "a fill and a hairline")
        let action = [
            (0, look("_UIAlertControllerView", 0, 0, 270, 140)),
            (1, look("_UIInterfaceActionCustomViewRepresentationView", 0, 95, 135, 45)),
        ]
        #expect(DrawingCase(action, design: .ios26).fills.last?.rect == Rect(x: 6, y: 4, width: 123, height: 35))
        #expect(DrawingCase(action, design: .ios18).fills.count == 1)
    }

    @Test("rows that are edited or swiped show what moves and removes them")
    func rows() {
        for (name, title) in [("UISwipeActionStandardButton", "Delete"), ("_UITableViewCellActionButton", "Löschen")] {
            let it = DrawingCase((0, look(name, 0, 0, 74, 60)), (1, look("UIButtonLabel", 10, 20, 54, 18, text: title)))
            #expect(it.fills.map(\.color) == [SystemColor.systemRed] && it.runs[0].color == .white)
        }
        #expect(
            DrawingCase((0, look("UISwipeActionStandardButton", 0, 0, 74, 60, text: "Flag"))).fills[0].color
                == SystemColor.systemGray
        )
        let edited = DrawingCase(
            (0, look("UITableViewCell", 0, 0, 375, 44)),
            (1, look("UITableViewCellEditControl", 0, 0, 47, 44)),
            (1, look("UITableViewCellReorderControl", 327, 0, 48, 44)),
            (1, look("_UIGrabber", 100, 5, 36, 5))
        )
        #expect(edited.fills.map(\.color).filter { $0 == SystemColor.systemRed }.count == 1 && edited.fills.count == 7)
    }
}
