import AppBundles
import Catalog
import Defaults
import HTTP
import PropertyList
import Services
import Synchronization
import Web

/// What a session on an app's settings shows just now, and what its commands do there. All writes go the way of the
/// settings API.
final class SettingsScreen: Sendable {
    let services: Services
    let session: WebDriverSession
    private let settings: SettingsRequest
    private let panes: SettingsPaneSet
    private let pane: SettingsPane
    private let values: [Int: RowValue]
    /// The elements.
    let screen: PaneScreen

    /// - Throws: when the app or the pane is not there any more.
    init(_ session: WebDriverSession, _ target: SettingsTarget, _ services: Services) throws {
        self.services = services
        self.session = session
        settings = try SettingsRequest(target, in: services)
        panes = settings.panes()
        let bundle = settings.bundle
        let (place, depth) = session.state.withLock { state in
            if state.places.isEmpty { state.show(bundle.entryName) }
            let place = state.places.last ?? SettingsPlace(number: 0, pane: bundle.entryName)
            return (place, state.settings.maximumDepth)
        }
        pane = try settings.pane(place.pane, among: panes)
        values = try services.rowValues(of: pane, settings).values
        let layout = Self.layout(place, pane, values, back: session.parentName(of: pane, panes, settings), settings)
        screen = layout.screen(place, cutBelow: depth)
    }

    private static func layout(
        _ place: SettingsPlace,
        _ pane: SettingsPane,
        _ values: [Int: RowValue],
        back: String?,
        _ settings: SettingsRequest
    ) -> PaneLayout {
        let title = pane.title ?? settings.appName
        func value(_ row: SettingsRow) -> RowValue { values[row.index] ?? RowValue(row, stored: nil) }
        if let index = place.choosing, let row = pane.rows.first(where: { $0.index == index }) {
            var layout = PaneLayout(title: row.spokenName, back: title)
            layout.beginGroup(nil)
            layout.addChoices(of: row, value(row))
            layout.endGroup(row.presentation.choicesFooter)
            return layout
        }
        var layout = PaneLayout(title: title, back: back)
        for group in pane.groups {
            layout.beginGroup(group.title)
            for row in group.rows { layout.add(row, value(row)) }
            layout.endGroup(group.footer)
        }
        return layout
    }

    /// Leads to the screen before; nothing happens on the first.
    func goBack() { session.state.withLock { $0.goBack(to: parent) } }

    private var parent: String? { settings.parent(of: pane, among: panes)?.name }

    // MARK: Acting

    /// Taps an element.
    func tap(_ element: Int) throws {
        let (act, owner) = try self.act(on: element)
        switch act {
        case .back: goBack()
        case .open(let pane):
            _ = try settings.pane(pane, among: panes)
            session.state.withLock { $0.show(pane) }
        case .choose(let row): session.state.withLock { $0.show(pane.name, choosing: row) }
        case .toggle(let index):
            let row = try row(index)
            guard case .toggle(let values) = row.content else { return }
            try store(self.values[index]?.isOn == true ? values.falseValue : values.trueValue, row)
        case .pick(let index, let choice):
            let row = try row(index)
            try store(try RowEdit.value(for: row, choice: choice), row)
            if row.presentation.leavesOnChoice, screen.place.choosing != nil { goBack() }
        case .remove(let index, let item):
            let row = try row(index)
            var items = values[index]?.items ?? []
            guard items.indices.contains(item) else { return }
            items.remove(at: item)
            try store(try RowEdit.value(for: row, submitted: .array(items)), row)
        // A field is ready to be typed into as it is.
        case .type, .item: return
        case .slide:
            throw WebDriverError(
                .invalidElementState,
                "\(screen.spokenName(owner)) is moved by sending it a value from 0 to 1, not by a tap."
            )
        case .nothing(let reason):
            throw WebDriverError(.invalidElementState, "\(screen.spokenName(owner)): \(reason)")
        }
    }

