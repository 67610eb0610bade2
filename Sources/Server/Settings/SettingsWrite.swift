import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes
import JSON
import OrderedCollections
import PropertyList

/// A change of settings by key, checked against the specifiers before anything is stored.
struct SettingsWrite: Sendable {
    /// The domain that all keys belong to.
    private(set) var domain: String
    private(set) var edits: [DefaultsEdit] = []

    /// Checks an object of keys and values; null resets a key.
    /// - Throws: 422 that names every key it refuses, and when keys of several domains are mixed.
    init(_ members: [JSONMember], for request: SettingsRequest) throws {
        let panes = request.panes()
        var domains: Set<String> = []
        var faults: [Problem.Item] = []
        domain = request.app.domain
        for place in JSONPlace(.object(members)).members {
            let key = PropertyListEnvelope.key(place.name ?? "")
            do {
                let rows = panes.rows(forKey: key)
                guard !rows.isEmpty else {
                    throw AppBundleError(.valueRefused, "No row has the key “\(key.prefix(100))”.")
                }
                edits.append(try Self.edit(key, place, rows: rows.map(\.row)))
                domains.formUnion(rows.compactMap { panes.panes[$0.pane] }.map(request.domain(of:)))
            } catch let error as AppBundleError {
                faults.append(.init(error.message, at: .pointer(place.pointer)))
            } catch let problem as Problem where problem.status == .unprocessableContent {
                faults += problem.errors
            }
        }
        guard faults.isEmpty else {
            throw Problem.unprocessable(
                "settings-refused",
                title: "Settings refused",
                faults.count == 1 ? faults[0].detail : "\(faults.count) keys are refused; nothing was stored.",
                errors: faults
            )
        }
        guard domains.count < 2 else {
            throw Problem.unprocessable(
                "several-domains",
                title: "Several domains",
                "The keys belong to \(domains.sorted().joined(separator: " and ")); write each domain on its own."
            )
        }
        domain = domains.first ?? domain
    }

    /// Changes of rows, from a form.
    init(_ edits: [DefaultsEdit], domain: String) {
        self.domain = domain
        self.edits = edits
    }

    /// The first row that takes the value decides what is stored; rows that share a key may differ in type.
    private static func edit(
        _ key: String,
        _ place: JSONPlace,
        rows: [SettingsRow]
    ) throws -> DefaultsEdit {
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
    /// - Throws: 412 when `If-Match` names an older state, 422 for values that are managed.
    func apply(_ write: SettingsWrite, source: ChangeSource, _ request: Request) throws -> DefaultsWriteResult {
        try defaults.applySettings(
            write.edits,
            to: write.domain,
            under: layers,
            source: source,
            ifRevision: try expectedRevision(of: write.domain, request)
        )
    }

    /// Removes values so that rows show their defaults. Managed ones stay as they are: Settings cannot change them.
    /// - Parameter revision: the revision that the domain has to be at; nil accepts any.
    func reset(_ keys: some Sequence<String>, of domain: String, ifRevision revision: Int?) throws {
        let managed = layers.values(of: domain, layer: .managed)
        let edits = keys.filter { managed[$0] == nil }.map { DefaultsEdit.remove(key: $0) }
        try defaults.applySettings(edits, to: domain, under: layers, source: .web, ifRevision: revision)
    }
}
