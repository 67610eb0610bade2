import Diagnostics
import Testing

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Situations")
struct SituationTests {
    private let present = Size(width: 320, height: 480)

    private func surroundings(_ change: (inout Situation) -> Void) -> Surroundings {
        var situation = Situation()
        change(&situation)
        return situation.surroundings(of: present)
    }

    private func device(_ id: String) -> Device? { Device(id: id) }

    @Test("nothing asked for leaves the root as it is")
    func unchanged() {
        #expect(surroundings { _ in }.size == present && !Situation().isChange)
    }

    @Test("a device gives its screen, upright unless it is held sideways")
    func devices() {
        #expect(surroundings { $0.device = device("iphone-8") }.size == Size(width: 375, height: 667))
        let sideways = surroundings {
            $0.device = device("iphone-8")
            $0.orientation = .landscape
        }
        #expect(sideways.size == Size(width: 667, height: 375) && sideways.safeArea == .zero)
        #expect(sideways.orientation == .landscape && sideways.device?.id == "iphone-8")
    }

    @Test("without a device an orientation turns the root's own size, and only when it is held otherwise")
    func orientations() {
        #expect(surroundings { $0.orientation = .landscape }.size == Size(width: 480, height: 320))
        #expect(surroundings { $0.orientation = .portrait }.size == present)
        var square = Situation()
        square.orientation = .landscape
        #expect(square.surroundings(of: Size(width: 9, height: 9)).size == Size(width: 9, height: 9))
        #expect(square.surroundings(of: Size(width: 9, height: 9)).orientation == nil)
    }

    @Test(
        "in Split View a window has a part of the screen, as high as that, where its width is known",
        arguments: [
            ("ipad-9-7", Orientation.landscape, SplitView.third, 320.0), ("ipad-9-7", .landscape, .half, 507),
            ("ipad-9-7", .landscape, .twoThirds, 694), ("ipad-9-7", .portrait, .twoThirds, 438),
            ("ipad-pro-12-9", .landscape, .third, 375), ("ipad-pro-12-9", .landscape, .half, 678),
            ("ipad-pro-12-9", .landscape, .twoThirds, 981), ("ipad-pro-12-9", .portrait, .twoThirds, 639),
            ("ipad-10-5", .landscape, .twoThirds, 782),
        ]
    )
    func splitView(id: String, orientation: Orientation, part: SplitView, width: Double) throws {
        let screen = try #require(device(id)).screen(orientation).size
        let split = surroundings { ($0.device, $0.orientation, $0.splitView) = (device(id), orientation, part) }
        #expect(split.size == Size(width: width, height: screen.height) && split.isSplit)
        #expect(split.orientation == orientation)
        // As Apple's table of size classes has it: 639 points are compact, 678 regular.
        let classes = LayoutTarget(split).sizeClasses
        #expect(classes == SizeClasses(width: width < 660 ? .compact : .regular, height: .regular))
    }

    @Test("upright no window has half of the screen, and on phones and pads that nobody measured none has a part")
    func noSplitView() throws {
        #expect(try #require(device("ipad-9-7")).splitViews(.portrait) == [.third, .twoThirds])
        for id in ["ipad-pro-11", "iphone-8"] {
            let whole = surroundings { ($0.device, $0.splitView) = (device(id), .third) }
            #expect(!whole.isSplit && whole.size == device(id)?.portrait.size)
            #expect(LayoutTarget(whole).sizeClasses?.height == .regular)
        }
    }

    @Test("one explicit side keeps the other")
    func explicitSize() {
        #expect(surroundings { $0.width = 375 }.size == Size(width: 375, height: 480))
        let both = surroundings {
            $0.width = 390
            $0.height = 844
        }
        #expect(both.size == Size(width: 390, height: 844) && both.device?.id == "iphone-14")
    }

    @Test(
        "the in-call bar takes 20 points of the app's view: upright, and on phones without a sensor housing",
        arguments: [
            ("iphone-8", Orientation.portrait, 20.0), ("iphone-8", .landscape, 0), ("iphone-x", .portrait, 0),
            ("ipad-9-7", .portrait, 0),
        ]
    )
    func inCall(id: String, orientation: Orientation, taken: Double) throws {
        let result = surroundings {
            $0.device = device(id)
            $0.orientation = orientation
            $0.statusBar = .inCall
        }
        #expect(result.takenAtTop == taken && result.takenAtBottom == 0)
        #expect(result.size == (try #require(device(id)).screen(orientation).size), "the window keeps its size")
        #expect(result.sizeLeft.height == result.size.height - taken)
    }

