import Diagnostics
import DumpFormats
import JSON
import Locators
import TestSupport
import Testing
import ViewHierarchy

@testable import Shapes

@Suite("Digests of screens")
struct ScreenDigestTests {
    private func digest(_ text: String, _ detail: ScreenDigest.Detail = .outline) throws -> ScreenDigest {
        ScreenDigest(ElementTree(try DumpReader.read(Array(text.utf8))), detail: detail)
    }

    /// A page source with a bar, a list of so many rows, a tab bar and, if wanted, an alert.
    private func source(rows: Int, alert: Bool = false) -> String {
        let cells = (0..<rows).map { row in
            """
            <XCUIElementTypeCell type="XCUIElementTypeCell" enabled="true" visible="\(row < 40)" x="0" y="\(100 + row * 10)" width="390" height="10">
            <XCUIElementTypeOther type="XCUIElementTypeOther" visible="true" enabled="true" x="0" y="\(100 + row * 10)" width="390" height="10">
            <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" value="Row \(row)" name="Row \(row)" label="Row \(row)" enabled="true" visible="\(row < 40)" x="0" y="\(100 + row * 10)" width="99" height="10"/>
            <XCUIElementTypeSwitch type="XCUIElementTypeSwitch" value="1" name="s\(row)" label="Row \(row)" enabled="true" visible="\(row < 40)" x="300" y="\(100 + row * 10)" width="50" height="10"/>
            </XCUIElementTypeOther></XCUIElementTypeCell>
            """
        }
        let over = """
            <XCUIElementTypeAlert type="XCUIElementTypeAlert" name="Delete?" label="Delete?" enabled="true" visible="true" x="60" y="300" width="270" height="120">
            <XCUIElementTypeButton type="XCUIElementTypeButton" name="OK" label="OK" enabled="true" visible="true" x="200" y="380" width="100" height="40"/>
            <XCUIElementTypeButton type="XCUIElementTypeButton" name="Cancel" label="Cancel" enabled="false" visible="true" x="60" y="380" width="100" height="40"/>
            </XCUIElementTypeAlert>
            """
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Fruit" label="Fruit" enabled="true" visible="true" x="0" y="0" width="390" height="844">
            <XCUIElementTypeTable type="XCUIElementTypeTable" enabled="true" visible="true" x="0" y="0" width="390" height="844">\(cells.joined())</XCUIElementTypeTable>
            <XCUIElementTypeTabBar type="XCUIElementTypeTabBar" name="Tab Bar" label="Tab Bar" enabled="true" visible="true" x="0" y="800" width="390" height="44">
            <XCUIElementTypeButton type="XCUIElementTypeButton" name="Two" label="Two" enabled="true" visible="true" x="200" y="800" width="100" height="44"/>
            <XCUIElementTypeButton type="XCUIElementTypeButton" name="One" label="One" selected="true" enabled="true" visible="true" x="0" y="800" width="100" height="44"/>
            </XCUIElementTypeTabBar>
            <XCUIElementTypeNavigationBar type="XCUIElementTypeNavigationBar" name="Trees" enabled="true" visible="true" x="0" y="44" width="390" height="44">
            <XCUIElementTypeButton type="XCUIElementTypeButton" name="add" label="Add&#10;a tree" enabled="true" visible="true" x="340" y="44" width="44" height="44"/>
            </XCUIElementTypeNavigationBar>\(alert ? over : "")
            </XCUIElementTypeApplication>
            """
    }

    @Test("bars stand where they are on the screen, alerts first, and lists are folded to their first rows and a count")
    func groups() throws {
        let text = try digest(source(rows: 12, alert: true)).page().text(title: "Fruit")
        #expect(
            text
                == """
                Fruit
                alert [55] “Delete?”: [57] button “Cancel” disabled · [56] button “OK”
                bar [53] “Trees”: [54] button “Add a tree” #add
                list [1], 12:
                  [2] “Row 0” · [5] switch #s0 on
                  [6] “Row 1” · [9] switch #s1 on
                  [10] “Row 2” · [13] switch #s2 on
                  [14] “Row 3” · [17] switch #s3 on
                  [18] “Row 4” · [21] switch #s4 on
                  … 7 more, [22] to [46]
                tab bar [50] “Tab Bar”: [52] button “One” selected · [51] button “Two”

                """
        )
    }

    @Test(
        "a page keeps its limit, and the next one begins behind it until everything has been told",
        arguments: [100, 300, 2_000]
    )
    func pages(tokens: Int) throws {
        let digest = try digest(source(rows: 60), .full)
        var views: [Int] = []
        var after: Int?
        repeat {
            let page = digest.page(tokens: tokens, after: after)
            let text = page.text(title: "Fruit")
            #expect(text.tokenCount <= tokens, "\(text)")
            views += text.matches(of: /\[(\d+)\]/).compactMap { Int($0.1) }
            #expect(page.next == nil || page.next != after)
            after = page.next
        } while after != nil
        let switches = digest.tree.indices.filter { digest.tree.className(of: $0).hasSuffix("Switch") }
        #expect(switches.count == 60 && Set(switches).isSubset(of: views))
    }

    @Test("every control that can be used is told of or lies in a folded row", arguments: [100, 400, 1_500])
    func complete(tokens: Int) throws {
        let digest = try digest(source(rows: 40, alert: true))
        var told: Set<Int> = []
        var after: Int?
        repeat {
            let page = digest.page(tokens: tokens, after: after)
            let json = try JSONValue(parsing: JSONWriter.object { $0.members(of: page) })
            for group in json["groups"]?.arrayValue ?? [] {
                told.formUnion((group["folded"]?.arrayValue ?? []).compactMap { $0.integerValue.map(Int.init) })
                for item in group["items"]?.arrayValue ?? [] {
                    for item in [item] + (item["parts"]?.arrayValue ?? []) {
                        if let view = item["view"]?.integerValue { told.insert(Int(view)) }
                    }
                }
            }
            after = page.next
        } while after != nil
        let elements = ElementTree(try DumpReader.read(Array(source(rows: 40, alert: true).utf8)))
        let controls = elements.indices.filter {
            ["Button", "Switch", "Cell"].contains(elements.type(of: $0)) && elements.isVisible($0)
        }
        #expect(controls.count > 80)
        #expect(Set(controls.compactMap(elements.view(of:))).subtracting(told).isEmpty)
    }

    @Test("what is out of sight is counted, and told of in full")
    func outOfSight() throws {
        #expect(try digest(source(rows: 42)).outOfSight == 6)
        let full = try digest(source(rows: 42), .full)
        #expect(full.outOfSight == 0)
        #expect(full.page(tokens: 100_000).text(title: "").contains("“Row 41” out of sight at 0,510 390×10"))
    }

    @Test("a button under another view is covered, and one without words is told by its picture")
    func touches() throws {
        let text = """
            <UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>
               | <UIButton: 0x3; frame = (10 20; 100 50); layer = <CALayer: 0x4>>
               |    | <UIButtonLabel: 0x5; frame = (5 5; 50 20); text = 'Pay'; layer = <_UILabelLayer: 0x6>>
               | <UIView: 0x7; frame = (0 0; 320 100); layer = <CALayer: 0x8>>
               | <UIButton: 0x9; frame = (10 200; 100 50); layer = <CALayer: 0xa>>
               |    | <UIImageView: 0xb; frame = (5 5; 20 20); image = <UIImage:0xc symbol "plus"; (20 20)@2>; layer = <CALayer: 0xd>>
            """
        let lines = try digest(text).page().text(title: "Till")
        #expect(lines == "Till\n[1] button “Pay” covered\n[4] button picture plus\n")
    }

    @Test("elements within each other, however deep, are told in time that grows with their number")
    func deep() throws {
        let depth = 400
        let open = String(
            repeating: "<XCUIElementTypeCell type=\"XCUIElementTypeCell\" visible=\"true\" label=\"a\">",
            count: depth
        )
        let close = String(repeating: "</XCUIElementTypeCell>", count: depth)
        let digest = try digest("<XCUIElementTypeApplication>\(open)\(close)</XCUIElementTypeApplication>")
        #expect(digest.groups.first?.items.first?.parts.count == depth - 1)
        #expect(digest.page().text(title: "").contains("… 391 more in [1]"))
    }
}
