import TreeTesting
import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Drawing of texts and colours")
struct TextDrawingTests {
    private let root = view("UIView", 0, 0, 375, 667)

    @Test("a label 20.5 high is set in 17 points")
    func oneLine() throws {
        let it = try DrawingCase(
            file: "01-label-17",
            (0, root),
            (1, look("UILabel", 16, 8.5, 72, 20.5, text: "New York"))
        )
        #expect(it.runs.map(\.size) == [17] && it.runs[0].width == 72 && it.guesses.contains("font: system, 17"))
    }

    @Test("a label 14.333 high is set in 12 points")
    func small() throws {
        let it = try DrawingCase(
            file: "02-label-12",
            (0, root),
            (1, look("UILabel", 16, 8, 43, 14.333, text: "Caption"))
        )
        #expect(it.runs.map(\.size) == [12])
    }

    @Test("a cut text in a label 98 high is set in five lines of 15 points, in one 81.5 high in four of 17")
    func cutText() throws {
        let text = "Getting the time from the..."
        let five = try DrawingCase(file: "03-cut-text-15", (0, root), (1, look("UILabel", 16, 8, 343, 98, text: text)))
        #expect(five.runs.first?.size == 15 && five.drawings[1].guesses[0].reason.contains("5 lines"))
        let four = try DrawingCase(
            file: "04-cut-text-17",
            (0, root),
            (1, look("UILabel", 16, 8, 343, 81.5, text: text))
        )
        #expect(four.runs.first?.size == 17 && four.drawings[1].guesses[0].reason.contains("4 lines"))
    }

    @Test("the text of a cell stands in the middle of its label in 17 points")
    func cellText() throws {
        let it = try DrawingCase(
            file: "05-cell-label",
            (0, root),
            (1, look("UITableViewCell", 0, 0, 375, 44)),
            (2, look("UITableViewCellContentView", 0, 0, 375, 43.5)),
            (3, look("UITableViewLabel", 16, 0, 343, 43.5, text: "General"))
        )
        let run = try #require(it.runs.first)
        #expect(run.size == 17 && isClose(run.origin.y, 21.75 + 17 * (0.952148 - 1.193359 / 2)))
    }

    @Test("a fill without alpha is clear, and so is what is not named beside one")
    func clear() throws {
        let it = try DrawingCase(
            file: "06-clear",
            (0, look("UIWindow", 0, 0, 375, 667)),
            (1, look("UILabel", 0, 0, 50, 20.5, ["backgroundColor": "UIExtendedGrayColorSpace 0 0"])),
            (1, look("UITableView", 0, 0, 375, 600))
        )
        #expect(it.primitives.isEmpty && it.guesses.isEmpty)
    }

    @Test("the system's background is black in the dark, and dark grey on a sheet")
    func sheet() throws {
        let background = "<UIDynamicSystemColor: 0x60; name = systemBackgroundColor>"
        let it = try DrawingCase(
            file: "07-sheet",
            (0, look("UIWindow", 0, 0, 375, 667, ["backgroundColor": background])),
            (1, look("UIDropShadowView", 0, 56, 375, 611)),
            (2, look("UIView", 0, 0, 375, 611, ["backgroundColor": background]))
        )
        #expect(it.fills.map(\.color.light.hexadecimal) == ["#ffffff", "#ffffff"])
        #expect(it.fills.map(\.color.dark.hexadecimal) == ["#000000", "#1c1c1e"])
    }

    @Test("a modified colour without alpha draws nothing")
    func modified() throws {
        let color =
            "<UIDynamicModifiedColor: 0x60; alpha = 0, baseColor = <UIDynamicSystemColor: 0x61; name = systemRedColor>>"
        let it = try DrawingCase(file: "08-modified", (0, look("UIView", 0, 0, 375, 667, ["backgroundColor": color])))
        #expect(it.primitives.isEmpty)
    }

    @Test("device white is read as sRGB, and Display P3 is not sRGB")
    func spaces() throws {
        let grey = try DrawingCase(
            file: "09-device-white",
            (0, look("UIView", 0, 0, 9, 9, ["backgroundColor": "UIDeviceWhiteColorSpace 0.572549 1"]))
        )
        #expect(grey.fills[0].color.lightText == "#929292")
        let wide = try DrawingCase(
            file: "10-display-p3",
            (0, look("UIView", 0, 0, 9, 9, ["backgroundColor": "displayP3 0.2 0.6 0.4 1"]))
        )
        #expect(wide.fills[0].color.lightText == "#009c61", "the same numbers in sRGB are #339966")
    }

    @Test("a button and its label show the title once, in the tint")
    func button() throws {
        let it = try DrawingCase(
            file: "16-button",
            (0, root),
            (1, look("UIButton", 16, 0, 100, 44, text: "Add City")),
            (2, look("UIButtonLabel", 18, 13, 64, 18, text: "Add City"))
        )
        #expect(it.runs.count == 1 && it.runs[0].color == SystemColor.systemBlue && it.runs[0].size == 15)
        #expect(it.guesses.contains("text colour: tint"))
    }

