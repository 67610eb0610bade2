import ViewHierarchy
import AppBundles
import Diagnostics
import DumpFormats
import FoundationEssentials
import Synchronization

extension Catalog {
    /// The dumps there are.
    /// - Parameters:
    ///   - query: only those whose name, file, folder, tags, app or format hold this text; nil or empty gives all.
    ///   - tag: only those with this tag; nil gives all.
    ///   - folder: only those in this folder; nil gives all.
    ///   - order: which of them come first.
    ///   - limit: the most dumps to give.
    ///   - after: the `next` of the part before.
    /// - Throws: `unknownDump` when `after` names none.
    public func dumps(
        matching query: String? = nil,
        tag: String? = nil,
        folder: String? = nil,
        order: DumpOrder = .newest,
        limit: Int = 1_000,
        after: String? = nil
    ) throws(CatalogError) -> DumpPage {
        let all = try dumps(in: order) { dump in
            (query.map { $0.isEmpty || dump.matches($0) } ?? true) && (tag.map(dump.tags.contains) ?? true)
                && (folder.map { $0 == dump.folder } ?? true)
        }
        var rest = all[...]
        if let after {
            // The place is found by order and not by id, so that the list may lose the dump in between.
            let last = try dump(after)
            rest = rest.drop { !order.isListedBefore(last, $0) }
        }
        let page = rest.prefix(max(limit, 1))
        return DumpPage(dumps: Array(page), next: page.count < rest.count ? page.last?.id : nil, total: all.count)
    }

    /// The ids of all dumps.
    public func dumpIDs() throws(CatalogError) -> Set<String> { Set(try dumps(limit: Int.max).dumps.map(\.id)) }

    /// The tags that dumps have and the folders that they lie in, in the order of the alphabet, with how many dumps each has.
    public func labels() throws(CatalogError) -> (
        tags: [(name: String, count: Int)], folders: [(name: String, count: Int)]
    ) {
        let dumps = try store.dumps()
        return (Self.counted(dumps.flatMap(\.tags)), Self.counted(dumps.compactMap(\.folder)))
    }

    private static func counted(_ names: [String]) -> [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        return counts.map { ($0.key, $0.value) }.sorted { ($0.0.lowercased(), $0.0) < ($1.0.lowercased(), $1.0) }
    }

    /// All dumps of an app, newest first.
    /// - Parameter identifier: its bundle identifier, as the dumps say it; there need not be a bundle.
    public func dumps(ofApp identifier: String) throws(CatalogError) -> [DumpSummary] {
        try dumps(in: .newest) { $0.app == identifier }
    }

    /// All dumps that are wanted, in an order.
    private func dumps(
        in order: DumpOrder,
        where isWanted: (DumpSummary) -> Bool
    ) throws(CatalogError) -> [DumpSummary] {
        let journals = try store.journals()
        let uploads = try store.dumps().lazy.map { $0.edited(journals[$0.id]) }.filter(isWanted)
        let filed = files.withLock { Array($0.dumps.values) }.lazy.map { $0.summary.editedFile(journals[$0.id]) }
        return (Array(uploads) + filed.filter(isWanted)).sorted(by: order.isListedBefore)
    }

    /// What lists say about a dump.
    /// - Throws: `unknownDump`.
    public func dump(_ id: String) throws(CatalogError) -> DumpSummary {
        let origin = try origin(of: id)
        let journal = try store.journal(of: id)
        if let file = origin.file, journal?.applied ?? 0 == 0, file.isOutdated {
            // try?: a file that is broken by now keeps its entry; loading it says what is wrong.
            if let snapshot = try? snapshot(of: id) { return snapshot.summary }
        }
        return origin.summary(journal)
    }

    /// The bytes of a dump as they came, without its edits; for a file with edits, as it was when they began.
    /// - Throws: `unknownDump`, and `unreadableFile` for a file that is gone by now.
    public func source(of id: String) throws(CatalogError) -> DumpSource {
        switch try origin(of: id) {
        case .file(let file):
            if let base = try draftBase(of: id), let bytes = try store.draftSource(of: id) {
                return DumpSource(bytes, format: base.summary.format)
            }
            return DumpSource(try file.bytes(limits: limits), format: file.summary.format)
        case .upload(let summary):
            guard let bytes = try store.source(of: id) else { throw .unknownDump(id) }
            return DumpSource(bytes, format: summary.format)
        }
    }

