import Diagnostics
import DumpFormats
import FoundationEssentials
import ViewHierarchy

/// By which ids the views of one version of a dump are known, as a storage keeps it.
public struct StoredIdentity: Sendable, Hashable {
    /// Which version: that of a file as ``DumpSummary/fileVersion`` names it; empty for an upload.
    public var version: String
    /// The identity, as `TreeIdentity` writes it.
    public var bytes: [UInt8]

    /// Creates an identity.
    public init(version: String, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}

/// What became of a dump when a newer version took its place.
public struct DumpReplacement: Sendable {
    /// The dump after it, and all its views as changed.
    public var outcome: EditOutcome
    /// How many views were there before, and kept their ids.
    public var kept: Int
    /// How many views are new.
    public var added: Int
    /// The views that are gone and that a pin or note names, by their ids, in ascending order. Their marks are kept.
    public var stranded: [Int]
}

extension Catalog {
    /// Puts a newer version in the place of an uploaded dump. It is durable when this returns.
    ///
    /// Views that are the same keep their ids, and with them pins and notes; marks of views that are gone stay with the
    /// dump. Companions are joined to the new views. The name stays unless there is another one; the picture is the
    /// newer version's. Edits are let go of, for they were made on other views.
    /// - Parameters:
    ///   - revision: the revision that the newer version is meant for; nil takes any that has no edits.
    ///   - announce: as of ``perform(_:on:ifRevision:announce:)``.
    /// - Throws: as ``add(_:)-(DumpUpload)`` does, and `unknownDump`, `readOnly` for a file, `revisionConflict`, and
    ///   `unsavedEdits` for a dump with edits when no revision is given.
    public func replace(
        _ id: String,
        with upload: DumpUpload,
        ifRevision revision: Int? = nil,
        announce: (EditOutcome) -> Void = { _ in }
    ) throws(CatalogError) -> DumpReplacement {
        guard file(id) == nil else {
            throw CatalogError(
                .readOnly,
                "The dump “\(id)” was opened from the command line. Replace the file, and it is read again."
            )
        }
        let contents = try contents(of: upload)
        var replacement: DumpReplacement?
        let outcome = try writing(id, ifRevision: revision) { writer, loaded throws(CatalogError) in
            let done = try writer.replace(&loaded, with: upload, contents, isMeant: revision != nil)
            announce(done.outcome)
            replacement = done
            return done.outcome
        }
        return replacement ?? DumpReplacement(outcome: outcome, kept: 0, added: 0, stranded: [])
    }
}

extension Catalog {
    /// Puts a picture of the screen in the place of the one that an uploaded dump has, or takes that away. It is durable
    /// when this returns, and a revision.
    /// - Parameters:
    ///   - picture: PNG or JPEG, of the whole screen at any scale; nil takes the picture away.
    ///   - scale: how many pixels a point has; nil where the dump's size and the picture's say it.
    ///   - revision: the revision that the picture is meant for; nil takes any.
    ///   - announce: as of ``perform(_:on:ifRevision:announce:)``.
    /// - Throws: `unknownPicture`, `pictureTooLarge`, `pictureDoesNotFit`, `unknownDump`, `readOnly` for a file, and
    ///   `revisionConflict`.
    @discardableResult
    public func setScreenshot(
        _ picture: [UInt8]?,
        of id: String,
        scale: Double? = nil,
        ifRevision revision: Int? = nil,
        announce: (EditOutcome) -> Void = { _ in }
    ) throws(CatalogError) -> EditOutcome {
        guard file(id) == nil else {
            throw CatalogError(
                .readOnly,
                "The dump “\(id)” was opened from the command line. Put the picture beside its file, with the same "
                    + "name and the extension png or jpg."
            )
        }
        try check(picture: picture)
        return try writing(id, ifRevision: revision) { writer, loaded throws(CatalogError) in
            let outcome = try writer.set(screenshot: picture, scale: scale, of: &loaded)
            announce(outcome)
            return outcome
        }
    }
}

extension DraftWriter {
    /// Puts another picture of the screen in the place of an upload's, or takes it away.
    func set(
        screenshot picture: [UInt8]?,
        scale: Double?,
        of loaded: inout LoadedDump
    ) throws(CatalogError) -> EditOutcome {
        guard case .upload(var summary) = origin, let source = try store.source(of: id) else { throw .unknownDump(id) }
        if let picture { try Self.check(picture, shows: summary.size, scale: scale) }
        summary.hasScreenshot = picture != nil
        let next = following(loaded)
        try store.setScreenshot(
            of: NewDump(summary: summary, source: source, screenshot: picture, parts: try store.parts(of: id)),
            from: loaded.journal?.revision,
            becoming: next
        )
        let writer = DraftWriter(catalog: catalog, id: id, origin: .upload(summary), revision: revision)
        return writer.finish(&loaded, next, changed: [], removed: [])
    }

