import AppBundles
import Foundation
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
    /// Whether what is behind the row stands under it.
    var showsKeys = false

    /// What the row is called when it is spoken of: its label, else its key.
    private var name: String { row.title.isEmpty ? row.key ?? "Row \(row.index)" : row.title }
    /// A value that management forces hides the stored one, so editing would show nothing.
    private var isManaged: Bool { value.origin == .managed }

    var model: TemplateModel {
        let look = row.presentation
        let common: TemplateModel = [
            "index": .number(row.index), "key": .text(row.key ?? ""), "modified": .flag(value.isModified),
            "resettable": .flag(row.isEditable && value.stored != nil && !isManaged), "action": .text(action),
            "name": .text(name), "rowTitle": .text(row.title), "failed": .optional(refusal?.message),
            "address": .absent, "managed": .flag(isManaged), "subtitle": .optional(look.subtitle(showing: value)),
            "rowImage": .optional(settings.imageAddress(look.imageName)),
            "aligned": look.alignment == .natural ? .absent : .text(look.alignment.rawValue),
            "behind": showsKeys ? behind : .absent,
            "textField": false, "titleValue": false, "toggle": false, "slider": false, "multiValue": false,
            "radioGroup": false, "childPane": false, "unsupported": false, "textView": false, "datePicker": false,
            "button": false, "link": false, "listGroup": false, "custom": false,
        ]
        return common.adding(content)
    }

    private var content: [String: TemplateModel] {
        switch row.content {
        case .textField(let traits): textField(traits)
        case .textView(let traits): textField(traits).merging(["textField": false, "textView": true]) { $1 }
        case .title: title
        case .toggle:
            [
                "toggle": true, "on": .flag(value.isOn ?? false),
                "switch": .flag(!row.presentation.isCheckmark), "tick": .flag(row.presentation.isCheckmark),
            ]
        case .slider(let range): slider(range)
        case .multiValue(let choices): choice(choices).merging(multiValue(choices)) { $1 }
        case .radioGroup(let choices): choice(choices).merging(["radioGroup": true]) { $1 }
        case .childPane(let child): childPane(child)
        case .datePicker(let traits): datePicker(traits)
        case .button: ["button": true, "shown": .text(value.display ?? row.title)]
        case .link(let link): self.link(link)
        case .list(let group):
            ListRowModel(row: row, group: group, items: value.items ?? [], isManaged: isManaged, refusal: refusal).parts
        case .custom: ["custom": true, "reason": .text("The app draws this row itself.")]
        case .unsupported: unsupported("There is no row of type \(row.specifier).")
        }
    }

    private func textField(_ traits: TextFieldTraits) -> [String: TemplateModel] {
        let shown = value.display ?? ""
        let hides = traits.isSecure && refusal == nil
        let text = hides ? "" : refusal?.text ?? shown
        return [
            "textField": true, "shown": .text(text),
            "inputType": .text(traits.isSecure ? "password" : traits.inputType), "inputMode": .text(traits.inputMode),
            "autocapitalize": .text(traits.autocapitalize),
            "autocorrect": .text(traits.autocorrection == .no ? "off" : "on"),
            "spellcheck": .text(traits.autocorrection == .yes ? "true" : "false"),
            "placeholder": hides && !shown.isEmpty ? "••••••" : .optional(row.presentation.placeholder),
            "lines": .number(min(12, max(3, text.prefix(2_000).count { $0 == "\n" } + 1))),
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
            "number": .text("\(number)"), "shown": .text(Self.rounded(number)),
            "disabled": .flag(!range.isUsable || isManaged),
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
            "multiValue": true, "address": isManaged ? .absent : .text(choicesAddress),
            "shown": .text(value.display ?? ""), "undeclared": .flag(value.selectedIndex == nil),
        ]
    }

    private func choice(_ choices: [SettingsChoice]) -> [String: TemplateModel] {
        let icons = row.presentation.choiceIcons
        return [
            "options": .list(
                choices.enumerated().map { index, choice in
                    [
                        "label": .text(choice.title.isEmpty ? choice.value.coercedString ?? "" : choice.title),
                        "token": .number(index),
                        "json": .text(String(decoding: TypedText.json(choice.value), as: UTF8.self)),
                        "selected": .flag(index == value.selectedIndex),
                        "choiceIcon": .optional(
                            icons.indices.contains(index) ? settings.imageAddress(icons[index]) : nil
                        ),
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

    private func datePicker(_ traits: DatePickerTraits) -> [String: TemplateModel] {
        let type =
            switch traits.mode {
            case .date: "date"
            case .time: "time"
            case .dateAndTime: "datetime-local"
            }
        return [
            "datePicker": true, "pickerType": .text(type), "shown": .text(refusal?.text ?? value.display ?? ""),
            "step": traits.mode == .date ? .absent : .number(traits.minuteInterval * 60),
        ]
    }

    private func link(_ link: RowLink) -> [String: TemplateModel] {
        let kind =
            switch link.kind {
            case .url: "Opens in another app"
            case .mail: "Writes a mail"
            case .web: "Opens a page in the app"
            }
        return [
            "link": true, "linkKind": .text(kind), "icon": .text(link.kind == .mail ? "mail" : "globe"),
            "linkAddress": .text(link.address), "hasFields": .flag(!link.lines.isEmpty),
            "mailFields": .list(link.lines.map { ["label": .text($0.label), "text": .text($0.value)] }),
        ]
    }

    private func unsupported(_ reason: String) -> [String: TemplateModel] {
        ["unsupported": true, "reason": .text(reason)]
    }

    /// Key, type, default, stored value and origin, for those who write the app.
    private var behind: TemplateModel {
        func text(_ value: PropertyListValue) -> TemplateModel {
            .text(row.isSecure ? "redacted" : ValueText.line(value, limit: 80))
        }
        return [
            "code": .text(row.key ?? "no key"), "specifier": .text(row.specifier),
            "type": .optional((value.stored ?? value.defaultValue)?.typeName),
            "default": value.defaultValue.map(text) ?? .absent, "stored": value.stored.map(text) ?? .absent,
            "origin": .text(value.origin.rawValue), "condition": .optional(row.condition),
        ]
    }
}

/// A text field's traits in the words of HTML.
extension TextFieldTraits {
    /// The `type` of the input element.
    var inputType: String {
        switch keyboard {
        case .emailAddress: "email"
        case .url: "url"
        default: "text"
        }
    }

    /// The `inputmode`: which keyboard a phone shows.
    var inputMode: String {
        switch keyboard {
        case .emailAddress: "email"
        case .url: "url"
        case .numberPad: "numeric"
        default: "text"
        }
    }

    /// The `autocapitalize` attribute.
    var autocapitalize: String {
        switch autocapitalization {
        case .none: "none"
        case .sentences: "sentences"
        case .words: "words"
        case .allCharacters: "characters"
        }
    }
}
