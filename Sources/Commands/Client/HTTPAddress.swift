package import Access
import Foundation

/// The address of a server, taken apart: whom to ask, and what every path begins with.
package struct HTTPAddress {
    package var client: HTTPClient
    /// Host and port, for people.
    package let host: String
    /// What paths begin with, without a slash at the end.
    package var base: String

    /// Reads an address; nil for one that is none of HTTP, or has a user, a query or a fragment.
    /// - Parameters:
    ///   - address: `http://host[:port][/path]`, or `https://…`.
    ///   - token: what the server is shown; nil for nothing.
    ///   - trust: whom to believe over HTTPS.
    package init?(_ address: String, token: String? = nil, trust: TLSTrust) {
        guard let url = URLComponents(string: address), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty, url.user == nil, url.query == nil,
            url.fragment == nil, (1...65535).contains(url.port ?? 80)
        else { return nil }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let isSecure = scheme == "https"
        let port = url.port ?? (isSecure ? 443 : 80)
        self.init(HTTPClient(host: name, port: port, token: token, trust: isSecure ? trust : nil))
        base =
            url.percentEncodedPath.hasSuffix("/") ? String(url.percentEncodedPath.dropLast()) : url.percentEncodedPath
    }

    /// The address of a client's server.
    package init(_ client: HTTPClient) {
        self.client = client
        host = client.host.contains(":") ? "[\(client.host)]:\(client.port)" : "\(client.host):\(client.port)"
        base = ""
    }

    /// The address as text, without a slash at the end.
    package var text: String { "\(client.trust == nil ? "http" : "https")://\(host)\(base)" }
}

extension String {
    /// The text as one segment of a path, or one value of a query.
    package var percentEncoded: String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
