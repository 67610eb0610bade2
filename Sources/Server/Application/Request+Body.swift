import AppBundles
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
        for item in WeightedList(field).items {
            let name = item.value.lowercased()
            let specificity = name == type ? 2 : name == family ? 1 : name == "*/*" ? 0 : -1
            if specificity > best.specificity { best = (specificity, item.weight) }
        }
        return best.quality
    }

    /// The parameter of a media type in `Accept`, such as `format` of `application/x-plist;format=xml`, in lower case.
    func acceptParameter(_ name: String, of type: String) -> String? {
        WeightedList(headers[.accept] ?? "").items.lazy.filter { $0.value.lowercased() == type }
            .compactMap { $0[name]?.lowercased() }.first
    }

    /// The most languages that are taken from one request.
    static let maximumLanguages = 32

    /// The languages that the client reads, most wanted first; those of equal weight keep their order (RFC 9110, section
    /// 12.5.4). `*`, what weighs 0 and what is no language tag are left out.
    var acceptedLanguages: [String] {
        let items = WeightedList(headers[.acceptLanguage] ?? "").items.lazy
            .filter { $0.weight > 0 && LanguageTag($0.value) != nil }.prefix(Self.maximumLanguages)
        // The standard sort is stable.
        return items.sorted { $0.weight > $1.weight }.map(\.value)
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
