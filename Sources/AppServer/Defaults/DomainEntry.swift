import Defaults
import Foundation
import HTTP
import PropertyList
import Services
import Web

/// One key of a domain as the editor lists it.
struct DomainEntry: Sendable {
    /// A layer that has the key.
    struct Layer: PageModel {
        var name: String
        /// What it says of the key, in one line.
        var text: String
        /// Whether the app gets this value.
        var wins: Bool

        static let members: Members<Self> = [
            "layer": .text { $0.name }, "text": .text { $0.text }, "wins": .flag { $0.wins },
        ]
    }

    var key: String
    /// What the view shows.
    var value: PropertyListValue
    /// Where that comes from.
    var origin: String
    /// What the domain itself stores.
    var stored: PropertyListValue?
    var known: KnownKey?
    /// Whether its values show as bullets.
    var isSecret: Bool
    /// Whether they are kept from who asks altogether.
    var isWithheld: Bool
    /// Every layer of the search list with the key, the first to be asked first.
    var layers: [Layer]
    /// Every layer of the search list, whether it has the key or not, with what it says of the key where that is shown;
    /// only of the key that is open.
    var stack: [(entry: SearchList.StackEntry, text: String?)] = []

    /// Whether something is stored that is not the very default, or is kept from who asks.
    var isModified: Bool {
        guard let stored else { return false }
        return isWithheld || !(known?.defaultValue?.isIdentical(to: stored) ?? false)
    }

    /// Whether a profile forces the value.
    var isManaged: Bool { layers.first?.name == SearchList.Layer.managed.rawValue }

    /// Whether key, label or value contain a text, which is in lower case.
    func contains(_ text: String) -> Bool {
        if key.lowercased().contains(text) || known?.title.lowercased().contains(text) == true { return true }
        guard !isSecret else { return false }
        if ValueText.line(value, limit: 4_096).lowercased().contains(text) { return true }
        return decoded?.text.lowercased().contains(text) ?? false
    }

    /// What data holds; nil for other values and where it cannot be told.
    var decoded: DecodedData? {
        guard !isSecret, case .data(let data) = value else { return nil }
        return DecodedData(data)
    }

    /// A value in one line, as bullets where the pane hides it.
    func text(_ value: PropertyListValue, limit: Int) -> String {
        isSecret ? ValueText.hidden : ValueText.line(value, limit: limit)
    }

    /// What stands in forms for the stored value, so that they tell whether it is another one by now.
    var base: String { isWithheld ? SecretValues.fingerprint : TypedText.fingerprint(of: stored) }

    /// The keys that a view shows, sorted.
    static func list(
        _ snapshot: DomainSnapshot,
        _ search: SearchList,
        known: [String: KnownKey],
        _ secrets: SecretValues,
        in view: DefaultsView,
        opening open: (key: String, groups: [AppGroup])? = nil
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
            let stored = snapshot.values[key]
            let origin: String =
                switch view {
                case .stored: "stored"
                case .app: winner?.rawValue ?? "none"
                case .settings: search[.managed][key] != nil ? "managed" : stored == nil ? "default" : "stored"
                }
            var entry = DomainEntry(
                key: key,
                value: value,
                origin: origin,
                stored: stored,
                known: known[key],
                isSecret: secrets.keys.contains(key),
                isWithheld: secrets.withholds(key),
                layers: []
            )
            if let open, open.key == key { entry.stack = entry.stack(in: search, open.groups) }
            entry.layers = SearchList.Layer.allCases.compactMap { layer in
                search[layer][key].map {
                    Layer(name: layer.rawValue, text: entry.text($0, limit: 60), wins: layer == winner)
                }
            }
            return entry
        }.sorted { $0.key < $1.key }
    }

    private func stack(
        in search: SearchList,
        _ groups: [AppGroup]
    ) -> [(entry: SearchList.StackEntry, text: String?)] {
        search.stack(of: key, groups: groups.map { ($0.name, $0.value(of: key)) }).map { entry in
            let isHidden = groups.contains { $0.name == entry.group && $0.isSecret(key) }
            return (entry, entry.value.map { isHidden ? ValueText.hidden : text($0, limit: 120) })
        }
    }
}

