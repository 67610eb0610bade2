import AppBundles
import Foundation
import JSON
import PropertyList
import Services
import Web

/// One row of a pane with the control that its type has.
struct RowModel: PageModel {
    let row: SettingsRow
    let value: RowValue
    let settings: SettingsRequest
    /// The page of the pane, where the row's form is sent.
    let action: PageAddress
    let refusal: PaneModel.Refusal?

    static let members: Members<Self> = [
        "index": .number { $0.row.index }, "key": .text { $0.row.key }, "modified": .flag { $0.value.isModified },
        "resettable": .flag { $0.row.isEditable && $0.value.origin == .stored },
        "action": .text { $0.action.text }, "failed": .text { $0.refusal?.message }, "managed": .flag { $0.isManaged },
        // What the row is called when it is spoken of: its label, else its key.
        "name": .text { $0.row.spokenName },
        // A row without a label shows its value in the label's place.
        "rowTitle": .text { $0.showsValueAsTitle ? $0.value.display : $0.row.title },
        "subtitle": .text { $0.row.presentation.subtitle(showing: $0.value) },
        "rowImage": .text { $0.settings.imageAddress($0.row.presentation.imageName) },
        "aligned": .text {
            $0.row.presentation.alignment == .natural ? nil : $0.row.presentation.alignment.rawValue
        },
        "behind": .part { $0.settings.look.showsKeys ? RowFacts(row: $0.row, value: $0.value) : nil },
        "shown": .text { $0.shown },

        "textField": .flag { $0.row.typeName == "textField" }, "textView": .flag { $0.row.typeName == "textView" },
        "inputType": .text { $0.traits?.inputType }, "inputMode": .text { $0.traits?.inputMode },
        "autocapitalize": .text { $0.traits?.autocapitalize },
        // Where nothing is said the device decides, which corrects nothing in a secure field.
        "autocorrect": .text { $0.corrects.map { $0 ? "on" : "off" } },
        "spellcheck": .text { $0.corrects.map { $0 ? "true" : "false" } },
        "placeholder": .text { row in
            let isFilled = row.value.isWithheld ? row.value.origin != .none : row.value.display?.isEmpty == false
            return row.hidesText && isFilled
                ? ValueText.hidden : row.row.presentation.placeholder
        },
        "lines": .number { row in min(12, max(3, row.shown.prefix(2_000).count { $0 == "\n" } + 1)) },

        "titleValue": .flag { $0.row.typeName == "title" },
        "toggle": .flag { $0.row.typeName == "toggle" }, "on": .flag { $0.value.isOn ?? false },
        "isCheckmark": .flag { $0.row.presentation.isCheckmark },

        "slider": .flag { $0.range != nil }, "number": .text { row in row.position.map { "\($0)" } },
        "minimum": .text { row in row.range.map { "\($0.minimum)" } },
        "maximum": .text { row in row.range.map { "\($0.maximum)" } },
        "disabled": .flag { $0.isManaged || $0.range?.isUsable == false },
        "minimumImage": .text { $0.settings.imageAddress($0.range?.minimumImage) },
        "maximumImage": .text { $0.settings.imageAddress($0.range?.maximumImage) },

        "multiValue": .flag { $0.row.typeName == "multiValue" },
        "radioGroup": .flag { $0.row.typeName == "radioGroup" },
        "undeclared": .flag { $0.value.selectedIndex == nil },
        "options": .list { $0.options }, "choicesFooter": .text { $0.row.presentation.choicesFooter },

        "childPane": .flag { $0.opensPane }, "address": .text { $0.address },
        "datePicker": .flag { $0.row.typeName == "datePicker" },
        "pickerType": .text { $0.picker?.inputType },
        "step": .number { row in row.picker.flatMap { $0.mode == .date ? nil : $0.minuteInterval * 60 } },
        "button": .flag { $0.row.typeName == "button" }, "link": .part { $0.link }, "listGroup": .part { $0.list },
        "custom": .flag { $0.row.typeName == "custom" },
        "unsupported": .flag { $0.row.typeName == "unsupported" || $0.row.typeName == "childPane" && !$0.opensPane },
        "opensNothing": .flag { $0.child != nil }, "missingPane": .text { $0.child?.pane },
        "leadsOut": .flag { $0.child?.leadsOut ?? false },
        "specifier": .text { $0.row.specifier },
    ]

    /// Whether the row is a group itself, so that what holds for it stands at the heading.
    var leadsGroup: Bool { row.typeName == "radioGroup" || row.typeName == "list" }

    /// A value that management forces hides the stored one, so editing would show nothing.
    private var isManaged: Bool { value.origin == .managed }

    private var showsValueAsTitle: Bool { row.title.isEmpty && row.typeName == "title" }

    private var traits: TextFieldTraits? {
        switch row.content {
        case .textField(let traits), .textView(let traits): traits
        default: nil
        }
    }

