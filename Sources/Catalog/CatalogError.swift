public import Archives
public import DumpFormats
public import Storage
public import ViewHierarchy

/// Why the catalog could not do something. Nothing has changed when one is thrown.
public struct CatalogError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no dump with this id.
        case unknownDump = "unknown-dump"
        /// There is no app with this id.
        case unknownApp = "unknown-app"
        /// The dump or app comes from a folder on the command line, which the catalog does not write to.
        case readOnly = "read-only"
        /// The dump cannot be read; `dumpError` says why.
        case unreadableDump = "unreadable-dump"
        /// A name that is nothing but blanks.
        case emptyName = "empty-name"
        case tooManyTags = "too-many-tags"
        /// A file or folder cannot be read.
        case unreadableFile = "unreadable-file"
        /// A picture is neither PNG nor JPEG.
        case unknownPicture = "unknown-picture"
        /// A picture has more bytes than the limit.
        case pictureTooLarge = "picture-too-large"
        /// A picture is not one of the whole screen that a dump shows.
        case pictureDoesNotFit = "picture-does-not-fit"
        /// A picture may show several scenes; `choices` names them.
        case pictureFitsSeveral = "picture-fits-several"
        /// An archive is refused; `archiveError` says why.
        case refusedArchive = "refused-archive"
        /// An archive holds no app and no settings bundle.
        case noApp = "no-app"
        /// An archive holds several apps.
        case severalApps = "several-apps"
        /// An app has more files than the limit.
        case appTooLarge = "app-too-large"
        /// The bundle in an archive has neither an Info.plist nor settings.
        case notABundle = "not-a-bundle"
        /// Another dump or app has the id already.
        case idTaken = "id-taken"
        /// An edit cannot be carried out; `editError` says why.
        case impossibleEdit = "impossible-edit"
        /// The dump has as many edits as it may have.
        case tooManyEdits = "too-many-edits"
        /// The dump is at another revision than the one that the write was meant for.
        case revisionConflict = "revision-conflict"
        /// Somebody else wrote to the journal of a dump first; the write can be tried again on what is there now.
        case journalConflict = "journal-conflict"
        /// A newer version would let go of edits that nobody was asked about.
        case unsavedEdits = "unsaved-edits"
        /// No edit is applied.
        case nothingToUndo = "nothing-to-undo"
        /// No edit was taken back.
        case nothingToRedo = "nothing-to-redo"
        /// There is no view with this id in the dump.
        case unknownView = "unknown-view"
        /// A note is empty or too long.
        case impossibleNote = "impossible-note"
        /// The dump has as many pins or notes as it may have.
        case tooManyMarks = "too-many-marks"
        /// Somebody else changed the marks of a dump first; the write can be tried again on what is there now.
        case marksConflict = "marks-conflict"
        /// An edit of the dump cannot be carried out any more; it must be taken back before there are others.
        case incompleteDraft = "incomplete-draft"
        /// A text says nothing of views, or breaks a limit; `dumpError` says why.
        case unreadableCompanion = "unreadable-companion"
        /// Nothing of a companion belongs to a view of the dump.
        case nothingJoined = "nothing-joined"
        /// The dump has a companion with the same text.
        case companionIsThere = "companion-is-there"
        /// The dump has as many companions as it may have.
        case tooManyCompanions = "too-many-companions"
        /// A table of texts whose language neither its name nor its sender says.
        case needsLanguage = "needs-language"
        /// Nothing of what came together can be used.
        case nothingUsed = "nothing-used"
        /// More files or dumps came together than are opened at once.
        case tooManyFiles = "too-many-files"
        /// The dump has no companion with this number.
        case unknownCompanion = "unknown-companion"
        /// The app has no nib or storyboard at that path.
        case unknownInterface = "unknown-interface"
        /// The key of a domain is no secret that could be cleared.
        case unknownSecret = "unknown-secret"
        /// A bundle that is here marks the key of a domain as secure.
        case secretInUse = "secret-in-use"
        /// An uploaded app cannot be opened any more.
        case brokenApp = "broken-app"
        /// There is no table with the texts of an interface in that language.
        case unknownLanguage = "unknown-language"
        /// What a revision changed is not known any more.
        case unknownRevision = "unknown-revision"
        /// Others keep the store locked for longer than a write waits.
        case busy = "catalog-store-busy"
        /// The storage could not do its work.
        case storageFailed = "catalog-storage-failed"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// Why the dump cannot be read, when that is the failure.
    public var dumpError: DumpError?
    /// Why an edit cannot be carried out, when that is the failure.
    public var editError: TreeEditError?
    /// Why an archive is refused, when that is the failure.
    public var archiveError: ArchiveError?
    /// The roots of the scenes that a picture may show, by their ids, with words for people.
    public var choices: [(view: Int, words: String)] = []
    /// Why the storage cannot do its work, when it can tell.
    public var storageFault: StorageFault?

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error of a dump that cannot be read.
    public init(_ error: DumpError) {
        self.init(.unreadableDump, error.message)
        dumpError = error
    }

    /// The error of a storage that cannot do its work. Its sentence is for the log; it may name files.
    package init(_ failure: some StorageFailure) {
        self.init(failure.isPassing && failure.fault == nil ? .busy : .storageFailed, failure.message)
        storageFault = failure.fault
    }

    /// The error of a text that is no companion.
    public init(unreadableCompanion error: DumpError) {
        self.init(.unreadableCompanion, error.message)
        dumpError = error
    }

    /// The error of an edit that cannot be carried out.
    public init(_ error: TreeEditError) {
        self.init(.impossibleEdit, error.message)
        editError = error
    }

    /// The error of an archive that is refused.
    public init(_ error: ArchiveError) {
        self.init(.refusedArchive, error.message)
        archiveError = error
    }

    /// The sentence for people.
    public var description: String { message }

    /// The error of a write that was meant for another revision.
    public static func revisionConflict(_ id: String, current: Int) -> CatalogError {
        CatalogError(
            .revisionConflict,
            "The dump “\(id)” has changed and is now at revision \(current). Read it again before you write."
        )
    }

    /// The error of a write that another process was faster than.
    public static func journalConflict(_ id: String) -> CatalogError {
        CatalogError(.journalConflict, "Someone else edited the dump “\(id)” at the same time. Try again.")
    }

    /// The error of a write to marks that were meant to be at another revision.
    public static func marksConflict(_ id: String, current: Int) -> CatalogError {
        CatalogError(
            .revisionConflict,
            "The marks of the dump “\(id)” have changed and are now at revision \(current). Read them again "
                + "before you write."
        )
    }

    /// The error of a write to marks that another process was faster than.
    public static func marksConflict(_ id: String) -> CatalogError {
        CatalogError(.marksConflict, "Someone else marked views of the dump “\(id)” at the same time. Try again.")
    }

    /// The error of an id that names no view.
    public static func unknownView(_ view: Int, of id: String) -> CatalogError {
        CatalogError(.unknownView, "There is no view “\(view)” in the dump “\(id)”.")
    }

    /// The error of a new dump whose id another one has.
    package static func idTaken(dump id: String) -> CatalogError {
        CatalogError(.idTaken, "There is a dump “\(id)” already.")
    }

    /// The error of a new app whose id another one has.
    package static func idTaken(app id: String) -> CatalogError {
        CatalogError(.idTaken, "There is an app “\(id)” already.")
    }

    /// The error of an id that names no dump.
    public static func unknownDump(_ id: String) -> CatalogError {
        CatalogError(.unknownDump, "There is no dump “\(id)”.")
    }

    /// The error of a secret that cannot be cleared yet.
    package static func secretInUse(_ key: String, by app: String) -> CatalogError {
        CatalogError(
            .secretInUse,
            "The app “\(app)” marks “\(key)” as secure. Delete the app, or change its settings bundle, before you clear it."
        )
    }

    /// The error of an upload whose files are no bundle any more, as they were when it was stored.
    static func brokenApp(_ id: String, because error: CatalogError) -> CatalogError {
        CatalogError(.brokenApp, "The app “\(id)” can't be opened: \(error.message) Delete it, or send it again.")
    }

    /// The error of an id that names no app.
    public static func unknownApp(_ id: String) -> CatalogError {
        CatalogError(.unknownApp, "There is no app “\(id)”.")
    }
}
