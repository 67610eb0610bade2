import DumpFormats
import TestSupport
import Testing
import ViewHierarchy

@Suite("Telling formats apart")
struct DumpReaderTests {
    private func error(_ bytes: [UInt8], _ format: DumpFormat? = nil) -> DumpError? {
        #expect(throws: DumpError.self) { try DumpReader.read(bytes, format: format) }
    }

    @Test(
        "sibling formats without frames are refused by name",
        arguments: [
            ("kitchen-trace.txt", "_autolayoutTrace", 2), ("kitchen-controllers.txt", "_printHierarchy", 1),
            ("kitchen-constraints.txt", "constraints", 3),
        ]
    )
    func siblings(file: String, name: String, line: Int) throws {
        let error = error(try Fixtures.bytes("dumps/\(file)"))
        #expect(error?.code == .unknownFormat)
        #expect(error?.message.contains(name) == true)
        #expect(error?.line == line)
    }

    @Test("the responder chain that has views is read")
    func responders() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen-responders.txt"))
        #expect(dump.outline == ["UIWindow", ".Kitchen.TimerView", "..UILabel"])
        #expect(dump.tree.controller(of: 1) == "Kitchen.TimerController")
    }

    @Test("a responder chain without views is refused")
    func respondersOnly() {
        let error = error(Array("<AController: 0x1>\n<UIWindowScene: 0x2>\n<UIApplication: 0x3>".utf8))
        #expect(error?.code == .unknownFormat)
    }

    @Test(
        "an unknown format lists each format that was tried, with a sentence",
        arguments: [
            "", " ", "hello", "{", "[]", "{}", "<html><body></body></html>", "null", "<UIView: 0x1>",
            "\u{0}\u{0}\u{0}\u{0}",
        ]
    )
    func unknown(text: String) {
        let error = error(Array(text.utf8))
        #expect(error?.code == .unknownFormat)
        #expect(Set(error?.attempts.map(\.format) ?? []) == Set(DumpFormat.allCases))
        for attempt in error?.attempts ?? [] {
            #expect(attempt.reason.hasSuffix(".") || attempt.reason.hasSuffix(")"), "\(attempt)")
        }
    }

    @Test(
        "files of other tools are named",
        arguments: [
            ("<?xml version=\"1.0\"?><hierarchy rotation=\"0\"/>", "uiautomator"),
            ("<?xml version=\"1.0\"?><XCUIElementTypeApplication/>", "WebDriverAgent"),
            ("Attributes: Application, 0x1, pid: 3\nElement subtree:\n \u{2192}Application, 0x1", "XCUITest"),
            ("<!DOCTYPE html><html></html>", "HTML"), ("PK\u{3}\u{4}", "ZIP"),
            ("<ViewHierarchy><UIWindow/></ViewHierarchy>", "Detox"),
        ]
    )
    func named(text: String, name: String) {
        #expect(error(Array(text.utf8))?.message.contains(name) == true)
    }

    @Test("a forced format that does not fit is unreadable, with the line", arguments: DumpFormat.allCases)
    func forced(format: DumpFormat) {
        let error = error(Array("one\ntwo".utf8), format)
        #expect(error?.code == .unreadable)
        #expect(error?.line == 1)
        #expect(error?.message.contains(format.name) == true)
    }

    @Test("a forced format beats the content")
    func forcedJSON() throws {
        #expect(error(try Fixtures.bytes("dumps/kitchen.txt"), .vitrineJSON)?.code == .unreadable)
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.json"), format: .vitrineJSON)
        #expect(dump.tree.count == 4)
    }

    /// UTF-16, the low byte first.
    private func wide(_ text: String) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    }

    @Test("UTF-16 and a byte-order mark do not change the format")
    func encodings() throws {
        let text = try Fixtures.text("dumps/kitchen.txt")
        #expect(try DumpReader.read([0xFF, 0xFE] + wide(text)).tree.count == 10)
        #expect(try DumpReader.read([0xEF, 0xBB, 0xBF] + Array(text.utf8)).tree.count == 10)
        let json = try Fixtures.text("dumps/kitchen.json")
        #expect(try DumpReader.read([0xEF, 0xBB, 0xBF] + Array(json.utf8)).tree.count == 4)
        #expect(try DumpReader.read(wide(json)).tree.count == 4)
    }
}
