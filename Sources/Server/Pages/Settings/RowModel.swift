import AppBundles
import JSON
import PropertyList

/// One row of a pane with the control that its type has.
struct RowModel {
    let row: SettingsRow
    let value: RowValue
    let settings: SettingsRequest
    let action: String
    let choicesAddress: String
    let paneAddress: (String) -> String
    let refusal: PaneModel.Refusal?

    /// What the row is called when it is spoken of: its label, else its key.
    private var name: String { row.title.isEmpty ? row.key ?? "Row \(row.index)" : row.title }

    var model: TemplateModel {
        let common: TemplateModel = [
            "index": .number(row.index), "key": .text(row.key ?? ""), "modified": .flag(value.isModified),
            "resettable": .flag(row.isEditable && value.stored != nil), "action": .text(action), "name": .text(name),
            "rowTitle": .text(row.title), "failed": .optional(refusal?.message), "address": .absent,
            "textField": false, "titleValue": false, "toggle": false, "slider": false, "multiValue": false,
            "radioGroup": false, "childPane": false, "unsupported": false,
        ]
        return common.adding(content)
    }

    private var content: [String: TemplateModel] {
        switch row.content {
        case .textField(let traits): textField(traits)
        case .title: title
        case .toggle: ["toggle": true, "on": .flag(value.isOn ?? false)]
        case .slider(let range): slider(range)
        case .multiValue(let choices): choice(choices).merging(multiValue(choices)) { $1 }
        case .radioGroup(let choices): choice(choices).merging(["radioGroup": true]) { $1 }
        case .childPane(let child): childPane(child)
        case .unsupported: unsupported("There is no row of type \(row.specifier).")
        }
    }

    private func textField(_ traits: TextFieldTraits) -> [String: TemplateModel] {
        let shown = value.display ?? ""
        let hides = traits.isSecure && refusal == nil
        return [
            "textField": true, "shown": .text(hides ? "" : refusal?.text ?? shown),
            "inputType": .text(traits.isSecure ? "password" : traits.inputType), "inputMode": .text(traits.inputMode),
            "autocapitalize": .text(traits.autocapitalize),
            "autocorrect": .text(traits.autocorrection == .no ? "off" : "on"),
            "spellcheck": .text(traits.autocorrection == .yes ? "true" : "false"),
            "placeholder": hides && !shown.isEmpty ? "••••••" : .absent,
        ]
    }

    /// A row without a label shows its value in the label's place.
    private var title: [String: TemplateModel] {
        let shown = value.display ?? ""
        return [
            "titleValue": true, "rowTitle": .text(row.title.isEmpty ? shown : row.title),
            "shown": .text(row.title.isEmpty ? "" : shown),
        ]
    }

    private func slider(_ range: SliderRange) -> [String: TemplateModel] {
        let number = value.number ?? range.minimum
        return [
            "slider": true, "minimum": .text("\(range.minimum)"), "maximum": .text("\(range.maximum)"),
            "number": .text("\(number)"), "shown": .text(Self.rounded(number)), "disabled": .flag(!range.isUsable),
            "minimumImage": .optional(settings.imageAddress(range.minimumImage)),
            "maximumImage": .optional(settings.imageAddress(range.maximumImage)),
        ]
    }

    /// Three digits tell enough of where a slider stands.
    private static func rounded(_ number: Double) -> String {
        guard number != 0, number.isFinite else { return "0" }
        var unit = 1.0
        while abs(number) / unit >= 1000 { unit *= 10 }
        while abs(number) / unit < 100, unit > 1e-6 { unit /= 10 }
        let text = "\((number / unit).rounded() * unit)"
        let value = Double(text).map { ($0 * 1e6).rounded() / 1e6 } ?? number
        return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
    }

    private func multiValue(_ choices: [SettingsChoice]) -> [String: TemplateModel] {
        [
            "multiValue": true, "address": .text(choicesAddress), "shown": .text(value.display ?? ""),
            "undeclared": .flag(value.selectedIndex == nil),
        ]
    }

    private func choice(_ choices: [SettingsChoice]) -> [String: TemplateModel] {
        [
            "options": .list(
                choices.enumerated().map { index, choice in
                    var writer = JSONWriter()
                    PropertyListEnvelope.write(choice.value, to: &writer)
                    return [
                        "label": .text(choice.title.isEmpty ? choice.value.coercedString ?? "" : choice.title),
                        "token": .number(index), "json": .text(String(decoding: writer.finish(), as: UTF8.self)),
                        "selected": .flag(index == value.selectedIndex),
                    ]
                }
            )
        ]
    }

    private func childPane(_ child: ChildPane) -> [String: TemplateModel] {
        guard child.isAvailable, let pane = child.pane else {
            return unsupported("The row opens the pane “\(child.pane ?? "")”, which the bundle does not have.")
        }
        return ["childPane": true, "address": .text(paneAddress(pane))]
    }

    private func unsupported(_ reason: String) -> [String: TemplateModel] {
        ["unsupported": true, "reason": .text(reason)]
    }
}
