import AppBundles
import Catalog
package import Defaults
package import HTTP
import HTTPTypes
package import JSON
package import OrderedCollections
import PropertyList
import Web

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
