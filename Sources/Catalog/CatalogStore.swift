public import DumpFormats
public import Storage

/// Where uploads are kept, and the edits, marks and companions of all dumps: those of files too. Any thread may call it; every write is
/// durable when it returns.
public protocol CatalogStore: VersionedStore, SecretKeyStore {
    /// All dumps, newest first.
    func dumps() throws(CatalogError) -> [DumpSummary]

    /// The dump with this id; nil when there is none.
    func dump(_ id: String) throws(CatalogError) -> DumpSummary?

    /// The bytes of a dump as they came; nil when there is no such dump.
    func source(of id: String) throws(CatalogError) -> [UInt8]?

    /// The picture that came beside a dump; nil when there is none.
    func screenshot(of id: String) throws(CatalogError) -> [UInt8]?

    /// The other parts that came beside a dump, in their order; none when there is no such dump.
    func parts(of id: String) throws(CatalogError) -> [DumpPart]

    /// Stores a dump with all that belongs to it, or nothing of it.
    /// - Throws: `idTaken` when there is a dump with its id.
    func insert(_ dump: NewDump) throws(CatalogError)

    /// Puts a newer version in the place of an upload: its summary, bytes, picture, parts and identity, with a journal
    /// that has no edits. All that is stored of the former one is gone, but for its marks and companions.
    /// - Parameters:
    ///   - revision: that of the journal as it was; nil when there was none.
    ///   - journal: the journal then, without edits.
    /// - Throws: `journalConflict` when the journal is at another revision, `unknownDump` when the upload is gone.
    func replace(
        _ dump: NewDump,
        identity: StoredIdentity,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError)

    /// Puts the picture of a dump in the place of the one that is stored, or removes that. Nothing else of the dump is
    /// written, but for its journal.
    /// - Parameters:
    ///   - dump: an upload as it is stored, with its other picture or none.
    ///   - revision: that of the journal as it was; nil when there was none.
    ///   - journal: the journal then, which differs in its revision only.
    /// - Throws: `journalConflict` when the journal is at another revision, `unknownDump` when the upload is gone.
    func setScreenshot(of dump: NewDump, from revision: Int?, becoming journal: EditJournal) throws(CatalogError)

    /// By which ids the views of a version of a dump are known; nil where that was never stored.
    /// - Parameter version: which version; nil for the one that was stored last.
    func identity(of id: String, version: String?) throws(CatalogError) -> StoredIdentity?

    /// Keeps the identity of a version of a file, in the place of one that is there, and forgets all but some others.
    func keep(_ identity: StoredIdentity, ofFile id: String, besides versions: Set<String>) throws(CatalogError)

    /// Gives a dump another name, other tags and another folder or none, and says whether there is one.
    func describe(_ id: String, as name: String, tags: [String], folder: String?) throws(CatalogError) -> Bool

    /// Removes a dump with all that belongs to it, its edits, marks and companions too, and says whether there was one.
    func delete(_ id: String) throws(CatalogError) -> Bool

    /// How far the edits are of every dump that ever had any, by the dump's id.
    func journals() throws(CatalogError) -> [String: EditJournal]

    /// How far the edits of a dump are; nil when it never had any.
    func journal(of id: String) throws(CatalogError) -> EditJournal?

    /// The bytes of the file that the edits of a dump were made on; nil when they were made on an upload.
    func draftSource(of id: String) throws(CatalogError) -> [UInt8]?

    /// What lists say about the edits with these numbers, in their order. Numbers without an edit are left out.
    func entries(of id: String, in range: Range<Int>) throws(CatalogError) -> [JournalEntry]

    /// The edits with these numbers as JSON, in their order. Numbers without an edit are left out.
    func edits(of id: String, in range: Range<Int>) throws(CatalogError) -> [[UInt8]]

    /// Adds an edit after those that are applied, in place of those that were taken back.
    /// - Parameters:
    ///   - revision: that of the journal as it was when the edit was made; nil when there was none.
    ///   - journal: how far the edits are then, the new one being the last of them.
    ///   - source: the bytes of the journal's base, when that is another one than before.
    /// - Throws: `journalConflict` when the journal is at another revision, `unknownDump` when the upload is gone.
    func append(
        _ edit: JournalEdit,
        to id: String,
        from revision: Int?,
        becoming journal: EditJournal,
        source: [UInt8]?
    ) throws(CatalogError)

    /// Takes edits back or carries them out again: the journal is the same but for its revision, its extent, and how
    /// many edits are applied.
    /// - Throws: `journalConflict` when the journal is at another revision than `revision`, or is gone.
    func setPosition(of id: String, from revision: Int, becoming journal: EditJournal) throws(CatalogError)

    /// The pins and notes of a dump's views; none of a dump that never had any.
    func marks(of id: String) throws(CatalogError) -> ViewMarks

