import Foundation
import TestSupport
import Testing

@testable import PropertyList

/// The pass over plain lists against Foundation, which reads all others.
@Suite("Plain XML property lists")
struct PlainXMLPropertyListTests {
    private func plain(_ text: String, _ limits: PropertyListLimits = .standard) -> PropertyListValue? {
        PlainXMLPropertyList.read(Array(text.utf8), limits: limits)
    }

    private func foundation(_ text: String) -> PropertyListValue? {
        guard let parsed = try? PropertyListSerialization.propertyList(from: Data(text.utf8), options: [], format: nil)
        else { return nil }
        return try? FoundationPropertyList.value(of: parsed, depth: 0, limits: .standard)
    }

    private func list(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(body)
        </plist>

        """
    }

    @Test(
        "what programs write is read without Foundation, and as Foundation reads it",
        arguments: [
            "<string>a &lt;b&gt; &amp;amp; &quot;c&apos; é😀\n\t x </string>", "<string></string>", "<string/>",
            "<integer>0</integer>", "<integer>-9</integer>", "<integer>123456789012345678</integer>", "<true/>",
            "<false/>", "<real>0.1</real>", "<real>-12.5e-3</real>", "<real>1e+21</real>", "<real>3</real>",
            "<real>179769313486231570000000000000000000000</real>", "<array/>", "<dict/>", "<array></array>",
            "<dict>\n\t<key>a</key>\n\t<array>\n<dict><key></key><string>x</string></dict><true/></array>\n</dict>",
            "<dict><key>b &amp; c</key><dict/><key>a</key><integer>1</integer></dict>",
            "<string>\u{600}&amp;&lt;\u{301}x&gt;</string>",
        ]
    )
    func same(_ body: String) {
        let text = list(body)
        #expect(plain(text) != nil)
        #expect(plain(text) == foundation(text))
        #expect(plain("<plist>\(body)</plist>") == foundation(text))
    }

    @Test(
        "anything else is left to Foundation",
        arguments: [
            "<string>&#65;</string>", "<string>&unknown;</string>", "<string>a & b</string>",
            "<string><![CDATA[x]]></string>", "<string>a\r\nb</string>", "<string>a</string><!-- c -->",
            "<integer>0x1F</integer>", "<integer>007</integer>", "<integer> 7 </integer>", "<integer/>",
            "<integer>9223372036854775807</integer>", "<integer>-</integer>", "<real>nan</real>", "<real>.5</real>",
            "<real>5.</real>", "<real>1e999</real>", "<real>+1</real>", "<real></real>", "<true></true>",
            "<date>2026-01-02T03:04:05Z</date>", "<data>AAEC</data>", "<string a=\"b\">x</string>", "<strings/>",
            "<dict><key>a</key></dict>", "<dict><string>a</string></dict>", "<dict></array>", "<array></dict>",
            "<dict><key>a</key><true/><key>a</key><false/></dict>", "<array>", "</array>", "", "<true/><true/>",
            "<dict><key>CF$UID</key><integer>1</integer></dict>", "<dict><key>a</key><key>b</key></dict>", "x",
        ]
    )
    func left(_ body: String) {
        #expect(plain(list(body)) == nil)
    }

    @Test("other encodings, declarations and beginnings are left to Foundation")
    func beginnings() {
        let body = "<plist><true/></plist>"
        #expect(plain("\n" + body) == .bool(true))
        #expect(plain("<?xml version='1.0'?>" + body) == .bool(true))
        #expect(plain("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + body) == nil)
        #expect(plain("<!DOCTYPE plist [<!ENTITY a \"b\">]>" + body) == nil)
        #expect(plain("<true/>") == nil)
        #expect(plain("<plist/>") == nil)
        #expect(plain(body + "x") == nil)
        let broken = Array("<plist><string>".utf8) + [0xFF] + Array("</string></plist>".utf8)
        #expect(PlainXMLPropertyList.read(broken, limits: .standard) == nil)
        for end in body.indices { #expect(plain(String(body[..<end])) == nil) }
    }

    @Test("limits are left to those who know the words")
    func limits() {
        let limits = PropertyListLimits(maximumDepth: 2, maximumValues: 4)
        #expect(plain("<plist><array><array><true/></array></array></plist>", limits) != nil)
        #expect(plain("<plist><array><array><array/></array></array></plist>", limits) != nil)
        #expect(plain("<plist><array><array><array></array></array></array></plist>", limits) == nil)
        #expect(plain("<plist><array><true/><true/><true/></array></plist>", limits) != nil)
        #expect(plain("<plist><array><true/><true/><true/><true/></array></plist>", limits) == nil)
        let deep = String(repeating: "<array>", count: 200_000)
        #expect(plain("<plist>" + deep) == nil)
    }

    @Test("random lists come back as they were written, and as Foundation reads them")
    func random() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let value = Self.value(&random, depth: 0)
            let bytes = try PropertyListWriter.xml(value)
            let text = String(decoding: bytes, as: UTF8.self)
            let read = PlainXMLPropertyList.read(bytes, limits: .standard)
            #expect(read?.isIdentical(to: value) == true, "\(text)")
            #expect(try foundation(text)?.isIdentical(to: #require(read)) == true, "\(text)")
        }
    }

    private static func value(_ random: inout SeededGenerator, depth: Int) -> PropertyListValue {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &random) {
        case 0: return .bool(random.once(in: 2))
        case 1: return .integer(Int64.random(in: -1_000_000...1_000_000, using: &random))
        case 2: return .real(Double(Int.random(in: -9_999...9_999, using: &random)) / 64)
        case 3: return .real(Double.random(in: 0...1e6, using: &random))
        case 4:
            return .string(
                ["", "a & b", "<é>", "\"'", "long text of more than fifteen bytes"].randomElement(using: &random) ?? ""
            )
        case 5: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(&random, depth: depth + 1) })
        default:
            let members = (0..<Int.random(in: 0...5, using: &random)).map {
                ("key \($0)", value(&random, depth: depth + 1))
            }
            return .dictionary(Dictionary(members) { first, _ in first })
        }
    }
}
