public import DumpFormats
import Synchronization

extension Catalog {
    /// The dumps there are, newest first.
    /// - Parameters:
    ///   - query: only those whose name, app or format holds this text; nil or empty gives all.
    ///   - limit: the most dumps to give.
    ///   - after: the `next` of the part before.
    /// - Throws: `unknownDump` when `after` names none.
    public func dumps(
        matching query: String? = nil,
        limit: Int = 1_000,
        after: String? = nil
    ) throws(CatalogError) -> DumpPage {
        var all = try store.dumps() + files.withLock { $0.dumps.values.map(\.summary) }
        if let query, !query.isEmpty { all = all.filter { $0.matches(query) } }
        all.sort(by: StoredDump.isListedBefore)
        var rest = all[...]
        if let after {
            // The place is found by order and not by id, so that the list may lose the dump in between.
            let last = try dump(after)
            rest = rest.drop { !StoredDump.isListedBefore(last, $0) }
        }
        let page = rest.prefix(max(limit, 1))
        return DumpPage(dumps: Array(page), next: page.count < rest.count ? page.last?.id : nil, total: all.count)
    }

    /// What lists say about a dump.
    /// - Throws: `unknownDump`.
    public func dump(_ id: String) throws(CatalogError) -> StoredDump {
        if let file = file(id) {
            // A file that is broken by now keeps its entry; loading it says what is wrong.
            if file.isOutdated { _ = try? load(id) }
            return file.summary
        }
        guard let dump = try store.dump(id) else { throw .unknownDump(id) }
        return dump
    }

    /// A dump with its tree and report, without its screenshot.
    ///
    /// The tree is kept for the next time. A file that has been written to since is read again.
    /// - Throws: `unknownDump`, and `unreadableDump` or `unreadableFile` for a file that is broken by now.
    public func load(_ id: String) throws(CatalogError) -> Dump {
        if let file = file(id) {
            if file.isOutdated { cache.forget(id) }
            return try cache.dump(id) { () throws(CatalogError) in
                Self.withoutPicture(try file.load(limits: limits))
            }
        }
        guard let summary = try store.dump(id) else {
            cache.forget(id)
            throw .unknownDump(id)
        }
        return try cache.dump(id) { () throws(CatalogError) in
            guard let source = try store.source(of: id) else { throw .unknownDump(id) }
            return Self.withoutPicture(try read(source, format: summary.format))
        }
    }

    /// The bytes of a dump as they came.
    /// - Throws: `unknownDump`, and `unreadableFile` for a file that is gone by now.
    public func source(of id: String) throws(CatalogError) -> DumpSource {
        if let file = file(id) {
            return DumpSource(bytes: try file.bytes(limits: limits), mediaType: file.summary.format.mediaType)
        }
        guard let summary = try store.dump(id), let bytes = try store.source(of: id) else { throw .unknownDump(id) }
        return DumpSource(bytes: bytes, mediaType: summary.format.mediaType)
    }

    /// The picture of a dump, PNG or JPEG: the one that came beside it, else its own; nil when there is none.
    /// - Throws: `unknownDump`, and `unreadableDump` or `unreadableFile` for a file that is broken by now.
    public func screenshot(of id: String) throws(CatalogError) -> [UInt8]? {
        if let file = file(id) {
            guard file.summary.hasScreenshot else { return nil }
            if let picture = file.pictureBeside(limits: limits) { return picture }
            return try file.load(limits: limits).screenshot
        }
        guard try store.dump(id) != nil else { throw .unknownDump(id) }
        return try store.screenshot(of: id)
    }

    func file(_ id: String) -> DumpFile? { files.withLock { $0.dumps[id] } }

    func read(_ source: [UInt8], format: DumpFormat?) throws(CatalogError) -> Dump {
        do throws(DumpError) {
            return try DumpReader.read(source, format: format, limits: limits.dump)
        } catch {
            throw CatalogError(error)
        }
    }

    /// Kept trees need no picture, which may be larger than they are.
    static func withoutPicture(_ dump: Dump) -> Dump {
        var dump = dump
        dump.screenshot = nil
        return dump
    }
}
