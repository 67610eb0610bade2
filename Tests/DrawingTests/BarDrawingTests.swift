import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Drawing of bars and materials")
struct BarDrawingTests {
    @Test("the selected item of a tab bar, whose image has no tint of its own, has the tint, the others are grey")
    func tabs() throws {
        let grey = "UIDeviceWhiteColorSpace 0.572549 1"
        func item(_ x: Double, _ name: String, isSelected: Bool) -> [(depth: Int, view: ViewDescription)] {
            let image = "<UIImage:0x60 symbol \"star\"; (23 23)@2>"
            return [
                (1, look("UITabBarButton", x, 1, 71, 48)),
                (
                    2,
                    look(
                        "UITabBarSwappableImageView",
                        24,
                        5,
                        23,
                        23,
                        isSelected ? ["image": image] : ["image": image, "tintColor": grey]
                    )
                ),
                (2, look("UITabBarButtonLabel", 10, 35, 51, 12, text: name)),
            ]
        }
        let items = (0..<5).map { item(2 + 75 * Double($0), "Item \($0)", isSelected: $0 == 1) }.flatMap { $0 }
        let it = try DrawingCase(
            file: "22-tab-bar",
            [(0, look("UITabBar", 0, 618, 375, 49)), (1, look("_UIBarBackground", 0, 0, 375, 49))] + items
        )
        #expect(it.runs.map(\.color).filter { $0 == SystemColor.systemBlue }.count == 1)
        #expect(it.runs.map(\.color.lightText) == ["#929292", "#007aff", "#929292", "#929292", "#929292"])
        #expect(it.paths.map { $0.color?.lightText } == it.runs.map(\.color.lightText))
        #expect(it.runs.allSatisfy { $0.size == 10 && $0.weight == 500 })
    }

