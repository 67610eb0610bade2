import Diagnostics
@testable import DumpFormats
import Foundation
import TestSupport
import Testing
import ViewHierarchy

@Suite("Property lists")
struct PropertyListDumpTests {
    @Test("an XML list is read like the JSON of the same structure")
    func xml() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.plist"))
        #expect(dump.format == .propertyList)
        #expect(dump.name == "Kitchen")
        #expect(dump.capturedAt == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(dump.screenshot?.count == 8)
        #expect(dump.outline == ["UIWindow", ".UIButton"])
        #expect(dump.tree.frame(of: 1) == Rect(x: 16, y: 100, width: 358, height: 44.5))
        #expect(dump.tree.flags(of: 1).contains(.hidden))
        #expect(dump.tree.autoresizingMask(of: 1) == [.flexibleWidth, .flexibleTopMargin])
        #expect(dump.tree.attribute("accent", of: 1) == #"{"red":1}"#)
        #expect(dump.report.isEmpty)
    }

    @Test("a binary list too")
    func binary() throws {
        let object = try PropertyListSerialization.propertyList(
            from: Data(Fixtures.bytes("dumps/kitchen.plist")),
            format: nil
        )
        let data = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        let dump = try DumpReader.read([UInt8](data))
        #expect(dump.format == .propertyList)
        #expect(dump.outline == ["UIWindow", ".UIButton"])
    }

    @Test("an OpenStep list too, where every number is a string")
    func openStep() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.openstep"))
        #expect(dump.format == .propertyList)
        #expect(dump.outline == ["UIWindow", ".UIButton"])
        #expect(dump.tree.frame(of: 1) == Rect(x: 16, y: 100, width: 358, height: 44.5))
        #expect(dump.tree.alpha(of: 1) == 0.5)
        #expect(dump.tree.tag(of: 1) == 3)
        #expect(dump.tree.flags(of: 1).contains(.hidden))
        #expect(dump.report.isEmpty)
    }

    @Test("a list of something else is unknown")
    func others() {
        let text = #"<?xml version="1.0"?><plist version="1.0"><dict><key>Title</key><string>x</string></dict></plist>"#
        let error = #expect(throws: DumpError.self) { try DumpReader.read(Array(text.utf8)) }
        #expect(error?.code == .unknownFormat)
        #expect(error?.attempts.first?.format == .propertyList)
        #expect(error?.attempts.first?.reason.contains("vitrine") == true)
    }
}
