/// Paths inside a bundle: relative, with `/` between components, never leaving the bundle.
public enum BundlePath {
    /// The longest path that is looked at, in UTF-8 bytes.
    public static let maximumLength = 1024

    /// The path without empty components and `.`; nil when it is absolute, climbs with `..`, holds a NUL or a
    /// backslash, or is too long. The bundle itself is the empty path.
    public static func normalized(_ path: String) -> String? {
        let bytes = path.utf8
        guard bytes.count <= maximumLength, bytes.first != UInt8(ascii: "/"),
            !bytes.contains(0), !bytes.contains(UInt8(ascii: "\\"))
        else { return nil }
        let components = path.split(separator: "/").filter { $0 != "." }
        guard !components.contains("..") else { return nil }
        return components.joined(separator: "/")
    }

    /// The path of an entry of a folder.
    public static func joining(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder + "/" + name
    }
}
