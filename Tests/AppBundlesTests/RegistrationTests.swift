import AppBundles
import Foundation
import PropertyList
import TestSupport
import Testing

@Suite("Registration of defaults")
struct RegistrationTests {
    private func registration(_ texts: [String: String]) throws -> Registration {
        Registration(of: try SettingsBundle(files: MemoryFiles(texts)))
    }

    private func field(_ key: String, _ value: String) -> String {
        "{ Type = PSTextFieldSpecifier; Key = \"\(key)\"; DefaultValue = \"\(value)\"; }"
    }

    @Test("the defaults of editable rows of every pane that can be reached, the last of a key counting")
    func values() throws {
        let found = try registration([
            "Root.plist": pane(
                field("a", "1"),
                field("a", "2"),
                "{ Type = PSTitleValueSpecifier; Key = t; DefaultValue = x; }",
                "{ Type = PSTextFieldSpecifier; Key = b; }",
                "{ Type = PSTextFieldSpecifier; Key = pad; DefaultValue = p; SupportedUserInterfaceIdioms = (Pad); }",
                "{ Type = PSChildPaneSpecifier; Title = t; File = G; }"
            ),
            "G.plist": pane(field("g", "3"), extra: "ApplicationGroupContainerIdentifier = \"group.a\";"),
            "Lost.plist": pane(field("lost", "4")),
        ])
        #expect(found.domains.map(\.group) == [nil, "group.a"])
        #expect(found.domains.first?.values == ["a": .string("2"), "pad": .string("p")])
        #expect(found.domains.last?.values == ["g": .string("3")])
        #expect(found.narrowed(to: "group.a")?.domains.map(\.group) == ["group.a"])
        #expect(found.narrowed(to: "group.b") == nil)
    }

    @Test("the defaults of the sample app are those of its editable rows, with their types")
    func orchard() throws {
        let bundle = try #require(try AppBundle(folder: Fixtures.url("bundles/Orchard.app")).settings)
        #expect(
            Registration(of: bundle).domains.first?.values == [
                "garden.name": .string("My garden"), "water": .string("DRY"), "shade": .integer(3),
                "fruit": .integer(2), "season": .string("spring"),
            ]
        )
    }

    @Test("a bundle without defaults registers an empty dictionary")
    func empty() throws {
        let found = try registration(["Root.plist": pane()])
        #expect(RegistrationCode.swift.text(of: found).contains("registered: [String: Any] {\n        [:]\n"))
        #expect(RegistrationCode.objc.text(of: found).contains("return @{};"))
        #expect(RegistrationCode.kotlin.text(of: found).contains("mapOf(\n    )"))
    }

    /// A radio group of one value, which may be of any type.
    private func code(_ value: PropertyListValue, key: String = "k") throws -> Registration {
        let list = PropertyListValue.dictionary([
            "PreferenceSpecifiers": .array([
                .dictionary(["Type": .string("PSTextFieldSpecifier"), "Key": .string(key), "DefaultValue": value])
            ])
        ])
        return Registration(
            of: try SettingsBundle(files: MemoryFiles(bytes: ["Root.plist": try PropertyListWriter.binary(list)]))
        )
    }

    @Test(
        "values are literals of their types",
        arguments: [
            (.bool(true), "true", "@YES"), (.bool(false), "false", "@NO"), (.integer(5), "5", "@(5)"),
            (.integer(-5_000_000_000), "-5000000000", "@(-5000000000LL)"),
            (.integer(.min), "-9223372036854775808", "@(INT64_MIN)"),
            (.unsigned(.max), "UInt64(18446744073709551615)", "@(18446744073709551615ULL)"),
            (.real(1), "1.0", "@(1.0)"), (.real(1e300), "1e+300", "@(1e+300)"),
            (.real(.nan), "Double.nan", "@(NAN)"), (.real(-.infinity), "-Double.infinity", "@(-INFINITY)"),
            (.string("a"), "\"a\"", "@\"a\""), (.string(""), "\"\"", "@\"\""),
            (.string("\"\\\n\t\r"), #""\"\\\n\t\r""#, #"@"\"\\\n\t\r""#),
            (.string("\\(x) é😀"), #""\\(x) é😀""#, #"@"\\(x) é😀""#),
            (.string("a\u{1}2\u{7F}"), #""a\u{1}2\u{7f}""#, #"@"a\0012\177""#),
            (.string("\u{202E}\u{2028}"), #""\u{202e}\u{2028}""#, #"@"\U0000202e\U00002028""#),
            (.string("??="), #""??=""#, #"@"\?\?=""#),
            (
                .date(Date(timeIntervalSinceReferenceDate: 90)), "Date(timeIntervalSinceReferenceDate: 90.0)",
                "[NSDate dateWithTimeIntervalSinceReferenceDate:90.0]"
            ),
            (
                .data(Data([1, 2])), #"Data(base64Encoded: "AQI=") ?? Data()"#,
                #"[[NSData alloc] initWithBase64EncodedString:@"AQI=" options:0]"#
            ),
            (.array([.integer(1), .string("b")]), #"[1, "b"] as [Any]"#, #"@[@(1), @"b"]"#),
            (.array([]), "[] as [Any]", "@[]"),
            (
                .dictionary(["b": .bool(true), "a": .integer(1)]), #"["a": 1, "b": true] as [String: Any]"#,
                #"@{@"a": @(1), @"b": @YES}"#
            ),
            (.dictionary([:]), "[:] as [String: Any]", "@{}"),
        ] as [(PropertyListValue, String, String)]
    )
    func literals(value: PropertyListValue, swift: String, objectiveC: String) throws {
        let found = try code(value)
        #expect(RegistrationCode.swift.text(of: found).contains("[\n            \"k\": \(swift),\n        ]\n"))
        #expect(RegistrationCode.objc.text(of: found).contains("return @{\n    @\"k\": \(objectiveC),\n};\n"))
    }

    @Test("keys and group names are escaped like any text")
    func names() throws {
        let found = try registration([
            "Root.plist": pane(
                field("a\\\"b", "1"),
                extra: "ApplicationGroupContainerIdentifier = \"group.\\\"x\";"
            )
        ])
        let swift = RegistrationCode.swift.text(of: found)
        #expect(swift.contains(#"UserDefaults(suiteName: "group.\"x")"#) && swift.contains(#""a\"b": "1","#))
        let objectiveC = RegistrationCode.objc.text(of: found)
        #expect(objectiveC.contains(#"initWithSuiteName:@"group.\"x"]"#) && objectiveC.contains(#"@"a\"b": @"1","#))
        let kotlin = RegistrationCode.kotlin.text(of: found)
        #expect(kotlin.contains(#"const val A_B = "a\"b""#) && kotlin.contains(#""a\"b" to "1","#))
    }
}
