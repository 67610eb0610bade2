package import HTTP
package import HTTPTypes
package import JSON

/// How the routes look at bodies and at what the client accepts.
extension Request {
    /// The media type of the body without its parameters, in lower case; nil when the request does not say.
    package var mediaType: String? {
        headers[.contentType].map { $0.prefix { $0 != ";" }.trimmingBlanks.lowercased() }
    }

    /// The body as one JSON object.
    /// - Throws: 415 for another media type, 400 for a body that is no JSON or no object.
    package func jsonObject(limits: JSONLimits = .standard) throws -> [JSONMember] {
        if let mediaType, mediaType != "application/json", mediaType != "application/merge-patch+json" {
            throw Problem.unsupportedMediaType("This takes application/json, not \(mediaType).")
        }
        guard let members = try JSONValue(parsing: body.bytes(), limits: limits).objectValue else {
            throw Problem.malformedBody("The body must be a JSON object.")
        }
        return members
    }

    /// How much the client wants a media type: the quality of the most specific entry of `Accept` that covers it
    /// (RFC 9110, section 12.5.1), 1 when it does not say.
    package func quality(of type: String) -> Double {
        guard let field = headers[.accept], !field.isEmpty else { return 1 }
        let family = type.prefix { $0 != "/" } + "/*"
        var best: (specificity: Int, quality: Double) = (-1, 0)
        for item in WeightedList(field).items {
            let name = item.value.lowercased()
            let specificity = name == type ? 2 : name == family ? 1 : name == "*/*" ? 0 : -1
            if specificity > best.specificity { best = (specificity, item.weight) }
        }
        return best.quality
    }

    /// The parameter of a media type in `Accept`, such as `format` of `application/x-plist;format=xml`, in lower case.
    package func acceptParameter(_ name: String, of type: String) -> String? {
        WeightedList(headers[.accept] ?? "").items.lazy.filter { $0.value.lowercased() == type }
            .compactMap { $0[name]?.lowercased() }.first
    }

    /// Whether a person reads the reply in a browser.
    package var wantsPage: Bool {
        segments.first != "api" && quality(of: "text/html") > 0 && (headers[.accept] ?? "").contains("text/html")
    }

    /// The value of a cookie.
    package func cookie(_ name: String) -> String? {
        for pair in (headers[.cookie] ?? "").split(separator: ";") {
            let pair = pair.trimmingBlanks
            if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.count + 1)) }
        }
        return nil
    }
}

extension HTTPField.Name {
    // The name is a token, so it always parses.
    /// Names the part of a page that a script asks for.
    package static let fragment = HTTPField.Name("X-Fragment") ?? .origin

    /// How many secret values a reply leaves out; only where it leaves some out.
    // The name is a token, so it always parses.
    package static let redacted = HTTPField.Name("Vitrine-Redacted") ?? .location
}

extension PathParameters {
    /// The value of a parameter that the route's pattern has.
    package func required(_ name: String) throws(Problem) -> String {
        guard let value = self[name] else { throw .notFound("The path names no \(name).") }
        return value
    }
}

extension String {
    /// An entity tag without its quotes.
    package var unquoted: String { filter { $0 != "\"" } }
}

/// The replies that the routes give.
extension Response {
    /// The same as a file that browsers save, in place of a page that they show.
    /// - Parameter name: of letters, digits, hyphens and dots, which need no escaping (RFC 6266, section 4.3).
    package func saved(as name: String) -> Response {
        var response = self
        response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        return response
    }

    /// JSON with a strong tag of its bytes.
    package static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, tag: String? = nil) -> Response {
        var response = Response(status: status, contentType: "application/json", body: bytes)
        response.headers[.eTag] = tag ?? EntityTag.strong(hashing: bytes)
        return response
    }

    /// A JSON object with a strong tag of its bytes.
    package static func json(
        reservingCapacity capacity: Int = 1_024,
        _ members: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        .json(try JSONWriter.object(reservingCapacity: capacity, members))
    }

    /// A page. Pages hold app data, so nothing on the way may keep them.
    package static func page(_ html: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        var response = Response(status: status, contentType: "text/html; charset=utf-8", body: html)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// A file: bytes of any type with a strong tag, which can be had in parts.
    package static func data(_ bytes: [UInt8], type: String) -> Response {
        var response = Response(status: .ok, contentType: type, body: bytes)
        response.headers[.acceptRanges] = "bytes"
        response.headers[.eTag] = EntityTag.strong(hashing: bytes)
        return response
    }
}

extension String {
    /// The text percent-encoded as one segment of a path (RFC 3986, section 3.3): slashes and all marks included.
    package var pathSegment: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}

extension StringProtocol {
    /// The text without blanks and tabs at its ends.
    package var trimmingBlanks: String {
        var text = Substring(self)
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension String {
    /// A path of this server and nothing that leads elsewhere.
    package var localPath: String {
        let isLocal = hasPrefix("/") && !hasPrefix("//") && !hasPrefix("/\\")
        return isLocal && utf8.allSatisfy { (0x21...0x7e).contains($0) } ? self : "/"
    }
}

/// Routes that belong together, in one file.
package protocol RouteGroup: Sendable {
    /// Adds the group's routes.
    func add(to router: inout Router)

    /// Whether nothing is lost that the group keeps in memory when another process takes the server's place.
    var isReplaceable: Bool { get }

    /// Ends what the group does besides answering requests, because the server stops. It must not wait.
    func stop()
}

extension RouteGroup {
    package var isReplaceable: Bool { true }

    package func stop() {}
}

/// Short forms for the routes of the product. Their handlers run on the server's pool, where they may read stores and
/// files and compute; the exception has its own name.
extension Router {
    /// A read.
    /// - Parameter query: the parameters the route knows; any other is refused.
    package mutating func get(
        _ pattern: String,
        query: Set<String>,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        add(Route(.get, pattern, queryParameters: query, handler: handler))
    }

    /// A read of what is in memory and made, answered on the thread of its connection: it must wait for nothing.
    package mutating func getImmediate(
        _ pattern: String,
        query: Set<String>,
        handler: @escaping @Sendable (Request, PathParameters) throws -> Response
    ) {
        add(Route(.get, pattern, queryParameters: query, immediate: handler))
    }

    /// A write.
    package mutating func on(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        query: Set<String> = [],
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        add(Route(method, pattern, queryParameters: query, bodyLimit: bodyLimit, handler: handler))
    }
}
