import Defaults
import HTTP
import JSON

extension Response {
    /// What every write of defaults answers: the domain, its revision, the keys that changed.
    static func written(_ result: DefaultsWriteResult) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("domain", result.domain)
        writer.member("revision", result.revision)
        writer.member("changed", result.changed)
        writer.endObject()
        return .json(writer.finish(), tag: Precondition.tag(result.revision))
    }
}
