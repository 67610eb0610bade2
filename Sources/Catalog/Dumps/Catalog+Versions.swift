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
    ///   - scene: which scene it shows, by the id of its root; nil for the whole screen, or where it fits one scene only.
    ///   - revision: the revision that the picture is meant for; nil takes any.
    ///   - announce: as of ``perform(_:on:ifRevision:announce:)``.
    /// - Throws: `unknownPicture`, `pictureTooLarge`, `pictureDoesNotFit`, `pictureFitsSeveral`, `unknownDump`,
    ///   `readOnly` for a file, and `revisionConflict`.
    @discardableResult
    public func setScreenshot(
        _ picture: [UInt8]?,
        of id: String,
        scale: Double? = nil,
        scene: Int? = nil,
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
            let outcome = try writer.set(screenshot: picture, scale: scale, scene: scene, of: &loaded)
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
        scene: Int?,
        of loaded: inout LoadedDump
    ) throws(CatalogError) -> EditOutcome {
        guard case .upload(var summary) = origin, let source = try store.source(of: id) else { throw .unknownDump(id) }
        summary.shownScene = nil
        if let picture {
            summary.shownScene = try ScreenshotFit.scene(
                shownBy: picture,
                of: loaded.dump,
                screen: summary.size,
                scale: scale,
                asked: scene
            )
        }
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
}

/// How a picture lies over what it shows.
enum ScreenshotFit {
    /// Scenes that are named when a picture fits several.
    private static let maximumChoices = 60

    /// How many pixels a picture has; nil where it ends before it says so.
    static func pixels(in picture: [UInt8]) -> Size? {
        guard let pixels = PictureFormat(detectedIn: picture)?.pixels(in: picture), pixels.width > 0, pixels.height > 0
        else { return nil }
        return Size(width: Double(pixels.width), height: Double(pixels.height))
    }

    static func isKnown(_ size: Size) -> Bool {
        size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
    }

    /// Whether a picture shows the whole of a screen: at its scale it must be as large, within a point and a hundredth.
    static func shows(_ pixels: Size, _ screen: Size, scale: Double?) -> Bool {
        let tried = scale ?? pixels.width / screen.width
        func isNear(_ shown: Double, _ points: Double) -> Bool { abs(shown - points) <= min(1, points / 100) }
        return isNear(pixels.width / tried, screen.width) && isNear(pixels.height / tried, screen.height)
    }

    /// Throws where a picture is not one of the whole of a screen. A screen whose size is not known fits any.
    static func check(_ picture: [UInt8], shows screen: Size, scale: Double?) throws(CatalogError) {
        guard let pixels = pixels(in: picture) else {
            throw CatalogError(.unknownPicture, "The screenshot ends before it says how large it is.")
        }
        guard isKnown(screen), !shows(pixels, screen, scale: scale) else { return }
        let text = NumberText.short
        let reason =
            scale.map {
                "At \(text($0)) pixels a point it shows \(text(pixels.width / $0)) × \(text(pixels.height / $0)) points."
            }
            ?? "It would have \(text(pixels.width / screen.width)) pixels a point across and "
            + "\(text(pixels.height / screen.height)) down."
        throw CatalogError(
            .pictureDoesNotFit,
            "The picture has \(text(pixels.width)) × \(text(pixels.height)) pixels, the screen \(text(screen.width)) × "
                + "\(text(screen.height)) points. \(reason) Send a picture of the whole screen, turned as it was."
        )
    }

    /// The roots that a picture can show each.
    private static func roots(of tree: ViewTree, in pixels: Size, scale: Double?) -> [Int] {
        tree.roots.filter { root in
            let size = tree.bounds(of: root).size
            return isKnown(size) && shows(pixels, size, scale: scale)
        }
    }

