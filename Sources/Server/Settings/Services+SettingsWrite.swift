import Defaults
import HTTP
import HTTPTypes

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
