import Diagnostics
import Testing
import TestSupport
import ViewHierarchy

@testable import DumpFormats

@Suite("JSON of views, as other tools write it")
struct ViewFormatsTests {
    private func read(text: String) throws -> Dump { try DumpReader.read(Array(text.utf8)) }

    @Test("Sentry's views are in their superviews, with alpha, hidden and controller")
    func sentry() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/views-sentry.json"))
        #expect(dump.outline == ["UIWindow", ".Kitchen.BoilView", "..UILabel", "..SentryTruncatedViewHierarchy"])
        let tree = dump.tree
        #expect(tree.identifier(of: 0) == "main" && tree.controller(of: 1) == "Kitchen.BoilController")
        #expect(tree.alpha(of: 1) == 0.5 && tree.flags(of: 2).contains(.hidden) && !tree.flags(of: 0).contains(.hidden))
        #expect(WindowGeometry(tree, root: 0).windowFrame(of: 1) == Rect(x: 0, y: 59, width: 390, height: 751))
        #expect(dump.report.contains { $0.code == "lost.depth" && $0.view == 3 })
        #expect(dump.report.contains { $0.code == "missing.frame" && $0.view == 3 } == false)
        #expect(tree.says(ViewProperty.named("hidden") ?? .frame, of: 2))
        #expect(!tree.says(ViewProperty.named("opaque") ?? .frame, of: 2))
    }

    @Test("Sentry's views of other systems keep what they say, and the report warns")
    func otherSystems() throws {
        let dump = try read(
            text:
                #"{"rendering_system":"compose","positioning":"absolute","windows":[{"type":"A","x":0,"y":0,"width":9,"height":9,"visible":false,"children":[{"type":"B","x":5,"y":5,"width":1,"height":1}]}]}"#
        )
        #expect(dump.codes.contains("sentry.system"))
        #expect(!dump.tree.flags(of: 0).contains(.hidden) && dump.tree.attribute("visible", of: 0) == "false")
        #expect(dump.tree.frame(of: 1).origin == Point(x: 5, y: 5))
    }

    @Test("Calabash's views are what UIKit prints of them")
    func calabash() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/views-calabash.json"))
        #expect(dump.outline == ["UIWindow", ".UITextField", "..UIAccessibilityTextFieldElement"])
        let view = try #require(dump.tree.description(of: 1))
        #expect(view.autoresizingMask == [.flexibleRightMargin, .flexibleBottomMargin] && view.address == "0x7f8d12")
        #expect(
            view.clipsToBounds && !view.isOpaque && view.text == "5" && view.value == "5"
                && view.identifier == "minutes"
        )
        #expect(
            dump.tree.attribute("layer", of: 1) == "<CALayer: 0x7f8d13>"
                && dump.tree.attribute("enabled", of: 1) == "true"
        )
        #expect(dump.tree.frame(of: 2) == Rect(x: 2, y: 2, width: 331, height: 26))
        #expect(dump.tree.attribute("description", of: 2)?.hasPrefix("UIAccessibilityTextFieldElement") == true)
        #expect(dump.codes.isEmpty)
    }

    @Test("Flutter's widgets are on the screen; those that say no place are passed through, and told once")
    func flutter() throws {
        let dump = try read(
            text:
                #"{"rendering_system":"flutter","windows":[{"type":"Root","children":[{"type":"Card","x":10,"y":50,"width":300,"height":90,"children":[{"type":"Builder","children":[{"type":"Text","identifier":7,"x":30,"y":60,"width":40,"height":20}]}]}]}]}"#
        )
        let tree = dump.tree
        #expect(
            TreeText.text(of: tree)
                == "Root 0 (unknown; 310 140)\n  Card 1 (10 50; 300 90)\n    Builder 2 (unknown)\n      Text 3 (20 10; 40 20)\n"
        )
        #expect(WindowGeometry(tree).windowFrame(of: 3) == Rect(x: 30, y: 60, width: 40, height: 20))
        #expect(dump.codes == ["sentry.system", "missing.frame"] && tree.identifier(of: 3) == "7")
        let half = try read(text: #"{"rendering_system":"UIKIT","windows":[{"type":"A","x":1}]}"#)
        #expect(half.codes == ["missing.frame"] && !half.tree.says(.frame, of: 0))
    }

    @Test("views of UIKit are on the screen where the rendering system says it")
    func absolute() throws {
        let dump = try read(
            text:
                #"{"rendering_system":"uikit, absolute","windows":[{"type":"A","x":0,"y":5,"width":9,"height":9,"children":[{"type":"B","x":2,"y":7,"width":1,"height":1}]}]}"#
        )
        #expect(WindowGeometry(dump.tree).windowFrame(of: 1)?.origin == Point(x: 2, y: 7))
    }

    @Test("Calabash's place that is not finite is none")
    func endless() throws {
        let dump = try read(
            text:
                #"[{"class":"UIWindow","id":null,"rect":{"x":0,"y":0,"width":320,"height":480,"center_x":160,"center_y":240},"children":[{"class":"UILabel","id":12,"label":false,"rect":{"x":"inf","y":"inf","width":0,"height":0,"center_x":"inf","center_y":"inf"}}]}]"#
        )
        #expect(dump.format == .calabash)
        #expect(TreeText.text(of: dump.tree) == "UIWindow 0 (0 0; 320 480)\n  UILabel 1 (unknown)\n")
        #expect(dump.tree.identifier(of: 1) == "12" && dump.tree.label(of: 1) == "false")
    }
}
