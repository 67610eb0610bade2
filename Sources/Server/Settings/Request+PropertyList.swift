import HTTP
import HTTPTypes

/// Bodies and replies that are property lists.
extension Request {
    /// The media type of property lists.
    static let propertyListType = "application/x-plist"

    /// Whether the body says that it is a property list; bytes of an unknown kind are tried as one.
    var holdsPropertyList: Bool {
        [Self.propertyListType, "application/x-apple-plist", "application/octet-stream"].contains(mediaType)
    }

    /// Whether the client wants a property list rather than JSON.
    var wantsPropertyList: Bool {
        headers[.accept] != nil && quality(of: Self.propertyListType) > quality(of: "application/json")
    }
}