    /// The picture of a dump, PNG or JPEG: the one that came beside it, else its own; nil when there is none.
    /// - Throws: `unknownDump`, and `unreadableDump` or `unreadableFile` for a file that is broken by now.
    public func screenshot(of id: String) throws(CatalogError) -> [UInt8]? {
        guard let file = try origin(of: id).file else { return try store.screenshot(of: id) }
        if let picture = file.pictureBeside(limits: limits) { return picture }
        if let base = try draftBase(of: id), let source = try store.draftSource(of: id) {
            return base.summary.hasScreenshot ? try read(source, format: base.summary.format).screenshot : nil
        }
        return file.summary.hasScreenshot ? try file.pictureInside(limits: limits) : nil
    }

    /// The copy of a file that its applied edits were made on; nil when none is applied.
    private func draftBase(of id: String) throws(CatalogError) -> DraftBase? {
        guard let journal = try store.journal(of: id), journal.applied > 0 else { return nil }
        return journal.base
    }

    func file(_ id: String) -> DumpFile? { files.withLock { $0.dumps[id] } }

    func read(_ source: [UInt8], format: DumpFormat?, parts: [DumpPart] = []) throws(CatalogError) -> Dump {
        dumpReads.add()
        do throws(DumpError) {
            return try DumpReader.read(source, format: format, parts: parts, limits: limits.dump)
        } catch {
            throw CatalogError(error)
        }
    }
}

extension Catalog {
    /// Reads a dump and stores it. It is durable when this returns.
    /// - Throws: `unreadableDump`, `unknownPicture`, `pictureTooLarge`.
    @discardableResult
    public func add(_ upload: DumpUpload) throws(CatalogError) -> DumpSummary {
        try add(upload, reading: try contents(of: upload))
    }

    /// Stores a dump that was read already.
    func add(_ upload: DumpUpload, reading contents: UploadContents) throws(CatalogError) -> DumpSummary {
        let dump = contents.dump
        func first(of names: [String?]) -> String? { names.lazy.compactMap { $0 }.map(cleaned).first { !$0.isEmpty } }
        // What the screen shows is looked for where nobody has named it.
        let name =
            first(of: [upload.name, dump.name]) ?? first(of: [dump.screenTitle, upload.file?.fileTitle, dump.app])
        var summary = contents.summary(id: upload.id ?? Identifiers.random(), name: name ?? "Untitled")
        summary.app = summary.app ?? upload.app
        summary.capturedAt = summary.capturedAt ?? upload.takenAt
        summary.file = upload.file.map { cleaned($0.fileLastPart) }
        for _ in 0..<4 {
            do throws(CatalogError) {
                try store.insert(
                    NewDump(
                        summary: summary,
                        source: upload.source,
                        screenshot: contents.picture,
                        parts: contents.parts
                    )
                )
                // Whoever sends a dump looks at it next.
                var loaded = try loaded(contents.dump, nil, of: summary.id)
                loaded.uploadedAt = summary.createdAt
                loadedDumps.insert(loaded, for: summary.id)
                return summary
            } catch {
                guard error.code == .idTaken, upload.id == nil else { throw error }
                summary.id = Identifiers.random()
            }
        }
        throw CatalogError(.storageFailed, "No unused id was found for the dump. Send it again.")
    }

    /// Gives an uploaded dump another name, other tags or another folder; blanks around and control characters in them are left
    /// out.
    /// - Parameters:
    ///   - name: nil leaves it as it is.
    ///   - tags: nil leaves them as they are; each is taken once, and an empty one is not.
    ///   - folder: nil leaves it where it is; an empty one takes it out of its folder.
    /// - Throws: `unknownDump`, `readOnly` for a file, `emptyName` when nothing is left of the name, and `tooManyTags`.
    public func describe(
        _ id: String,
        name: String?,
        tags: [String]?,
        folder: String? = nil
    ) throws(CatalogError) -> DumpSummary {
        guard file(id) == nil else {
            throw CatalogError(
                .readOnly,
                "The dump “\(id)” was opened from the command line and is named after its file. Rename the file."
            )
        }
        let former = try dump(id)
        let name = name.map(cleaned) ?? former.name
        guard !name.isEmpty else { throw CatalogError(.emptyName, "The name must have at least one character.") }
        let kept = try tags.map(Self.kept) ?? former.tags
        let place = folder.map { String($0.cleanedName.prefix(DumpSummary.maximumFolderLength)) }
        guard
            try store.describe(
                id,
                as: name,
                tags: kept,
                folder: place.map { $0.isEmpty ? nil : $0 } ?? former.folder
            )
        else { throw .unknownDump(id) }
        return try dump(id)
    }

