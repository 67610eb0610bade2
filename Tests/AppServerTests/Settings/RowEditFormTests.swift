import Foundation
import PropertyList
import Testing

@testable import AppServer

@testable import AppBundles

@Suite("Editing a row by a form")
struct RowEditFormTests {
    private func row(_ content: SettingsRow.Content) -> SettingsRow {
        SettingsRow(index: 3, specifier: "", title: "Water", key: "k", content: content)
    }

    private func stored(_ content: SettingsRow.Content, form text: String?) -> PropertyListValue? {
        try? RowEdit.value(for: row(content), form: text)
    }

    private let words = SettingsRow.Content.toggle(ToggleValues(trueValue: .string("WET"), falseValue: .string("DRY")))
    private let plain = SettingsRow.Content.toggle(ToggleValues())

    @Test("a form's tick box is off when it sends nothing")
    func toggleForms() {
        #expect(stored(words, form: nil) == .string("DRY"))
        #expect(stored(words, form: "on") == .string("WET"))
        #expect(stored(words, form: "WET") == .string("WET"))
        #expect(stored(words, form: "damp") == nil)
        #expect(stored(plain, form: "false") == .bool(false))
        #expect(stored(plain, form: "0") == .bool(false))
    }

    @Test("a choice is told by its value as text")
    func choices() {
        let choices = SettingsRow.Content.multiValue([
            SettingsChoice(title: "a", value: .integer(1)), SettingsChoice(title: "b", value: .string("2")),
        ])
        #expect(stored(choices, form: "2") == .string("2"))
        #expect(stored(choices, form: "1") == .integer(1))
        #expect(stored(choices, form: nil) == nil)
    }

    @Test("a slider takes a number")
    func sliders() {
        let slider = SettingsRow.Content.slider(SliderRange(minimum: 0, maximum: 10))
        #expect(stored(slider, form: "2.5") == .real(2.5))
        #expect(stored(slider, form: "x") == nil)
        #expect(stored(slider, form: nil) == nil)
    }

    @Test("text is stored as it is, no text as empty text")
    func texts() {
        #expect(stored(.textField(TextFieldTraits()), form: "1") == .string("1"))
        #expect(stored(.textField(TextFieldTraits()), form: nil) == .string(""))
        #expect(stored(.textView(TextFieldTraits()), form: nil) == .string(""))
    }

    @Test("a date is told as pickers write it")
    func dates() throws {
        let picker = SettingsRow.Content.datePicker(DatePickerTraits(minuteInterval: 15))
        let date = try #require(PickerDate.date("2026-01-02T10:15"))
        #expect(stored(picker, form: "2026-01-02T10:15") == .date(date))
        #expect(stored(picker, form: nil) == nil)
    }

    @Test("a list has an item a line")
    func lists() {
        let field = SettingsRow(index: 0, specifier: "", content: .textField(TextFieldTraits()))
        #expect(stored(.list(ListGroup(item: field)), form: "a\r\nb\n") == .array([.string("a"), .string("b")]))
    }

    @Test("rows that store nothing refuse")
    func inert() {
        for content in [
            SettingsRow.Content.title([]), .unsupported, .childPane(ChildPane(pane: nil, isAvailable: false)), .button,
            .link(RowLink(kind: .url, address: "")), .custom,
        ] {
            #expect(stored(content, form: "x") == nil)
        }
    }
}