    /// Throws where a picture is not one of the whole of a screen: at its scale it must be as large, within a point and a
    /// hundredth. A screen whose size is not known fits any.
    static func check(_ picture: [UInt8], shows screen: Size, scale: Double?) throws(CatalogError) {
        guard let pixels = PictureFormat(detectedIn: picture)?.pixels(in: picture), pixels.width > 0, pixels.height > 0
        else { throw CatalogError(.unknownPicture, "The screenshot ends before it says how large it is.") }
        guard screen.width > 0, screen.height > 0, screen.width.isFinite, screen.height.isFinite else { return }
        let (width, height) = (Double(pixels.width), Double(pixels.height))
        let (across, down) = (width / screen.width, height / screen.height)
        let tried = scale ?? across
        func isNear(_ shown: Double, _ points: Double) -> Bool { abs(shown - points) <= min(1, points / 100) }
        if isNear(width / tried, screen.width), isNear(height / tried, screen.height) { return }
        let (text, said) = (NumberText.short, scale.map(NumberText.short))
        let reason =
            said.map { "At \($0) pixels a point it shows \(text(width / tried)) × \(text(height / tried)) points." }
            ?? "It would have \(text(across)) pixels a point across and \(text(down)) down."
        throw CatalogError(
            .pictureDoesNotFit,
            "The picture has \(pixels.width) × \(pixels.height) pixels, the screen \(text(screen.width)) × "
                + "\(text(screen.height)) points. \(reason) Send a picture of the whole screen, turned as it was."
        )
    }
}

extension DraftWriter {
    /// Puts a newer version in the place of an upload.
    /// - Parameter isMeant: whether whoever sends it knows of the edits.
    func replace(
        _ loaded: inout LoadedDump,
        with upload: DumpUpload,
        _ contents: UploadContents,
        isMeant: Bool
    ) throws(CatalogError) -> DumpReplacement {
        guard case .upload(let former) = origin else { throw .unknownDump(id) }
        guard isMeant || loaded.applied == 0 else {
            let edits = loaded.applied == 1 ? "1 edit" : "\(loaded.applied) edits"
            throw CatalogError(
                .unsavedEdits,
                "The dump “\(id)” has \(edits), which a newer version would discard. Undo them, save the edited "
                    + "dump from dump.json, or send If-Match with the dump’s ETag to replace it anyway."
            )
        }
        let base = loaded.applied == 0 ? loaded : try catalog.base(of: id, origin, loaded.journal)
        let marked = try store.marks(of: id).views
        let before = TreeIdentity(base.dump.tree)
        let identity = before.followed(
            by: contents.dump.tree,
            sparing: marked,
            next: max(loaded.dump.tree.nextID, before.next)
        )
        var summary = contents.summary(id: id, name: upload.name.map(catalog.cleaned) ?? "")
        if summary.name.isEmpty { summary.name = former.name }
        summary.tags = former.tags
        summary.file = upload.file.map { catalog.cleaned($0.fileLastPart) } ?? former.file
        let journal = EditJournal(revision: revision + 1, applied: 0, count: 0, extent: DumpExtent(contents.dump))
        var fresh = try catalog.loaded(contents.dump, journal, of: id, identity: identity)
        fresh.uploadedAt = summary.createdAt
        try store.replace(
            NewDump(
                summary: summary,
                source: upload.source,
                screenshot: contents.picture,
                parts: contents.parts
            ),
            identity: StoredIdentity(version: "", bytes: identity.bytes),
            from: loaded.journal?.revision,
            becoming: journal
        )
        let gone = Set(loaded.ids).subtracting(identity.ids)
        swap(&loaded, &fresh)
        let writer = DraftWriter(catalog: catalog, id: id, origin: .upload(summary), revision: revision)
        let outcome = writer.finish(&loaded, journal, changed: identity.ids, removed: gone.sorted())
        let kept = Set(before.ids).intersection(identity.ids).count
        return DumpReplacement(
            outcome: outcome,
            kept: kept,
            added: identity.ids.count - kept,
            stranded: marked.subtracting(identity.ids).sorted()
        )
    }
}

extension Catalog {
    /// By which ids the views of a file are known, which has just been read: those of what was read of it before, by
    /// another process too, as far as they are the same views.
    func identity(
        of dump: Dump,
        in file: DumpFile,
        _ fingerprint: FileFingerprint,
        _ journal: EditJournal?
    ) -> TreeIdentity? {
        // try?: without it the views of the file are known anew, as those of a new file.
        let stored = try? store.identity(of: file.id, version: nil)
        let known = file.identity ?? stored.flatMap { TreeIdentity(bytes: $0.bytes) } ?? draftIdentity(file, journal)
        guard let known else {
            file.identity = TreeIdentity(dump.tree)
            return nil
        }
        // try?: views that cannot be told to be marked are matched like all others.
        let identity = current(known, in: dump.tree, marked: (try? store.marks(of: file.id)).map(\.views) ?? [])
        file.identity = identity
        if stored != nil || !identity.isPlain, stored?.version != fingerprint.text {
            keep(identity, of: file, fingerprint, journal)
        }
        return identity
    }

