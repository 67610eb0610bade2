import Diagnostics
@testable import DumpFormats
import Foundation
import Testing
import TestSupport
import ViewHierarchy

@Suite("Vitrine JSON")
struct VitrineJSONTests {
    private func read(_ text: String, limits: DumpLimits = .standard) throws -> Dump {
        try DumpReader.read(Array(text.utf8), limits: limits)
    }

    /// A document with one view that has these members.
    private func view(_ members: String) throws -> (view: ViewDescription, dump: Dump) {
        let dump = try read(#"{"vitrine":1,"windows":[{"class":"UIView","frame":[1,2,3,4],\#(members)}]}"#)
        return (try #require(dump.tree.description(of: 0)), dump)
    }

    @Test("a whole document is read")
    func whole() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.json"))
        #expect(dump.format == .vitrineJSON && dump.report.isEmpty)
        #expect([dump.name, dump.app] == ["Kitchen", "com.example.kitchen"])
        #expect(dump.capturedAt == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(dump.device == DumpDevice(name: "iPhone 14", width: 390, height: 844, scale: 3, idiom: "phone"))
        #expect(dump.screenshot == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(dump.outline == ["UIWindow", ".UIButton", ".UIScrollView", "UITextEffectsWindow"])
    }

    @Test("every key of a view is read; masks and modes may be UIKit's raw values; bounds and center give the frame")
    func keys() throws {
        let tree = try DumpReader.read(Fixtures.bytes("dumps/kitchen.json")).tree
        #expect(
            tree.indices.map { tree.facts(of: $0) } == [
                ["frame 0 0 390 844"],
                [
                    "frame 16 100 358 44.5", "alpha 0.5", "hidden Yes", "opaque No", "clipsToBounds Yes",
                    "userInteractionEnabled No", "multipleTouchEnabled Yes", "exclusiveTouch Yes",
                    "autoresizesSubviews No", "autoresizingMask W+TM", "contentMode center", "tag 12", "text Boil",
                    "identifier boil", "label Boil water", "value off", "controller Kitchen.BoilController",
                    "layer=<CALayer: 0x7fa121>", "accent={\"red\":1,\"green\":0.5}",
                ],
                [
                    "frame 0 300 200 100", "bounds 0 40 200 100", "center 100 350", "autoresizingMask W+H",
                    "contentMode center", "contentOffset 0 40", "contentSize 200 900",
                ],
                ["frame 0 0 390 844"],
            ]
        )
    }

