public import DumpFormats

extension DumpFormat {
    /// The media type under which the bytes of a dump are handed out.
    public var mediaType: String {
        switch self {
        case .recursiveDescription: "text/plain; charset=utf-8"
        case .vitrineJSON: "application/json"
        case .propertyList: "application/x-plist"
        }
    }
}
