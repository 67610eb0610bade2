import TreeTesting
import TestSupport
import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Drawing of any tree")
struct HostileDrawingTests {
    private static let classes = [
        "UIWindow", "UIView", "UILabel", "UIButton", "UIButtonLabel", "UIImageView", "UITabBarSwappableImageView",
        "UISwitch", "UISlider",
        "UIStepper", "UISegmentedControl", "UISegment", "UISegmentLabel", "UIPageControl", "UIActivityIndicatorView",
        "UIProgressView",
        "UIPickerView", "UIKeyboard", "UITextField", "UITextFieldLabel", "UITextView", "UISearchBar",
        "UISearchBarTextField", "UITableView",
        "UITableViewCell", "UITableViewCellContentView", "UITableViewLabel", "_UITableViewCellSeparatorView",
        "UINavigationBar", "UITabBar",
        "UITabBarButton", "UITabBarButtonLabel", "_UIBarBackground", "UIVisualEffectView", "_UIVisualEffectSubview",
        "_UIAlertControllerView",
        "_UIInterfaceActionGroupView", "MKMapView", "WKWebView", "UIRefreshControl", "XCUIElementTypeKey",
        "_UIScrollViewScrollIndicator",
    ]
    private static let attributes = [
        ("backgroundColor", ["UIExtendedGrayColorSpace 1 1", "systemRedColor", "<UITintColor: 0x1>", "nan nan", "#"]),
        ("tintColor", ["systemOrange", "<", "UIExtendedGrayColorSpace 1e300 -1e300"]),
        ("font", ["system 1e9", "bold 17", ""]),
        (
            "image",
            [
                "<UIImage:0x1 symbol \"plus.circle\"; (1 1)@2>", "symbol \"", "star", "a.png",
                "<UIImage:0x1 named(main: a)>",
            ]
        ),
        ("shadowOpacity", ["1", "nan", "-1", "0.3", "1e300"]), ("shadowRadius", ["nan", "-5", "1e300", "4", "0"]),
        ("layer.shadowOffset", ["{0, 2}", "{nan, inf}", "", "{1e300, 5}", "{1}"]), ("masksToBounds", ["YES", "NO"]),
        ("cornerRadius", ["nan", "-5", "1e300", "4"]), ("borderWidth", ["1", "inf", "1e300"]),
        ("numberOfLines", ["-1", "1e300", "2"]),
        ("selectedSegmentIndex", ["-1", "1e300", "0.5", "1"]), ("numberOfPages", ["-5", "1e300", "3"]),
        ("currentPage", ["-7", "1e18"]),
        ("progress", ["nan", "7", "0.5"]), ("value", ["inf%", "-1 of -5", "9223372036854775807 of 2", "0.5"]),
        ("minimumValue", ["5", "1e308"]), ("maximumValue", ["5", "-1e308"]),
        ("configuration", ["filled", "backgroundColor = <"]),
        ("accessoryType", ["1", "checkmark", "4"]), ("borderStyle", ["RoundedRect"]), ("placeholder", ["Search"]),
        ("textAlignment", ["1", "right"]),
    ]

    private func number(_ random: inout SeededGenerator) -> Double {
        if random.once(in: 12) {
            return [0, -3, .infinity, -.infinity, .nan, 1e300, 1e-300, .leastNonzeroMagnitude].randomElement(
                using: &random
            ) ?? 0
        }
        return Double(Int.random(in: -10...400, using: &random)) / 2
    }

    private func tree(_ random: inout SeededGenerator) -> ViewTree {
        var builder = ViewTreeBuilder()
        var depth = 0
        for index in 0..<60 {
            depth = index == 0 ? 0 : Int.random(in: 0...depth + 1, using: &random)
            let name = Self.classes.randomElement(using: &random) ?? ""
            var view = view(name, number(&random), number(&random), number(&random), number(&random))
            view.text =
                random.once(in: 2)
                ? ["", "New York", "\n\n\n", "e\u{301}\u{200F}אב", String(repeating: "long ", count: 60)].randomElement(
                    using: &random
                ) : nil
            view.value = random.once(in: 6) ? ["1", "2 of 4", "nan", "50%"].randomElement(using: &random) : nil
            view.alpha = random.once(in: 9) ? number(&random) : 1
            for (name, values) in Self.attributes where random.once(in: 8) {
                view.attributes.append(.init(name, values.randomElement(using: &random) ?? ""))
            }
            builder.append(view, depth: depth)
        }
        return builder.build()
    }

