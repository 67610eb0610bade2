import DumpFormats
import FoundationEssentials

extension Catalog {
    /// Reads a dump and stores it. It is durable when this returns.
    /// - Throws: `unreadableDump`, `unknownPicture`, `pictureTooLarge`.
    @discardableResult
    public func add(_ upload: DumpUpload) throws(CatalogError) -> StoredDump {
        try check(picture: upload.screenshot)
        let dump = try read(upload.source, format: upload.format)
        let ownPicture = dump.screenshot.flatMap { Picture(detectedIn: $0) == nil ? nil : $0 }
        let picture = upload.screenshot ?? ownPicture
        let name = [upload.name, dump.name, dump.app].lazy.compactMap { $0 }.map(cleaned).first { !$0.isEmpty }
        var summary = StoredDump(
            id: Identifiers.random(),
            name: name ?? "Untitled",
            dump: dump,
            createdAt: Date(),
            readOnly: false,
            hasScreenshot: picture != nil
        )
        for _ in 0..<4 {
            do throws(CatalogError) {
                try store.insert(NewDump(summary: summary, source: upload.source, screenshot: picture))
                return summary
            } catch {
                guard error.code == .idTaken else { throw error }
                summary.id = Identifiers.random()
            }
        }
        throw CatalogError(.storageFailed, "No free id was found for the dump. Send it again.")
    }

    /// Removes an uploaded dump.
    /// - Throws: `unknownDump`, and `readOnly` for a file.
    public func delete(_ id: String) throws(CatalogError) {
        guard file(id) == nil else {
            throw CatalogError(
                .readOnly,
                "The dump “\(id)” comes from a file on the command line; remove it there."
            )
        }
        guard try store.delete(id) else { throw .unknownDump(id) }
        cache.forget(id)
    }

    private func check(picture: [UInt8]?) throws(CatalogError) {
        guard let picture else { return }
        guard picture.count <= limits.maximumPictureBytes else {
            throw CatalogError(
                .pictureTooLarge,
                "The screenshot has more than \(limits.maximumPictureBytes) bytes."
            )
        }
        guard Picture(detectedIn: picture) != nil else {
            throw CatalogError(.unknownPicture, "The screenshot is neither PNG nor JPEG.")
        }
    }

    /// A name on one line, of no more than the length that the limits allow.
    func cleaned(_ name: String) -> String {
        let words = name.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
        return String(words.joined(separator: " ").prefix(limits.maximumNameLength))
    }
}