    /// Keeps by which ids the views of a file are known, so that marks find them again when it has changed, even while no
    /// server ran.
    func keepIdentity(of file: DumpFile, _ loaded: LoadedDump) {
        // The tree with edits is not what the next version is compared with.
        guard loaded.applied == 0, let content = loaded.content, let identity = file.identity else { return }
        // try?: where the store does not answer, keeping fails like asking.
        guard (try? store.identity(of: file.id, version: content.text)) == nil else { return }
        keep(identity, of: file, content, loaded.journal)
    }

    private func keep(
        _ identity: TreeIdentity,
        of file: DumpFile,
        _ fingerprint: FileFingerprint,
        _ journal: EditJournal?
    ) {
        // try?: without it the file is only known anew when it has changed while no server ran.
        try? store.keep(
            StoredIdentity(version: fingerprint.text, bytes: identity.bytes),
            ofFile: file.id,
            besides: Set([fingerprint.text, journal?.base?.fingerprint.text].compactMap { $0 })
        )
    }

    /// What is known of the views that the edits of a file were made on.
    private func draftIdentity(_ file: DumpFile, _ journal: EditJournal?) -> TreeIdentity? {
        // try?: without its base the views of a draft are known anew.
        guard journal?.base != nil, let base = try? base(of: file.id, .file(file), journal, []) else { return nil }
        return TreeIdentity(base.dump.tree)
    }

    /// The identity that was stored with a version; nil where the ids are places.
    func storedIdentity(of id: String, version: String, for tree: ViewTree) throws(CatalogError) -> TreeIdentity? {
        guard let stored = try store.identity(of: id, version: version) else { return nil }
        return TreeIdentity(bytes: stored.bytes).map { current($0, in: tree, marked: []) }
    }

    /// The identity of a tree that should be the one that is known. Another program may read the same bytes as other views.
    private func current(_ identity: TreeIdentity, in tree: ViewTree, marked: Set<Int>) -> TreeIdentity {
        identity.outline == TreeOutline(tree) ? identity : identity.followed(by: tree, sparing: marked)
    }
}
