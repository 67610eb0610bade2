import Testing
import TreeTesting

@testable import Drawing
@testable import ViewHierarchy

@Suite("Drawing of rows and pictures")
struct RowDrawingTests {
    private let grouped = "<UIDynamicCatalogSystemColor: 0x60; name = secondarySystemGroupedBackgroundColor>"

    @Test("a section of an inset list has round corners at its ends only")
    func inset() throws {
        let it = try DrawingCase(
            file: "26-inset-section",
            (0, look("UITableView", 0, 0, 414, 800, ["backgroundColor": "systemGroupedBackground"])),
            (1, look("UITableViewCell", 20, 0, 374, 44, ["backgroundColor": grouped])),
            (1, look("UITableViewCell", 20, 44, 374, 44, ["backgroundColor": grouped])),
            (1, look("UITableViewCell", 20, 88, 374, 44)),
            (2, look("_UISystemBackgroundView", 0, 0, 374, 44)),
            (3, look("UIView", 0, 0, 374, 44, ["backgroundColor": grouped])),
            (1, look("UITableViewCell", 20, 167, 374, 44, ["backgroundColor": grouped]))
        )
        let corners = it.primitives.compactMap { primitive -> [Double]? in
            guard case .rect(let rect, let radii, .some, _, _) = primitive, rect.size.width == 374 else { return nil }
            return [radii.topLeft, radii.bottomRight]
        }
        #expect(corners == [[10, 0], [0, 0], [0, 10], [10, 10]])
    }

