import Foundation
import PropertyList
import Testing
import TestSupport

@Suite("Property lists")
struct PropertyListReaderTests {
    /// A text and what it is read as.
    struct Reading: Sendable, CustomTestStringConvertible {
        let rule: String
        let text: String
        let value: PropertyListValue

        init(_ rule: String, _ text: String, _ value: PropertyListValue) {
            (self.rule, self.text, self.value) = (rule, text, value)
        }

        var testDescription: String { rule }
    }

    private static let body = "<plist><string>x</string></plist>"

    static let readings: [Reading] = [
        Reading(
            "old-style text holds strings, data, arrays and dictionaries",
            "/* c */ { a = YES; \"b c\" = (1, \"x\\U00e9\"); d = <0001>; url = http://x/y; }",
            .dictionary([
                "a": .string("YES"), "b c": .array([.string("1"), .string("xé")]), "d": .data(Data([0, 1])),
                "url": .string("http://x/y"),
            ])
        ),
        Reading(
            "a strings table is a dictionary without braces",
            "\"a\" = \"1\";\n// c\nb;",
            .dictionary(["a": .string("1"), "b": .string("b")])
        ),
        Reading("nothing before the root is accepted", body, .string("x")),
        Reading("space before the XML declaration is accepted", "\n <?xml version=\"1.0\"?>" + body, .string("x")),
        Reading(
            "a comment before the XML declaration is accepted",
            "<!-- licence -->\n<?xml version=\"1.0\"?>" + body,
            .string("x")
        ),
        Reading("a byte-order mark is accepted", "\u{FEFF}" + body, .string("x")),
        Reading(
            "a key that stands where a value should be is read as text",
            "<dict><key>File</key><key>About</key></dict>",
            .dictionary(["File": .string("About")])
        ),
        Reading(
            "a document type that is elsewhere is neither refused nor fetched",
            "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\">" + body,
            .string("x")
        ),
        Reading(
            "a keyed archive's reference in XML becomes a dictionary with CF$UID",
            "<array><dict><key>CF$UID</key><integer>3</integer></dict></array>",
            .array([.dictionary(["CF$UID": .integer(3)])])
        ),
    ]

    @Test("what is lenient or old is read", arguments: readings)
    func reads(reading: Reading) throws {
        #expect(try PropertyListReader.read(Array(reading.text.utf8)) == reading.value)
    }

    @Test("XML keeps true, 1 and 1.0 apart")
    func exactTypes() throws {
        let list = try PropertyListReader.read(Fixtures.bytes("plists/types.plist"))
        let expected: PropertyListValue = .dictionary([
            "yes": .bool(true), "no": .bool(false), "one": .integer(1), "oneReal": .real(1),
            "negative": .integer(-9_223_372_036_854_775_808), "unsigned": .unsigned(18_446_744_073_709_551_615),
            "hexadecimal": .integer(255), "infinite": .real(-.infinity), "nan": .real(.nan),
            "date": .date(Date(timeIntervalSince1970: 1_767_323_045)), "data": .data(Data([0, 1, 2])),
            "text": .string("a & <b> é"), "nested": .array([.dictionary([:]), .array([])]),
        ])
        #expect(list.isIdentical(to: expected), "\(list)")
    }

    @Test("UTF-16 in both byte orders is read, XML and old-style")
    func utf16() throws {
        for text in ["<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é😀</string></plist>", "\"é😀\""] {
            let units = Array(text.utf16)
            let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            #expect(try [little, big].map { try PropertyListReader.read($0) } == [.string("é😀"), .string("é😀")])
        }
    }

    /// Bytes that are refused, or only just not.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let rule: String
        let bytes: [UInt8]
        let limits: PropertyListLimits
        /// Nil where they are read.
        let code: PropertyListError.Code?
        let line: Int?

        init(
            _ rule: String,
            _ text: String,
            _ code: PropertyListError.Code?,
            line: Int? = nil,
            limits: PropertyListLimits = .standard
        ) {
            self.init(rule, Array(text.utf8), code, line: line, limits: limits)
        }

        init(
            _ rule: String,
            _ bytes: [UInt8],
            _ code: PropertyListError.Code?,
            line: Int? = nil,
            limits: PropertyListLimits = .standard
        ) {
            (self.rule, self.bytes, self.code, self.line, self.limits) = (rule, bytes, code, line, limits)
        }

