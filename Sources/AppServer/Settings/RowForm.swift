import AppBundles
import Defaults
import HTTP
import PropertyList
import Services
import Web

/// What the form of one row asks for.
enum RowForm {
    /// The change of the row's key; nil when the form asks for nothing.
    /// - Throws: `AppBundleError` for a value that the row does not take.
    static func edit(
        _ row: SettingsRow,
        _ key: String,
        _ form: URLEncodedForm,
        showing value: RowValue
    ) throws(AppBundleError) -> DefaultsEdit? {
        if form["action"] == "reset" { return .remove(key: key) }
        // A ticked box sends its own value behind that of the hidden field for an unticked one.
        let text = form.values("value").last
        switch row.content {
        case .multiValue, .radioGroup:
            guard let choice = text.flatMap({ Int($0) }) else { return nil }
            return .set(key: key, value: try RowEdit.value(for: row, choice: choice))
        case .textField(let traits) where traits.isSecure && (text ?? "").isEmpty:
            // The page never shows what is stored, so an empty field says nothing; resetting clears it.
            return nil
        case .slider:
            // The box beside the slider counts when somebody typed in it.
            let typed = form["typed"].flatMap { $0 == form["shown"] ? nil : $0 }
            return .set(key: key, value: try RowEdit.value(for: row, form: typed ?? text))
        case .textView:
            let lines = (text ?? "").replacing("\r\n", with: "\n")
            return .set(key: key, value: try RowEdit.value(for: row, form: lines))
        case .list(let group):
            guard !value.isWithheld else {
                throw AppBundleError(
                    .valueRefused,
                    "The items are secret and hidden, so they can't be changed."
                )
            }
            let items = value.items ?? []
            if let base = form["base"], base != TypedText.fingerprint(of: .array(items)) {
                throw AppBundleError(.valueRefused, "The list has changed in the meantime. Check it and try again.")
            }
            guard let next = try ListForm.items(form, group, showing: items) else { return nil }
            return .set(key: key, value: try RowEdit.value(for: row, submitted: .array(next)))
        default: return .set(key: key, value: try RowEdit.value(for: row, form: text))
        }
    }
}

/// What the form of a list asks for: items changed in place, one added, taken away or moved.
enum ListForm {
    /// The list as it shall be; nil when the form asks for nothing.
    /// - Throws: `AppBundleError` for items that the list does not take.
    static func items(
        _ form: URLEncodedForm,
        _ group: ListGroup,
        showing items: [PropertyListValue]
    ) throws(AppBundleError) -> [PropertyListValue]? {
        var next = items
        for (index, item) in items.enumerated() {
            guard let text = form["item-\(index)"], let specifier = group.item else { continue }
            let value = try read(text, specifier)
            let before = RowValue(specifier, stored: item)
            if text != before.display && text != before.selectedIndex.map(String.init) { next[index] = value }
        }
        let words = (form["action"] ?? "").split(separator: ":")
        let index = words.count == 2 ? Int(words[1]) ?? -1 : -1
        switch words.first {
        case "add", "enter":
            guard form["action"] == "add" || form["new"]?.isEmpty == false else { break }
            guard let add = group.add else { return nil }
            let value = try read(form["new"] ?? "", add)
            if value.stringValue?.isEmpty == true { return nil }
            next.append(value)
        case "remove" where next.indices.contains(index): next.remove(at: index)
        case "up" where next.indices.contains(index) && index > 0: next.swapAt(index, index - 1)
        case "down" where next.indices.contains(index) && index < next.count - 1: next.swapAt(index, index + 1)
        default: break
        }
        return next
    }

    private static func read(_ text: String, _ item: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        switch item.content {
        case .multiValue, .radioGroup: try RowEdit.value(for: item, choice: Int(text) ?? -1)
        case .childPane, .custom: .string(text)
        default: try RowEdit.value(for: item, form: text)
        }
    }
}

/// A list that people add to and take from: each item with the control of its type.
struct ListModel: PageModel {
    let group: ListGroup
    let items: [PropertyListValue]
    let isManaged: Bool
    /// What was typed for a new item and not taken.
    let refused: String?

