import DumpFormats
import Foundation
import Testing
import TestSupport

@testable import Locators

/// How many elements of a real screen of 327 each locator finds: XPath as libxml2 counts them, predicates and chains by
/// WebDriverAgent's rules. `~Cell` is `XCUIElementTypeCell`; places count the full text.
@Suite("Locators on a real screen", .enabled(if: Corpus.root != nil))
struct LocatorCorpusTests {
    private static let tree: ElementTree? = Corpus.root.flatMap { root in
        let file = root.appending(path: "dumps/wda-xml/codeskyblue__uiautodev__source.xml")
        return (try? Data(contentsOf: file)).flatMap { try? DumpReader.read([UInt8]($0)) }.map { ElementTree($0) }
    }

    private func check(_ strategy: Locator.Strategy, _ vectors: String) throws {
        let tree = try #require(Self.tree)
        for line in vectors.split(separator: "\n") {
            for vector in line.split(separator: " | ") {
                let parts = vector.split(separator: " ", maxSplits: 1)
                let (expected, text) = (parts[0], parts.count > 1 ? String(parts[1]) : "")
                let found = Orchard.found(strategy, text, in: tree)
                let outcome =
                    found.hasPrefix("error")
                    ? found.replacing("error ", with: "!") : "\(found.split(separator: " ").count)"
                if expected == "error" {
                    #expect(outcome.hasPrefix("!") || outcome == "error", "\(text)")
                } else {
                    #expect(outcome == expected, "\(text)")
                }
            }
        }
    }

    @Test("the screen has its 327 elements")
    func count() throws { #expect(try #require(Self.tree).count == 327) }

    @Test("XPath")
    func xpath() throws {
        try check(
            .xpath,
            """
            61 //~Cell | 1 /~Application | 0 /AppiumAUT | 2 //~Window | 94 //*[@visible="true"] | 0 //*[@visible=1]
            62 //~StaticText[1] | 1 (//~StaticText)[1] | 130 //*[not(@name)] | 0 //*[@selected="true"]
            1 //~Switch/.. | 1 //~Cell[.//~Switch] | 4 //*[contains(@name,"com.apple")] | 8 //~Cell[count(*)>4]
            60 //*[ends-with(@name,"chevron")] | 45 //*[matches(@name,"^[A-Z_]+$")] | 1 //*[lower-case(@name)="wifi"]
            85 //*[@width<44 and @height<44 and @enabled="true"] | 58 //~StaticText[@name!=@label] | error //*[
            2 ~Window
            """
        )
    }

    @Test("predicates")
    func predicates() throws {
        try check(
            .predicate,
            """
            327 TRUEPREDICATE | 61 type == "~Cell" | 94 visible == 1 | 94 wdVisible == true
            233 NOT (visible == 1) | 130 name == nil | 267 name <> "chevron" | 0 name = "" | 1 name ==[c] "Wifi"
            4 name BEGINSWITH "FollowUpList" | 1 name endswith[c] "MODE" | 4 name LIKE "*.apple.*" | 0 name LIKE "apple"
            45 name MATCHES "[A-Z_]+" | 0 name MATCHES "apple" | 2 name IN {"WIFI","Bluetooth"} | 1 "WIFI" IN name
            181 rect.y < 0 | 243 rect.x BETWEEN {0, 20} | 3 label.length > 20
            1 type ENDSWITH "Switch" AND value == "0" | 1 name == "WIFI" OR name == "VPN" AND visible == 1
            !1 isVisible == 1 | !1 x < 20 | !9 type == ~Cell | !9 name == "WIFI | !14 name CONTAINS
            !13 name == "a" name == "b" | !16 (name == "WIFI" | !10 label == “a”
            """
        )
    }

    @Test("class chains")
    func chains() throws {
        try check(
            .classChain,
            """
            61 **/~Cell | 2 ~Window | 0 ~Application | 2 * | 326 **/* | 1 **/~Cell[-1] | 0 **/~Cell[62]
            1 ~Window[1]/*[1] | 69 **/~Cell/~StaticText | 1 **/~Cell/~StaticText[1] | 1 **/~Cell[$name == "WIFI"$]
            17 **/~Cell[$name == "chevron"$][`visible == 1`] | 1 **/~Cell[`visible == 1`][2] | 0 **/~Cell[`name == "a``b"`]
            71 **/~Foo | 61 **~Cell
            error **/~Cell[2][`visible == 1`] | error **/~Cell[0] | error **/Cell | !24 ~Window/** | !1 /~Window
            !26 **/~Cell[``]
            """
        )
    }

    @Test("written as XML and read again, the tree is the same")
    func roundTrip() throws {
        let tree = try #require(Self.tree)
        let again = ElementTree(try DumpReader.read(PageSource(tree).xml))
        #expect(again.count == tree.count)
        for element in tree.indices {
            let (a, b) = (tree.attributes(of: element), again.attributes(of: element))
            #expect(a.map(\.name) == b.map(\.name) && a.map(\.value) == b.map(\.value))
        }
    }
}
