/// The files of a folder in memory, by their paths below it.
struct StaticFileIndex: Sendable {
    let files: [String: StaticFile]
    /// A fingerprint of all paths and contents.
    let hash: String

    init(files contents: [String: [UInt8]]) {
        var hash = ContentHash()
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            hash.combine(path.utf8)
            hash.combine([0])
            hash.combine(bytes)
            hash.combine([0])
        }
        files = Dictionary(uniqueKeysWithValues: contents.map { ($0, StaticFile(name: $0, bytes: $1)) })
        self.hash = hash.text
    }
}
