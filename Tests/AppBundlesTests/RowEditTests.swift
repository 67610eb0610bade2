import AppBundles
import Foundation
import PropertyList
import Testing

@Suite("Editing a row")
struct RowEditTests {
    private func row(_ content: SettingsRow.Content) -> SettingsRow {
        SettingsRow(index: 3, specifier: "", title: "Water", key: "k", content: content)
    }

    private func stored(_ content: SettingsRow.Content, _ value: PropertyListValue) -> PropertyListValue? {
        try? RowEdit.value(for: row(content), submitted: value)
    }

    private func stored(_ content: SettingsRow.Content, form text: String?) -> PropertyListValue? {
        try? RowEdit.value(for: row(content), form: text)
    }

    private let words = SettingsRow.Content.toggle(ToggleValues(trueValue: .string("WET"), falseValue: .string("DRY")))
    private let plain = SettingsRow.Content.toggle(ToggleValues())
    private let inverted = SettingsRow.Content.toggle(ToggleValues(trueValue: .bool(false), falseValue: .bool(true)))
    private let slider = SettingsRow.Content.slider(SliderRange(minimum: 0, maximum: 10))
    private let choices = SettingsRow.Content.multiValue([
        SettingsChoice(title: "a", value: .integer(1)), SettingsChoice(title: "b", value: .string("2")),
        SettingsChoice(title: "c", value: .data(Data([1]))),
    ])

    @Test("a toggle stores a declared value, given itself or a boolean")
    func toggles() {
        #expect(stored(words, .string("WET")) == .string("WET"))
        #expect(stored(words, .bool(false)) == .string("DRY"))
        #expect(stored(words, .string("YES")) == nil)
        #expect(stored(plain, .bool(true)) == .bool(true))
        #expect(stored(plain, .integer(1)) == .bool(true))
        #expect(stored(plain, .integer(2)) == nil)
        #expect(stored(inverted, .bool(false)) == .bool(false))
        let numbers = SettingsRow.Content.toggle(ToggleValues(trueValue: .integer(1), falseValue: .integer(2)))
        #expect(stored(numbers, .bool(true)) == .integer(1))
        #expect(stored(numbers, .string("2")) == .integer(2))
    }

    @Test("a form's tick box is off when it sends nothing")
    func toggleForms() {
        #expect(stored(words, form: nil) == .string("DRY"))
        #expect(stored(words, form: "on") == .string("WET"))
        #expect(stored(words, form: "WET") == .string("WET"))
        #expect(stored(words, form: "damp") == nil)
        #expect(stored(plain, form: "false") == .bool(false))
        #expect(stored(plain, form: "0") == .bool(false))
    }

    @Test("a choice stores a declared value as it was declared")
    func choiceValues() throws {
        #expect(stored(choices, .string("1")) == .integer(1))
        #expect(stored(choices, .integer(2)) == .string("2"))
        #expect(stored(choices, .integer(3)) == nil)
        #expect(stored(choices, form: "2") == .string("2"))
        #expect(stored(choices, form: "1") == .integer(1))
        #expect(stored(choices, form: nil) == nil)
        #expect(try RowEdit.value(for: row(choices), choice: 2) == .data(Data([1])))
        #expect(throws: AppBundleError.self) { try RowEdit.value(for: row(choices), choice: 3) }
        #expect(throws: AppBundleError.self) { try RowEdit.value(for: row(choices), choice: -1) }
        #expect(throws: AppBundleError.self) { try RowEdit.value(for: row(plain), choice: 0) }
    }

    @Test("a slider stores a real within its bounds")
    func sliders() {
        #expect(stored(slider, .integer(3)) == .real(3))
        #expect(stored(slider, .real(10)) == .real(10))
        #expect(stored(slider, form: "2.5") == .real(2.5))
        let refused: [PropertyListValue] = [
            .real(10.1), .real(-1), .real(.nan), .real(.infinity), .string("3"), .bool(true),
        ]
        for value in refused { #expect(stored(slider, value) == nil) }
        #expect(stored(slider, form: "x") == nil)
        #expect(stored(slider, form: nil) == nil)
        #expect(stored(.slider(SliderRange(minimum: 5, maximum: 5)), .integer(5)) == nil)
    }

    @Test("a text field stores text")
    func texts() {
        let field = SettingsRow.Content.textField(TextFieldTraits())
        #expect(stored(field, .string("x")) == .string("x"))
        #expect(stored(field, .integer(1)) == nil)
        #expect(stored(field, form: "1") == .string("1"))
        #expect(stored(field, form: nil) == .string(""))
    }

    @Test("rows that store nothing refuse")
    func readOnly() {
        for content in [
            SettingsRow.Content.title([]), .unsupported, .childPane(ChildPane(pane: nil, isAvailable: false)),
        ] {
            do {
                _ = try RowEdit.value(for: row(content), submitted: .string("x"))
                Issue.record("the value was stored")
            } catch { #expect(error.code == .readOnlyRow) }
            #expect(stored(content, form: "x") == nil)
        }
    }

    @Test("a refusal names the row and says what it takes")
    func sentences() {
        do {
            _ = try RowEdit.value(for: row(slider), submitted: .integer(11))
        } catch {
            #expect(error.code == .valueRefused)
            #expect(error.message == "“Water” goes from 0 to 10; 11 lies outside.")
        }
        do {
            _ = try RowEdit.value(for: row(words), submitted: .integer(1))
        } catch { #expect(error.message == "“Water” stores “WET” or “DRY”, not 1.") }
    }
}