    @Test("the in-call bar of a root whose size is that of a screen needs no device")
    func inCallBySize() {
        #expect(surroundings { $0.statusBar = .inCall }.sizeLeft == Size(width: 320, height: 460))
        var situation = Situation()
        situation.statusBar = .inCall
        #expect(situation.surroundings(of: Size(width: 300, height: 400)).sizeLeft == Size(width: 300, height: 400))
        #expect(situation.surroundings(of: Size(width: 300, height: 400)).safeArea == nil)
    }

    @Test("a hidden status bar frees the top, except below a housing, and changes no size")
    func hidden() {
        func hide(_ id: String) -> Surroundings {
            surroundings {
                $0.device = device(id)
                $0.statusBar = .hidden
            }
        }
        #expect(hide("iphone-8").size == Size(width: 375, height: 667) && hide("iphone-8").safeArea == .zero)
        #expect(hide("iphone-x").safeArea?.top == 44)
        #expect(hide("ipad-9-7").safeArea?.top == 0)
    }

    @Test("the keyboard lies over the screen and takes nothing, unless the app makes room for it")
    func keyboard() throws {
        for orientation in Orientation.allCases {
            let screen = try #require(device("iphone-x")).screen(orientation)
            for keyboard in [Situation.Keyboard.covering, .resizing] {
                let result = surroundings {
                    $0.device = device("iphone-x")
                    $0.orientation = orientation
                    $0.keyboard = keyboard
                }
                let isResizing = keyboard == .resizing
                #expect(result.size == screen.size && result.keyboardHeight == screen.keyboardHeight)
                #expect(result.takenAtBottom == (isResizing ? screen.keyboardHeight : 0))
                #expect(result.safeArea?.bottom == (isResizing ? 0 : screen.safeArea.bottom))
                #expect(result.safeArea?.top == screen.safeArea.top)
            }
        }
    }

    @Test("call and keyboard add up")
    func both() {
        let result = surroundings {
            $0.device = device("iphone-8")
            $0.statusBar = .inCall
            $0.keyboard = .resizing
        }
        #expect(result.sizeLeft == Size(width: 375, height: 667 - 20 - 260))
    }
}

@Suite("Layouts in situations")
struct SituationLayoutTests {
    /// A window with a status bar's gap-less app view, something else, and a window without an app view.
    private func phone(_ screen: Size, _ frames: [(name: String, frame: Rect, mask: AutoresizingMask)]) -> ViewTree {
        var builder = ViewTreeBuilder()
        builder.append(ViewDescription(className: "UIWindow", frame: Rect(origin: .zero, size: screen)), depth: 0)
        for (name, frame, mask) in frames {
            var view = ViewDescription(className: name, frame: frame)
            view.autoresizingMask = mask
            builder.append(view, depth: name == "App" ? 1 : 2)
        }
        return builder.build()
    }

    private let screen = Size(width: 375, height: 667)

    private var app: ViewTree {
        phone(
            screen,
            [
                ("App", Rect(x: 0, y: 0, width: 375, height: 667), [.flexibleWidth, .flexibleHeight]),
                ("UITextField", Rect(x: 10, y: 600, width: 300, height: 40), []),
                ("Bar", Rect(x: 0, y: 618, width: 375, height: 49), .flexibleTopMargin),
                ("Half", Rect(x: 0, y: 380, width: 100, height: 100), []),
                ("Above", Rect(x: 0, y: 20, width: 100, height: 100), []),
            ]
        )
    }

    private func surroundings(_ change: (inout Situation) -> Void) -> Surroundings {
        var situation = Situation()
        change(&situation)
        return situation.surroundings(of: screen)
    }

