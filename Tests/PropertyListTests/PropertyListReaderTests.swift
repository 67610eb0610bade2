import Foundation
import PropertyList
import Testing
import TestSupport

@Suite("Property lists")
struct PropertyListReaderTests {
    private func read(_ text: String, limits: PropertyListLimits = .standard) throws -> PropertyListValue {
        try PropertyListReader.read(Array(text.utf8), limits: limits)
    }

    private func failure(_ text: String, limits: PropertyListLimits = .standard) -> PropertyListError? {
        do {
            _ = try PropertyListReader.read(Array(text.utf8), limits: limits)
            return nil
        } catch { return error }
    }

    @Test("XML keeps true, 1 and 1.0 apart")
    func exactTypes() throws {
        let list = try PropertyListReader.read(Fixtures.bytes("plists/types.plist"))
        #expect(list["yes"] == .bool(true))
        #expect(list["no"] == .bool(false))
        #expect(list["one"] == .integer(1))
        #expect(list["oneReal"] == .real(1))
        #expect(list["negative"] == .integer(-9_223_372_036_854_775_808))
        #expect(list["unsigned"] == .unsigned(18_446_744_073_709_551_615))
        #expect(list["hexadecimal"] == .integer(255))
        #expect(list["infinite"] == .real(-.infinity))
        #expect(list["nan"]?.numberValue?.isNaN == true)
        #expect(list["date"] == .date(Date(timeIntervalSince1970: 1_767_323_045)))
        #expect(list["data"] == .data(Data([0, 1, 2])))
        #expect(list["text"] == .string("a & <b> é"))
        #expect(list["nested"] == .array([.dictionary([:]), .array([])]))
    }

