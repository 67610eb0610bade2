import AppBundles
import Catalog
import Defaults
import FoundationEssentials
import HTTP
import PropertyList

/// The page of one domain: its facts, the list of its keys, and the editor of the one that is open.
struct DomainModel {
    /// Characters of a value in the list.
    private static let valueLength = 140

    let services: Services
    let query: DomainQuery
    let snapshot: DomainSnapshot
    let search: SearchList
    let known: [String: KnownKey]
    let apps: [StoredApp]
    let languages: [String]
    var refusal: EditorModel.Refusal?
    /// What has just happened, for the line at the bottom of the window.
    var said: String?

    init(_ query: DomainQuery, _ request: Request, _ services: Services) throws {
        self.services = services
        self.query = query
        languages = SettingsRequest.languages(request)
        snapshot = try services.defaults.snapshot(of: query.domain)
        search = try services.searchList(of: snapshot)
        let panes = services.panes(of: query.domain, languages: languages)
        known = KnownKey.all(in: panes)
        apps = panes.map(\.app)
    }

    var model: [String: TemplateModel] {
        let all = DomainEntry.list(snapshot, search, known: known, in: query.view)
        let wanted = query.text.lowercased()
        let found = all.filter { entry in
            (!query.onlyModified || entry.isModified) && (wanted.isEmpty || entry.contains(wanted))
        }
        let start = start(in: found)
        let page = found.dropFirst(start).prefix(DomainQuery.pageLength)
        let end = start + page.count
        return [
            "domain": .text(query.domain), "action": .text(query.path), "here": .text(query.list.text),
            "revision": .number(snapshot.revision),
            "layersVersion": .number(services.layers.snapshot(of: query.domain).version), "facts": .text(facts),
            "apps": .list(apps.map(app)),
            "said": .optional(said), "doneRevision": query.done.map { .number($0) } ?? .absent,
            "undo": undo, "views": .list(DefaultsView.allCases.map(view)), "viewName": .text(query.view.rawValue),
            "text": .text(query.text), "onlyModified": .flag(query.onlyModified),
            "isStored": .flag(query.view == .stored), "viewNote": .text(viewNote),
            "count": .text(Self.count(found.count, of: all.count)), "hasKeys": .flag(!page.isEmpty),
            "entries": .list(page.map(row)), "emptyText": .text(emptyText(all.count)),
            "previousHref": start > 0
                ? .text(query.with(offset: max(0, start - DomainQuery.pageLength)).text) : .absent,
            "nextHref": end < found.count ? .text(query.with(offset: end).text) : .absent,
            "range": found.count > DomainQuery.pageLength
                ? .text("Keys \(start + 1) to \(end) of \(found.count)") : .absent,
            "adding": query.isAdding || refusal?.isNew == true
                ? EditorModel.adding(to: query, refusal: refusal).model : .absent,
            "addHref": .text(query.list.adding("add", "true").text),
            "importHref": .text(query.path + "/import"), "historyHref": .text(query.path + "/history"),
            "exports": .list(exports), "hasStored": .flag(!snapshot.values.isEmpty),
            "removeHref": .text(query.path + "/remove"),
            "argumentsHref": .text(query.path + "/arguments"),
        ]
    }

    /// The row of one key with its editor open.
    func editor(of key: String) -> TemplateModel? {
        let entries = DomainEntry.list(snapshot, search, known: known, in: query.view)
        return entries.first { $0.key == key }.map(row)
    }

    /// A page begins where the open key is, when that is not on the page that was asked for.
    private func start(in entries: [DomainEntry]) -> Int {
        let offset = min(query.offset, max(0, entries.count - 1))
        guard let key = query.key, let index = entries.firstIndex(where: { $0.key == key }),
            !(offset..<offset + DomainQuery.pageLength).contains(index)
        else { return offset }
        return index - index % DomainQuery.pageLength
    }

    private var facts: String {
        guard snapshot.revision > 0 else { return "Nothing has been stored yet" }
        let keys = snapshot.values.count == 1 ? "1 key" : "\(snapshot.values.count) keys"
        let when = snapshot.updatedAt.map { ", changed \(Age.text(of: $0, now: Date()))" } ?? ""
        return "\(keys) stored, revision \(snapshot.revision)\(when)"
    }

    private var viewNote: String {
        switch query.view {
        case .stored: "What the domain itself holds: the file in Library/Preferences."
        case .app:
            "What UserDefaults returns in the app: all layers, the first with a key wins. Defaults of panes do not count."
        case .settings: "What the Settings app shows: stored values, else the defaults that panes declare."
        }
    }

    private func emptyText(_ count: Int) -> String {
        if !query.text.isEmpty { return "No key, title or value has “\(query.text.prefix(60))” in it." }
        if query.onlyModified, count > 0 { return "Every value is the default that a pane declares." }
        return query.view == .stored
            ? "Nothing is stored here. Add a key, import a property list, or change something in Settings."
            : "Nothing to see in this view."
    }

    private static func count(_ found: Int, of all: Int) -> String {
        let keys = all == 1 ? "1 key" : "\(all) keys"
        return found == all ? keys : "\(found) of \(keys)"
    }