    /// Whether what is typed is corrected; nil where the device decides.
    private var corrects: Bool? {
        switch traits?.autocorrection {
        case .yes: true
        case .no: false
        case .systemDefault, nil: traits?.isSecure == true ? false : nil
        }
    }

    private var range: SliderRange? { if case .slider(let range) = row.content { range } else { nil } }

    private var picker: DatePickerTraits? { if case .datePicker(let traits) = row.content { traits } else { nil } }

    private var child: ChildPane? { if case .childPane(let child) = row.content { child } else { nil } }

    private var link: RowLink? { if case .link(let link) = row.content { link } else { nil } }

    private var list: ListModel? {
        guard case .list(let group) = row.content else { return nil }
        return ListModel(group: group, items: value.items ?? [], isManaged: isManaged, refused: refusal?.text)
    }

    /// Whether what is stored is kept from the page.
    private var hidesText: Bool { (traits?.isSecure == true || value.isWithheld) && refusal == nil }

    private var position: Double? { range.map { value.number ?? $0.minimum } }

    private var shown: String {
        switch row.content {
        case .textField, .textView: hidesText ? "" : refusal?.text ?? value.display ?? ""
        case .datePicker(let picker):
            // A field for dates holds nothing else.
            PickerDate.date(refusal?.text ?? value.display ?? "").flatMap { PickerDate.text($0, mode: picker.mode) }
                ?? ""
        case .slider: position.map(Self.rounded) ?? ""
        case .title: showsValueAsTitle ? "" : value.display ?? ""
        case .button: value.display ?? row.title
        default: value.display ?? ""
        }
    }

    private var opensPane: Bool { child.map { $0.isAvailable && $0.pane != nil } ?? false }

    /// Where the row leads: to its pane, or to the screen of its choices.
    private var address: String? {
        if opensPane, let pane = child?.pane { return settings.address(ofPane: pane).text }
        guard row.typeName == "multiValue", !isManaged else { return nil }
        return action.adding("choose", String(row.index)).text
    }

    private var options: [RowChoice] {
        let icons = row.presentation.choiceIcons
        return row.choices.enumerated().map { index, choice in
            RowChoice(
                choice: choice,
                index: index,
                isSelected: index == value.selectedIndex,
                icon: settings.imageAddress(icons.indices.contains(index) ? icons[index] : nil)
            )
        }
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
}

/// One of the values that a row offers.
struct RowChoice: PageModel {
    let choice: SettingsChoice
    let index: Int
    let isSelected: Bool
    var icon: String?

    static let members: Members<Self> = [
        "label": .text { $0.choice.title.isEmpty ? $0.choice.value.coercedString : $0.choice.title },
        "token": .number { $0.index }, "selected": .flag { $0.isSelected }, "choiceIcon": .text { $0.icon },
        "json": .text { String(decoding: TypedText.json($0.choice.value), as: UTF8.self) },
    ]
}

/// Key, type, default, stored value and origin, for those who write the app.
struct RowFacts: PageModel {
    let row: SettingsRow
    let value: RowValue

    static let members: Members<Self> = [
        "code": .pieces { $0.row.key }, "hasCode": .flag { $0.row.key?.isEmpty == false },
        "specifier": .text { $0.row.specifier },
        "type": .text { ($0.value.stored ?? $0.value.defaultValue)?.typeName },
        "default": .text { $0.row.text($0.value.defaultValue, limit: 80) },
        "stored": .text { $0.row.text($0.value.stored, limit: 80) }, "origin": .text { $0.value.origin.rawValue },
        "condition": .text { $0.row.condition },
    ]
}

extension SettingsRow {
    /// A value of the row in one line, unless it is one that nobody may see.
    func text(_ value: PropertyListValue?, limit: Int) -> String? {
        value.map { isSecure ? "redacted" : ValueText.line($0, limit: limit) }
    }
}

extension RowLink: PageModel {
    static let members: Members<Self> = [
        "isMail": .flag { $0.kind == .mail }, "isWeb": .flag { $0.kind == .web }, "linkAddress": .text { $0.address },
        "mailFields": .list { $0.lines.map { ListOption(value: $0.value, label: $0.label) } },
        "hasFields": .flag { !$0.lines.isEmpty },
    ]
}

/// A text field's traits in the words of HTML.
extension TextFieldTraits {
    /// The `type` of the input element.
    ///
    /// Apps keep any text in a row for addresses, and fields of HTML for such hold nothing else: only the keyboard is theirs.
    var inputType: String { isSecure ? "password" : "text" }

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

extension DatePickerTraits {
    /// The `type` of the input element.
    var inputType: String {
        switch mode {
        case .date: "date"
        case .time: "time"
        case .dateAndTime: "datetime-local"
        }
    }
}
