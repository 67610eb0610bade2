/// A form of type `application/x-www-form-urlencoded`, read as the URL standard tells, but refusing broken escapes.
public struct URLEncodedForm: Sendable, Hashable {
    /// The most fields a form may have.
    public static let maximumFields = 4096

    /// The fields in their order.
    public let fields: [QueryItem]

    /// Reads a form.
    ///
    /// - Throws: `HTTPError` with code `malformedForm` (400) for broken escapes, text that is not UTF-8 and too many
    ///   fields.
    public init(parsing body: [UInt8]) throws(HTTPError) {
        fields = try QueryItem.items(body[...], maximum: Self.maximumFields, error: .malformedForm)
    }

    /// The value of the first field with this name.
    public subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The values of all fields with this name, in their order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
