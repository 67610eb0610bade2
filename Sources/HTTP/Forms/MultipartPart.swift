/// One part of a multipart form.
public struct MultipartPart: Sendable, Hashable {
    /// The name of the form's field.
    public let name: String
    /// The name the file had at the client, when the part is a file. Nothing to open a file with.
    public let filename: String?
    /// The media type the client gave, when it gave one.
    public let contentType: String?
    /// The bytes, as a slice of the form's body.
    public let bytes: ArraySlice<UInt8>

    /// The bytes as text; nil when they are not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }
}
