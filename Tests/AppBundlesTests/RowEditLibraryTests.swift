import AppBundles
import Foundation
import PropertyList
import Testing

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
        #expect((try? RowEdit.value(for: row(.textView(TextFieldTraits())), form: nil)) == .string(""))
    }

    @Test("a date picker stores a date on its steps, given itself or its text")
    func dates() throws {
        let picker = SettingsRow.Content.datePicker(DatePickerTraits(minuteInterval: 15))
        let date = try #require(PickerDate.date("2026-01-02T10:15"))
        #expect(stored(picker, .date(date)) == .date(date))
        #expect(stored(picker, .string("2026-01-02T10:15")) == .date(date))
        #expect(try RowEdit.value(for: row(picker), form: "2026-01-02T10:15") == .date(date))
        #expect(stored(picker, .string("2026-01-02T10:16")) == nil)
        #expect(stored(picker, .string("tomorrow")) == nil && stored(picker, .integer(1)) == nil)
        #expect(stored(picker, .date(.distantFuture.addingTimeInterval(1e15))) == nil)
        let day = SettingsRow.Content.datePicker(DatePickerTraits(mode: .date, minuteInterval: 30))
        #expect(stored(day, .string("2026-01-02T10:16")) != nil)
        #expect((try? RowEdit.value(for: row(picker), form: nil)) == nil)
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
        #expect((try? RowEdit.value(for: row(list(field)), form: "a\r\nb\n")) == .array([.string("a"), .string("b")]))
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
            #expect((try? RowEdit.value(for: row(content), form: "x")) == nil)
        }
    }
}
