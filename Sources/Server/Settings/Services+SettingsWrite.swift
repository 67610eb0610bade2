import Defaults
import HTTP
import HTTPTypes

extension Services {
    /// Stores a checked change, all of it or nothing.
    /// - Throws: 412 when `If-Match` names an older state.
    func apply(_ write: SettingsWrite, source: ChangeSource, _ request: Request) throws -> DefaultsWriteResult {
        var expected: Int?
        if request.headers[.ifMatch] != nil {
            let current = try defaults.snapshot(of: write.domain).revision
            expected = try Precondition.revision(request, current: current, exists: current > 0)
        }
        return try defaults.apply(write.edits, to: write.domain, source: source, ifRevision: expected)
    }
}
