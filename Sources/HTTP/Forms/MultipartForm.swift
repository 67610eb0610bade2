/// A form of type `multipart/form-data` (RFC 7578), read whole from memory.
public struct MultipartForm: Sendable {
    /// The most parts a form may have.
    public static let maximumParts = 256
    /// The most bytes the header fields of one part may have.
    public static let maximumHeaderBytes = 16 * 1024
    /// The most characters a boundary may have (RFC 2046, section 5.1.1).
    public static let maximumBoundaryLength = 70

    /// The parts in their order.
    public let parts: [MultipartPart]

    /// Reads a form whose parts are separated by a boundary.
    ///
    /// - Throws: `HTTPError` with code `malformedForm` (400) when the body is not such a form to its end.
    public init(parsing body: [UInt8], boundary: String) throws(HTTPError) {
        guard (1...Self.maximumBoundaryLength).contains(boundary.utf8.count) else {
            throw HTTPError(.malformedForm, "The form's boundary must have 1 to 70 characters.")
        }
        var scanner = MultipartScanner(body: body, boundary: boundary)
        var parts: [MultipartPart] = []
        try scanner.skipPreamble()
        while let part = try scanner.nextPart() {
            guard parts.count < Self.maximumParts else {
                throw HTTPError(.malformedForm, "The form has more than \(Self.maximumParts) parts.")
            }
            parts.append(part)
        }
        self.parts = parts
    }

    /// The first part with this name.
    public subscript(name: String) -> MultipartPart? {
        parts.first { $0.name == name }
    }

    /// The boundary that a `Content-Type` value names; nil when it is not that of a multipart form.
    public static func boundary(contentType: String) -> String? {
        let field = ParameterizedValue(contentType)
        guard field.value.lowercased() == "multipart/form-data" else { return nil }
        return field["boundary"]
    }
}