    @Test("a navigation bar with an effect has one fill and one line below it, however many views it is built of")
    func navigationBar() throws {
        let it = try DrawingCase(
            file: "23-navigation-bar",
            (0, look("UINavigationBar", 0, 20, 375, 44)),
            (1, look("_UIBarBackground", 0, -20, 375, 64)),
            (2, look("UIVisualEffectView", 0, 0, 375, 64)),
            (3, look("_UIVisualEffectBackdropView", 0, 0, 375, 64)),
            (
                3,
                look("_UIVisualEffectSubview", 0, 0, 375, 64, ["backgroundColor": "UIExtendedGrayColorSpace 0.97 0.8"])
            ),
            (2, look("_UIBarBackgroundShadowView", 0, 64, 375, 0.5)),
            (1, look("_UINavigationBarContentView", 0, 0, 375, 44)),
            (2, look("UILabel", 138, 12, 99, 20.5, text: "World Clock"))
        )
        #expect(
            it.fills.map(\.rect) == [
                Rect(x: 0, y: 0, width: 375, height: 64), Rect(x: 0, y: 64, width: 375, height: 0.5),
            ]
        )
        #expect(it.runs.map(\.weight) == [600] && it.runs[0].size == 17)
    }

    @Test("a bar without a view for its background reaches up to the top of the screen")
    func plainBar() {
        let it = DrawingCase((0, look("UINavigationBar", 0, 44, 375, 44, text: "Title")))
        #expect(it.fills.first?.rect == Rect(x: 0, y: -44, width: 375, height: 88) && it.runs.map(\.text) == ["Title"])
        let seeThrough = DrawingCase(
            (0, look("UINavigationBar", 0, 44, 375, 44)),
            (1, look("_UIBarBackground", 0, -44, 375, 88)),
            (2, look("UIVisualEffectView", 0, 0, 375, 88) { $0.alpha = 0 })
        )
        #expect(seeThrough.primitives.isEmpty, "a list at its top shows no bar")
    }

    @Test("an image of 13 by 21 in a bar is the corner of a back button")
    func backButton() throws {
        let it = try DrawingCase(
            file: "24-back-button",
            (0, look("_UINavigationBarContentView", 0, 0, 375, 44)),
            (1, look("_UIButtonBarButton", 0, 0, 90, 44)),
            (2, look("_UIModernBarButton", 8, 11.5, 13, 21)),
            (3, look("UIImageView", 0, 0, 13, 21))
        )
        #expect(it.paths.map(\.path) == ["M11 2L3 10.5L11 19"] && it.paths[0].color == SystemColor.systemBlue)
    }

    @Test("what cannot be seen draws nothing in the picture: indicators without alpha, hidden bars, what lies in them")
    func unseen() throws {
        let it = try DrawingCase(
            file: "25-30-unseen",
            (0, look("UIView", 0, 0, 375, 667, ["backgroundColor": "UIExtendedGrayColorSpace 1 1"])),
            (1, look("_UIScrollViewScrollIndicator", 369, 93, 3, 97) { $0.alpha = 0 }),
            (1, look("UIToolbar", 0, 623, 375, 44) { $0.isHidden = true }),
            (2, look("UILabel", 10, 10, 50, 20.5, text: "Share"))
        )
        let svg = String(decoding: Wireframe.svg(of: it.tree, options: .screen), as: UTF8.self)
        #expect(svg.split(separator: "class=\"view\"").count == 2, "the root alone")
        #expect(!svg.contains("Share"))
    }

    @Test("materials are translucent fills, and those of one appearance keep it")
    func materials() {
        func fill(_ style: String) -> DynamicColor? {
            DrawingCase((0, look("UIVisualEffectView", 0, 0, 50, 50, ["style": style]))).fills.first?.color
        }
        #expect(fill("UIBlurEffectStyleExtraLight").map(DrawingCase.text) == "#f7f7f7 82%")
        #expect(fill("UIBlurEffectStyleDark").map(DrawingCase.text) == "#1c1c1c 73%")
        #expect(fill("UIBlurEffectStyleSystemUltraThinMaterial").map(DrawingCase.text) == "#ffffff 45% | #252525 45%")
        #expect(fill("UIBlurEffectStyleSystemThinMaterialDark").map(DrawingCase.text) == "#252525 65%")
        #expect(fill("UIBlurEffectStyleSystemChromeMaterial").map(DrawingCase.text) == "#f9f9f9 94% | #1d1d1d 94%")
    }

    @Test("an alert has one ground over its dimming; the buttons on it have the tint")
    func alert() {
        let it = DrawingCase(
            (0, look("UIDimmingView", 0, 0, 375, 667)),
            (0, look("_UIAlertControllerView", 52.5, 260, 270, 138)),
            (1, look("UILabel", 16, 20, 238, 20.5, text: "Delete this mailbox?")),
            (1, look("_UIInterfaceActionGroupView", 0, 94, 270, 44)),
            (2, look("_UIInterfaceActionCustomViewRepresentationView", 0, 0, 270, 44)),
            (3, look("UILabel", 100, 12, 70, 20.5, text: "Cancel"))
        )
        #expect(it.fills.map(\.rect.size) == [Size(width: 375, height: 667), Size(width: 270, height: 138)])
        #expect(
            it.runs.map(\.weight) == [600, 400] && it.runs.map(\.color) == [SystemColor.label, SystemColor.systemBlue]
        )
        let sheet = DrawingCase(
            (0, look("_UIAlertControllerView", 8, 600, 374, 179)),
            (1, look("_UIInterfaceActionGroupView", 0, 0, 374, 114)),
            (1, look("_UIInterfaceActionGroupView", 0, 122, 374, 57))
        )
        #expect(sheet.fills.map(\.rect.size.height) == [114, 57], "the groups of a sheet are apart")
    }

    @Test("a phone's window has a status bar in ink that can be read on what lies under it, unless the dump has one")
    func statusBar() {
        func clock(
            _ color: String,
            _ size: Size = Size(width: 375, height: 667),
            _ views: (depth: Int, view: ViewDescription)...
        ) -> DynamicColor? {
            var builder = ViewTreeBuilder()
            builder.append(look("UIWindow", 0, 0, size.width, size.height, ["backgroundColor": color]), depth: 0)
            for (depth, view) in views { builder.append(view, depth: depth) }
            let system = ScreenDrawing(builder.build()).systemParts(of: 0)
            return system.primitives.lazy.compactMap { if case .text(let run) = $0 { run.color } else { nil } }.first
        }
        #expect(clock("UIExtendedGrayColorSpace 0.1 1") == .white && clock("systemBackground") == SystemColor.label)
        #expect(clock("#ffee00") == DynamicColor(white: 0) && clock("#000", Size(width: 390, height: 844)) == .white)
        #expect(clock("#000", Size(width: 600, height: 600)) == nil)
        #expect(clock("#000", Size(width: 375, height: 667), (1, look("UIStatusBarWindow", 0, 0, 375, 20))) == nil)
    }
}
