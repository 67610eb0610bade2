import Diagnostics
import Foundation

/// Makes the ids of dumps and apps.
enum Identifiers {
    /// Digits and letters without those that are mistaken for others.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// An id for an upload: ten random characters of five bits. It holds no hyphen, so no file has it.
    static func random() -> String {
        String((0..<10).compactMap { _ in alphabet.randomElement() })
    }

    /// An id for a file: its name as a slug and a hash of its path, so that it stays the same as long as both do.
    static func stable(name: String, path: String) -> String {
        "\(slug(name))-\(ContentHash(path.utf8).shortText)"
    }

    /// Whether an identifier can be an id as it is: ASCII letters, digits, dots, hyphens and underscores, as those of
    /// bundles are (Information Property List, `CFBundleIdentifier`).
    static func isPlain(_ identifier: String) -> Bool {
        (1...200).contains(identifier.utf8.count) && identifier.utf8.first != UInt8(ascii: ".")
            && identifier.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 45, 46, 95: true
                default: false
                }
            }
    }

    /// A name in ASCII letters of lower case, digits and single hyphens, at most 40 of them; `item` when none is left.
    static func slug(_ name: String) -> String {
        var slug = ""
        for scalar in name.lowercased().unicodeScalars where slug.utf8.count < 40 {
            if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, !slug.hasSuffix("-") {
                slug.append("-")
            }
        }
        while slug.hasSuffix("-") { slug.removeLast() }
        return slug.isEmpty ? "item" : slug
    }
}

/// Names for bundles that do not name themselves.
enum BundleFolder {
    /// Folders that say where a file is in a project and nothing about which app it belongs to.
    private static let generic: Set<String> = [
        "settings", "inappsettings", "resources", "resource", "supporting files", "supporting", "sources", "source",
        "src", "example", "examples", "app", "ios", "assets", "bundle", "bundles", "project", "main", "data",
    ]

    /// The nearest folder name, from the bundle's own upwards, that tells bundles apart: `Clock` for
    /// `Clock/Resources/Settings.bundle`.
    static func name(of folder: URL) -> String {
        var folder = folder.standardizedFileURL
        let own = folder.deletingPathExtension().lastPathComponent.cleanedName
        for _ in 0..<4 {
            let name = folder.deletingPathExtension().lastPathComponent.cleanedName
            if !name.isEmpty, name != "/", !generic.contains(name.lowercased()) { return name }
            folder = folder.deletingLastPathComponent()
        }
        return own
    }
}

extension URL {
    /// The path on disk, without the slash that a folder's URL may or may not end with.
    var plainPath: String {
        let path = path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