    /// Whether painters can draw it: no number that is none, no corner larger than its rectangle.
    private func isPaintable(_ primitive: DrawingPrimitive) -> Bool {
        switch primitive {
        case .rect(let rect, let radii, let fill, let stroke, let width):
            let most = min(rect.size.width, rect.size.height) / 2
            return rect.isFinite && most > 0 && width.isFinite && (fill != nil || stroke != nil)
                && [radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight].allSatisfy {
                    (0...most).contains($0)
                }
        case .path(let path, let origin, let scale, _, _, let width):
            return path.hasPrefix("M") && !path.contains("nan") && !path.contains("inf") && origin.isFinite
                && scale.isFinite && width.isFinite
        case .text(let run):
            return run.origin.isFinite && run.width.isFinite && run.width > 0 && run.size > 0 && !run.text.isEmpty
                && !run.text.contains("\n")
        case .picture(let rect): return rect.isFinite
        case .shadow(let rect, let radius, _, let offset, let blur):
            return rect.isFinite && (0...min(rect.size.width, rect.size.height) / 2).contains(radius) && offset.isFinite
                && (0...1_000).contains(blur)
        }
    }

    @Test("every primitive of any tree can be painted", arguments: 0..<150 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let tree = tree(&random)
        let screen = ScreenDrawing(tree)
        for index in -1...tree.count {
            for primitive in screen.drawing(of: index).primitives where !isPaintable(primitive) {
                Issue.record("\(tree.className(of: index)): \(primitive)")
            }
        }
        for root in tree.roots { #expect(screen.systemParts(of: root).primitives.allSatisfy(isPaintable)) }
        #expect(Wireframe.svg(of: tree, options: .screen).count > 100)
    }

    @Test("a view looks at no more of its siblings and of its parts than it needs, however many there are")
    func bounded() {
        var builder = ViewTreeBuilder()
        builder.append(view("UITableView", 0, 0, 375, 600), depth: 0)
        for row in 0..<1_000 { builder.append(view("UITableViewCell", 0, Double(row) * 44, 375, 44), depth: 1) }
        let screen = ScreenDrawing(builder.build())
        #expect(screen.subviews(of: 0, most: 12) == Array(1...12) && screen.parts(of: 0).count == 64)
        #expect(screen.subviews(of: 5, most: 12).isEmpty && screen.subviews(of: -1, most: 12).isEmpty)
    }

    /// A walk from every row over all rows would take 10,000,000,000 steps: it would not end.
    @Test(
        "lists and bars of 100,000 views are drawn",
        .timeLimit(.minutes(30)),
        arguments: ["UITableView", "UITabBar", "UISegmentedControl"]
    )
    func flat(_ owner: String) {
        let item = ["UITableView": "UITableViewCell", "UITabBar": "UITabBarButton"][owner] ?? "UISegment"
        var builder = ViewTreeBuilder()
        builder.append(view(owner, 0, 0, 414, 600), depth: 0)
        let count = RandomCases.count(50_000)
        for row in 0..<count {
            builder.append(view(item, 20, Double(row) * 44, 374, 44), depth: 1)
            builder.append(
                view(["UITabBar": "UITabBarButtonLabel"][owner] ?? "UILabel", 8, 8, 70, 20.5) { $0.text = "Row" },
                depth: owner == "UITableView" ? 1 : 2
            )
        }
        let tree = builder.build()
        let screen = ScreenDrawing(tree)
        var drawn = 0
        for index in tree.indices { drawn += screen.drawing(of: index).primitives.count }
        #expect(drawn >= count)
    }

    @Test("a tree 20,000 deep is drawn")
    func deep() {
        let screen = ScreenDrawing(
            chain(20_000, of: look("UIButton", 0, 0, 100, 44, text: "Title", ["tintColor": "systemRed"]))
        )
        #expect(
            !screen.drawing(of: 19_999).isEmpty && screen.drawing(of: 10_000).isEmpty,
            "the deepest one shows the text"
        )
    }
}
