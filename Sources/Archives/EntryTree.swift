/// The paths of an archive as a tree, to find those that would be one file, or a file and a folder, on the disks of
/// Macs and phones. Takes time in the length of the paths only.
struct EntryTree {
    private struct Place: Hashable {
        var folder: Int
        /// The name in lower case; strings are equal whether their marks are composed or not.
        var name: String
    }

    private struct Node {
        var spelling: Substring
        var isFile: Bool
        var number: Int
    }

    private var nodes: [Place: Node] = [:]
    private let limit: Int

    /// - Parameter limit: the most files and folders, those too that only the paths of files name.
    init(limit: Int) { self.limit = limit }

    /// Adds a path; a folder may be added again.
    /// - Throws: `collision`, `tooManyEntries`.
    mutating func insert(_ path: ArchivePath) throws(ArchiveError) {
        var folder = 0
        for (depth, name) in path.components.enumerated() {
            let isFile = !path.isFolder && depth == path.components.count - 1
            let place = Place(folder: folder, name: name.lowercased())
            guard let known = nodes[place] else {
                guard nodes.count < limit else {
                    throw ArchiveError(.tooManyEntries, "The archive has more than \(limit) files and folders.")
                }
                let node = Node(spelling: name, isFile: isFile, number: nodes.count + 1)
                nodes[place] = node
                folder = node.number
                continue
            }
            guard !known.isFile, !isFile, known.spelling == name else {
                throw Self.refusal(of: path, depth: depth, known: known, isFile: isFile)
            }
            folder = known.number
        }
    }

    private static func refusal(of path: ArchivePath, depth: Int, known: Node, isFile: Bool) -> ArchiveError {
        let shown = ArchivePath.shown(path.text)
        let name = path.components[depth]
        let reason: String
        if known.spelling != name {
            reason = "is also there as “\(ArchivePath.shown(String(known.spelling)))”; the two differ in case only"
        } else if known.isFile != isFile {
            reason = "is a file and a folder at once"
        } else {
            reason = "is there twice"
        }
        let part = depth == path.components.count - 1 ? "" : " (its folder “\(ArchivePath.shown(String(name)))”)"
        return ArchiveError(.collision, "The entry “\(shown)”\(part) \(reason).", entry: shown)
    }
}