extension DecodedData.Kind {
    /// What pages call it.
    var words: String {
        switch self {
        case .json: "JSON"
        case .propertyList: "property list"
        case .keyedArchive: "keyed archive"
        case .text: "text"
        case .date: "date"
        case .image: "picture"
        }
    }
}

/// What is told of an open value beside its editor: where it comes from, and what data holds.
struct ValueNotes: PageModel {
    /// A layer of the search list.
    struct Layer: PageModel {
        let entry: SearchList.StackEntry
        let text: String?
        let readers: [SearchList.Layer.Reader]

        static let members: Members<Self> = [
            "layer": .text { $0.entry.name }, "text": .text { $0.text }, "wins": .flag { $0.entry.wins },
            // Something above it is asked first and has the key.
            "beaten": .flag { $0.entry.layer != nil && $0.entry.value != nil && !$0.entry.wins },
            "appGroup": .text { $0.entry.group },
            "appGroupHref": .text { $0.entry.group.map(PageAddress.path(ofDomain:)) },
            "winsIfAdded": .flag { $0.entry.winsIfAdded },
            "app": .flag { $0.readers.contains(.app) }, "settings": .flag { $0.readers.contains(.settings) },
            "group": .flag { $0.readers.contains(.group) },
            "stored": .flag { $0.entry.layer == .stored }, "managed": .flag { $0.entry.layer == .managed },
            "argument": .flag { $0.entry.layer == .argument }, "global": .flag { $0.entry.layer == .global },
            "registered": .flag { $0.entry.layer == .registered },
        ]
    }

    /// Longer texts are cut; the API has them whole.
    private static let mostCharacters = 20_000
    private static let mostPictureBytes = 256 << 10

    let entry: DomainEntry
    let domain: String

    static let members: Members<Self> = [
        "decodedAs": .text { $0.entry.decoded?.kind.words },
        "decodedText": .text { notes in notes.entry.decoded.map { String($0.text.prefix(mostCharacters)) } },
        "picture": .text { notes in
            guard case .data(let data) = notes.entry.value, data.count <= mostPictureBytes,
                let type = notes.entry.decoded?.pictureType
            else { return nil }
            return "data:\(type);base64,\(data.base64EncodedString())"
        },
        "stack": .list { notes in
            notes.entry.stack.map { Layer(entry: $0, text: $1, readers: $0.readers(of: notes.domain)) }
        },
        // Several have it, so which of them wins is the question.
        "contested": .flag { $0.entry.stack.count { $0.text != nil } > 1 },
    ]
}

/// A key in the list of a domain's page.
struct EntryRow: PageModel {
    let entry: DomainEntry
    let query: DomainQuery
    let refusal: ValueEditor.Refusal?
    private let decoded: DecodedData?

    init(entry: DomainEntry, query: DomainQuery, refusal: ValueEditor.Refusal?) {
        (self.entry, self.query, self.refusal) = (entry, query, refusal)
        decoded = entry.decoded
    }

    static let members: Members<Self> = [
        "key": .text { $0.entry.key }, "keyParts": .pieces { $0.entry.key },
        "anchor": .text { DomainQuery.anchor(of: $0.entry.key) },
        "rowTitle": .text { $0.entry.known?.title }, "paneHref": .text { $0.entry.known?.address },
        "type": .text { ValueKind(of: $0.entry.value).rawValue },
        "value": .text { $0.entry.text($0.entry.value, limit: 140) },
        "default": .text { row in row.entry.known?.defaultValue.map { row.entry.text($0, limit: 60) } },
        "origin": .text { $0.entry.origin }, "modified": .flag { $0.entry.isModified },
        "layered": .flag { $0.entry.layers.count > 1 }, "layers": .list { $0.entry.layers },
        "toggle": .flag {
            ValueKind(of: $0.entry.value) == .boolean && $0.query.view != .app && !$0.entry.isManaged
                && !$0.entry.isSecret
        },
        "on": .flag { $0.entry.value.boolValue ?? false }, "domainPath": .text { $0.query.path },
        "base": .text { $0.entry.base },
        "decodedAs": .text { $0.decoded?.kind.words }, "decodedLine": .text { $0.decoded?.line(limit: 140) },
        "openHref": .text { ($0.isOpen ? $0.query.list : $0.query.opening($0.entry.key)).text },
        "isOpen": .flag { $0.isOpen },
        "editor": .part { $0.isOpen ? ValueEditor($0.entry, $0.query, $0.refusal) : nil },
    ]