    @Test("old-style text holds strings, data, arrays and dictionaries")
    func openStep() throws {
        let list = try read("/* c */ { a = YES; \"b c\" = (1, \"x\\U00e9\"); d = <0001>; url = http://x/y; }")
        #expect(
            list
                == .dictionary([
                    "a": .string("YES"), "b c": .array([.string("1"), .string("xé")]), "d": .data(Data([0, 1])),
                    "url": .string("http://x/y"),
                ])
        )
    }

    @Test("a strings table is a dictionary without braces")
    func stringsTable() throws {
        #expect(try read("\"a\" = \"1\";\n// c\nb;") == .dictionary(["a": .string("1"), "b": .string("b")]))
    }

    @Test("space, a comment or nothing before the XML declaration is accepted")
    func lenientBeginnings() throws {
        let body = "<plist><string>x</string></plist>"
        for start in ["", "\n <?xml version=\"1.0\"?>", "<!-- licence -->\n<?xml version=\"1.0\"?>", "\u{FEFF}"] {
            #expect(try read(start + body) == .string("x"), "\(start.debugDescription)")
        }
    }

    @Test("a key that stands where a value should be is read as text")
    func keyAsValue() throws {
        #expect(try read("<dict><key>File</key><key>About</key></dict>") == .dictionary(["File": .string("About")]))
    }

    @Test("UTF-16 in both byte orders is read, XML and old-style")
    func utf16() throws {
        for text in ["<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é😀</string></plist>", "\"é😀\""] {
            let units = Array(text.utf16)
            let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            #expect(try PropertyListReader.read(little) == .string("é😀"))
            #expect(try PropertyListReader.read(big) == .string("é😀"))
        }
    }

    @Test("encodings that a byte scan cannot see through are refused by name")
    func refusedEncodings() {
        #expect(failure("<?xml version='1.0' encoding='UTF-7'?><plist/>")?.code == .unsupportedEncoding)
        #expect(failure("<\0p\0l\0i\0s\0t\0")?.code == .unsupportedEncoding)
        let wide: [UInt8] = [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0]
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(wide) }
        let half: [UInt8] = [0xFF, 0xFE, 0x3C]
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(half) }
    }

    @Test("entity declarations are refused, Apple's document type is not")
    func documentTypes() throws {
        let bomb = "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>"
        #expect(failure(bomb)?.code == .entityDeclaration)
        #expect(failure("<plist>\n<!ENTITY a \"b\"></plist>")?.code == .entityDeclaration)
        #expect(failure("<plist>\n<!ENTITY a \"b\"></plist>")?.line == 2)
        let external = "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\"><plist><string>x</string></plist>"
        #expect(try read(external) == .string("x"))
    }

    @Test("XML nests up to the limit and not beyond")
    func xmlDepth() throws {
        func nested(_ levels: Int) -> String {
            let opened = String(repeating: "<array>", count: levels) + "<true/><string>x</string>"
            return "<plist>\n" + opened + String(repeating: "</array>", count: levels) + "</plist>"
        }
        #expect(failure(nested(256)) == nil)
        #expect(failure(nested(257))?.code == .tooDeep)
        #expect(failure(nested(100_000))?.code == .tooDeep)
        #expect(failure(nested(100_000))?.line == 2)
    }

    @Test("old-style text nests up to the limit and not beyond, whatever looks like a comment")
    func openStepDepth() {
        func nested(_ levels: Int, _ prefix: String = "") -> String {
            prefix + String(repeating: "(", count: levels) + String(repeating: ")", count: levels)
        }
        #expect(failure(nested(256)) == nil)
        #expect(failure(nested(257))?.code == .tooDeep)
        #expect(failure(nested(100_000))?.code == .tooDeep)
        // Found before Foundation parses anything, which the line shows.
        #expect(failure("a = http://x; b = " + nested(300) + ";")?.code == .tooDeep)
        #expect(failure("a = http://x; b = " + nested(300) + ";")?.line == 1)
        #expect(failure("/* ( */ // (((\n \"((( \\\"\" = '(((';", limits: PropertyListLimits(maximumDepth: 1)) == nil)
    }

    @Test("size and count have limits")
    func sizes() {
        let limits = PropertyListLimits(maximumBytes: 100, maximumValues: 3)
        #expect(failure(String(repeating: " ", count: 101), limits: limits)?.code == .tooLarge)
        #expect(failure("<array><true/><true/></array>", limits: limits) == nil)
        #expect(failure("<array><true/><true/><true/></array>", limits: limits)?.code == .tooManyValues)
        #expect(failure("(a,b,c,d)", limits: limits)?.code == .tooManyValues)
    }

    @Test("a failure says what is wrong and on which line")
    func messages() {
        let broken = failure("<plist>\n<dict>\n<key>a</key>\n</dict></plist>")
        #expect(broken?.code == .unreadable)
        #expect(broken?.line == 4)
        #expect(broken?.message.contains("value missing for key") == true)
        #expect(failure("{\n a = b\n}")?.line != nil)
        #expect(failure("")?.message.contains("empty") == true)
    }

    @Test("a date that four digits cannot write is refused")
    func farDates() {
        #expect(failure("<date>9999999-01-02T03:04:05Z</date>")?.code == .unrepresentable)
        #expect(failure("<date>0000-12-30T00:00:00Z</date>") == nil)
    }

    @Test("a keyed archive's reference in XML becomes a dictionary with CF$UID")
    func archiveReference() throws {
        #expect(
            try read("<array><dict><key>CF$UID</key><integer>3</integer></dict></array>")
                == .array([.dictionary(["CF$UID": .integer(3)])])
        )
    }

    @Test("keys that differ only in normalisation do not crash the reader")
    func normalisedKeys() throws {
        let list = try read("<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>")
        #expect(list.dictionaryValue?.count == 1)
    }

    @Test("the syntax is told from the first bytes")
    func detection() {
        #expect(PropertyListFormat(detectedIn: Array("bplist00".utf8)) == .binary)
        #expect(PropertyListFormat(detectedIn: Array("\u{FEFF} <?xml".utf8)) == .xml)
        #expect(PropertyListFormat(detectedIn: [0xFE, 0xFF, 0, 0x3C]) == .xml)
        #expect(PropertyListFormat(detectedIn: Array("{a=b;}".utf8)) == .openStep)
    }
}

@Suite("Property lists of real bundles", .enabled(if: Corpus.root != nil))
struct PropertyListCorpusTests {
    @Test("what Foundation reads is read, and everything read survives both forms")
    func roundTrips() throws {
        var read = 0
        for file in Corpus.propertyLists() {
            let data = try Data(contentsOf: file)
            let foundation = try? PropertyListSerialization.propertyList(from: data, format: nil)
            guard let value = try? PropertyListReader.read([UInt8](data)) else {
                #expect(foundation == nil, "\(file.path)")
                continue
            }
            read += 1
            #expect(foundation != nil, "\(file.path)")
            #expect(try PropertyListReader.read(PropertyListWriter.xml(value)).isIdentical(to: value), "\(file.path)")
            let binary = try PropertyListReader.read(PropertyListWriter.binary(value))
            #expect(binary.isIdentical(to: value), "\(file.path)")
        }
        #expect(read > 800)
    }
}
