import AppBundles
import Locators
import PropertyList
import Services

/// Puts the elements of a screen of settings one below the other.
struct PaneLayout {
    private static let width = 390
    private static let minimumHeight = 844
    private static let barTop = 47
    private static let rowHeight = 44
    private static let margin = 16
    /// From the side of a row to what it holds.
    private static let inset = 16
    /// Where what stands at the end of a row begins.
    private static let detailLeft = 210
    private static let charactersPerLine = 48

    private var elements: [(element: PaneScreen.Element, depth: Int)] = []
    private var y = Self.barTop + Self.rowHeight
    private var groups = 0

    /// The bar at the top.
    /// - Parameter back: What the screen before is called; nil when there is none.
    init(title: String, back: String?) {
        let screen = WholeRect(x: 0, y: 0, width: Self.width, height: 0)
        add(.init(type: "Application", key: "app", frame: screen, name: "Settings", label: "Settings"), 0)
        add(.init(type: "Window", key: "window", frame: screen), 1)
        let bar = WholeRect(x: 0, y: Self.barTop, width: Self.width, height: Self.rowHeight)
        add(.init(type: "NavigationBar", key: "bar", frame: bar, name: title), 2)
        if let back {
            let frame = WholeRect(x: 0, y: Self.barTop, width: 95, height: Self.rowHeight)
            add(.init(type: "Button", key: "back", frame: frame, name: "BackButton", label: back, act: .back), 3)
        }
        let frame = WholeRect(x: 95, y: Self.barTop + 11, width: 200, height: 22)
        add(.init(type: "StaticText", key: "title", frame: frame, label: title, value: title), 3)
        add(.init(type: "Table", key: "table", frame: WholeRect(x: 0, y: y, width: Self.width, height: 0)), 2)
    }

    private mutating func add(_ element: PaneScreen.Element, _ depth: Int) { elements.append((element, depth)) }

    /// Begins a group with its heading.
    mutating func beginGroup(_ title: String?) {
        groups += 1
        guard let title, !title.isEmpty else {
            y += 18
            return
        }
        text(title, key: "g\(groups)-header", height: 34)
    }

    /// Ends a group with the note below it.
    mutating func endGroup(_ footer: String?) {
        guard let footer, !footer.isEmpty else { return }
        text(footer, key: "g\(groups)-footer", height: (footer.count / Self.charactersPerLine + 1) * 18)
    }

    private mutating func text(_ text: String, key: String, height: Int) {
        let left = Self.margin + Self.inset
        let frame = WholeRect(x: left, y: y, width: Self.width - 2 * left, height: height)
        add(.init(type: "StaticText", key: key, frame: frame, label: text, value: text), 3)
        y += height
    }

    /// Adds a cell.
    /// - Parameters:
    ///   - title: The text at its start; nil for none.
    ///   - detail: The text at its end; nil for none.
    ///   - name: The name of the cell; nil where what is in it has the name.
    ///   - act: What a tap on the cell does; nil where only what is in it acts.
    mutating func cell(
        _ key: String,
        title: String?,
        detail: String? = nil,
        name: String? = nil,
        isEnabled: Bool = true,
        isSelected: Bool = false,
        act: PaneScreen.Act?
    ) {
        let frame = WholeRect(x: Self.margin, y: y, width: Self.width - 2 * Self.margin, height: Self.rowHeight)
        var cell = PaneScreen.Element(type: "Cell", key: key, frame: frame, isEnabled: isEnabled, act: act)
        cell.isSelected = isSelected
        if act != nil {
            cell.label = title
            cell.name = name
            cell.value = detail
        }
        add(cell, 3)
        let left = Self.margin + Self.inset
        for (part, text, x) in [("title", title, left), ("detail", detail, Self.detailLeft)] {
            guard let text, !text.isEmpty else { continue }
            let width = part == "title" ? 162 : Self.width - left - Self.detailLeft
            let frame = WholeRect(x: x, y: y + 11, width: width, height: 22)
            var element = PaneScreen.Element(
                type: "StaticText",
                key: "\(key)-\(part)",
                frame: frame,
                label: text,
                value: text
            )
            element.isEnabled = isEnabled
            add(element, 4)
        }
        y += Self.rowHeight
    }

    /// Adds a control to the last cell; it takes the whole cell unless a title stands before it.
    /// - Parameter room: How many points of the cell's end are left free.
    mutating func control(
        _ element: PaneScreen.Element,
        size: (width: Int, height: Int)? = nil,
        isWide: Bool,
        room: Int = 0
    ) {
        let left = Self.margin + Self.inset
        var element = element
        let width = size?.width ?? (isWide ? Self.width - 2 * left : Self.width - left - Self.detailLeft) - room
        let height = size?.height ?? 30
        element.frame = WholeRect(
            x: Self.width - left - room - width,
            y: y - Self.rowHeight + (Self.rowHeight - height) / 2,
            width: width,
            height: height
        )
        add(element, 4)
    }

    /// The finished screen.
    /// - Parameter depth: How many elements may be around one; nil for any number.
    func screen(_ place: SettingsPlace, cutBelow depth: Int?) -> PaneScreen {
        var elements = elements.filter { $0.depth <= depth ?? .max }
        let height = max(Self.minimumHeight, y + 34)
        for index in elements.indices {
            switch elements[index].element.type {
            case "Application", "Window": elements[index].element.frame.height = height
            case "Table": elements[index].element.frame.height = height - elements[index].element.frame.y
            default: continue
            }
        }
        return PaneScreen(place, elements)
    }
}

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
