import Foundation

/// The address of a server that speaks plain HTTP, taken apart: whom to ask, and what every path begins with.
struct HTTPAddress {
    var client: HTTPClient
    /// Host and port, for people.
    let host: String
    /// What paths begin with, without a slash at the end.
    var base: String

    /// Why a text is no such address.
    enum Fault: Error {
        /// It asks for HTTPS, which no command speaks.
        case secure
        /// It is no address of HTTP, or has a user, a query or a fragment.
        case malformed
    }

    /// - Parameters:
    ///   - address: `http://host[:port][/path]`.
    ///   - token: what the server is shown; nil for nothing.
    init(_ address: String, token: String? = nil) throws(Fault) {
        guard let url = URLComponents(string: address), url.scheme?.lowercased() == "http",
            let host = url.host, !host.isEmpty, url.user == nil, url.query == nil, url.fragment == nil,
            (1...65535).contains(url.port ?? 80)
        else { throw address.lowercased().hasPrefix("https:") ? .secure : .malformed }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let port = url.port ?? 80
        client = HTTPClient(host: name, port: port, token: token)
        self.host = name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
        base =
            url.percentEncodedPath.hasSuffix("/") ? String(url.percentEncodedPath.dropLast()) : url.percentEncodedPath
    }

    /// The address as text, without a slash at the end.
    var text: String { "http://\(host)\(base)" }
}

extension String {
    /// The text as one segment of a path, or one value of a query.
    var percentEncoded: String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
