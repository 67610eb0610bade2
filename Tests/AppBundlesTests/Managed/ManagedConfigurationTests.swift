import Foundation
import PropertyList
import TestSupport
import Testing

@testable import AppBundles

@Suite("Managed configuration")
struct ManagedConfigurationTests {
    private static func file(_ name: String) throws -> [UInt8] {
        try Fixtures.bytes("managed/\(name)")
    }

    @Test("an app config gives its fields: those of the presentation first, with types, bounds, values and suggestions")
    func fields() throws {
        let config = try AppConfig(xml: try Self.file("appconfig.xml"))
        #expect(config.version == "3" && config.bundleIdentifier == "com.example.clock")
        #expect(
            config.fields.map(\.key) == [
                "server", "tenant", "snooze", "analytics", "face", "hours", "days", "cities", "volume", "beta",
            ]
        )
        let server = config.fields[0]
        #expect(server.description.text() == "Where alarms are kept." && server.control == .input)
        #expect(!server.isNullable && server.minimum == 8 && server.maximum == 40 && server.pattern == "https://.*")
        #expect(server.defaultValue == .string("https://example.com"))
        #expect(config.fields[2].defaultValue == .integer(9) && config.fields[2].group.text() == nil)
        #expect(config.fields[3].defaultValue == .bool(false) && config.fields[3].control == .checkbox)
        #expect(config.fields[4].choices == [.string("roman"), .string("plain")])
        #expect(config.fields[5].choices == [.integer(12), .integer(24)] && config.fields[5].control == .radio)
        #expect(config.fields[7].defaultValue == .array([.string("Oslo"), .string("Rome")]))
        #expect(config.fields[9].control == nil && config.fields[9].label.text() == nil)
    }

    @Test(
        "words are in the first language that is asked for and there, else in the default locale",
        arguments: [
            ([], "Connection", "Server", "Roman numerals"),
            (["de-AT", "en"], "Verbindung", "Dienst", "Römische Ziffern"),
            (["fr"], "Connection", "Server", "Roman numerals"),
            (["fr", "de"], "Verbindung", "Dienst", "Römische Ziffern"),
        ] as [([String], String, String, String)]
    )
    func languages(wanted: [String], group: String, label: String, title: String) throws {
        let config = try AppConfig(xml: try Self.file("appconfig.xml"))
        #expect(config.fields[0].group.text(in: wanted) == group && config.fields[0].label.text(in: wanted) == label)
        #expect(config.fields[4].titles["roman"]?.text(in: wanted) == title)
    }

    @Test(
        "a value is checked against type, bounds and choices",
        arguments: [
            ("server", PropertyListValue.string("https://a.example"), true), ("server", .string("short"), false),
            ("server", .integer(1), false), ("snooze", .integer(30), true), ("snooze", .integer(31), false),
            ("snooze", .real(3), false), ("volume", .integer(1), true), ("volume", .real(1.5), false),
            ("face", .string("plain"), true), ("face", .string("loud"), false), ("analytics", .bool(true), true),
            ("analytics", .integer(1), false), ("cities", .array([.string("Bonn")]), true),
            ("cities", .string("Bonn"), false), ("cities", .array([.integer(1)]), false),
            ("unknown", .bool(true), false), ("hours", .integer(24), true), ("hours", .integer(18), false),
            ("days", .array([.string("sat")]), true), ("days", .array([.string("mon")]), false),
            ("volume", .real(.nan), false), ("volume", .real(-0.1), false), ("snooze", .integer(1), true),
            ("snooze", .integer(0), false), ("snooze", .unsigned(.max), false), ("server", .string("12345678"), true),
            ("server", .string(String(repeating: "x", count: 41)), false),
        ]
    )
    func checks(key: String, value: PropertyListValue, fits: Bool) throws {
        let config = try AppConfig(xml: try Self.file("appconfig.xml"))
        var values: [String: PropertyListValue] = ["server": .string("https://example.com")]
        values[key] = value
        #expect(config.faults(of: values).map(\.key) == (fits ? [] : [key]))
        #expect(config.faults(of: [:]).map(\.key) == ["server"])
    }

    @Test(
        "what is no app config is refused with a reason",
        arguments: [
            "<plist/>", "<managedAppConfiguration><dict><string/></dict></managedAppConfiguration>",
            "<managedAppConfiguration><dict><string keyName='a'/><string keyName='a'/></dict></managedAppConfiguration>",
            "<managedAppConfiguration>", "", "no markup", String(repeating: "<managedAppConfiguration>", count: 100),
            "<managedAppConfiguration><dict><date keyName='a'/></dict></managedAppConfiguration>",
            "<managedAppConfiguration><dict><integer keyName='a'><constraint max='many'/></integer></dict></managedAppConfiguration>",
            "<managedAppConfiguration><dict><integer keyName='a'><constraint><values><value>x</value></values></constraint></integer>"
                + "</dict></managedAppConfiguration>",
            "<managedAppConfiguration>" + String(repeating: "<a/>", count: 60_000) + "</managedAppConfiguration>",
            "<managedAppConfiguration><dict>" + (0...2_000).map { "<string keyName='\($0)'/>" }.joined()
                + "</dict></managedAppConfiguration>",
            "<managedAppConfiguration>" + String(repeating: " ", count: 1 << 20) + "</managedAppConfiguration>",
        ]
    )
    func refusals(text: String) {
        #expect(throws: ManagedConfigurationError.self) { try AppConfig(xml: Array(text.utf8)) }
    }

    @Test("entities are not expanded, whatever the document declares")
    func entities() throws {
        let text = """
            <!DOCTYPE managedAppConfiguration [<!ENTITY big "aaaa"><!ENTITY file SYSTEM "file:///etc/passwd">]>
            <managedAppConfiguration><version>&big;&file;</version></managedAppConfiguration>
            """
        // try?: a refusal is as good.
        let config = try? AppConfig(xml: Array(text.utf8))
        #expect(config?.version?.contains("a") != true && config?.version?.contains("root") != true)
    }

    @Test("a profile forces values by domain, signed or not", arguments: ["clock", "signed", "streamed"])
    func profiles(name: String) throws {
        let profile = try ConfigurationProfile(try Self.file("\(name).mobileconfig"))
        #expect(profile.name == "Clock for kiosks" && profile.isSigned == (name != "clock"))
        #expect(
            profile.forced["com.example.clock"] == [
                "face": .string("roman"), "count": .integer(3), "beta": .bool(true),
                "com.apple.configuration.managed": .dictionary(["server": .string("https://example.com")]),
            ]
        )
        #expect(profile.forced["com.example.other"] == ["x": .bool(true)])
        #expect(profile.passedOver == ["com.apple.wifi.managed"])
    }

    @Test("a profile that is written is read again")
    func written() throws {
        let values: [String: PropertyListValue] = ["a": .real(1), "d": .dictionary(["b": .bool(false)])]
        let bytes = try ConfigurationProfile.profile(forcing: values, of: "com.example.clock")
        let read = try ConfigurationProfile(bytes)
        #expect(read.forced == ["com.example.clock": values] && read.passedOver.isEmpty)
        // The same app has the same identifiers, so that a newer profile takes the place of an older one.
        #expect(try ConfigurationProfile.profile(forcing: values, of: "com.example.clock") == bytes)
    }

    @Test(
        "what is no profile is refused with a reason",
        arguments: [
            "", "<plist/>", "<plist><dict/></plist>", "<plist><dict><key>PayloadContent</key><string/></dict></plist>",
            "{", "0",
        ]
    )
    func profileRefusals(text: String) {
        #expect(throws: ManagedConfigurationError.self) { try ConfigurationProfile(Array(text.utf8)) }
    }

    @Test("a profile that is encrypted for a device is refused, and its values are not looked for")
    func encrypted() throws {
        let text =
            "<plist><dict><key>PayloadType</key><string>Configuration</string>"
            + "<key>EncryptedPayloadContent</key><data>AAAA</data></dict></plist>"
        let error = #expect(throws: ManagedConfigurationError.self) { try ConfigurationProfile(Array(text.utf8)) }
        #expect(error?.message.contains("encrypted") == true)
    }

    @Test("the content of a signature may come in any number of pieces")
    func pieces() throws {
        let content = try Self.file("clock.mobileconfig")
        // The head of the streamed one, up to its octet string: ContentInfo, SignedData, and where the content is.
        let head = Array(try Self.file("streamed.mobileconfig").prefix { $0 != 0x24 })
        let pieces: [UInt8] = content.flatMap { [0x04, 0x01, $0] as [UInt8] }
        #expect(try ConfigurationProfile(head + [0x24, 0x80] + pieces + [0, 0]).name == "Clock for kiosks")
        #expect(throws: ManagedConfigurationError.self) { try ConfigurationProfile(head + [0x24, 0x80] + pieces) }
        #expect(throws: ManagedConfigurationError.self) {
            try ConfigurationProfile(head + [0x24, 0x80, 0x24, 0x80] + pieces + [0, 0, 0, 0])
        }
    }

    @Test("a signature that is cut or changed anywhere ends in an error or the same content, and never in a trap")
    func damagedSignatures() throws {
        for name in ["signed", "streamed"] {
            let whole = try Self.file("\(name).mobileconfig")
            for length in stride(from: 0, to: min(whole.count, 200), by: 1) {
                #expect(throws: ManagedConfigurationError.self) {
                    try ConfigurationProfile(Array(whole.prefix(length)))
                }
            }
            for place in 0..<80 {
                for value: UInt8 in [0x00, 0x30, 0x7F, 0x80, 0x84, 0xFF] {
                    var bytes = whole
                    bytes[place] = value
                    // try?: what comes of it does not matter.
                    _ = try? ConfigurationProfile(bytes)
                }
            }
        }
    }

    @Test(
        "nested and endless signatures are refused",
        arguments: [
            Array(repeating: [0x30, 0x80], count: 50_000).flatMap { $0 }, [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x30, 0x85, 1, 1, 1, 1, 1], [0x30], [0x30, 0x80], [0x30, 0x1F, 0x1F], [0x30, 0xFF],
            [0x30, 0x80, 0x06, 0x80],
            [0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x03, 0xA0, 0x80],
        ] as [[UInt8]]
    )
    func hostileSignatures(bytes: [UInt8]) {
        #expect(throws: ManagedConfigurationError.self) { try ConfigurationProfile(bytes) }
    }
}