    private var isOpen: Bool { query.key == entry.key }
}

/// What the editor of a domain shows, as its address says.
struct DomainQuery: Sendable {
    /// Keys on one page.
    static let pageLength = 200
    /// The query parameters it reads.
    static let parameters: Set = [
        "view", "q", "modified", "after", "key", "type", "encoding", "whole", "add", "done", "arguments",
    ]

    let domain: String
    var view = DefaultsView.stored
    /// What keys, titles or values have to contain; empty for everything.
    var text = ""
    var onlyModified = false
    /// How many keys come before the page.
    var offset = 0
    /// The key whose editor is open.
    var key: String?
    /// The type that the open editor offers instead of the value's own.
    var kind: ValueKind?
    /// What is typed in the open editor already, where it fits the type.
    var typed: String?
    var encoding = TypedText.Encoding.hex
    /// Whether a long value is there to its end.
    var isWhole = false
    var isAdding = false
    /// The revision that the visitor has just made.
    var done: Int?
    /// Launch arguments to try.
    var arguments: String?

    /// - Throws: 400 for parameters it cannot use.
    init(_ request: Request, domain: String) throws(Problem) {
        self.domain = domain
        var query = QueryReader(request)
        if let name = query.choice("view", of: DefaultsView.allCases.map(\.rawValue)) {
            view = DefaultsView(rawValue: name) ?? .stored
        }
        text = query.string("q")?.trimmingBlanks ?? ""
        onlyModified = query.bool("modified") ?? false
        offset = query.integer("after", in: 0...1_000_000) ?? 0
        key = query.string("key")
        kind = query.choice("type", of: ValueKind.allCases.map(\.rawValue)).flatMap(ValueKind.init)
        encoding = query.choice("encoding", of: ["hex", "base64"]).flatMap(TypedText.Encoding.init) ?? .hex
        isWhole = query.bool("whole") ?? false
        isAdding = query.bool("add") ?? false
        done = query.integer("done", in: 0...Int.max)
        arguments = query.string("arguments")
        try query.finish()
    }

    /// The path of the domain's page.
    var path: String { PageAddress.path(ofDomain: domain) }

    /// The page with this list, nothing open.
    var list: PageAddress { with(offset: offset) }

    /// The list from another key on.
    func with(offset: Int) -> PageAddress {
        PageAddress(path)
            .adding("view", view == .stored ? nil : view.rawValue)
            .adding("q", text.isEmpty ? nil : text)
            .adding("modified", onlyModified ? "true" : nil)
            .adding("after", offset > 0 ? String(offset) : nil)
    }

    /// The list in another view.
    func with(view: DefaultsView) -> PageAddress {
        var other = self
        other.view = view
        other.offset = 0
        return other.list
    }

    /// The list with a key's editor open.
    func opening(_ key: String) -> PageAddress { list.adding("key", key) }

    /// Where a key is on the page.
    static func anchor(of key: String) -> String { "key-\(key.pathSegment)" }

    /// The page of a domain with a key's editor open.
    static func address(of key: String, in domain: String) -> String {
        PageAddress(PageAddress.path(ofDomain: domain)).adding("key", key).text + "#" + anchor(of: key)
    }

    /// The page of a domain after a write, which offers to take it back.
    static func address(after write: DefaultsWriteResult) -> String {
        PageAddress(PageAddress.path(ofDomain: write.domain)).adding("done", String(write.revision)).text
    }
}

extension PageRenderer {
    /// A page about a domain.
    /// - Parameters:
    ///   - name: what it is about, as its title and the last step of the way there say.
    ///   - step: what stands on that way between the domain and the page.
    func page(
        _ page: some Page,
        _ name: String,
        of domain: String,
        for request: Request,
        alternate: String,
        after step: Crumb? = nil
    ) throws -> Response {
        let path = PageAddress.path(ofDomain: domain)
        return try self.page(
            page,
            title: "\(name) · \(domain) · Vitrine",
            for: request,
            alternate: "/api/v1\(path)\(alternate)",
            crumbs: [Crumb(name: "Defaults", address: "/defaults"), Crumb(name: domain, address: path)]
                + [step, Crumb(name: name)].compactMap(\.self)
        )
    }
}
