import Archives
import HTTPTypes

/// What can be wrong with an archive.
extension Problem {
    /// 415 for bytes that are no archive, 413 for one that expands to too much, 422 for the others.
    init(_ error: ArchiveError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .notAnArchive: .unsupportedMediaType
            case .tooLarge, .bomb, .tooManyEntries: .contentTooLarge
            default: .unprocessableContent
            }
        self.init(error.code.rawValue, title: Self.title(of: error.code), status: status, detail: error.message)
    }

    private static func title(of code: ArchiveError.Code) -> String {
        switch code {
        case .notAnArchive: "No zip archive"
        case .damaged: "Damaged archive"
        case .tooManyEntries: "Too many entries"
        case .tooLarge: "Archive too large"
        case .bomb: "Archive bomb"
        case .unsafePath: "Unsafe path"
        case .unreadableName: "Unreadable name"
        case .specialFile: "No plain file"
        case .collision: "Entries collide"
        case .encrypted: "Encrypted entry"
        case .unsupportedCompression: "Unsupported compression"
        }
    }
}
