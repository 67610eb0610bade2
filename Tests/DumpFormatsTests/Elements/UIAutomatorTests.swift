import Diagnostics
import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("uiautomator XML")
struct UIAutomatorTests {
    private func fixture() throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/orchard-uiautomator.xml")) }

    @Test("every node is a view of its Android class, in pixels")
    func nodes() throws {
        let dump = try fixture()
        #expect(dump.format == .uiautomator)
        #expect(
            dump.outline == [
                "android.widget.FrameLayout", ".android.widget.TextView", ".androidx.recyclerview.widget.RecyclerView",
                "..android.widget.CheckedTextView", "..android.widget.Switch", "..android.widget.ImageView",
                ".android.widget.EditText", ".android.widget.Button",
            ]
        )
        #expect(dump.device == DumpDevice(width: 1_080, height: 2_400))
        #expect(dump.app == "com.example.orchard")
        #expect(dump.report.contains { $0.code == "lost.scale" && $0.message.contains("pixels") })
        // What the shell says after the document.
        #expect(dump.codes == ["skipped.lines"])
    }

    @Test("texts, descriptions, ids and bounds have their places; the rest stays under its name")
    func fields() throws {
        let tree = try fixture().tree
        #expect(tree.text(of: 1) == "Trees")
        #expect(tree.identifier(of: 1) == "com.example.orchard:id/title")
        #expect(tree.label(of: 1) == nil)
        #expect(tree.label(of: 4) == "Ripe")
        #expect(tree.text(of: 4) == nil)
        #expect(tree.attribute("checked", of: 4) == "true")
        #expect(tree.frame(of: 5) == Rect(x: -20, y: 300, width: 200, height: 200))
        #expect(tree.attribute("placeholder", of: 6) == "Search")
        #expect(tree.attribute("enabled", of: 7) == "false")
        #expect(tree.attribute("NAF", of: 5) == "true")
    }

    @Test("Appium names the elements by their classes, and gives the size of the screen")
    func appium() throws {
        let dump = try Dump.reading(
            "<?xml version='1.0' encoding='UTF-8'?>",
            #"<hierarchy index="0" class="hierarchy" rotation="1" width="2274" height="1080"><android.widget.FrameLayout class="android.widget.FrameLayout" package="com.android.systemui" bounds="[0,0][2274,60]" displayed="true">"#,
            #"<android.widget.ImageView bounds="[5,5][25,25]"/></android.widget.FrameLayout><android.app.ActionBar.Tab class="android.app.ActionBar$Tab" package="com.example.orchard" bounds="[0,60][2274,1080]"/></hierarchy>"#
        )
        #expect(
            dump.outline == ["android.widget.FrameLayout", ".android.widget.ImageView", "android.app.ActionBar$Tab"]
        )
        #expect(dump.device == DumpDevice(width: 2_274, height: 1_080))
        #expect(dump.app == "com.example.orchard")
        #expect(dump.codes == ["read.rotation"])
    }

    @Test("bounds that are missing or no numbers are reported")
    func bounds() throws {
        let dump = try Dump.reading(
            #"<hierarchy rotation="0"><node class="a.B"/><node class="a.B" bounds="[0,0][x,1]"/><node bounds="[1,1][1e308,nan]"/></hierarchy>"#
        )
        #expect(dump.outline == ["a.B", "a.B", "node"])
        #expect(dump.codes == ["missing.frame", "missing.frame", "unreadable.attribute"])
    }

    @Test("a dump in a string, cut, empty or broken")
    func odd() throws {
        let text = try Fixtures.text("dumps/orchard-uiautomator.xml")
        let quoted = text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        #expect(try Dump.reading("{\"value\":\"\(quoted)\"}").outline == (try fixture()).outline)
        let cut = try Dump.reading(String(text.prefix(1_500)))
        #expect(cut.tree.count >= 2)
        #expect(cut.codes.contains("broken.document"))
        let empty = #expect(throws: DumpError.self) { try Dump.reading(#"<hierarchy rotation="0"/>"#) }
        #expect(empty?.message.contains("no element") == true)
        let null = #expect(throws: DumpError.self) {
            try Dump.reading("ERROR: null root node returned by UiTestAutomationBridge.")
        }
        #expect(null?.code == .unknownFormat)
    }
}