    @Test("a content 30.5 narrower than its cell leaves room for a chevron")
    func chevron() throws {
        let it = try DrawingCase(
            file: "27-chevron",
            (0, look("UITableViewCell", 0, 0, 375, 44)),
            (1, look("UITableViewCellContentView", 0, 0, 344.5, 44))
        )
        #expect(
            it.paths.count == 1 && it.paths[0].color == SystemColor.tertiaryLabel
                && it.guesses.contains("accessory: chevron")
        )
        let both = DrawingCase(
            (0, look("UITableViewCell", 0, 0, 375, 44)),
            (1, look("UITableViewCellContentView", 0, 0, 312.7, 44))
        )
        #expect(both.guesses.contains("accessory: details, chevron"))
        let own = DrawingCase(
            (0, look("UITableViewCell", 0, 0, 375, 44)),
            (1, look("UITableViewCellContentView", 0, 0, 344.5, 44)),
            (1, look("UIImageView", 343, 15, 12, 14))
        )
        #expect(own.paths.count == 1, "the cell's own view is the chevron")
        let said = DrawingCase((0, look("UITableViewCell", 0, 0, 375, 44, ["accessoryType": "checkmark"])))
        #expect(
            said.paths.map(\.color) == [SystemColor.systemBlue] && !said.guesses.contains { $0.hasPrefix("accessory") }
        )
    }

    @Test("lines between rows are added only to lists that neither have views for them nor other views of the system")
    func separators() {
        let plain = DrawingCase(
            (0, look("UITableView", 0, 0, 375, 600)),
            (1, look("Cell", 0, 0, 375, 44)),
            (2, look("UITableViewCellContentView", 0, 0, 375, 44))
        )
        #expect(plain.fills.contains { $0.color == SystemColor.separator && $0.rect.minX == 16 })
        let complete = DrawingCase(
            (0, look("UITableView", 0, 0, 375, 600)),
            (1, look("UITableViewCell", 0, 0, 375, 44)),
            (1, look("_UIScrollViewScrollIndicator", 369, 93, 3, 97))
        )
        #expect(!complete.fills.contains { $0.color == SystemColor.separator })
        let own = DrawingCase(
            (0, look("UITableView", 0, 0, 375, 600)),
            (1, look("UITableViewCell", 0, 0, 375, 44)),
            (2, look("_UITableViewCellSeparatorView", 16, 43.5, 359, 0.5))
        )
        #expect(own.fills.filter { $0.color == SystemColor.separator }.count == 1)
    }

    @Test("a symbol is drawn in the tint")
    func symbol() throws {
        let image = "<UIImage:0x60 symbol \"plus.circle\"; (18 18)@2>"
        let it = try DrawingCase(
            file: "28-symbol",
            (0, look("UIImageView", 0, 0, 24, 24, ["image": image, "tintColor": "systemOrange"]))
        )
        #expect(it.paths.count == 3 && it.paths.allSatisfy { $0.color?.lightText == "#ff9500" } && it.guesses.isEmpty)
        let unknown = DrawingCase(
            (0, look("UIImageView", 0, 0, 100, 60, ["image": "<UIImage:0x60 symbol \"zzz.fill\"; (1 1)@2>"]))
        )
        #expect(unknown.runs.map(\.text) == ["zzz.fill"] && unknown.guesses == ["image: zzz.fill"])
    }

    @Test("an image without its data is a quiet box and a guess, a small one nothing")
    func placeholder() throws {
        let it = try DrawingCase(
            file: "29-image",
            (0, look("UIImageView", 0, 0, 172, 172, ["image": "<UIImage:0x60 CGImage anonymous; (172 172)@2>"]))
        )
        #expect(it.fills.first?.rect.size == Size(width: 172, height: 172) && it.guesses == ["image: placeholder"])
        #expect(DrawingCase((0, look("UIImageView", 0, 0, 7, 7))).primitives.isEmpty)
    }

    @Test("an image as large as its button is the button's background, with no sign of a picture over the title")
    func buttonBackground() {
        let image = "<UIImage:0x60 CGImage anonymous; (172 44)@2>"
        let it = DrawingCase(
            (0, look("UIButton", 0, 0, 172, 44)),
            (1, look("UIImageView", 0, 0, 172, 44, ["image": image])),
            (1, look("UIButtonLabel", 60, 13, 50, 18, text: "Start"))
        )
        #expect(it.fills.count == 1 && it.paths.isEmpty && it.runs.map(\.text) == ["Start"])
    }

    @Test("a view whose picture the dump carries shows it and nothing else")
    func picture() {
        let tree = TreeTesting.tree((0, look("UISwitch", 0, 0, 51, 31, ["on": "YES"])))
        #expect(
            ScreenDrawing(tree, pictures: [0]).drawing(of: 0).primitives == [
                .picture(Rect(x: 0, y: 0, width: 51, height: 31))
            ]
        )
    }

    @Test("symbols are composed of marks, rings and boxes; unknown ones are nothing")
    func symbols() throws {
        let met = [
            "plus", "plus.circle", "plus.circle.fill", "pencil", "doc.on.doc", "envelope.fill", "phone.fill", "person",
            "person.2",
            "qrcode", "rectangle.portrait.and.arrow.right", "chevron.left", "gear", "trash.fill", "bell.slash",
            "square.and.arrow.up",
            "stopwatch.fill", "star.fill", "arrow.up.circle", "xmark.square.fill", "questionmark.circle", "wifi",
            "lock.fill", "key",
        ]
        for name in met {
            let symbol = try #require(Symbol.named(name), "\(name)")
            #expect(!symbol.parts.isEmpty && symbol.parts.allSatisfy { $0.path.hasPrefix("M") }, "\(name)")
        }
        #expect(Symbol.named("plus.circle")?.parts.map(\.look) == [.stroke, .stroke, .stroke])
        #expect(Symbol.named("plus.circle.fill")?.parts.map(\.look) == [.fill, .knockout, .knockout])
        #expect(Symbol.named("star.fill")?.parts.map(\.look) == [.fill])
        #expect(
            Symbol.named("bell.slash")?.parts.count == (Symbol.named("bell")?.parts.count ?? 0) + 1,
            "a stroke across it"
        )
        for name in ["", ".", "zzz", "zzz.fill", "fill"] {
            #expect(Symbol.named(name) == nil, "\(name)")
        }
    }
}