    /// Types into an element.
    func type(_ text: String, into element: Int) throws {
        let (act, owner) = try self.act(on: element)
        switch act {
        case .slide(let index):
            let row = try row(index)
            guard case .slider(let range) = row.content else { return }
            guard let part = Double(text), (0...1).contains(part) else {
                throw WebDriverError(
                    .invalidArgument,
                    "\(screen.spokenName(owner)) takes a number from 0 to 1, not “\(text.prefix(40))”."
                )
            }
            let number = range.clamped(range.minimum + part * (range.maximum - range.minimum))
            try store(try RowEdit.value(for: row, submitted: .real(number)), row)
        case .type(let index):
            let row = try row(index)
            // A date is picked as a whole.
            guard row.takesText else {
                return try store(try RowEdit.value(for: row, submitted: .string(text)), row)
            }
            let typed = try TypedKeys.text(
                values[index]?.display ?? "",
                typing: text,
                isLong: row.typeName == "textView"
            )
            try store(try RowEdit.value(for: row, submitted: .string(typed)), row)
        case .item(let index, let item): try type(text, item, of: try row(index))
        default: throw Self.noField(screen.spokenName(owner))
        }
    }

    private func type(_ text: String, _ item: Int, of row: SettingsRow) throws {
        guard case .list(let group) = row.content else { return }
        guard values[row.index]?.isWithheld != true else {
            throw WebDriverError(.invalidElementState, "The items are secret and hidden.")
        }
        var items = values[row.index]?.items ?? []
        if items.indices.contains(item), let specifier = group.item {
            let before = RowValue(specifier, stored: items[item]).display ?? ""
            items[item] = .string(try TypedKeys.text(before, typing: text, isLong: specifier.typeName == "textView"))
        } else {
            let typed = try TypedKeys.text("", typing: text, isLong: false)
            guard !typed.isEmpty else { return }
            items.append(.string(typed))
        }
        try store(try RowEdit.value(for: row, submitted: .array(items)), row)
    }

    /// Empties a field.
    func clear(_ element: Int) throws {
        let (act, owner) = try self.act(on: element)
        switch act {
        case .type(let index):
            let row = try row(index)
            guard row.takesText else { throw Self.noField(screen.spokenName(owner)) }
            try store(try RowEdit.value(for: row, submitted: .string("")), row)
        case .item(let index, let item):
            let row = try row(index)
            var items = values[index]?.items ?? []
            guard items.indices.contains(item) else { return }
            items[item] = .string("")
            try store(try RowEdit.value(for: row, submitted: .array(items)), row)
        default: throw Self.noField(screen.spokenName(owner))
        }
    }

    private static func noField(_ name: String) -> WebDriverError {
        WebDriverError(.invalidElementState, "\(name) is not a field, so nothing can be typed into it or cleared.")
    }

    private func act(on element: Int) throws(WebDriverError) -> (act: PaneScreen.Act, element: Int) {
        guard let (act, owner) = screen.act(of: element) else {
            throw WebDriverError(
                .invalidElementState,
                "A tap on \(screen.spokenName(element)) does nothing; use the control beside it."
            )
        }
        if case .nothing = act { return (act, owner) }
        guard screen.isEnabled(owner) else {
            throw WebDriverError(
                .invalidElementState,
                "\(screen.spokenName(owner)) is disabled: a profile manages its value, or its range is empty."
            )
        }
        return (act, owner)
    }

    private func row(_ index: Int) throws(WebDriverError) -> SettingsRow {
        guard let row = pane.rows.first(where: { $0.index == index }) else {
            throw WebDriverError(.staleElementReference, "The pane no longer has row \(index). Find it again.")
        }
        return row
    }

    private func store(_ value: PropertyListValue, _ row: SettingsRow) throws {
        guard let key = row.key else { throw AppBundleError(.readOnlyRow, "The row stores no value of its own.") }
        let write = SettingsWrite(.set(key: key, value: value), domain: settings.domain(of: pane))
        _ = try services.apply(write, own: settings.app.domain, source: .api)
    }
}

extension WebDriverSession {
    /// What the screen before a pane is called; nil when there is none.
    fileprivate func parentName(
        of pane: SettingsPane,
        _ panes: SettingsPaneSet,
        _ settings: SettingsRequest
    ) -> String? {
        let before = state.withLock { $0.places.dropLast().last }
        if let before { return panes[before.pane]?.title ?? settings.appName }
        return settings.parent(of: pane, among: panes).map { $0.title ?? settings.appName }
    }
}

extension SettingsRow {
    /// Whether text is typed into it.
    fileprivate var takesText: Bool {
        switch content {
        case .textField, .textView: true
        default: false
        }
    }
}
