@testable import ViewHierarchy
import Testing

@testable import Drawing

@Suite("Drawing of Android's classes")
struct AndroidDrawingTests {
    @Test("the common ones show what their likes of UIKit do")
    func classes() {
        let it = DrawingCase(
            (0, look("android.widget.FrameLayout", 0, 0, 1080, 2400)),
            (1, look("android.widget.TextView", 48, 120, 352, 70, text: "Trees")),
            (1, look("android.widget.EditText", 48, 2220, 652, 120, ["placeholder": "Search"])),
            (1, look("android.widget.Button", 740, 2220, 292, 120, text: "PICK")),
            (1, look("android.widget.ImageView", 0, 500, 200, 200))
        )
        #expect(it.runs.map(\.text) == ["Trees", "Search", "PICK"])
        #expect(it.guesses.contains("image: placeholder"))
    }

    @Test("texts have the size that their frames in pixels were made for, else the usual one of a screen so wide")
    func sizes() throws {
        let it = DrawingCase(
            (0, look("android.widget.FrameLayout", 0, 0, 1080, 2400)),
            (1, look("android.widget.TextView", 0, 0, 352, 65, text: "Trees")),
            (1, look("android.widget.TextView", 0, 0, 600, 130, text: "Twenty words that do not fit one line of it")),
            (1, look("android.widget.TextView", 0, 0, 600, 900, text: "Room"))
        )
        #expect(it.runs.first?.size == 50)
        #expect(it.runs.filter { $0.size == 50 }.count == 3)
        let usual: Double = try #require(it.runs.last).size
        #expect(abs(usual - 1080.0 / 26) < 1e-9)
    }

    @Test("a switch is on where the dump says that it is checked")
    func switches() {
        let on = DrawingCase((0, look("android.widget.Switch", 0, 0, 132, 80, ["checked": "true"])))
        let off = DrawingCase((0, look("android.widget.Switch", 0, 0, 132, 80, ["checked": "false"])))
        #expect((on.fills.last?.rect.minX ?? 0) > 50 && off.fills.last?.rect.minX == 0)
        #expect(!off.guesses.contains("state: off"))
        #expect(DrawingCase((0, look("android.widget.Switch", 0, 0, 132, 80))).guesses.contains("state: off"))
    }
}
