import Catalog

extension Services {
    /// Removes an uploaded dump and tells those who watch it.
    /// - Throws: `unknownDump`, and `readOnly` for a file.
    func deleteDump(_ id: String) throws(CatalogError) {
        try catalog.delete(id)
        events.publish(deletionOfDump: id)
    }
}
