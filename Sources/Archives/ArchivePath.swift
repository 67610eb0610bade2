/// What the name of an entry says: where it is and whether it is a folder (APPNOTE.TXT, section 4.4.17: relative, with
/// forward slashes, a folder's with one at its end).
struct ArchivePath {
    /// The names on the way, none of them empty, `.` or `..`.
    let components: [Substring]
    /// Whether the name ends like that of a folder.
    let isFolder: Bool

    /// - Throws: `unsafePath`.
    init(_ name: String, limits: ArchiveLimits) throws(ArchiveError) {
        func refused(_ reason: String) -> ArchiveError {
            ArchiveError(.unsafePath, "The entry “\(Self.shown(name))” \(reason).", entry: Self.shown(name))
        }
        let bytes = name.utf8
        guard bytes.count <= limits.maximumPathBytes else {
            throw refused("has a path of more than \(limits.maximumPathBytes) bytes")
        }
        guard bytes.first != UInt8(ascii: "/") else {
            throw refused("has an absolute path; paths in an archive are relative to it")
        }
        guard !bytes.contains(UInt8(ascii: "\\")) else {
            throw refused("has a backslash in its path; make the archive with forward slashes")
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw refused("has a control character in its path")
        }
        guard bytes.dropFirst().first != UInt8(ascii: ":") else {
            throw refused("names a drive; paths in an archive are relative to it")
        }
        components = bytes.split(separator: UInt8(ascii: "/")).map { Substring($0) }.filter { $0 != "." }
        guard !components.contains("..") else {
            throw refused("climbs out of the archive with “..”")
        }
        // To Swift a slash and an accent after it are one letter, at which nobody would split.
        guard components.joined(separator: "/").split(separator: "/").count == components.count else {
            throw refused("has a name that begins with a combining mark")
        }
        isFolder = bytes.last == UInt8(ascii: "/")
        guard !components.isEmpty || isFolder else { throw refused("has no name") }
        guard components.count <= limits.maximumDepth &+ 1 else {
            throw refused("is nested deeper than \(limits.maximumDepth) folders")
        }
    }

    /// The path without what it does not need.
    var text: String { components.joined(separator: "/") }

    /// Whether it is one of the files that macOS puts beside others: resource forks and the state of Finder windows.
    var isJunk: Bool {
        components.first == "__MACOSX"
            || components.last.map { $0 == ".DS_Store" || $0.hasPrefix("._") } ?? true
    }

    /// A name of any length and content as a sentence can show it.
    static func shown(_ name: String) -> String {
        String(name.prefix(200).map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "�" : $0 })
    }
}
