import PropertyList
import Testing

@testable import AppBundles

@Suite("What a row shows")
struct RowValueTests {
    private func row(_ content: SettingsRow.Content, default value: PropertyListValue? = nil) -> SettingsRow {
        SettingsRow(index: 0, specifier: "", key: "k", defaultValue: value, content: content)
    }

    private let fruit: [SettingsChoice] = [
        SettingsChoice(title: "One", shortTitle: "1st", value: .integer(1)),
        SettingsChoice(title: "Two", value: .string("2")), SettingsChoice(title: "Three", value: .real(3)),
    ]

    @Test("the stored value comes before the default, the default before the type's own")
    func origins() {
        let field = row(.textField(TextFieldTraits()), default: .string("d"))
        let stored = RowValue(field, stored: .string("s"))
        #expect(stored.value == .string("s") && stored.origin == .stored && stored.isModified)
        let unset = RowValue(field, stored: nil)
        #expect(unset.value == .string("d") && unset.origin == .default && !unset.isModified)
        let bare = RowValue(row(.textField(TextFieldTraits())), stored: nil)
        #expect(bare.value == .string("") && bare.origin == .none && !bare.isModified)
        let masked = RowValue(field, stored: .string("s"), mask: (.string("m"), .managed))
        #expect(masked.value == .string("m") && masked.origin == .managed && masked.stored == .string("s"))
    }

    @Test("storing the very default is no modification, storing it with another type is")
    func modified() {
        let field = row(.slider(SliderRange(minimum: 0, maximum: 9)), default: .integer(1))
        #expect(!RowValue(field, stored: .integer(1)).isModified)
        #expect(RowValue(field, stored: .real(1)).isModified)
    }

    @Test(
        "toggles are on by their declared values first",
        arguments: [
            (.bool(true), .bool(false), .bool(true), true), (.bool(true), .bool(false), .string("YES"), true),
            (.bool(true), .bool(false), .string("NO"), false), (.bool(true), .bool(false), .integer(1), true),
            (.bool(true), .bool(false), .string("foo"), false), (.string("foo"), .string("bar"), .string("foo"), true),
            (.string("foo"), .string("bar"), .string("bar"), false),
            (.string("NO"), .string("YES"), .string("NO"), true),
            (.integer(1), .integer(2), .bool(true), true), (.integer(1), .integer(2), .integer(2), false),
            (.integer(1), .integer(2), .string("2"), false), (.string("YES"), .string("NO"), .bool(true), true),
            (.string("DOG"), .bool(false), .string("DOG"), true), (.string("DOG"), .bool(false), .string("CAT"), false),
            (.bool(false), .bool(true), .bool(true), false), (.integer(0), .integer(1), .bool(true), false),
        ] as [(PropertyListValue, PropertyListValue, PropertyListValue, Bool)]
    )
    func toggles(on: PropertyListValue, off: PropertyListValue, stored: PropertyListValue, expected: Bool) {
        let toggle = row(.toggle(ToggleValues(trueValue: on, falseValue: off)))
        #expect(RowValue(toggle, stored: stored).isOn == expected)
    }

    @Test("a toggle that nobody set is off and shows its FalseValue")
    func unsetToggle() {
        let value = RowValue(
            row(.toggle(ToggleValues(trueValue: .string("a"), falseValue: .string("b")))),
            stored: nil
        )
        #expect(value.isOn == false && value.value == .string("b"))
    }

    @Test(
        "choices match across numbers and text",
        arguments: [
            (.integer(1), 0), (.string("1"), 0), (.real(1), 0), (.integer(2), 1), (.string("2"), 1),
            (.string(" 2"), nil),
            (.string("3"), 2), (.string("3.0"), 2), (.integer(4), nil), (.string("Two"), nil), (.array([]), nil),
        ] as [(PropertyListValue, Int?)]
    )
    func choices(stored: PropertyListValue, index: Int?) {
        for content in [SettingsRow.Content.multiValue(fruit), .radioGroup(fruit), .title(fruit)] {
            #expect(RowValue(row(content), stored: stored).selectedIndex == index)
        }
    }

    @Test("the identical choice comes before one that only looks like it")
    func identicalFirst() {
        let mixed = [SettingsChoice(title: "a", value: .integer(1)), SettingsChoice(title: "b", value: .string("1"))]
        #expect(RowValue(row(.multiValue(mixed)), stored: .string("1")).selectedIndex == 1)
    }

    @Test("the row shows the short title, else the title, else the value as it is")
    func display() {
        #expect(RowValue(row(.multiValue(fruit)), stored: .integer(1)).display == "1st")
        #expect(RowValue(row(.multiValue(fruit)), stored: .integer(2)).display == "Two")
        #expect(RowValue(row(.multiValue(fruit)), stored: .integer(9)).display == "9")
        #expect(RowValue(row(.title([]), default: .integer(14)), stored: nil).display == "14")
        #expect(RowValue(row(.textField(TextFieldTraits())), stored: .real(2)).display == "2")
        #expect(RowValue(row(.textField(TextFieldTraits())), stored: .array([])).display == "")
    }

    @Test("a slider stands within its bounds, whatever is stored")
    func sliders() {
        let slider = row(.slider(SliderRange(minimum: 1, maximum: 5)), default: .string("2"))
        #expect(RowValue(slider, stored: nil).number == 2)
        #expect(RowValue(slider, stored: .integer(9)).number == 5)
        #expect(RowValue(slider, stored: .string("x")).number == 1)
        #expect(RowValue(slider, stored: .real(.nan)).number == 1)
        #expect(RowValue(row(.slider(SliderRange(minimum: 1, maximum: 5))), stored: nil).value == .real(1))
        #expect(RowValue(row(.slider(SliderRange(minimum: 10, maximum: 5))), stored: .integer(7)).number == 7)
    }

    @Test("rows that share a key show the same value")
    func pane() throws {
        let field = "{ Type = PSTextFieldSpecifier; Key = a; }"
        let root = try rootPane(AppBundlesTests.pane(field, field, "{ Type = PSTextFieldSpecifier; }"))
        let values = PaneResolver.values(of: root, stored: ["a": .string("x")])
        #expect(values.count == 3)
        #expect(values[0]?.value == .string("x") && values[1]?.value == .string("x"))
        #expect(values[2]?.origin == ValueOrigin.none)
    }
}

@Suite("What the rows of a pane show")
struct PaneResolverTests {
    private let root: SettingsPane

    init() throws {
        root = try rootPane(
            pane(
                "{ Type = PSTextFieldSpecifier; Key = a; DefaultValue = d; }",
                "{ Type = PSTextFieldSpecifier; Key = b; DefaultValue = d; }",
                "{ Type = PSTextFieldSpecifier; Key = a; }"
            )
        )
    }

    @Test("a managed value hides what is stored in every row with its key, and only there")
    func managed() {
        let values = PaneResolver.values(
            of: root,
            stored: ["a": .string("s"), "b": .string("s")],
            managed: ["a": .string("m")]
        )
        #expect(values[0]?.value == .string("m") && values[0]?.origin == .managed && values[0]?.stored == .string("s"))
        #expect(values[1]?.value == .string("s") && values[1]?.origin == .stored)
        #expect(values[2]?.origin == .managed)
        #expect(PaneResolver.values(of: root, stored: [:])[0]?.origin == .default)
    }
}