    static let members: Members<Self> = [
        "base": .text { TypedText.fingerprint(of: .array($0.items)) }, "hasItems": .flag { !$0.items.isEmpty },
        "items": .list { list in
            list.items.indices.map { ListItem(list: list, row: list.group.item, value: list.items[$0], index: $0) }
        },
        "adding": .part { list in
            list.group.add.flatMap { add in
                list.isManaged ? nil : ListItem(list: list, row: add, value: .string(list.refused ?? ""), index: nil)
            }
        },
    ]
}

/// One item of a list, or the one to be added.
struct ListItem: PageModel {
    let list: ListModel
    let row: SettingsRow?
    let value: PropertyListValue
    /// Nil for the one to be added.
    let index: Int?

    // Text and choices are edited in place; items of other types are shown.
    static let members: Members<Self> = [
        "index": .number { $0.index }, "ordinal": .number { $0.index.map { $0 + 1 } },
        "deletable": .flag { $0.list.group.isDeletable && !$0.locked }, "locked": .flag { $0.locked },
        "upward": .flag { !$0.locked && $0.index != 0 },
        "downward": .flag { !$0.locked && $0.index != $0.list.items.count - 1 },
        "isField": .flag { $0.isField },
        "isPicked": .flag { $0.row?.typeName == "multiValue" || $0.row?.typeName == "radioGroup" },
        "shown": .text { item in
            if item.isField, let row = item.row, let text = RowValue(row, stored: item.value).display { return text }
            return item.value.coercedString ?? ValueText.line(item.value, limit: 120)
        },
        "options": .list { $0.options },
        "addLabel": .text { $0.row?.title }, "placeholder": .text { $0.row?.presentation.placeholder },
    ]

    private var locked: Bool { list.isManaged }

    private var options: [RowChoice] {
        guard let row else { return [] }
        let selected = RowValue(row, stored: value).selectedIndex
        return row.choices.enumerated().map { RowChoice(choice: $1, index: $0, isSelected: $0 == selected) }
    }

    private var isField: Bool {
        switch row?.content {
        case .textField, .textView, .datePicker, .slider: true
        default: false
        }
    }
}

extension RowEdit {
    /// The value to store for the text that a form sends.
    ///
    /// A toggle's text is one of its declared values or a boolean word; no text at all is off, as an unticked box
    /// sends none. A choice's text is a declared value as text, a slider's is a number, a date's is one of
    /// `PickerDate`; a list of texts or choices has an item a line.
    ///
    /// - Throws: `AppBundleError` with code `readOnlyRow` or `valueRefused`.
    static func value(for row: SettingsRow, form text: String?) throws(AppBundleError) -> PropertyListValue {
        let typed = PropertyListValue.string(text ?? "")
        switch row.content {
        case .toggle(let values):
            return try value(ofToggle: values, in: row, text)
        case .slider:
            return try value(for: row, submitted: typed.looseNumber.map { .real($0) } ?? typed)
        case .multiValue(let choices), .radioGroup(let choices):
            guard let text else { throw refusal(row, "needs a choice; send one of its declared values") }
            if let choice = choices.first(where: { $0.value.coercedString == text }) { return choice.value }
            return try value(for: row, submitted: typed)
        case .list:
            let lines = (text ?? "").split(whereSeparator: \.isNewline)
            return try value(for: row, submitted: .array(lines.map { .string(String($0)) }))
        default:
            return try value(for: row, submitted: typed)
        }
    }

    private static func value(
        ofToggle values: ToggleValues,
        in row: SettingsRow,
        _ text: String?
    ) throws(AppBundleError) -> PropertyListValue {
        guard let text else { return values.falseValue }
        if text == values.trueValue.coercedString { return values.trueValue }
        if text == values.falseValue.coercedString { return values.falseValue }
        switch text.lowercased() {
        case "on", "true", "yes", "1": return values.trueValue
        case "off", "false", "no", "0", "": return values.falseValue
        default: throw refusal(row, "is on or off, not \(described(.string(text)))")
        }
    }
}
