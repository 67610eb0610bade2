package import HTTP
package import HTTPTypes

/// Refuses what a page of another origin sends through a visitor's browser, but for links that are followed.
///
/// Browsers tell where a request comes from (`Sec-Fetch-Site`, Fetch Metadata; older ones, and all of them without TLS,
/// `Origin` of what writes). A write with neither is no browser's where it has no cookie, and passes: it is a script's.
package enum CrossOriginGuard {
    /// Whether the request may go on.
    /// - Parameter isFree: whether it costs nothing to answer, as a static file.
    package static func allows(_ request: Request, isFree: Bool) -> Bool {
        let site = request.headers.value(of: .secFetchSite)
        let isOwn = site == "same-origin" || site == "none"
        switch request.method {
        case .options: return true
        case .get, .head: return site == nil || isOwn || isFree || isNavigation(request)
        default: break
        }
        if site != nil { return isOwn }
        guard let origin = request.headers.value(of: .origin) else { return request.headers.value(of: .cookie) == nil }
        return origin.lowercased() == request.ownOrigin
    }

    /// Whether a visitor follows a link to a whole page.
    private static func isNavigation(_ request: Request) -> Bool {
        let destination = request.headers.value(of: .secFetchDest) ?? "document"
        return request.method == .get && request.headers.value(of: .secFetchMode) == "navigate"
            && destination == "document"
    }
}

extension Request {
    /// Whether one of the server's own pages sent it.
    package var isFromPage: Bool { headers.value(of: .secFetchSite) == "same-origin" }

    /// The origin of this server's pages, as the visitor reached it (RFC 6454, section 6.2), in lower case.
    var ownOrigin: String { (isSecure ? "https://" : "http://") + host.lowercased() }
}

extension HTTPField.Name {
    // The names are tokens of the Fetch Metadata specification, so they always parse.
    package static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
}

/// Decides whose `Host` field may reach the server, against DNS rebinding.
///
/// A page on a hostile name can make that name resolve to this machine and then read replies as its own. It cannot do
/// so under an IP address or `localhost`, so those always pass; every other name must be listed.
package struct HostAllowList: Sendable {
    private let names: Set<String>

    /// Creates a list.
    /// - Parameter names: host names without port, in any case; a leading dot allows every subdomain.
    package init(names: [String]) {
        self.names = Set(names.map { Self.normalize($0[...]) })
    }

    /// Whether a request with this `Host` field may be answered.
    package func allows(_ host: String) -> Bool {
        guard let name = Self.name(in: host) else { return false }
        if name == "localhost" || name.hasSuffix(".localhost") || names.contains(name) { return true }
        if Self.isIPv4(name) || Self.isIPv6(name) { return true }
        return names.contains { $0.hasPrefix(".") && name.hasSuffix($0) }
    }

    /// The host of `host[:port]` in lower case, or nil when the field is not of that form.
    package static func name(in host: String) -> String? {
        let end: Substring.Index
        if host.hasPrefix("[") {
            guard let bracket = host.firstIndex(of: "]") else { return nil }
            end = host.index(after: bracket)
        } else {
            end = host.firstIndex(of: ":") ?? host.endIndex
        }
        let port = host[end...]
        guard port.isEmpty || (port.hasPrefix(":") && port.dropFirst().utf8.allSatisfy { (48...57).contains($0) })
        else { return nil }
        let name = normalize(host[..<end])
        return name.isEmpty ? nil : name
    }

    private static func normalize(_ name: Substring) -> String {
        var name = name.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        return name
    }

    private static func isIPv4(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } && UInt8($0) != nil }
    }

    private static func isIPv6(_ name: String) -> Bool {
        guard name.hasPrefix("["), name.hasSuffix("]") else { return false }
        let inner = name.dropFirst().dropLast().utf8
        return inner.contains(58)
            && inner.allSatisfy { $0 == 58 || $0 == 46 || (48...57).contains($0) || (97...102).contains($0) }
    }
}

/// The fields that keep a browser from doing more with a reply than the page needs.
package enum SecurityHeaders {
    /// For pages: own scripts, own styles, own pictures, nothing inline, nothing foreign.
    static let pagePolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types vitrine-fragment",
    ].joined(separator: "; ")

    /// For everything else, dumps of strangers among it: nothing may run or load.
    package static let dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

    /// Adds the fields that the reply does not set itself.
    package static func add(to response: inout Response) {
        // What is to be saved is no page, whatever its type is.
        let isPage =
            response.headers.value(of: .contentType)?.hasPrefix("text/html") ?? false
            && response.headers.value(of: .contentDisposition) == nil
        response.headers[.contentSecurityPolicy] = isPage ? pagePolicy : dataPolicy
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "same-origin" }
        if let name = HTTPField.Name("Cross-Origin-Opener-Policy") { response.headers[name] = "same-origin" }
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { response.headers[name] = "same-origin" }
        if response.headers.value(of: .cacheControl) == nil {
            response.headers[.cacheControl] = response.headers[.eTag] == nil ? "no-store" : "no-cache"
        }
    }
}