    @Test("the title on an orange fill is white, that of a disabled button grey")
    func titles() throws {
        let orange = "<UIDynamicSystemColor: 0x60; name = systemOrangeColor>"
        let strong = try DrawingCase(
            file: "17-filled-button",
            (0, look("UIButton", 16, 0, 343, 44, ["backgroundColor": orange])),
            (1, look("UIButtonLabel", 100, 13, 143, 20.5, text: "Use as Home Clock"))
        )
        #expect(
            strong.runs.map(\.color) == [.white] && strong.fills.count == 1
                && strong.guesses.contains("corner radius: 10")
        )
        let off = try DrawingCase(
            file: "18-disabled-button",
            (0, look("UIButton", 16, 0, 343, 44, ["enabled": "NO"])),
            (1, look("UIButtonLabel", 100, 13, 36, 18, text: "Reset"))
        )
        #expect(off.runs.map(\.color) == [SystemColor.tertiaryLabel])
    }

    @Test("a cell and a field that print what their labels show show it once")
    func doubled() throws {
        let cell = try DrawingCase(
            file: "19-cell-text-once",
            (0, look("UITableViewCell", 0, 0, 375, 44, text: "General")),
            (1, look("UITableViewCellContentView", 0, 0, 375, 43.5)),
            (2, look("UITableViewLabel", 16, 0, 343, 43.5, text: "General"))
        )
        #expect(cell.runs.map(\.text) == ["General"])
        let field = try DrawingCase(
            file: "20-placeholder",
            (0, look("UITextField", 16, 0, 343, 34, text: "", ["placeholder": "Email"])),
            (1, look("UITextFieldLabel", 7, 6, 300, 21, text: "Email"))
        )
        #expect(field.runs.map(\.text) == ["Email"] && field.runs[0].color == SystemColor.tertiaryLabel)
    }

    @Test("a field whose background provider is none has no border")
    func noBorder() throws {
        let provider = "<_UITextFieldNoBackgroundProvider: 0x60: textfield=<UITextField: 0x61>>"
        let it = try DrawingCase(
            file: "21-no-border",
            (
                0,
                look(
                    "UITextField",
                    16,
                    0,
                    343,
                    34,
                    text: "Ann",
                    ["borderStyle": "RoundedRect", "background": provider]
                )
            )
        )
        #expect(it.outlines.isEmpty && it.runs.map(\.text) == ["Ann"])
        let round = DrawingCase((0, look("UITextField", 16, 0, 343, 34, text: "Ann", ["borderStyle": "RoundedRect"])))
        #expect(round.outlines.count == 1 && round.runs[0].origin.x == 7)
    }

    @Test("runs stand side by side on the baseline of the largest, each in its font and colour")
    func runs() throws {
        let said = StyledText.description([
            .init(count: 5, font: "system bold 28", color: "systemRedColor"),
            .init(count: 4, font: "system 12", color: nil),
        ])
        let it = DrawingCase(
            (0, root),
            (
                1,
                look(
                    "UILabel",
                    16,
                    8,
                    300,
                    33.5,
                    text: "Earl grey",
                    ["font": "system bold 28", StyledText.attribute: said]
                )
            )
        )
        #expect(it.runs.map(\.text) == ["Earl ", "grey"] && it.runs.map(\.size) == [28, 12])
        #expect(it.runs.map(\.weight) == [700, 400] && it.runs[0].color != it.runs[1].color)
        #expect(it.runs[0].origin.y == it.runs[1].origin.y && it.runs[1].origin.x == it.runs[0].width)
        #expect(isClose(it.runs[1].width, TextFont(size: 12).width(of: "grey")))
    }

    @Test(
        "the picture and the title of a button stand where its insets and its alignment put them",
        arguments: [
            ([:], 0), (["contentEdgeInsets": "minX = 40"], 20), (["imageEdgeInsets": "maxX = 12"], -6),
            (["configuration": "plain", "imagePadding": "10", "contentInsets": "leading = 0; trailing = 0"], -5),
            (["contentHorizontalAlignment": "left"], nil),
        ] as [([String: String], Double?)]
    )
    func buttonPicture(_ attributes: [String: String], _ shift: Double?) throws {
        func left(_ attributes: [String: String]) throws -> (image: Double, title: TextRun) {
            var all = ["image": "symbol \"plus\"", "imageSize": "20 x 20", "font": "system 15"]
            all.merge(attributes) { $1 }
            var button = look("UIButton", 0, 0, 200, 40, text: "Add")
            for (name, value) in all { button.attributes.append(.init(name, value)) }
            let it = DrawingCase((0, root), (1, button))
            let paths = it.primitives.compactMap {
                if case .path(_, let origin, _, _, _, _) = $0 { origin.x } else { nil }
            }
            return (try #require(paths.first), try #require(it.runs.first))
        }
        let (usual, other) = (try left([:]), try left(attributes))
        let width = TextFont(size: 15).width(of: "Add")
        #expect(isClose(usual.image, (200 - 20 - width) / 2) && isClose(usual.title.origin.x, usual.image + 20))
        #expect(isClose(other.title.width, width))
        guard let shift else {
            #expect(other.image == 0 && other.title.origin.x == 20)
            return
        }
        #expect(isClose(other.image, usual.image + shift), "\(other.image)")
    }
}
