import Diagnostics
import DumpFormats
import TestSupport
import Testing
import ViewHierarchy

@Suite("Interface files with mistakes")
struct BadInterfaceTests {
    private static let head =
        "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" useAutolayout=\"YES\"><objects>"

    private func xib(_ body: String) throws -> Dump {
        try DumpReader.read(Array("\(Self.head)\n\(body)\n</objects></document>".utf8))
    }

    private func view(
        _ inside: String = "",
        id: String = "a",
        frame: String = "x=\"0\" y=\"0\" width=\"9\" height=\"9\""
    )
        -> String
    {
        "<view contentMode=\"scaleToFill\" id=\"\(id)\"><rect key=\"frame\" \(frame)/>\(inside)</view>"
    }

    @Test(
        "cut at any byte, everything before the cut is kept",
        arguments: ["kitchen.storyboard", "kitchen.xib", "kitchen-archive.xib"]
    )
    func cut(file: String) throws {
        let bytes = try Fixtures.bytes("dumps/\(file)")
        let whole = try DumpReader.read(bytes)
        var last = 0
        for length in stride(from: 400, to: bytes.count, by: 97) {
            guard let dump = try? DumpReader.read(Array(bytes.prefix(length))) else {
                #expect(last == 0, "\(file) cut at \(length)")
                continue
            }
            // The parser looks ahead: an element that ends right before the cut may be lost with it.
            #expect(dump.tree.count >= last - 1)
            #expect(dump.tree.count <= whole.tree.count)
            last = max(last, dump.tree.count)
            if length < bytes.count - 20 {
                let entry = try #require(dump.report.first { $0.code == "interface.malformed" })
                #expect((entry.line ?? 0) > 1)
            }
        }
        #expect(last == whole.tree.count)
    }

    @Test("constraints to nothing, with garbage and in the wrong place are told and never fatal")
    func garbageConstraints() throws {
        let dump = try xib(
            view(
                """
                <constraints>
                <constraint firstItem="zz" firstAttribute="top" secondItem="a" secondAttribute="top" id="1"/>
                <constraint firstAttribute="wide" id="2"/>
                <constraint firstAttribute="width" constant="nan" multiplier="16:0" priority="1e999" relation="about" id="3"/>
                <constraint firstAttribute="leading" secondItem="a" id="4"/>
                </constraints>
                """
            ) + "<constraint firstAttribute=\"width\" id=\"5\"/>"
        )
        #expect(dump.tree.allConstraints.map(\.name) == ["1", "3"])
        #expect(dump.tree.allConstraints[0].first.item == .unknown("zz"))
        #expect(dump.tree.allConstraints[1].constant == 0)
        #expect(dump.tree.allConstraints[1].priority == 1000)
        #expect(dump.codes.count { $0 == "interface.constraint" } == 7)
        #expect(dump.codes.count { $0 == "interface.missingItem" } == 1 && dump.codes.count == 8)
        #expect(dump.findings.allSatisfy { $0.line != nil })
    }

    @Test("frames that are missing, endless or no numbers leave the view and say so")
    func frames() throws {
        let dump = try xib(
            view(
                "<subviews>" + view(id: "b", frame: "x=\"nan\" y=\"0\" width=\"1e308\" height=\"1\"")
                    + "<label id=\"c\"/>" + view(id: "d", frame: "x=\"one\" y=\"0\" width=\"1\" height=\"1\"")
                    + "</subviews>"
            )
        )
        #expect(dump.outline == ["UIView", ".UIView", ".UILabel", ".UIView"])
        #expect(dump.codes == ["missing.frame", "missing.frame"])
        #expect(dump.tree.diagnostics(of: 1).map(\.code) == ["geometry.nonFinite"])
    }

