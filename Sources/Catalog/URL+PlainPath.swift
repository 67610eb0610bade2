import Foundation

extension URL {
    /// The path on disk, without the slash that a folder's URL may or may not end with.
    var plainPath: String {
        let path = path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
