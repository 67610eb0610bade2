import Defaults
import HTTP
import JSON

extension Response {
    /// What every write of defaults answers: the domain, its revision, the keys that changed.
    /// - Parameter layer: the layer of the search list that hides the value which was written, when there is one.
    static func written(_ result: DefaultsWriteResult, shadowedBy layer: SearchList.Layer? = nil) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("domain", result.domain)
        writer.member("revision", result.revision)
        writer.member("changed", result.changed)
        if let layer { writer.member("shadowedBy", layer.rawValue) }
        writer.endObject()
        return .json(writer.finish(), tag: Precondition.tag(result.revision))
    }
}
