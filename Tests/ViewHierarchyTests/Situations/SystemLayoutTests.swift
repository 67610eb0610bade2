import Diagnostics
import Testing

@testable import ViewHierarchy

/// A screen in the words of a test: views below a window as large as the screen of a device, and where they are on another.
struct SystemLayoutCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let from: String
    let to: String
    /// `depth class x y width height mask -> x y width height certainty`, in superviews; a mask is `-` for none, or tokens of
    /// `recursiveDescription`; what follows the arrow is left out for views that stay.
    let rows: String

    init(_ rule: String, _ from: String, _ to: String, _ rows: String) {
        (self.rule, self.from, self.to, self.rows) = (rule, from, to, rows)
    }

    var testDescription: String { rule }

    static func screen(_ words: String) throws -> HeldScreen {
        let parts = words.split(separator: ":")
        let device = try #require(Device(id: String(parts[0])))
        return HeldScreen(device: device, orientation: parts.count > 1 ? .landscape : .portrait)
    }

    struct HeldScreen {
        let device: Device
        let orientation: Orientation
        var size: Size { device.screen(orientation).size }
    }

    struct Expected {
        let frame: Rect
        let certainty: LayoutCertainty?
    }

    /// The tree, and where its views are expected, by index.
    func read() throws -> (tree: ViewTree, expected: [Int: Expected]) {
        var builder = ViewTreeBuilder()
        let isOfElements = rows.contains("XCUIElementType")
        var root = ViewDescription(
            className: isOfElements ? "XCUIElementTypeApplication" : "UIWindow",
            frame: Rect(origin: .zero, size: try Self.screen(from).size)
        )
        let mask = try #require(ViewProperty.named("autoresizingMask"))
        if isOfElements { root.said.remove(mask) }
        builder.append(root, depth: 0)
        var expected: [Int: Expected] = [:]
        for (number, row) in rows.split(separator: "\n").enumerated() {
            let halves = row.split(separator: "->")
            let words = halves[0].split(separator: " ").map(String.init)
            var view = ViewDescription(className: words[1], frame: try Self.rect(words.dropFirst(2).prefix(4)))
            if isOfElements {
                view.said.remove(mask)
            } else {
                let tokens = words[6].split(separator: "+")
                for (flag, _, token) in AutoresizingMask.names where tokens.contains(Substring(token)) {
                    view.autoresizingMask.insert(flag)
                }
            }
            if words.count > 7 {
                let offset = try #require(Double(words[7]))
                view.contentOffset = Point(x: 0, y: offset)
                view.attributes.append(.init("adjustedContentInset", "{\(-offset), 0, 0, 0}"))
            }
            builder.append(view, depth: try #require(Int(words[0])))
            guard halves.count > 1 else { continue }
            let told = halves[1].split(separator: " ").map(String.init)
            expected[number + 1] = Expected(
                frame: try Self.rect(told.prefix(4)),
                certainty: told.count > 4 ? LayoutCertainty(rawValue: told[4]) : nil
            )
        }
        return (builder.build(), expected)
    }

    private static func rect(_ words: ArraySlice<String>) throws -> Rect {
        let n = try words.map { try #require(Double($0)) }
        try #require(n.count == 4)
        return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
}

@Suite("What iOS itself places on other screens")
struct SystemLayoutTests {
    static let cases = [
        SystemLayoutCase(
            "a navigation bar lies below the island, its ground begins at the top, its title stays in the middle",
            "iphone-8",
            "iphone-17",
            """
            1 UINavigationBar 0 20 375 44 W -> 0 62 402 44 certain
            2 _UIBarBackground 0 -20 375 64 - -> 0 -62 402 106 certain
            2 _UINavigationBarContentView 0 0 375 44 - -> 0 0 402 44 certain
            3 UIButton 8 0 60 44 - -> 8 0 60 44 certain
            4 UILabel 20 12 20 20 - -> 20 12 20 20 certain
            3 UILabel 147.5 11 80 21 - -> 161 11 80 21 certain
            3 UIButton 307 0 60 44 - -> 334 0 60 44 certain
            """
        ),
        SystemLayoutCase(
            "a tab bar grows by the home indicator, and its items share the width above that",
            "iphone-8",
            "iphone-17",
            """
            1 UITabBar 0 618 375 49 W+TM -> 0 791 402 83 certain
            2 _UIBarBackground 0 0 375 49 - -> 0 0 402 83 certain
            2 UITabBarButton 0 1 187.5 48 - -> 0 1 201 48 certain
            3 UITabBarButtonLabel 73.75 33 40 12 - -> 80.5 33 40 12 certain
            2 UITabBarButton 187.5 1 187.5 48 - -> 201 1 201 48 certain
            """
        ),
        SystemLayoutCase(
            "beside the island of phones before iOS 26 a navigation bar begins above the end of the safe area",
            "iphone-16",
            "iphone-x",
            """
            1 UIViewControllerWrapperView 0 0 393 852 W+H -> 0 0 375 812 certain
            2 UIView 0 97.67 393 754.33 W+H -> 0 88 375 724 certain
            1 UIView 0 59 393 793 W+H -> 0 59 375 753 masks
            1 UINavigationBar 0 53.67 393 44 W -> 0 44 375 44 certain
            """
        ),
        SystemLayoutCase(
            "a tab bar loses the home indicator",
            "iphone-x",
            "iphone-se",
            "1 UITabBar 0 729 375 83 W+TM -> 0 618 375 49 certain"
        ),
        SystemLayoutCase(
            "a toolbar ends above the home indicator, its ground below it",
            "iphone-8",
            "iphone-x",
            """
            1 UIToolbar 0 623 375 44 W+TM -> 0 734 375 44 certain
            2 _UIBarBackground 0 0 375 44 - -> 0 0 375 78 certain
            2 UIButton 320 0 40 44 - -> 320 0 40 44 certain
            """
        ),
        SystemLayoutCase(
            "sideways bars of narrow phones are lower, and what is in them keeps clear of the housing",
            "iphone-14",
            "iphone-14:landscape",
            """
            1 UINavigationBar 0 47 390 44 W -> 0 0 844 32 certain
            2 UIButton 8 0 60 44 - -> 55 0 60 32 partial
            2 UIButton 322 0 60 44 - -> 729 0 60 32 partial
            1 UITabBar 0 761 390 83 W+TM -> 0 337 844 53 certain
            2 UITabBarButton 0 1 390 48 - -> 47 1 750 31 partial
            """
        ),
        SystemLayoutCase(
            "sideways bars of wide phones are as high as upright",
            "iphone-11",
            "iphone-11:landscape",
            "1 UINavigationBar 0 48 414 44 W -> 0 0 896 44 certain"
        ),
        SystemLayoutCase(
            "a bar of an unknown height keeps it, and says so",
            "iphone-17",
            "iphone-17:landscape",
            "1 UINavigationBar 0 62 402 54 W -> 0 20 874 54 partial"
        ),
        SystemLayoutCase(
            "bars of iPads are 50 points high since iOS 12",
            "iphone-8",
            "ipad-9-7",
            """
            1 UINavigationBar 0 20 375 44 W -> 0 20 768 50 certain
            1 UITabBar 0 618 375 49 W+TM -> 0 974 768 50 certain
            """
        ),
        SystemLayoutCase(
            "above a home indicator tab bars and toolbars of iPads are 45 points high, and large titles are added to any bar",
            "iphone-14",
            "ipad-pro-11",
            """
            1 UINavigationBar 0 47 390 96 W -> 0 24 834 102 certain
            1 UITabBar 0 761 390 83 W+TM -> 0 1129 834 65 certain
            """
        ),
        SystemLayoutCase(
            "bars of an iPad become those of a phone, whichever iOS it had",
            "ipad-10-2",
            "iphone-14",
            """
            1 UINavigationBar 0 20 810 44 W -> 0 47 390 44 certain
            1 UITabBar 0 1030 810 50 W+TM -> 0 761 390 83 certain
            """
        ),
        SystemLayoutCase(
            "an iPad's tab bar is lower above a home indicator",
            "ipad-10-2",
            "ipad-pro-11",
            "1 UITabBar 0 1030 810 50 W+TM -> 0 1129 834 65 certain"
        ),
        SystemLayoutCase(
            "what a row of elements has at its end is there in a wider row, and what fills it still does",
            "iphone-14",
            "ipad-9-7",
            """
            1 XCUIElementTypeTable 0 0 390 844 -> 0 0 768 1024 certain
            2 XCUIElementTypeCell 16 126 358 44 -> 16 99 736 44 partial
            3 XCUIElementTypeOther 0 43 358 1 -> 0 43 736 1 partial
            3 XCUIElementTypeStaticText 20 12 81 21 -> 20 12 81 21 partial
            3 XCUIElementTypeSwitch 287 7 51 31 -> 665 7 51 31 partial
            3 XCUIElementTypeOther 20 0 318 44 -> 20 0 696 44 partial
            4 XCUIElementTypeButton 290 0 24 44 -> 668 0 24 44 partial
            2 XCUIElementTypeButton 300 300 60 44 -> 300 273 60 44 partial
            """
        ),
        SystemLayoutCase(
            "how a large title folds sideways is not known",
            "iphone-14",
            "iphone-14:landscape",
            "1 UINavigationBar 0 47 390 96 W -> 0 0 844 96 partial"
        ),
        SystemLayoutCase(
            "what runs nothing newer than iOS 9 has lower bars",
            "iphone-8",
            "ipad-2",
            "1 UINavigationBar 0 20 375 44 W -> 0 20 768 44 certain"
        ),
        SystemLayoutCase(
            "a bar in the middle of the screen is the app's own",
            "iphone-8",
            "iphone-17",
            "1 UINavigationBar 0 300 375 44 W -> 0 300 402 44 masks"
        ),
        SystemLayoutCase(
            "containers fill the screen; a controller's view between the bars stays between them",
            "iphone-8",
            "iphone-17",
            """
            1 UILayoutContainerView 0 0 375 667 - -> 0 0 402 874 certain
            2 UIViewControllerWrapperView 0 0 375 667 - -> 0 0 402 874 certain
            3 UIView 0 64 375 554 W+H -> 0 106 402 685 certain
            4 UILabel 0 534 375 20 W+TM -> 0 665 402 20 masks
            2 UINavigationBar 0 20 375 44 W -> 0 62 402 44 certain
            2 UITabBar 0 618 375 49 W+TM -> 0 791 402 83 certain
            """
        ),
        SystemLayoutCase(
            "content that begins below a bar does so on the other screen, and rows are as wide as their list",
            "iphone-8",
            "iphone-17",
            """
            1 UINavigationBar 0 20 375 44 W -> 0 62 402 44 certain
            1 UITableView 0 0 375 667 W+H -64 -> 0 0 402 874 masks
            2 UITableViewCell 0 0 375 44 W -> 0 0 402 44 masks
            3 UITableViewCellContentView 0 0 375 44 - -> 0 0 402 44 certain
            """
        ),
        SystemLayoutCase(
            "a view that nothing moves stays, and its place is not known where that is under the system's parts",
            "iphone-8",
            "iphone-17",
            """
            1 UILabel 16 24 100 20 RM+BM -> 16 24 100 20 undetermined
            1 UILabel 16 100 100 20 RM+BM -> 16 100 100 20 masks
            1 UIView 0 0 375 200 W -> 0 0 402 200 masks
            """
        ),
        SystemLayoutCase(
            "of elements bars and what fills the screen are known, and rows by the bar above them",
            "iphone-14",
            "iphone-x",
            """
            1 XCUIElementTypeOther 0 0 390 844 -> 0 0 375 812 certain
            2 XCUIElementTypeTable 0 0 390 844 -> 0 0 375 812 certain
            3 XCUIElementTypeCell 0 91 390 44 -> 0 88 375 44 partial
            2 XCUIElementTypeNavigationBar 0 47 390 44 -> 0 44 375 44 certain
            3 XCUIElementTypeStaticText 165 11 60 21 -> 157.5 11 60 21 certain
            2 XCUIElementTypeButton 16 700 358 50 -> 16 700 358 50 none
            2 XCUIElementTypeTabBar 0 761 390 83 -> 0 729 375 83 certain
            3 XCUIElementTypeButton 0 1 195 48 -> 0 1 187.5 48 certain
            """
        ),
        SystemLayoutCase(
            "an element that would be under the island is left there, and that is said",
            "iphone-8",
            "iphone-17",
            "1 XCUIElementTypeButton 137 30 100 30 -> 137 30 100 30 undetermined"
        ),
    ]

    @Test("views go where iOS has them", arguments: cases)
    func places(example: SystemLayoutCase) throws {
        let (tree, expected) = try example.read()
        let screen = try SystemLayoutCase.screen(example.to)
        let situation = Situation(device: screen.device, orientation: screen.orientation)
        let result = tree.laidOut(0, in: situation.surroundings(of: tree.bounds(of: 0).size))
        for (index, expected) in expected.sorted(by: { $0.key < $1.key }) {
            let frame = result.tree.frame(of: index)
            #expect(!frame.isOther(than: expected.frame, by: 0.01), "\(tree.className(of: index)) \(frame)")
            guard let certainty = expected.certainty else { continue }
            #expect(result.certainty(of: index) == certainty, "\(tree.className(of: index))")
        }
        let doubted = expected.filter { $0.value.certainty == .undetermined }.keys.compactMap { tree.id(at: $0) }
        let notes = result.warnings.filter { $0.code == "layout.undecided" }
        #expect(Set(doubted).isSubset(of: notes.compactMap(\.view)))
    }

    @Test("the same screen leaves everything where the dump has it", arguments: cases)
    func identity(example: SystemLayoutCase) throws {
        let (tree, _) = try example.read()
        let screen = try SystemLayoutCase.screen(example.from)
        let situation = Situation(device: screen.device, orientation: screen.orientation)
        #expect(tree.laidOut(0, in: situation.surroundings(of: tree.bounds(of: 0).size)).changed.isEmpty)
    }

    @Test("what is scrolled to its top stays there, below the bar")
    func scrolling() throws {
        let example = try #require(Self.cases.first { $0.rows.contains("UITableView ") })
        let (tree, _) = try example.read()
        let situation = Situation(device: Device(id: example.to))
        let result = tree.laidOut(0, in: situation.surroundings(of: tree.bounds(of: 0).size))
        #expect(result.tree.bounds(of: 2).origin == Point(x: 0, y: -106) && result.isChanged(2))
        #expect(result.windowGeometry.windowFrame(of: 3)?.minY == 106)
    }

    @Test(
        "the insets that an app adds to those of the system stay as large",
        arguments: [
            ("{-76, 0}", "{76, 0, 34, 0}", nil, -118), ("{-64, 0}", "{64, 0, 0, 0}", nil, -106),
            ("{-76, 0}", "{76, 0, 0, 0}", "{12, 0, 0, 0}", -118), ("{-76, 0}", "{76, 0, 0, 0}", "{76, 0, 0, 0}", -76),
            ("{-40, 0}", "{40, 0, 0, 0}", nil, -40), ("{-70, 0}", "{76, 0, 0, 0}", nil, -70),
        ] as [(String, String, String?, Double)]
    )
    func ownInsets(offset: String, adjusted: String, own: String?, now: Double) throws {
        var builder = ViewTreeBuilder()
        builder.append(
            ViewDescription(className: "UIWindow", frame: Rect(x: 0, y: 0, width: 375, height: 667)),
            depth: 0
        )
        let bar = Rect(x: 0, y: 20, width: 375, height: 44)
        builder.append(ViewDescription(className: "UINavigationBar", frame: bar), depth: 1)
        let frame = Rect(x: 0, y: 0, width: 375, height: 667)
        var table = ViewDescription(className: "UITableView", frame: frame)
        table.contentOffset = Point(x: 0, y: try #require(Double(offset.dropFirst().prefix { $0 != "," })))
        table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        table.attributes = [.init("adjustedContentInset", adjusted)] + (own.map { [.init("contentInset", $0)] } ?? [])
        builder.append(table, depth: 1)
        let tree = builder.build()
        let surroundings = Situation(device: Device(id: "iphone-17")).surroundings(of: tree.bounds(of: 0).size)
        #expect(tree.laidOut(0, in: surroundings).tree.bounds(of: 2).minY == now)
    }

    @Test(
        "the safe area that a dump says goes before that of its screen; what is added to it stays",
        arguments: [("{50, 0, 34, 0}", 50, 62), ("{60, 0, 34, 0}", 60, 78)] as [(String, Double, Double)]
    )
    func saidInsets(said: String, top: Double, now: Double) throws {
        var builder = ViewTreeBuilder()
        var window = ViewDescription(className: "UIWindow", frame: Rect(x: 0, y: 0, width: 375, height: 812))
        window.attributes = [.init("safeAreaInsets", said)]
        builder.append(window, depth: 0)
        // Between the edges of the safe area, in a container of UIKit's.
        let frame = Rect(x: 0, y: top, width: 375, height: 778 - top)
        builder.append(ViewDescription(className: "UIViewControllerWrapperView", frame: frame), depth: 1)
        let tree = builder.build()
        let surroundings = Situation(device: Device(id: "iphone-17")).surroundings(of: tree.bounds(of: 0).size)
        #expect(tree.laidOut(0, in: surroundings).tree.frame(of: 1).minY == now)
    }

    @Test(
        "what lies over a frame is told by the part of the system that is there",
        arguments: [
            ("iphone-17", Rect(x: 180, y: 20, width: 40, height: 20), "island"),
            ("iphone-17", Rect(x: 10, y: 20, width: 40, height: 20), "status bar"),
            ("iphone-x", Rect(x: 180, y: 20, width: 40, height: 20), "notch"),
            ("iphone-8", Rect(x: 180, y: 0, width: 40, height: 20), "status bar"),
            ("iphone-17", Rect(x: 10, y: 850, width: 40, height: 20), "home indicator"),
            ("iphone-17:landscape", Rect(x: 10, y: 190, width: 40, height: 20), "island"),
            ("iphone-17:landscape", Rect(x: 820, y: 190, width: 40, height: 20), "island"),
            ("iphone-17:landscape", Rect(x: 10, y: 60, width: 40, height: 20), nil),
            ("iphone-8", Rect(x: 10, y: 640, width: 40, height: 20), nil),
        ] as [(String, Rect, String?)]
    )
    func covers(words: String, frame: Rect, part: String?) throws {
        let held = try SystemLayoutCase.screen(words)
        let situation = Situation(device: held.device, orientation: held.orientation)
        #expect(SystemScreen(situation.surroundings(of: held.size))?.cover(of: frame)?.name == part)
    }
}
