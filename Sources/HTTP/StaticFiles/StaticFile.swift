/// One file that is served as it is.
struct StaticFile: Sendable, Hashable {
    let bytes: [UInt8]
    let contentType: String
    /// A strong entity tag made from the bytes.
    let entityTag: String

    init(name: String, bytes: [UInt8]) {
        self.bytes = bytes
        contentType = MediaType.forFile(named: name)
        entityTag = EntityTag.strong(hashing: bytes)
    }
}