    @Test("two objects with one id, and what names what is not there, are errors with their lines")
    func middleOfWork() throws {
        let dump = try xib(
            """
            <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>
            <outlet property="jam" destination="gone" id="o"/><outlet property="view" destination="a" id="p"/>
            </connections></placeholder>
            """
                + view(
                    """
                    <subviews>\(view(id: "b"))
                    \(view(id: "b"))</subviews><constraints>
                    <constraint firstItem="b" firstAttribute="top" secondItem="a" secondAttribute="top" constant="4" id="c"/>
                    <constraint firstItem="a" firstAttribute="top" secondItem="b" secondAttribute="top" constant="-4" id="d"/>
                    <constraint firstItem="x" firstAttribute="top" secondItem="a" secondAttribute="top" id="e"/>
                    <constraint firstItem="b" firstAttribute="top" secondItem="a" secondAttribute="top" constant="4" priority="9" id="f"/>
                    </constraints>
                    """
                )
        )
        #expect(
            dump.codesByLine.sorted() == [
                "3 interface.missingDestination", "5 interface.repeatedID", "7 interface.repeatedConstraint",
                "8 interface.missingItem",
            ]
        )
        #expect(dump.findings.allSatisfy { $0.severity == .error })
        let texts = dump.findings.map(\.message)
        #expect(texts.contains { $0.contains("outlet jam leads to gone") })
        #expect(texts.contains { $0.contains("constraint d says what the constraint c on line 6 says") })
        #expect(texts.contains { $0.contains("the id b, which is that of the view on line 4") })
        // Of two with one id constraints mean the first.
        #expect(dump.tree.allConstraints.first?.first.item == .view(1))
    }

    @Test("what a file names that breaks off may be in the lost part")
    func cutNames() throws {
        let text = "\(Self.head)\n\(view("<constraints><constraint firstItem=\"x\" firstAttribute=\"top\" id=\"c\"/>"))"
        let dump = try DumpReader.read(Array(text.utf8))
        #expect(!dump.codes.contains("interface.missingItem"))
    }

    @Test(
        "a merge that is not finished is refused, with the lines of its marks",
        arguments: [
            ("<<<<<<< HEAD\n|\n=======\n-\n>>>>>>> topic", [2, 4, 6]),
            ("<<<<<<<\n|\n||||||| base\n=\n=======\n-\n>>>>>>>", [2, 6, 8]),
            ("<<<<<<< HEAD\n|\n=======\n-\n", [2, 4]), ("<<<<<<< HEAD\n|\n", [2]), ("|\n>>>>>>> topic", [3]),
        ]
    )
    func merges(text: String, lines: [Int]) throws {
        let text = text.replacing("|\n", with: "\(view())\n").replacing("-\n", with: "\(view(id: "b"))\n")
        let error = try #require(throws: DumpError.self) { try xib(text) }
        #expect(error.code == .mergeConflict && error.line == lines.first)
        #expect(error.message.contains("merge conflict"))
        #expect(error.message.contains(lines.map(String.init).joined(separator: ", ")))
    }

    @Test("other conflicts of a file are named too, and other formats are refused alike")
    func moreMerges() throws {
        let conflict =
            "<<<<<<< a\n<UIView: 0x1; frame = (0 0; 1 1)>\n=======\n<UIView: 0x1; frame = (0 0; 2 2)>\n>>>>>>> b\n"
        let error = try #require(throws: DumpError.self) { try Dump.reading(conflict + "\n" + conflict + conflict) }
        #expect(error.code == .mergeConflict && error.message.contains("2 more begin on lines 7, 12."))
        // A line of equals signs, and one that begins as a mark does, are text.
        let text = "=======\n<UILabel: 0x1; frame = (0 0; 1 1); text = '\n<<<<<<<<\n'>\n=======\n"
        #expect(try Dump.reading(text).tree.count == 1)
    }

    @Test("an attribute that comes twice ends the file at its line")
    func duplicate() throws {
        let dump = try xib(view() + "\n<view id=\"x\" id=\"y\"/>")
        #expect(dump.tree.count == 1)
        #expect(dump.report.first { $0.code == "interface.malformed" }?.line == 3)
    }

    @Test("an empty file, one for the Mac and one of another format are refused with the reason")
    func refusals() throws {
        #expect(throws: DumpError.self) { try xib("") }
        let mac = "<document type=\"com.apple.InterfaceBuilder3.Cocoa.XIB\"><objects/></document>"
        let error = try #require(throws: DumpError.self) { try DumpReader.read(Array(mac.utf8)) }
        #expect(error.message.contains("for the Mac"))
        let other = try #require(throws: DumpError.self) { try DumpReader.read(Array("<plist/>".utf8), format: .xib) }
        #expect(other.message.contains("plist"))
    }

    @Test("many siblings and deep views are read, and UTF-16 is")
    func large() throws {
        let count = RandomCases.count(100_000)
        let many = try xib(view("<subviews>" + String(repeating: view(id: "s"), count: count) + "</subviews>"))
        #expect(many.tree.count == count + 1)
        let depth = 3_000
        let deep =
            String(
                repeating: "<view id=\"v\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"/><subviews>",
                count: depth
            )
            + String(repeating: "</subviews></view>", count: depth)
        #expect(try xib(deep).tree.maximumDepth == depth - 1)
        let tooDeep = String(
            repeating: "<view><rect key=\"frame\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"/><subviews>",
            count: 6_000
        )
        #expect(try xib(tooDeep).codes.contains("limit.maximumDepth"))
        let text = "\(Self.head)\(view())</objects></document>"
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 {
            wide += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        }
        #expect(try DumpReader.read(wide).tree.count == 1)
    }

    @Test("references in circles end")
    func circles() throws {
        let archive = """
            <archive type="com.apple.InterfaceBuilder3.CocoaTouch.XIB"><data>
            <object class="IBUIView" id="1"><int key="NSvFlags">256</int><array key="NSSubviews"><reference ref="2"/></array></object>
            <object class="IBUIView" id="2"><int key="NSvFlags">256</int><array key="NSSubviews"><reference ref="1"/></array></object>
            </data></archive>
            """
        #expect(try DumpReader.read(Array(archive.utf8)).tree.count == 2)
    }

    @Test("Vitrine's own constraints that cannot be read are told with their pointers")
    func document() throws {
        let json = """
            {"vitrine": 1, "windows": [{"class": "UIView", "frame": [0,0,9,9], "autoLayout": {"stack": {"axis": "round"}, "contentHuggingPriority": 7},
             "constraints": [{"first": {"view": 1, "attribute": "top"}, "second": {"attribute": "top"}, "constant": "nan"}, 5, {"first": {}}],
             "subviews": [{"class": "UIView", "frame": [0,0,1,1]}]}]}
            """
        let dump = try DumpReader.read(Array(json.utf8))
        #expect(dump.tree.allConstraints.count == 1)
        #expect(dump.codes.allSatisfy { $0 == "document.layout" })
        #expect(dump.findings.contains { $0.message.hasPrefix("/windows/0/constraints/0/constant") })
        #expect(dump.findings.contains { $0.message.hasPrefix("/windows/0/autoLayout/stack/axis") })
    }
}