    /// Whether a picture shows the whole screen of a dump, or one of its scenes.
    static func fits(_ pixels: Size, _ dump: Dump, screen: Size) -> Bool {
        !isKnown(screen) || shows(pixels, screen, scale: nil)
            || dump.tree.hasScenes && !roots(of: dump.tree, in: pixels, scale: nil).isEmpty
    }

    /// How large a screen is, and how many pixels of a picture a point of it has. A picture covers what it shows, so that the two
    /// sizes alone say the scale.
    static func words(for screen: Size, in pixels: Size, scale: Double? = nil) -> String {
        let text = NumberText.short
        let ratio = text(scale ?? pixels.width / screen.width)
        return "\(text(screen.width)) × \(text(screen.height)) points, \(ratio) pixel\(ratio == "1" ? "" : "s") a point"
    }

    /// The scenes that a picture can show, by the ids of their roots, with their names, sizes and scales; those with a whole
    /// number of pixels a point come first.
    static func scenes(of dump: Dump, in pixels: Size, scale: Double?) -> [(view: Int, words: String)] {
        let tree = dump.tree
        let fitting = roots(of: tree, in: pixels, scale: scale)
        guard !fitting.isEmpty else { return [] }
        func ratio(of root: Int) -> Double { pixels.width / tree.bounds(of: root).size.width }
        func isWhole(_ scale: Double) -> Bool { abs(scale - scale.rounded()) < 0.01 }
        let ordered =
            fitting.filter { isWhole(ratio(of: $0)) } + fitting.filter { !isWhole(ratio(of: $0)) }
        let placed = SceneBoard(of: dump).scenes.compactMap { scene in scene.index.map { ($0, scene.name) } }
        let names = Dictionary(placed) { first, _ in first }
        return ordered.compactMap { root in
            let words = words(for: tree.bounds(of: root).size, in: pixels, scale: scale)
            return tree.id(at: root).map { ($0, "\(names[root] ?? tree.className(of: root)): \(words)") }
        }
    }

    /// The scene that a picture shows, by the id of its root; nil where it shows the whole screen of a dump.
    /// - Parameter asked: the root of the scene that is meant; nil where only one fits.
    /// - Throws: `unknownPicture`, `pictureDoesNotFit`, `pictureFitsSeveral`.
    static func scene(
        shownBy picture: [UInt8],
        of dump: Dump,
        screen: Size,
        scale: Double?,
        asked: Int?
    ) throws(CatalogError) -> Int? {
        let tree = dump.tree
        let root = asked.flatMap { tree.index(ofID: $0) }
        if let asked {
            guard let root, tree.roots.contains(root) else {
                throw CatalogError(
                    .pictureDoesNotFit,
                    "The view \(asked) is no scene. A picture shows a whole scene, or the whole screen."
                )
            }
        }
        guard tree.hasScenes else {
            try check(picture, shows: screen, scale: scale)
            return nil
        }
        if let root {
            try check(picture, shows: tree.bounds(of: root).size, scale: scale)
            return asked
        }
        let fitting = pixels(in: picture).map { scenes(of: dump, in: $0, scale: scale) } ?? []
        if let first = fitting.first, fitting.count == 1 { return first.view }
        guard fitting.isEmpty else {
            var error = CatalogError(
                .pictureFitsSeveral,
                "The picture fits \(fitting.count) scenes. Say which of them it shows."
            )
            error.choices = Array(fitting.prefix(maximumChoices))
            throw error
        }
        try check(picture, shows: screen, scale: scale)
        return nil
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
        (summary.tags, summary.folder) = (former.tags, former.folder)
        summary.file = upload.file.map { catalog.cleaned($0.fileLastPart) } ?? former.file
        let journal = EditJournal(revision: revision + 1, applied: 0, count: 0, extent: DumpExtent(contents.dump))
        var fresh = try catalog.loaded(contents.dump, journal, of: id, identity: identity)
        fresh.uploadedAt = summary.createdAt
        summary.shownScene = contents.shownScene(in: fresh.dump)
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
