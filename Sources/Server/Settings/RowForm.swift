import AppBundles
import Defaults
import HTTP
import PropertyList

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
            let items = value.items ?? []
            if let base = form["base"], base != TypedText.fingerprint(of: .array(items)) {
                throw AppBundleError(.valueRefused, "The list has changed meanwhile; look at it and try again.")
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
struct ListRowModel {
    let row: SettingsRow
    let group: ListGroup
    let items: [PropertyListValue]
    let isManaged: Bool
    let refusal: PaneModel.Refusal?

    var parts: [String: TemplateModel] {
        let canAdd = group.add != nil && !isManaged
        return [
            "listGroup": true, "base": .text(TypedText.fingerprint(of: .array(items))),
            "hasItems": .flag(!items.isEmpty),
            "items": .list(items.enumerated().map { item($1, at: $0) }),
            "adding": canAdd && group.add != nil ? addition : .absent,
            "emptyList": items.isEmpty ? "No items" : .absent,
        ]
    }

    private func item(_ value: PropertyListValue, at index: Int) -> TemplateModel {
        var parts: [String: TemplateModel] = [
            "number": .number(index), "spoken": .text("item \(index + 1)"),
            "deletable": .flag(group.isDeletable && !isManaged),
            "upward": .flag(index > 0 && !isManaged), "downward": .flag(index < items.count - 1 && !isManaged),
            "isField": false, "isPicked": false, "shown": .text(Self.text(of: value, in: group.item)),
            "itemTitle": .optional(group.item?.title), "locked": .flag(isManaged),
        ]
        if let item = group.item { parts.merge(Self.control(item, showing: value)) { $1 } }
        return .object(parts)
    }

    private var addition: TemplateModel {
        guard let add = group.add else { return .absent }
        let text = refusal?.text ?? ""
        var parts: [String: TemplateModel] = [
            "addLabel": .text(add.title.isEmpty ? "Add" : add.title), "isField": false, "isPicked": false,
            "shown": .text(text), "placeholder": .optional(add.presentation.placeholder),
        ]
        parts.merge(Self.control(add, showing: .string(text))) { $1 }
        return .object(parts)
    }

    /// Text and choices are edited in place; items of other types are shown.
    private static func control(_ item: SettingsRow, showing value: PropertyListValue) -> [String: TemplateModel] {
        let shown = RowValue(item, stored: value)
        switch item.content {
        case .textField, .textView, .datePicker, .slider:
            return ["isField": true, "shown": .text(shown.display ?? value.coercedString ?? "")]
        case .multiValue(let choices), .radioGroup(let choices):
            return [
                "isPicked": true,
                "options": .list(
                    choices.enumerated().map { index, choice in
                        [
                            "label": .text(choice.title), "token": .number(index),
                            "selected": .flag(index == shown.selectedIndex),
                        ]
                    }
                ),
            ]
        default: return [:]
        }
    }

    private static func text(of value: PropertyListValue, in item: SettingsRow?) -> String {
        value.coercedString ?? ValueText.line(value, limit: 120)
    }
}
