import DumpFormats
import Testing
import TestSupport
@testable import Locators
@testable import ViewHierarchy

@Suite("Elements")
struct ElementTreeTests {
    private let screen = """
        <UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>
           | <UIButton: 0x3; frame = (10.4 20.6; 100 50); opaque = NO; layer = <CALayer: 0x4>>
           |    | <UIButtonLabel: 0x5; frame = (5 5; 50 20); text = 'Pay'; layer = <_UILabelLayer: 0x6>>
           | <UITextField: 0x7; frame = (0 100; 320 30); text = ''; placeholder = Name; layer = <CALayer: 0x8>>
           | <Shop.PayButton: 0x9; frame = (0 140; 320 30); hidden = YES; layer = <CALayer: 0xa>>
           | <Shop.Card: 0xb; baseClass = UITableViewCell; frame = (0 180; 320 30); layer = <CALayer: 0xc>>
        """

    @Test("a dump of UIKit gets the elements that a test most likely sees, below an application")
    func uikit() throws {
        let tree = ElementTree(try Orchard.uikit(screen))
        #expect(tree.hasOwnRoot && tree.count == 7)
        let types = tree.indices.map(tree.type(of:))
        #expect(types == ["Application", "Window", "Button", "StaticText", "TextField", "Button", "Cell"])
        #expect(tree.view(of: 0) == nil && tree.view(of: 2) == 1 && tree.element(ofView: 1) == 2)
        #expect(tree.parent(of: 1) == 0 && tree.parent(of: 0) == nil && tree.children(of: 1) == [2, 4, 5, 6])
        #expect(tree.attribute("label", of: 2) == "Pay" && tree.attribute("name", of: 2) == "Pay")
        #expect(tree.attribute("value", of: 3) == "Pay" && tree.attribute("value", of: 4) == "Name")
        #expect(tree.attribute("visible", of: 5) == "false" && tree.attribute("visible", of: 6) == "true")
        #expect(tree.attribute("class", of: 5) == "Shop.PayButton")
        // A label inside of a button is no element of its own to accessibility.
        #expect(tree.attribute("accessible", of: 2) == "true" && tree.attribute("accessible", of: 3) == "false")
        // Outward: 10.4 to 110.4, 20.6 to 70.6.
        #expect(tree.wholeFrame(of: 2) == WholeRect(x: 10, y: 20, width: 101, height: 51))
    }

    @Test("a dump of elements is what it says")
    func elements() throws {
        let tree = try Orchard.tree()
        #expect(!tree.hasOwnRoot && tree.shape == .elements)
        #expect(
            tree.attributes(of: 8).map { "\($0.name)=\($0.value)" } == [
                "type=XCUIElementTypeSwitch", "value=1", "name=ripe", "label=Ripe", "enabled=true", "visible=true",
                "accessible=true", "x=309", "y=70", "width=52", "height=32", "index=1",
                "nativeFrame={{309.5, 70.5}, {51, 31}}",
            ]
        )
        #expect(ElementTree(try Orchard.dump(), shape: .classes).shape == .elements)
    }

    @Test("elements of other tools get WebDriverAgent's attributes")
    func xcuitest() throws {
        let tree = ElementTree(try DumpReader.read(Fixtures.bytes("dumps/orchard-xcuitest.txt")))
        let label = try #require(tree.indices.first { tree.type(of: $0) == "StaticText" })
        #expect(tree.attribute("value", of: label) == tree.attribute("label", of: label))
        #expect(tree.attribute("selected", of: label) == nil)
        // XCUITest names flags where they are set; WebDriverAgent's XML never says whether something is selected.
        #expect(tree.isSelected(label) == false)
        #expect(try Orchard.tree().isSelected(3) == nil)
        let flat = ElementTree(try DumpReader.read(Fixtures.bytes("dumps/elements-idb.json")))
        #expect(flat.tag(of: 0) == "XCUIElementTypeApplication")
    }

    @Test("frames that are nowhere, and endless ones, are that of WebDriverAgent")
    func nowhere() throws {
        let tree = ElementTree(try Orchard.uikit("<UIView: 0x1; frame = (inf inf; 0 0); layer = <CALayer: 0x2>>"))
        #expect(tree.wholeFrame(of: 1) == .nowhere)
        #expect(WholeRect(around: Rect(x: 1e300, y: 0, width: 1, height: 1)) == nil)
        #expect(
            WholeRect(around: Rect(x: 0.1 + 0.2, y: -0.5, width: 0.7, height: 1))
                == WholeRect(x: 0, y: -1, width: 1, height: 2)
        )
    }

    @Test("page source is well-formed whatever the texts are, and reads back as the same tree")
    func source() throws {
        var builder = ViewTreeBuilder()
        var window = ViewDescription(className: "UIWindow", frame: Rect(x: 0, y: 0, width: 100, height: 100))
        window.identifier = "a<b>&\"'\u{1}\u{FFFE}\n\té"
        builder.append(window, depth: 0)
        builder.append(ViewDescription(className: "1 <odd:", frame: Rect(x: 1.5, y: 2, width: 3, height: 4)), depth: 1)
        let tree = ElementTree(Dump(format: .recursiveDescription, tree: builder.build()))
        let source = PageSource(tree, isWrapped: true)
        #expect(source.removed == 2)
        let text = String(decoding: source.xml, as: UTF8.self)
        #expect(text.contains("name=\"a&lt;b&gt;&amp;&quot;'&#10;&#9;é\"") && text.contains("<AppiumAUT>"))
        let again = ElementTree(try DumpReader.read(source.xml))
        #expect(again.count == 3 && again.attribute("name", of: 1) == "a<b>&\"'\n\té")
        #expect(again.wholeFrame(of: 2) == WholeRect(x: 1, y: 2, width: 4, height: 4))
        #expect(again.frame(of: 2) == Rect(x: 1.5, y: 2, width: 3, height: 4))
        let classes = String(
            decoding: PageSource(ElementTree(Dump(format: .recursiveDescription, tree: tree.views), shape: .classes))
                .xml,
            as: UTF8.self
        )
        #expect(classes.contains("<dump>") && classes.contains("<__"))
    }

    @Test("page source of WebDriverAgent's own dump is that dump")
    func roundTrip() throws {
        let tree = try Orchard.tree()
        let again = try DumpReader.read(PageSource(tree).xml)
        #expect(again.format == .webDriverAgentXML && again.app == "com.example.orchard")
        let other = ElementTree(again)
        for element in tree.indices {
            #expect(tree.attributes(of: element).map(\.value) == other.attributes(of: element).map(\.value))
        }
    }
}
