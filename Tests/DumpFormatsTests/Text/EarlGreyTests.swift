import Diagnostics
import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("EarlGrey hierarchies")
struct EarlGreyTests {
    private static let line = "AX=Y; AX.frame={{0, 0}, {9, 9}}; AX.traits='UIAccessibilityTraitNone'; AX.focused='N'"

    @Test("views have their frames, windows are roots, and nothing is lost")
    func views() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/orchard-earlgrey.txt"))
        #expect(dump.format == .earlGrey && dump.codes.isEmpty)
        #expect(
            dump.outline == [
                "UIWindow", ".UIScrollView", "..UIButton", "...UIButtonLabel", "..UIAccessibilityElement",
                "UITextEffectsWindow",
            ]
        )
        let kept: Set = ["AX.frame", "AX.activationPoint", "traits"]
        let facts = dump.tree.indices.map { index in
            dump.tree.facts(of: index).filter { fact in !kept.contains { fact.hasPrefix("\($0)=") } }
        }
        #expect(
            facts == [
                ["frame 0 0 375 667", "accessible=false", "focused=false"],
                ["frame 0 64 375 603", "identifier trees", "accessible=false", "focused=false"],
                [
                    "frame 24 88 150 40", "alpha 0.25", "opaque No", "userInteractionEnabled No", "identifier add",
                    "label Add a 'tree'; now", "accessible=true", "hint=Opens a form", "selected=true", "focused=true",
                    "enabled=false",
                ],
                [
                    "frame 16 8 118 24", "hidden Yes", "opaque No", "userInteractionEnabled No",
                    "text Add a\n  tree; alpha=2", "accessible=false", "focused=false",
                ],
                [
                    "frame 30 200 90 60", "label Map", "value 3 trees", "accessible=true", "enabled=false",
                    "focused=false",
                ],
                ["frame 0 0 375 667", "hidden Yes", "opaque No", "accessible=false", "focused=false"],
            ]
        )
    }

    @Test("what a view does not print is as usual, and of an element of accessibility unknown")
    func unsaid() throws {
        let tree = try DumpReader.read(Fixtures.bytes("dumps/orchard-earlgrey.txt")).tree
        for name in ["hidden", "opaque", "userInteractionEnabled", "alpha"] {
            let property = try #require(ViewProperty.named(name))
            #expect(tree.says(property, of: 1) && !tree.says(property, of: 4), "\(name)")
        }
        let label = try #require(ViewProperty.named("label"))
        #expect(tree.says(label, of: 4) && !tree.says(.autoresizingMask, of: 1))
    }

    @Test("addresses may be missing, and version 2 writes isAccessible")
    func purged() throws {
        let dump = try Dump.reading(
            "<UIWindow; isAccessible=N; AX.frame={{0, 0}, {9, 9}}; frame={{0, 0}, {9, 9}}; opaque; alpha=1>",
            "  |--<UIView:; AX=N; AX.frame={{1, 1}, {2, 2}}; AX.focused='N'; frame={{1, 1}, {2, 2}}; alpha=1>"
        )
        #expect(dump.format == .earlGrey && dump.outline == ["UIWindow", ".UIView"] && dump.codes.isEmpty)
        #expect(dump.report.contains { $0.code == "lost.addresses" })
    }

    @Test("of the message around a hierarchy only the hierarchy is read; of one with a list of elements, these")
    func message() throws {
        let element = "<UIButton:0x3; \(Self.line); frame={{0, 0}, {9, 9}}; alpha=1; text=''>"
        let dump = try Dump.reading(
            "  \"E\":  \"\(element)\",",
            "  \"S\": \"the label was 'a' on <UIView: 0x9; frame = (0 0; 1 1)>\"",
            "    Hierarchy: <UIWindow:0x1; \(Self.line); frame={{0, 0}, {9, 9}}; alpha=1>",
            "      |--\(element)"
        )
        #expect(dump.outline == ["UIWindow", ".UIButton"])
        let list = try Dump.reading("Multiple matched: (", "    \"\(element)\",", "    \"\(element)\"", ").")
        #expect(list.outline == ["UIButton", "UIButton"] && list.format == .earlGrey)
    }

    @Test("a string of JSON may hold a hierarchy", arguments: ["orchard-earlgrey", "kitchen"])
    func carried(file: String) throws {
        let text = try Fixtures.text("dumps/\(file).txt")
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        let plain = try Dump.reading(text)
        let dump = try Dump.reading("{\"Code\": 3, \"Hierarchy\": \"\(escaped)\"}")
        #expect(dump.outline == plain.outline && dump.format == plain.format)
        #expect(dump.tree.indices.allSatisfy { dump.tree.facts(of: $0) == plain.tree.facts(of: $0) })
        #expect(dump.codes.contains("decoded.text"))
    }

    @Test("a hierarchy that is cut at any byte keeps the views before")
    func cuts() throws {
        let bytes = try Fixtures.bytes("dumps/orchard-earlgrey.txt")
        var last = 0
        for length in 0...bytes.count {
            let count = (try? DumpReader.read(Array(bytes.prefix(length))))?.tree.count ?? 0
            #expect(count >= last, "\(length)")
            last = count
        }
        #expect(last == 6)
    }
}
