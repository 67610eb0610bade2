import AppBundles
import Catalog
import Defaults
import FoundationEssentials
import HTTP
import PropertyList
import Services
import Web

/// `/defaults/{domain}`: one domain, whole.
struct DomainPage: Page {
    static let template = "pages/domain"

    let body: DomainBody

    static let members: Members<Self> = ["body": .part { $0.body }]
}

/// The row of one key with its editor open, for scripts.
struct DomainEditor: Page {
    static let template = "partials/domain-editor"

    let entry: EntryRow

    static let members: Members<Self> = ["entry": .part { $0.entry }]
}

/// What of a domain changes as it is edited: its facts, the list of its keys, and the editor of the one that is open.
struct DomainBody: Page {
    static let template = "partials/domain-body"

    let query: DomainQuery
    let snapshot: DomainSnapshot
    let layersVersion: Int
    let apps: [AppShape]
    /// A form that was not taken.
    let refusal: ValueEditor.Refusal?
    /// What has just been done, for the line at the bottom of the window.
    var said: DomainDeed?
    /// What the visitor did last, when it can be taken back: the way there for browsers without scripts.
    private var undo: DomainDeed?
    /// All keys of the view, and those that are asked for.
    private let all: [DomainEntry]
    private let found: [DomainEntry]
    private let now = Date()

    init(
        _ query: DomainQuery,
        _ request: Request,
        _ services: Services,
        refusal: ValueEditor.Refusal? = nil
    ) throws {
        let languages = request.languages
        (self.query, self.refusal) = (query, refusal)
        snapshot = try services.defaults.snapshot(of: query.domain)
        layersVersion = try services.layers.snapshot(of: query.domain).version
        let panes = try services.panes(of: query.domain, languages: languages)
        var listed: Set<String> = []
        apps = panes.filter { listed.insert($0.app.id).inserted }.map { AppShape($0.app, languages: languages) }
        let search = try services.searchList(of: snapshot)
        all = DomainEntry.list(
            snapshot,
            search,
            known: KnownKey.all(in: panes),
            try services.secrets(of: query.domain),
            in: query.view,
            opening: try query.key.map { ($0, try services.groups(besides: query.domain)) }
        )
        let wanted = query.text.lowercased()
        found = all.filter { entry in
            // What was typed is shown, whatever the value is now.
            entry.key == refusal?.key
                || (!query.onlyModified || entry.isModified) && (wanted.isEmpty || entry.contains(wanted))
        }
        guard query.done == snapshot.revision,
            let entry = try services.defaults.history(of: query.domain, limit: 1, after: nil).entries.first,
            entry.revision == query.done
        else { return }
        undo = DomainDeed(entry.changes)
    }

    static let members: Members<Self> = [
        "domain": .text { $0.query.domain }, "domainParts": .pieces { $0.query.domain },
        "domainPath": .text { $0.query.path },
        "setsHref": .text { SetAddress.about($0.query.domain) },
        "here": .text { $0.query.list.text },
        "revision": .number { $0.snapshot.revision }, "layersVersion": .number { $0.layersVersion },
        "isWritten": .flag { $0.snapshot.revision > 0 }, "keys": .part { Count($0.snapshot.values.count) },
        "changed": .text { body in body.snapshot.updatedAt.map { Age.text(of: $0, now: body.now) } },
        "hasStored": .flag { !$0.snapshot.values.isEmpty },
        "apps": .part { AppMentions($0.apps) },
        "declaring": .part { body in
            AppMentions(body.apps.filter { $0.app.bundle.settings != nil && $0.app.domain == body.query.domain })
        },
        "said": .part { $0.said }, "undo": .part { $0.undo },
        "doneRevision": .number { $0.query.done },
        "storedHref": .text { $0.query.with(view: .stored).text }, "appHref": .text { $0.query.with(view: .app).text },
        "settingsHref": .text { $0.query.with(view: .settings).text },
        "viewName": .text { $0.query.view.rawValue }, "isStored": .flag { $0.query.view == .stored },
        "isApp": .flag { $0.query.view == .app }, "isSettings": .flag { $0.query.view == .settings },
        "text": .text { $0.query.text }, "textShown": .text { String($0.query.text.prefix(60)) },
        "onlyModified": .flag { $0.query.onlyModified },
        "isFiltered": .flag { $0.found.count < $0.all.count }, "foundCount": .number { $0.found.count },
        "allCount": .part { Count($0.all.count) },
        "hasKeys": .flag { !$0.found.isEmpty }, "entries": .list { body in body.page.map { body.row($0) } },
        "previousHref": .text { body in
            let start = body.page.startIndex
            return start > 0 ? body.query.with(offset: max(0, start - DomainQuery.pageLength)).text : nil
        },
        "nextHref": .text { body in
            let end = body.page.endIndex
            return end < body.found.count ? body.query.with(offset: end).text : nil
        },
        "isPaged": .flag { $0.found.count > DomainQuery.pageLength },
        "first": .number { $0.page.startIndex + 1 }, "last": .number { $0.page.endIndex },
        "adding": .part { $0.isAdding ? ValueEditor(adding: $0.query, $0.refusal) : nil },
        "addHref": .text { $0.query.list.adding("add", "true").text },
    ]

    /// Whether there is a form for a key that is not listed: one to add, or one that went while it was edited.
    private var isAdding: Bool {
        if query.isAdding { return true }
        guard refusal != nil || query.typed != nil, let key = query.key else { return false }
        return row(of: key) == nil
    }

    /// The row of one key.
    func row(of key: String) -> EntryRow? { all.first { $0.key == key }.map { row($0) } }

    private func row(_ entry: DomainEntry) -> EntryRow { EntryRow(entry: entry, query: query, refusal: refusal) }

    /// The keys of the page that is asked for. It begins where the open key is, when that is not on it.
    private var page: ArraySlice<DomainEntry> {
        var start = min(query.offset, max(0, found.count - 1))
        if let key = query.key, let index = found.firstIndex(where: { $0.key == key }),
            !(start..<start + DomainQuery.pageLength).contains(index)
        {
            start = index - index % DomainQuery.pageLength
        }
        return found.dropFirst(start).prefix(DomainQuery.pageLength)
    }
}

/// What a visitor did to a domain; the template says it.
struct DomainDeed: PageModel {
    /// What can be done.
    enum Deed: Sendable { case added, removed, stored, renamed, changed(Int), nothing }

    let deed: Deed
    /// The key it was done to.
    var key = ""

    static let members: Members<Self> = [
        "added": .flag { if case .added = $0.deed { true } else { false } },
        "removed": .flag { if case .removed = $0.deed { true } else { false } },
        "stored": .flag { if case .stored = $0.deed { true } else { false } },
        "renamed": .flag { if case .renamed = $0.deed { true } else { false } },
        "nothing": .flag { if case .nothing = $0.deed { true } else { false } },
        "count": .number { if case .changed(let count) = $0.deed { count } else { nil } },
        "name": .text { String($0.key.prefix(60)) },
    ]
}

extension DomainDeed {
    /// What a write did.
    init(_ changes: [DefaultsChange]) {
        guard changes.count == 1, let change = changes.first else {
            self.init(deed: .changed(changes.count))
            return
        }
        switch change.kind {
        case .added: self.init(deed: .added, key: change.key)
        case .changed: self.init(deed: .stored, key: change.key)
        case .removed: self.init(deed: .removed, key: change.key)
        }
    }
}
