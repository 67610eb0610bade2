import PropertyList

/// The control of a row in words and signs.
enum RowText {
    static func control(of row: SettingsRow, _ value: RowValue) -> String {
        switch row.content {
        case .textField(let traits):
            // A secret is a secret in a terminal too.
            "[\(traits.isSecure ? String(repeating: "•", count: min(text(value).count, 8)) : text(value))]"
        case .textView: "[\(text(value))]"
        case .title: text(value)
        case .toggle: value.isOn == true ? "[on ]" : "[off]"
        case .slider(let range): slider(range, value.number ?? range.minimum)
        case .multiValue: "\(text(value)) ›"
        case .radioGroup: ""
        case .childPane(let child): "› \(shown(child.pane ?? "nowhere"))" + (child.isAvailable ? "" : " (missing)")
        case .datePicker: "[\(text(value))]"
        case .button: "(button)"
        case .link(let link): "→ \(shown(link.address))"
        case .list(let group): "\(value.items?.count ?? 0) items" + (group.add == nil ? "" : " [+]")
        case .custom: "(drawn by the app)"
        case .unsupported: "(unsupported: \(shown(row.specifier)))"
        }
    }

    private static func slider(_ range: SliderRange, _ number: Double) -> String {
        "\(digits(range.minimum)) ──● \(digits(number)) ── \(digits(range.maximum))"
    }

    private static func digits(_ number: Double) -> String { PropertyListValue.real(number).coercedString ?? "" }

    private static func text(_ value: RowValue) -> String { shown(value.display ?? "") }

    private static func shown(_ text: String) -> String { text.terminalSafe }
}
