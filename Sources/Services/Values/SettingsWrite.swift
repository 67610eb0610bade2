package import AppBundles
package import Catalog
package import Defaults
package import HTTP
import HTTPTypes
package import JSON
package import OrderedCollections
import PropertyList
package import Web

/// A change of settings, by keys or by rows, checked against the specifiers before anything is stored.
package struct SettingsWrite: Sendable {
    /// The member of a body that addresses rows: what has a key that stands in several domains is not told by its key.
    private static let rowsMember = "rows"
    /// So many rows are named as ways to say which one is meant.
    private static let maximumWays = 8

    /// The edits by the domain that they belong to.
    package private(set) var edits: OrderedDictionary<String, [DefaultsEdit]> = [:]

    /// Checks an object of keys and values; null resets a key. `rows` holds values of rows by pane and index, unless a
    /// row has that word for its key.
    /// - Throws: 422 that names every key and row it refuses.
    package init(_ members: [JSONMember], for request: SettingsRequest) throws {
        let panes = request.panes()
        var faults: [Problem.Item] = []
        for place in JSONPlace(.object(members)).members {
            let key = PropertyListEnvelope.key(place.name ?? "")
            let rows = panes.rows(forKey: key)
            let areRows = rows.isEmpty && key == Self.rowsMember && place.value.arrayValue != nil
            for place in areRows ? place.elements : [place] {
                do {
                    if areRows {
                        try add(row: place, panes, request)
                    } else {
                        try add(key, place, rows, panes, request)
                    }
                } catch let problem as Problem where problem.status == .unprocessableContent {
                    faults += problem.errors
                } catch let error as AppBundleError {
                    faults.append(.init(error.message, at: .pointer(place.pointer)))
                }
            }
        }
        guard faults.isEmpty else {
            throw Problem.unprocessable(
                "settings-refused",
                title: "Settings refused",
                faults.count == 1 ? faults[0].detail : "\(faults.count) values were refused. Nothing was stored.",
                errors: faults
            )
        }
    }

    /// A change of a row, from a form.
    package init(_ edit: DefaultsEdit, domain: String) { edits = [domain: [edit]] }

    /// The domains that it writes, the app's own first unless only others are written.
    fileprivate func domains(own: String) -> [String] {
        let others = edits.keys.filter { $0 != own }.sorted()
        return edits[own] != nil || others.isEmpty ? [own] + others : others
    }

    /// The value of a key. The first row that takes it decides what is stored; rows that share a key may differ in type.
    private mutating func add(
        _ key: String,
        _ place: JSONPlace,
        _ rows: [(pane: String, row: SettingsRow)],
        _ panes: SettingsPaneSet,
        _ request: SettingsRequest
    ) throws {
        guard !rows.isEmpty else {
            throw AppBundleError(.valueRefused, "No row has the key “\(key.prefix(100))”.")
        }
        let domains = Set(rows.compactMap { panes.panes[$0.pane] }.map(request.domain(of:)))
        guard domains.count < 2 else {
            let ways = rows.prefix(Self.maximumWays).map { "row \($0.row.index) of “\($0.pane)”" }
            let message =
                "The key “\(key.prefix(100))” is in \(domains.sorted().joined(separator: " and ")); say which row is "
                + "meant with {\"rows\":[{\"pane\":…,\"row\":…,\"value\":…}]}: \(ways.joined(separator: ", "))."
            throw AppBundleError(.valueRefused, message)
        }
        let edit = try Self.edit(key, place, rows: rows.map(\.row))
        try add(edit, to: domains.first ?? request.app.domain)
    }

    /// The value of one row: `{"pane","row","value"}`, `row` its index in the pane.
    private mutating func add(row place: JSONPlace, _ panes: SettingsPaneSet, _ request: SettingsRequest) throws {
        var reader = MemberReader()
        reader.checkNames(of: place, ["pane", "row", "value"])
        let name = reader.text(reader.required("pane", of: place))
        let index = reader.integer(reader.required("row", of: place), in: 0...Int.max)
        let value = reader.required("value", of: place)
        guard reader.faults.isEmpty, let name, let index, let value else {
            let faults = reader.faults.map { Problem.Item($0.message, at: .pointer($0.pointer)) }
            throw Problem.unprocessable("settings-refused", title: "Settings refused", "", errors: faults)
        }
        guard let pane = panes.panes[name], let row = pane.rows.first(where: { $0.index == index }), let key = row.key
        else {
            throw AppBundleError(.valueRefused, "The pane “\(name.prefix(100))” has no row \(index) with a key.")
        }
        try add(try Self.edit(key, value, rows: [row]), to: request.domain(of: pane))
    }

    private mutating func add(_ edit: DefaultsEdit, to domain: String) throws(AppBundleError) {
        let others = edits[domain, default: []].filter { $0.key == edit.key }
        guard others.allSatisfy({ $0 == edit }) else {
            throw AppBundleError(.valueRefused, "“\(edit.key.prefix(100))” is given two values.")
        }
        if others.isEmpty { edits[domain, default: []].append(edit) }
    }

    private static func edit(_ key: String, _ place: JSONPlace, rows: [SettingsRow]) throws -> DefaultsEdit {
        guard place.value != .null else { return .remove(key: key) }
        let submitted = try PropertyListEnvelope.value(place)
        var refusal: AppBundleError?
        for row in rows {
            do throws(AppBundleError) {
                return .set(key: key, value: try RowEdit.value(for: row, submitted: submitted))
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? AppBundleError(.readOnlyRow, "The row cannot be changed.")
    }
}

extension Services {
    /// Stores a checked change, all of it or nothing.
    /// - Parameter own: the app's own domain, of which `If-Match` speaks unless only another one is written.
    /// - Returns: what became of each domain, the app's own first.
    /// - Throws: 412 when `If-Match` names an older state, 422 for values that are managed.
    package func apply(
        _ write: SettingsWrite,
        own: String,
        source: ChangeSource,
        _ request: Request
    ) throws -> [DefaultsWriteResult] {
        let domains = write.domains(own: own)
        // The settings are there, whether any of them is set or not.
        let expected = try domains.first.flatMap { try expectedRevision(of: $0, request) { _ in true } }
        return try apply(write, own: own, source: source, ifRevision: expected)
    }

    /// Stores a checked change, all of it or nothing.
    /// - Parameter revision: the revision that the first of its domains has to be at; nil accepts any.
    package func apply(
        _ write: SettingsWrite,
        own: String,
        source: ChangeSource,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        try defaults.applySettings(
            write.domains(own: own).enumerated().map { place, domain in
                (DomainCondition(domain, revision: place == 0 ? revision : nil), write.edits[domain] ?? [])
            },
            under: layers,
            source: source
        )
    }

    /// Removes values so that rows show their defaults. Managed ones stay as they are: Settings cannot change them.
    /// - Parameter revision: the revision that the domain has to be at; nil accepts any.
    package func reset(_ keys: some Sequence<String>, of domain: String, ifRevision revision: Int?) throws {
        let managed = try layers.values(of: domain, layer: .managed)
        let edits = keys.filter { managed[$0] == nil }.map { DefaultsEdit.remove(key: $0) }
        try defaults.applySettings(edits, to: domain, under: layers, source: .web, ifRevision: revision)
    }
}

/// One look at an app's settings: in whose language, on what kind of device, and with which values.
package final class SettingsRequest: Sendable {
    /// The query parameters it reads.
    package static let parameters: Set = ["lang", "idiom", "bundle"]

    package let app: CatalogApp
    package let bundle: SettingsBundle
    /// Language tags, most wanted first.
    package let languages: [String]
    package let idiom: InterfaceIdiom
    /// What the addresses of other panes keep.
    package let look: SettingsLook

    /// Reads `lang` and `idiom`; `lang` beats `Accept-Language`.
    /// - Throws: 404 for an unknown app and for one without settings; 400 for parameters it cannot use.
    package convenience init(_ request: Request, app id: String, in services: Services) throws {
        var query = QueryReader(request)
        let idiomName = query.choice("idiom", of: ["phone", "pad"])
        _ = query.choice("bundle", of: SettingsHome.allCases.map(\.rawValue))
        try query.finish()
        let look = SettingsLook(request)
        try self.init(id, languages: request.languages, idiomName == "pad" ? .pad : .phone, look, in: services)
    }

    /// The settings of an app in some languages, the most wanted first, on a kind of device.
    /// - Throws: 404 for an unknown app and for one without settings.
    package init(
        _ id: String,
        languages: [String],
        _ idiom: InterfaceIdiom,
        _ look: SettingsLook,
        in services: Services
    ) throws {
        app = try services.catalog.app(id)
        guard let bundle = app.bundle.settings(shownOn: look.home) else {
            let name = look.home == .watch ? "Settings-Watch.bundle" : "Settings.bundle"
            throw Problem.notFound("The app “\(app.id)” has no \(name).")
        }
        (self.bundle, self.languages, self.idiom, self.look) = (bundle, languages, idiom, look)
    }

    /// The name of the app, which is the title of the root pane.
    package var appName: String { app.name(languages: languages) }

    /// Every pane that can be reached from the root.
    package func panes() -> SettingsPaneSet { bundle.allPanes(languages: languages, idiom: idiom) }

    /// One pane, titled by the row that opens it where there is one.
    /// - Throws: 404 when the bundle has none of that name.
    package func pane(_ name: String) throws -> SettingsPane {
        if name == bundle.entryName { return try bundle.pane(named: name, languages: languages, idiom: idiom) }
        return try pane(name, among: panes())
    }

    /// The same where the panes that can be reached are at hand.
    package func pane(_ name: String, among panes: SettingsPaneSet) throws -> SettingsPane {
        if let reachable = panes.panes[name] { return reachable }
        return try bundle.pane(named: name, languages: languages, idiom: idiom)
    }

    /// The pane whose row opens a pane, else the first one; nil for the first itself.
    package func parent(of pane: SettingsPane, among panes: SettingsPaneSet) -> SettingsPane? {
        guard pane.name != bundle.entryName else { return nil }
        let opener = panes.panes.values.first { candidate in
            candidate.rows.contains { row in
                if case .childPane(let child) = row.content { child.pane == pane.name } else { false }
            }
        }
        return opener ?? panes[bundle.entryName]
    }

    /// The domain that a pane's rows read and write.
    package func domain(of pane: SettingsPane) -> String { pane.applicationGroup ?? app.domain }
}

extension SettingsRequest {
    /// The path of a pane in the API.
    package func apiAddress(ofPane name: String) -> String {
        app.settingsPage(ofPane: name, in: look.home, below: "/api/v1")
    }

    /// Where values of the app's rows are written.
    package var apiAddress: String { apiAddress(ofPane: bundle.entryName) }

    /// The path of a pane's page, without what the look says.
    package func path(ofPane name: String) -> String { app.settingsPath(ofPane: name, in: look.home) }

    /// The page of a pane as this visitor sees it: in the language and on the device of the request.
    package func address(ofPane name: String) -> PageAddress { look.address(path(ofPane: name)) }

    /// Where a picture of the bundle is, or nil when there is none that browsers show.
    package func imageAddress(_ name: String?) -> String? {
        guard let name, bundle.image(named: name) != nil else { return nil }
        return "/api/v1/apps/\(app.id.pathSegment)/images/\(name.pathSegment)"
    }
}

extension Request {
    /// The most languages that are taken from one request.
    package static let maximumLanguages = 32

    /// The languages that the client reads, most wanted first; those of equal weight keep their order (RFC 9110, section
    /// 12.5.4). `*`, what weighs 0 and what is no language tag are left out.
    package var acceptedLanguages: [String] {
        let items = WeightedList(headers[.acceptLanguage] ?? "").items.lazy
            .filter { $0.weight > 0 && LanguageTag($0.value) != nil }.prefix(Self.maximumLanguages)
        // The standard sort is stable.
        return items.sorted { $0.weight > $1.weight }.map(\.value)
    }

    /// What the visitor wants to read: the parameter `lang`, else what the browser asks for.
    package var languages: [String] {
        if let language = queryValue("lang"), !language.isEmpty { return [language] }
        return acceptedLanguages
    }
}

extension SettingsRow {
    /// What it is called when it is spoken of: its label, else its key.
    package var spokenName: String { title.isEmpty ? key ?? "Row \(index)" : title }
}
