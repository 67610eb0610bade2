/// Where uploaded dumps are kept. Any thread may call it; every write is durable when it returns.
public protocol CatalogStore: Sendable {
    /// All dumps, newest first.
    func dumps() throws(CatalogError) -> [StoredDump]

    /// The dump with this id; nil when there is none.
    func dump(_ id: String) throws(CatalogError) -> StoredDump?

    /// The bytes of a dump as they came; nil when there is no such dump.
    func source(of id: String) throws(CatalogError) -> [UInt8]?

    /// The picture that came beside a dump; nil when there is none.
    func screenshot(of id: String) throws(CatalogError) -> [UInt8]?

    /// Stores a dump with all that belongs to it, or nothing of it.
    /// - Throws: `idTaken` when there is a dump with its id.
    func insert(_ dump: NewDump) throws(CatalogError)

    /// Removes a dump with all that belongs to it, and says whether there was one.
    func delete(_ id: String) throws(CatalogError) -> Bool

    /// Throws when the storage cannot be reached.
    func check() throws(CatalogError)
}