    @Test("absent and null keys have UIKit's defaults")
    func defaults() throws {
        let (view, dump) = try view(#""alpha":null,"text":null"#)
        var expected = ViewDescription(className: "UIView", frame: Rect(x: 1, y: 2, width: 3, height: 4))
        expected.bounds = Rect(x: 0, y: 0, width: 3, height: 4)
        expected.center = Point(x: 2.5, y: 4)
        let told = ["alpha", "text"].compactMap(ViewProperty.named)
        expected.said = PropertySet.identity.union(PropertySet(told))
        #expect(view == expected)
        #expect(dump.report.isEmpty)
    }

    @Test("a frame that bounds and center do not lead to is reported, and they win")
    func disagreement() throws {
        let (near, agreeing) = try view(#""bounds":[0,0,3,4],"center":[2.505,4]"#)
        #expect(agreeing.report.isEmpty && near.center == Point(x: 2.505, y: 4))
        let (far, dump) = try view(#""bounds":[0,0,3,4],"center":[2.52,4]"#)
        #expect(dump.findings.map { "\($0.view ?? -1) \($0.code)" } == ["0 frame.mismatch"])
        #expect(abs(far.frame.origin.x - 1.02) < 1e-9)
    }

    @Test(
        "a value of the wrong type is kept and reported with its pointer",
        arguments: [
            #""alpha":"half""#, #""hidden":1"#, #""hidden":"YES""#, #""alpha":"0.5""#, #""autoresizingMask":["W"]"#,
            #""contentMode":13"#, #""tag":1.5"#,
            #""text":[5]"#, #""transform":[1,0,0,1]"#, #""bounds":{"x":1}"#, #""subviews":5"#, #""attributes":"none""#,
        ]
    )
    func wrongTypes(member: String) throws {
        let (view, dump) = try view(member)
        let name = try #require(member.split(separator: "\"").first)
        #expect(dump.codes == ["document.wrongType"])
        #expect(dump.findings.first?.message.contains("/windows/0/\(name):") == true)
        #expect(view.attributes.map(\.name) == [String(name)])
    }

    @Test("unknown keys are kept as JSON text, those that follow from others are not")
    func unknownKeys() throws {
        let (view, _) = try view(#""id":7,"key":"0","depth":3,"windowFrame":[1],"glow":[1,2.5,null],"note":"hm""#)
        #expect(view.attributes == [.init("glow", "[1,2.5,null]"), .init("note", "hm")])
    }

    @Test("what is no view is skipped and reported with its pointer")
    func notAView() throws {
        let dump = try read(
            #"{"vitrine":1,"windows":[{"class":"A","frame":[0,0,1,1],"subviews":[5,{"class":"B","frame":[0,0,1,1],"subviews":["x"]}]}]}"#
        )
        #expect(dump.outline == ["A", ".B"])
        #expect(
            dump.findings.map { String($0.message.prefix { $0 != ":" }) } == [
                "/windows/0/subviews/0", "/windows/0/subviews/1/subviews/0",
            ]
        )
    }

    @Test(
        "a view, an array of views and the API's list are documents too",
        arguments: [
            #"{"class":"A","frame":[0,0,9,9],"subviews":[{"class":"B","frame":[0,0,1,1]}]}"#,
            #"[{"class":"A","frame":[0,0,9,9],"subviews":[{"class":"B","frame":[0,0,1,1]}]}]"#,
            #"{"views":[{"id":0,"class":"A","superview":null,"subviews":[1],"frame":{"x":0,"y":0,"width":9,"height":9}},{"id":1,"class":"B","superview":0,"subviews":[],"frame":{"x":0,"y":0,"width":1,"height":1}}],"total":2,"next":null}"#,
        ]
    )
    func otherShapes(text: String) throws {
        let dump = try read(text)
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.report.isEmpty)
    }

    @Test("the API's list may climb back up between two views")
    func listWithSiblings() throws {
        let members = #""class":"A","frame":[0,0,9,9]"#
        let views = [(0, "null"), (1, "0"), (2, "1"), (3, "0"), (4, "null")]
        let list = views.map { #"{"id":\#($0.0),"superview":\#($0.1),\#(members)}"# }.joined(separator: ",")
        let dump = try read(#"{"views":[\#(list)],"total":5,"next":null}"#)
        #expect(dump.outline == ["A", ".A", "..A", ".A", "A"])
    }

    @Test("one page of the API's list says that others are missing")
    func pageOfList() throws {
        let dump = try read(
            #"{"views":[{"id":8,"class":"A","superview":3,"frame":[0,0,9,9]},{"id":9,"class":"B","superview":8,"frame":[0,0,9,9]}],"total":20,"next":"x"}"#
        )
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.codes == ["missing.superview"])
        #expect(dump.report.contains { $0.code == "lost.views" })
    }

    @Test(
        "a marked document without views is broken, not unknown",
        arguments: [
            #"{"vitrine":1}"#, #"{"vitrine":1,"windows":[]}"#, #"{"vitrine":1,"windows":[1]}"#,
            #"{"vitrine":1,"windows":["#,
        ]
    )
    func broken(text: String) {
        let error = #expect(throws: DumpError.self) { try read(text) }
        #expect(error?.code == .unreadable)
        #expect(error?.pointer == "/windows" || error?.line == 1)
    }

    @Test(
        "JSON of other tools is unknown, and named",
        arguments: [
            (#"{"topLevelGroups":{"com.apple.UIKit.UIView":{"debugHierarchyObjects":[]}}}"#, "Xcode .viewhierarchy")
        ]
    )
    func others(text: String, name: String) {
        let error = #expect(throws: DumpError.self) { try read(text) }
        #expect(error?.code == .unknownFormat)
        #expect(error?.message.contains(name) == true)
    }
}

@Suite("Property lists")
struct PropertyListDumpTests {
    @Test("an XML list is read like the JSON of the same structure")
    func xml() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.plist"))
        #expect(dump.format == .propertyList && dump.report.isEmpty)
        #expect(dump.name == "Kitchen" && dump.screenshot?.count == 8)
        #expect(dump.capturedAt == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(dump.outline == ["UIWindow", ".UIButton"])
        let facts = dump.tree.facts(of: 1)
        #expect(facts == ["frame 16 100 358 44.5", "hidden Yes", "autoresizingMask W+TM", "accent={\"red\":1}"])
    }

    @Test("a binary list too")
    func binary() throws {
        let object = try PropertyListSerialization.propertyList(
            from: Data(Fixtures.bytes("dumps/kitchen.plist")),
            format: nil
        )
        let data = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        let dump = try DumpReader.read([UInt8](data))
        let xml = try DumpReader.read(Fixtures.bytes("dumps/kitchen.plist"))
        #expect(dump.format == .propertyList && dump.outline == xml.outline)
        #expect(dump.tree.indices.map { dump.tree.facts(of: $0) } == xml.tree.indices.map { xml.tree.facts(of: $0) })
    }

    @Test("an OpenStep list too, where every number is a string")
    func openStep() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.openstep"))
        #expect(dump.format == .propertyList && dump.report.isEmpty)
        #expect(dump.outline == ["UIWindow", ".UIButton"])
        #expect(dump.tree.facts(of: 1) == ["frame 16 100 358 44.5", "alpha 0.5", "hidden Yes", "tag 3"])
    }

    @Test("a list of something else is unknown")
    func others() {
        let text = #"<?xml version="1.0"?><plist version="1.0"><dict><key>Title</key><string>x</string></dict></plist>"#
        let error = #expect(throws: DumpError.self) { try DumpReader.read(Array(text.utf8)) }
        #expect(error?.code == .unknownFormat && error?.attempts.first?.format == .propertyList)
        #expect(error?.attempts.first?.reason.contains("vitrine") == true)
    }
}
