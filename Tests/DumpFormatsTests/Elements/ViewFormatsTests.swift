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
}
