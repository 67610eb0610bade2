import HTTP
import HTTPTypes
import JSON

/// How the routes look at bodies and at what the client accepts.
extension Request {
    /// The media type of the body without its parameters, in lower case; nil when the request does not say.
    var mediaType: String? {
        headers[.contentType].map { $0.prefix { $0 != ";" }.trimmingBlanks.lowercased() }
    }

    /// The body as one JSON object.
    /// - Throws: 415 for another media type, 400 for a body that is no JSON or no object.
    func jsonObject(limits: JSONLimits = .standard) throws -> [JSONMember] {
        if let mediaType, mediaType != "application/json", mediaType != "application/merge-patch+json" {
            throw Problem.unsupportedMediaType("This takes application/json, not \(mediaType).")
        }
        guard let members = try JSONValue(parsing: body, limits: limits).objectValue else {
            throw Problem.malformedBody("The body must be a JSON object.")
        }
        return members
    }

    /// How much the client wants a media type: the quality of the most specific entry of `Accept` that covers it
    /// (RFC 9110, section 12.5.1), 1 when it does not say.
    func quality(of type: String) -> Double {
        guard let field = headers[.accept], !field.isEmpty else { return 1 }
        let family = type.prefix { $0 != "/" } + "/*"
        var best: (specificity: Int, quality: Double) = (-1, 0)
        for entry in field.split(separator: ",") {
            let parts = entry.split(separator: ";").map(\.trimmingBlanks)
            guard let name = parts.first?.lowercased() else { continue }
            let specificity = name == type ? 2 : name == family ? 1 : name == "*/*" ? 0 : -1
            guard specificity > best.specificity else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            best = (specificity, quality)
        }
        return best.quality
    }

    /// The parameter of a media type in `Accept`, such as `format` of `application/x-plist;format=xml`.
    func acceptParameter(_ name: String, of type: String) -> String? {
        for entry in (headers[.accept] ?? "").split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.trimmingBlanks.lowercased() }
            guard parts.first == type else { continue }
            for part in parts.dropFirst() where part.hasPrefix(name + "=") {
                return String(part.dropFirst(name.count + 1))
            }
        }
        return nil
    }

    /// Whether a person reads the reply in a browser.
    var wantsPage: Bool {
        segments.first != "api" && quality(of: "text/html") > 0 && (headers[.accept] ?? "").contains("text/html")
    }

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        for pair in (headers[.cookie] ?? "").split(separator: ";") {
            let pair = pair.trimmingBlanks
            if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.count + 1)) }
        }
        return nil
    }
}
