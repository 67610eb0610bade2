import Foundation
import PropertyList
import Testing

@testable import AppBundles

@Suite("The table of row types")
struct RowTypeTests {
    /// What a specifier of each type needs beside its title and key, what its row is called, and a value that it takes.
    private static let samples: [String: (members: String, name: String?, value: PropertyListValue?)] = [
        "PSGroupSpecifier": ("", nil, nil),
        "PSTextFieldSpecifier": ("KeyboardType = URL;", "textField", .string("x")),
        "PSTitleValueSpecifier": ("DefaultValue = x;", "title", nil),
        "PSToggleSwitchSpecifier": ("DefaultValue = NO; TrueValue = YES; FalseValue = NO;", "toggle", .string("YES")),
        "PSSliderSpecifier": ("DefaultValue = 1; MinimumValue = 0; MaximumValue = 2;", "slider", .real(2)),
        "PSMultiValueSpecifier": ("DefaultValue = a; Values = (a, b); Titles = (A, B);", "multiValue", .string("b")),
        "PSRadioGroupSpecifier": ("DefaultValue = a; Values = (a, b); Titles = (A, B);", "radioGroup", .string("b")),
        "PSChildPaneSpecifier": ("File = Root;", "childPane", nil),
        "IASKOpenURLSpecifier": ("File = \"https://example.com\";", "link", nil),
        "IASKMailComposeSpecifier": ("IASKMailComposeToRecipents = (a);", "link", nil),
        "IASKButtonSpecifier": ("", "button", nil),
        "IASKTextViewSpecifier": ("", "textView", .string("x\ny")),
        "IASKDatePickerSpecifier": ("DatePickerMode = Date;", "datePicker", .date(Date(timeIntervalSince1970: 0))),
        "IASKListGroupSpecifier": (
            "ItemSpecifier = { Type = PSTextFieldSpecifier; };", "list", .array([.string("a"), .string("b")])
        ),
        "IASKCustomViewSpecifier": ("", "custom", nil),
    ]

    /// The keys that every sample has, where its type has them.
    private static func pane(of type: RowType) throws -> SettingsPane {
        let sample = try #require(samples[type.specifier])
        let members = ["Title", "Key"].filter(type.keys.contains).map { "\($0) = k; " }.joined() + sample.members
        return try rootPane(
            AppBundlesTests.pane("{ Type = PSGroupSpecifier; }", "{ Type = \(type.specifier); \(members) }")
        )
    }

    @Test("every type has a sample")
    func complete() {
        #expect(Set(RowType.all.map(\.specifier)) == Set(Self.samples.keys))
        for type in RowType.all {
            #expect(RowType.named(type.specifier)?.specifier == type.specifier)
            #expect(type.keys.isSuperset(of: type.requiredKeys), "\(type.specifier)")
        }
        #expect(RowType.named("PSOtherSpecifier") == nil)
    }

    @Test("a row is read, checked, shown and edited", arguments: RowType.all.map(\.specifier))
    func wayOfARow(specifier: String) throws {
        let type = try #require(RowType.named(specifier))
        let sample = try #require(Self.samples[specifier])
        let pane = try Self.pane(of: type)
        #expect(pane.groups.count == (type.place == .row ? 1 : 2))
        #expect(pane.rows.map(\.typeName) == [sample.name].compactMap { $0 })
        // Whatever a specifier of the type needs is there, so there is nothing to say but that old-style
        // lists hold no numbers, and that Settings shows no rows of the library.
        let expected = ["settings.row.libraryType", "settings.row.numberAsText"]
        let codes = pane.findings.map(\.rule).filter { !expected.contains($0) }
        #expect(codes == [], "\(codes)")
        guard let row = pane.rows.first else { return }
        #expect(row.isEditable == (sample.value != nil))
        #expect(row.isEditable == (type.storesValue && row.control.storage != nil))
        for value in [sample.value, nil] {
            let shown = RowValue(row, stored: value)
            #expect(shown.stored == value)
            guard let value else { continue }
            #expect(shown.value == value && shown.origin == .stored)
            #expect(try RowEdit.value(for: row, submitted: value) == value)
            #expect(throws: AppBundleError.self) {
                try RowEdit.value(for: row, submitted: .dictionary(["no": .bool(true)]))
            }
        }
        if sample.value == nil {
            let error = #expect(throws: AppBundleError.self) { try RowEdit.value(for: row, submitted: .string("x")) }
            #expect(error?.code == .readOnlyRow)
        }
    }

    @Test("what a type needs and what it does not know is told", arguments: RowType.all.map(\.specifier))
    func checks(specifier: String) throws {
        let type = try #require(RowType.named(specifier))
        let codes = try rootPane(AppBundlesTests.pane("{ Type = \(specifier); Titel = x; }")).findings.map(\.rule)
        #expect(codes.filter { $0 == "settings.row.missingMember" }.count == type.requiredKeys.count)
        #expect(codes.contains("settings.row.missingKey") == type.storesValue)
        #expect(codes.contains("settings.row.unknownKey"))
        #expect(codes.contains("settings.row.libraryType") == type.isOfLibrary)
        #expect(codes.contains("settings.pane.noLeadingGroup") == (type.place == .row))
    }
}
