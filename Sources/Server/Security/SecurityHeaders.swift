import HTTP
import HTTPTypes

/// The fields that keep a browser from doing more with a reply than the page needs.
enum SecurityHeaders {
    /// For pages: own scripts, own styles, own pictures, nothing inline, nothing foreign.
    static let pagePolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types vitrine-fragment",
    ].joined(separator: "; ")

    /// For everything else, dumps of strangers among it: nothing may run or load.
    static let dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

    /// Adds the fields that the reply does not set itself.
    static func add(to response: inout Response) {
        let isPage = response.headers[.contentType]?.hasPrefix("text/html") ?? false
        response.headers[.contentSecurityPolicy] = isPage ? pagePolicy : dataPolicy
        response.headers[.xContentTypeOptions] = "nosniff"
        if let name = HTTPField.Name("Referrer-Policy") { response.headers[name] = "same-origin" }
        if let name = HTTPField.Name("Cross-Origin-Opener-Policy") { response.headers[name] = "same-origin" }
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { response.headers[name] = "same-origin" }
        if response.headers[.cacheControl] == nil {
            response.headers[.cacheControl] = response.headers[.eTag] == nil ? "no-store" : "no-cache"
        }
    }
}
