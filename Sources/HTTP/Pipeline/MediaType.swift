/// Media types (RFC 9110, section 8.3.1).
enum MediaType {
    /// Whether bodies of this type are worth compressing.
    static func isCompressible(_ contentType: String) -> Bool {
        let type = essence(contentType)
        return type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml") || known.contains(type)
    }

    /// The type without its parameters, in lower case.
    static func essence(_ contentType: String) -> String {
        let type = contentType.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return type.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    private static let known: Set<String> = [
        "application/json", "application/javascript", "application/xml", "application/x-plist",
        "application/manifest+json", "application/wasm", "image/svg+xml", "image/x-icon", "font/ttf", "font/otf",
    ]

    /// The content type of a file by its name's extension.
    static func forFile(named name: String) -> String {
        let parts = name.split(separator: ".")
        guard parts.count > 1, let fileExtension = parts.last?.lowercased() else { return "application/octet-stream" }
        return byExtension[fileExtension] ?? "application/octet-stream"
    }

    private static let byExtension = [
        "html": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "webmanifest": "application/manifest+json",
        "xml": "application/xml",
        "pdf": "application/pdf",
        "wasm": "application/wasm",
        "svg": "image/svg+xml",
        "png": "image/png",
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "gif": "image/gif",
        "webp": "image/webp",
        "avif": "image/avif",
        "ico": "image/x-icon",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "ttf": "font/ttf",
        "otf": "font/otf",
    ]
}