    /// Tags as a dump has them: each once, in order, and none that is empty.
    /// - Throws: `tooManyTags`.
    package static func kept(_ tags: [String]) throws(CatalogError) -> [String] {
        let kept = Set(tags.map { String($0.cleanedName.prefix(DumpSummary.maximumTagLength)) }).subtracting([""])
            .sorted()
        guard kept.count <= DumpSummary.maximumTags else {
            throw CatalogError(
                .tooManyTags,
                "A dump has at most \(DumpSummary.maximumTags) tags; these are \(kept.count)."
            )
        }
        return kept
    }

    /// Removes an uploaded dump.
    /// - Throws: `unknownDump`, and `readOnly` for a file.
    public func delete(_ id: String) throws(CatalogError) {
        guard file(id) == nil else {
            throw CatalogError(
                .readOnly,
                "The dump “\(id)” was opened from the command line and can't be deleted here. Remove the path and restart."
            )
        }
        guard try store.delete(id) else { throw .unknownDump(id) }
        loadedDumps.forget(id)
    }

    /// Reads what somebody sends.
    /// - Throws: `unreadableDump`, `unknownPicture`, `pictureTooLarge`.
    func contents(of upload: DumpUpload) throws(CatalogError) -> UploadContents {
        try check(picture: upload.screenshot)
        let dump = try read(upload.source, format: upload.format, parts: upload.parts)
        var parts = upload.parts
        // What no view names is told in the report each time the dump is read; its bytes serve nothing.
        for place in parts.indices where !dump.namedParts.contains(place) { parts[place].bytes = [] }
        let ownPicture = dump.screenshot.flatMap { PictureFormat(detectedIn: $0) == nil ? nil : $0 }
        return UploadContents(dump: dump, picture: upload.screenshot ?? ownPicture, parts: parts)
    }

    func check(picture: [UInt8]?) throws(CatalogError) {
        guard let picture else { return }
        guard picture.count <= limits.maximumPictureBytes else {
            throw CatalogError(
                .pictureTooLarge,
                "The screenshot has more than \(limits.maximumPictureBytes) bytes."
            )
        }
        guard PictureFormat(detectedIn: picture) != nil else {
            throw CatalogError(.unknownPicture, "The screenshot is neither PNG nor JPEG.")
        }
    }

    /// A name on one line, of no more than the length that the limits allow.
    func cleaned(_ name: String) -> String {
        String(name.cleanedName.prefix(limits.maximumNameLength))
    }
}

/// What was read of an upload.
struct UploadContents: Sendable {
    let dump: Dump
    /// The picture that came beside it, else its own.
    var picture: [UInt8]?
    /// What else came beside it; a part that no view names has no bytes.
    let parts: [DumpPart]

    /// The only scene that the picture can show, by the id of its root among those of a tree.
    func shownScene(in dump: Dump) -> Int? {
        guard dump.tree.hasScenes, let pixels = picture.flatMap(ScreenshotFit.pixels) else { return nil }
        let fitting = ScreenshotFit.scenes(of: dump, in: pixels, scale: nil)
        return fitting.count == 1 ? fitting[0].view : nil
    }

    /// What lists say about it: it came now.
    func summary(id: String, name: String) -> DumpSummary {
        var summary = DumpSummary(
            id: id,
            name: name,
            dump: dump,
            createdAt: Date(),
            readOnly: false,
            hasScreenshot: picture != nil
        )
        summary.actor = Author.current
        summary.shownScene = shownScene(in: dump)
        return summary
    }
}