        var testDescription: String { rule }
    }

    /// Arrays in one another, in XML from the second line on.
    private static func nested(_ levels: Int, xml: Bool) -> String {
        let (open, inside, close) = xml ? ("<array>", "<true/><string>x</string>", "</array>") : ("(", "", ")")
        let list = String(repeating: open, count: levels) + inside + String(repeating: close, count: levels)
        return xml ? "<plist>\n\(list)</plist>" : list
    }

    private static let small = PropertyListLimits(maximumBytes: 100, maximumValues: 3)
    private static let looksNested = "/* ( */ // (((\n \"((( \\\"\" = '(((';"

    static let refusals: [Refusal] = [
        Refusal("UTF-7 by name", "<?xml version='1.0' encoding='UTF-7'?><plist/>", .unsupportedEncoding, line: 1),
        Refusal("UTF-16 without a mark", "<\0p\0l\0i\0s\0t\0", .unsupportedEncoding),
        Refusal("UTF-16 of the other order without a mark", [0, 0x22, 0, 0x61, 0, 0x22], .unsupportedEncoding),
        Refusal("UTF-32 without a mark", [0x22, 0, 0, 0, 0x22, 0, 0, 0], .unsupportedEncoding),
        Refusal("half a unit of UTF-32", [0xFF, 0xFE, 0, 0, 0x3C, 0, 0], .unsupportedEncoding),
        Refusal("half a unit of UTF-16", [0xFF, 0xFE, 0x3C], .unsupportedEncoding),
        Refusal(
            "entity declarations of a document type",
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
            .entityDeclaration,
            line: 1
        ),
        Refusal("entity declarations anywhere", "<plist>\n<!ENTITY a \"b\"></plist>", .entityDeclaration, line: 2),
        Refusal("XML nests up to the limit", nested(256, xml: true), nil),
        Refusal("XML that nests beyond it", nested(257, xml: true), .tooDeep, line: 2),
        Refusal("XML that nests far beyond it", nested(100_000, xml: true), .tooDeep, line: 2),
        Refusal("old-style text nests up to the limit", nested(256, xml: false), nil),
        Refusal("old-style text that nests beyond it", nested(257, xml: false), .tooDeep, line: 1),
        Refusal("old-style text that nests far beyond it", nested(100_000, xml: false), .tooDeep, line: 1),
        // Found before Foundation parses anything, which the line shows.
        Refusal(
            "nesting behind what looks like a comment",
            "a = http://x; b = \(nested(300, xml: false));",
            .tooDeep,
            line: 1
        ),
        Refusal("brackets in comments and strings do not nest", looksNested, nil, limits: .init(maximumDepth: 1)),
        Refusal("bytes up to the limit", "<true/>" + String(repeating: " ", count: 93), nil, limits: small),
        Refusal("bytes beyond the limit", String(repeating: " ", count: 101), .tooLarge, limits: small),
        Refusal("values up to the limit", "<array><true/><true/></array>", nil, limits: small),
        Refusal("values beyond it", "<array><true/><true/><true/></array>", .tooManyValues, line: 1, limits: small),
        Refusal("old-style values beyond it", "(a,b,c,d)", .tooManyValues, line: 1, limits: small),
        Refusal("a key without a value", "<plist>\n<dict>\n<key>a</key>\n</dict></plist>", .unreadable, line: 4),
        Refusal("old-style text that is broken", "{\n a = b\n}", .unreadable, line: 2),
        Refusal("nothing", "", .unreadable),
        Refusal("a date that four digits cannot write", "<date>9999999-01-02T03:04:05Z</date>", .unrepresentable),
        Refusal("the first year that four digits can write", "<date>0000-12-30T00:00:00Z</date>", nil),
    ]

    private func failure(_ bytes: [UInt8], limits: PropertyListLimits = .standard) -> PropertyListError? {
        do {
            _ = try PropertyListReader.read(bytes, limits: limits)
            return nil
        } catch { return error }
    }

    @Test("what cannot be read, or is too much, is refused with its line", arguments: refusals)
    func refused(refusal: Refusal) {
        let error = failure(refusal.bytes, limits: refusal.limits)
        #expect(error?.code == refusal.code)
        #expect(error?.line == refusal.line)
    }

    @Test(
        "a failure says what is wrong",
        arguments: [
            ("<plist>\n<dict>\n<key>a</key>\n</dict></plist>", "value missing for key"), ("", "empty"),
            ("{\n a = b\n}", "a semicolon is missing"),
        ]
    )
    func messages(text: String, words: String) {
        #expect(failure(Array(text.utf8))?.message.contains(words) == true)
    }

    @Test("keys that differ only in normalisation do not crash the reader")
    func normalisedKeys() throws {
        let text = "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>"
        #expect(try PropertyListReader.read(Array(text.utf8)).dictionaryValue?.count == 1)
    }

    @Test(
        "the syntax is told from the first bytes",
        arguments: [
            (Array("bplist00".utf8), .binary), (Array("\u{FEFF} <?xml".utf8), .xml), ([0xFE, 0xFF, 0, 0x3C], .xml),
            (Array("{a=b;}".utf8), .openStep),
        ] as [([UInt8], PropertyListFormat)]
    )
    func detection(bytes: [UInt8], format: PropertyListFormat) {
        #expect(PropertyListFormat(detectedIn: bytes) == format)
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