    /// Changes the marks of a dump, as ``ViewMarks/apply(_:)`` does. Marks of an upload go with it.
    /// - Parameter revision: that of the marks as they were when the change was made.
    /// - Throws: `marksConflict` when the marks are at another revision, `unknownDump` when the upload is gone.
    func change(
        _ change: MarkChange,
        of id: String,
        from revision: Int,
        isUpload: Bool
    ) throws(CatalogError)

    /// The companions of a dump, by their numbers; none for a dump that is not there.
    func companions(of id: String) throws(CatalogError) -> [StoredCompanion]

    /// Keeps a companion of a dump.
    /// - Parameters:
    ///   - isUpload: whether the dump is one of the store, with which the companion goes.
    ///   - revision: that of the journal as it was; nil when there was none.
    ///   - journal: the journal then, which differs in its revision only.
    /// - Throws: `journalConflict` when the journal is at another revision, `unknownDump` when the upload is gone.
    func insert(
        _ companion: StoredCompanion,
        to id: String,
        isUpload: Bool,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError)

    /// Removes a companion of a dump.
    /// - Throws: `journalConflict` when the journal is at another revision than `revision`, or is gone.
    func removeCompanion(
        _ number: Int,
        of id: String,
        from revision: Int,
        becoming journal: EditJournal
    ) throws(CatalogError)

    /// All uploaded apps, oldest first.
    func uploadedApps() throws(CatalogError) -> [UploadedApp]

    /// The uploaded app with this id; nil when there is none.
    func uploadedApp(_ id: String) throws(CatalogError) -> UploadedApp?

    /// The files of an uploaded app, sorted by path; none when there is no such app.
    func files(ofApp id: String) throws(CatalogError) -> [AppFile]

    /// The bytes of a file of an uploaded app; nil when there is no such file, or when its bytes are not kept.
    func file(_ path: String, ofApp id: String) throws(CatalogError) -> [UInt8]?

    /// Stores an app with all its files and the keys that it marks as secure, or nothing of it.
    /// - Throws: `idTaken` when there is an uploaded app with its id.
    func insert(_ app: NewApp) throws(CatalogError)

    /// Removes an uploaded app with all its files, and says whether there was one.
    func deleteApp(_ id: String) throws(CatalogError) -> Bool

    /// Throws when the storage cannot be reached.
    func check() throws(CatalogError)

    /// Throws when the storage cannot be reached, or when a write to it would fail.
    func checkWriting() throws(CatalogError)

    /// How much is stored, defaults included; nil where the storage cannot tell.
    /// - Parameter most: how many of the largest dumps, apps and domains to name, and of the owners.
    func usage(largest most: Int) throws(CatalogError) -> StorageUsage?
}

extension CatalogStore {
    /// Throws when the storage cannot be reached.
    public func checkWriting() throws(CatalogError) { try check() }

    /// Nothing is known of it.
    public func usage(largest most: Int) throws(CatalogError) -> StorageUsage? { nil }
}

/// Who asked for what is being done, as the stored rows of uploads, edits, marks and companions name it.
///
/// The catalog knows neither tokens nor requests: whoever calls it in somebody's name says so around the call. What is
/// taken away leaves no row, and so no name; the log has it. A name that is stored stays what it was, whatever becomes of
/// the token.
public enum Author {
    /// The name of who asks; nil for nobody in particular.
    @TaskLocal public static var current: String?
}

/// What somebody has changed in a store that several servers share.
public enum SharedChange: Sendable, Hashable {
    /// The edits or companions of a dump, or a newer version took its place, or it is gone.
    case dump(String)
    /// The pins or notes of a dump.
    case marks(String)
    /// The values of a domain.
    case domain(String)
    /// The values of domains; of which is not known.
    case domains
    /// A volatile layer of a domain, by its name.
    case layer(String, domain: String)
    /// Which dumps and apps there are, or what lists say of them.
    case library
    /// Tokens, or who has signed in with them.
    case access
    /// Anything: for a while nothing could be heard.
    case anything
}

/// A store that others may write to, servers or commands.
public protocol FollowedStore: Sendable {
    /// Tells what others have changed, from now on, on a thread of its own.
    ///
    /// It tells that something was changed, not to what, and may tell it twice. After a lost connection, and from time to time
    /// where the store cannot tell more, it says that anything may have.
    /// - Returns: what ends it. It must not be called by `receive`.
    func follow(_ receive: @escaping @Sendable (SharedChange) -> Void) -> @Sendable () -> Void
}

/// A store that several servers share.
public protocol SharedStore: FollowedStore {
    /// How often lists of dumps and apps have changed since the store was made.
    func libraryRevision() throws(CatalogError) -> Int
}
