import Defaults
import HTTP
import HTTPTypes

extension Services {
    /// The revision that a write of a domain has to start from; nil when the request does not say.
    /// - Throws: 412 when `If-Match` names another one.
    func expectedRevision(of domain: String, _ request: Request) throws -> Int? {
        guard request.headers[.ifMatch] != nil else { return nil }
        let current = try defaults.snapshot(of: domain).revision
        return try Precondition.revision(request, current: current, exists: current > 0)
    }

    /// Replaces a volatile layer and tells those who watch the domain.
    /// - Returns: the keys whose value in the layer is another one now.
    func setLayer(_ layer: VolatileLayerName, of domain: String, to write: LayerWrite) throws -> [String] {
        let changed = try layers.set(layer.layer, of: domain, to: write.values, ifVersion: write.expectedVersion)
        if !changed.isEmpty {
            let revision = try defaults.revision(of: domain)
            events.publish(domain: domain, revision: revision, layer: layer.rawValue, keys: changed)
        }
        return changed
    }
}

extension Request {
    /// Where the history says that a write of this request comes from.
    var changeSource: ChangeSource {
        if isFromPage { return .web }
        return headers[.userAgent]?.hasPrefix("vitrine-defaults/") == true ? .cli : .api
    }
}