    private func app(_ app: StoredApp) -> TemplateModel {
        let base = "/apps/\(app.id.pathSegment)"
        return [
            "name": .text(app.name(languages: languages)), "address": .text(base), "icon": AppCard.icon(of: app),
            "settingsHref": app.bundle.settings == nil ? .absent : .text(base + "/settings"),
            "registrations": .list(
                app.bundle.settings == nil || app.domain != query.domain
                    ? []
                    : [("swift", "Swift"), ("objc", "Objective-C"), ("plist", "Property list"), ("json", "JSON")].map {
                        [
                            "label": .text($0.1),
                            "address": .text("/api/v1\(base)/registration?format=\($0.0)"),
                        ]
                    }
            ),
        ]
    }

    private func view(_ view: DefaultsView) -> TemplateModel {
        let label =
            switch view {
            case .stored: "Stored"
            case .app: "App sees"
            case .settings: "Settings shows"
            }
        return [
            "label": .text(label), "address": .text(query.with(view: view).text), "current": .flag(view == query.view),
        ]
    }

    private var exports: [TemplateModel] {
        [("xml", "XML property list"), ("binary", "Binary property list"), ("json", "JSON")].map {
            ["label": .text($0.1), "address": .text("\(query.path)/export/\($0.0)")]
        }
    }

    /// The way back from what the visitor has just done, for browsers without scripts.
    private var undo: TemplateModel {
        guard let done = query.done, done == snapshot.revision,
            let entry = try? services.defaults.history(of: query.domain, limit: 1, after: nil).entries.first,
            entry.revision == done
        else { return .absent }
        return [
            "revision": .number(done), "action": .text(query.path + "/history"), "return": .text(query.list.text),
            "said": .text(ChangeModel.sentence(entry.changes)),
        ]
    }

    private func row(_ entry: DomainEntry) -> TemplateModel {
        let isOpen = query.key == entry.key
        let hides = entry.known?.isSecure == true
        let text = hides ? "••••••" : ValueText.line(entry.value, limit: Self.valueLength)
        let isManaged = entry.layers.first?.name == "managed"
        return [
            "key": .text(entry.key), "keyShown": .text(entry.key.isEmpty ? "(empty key)" : entry.key),
            "anchor": .text(DomainQuery.anchor(of: entry.key)), "rowTitle": .optional(entry.known?.title),
            "paneHref": .optional(entry.known?.address), "type": .text(ValueKind(of: entry.value).rawValue),
            "value": .text(text), "origin": .text(entry.origin), "modified": .flag(entry.isModified),
            "default": entry.known?.defaultValue.map { .text(hides ? "••••••" : ValueText.line($0, limit: 60)) }
                ?? .absent,
            "layered": .flag(entry.layers.count > 1),
            "layers": .list(
                entry.layers.map {
                    [
                        "layer": .text($0.name), "wins": .flag($0.wins),
                        "value": .text(hides ? "••••••" : ValueText.line($0.value, limit: 60)),
                    ]
                }
            ),
            "toggle": .flag(ValueKind(of: entry.value) == .boolean && query.view != .app && !isManaged),
            "on": .flag(entry.value.boolValue ?? false), "action": .text(query.path),
            "base": .text(TypedText.fingerprint(of: entry.stored)),
            "openHref": .text((isOpen ? query.list : query.opening(entry.key)).text),
            "isOpen": .flag(isOpen), "return": .text(query.list.text),
            "editor": isOpen ? EditorModel(entry: entry, query: query, refusal: refusal).model : .absent,
        ]
    }
}

/// One key of a domain as the editor lists it.
struct DomainEntry {
    /// A layer that has the key.
    struct Layer {
        var name: String
        var value: PropertyListValue
        /// Whether the app gets this value.
        var wins: Bool
    }

    var key: String
    /// What the view shows.
    var value: PropertyListValue
    /// Where that comes from.
    var origin: String
    /// What the domain itself stores.
    var stored: PropertyListValue?
    var known: KnownKey?
    /// Every layer of the search list with the key, the first to be asked first.
    var layers: [Layer]

    /// Whether something is stored that is not the very default.
    var isModified: Bool {
        guard let stored else { return false }
        return !(known?.defaultValue?.isIdentical(to: stored) ?? false)
    }

    /// Whether key, label or value contain a text, which is in lower case.
    func contains(_ text: String) -> Bool {
        if key.lowercased().contains(text) || known?.title.lowercased().contains(text) == true { return true }
        guard known?.isSecure != true else { return false }
        return ValueText.line(value, limit: 4_096).lowercased().contains(text)
    }

    /// The keys that a view shows, sorted.
    static func list(
        _ snapshot: DomainSnapshot,
        _ search: SearchList,
        known: [String: KnownKey],
        in view: DefaultsView
    ) -> [DomainEntry] {
        let values: [String: PropertyListValue] =
            switch view {
            case .stored: snapshot.values
            case .app: search.values
            case .settings:
                snapshot.values.merging(known.compactMapValues(\.defaultValue)) { stored, _ in stored }
                    .merging(search[.managed]) { $1 }
            }
        return values.map { key, value in
            let winner = search.lookUp(key)?.origin
            let layers = SearchList.Layer.allCases.compactMap { layer in
                search[layer][key].map { Layer(name: layer.rawValue, value: $0, wins: layer == winner) }
            }
            let stored = snapshot.values[key]
            let origin: String =
                switch view {
                case .stored: "stored"
                case .app: winner?.rawValue ?? "none"
                case .settings:
                    search[.managed][key] != nil ? "managed" : stored == nil ? "default" : "stored"
                }
            return DomainEntry(
                key: key,
                value: value,
                origin: origin,
                stored: stored,
                known: known[key],
                layers: layers
            )
        }.sorted { $0.key < $1.key }
    }
}
