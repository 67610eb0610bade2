import AppBundles
import Catalog
import Defaults
import HTTP
import OrderedCollections

/// Takes all panes of an app back to their defaults, after one question.
struct SettingsReset {
    private let services: Services
    private let settings: SettingsRequest
    private let panes: SettingsPaneSet

    /// - Parameter panes: every pane that can be reached.
    init(_ services: Services, _ settings: SettingsRequest, _ panes: SettingsPaneSet) {
        self.services = services
        self.settings = settings
        self.panes = panes
    }

    /// The values that rows of the app's panes store, as edits that remove them, by domain.
    func edits() throws -> [String: [DefaultsEdit]] {
        var keys: [String: Set<String>] = [:]
        for pane in panes.panes.values {
            keys[settings.domain(of: pane), default: []].formUnion(pane.rows.filter(\.isEditable).compactMap(\.key))
        }
        var edits: [String: [DefaultsEdit]] = [:]
        for (domain, keys) in keys {
            let stored = try services.defaults.snapshot(of: domain).values
            let removed = keys.filter { stored[$0] != nil }.sorted()
            if !removed.isEmpty { edits[domain] = removed.map { .remove(key: $0) } }
        }
        return edits
    }

    /// The question: how many values, and which.
    func ask(_ request: Request) throws -> Response {
        let edits = try self.edits()
        let count = edits.values.reduce(0) { $0 + $1.count }
        let page = PaneModel.address(ofPane: settings.bundle.entryName, settings, request).text
        let secure = panes.secureKeys
        let sections = try edits.keys.sorted().map { domain -> TemplateModel in
            let stored = try services.defaults.snapshot(of: domain).values
            let changes = (edits[domain] ?? []).map { edit in
                ChangeModel.make(
                    DefaultsChange(key: edit.key, before: stored[edit.key], after: nil),
                    domain: domain,
                    hiding: secure.contains(edit.key)
                )
            }
            return [
                "title": .text(domain), "sectionCount": .number(changes.count), "changes": .list(changes),
                "more": .absent,
            ]
        }
        let values = count == 1 ? "1 value" : "\(count) values"
        return try services.pages.page(
            "confirm",
            title: "Reset · \(settings.appName) · Vitrine",
            for: request,
            crumbs: [
                .init(name: settings.appName, address: "/apps/\(settings.app.id.pathSegment)"),
                .init(name: "Settings", address: page), .init(name: "Reset"),
            ],
            [
                "heading": .text("Reset all settings of \(settings.appName)?"),
                "lead": .text(
                    count == 0
                        ? "Every row shows its default already."
                        : "\(values) will be removed, so that every row shows its default. The history keeps them."
                ),
                "action": .text(page),
                "fields": [["name": "all", "value": "true"], ["name": "action", "value": "reset"]],
                "button": .text("Reset \(values)"), "dangerous": true, "possible": .flag(count > 0),
                "backHref": .text(page), "sections": .list(sections),
            ]
        )
    }

    /// Does it.
    func all(_ request: Request) throws -> Response {
        for (domain, edits) in try edits().sorted(by: { $0.key < $1.key }) {
            try services.defaults.apply(edits, to: domain, source: .web)
        }
        return .redirect(
            to: PaneModel.address(ofPane: settings.bundle.entryName, settings, request).adding("saved", "all").text
        )
    }
}
