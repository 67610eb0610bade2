import AppBundles
import Locators
import PropertyList
import Services

extension PaneLayout {
    /// Adds a row as the page of the pane shows it.
    mutating func add(_ row: SettingsRow, _ value: RowValue) {
        let key = "r\(row.index)"
        let isManaged = value.origin == .managed
        let title = row.title.isEmpty ? nil : row.title
        let name = row.key.flatMap { $0.isEmpty ? nil : $0 }
        /// A control with the name and the label of the row.
        func control(
            _ type: String,
            _ act: PaneScreen.Act,
            value: String?,
            isEnabled: Bool = true
        ) -> PaneScreen.Element {
            .init(
                type: type,
                key: key + "-control",
                frame: .nowhere,
                name: name ?? title,
                label: title,
                value: value,
                isEnabled: isEnabled && !isManaged,
                act: act
            )
        }
        /// A row on which nothing acts.
        func inert(_ reason: String, detail: String? = nil, isEnabled: Bool = true) {
            cell(
                key,
                title: title ?? detail,
                detail: title == nil ? nil : detail,
                name: name,
                isEnabled: isEnabled,
                act: .nothing(reason)
            )
        }
        switch row.content {
        case .toggle:
            cell(key, title: title, isEnabled: !isManaged, act: nil)
            self.control(
                control("Switch", .toggle(row.index), value: value.isOn == true ? "1" : "0"),
                size: (51, 31),
                isWide: false
            )
        case .slider(let range):
            cell(key, title: title, isEnabled: !isManaged, act: nil)
            let part =
                range.isUsable
                ? ((value.number ?? range.minimum) - range.minimum) / (range.maximum - range.minimum) : 0
            let percent = part.isFinite ? Int((part * 100).rounded()) : 0
            self.control(
                control("Slider", .slide(row.index), value: "\(percent)%", isEnabled: range.isUsable),
                isWide: title == nil
            )
        case .textField(let traits), .textView(let traits):
            cell(key, title: title, isEnabled: !isManaged, act: nil)
            let type = row.typeName == "textView" ? "TextView" : traits.isSecure ? "SecureTextField" : "TextField"
            // What is kept from who asks looks as any secret does.
            let text = value.display ?? (value.isWithheld && value.origin != .none ? ValueText.hidden : "")
            let placeholder = Self.shown(row.presentation.placeholder)
            let shown = text.isEmpty ? placeholder : traits.isSecure ? ValueText.hidden : text
            var field = control(type, .type(row.index), value: shown)
            field.placeholder = placeholder
            self.control(field, isWide: title == nil)
        case .datePicker:
            cell(key, title: title, isEnabled: !isManaged, act: nil)
            self.control(control("DatePicker", .type(row.index), value: value.display), isWide: title == nil)
        case .title:
            inert("It is shown and cannot be changed.", detail: value.display)
        case .multiValue:
            cell(
                key,
                title: row.spokenName,
                detail: value.display,
                name: name,
                isEnabled: !isManaged,
                act: .choose(row.index)
            )
        case .radioGroup: addChoices(of: row, value)
        case .childPane(let child):
            guard child.isAvailable, let pane = child.pane else {
                return inert("The bundle has no such pane.", isEnabled: false)
            }
            cell(key, title: row.spokenName, name: name, act: .open(pane))
        case .button:
            cell(key, title: nil, act: nil)
            var button = control("Button", .nothing("What it does is in the app, not in its settings."), value: nil)
            button.label = value.display ?? row.spokenName
            self.control(button, isWide: true)
        case .link(let link):
            cell(key, title: nil, act: nil)
            let reason = "It leads out of the settings, to \(link.address.prefix(100))."
            self.control(control("Link", .nothing(reason), value: nil), isWide: true)
        case .list(let group): addItems(of: row, group, value)
        case .custom: inert("The app itself draws it.", isEnabled: false)
        case .unsupported: inert("Unknown row type \(row.specifier.prefix(60)).", isEnabled: false)
        }
    }

    /// Adds the choices of a row, each a cell; the one that counts is selected.
    mutating func addChoices(of row: SettingsRow, _ value: RowValue) {
        for (index, choice) in row.choices.enumerated() {
            let title = choice.title.isEmpty ? choice.value.coercedString ?? "" : choice.title
            cell(
                "r\(row.index)-c\(index)",
                title: title,
                isEnabled: value.origin != .managed,
                isSelected: index == value.selectedIndex,
                act: .pick(row: row.index, choice: index)
            )
        }
    }

    /// Adds the items of a list, with what takes one away, and the field for a new one.
    private mutating func addItems(of row: SettingsRow, _ group: ListGroup, _ value: RowValue) {
        let isManaged = value.origin == .managed
        let items = value.items ?? []
        for (index, item) in items.enumerated() {
            let key = "r\(row.index)-i\(index)"
            let shown = group.item.map { RowValue($0, stored: item).display } ?? item.coercedString
            let text = row.isSecure ? ValueText.hidden : shown ?? ValueText.line(item, limit: 120)
            let act = PaneScreen.Act.item(row: row.index, item: index)
            if let type = Self.fieldType(of: group.item) {
                cell(key, title: nil, act: nil)
                let field = PaneScreen.Element(
                    type: type,
                    key: key + "-control",
                    frame: .nowhere,
                    value: Self.shown(text),
                    isEnabled: !isManaged,
                    act: act
                )
                control(field, isWide: true, room: group.isDeletable ? 40 : 0)
            } else {
                cell(key, title: text, act: .nothing("Items of this type are not edited here."))
            }
            if group.isDeletable {
                let button = PaneScreen.Element(
                    type: "Button",
                    key: key + "-delete",
                    frame: .nowhere,
                    label: "Delete \(text)",
                    isEnabled: !isManaged,
                    act: .remove(row: row.index, item: index)
                )
                control(button, size: (30, 30), isWide: false)
            }
        }
        guard let add = group.add, Self.fieldType(of: add) != nil else { return }
        cell("r\(row.index)-new", title: nil, act: nil)
        var field = PaneScreen.Element(
            type: "TextField",
            key: "r\(row.index)-new-control",
            frame: .nowhere,
            label: add.spokenName
        )
        field.name = row.key
        field.placeholder = Self.shown(add.presentation.placeholder)
        field.value = field.placeholder
        field.isEnabled = !isManaged
        field.act = .item(row: row.index, item: items.count)
        control(field, isWide: true)
    }

    /// A text that can be seen; an empty one is none, so that an empty field has no value, as on a device.
    private static func shown(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }

    /// The type of the field for an item that is typed; nil for others.
    private static func fieldType(of item: SettingsRow?) -> String? {
        switch item?.content {
        case .textField(let traits): traits.isSecure ? "SecureTextField" : "TextField"
        case .textView: "TextView"
        default: nil
        }
    }
}