    @Test("in a call the window stays and the root controller's view loses 20 points at its top")
    func inCall() {
        let result = app.laidOut(0, in: surroundings { $0.statusBar = .inCall })
        #expect(result.tree.frame(of: 0) == Rect(x: 0, y: 0, width: 375, height: 667))
        #expect(result.tree.frame(of: 1) == Rect(x: 0, y: 20, width: 375, height: 647))
        #expect(result.tree.frame(of: 3).minY == 598 && result.changed == [1, 3])
    }

    @Test("a root that is no window is the app's view itself")
    func noWindow() {
        var builder = ViewTreeBuilder()
        builder.append(ViewDescription(className: "UIView", frame: Rect(origin: .zero, size: screen)), depth: 0)
        let result = builder.build().laidOut(0, in: surroundings { $0.statusBar = .inCall })
        #expect(result.tree.frame(of: 0).size == Size(width: 375, height: 647))
    }

    @Test("a window without a subview that fills it keeps everything, and says so")
    func nothingFills() {
        let tree = phone(screen, [("App", Rect(x: 0, y: 300, width: 100, height: 100), [])])
        let result = tree.laidOut(0, in: surroundings { $0.statusBar = .inCall })
        #expect(result.changed.isEmpty && result.warnings.map(\.code) == ["layout.noAppView"])
    }

    @Test("the view whose controller the dump names goes before others that fill the window")
    func controllers() {
        var builder = ViewTreeBuilder()
        let area = Rect(origin: .zero, size: screen)
        builder.append(ViewDescription(className: "UIWindow", frame: area), depth: 0)
        builder.append(ViewDescription(className: "UIView", frame: area), depth: 1)
        var owned = ViewDescription(className: "UIView", frame: Rect(x: 0, y: 20, width: 375, height: 647))
        #expect(builder.build().rootControllerView(of: 0) == 1)
        owned.controller = "KitchenController"
        builder.append(owned, depth: 1)
        #expect(builder.build().rootControllerView(of: 0) == 2)
    }

    @Test("the keyboard moves nothing; with room made for it the app's view ends where it begins")
    func keyboards() {
        #expect(app.laidOut(0, in: surroundings { $0.keyboard = .covering }).changed.isEmpty)
        let result = app.laidOut(0, in: surroundings { $0.keyboard = .resizing })
        #expect(result.tree.frame(of: 1) == Rect(x: 0, y: 0, width: 375, height: 407))
        #expect(result.tree.frame(of: 0).size == screen && result.tree.frame(of: 3).minY == 358)
    }

    @Test("what the keyboard covers: fields first, then what it hides, then what it cuts; nothing above it")
    func covered() throws {
        let surroundings = surroundings { $0.keyboard = .covering }
        let cover = try #require(KeyboardCover(surroundings, over: 0, in: app, WindowGeometry(app)))
        #expect(cover.frame == Rect(x: 0, y: 407, width: 375, height: 260))
        #expect(cover.views.map(\.view) == [2, 3, 4])
        #expect(cover.views.map(\.isWhole) == [true, true, false])
        #expect(cover.views.map(\.takesText) == [true, false, false])
        #expect(KeyboardCover(surroundings, over: 1, in: app, WindowGeometry(app)) == nil)
    }

    @Test("hidden views are not covered, nor is what a covered view holds named beside it")
    func hiddenAndInside() throws {
        var builder = ViewTreeBuilder()
        builder.append(ViewDescription(className: "UIWindow", frame: Rect(origin: .zero, size: screen)), depth: 0)
        var hidden = ViewDescription(className: "UIView", frame: Rect(x: 0, y: 600, width: 10, height: 10))
        hidden.isHidden = true
        builder.append(hidden, depth: 1)
        builder.append(ViewDescription(className: "Bar", frame: Rect(x: 0, y: 500, width: 375, height: 100)), depth: 1)
        builder.append(ViewDescription(className: "UILabel", frame: Rect(x: 0, y: 0, width: 9, height: 9)), depth: 2)
        builder.append(ViewDescription(className: "UITextView", frame: Rect(x: 0, y: 0, width: 9, height: 9)), depth: 2)
        let tree = builder.build()
        let situation = surroundings { $0.keyboard = .covering }
        let cover = try #require(KeyboardCover(situation, over: 0, in: tree, WindowGeometry(tree)))
        #expect(cover.views.map(\.view) == [4, 2])
    }
}
