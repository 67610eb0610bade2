import Foundation
import PropertyList
import Testing

@testable import AppBundles

@Suite("Editing a row")
struct RowEditTests {
    private func row(_ content: SettingsRow.Content) -> SettingsRow {
        SettingsRow(index: 3, specifier: "", title: "Water", key: "k", content: content)
    }

    private func stored(_ content: SettingsRow.Content, _ value: PropertyListValue) -> PropertyListValue? {
        try? RowEdit.value(for: row(content), submitted: value)
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

    @Test("a choice stores a declared value as it was declared")
    func choiceValues() throws {
        #expect(stored(choices, .string("1")) == .integer(1))
        #expect(stored(choices, .integer(2)) == .string("2"))
        #expect(stored(choices, .integer(3)) == nil)
        #expect(try RowEdit.value(for: row(choices), choice: 2) == .data(Data([1])))
        #expect(throws: AppBundleError.self) { try RowEdit.value(for: row(choices), choice: 3) }
        #expect(throws: AppBundleError.self) { try RowEdit.value(for: row(choices), choice: -1) }
        #expect(throws: AppBundleError.self) { try RowEdit.value(for: row(plain), choice: 0) }
    }

    @Test("a slider stores a real within its bounds")
    func sliders() {
        #expect(stored(slider, .integer(3)) == .real(3))
        #expect(stored(slider, .real(10)) == .real(10))
        let refused: [PropertyListValue] = [
            .real(10.1), .real(-1), .real(.nan), .real(.infinity), .string("3"), .bool(true),
        ]
        for value in refused { #expect(stored(slider, value) == nil) }
        #expect(stored(.slider(SliderRange(minimum: 5, maximum: 5)), .integer(5)) == nil)
    }

    @Test("a text field stores text")
    func texts() {
        let field = SettingsRow.Content.textField(TextFieldTraits())
        #expect(stored(field, .string("x")) == .string("x"))
        #expect(stored(field, .integer(1)) == nil)
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
        }
    }

    @Test("a refusal names the row and says what it takes")
    func sentences() {
        do {
            _ = try RowEdit.value(for: row(slider), submitted: .integer(11))
        } catch {
            #expect(error.code == .valueRefused)
            #expect(error.message == "“Water” goes from 0 to 10; 11 is outside.")
        }
        do {
            _ = try RowEdit.value(for: row(words), submitted: .integer(1))
        } catch { #expect(error.message == "“Water” stores “WET” or “DRY”, not 1.") }
    }
}

@Suite("Editing rows of InAppSettingsKit")
struct RowEditLibraryTests {
    private func row(_ content: SettingsRow.Content) -> SettingsRow {
        SettingsRow(index: 3, specifier: "", title: "Tags", key: "k", content: content)
    }

    private func stored(_ content: SettingsRow.Content, _ value: PropertyListValue) -> PropertyListValue? {
        try? RowEdit.value(for: row(content), submitted: value)
    }

    @Test("a text view stores text of several lines")
    func textViews() {
        #expect(stored(.textView(TextFieldTraits()), .string("a\nb")) == .string("a\nb"))
        #expect(stored(.textView(TextFieldTraits()), .integer(1)) == nil)
    }

    @Test("a date picker stores a date on its steps, given itself or its text")
    func dates() throws {
        let picker = SettingsRow.Content.datePicker(DatePickerTraits(minuteInterval: 15))
        let date = try #require(PickerDate.date("2026-01-02T10:15"))
        #expect(stored(picker, .date(date)) == .date(date))
        #expect(stored(picker, .string("2026-01-02T10:15")) == .date(date))
        #expect(stored(picker, .string("2026-01-02T10:16")) == nil)
        #expect(stored(picker, .string("tomorrow")) == nil && stored(picker, .integer(1)) == nil)
        #expect(stored(picker, .date(.distantFuture.addingTimeInterval(1e15))) == nil)
        let day = SettingsRow.Content.datePicker(DatePickerTraits(mode: .date, minuteInterval: 30))
        #expect(stored(day, .string("2026-01-02T10:16")) != nil)
    }

    @Test("a list stores an array whose items its item takes")
    func lists() {
        let field = SettingsRow(index: 0, specifier: "", content: .textField(TextFieldTraits()))
        let choice = SettingsRow(
            index: 0,
            specifier: "",
            content: .multiValue([SettingsChoice(title: "A", value: .integer(1))])
        )
        let pane = SettingsRow(index: 0, specifier: "", content: .childPane(ChildPane(pane: "P", isAvailable: true)))
        func list(_ item: SettingsRow?) -> SettingsRow.Content { .list(ListGroup(item: item)) }
        #expect(stored(list(field), .array([.string("a"), .string("b")])) == .array([.string("a"), .string("b")]))
        #expect(stored(list(field), .array([])) == .array([]))
        #expect(stored(list(field), .array([.integer(1)])) == nil && stored(list(field), .string("a")) == nil)
        #expect(stored(list(choice), .array([.string("1")])) == .array([.integer(1)]))
        #expect(stored(list(choice), .array([.integer(2)])) == nil)
        #expect(stored(list(pane), .array([.dictionary([:])])) == .array([.dictionary([:])]))
        #expect(stored(list(pane), .array([.string("a")])) == nil)
        #expect(stored(list(nil), .array([.bool(true)])) == .array([.bool(true)]))
        let many = Array(repeating: PropertyListValue.string(""), count: ListGroup.maximumItems + 1)
        #expect(stored(list(field), .array(many)) == nil)
    }

    @Test("the sentence names the item")
    func sentences() {
        let field = SettingsRow(index: 0, specifier: "", title: "Tag", content: .textField(TextFieldTraits()))
        do {
            _ = try RowEdit.value(for: row(.list(ListGroup(item: field))), submitted: .array([.integer(1)]))
            Issue.record("the value was stored")
        } catch { #expect(error.message == "“Tags”, item 0: “Tag” takes text, not 1.") }
    }

    @Test("buttons, links and the app's own rows store nothing")
    func inert() {
        for content in [SettingsRow.Content.button, .link(RowLink(kind: .url, address: "")), .custom] {
            do {
                _ = try RowEdit.value(for: row(content), submitted: .string("x"))
                Issue.record("the value was stored")
            } catch { #expect(error.code == .readOnlyRow) }
        }
    }
}
