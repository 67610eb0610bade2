import HTTP
import HTTPTypes

/// Refuses writes that a page of another origin sends through a visitor's browser.
///
/// Browsers tell where a request comes from (`Sec-Fetch-Site`, Fetch Metadata; older ones `Origin`). A request with
/// neither is no browser's and passes: scripts need no token.
enum CrossOriginGuard {
    /// Whether the request may change anything.
    static func allows(_ request: Request) -> Bool {
        switch request.method {
        case .get, .head, .options: return true
        default: break
        }
        if let site = request.headers[.secFetchSite] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers[.origin] else { return true }
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            return origin.dropFirst(scheme.count).lowercased() == request.host.lowercased()
        }
        return false
    }
}

extension Request {
    /// Whether one of the server's own pages sent it.
    var isFromPage: Bool { headers[.secFetchSite] == "same-origin" }
}

extension HTTPField.Name {
    // The name is a token of the Fetch Metadata specification, so it always parses.
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
}
