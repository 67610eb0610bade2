import AppBundles
import PropertyList

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
