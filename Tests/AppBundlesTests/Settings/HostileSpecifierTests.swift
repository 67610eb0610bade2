import AppBundles
import Foundation
import PropertyList
import Testing

/// Every key of every type with values of every kind: nothing may crash, whatever a bundle holds.
@Suite("Specifiers with values of any type")
struct HostileSpecifierTests {
    private static let types = [
        "PSGroupSpecifier", "PSTextFieldSpecifier", "PSTitleValueSpecifier", "PSToggleSwitchSpecifier",
        "PSSliderSpecifier", "PSMultiValueSpecifier", "PSRadioGroupSpecifier", "PSChildPaneSpecifier",
        "IASKOpenURLSpecifier", "IASKMailComposeSpecifier", "IASKButtonSpecifier", "IASKTextViewSpecifier",
        "IASKDatePickerSpecifier", "IASKListGroupSpecifier", "IASKCustomViewSpecifier",
    ]

    private static let keys = [
        "Type", "Title", "Key", "DefaultValue", "File", "FooterText", "Values", "Titles", "ShortTitles", "IconNames",
        "DisplaySortedByTitle", "TrueValue", "FalseValue", "MinimumValue", "MaximumValue", "MinimumValueImage",
        "IsSecure", "KeyboardType", "SupportedUserInterfaceIdioms", "DatePickerMode", "MinuteInterval",
        "ItemSpecifier", "AddSpecifier", "Deletable", "IASKSubtitle", "IASKCellImage", "IASKMailComposeToRecipents",
        "IASKViewControllerClass", "Platform",
    ]

    private static let values: [PropertyListValue] = [
        .bool(true), .integer(.min), .integer(.max), .unsigned(.max), .real(.nan), .real(-.infinity), .real(1e308),
        .string(""), .string("\u{202E}\u{0}../\n"), .date(.distantFuture), .data(Data([0xFF])), .array([]),
        .array([.real(.nan), .string("1"), .integer(1), .dictionary([:]), .array([])]), .dictionary([:]),
        .dictionary(["Type": .string("PSMultiValueSpecifier"), "Values": .string("x"), "a": .real(.nan)]),
    ]

    @Test("a row of any type reads, shows, checks, registers and refuses", arguments: types)
    func anyValue(type: String) throws {
        var specifiers: [PropertyListValue] = []
        for key in Self.keys {
            for value in Self.values {
                var members: [String: PropertyListValue] = [
                    "Type": .string(type), "Key": .string("k"), "Title": .string("t"),
                    "Values": .array([.integer(1), .integer(2)]), "Titles": .array([.string("a"), .string("b")]),
                ]
                members[key] = value
                specifiers.append(.dictionary(members))
            }
        }
        specifiers += Self.values
        let list = PropertyListValue.dictionary(["PreferenceSpecifiers": .array(specifiers)])
        let files = MemoryFiles(bytes: ["Root.plist": try PropertyListWriter.binary(list)])
        let bundle = try SettingsBundle(files: files)
        for idiom in InterfaceIdiom.allCases {
            let pane = try bundle.pane(idiom: idiom)
            for (index, row) in pane.rows.enumerated() {
                // Each row meets a few of the values, all rows together all of them.
                for value in Self.values.dropFirst(index % 5 * 3).prefix(3) {
                    _ = RowValue(row, stored: value)
                    _ = try? RowEdit.value(for: row, submitted: value)
                }
                _ = try? RowEdit.value(for: row, submitted: .string("1e999"))
            }
        }
        #expect(!BundleLint.findings(of: try AppBundle(files: files)).isEmpty)
        let registration = Registration(of: bundle)
        #expect(RegistrationCode.allCases.allSatisfy { !$0.text(of: registration).isEmpty })
    }
}
