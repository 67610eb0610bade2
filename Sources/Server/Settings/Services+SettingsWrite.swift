import Defaults
import HTTP
import HTTPTypes
import JSON

extension Services {
    /// Stores a checked change, all of it or nothing.
    /// - Throws: 412 when `If-Match` names an older state, 422 for values that are managed.
    func apply(_ write: SettingsWrite, source: ChangeSource, _ request: Request) throws -> DefaultsWriteResult {
        let managed = layers.values(of: write.domain, layer: .managed)
        let refused = write.edits.map(\.key).filter { managed[$0] != nil }
        guard refused.isEmpty else {
            let items = refused.map { key in
                Problem.Item(
                    "The value of “\(key)” is managed, so Settings cannot change it.",
                    at: .pointer("/" + JSONPointer.escape(key))
                )
            }
            throw Problem.unprocessable(
                "settings-refused",
                title: "Settings refused",
                items.count == 1 ? items[0].detail : "\(items.count) keys are managed; nothing was stored.",
                errors: items
            )
        }
        let expected = try expectedRevision(of: write.domain, request)
        return try defaults.apply(write.edits, to: write.domain, source: source, ifRevision: expected)
    }
}
