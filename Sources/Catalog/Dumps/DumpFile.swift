import Diagnostics
import DumpFormats
import Foundation
import Glibc
import ViewHierarchy
import Synchronization

/// A dump in a file that somebody else writes.
final class DumpFile: Sendable {
    /// What is known of the file.
    private struct State: Sendable {
        /// Nil when it could not be read.
        var fingerprint: FileFingerprint?
        /// Its revision counts the contents since ``settle()``.
        var summary: DumpSummary
        /// The last comparison with a copy.
        var comparison: (file: FileFingerprint, copy: FileFingerprint, isSame: Bool)?
        /// By which ids its views are known; nil before anybody looked at them.
        var identity: TreeIdentity?
        /// What the file looks like as far as anybody is told; nil for whatever it looks like. See ``settle(on:)``.
        var settled: Settled?
    }

    /// What a file looked like when nobody was writing to it.
    private struct Settled: Sendable {
        /// Nil for a file that is gone.
        let fingerprint: FileFingerprint?
    }

    let url: URL
    let id: String
    /// Where the tables of its texts in other languages are; nil for a file that has none.
    let tablesBeside: TablesBeside?
    private let state: Mutex<State>

    /// Reads a file and keeps only what lists say about it.
    init(at url: URL, id: String, limits: CatalogLimits) throws(CatalogError) {
        self.url = url
        self.id = id
        tablesBeside = TablesBeside(url)
        let (dump, fingerprint) = try Self.read(url, tables: tablesBeside, limits: limits)
        let summary = Self.summary(of: dump, at: url, id: id, revision: 0, fingerprint)
        state = Mutex(State(fingerprint: fingerprint, summary: summary))
    }

    /// Takes over a file that cannot be read, of which there is a copy with edits.
    init(unreadableAt url: URL, copy: DraftBase) {
        self.url = url
        tablesBeside = TablesBeside(url)
        id = copy.summary.id
        state = Mutex(State(fingerprint: nil, summary: copy.summary))
    }

    /// What lists say about it. Its revision counts the contents that were seen since ``settle()``.
    var summary: DumpSummary { state.withLock { $0.summary } }

    /// What the file looks like from outside now; nil when it is gone. While somebody watches it, what it looked like when
    /// nobody was writing to it.
    var present: FileFingerprint? {
        let settled = state.withLock { $0.settled }
        guard let settled else { return FileFingerprint(of: url) }
        return settled.fingerprint
    }

    /// What it looked like when it was read last; nil when it could not be read.
    var lastRead: FileFingerprint? { state.withLock { $0.fingerprint } }

    /// By which ids its views are known; nil before anybody looked at them.
    var identity: TreeIdentity? {
        get { state.withLock { $0.identity } }
        set { state.withLock { $0.identity = newValue } }
    }

    /// Takes it from now on that the file looks so, whatever is being written to it.
    func settle(on fingerprint: FileFingerprint?) {
        state.withLock { $0.settled = Settled(fingerprint: fingerprint) }
    }

    /// Whether the file has been written to since it was last read.
    var isOutdated: Bool {
        let present = present
        return state.withLock { $0.fingerprint != present }
    }

    /// Begins to count contents anew, when a revision was stored that counts those before.
    func settle() {
        state.withLock { $0.summary.revision = 0 }
    }

    /// Reads the file again; when it has been written to since, that is another revision.
    func load(limits: CatalogLimits) throws(CatalogError) -> (dump: Dump, fingerprint: FileFingerprint) {
        let (dump, fingerprint) = try Self.read(url, tables: tablesBeside, limits: limits)
        state.withLock { state in
            guard state.fingerprint != fingerprint else { return }
            let revision = state.summary.revision + 1
            state.summary = Self.summary(of: dump, at: url, id: id, revision: revision, fingerprint)
            state.fingerprint = fingerprint
        }
        return (dump, fingerprint)
    }

    /// The bytes of the file.
    func bytes(limits: CatalogLimits) throws(CatalogError) -> [UInt8] {
        try Self.bytes(of: url, limit: limits.dump.maximumBytes)
    }

    /// The bytes of the file; nil when it does not look as it did, before or after it was read.
    func bytes(of fingerprint: FileFingerprint, limits: CatalogLimits) throws(CatalogError) -> [UInt8]? {
        guard FileFingerprint(of: url) == fingerprint else { return nil }
        let bytes = try bytes(limits: limits)
        return FileFingerprint(of: url) == fingerprint && bytes.count == fingerprint.size ? bytes : nil
    }

    /// Whether the file still holds what a copy of it does, whenever it was written.
    func holds(_ copy: DraftBase, limits: CatalogLimits, bytes copied: () -> [UInt8]?) -> Bool {
        guard let present else { return false }
        guard present != copy.fingerprint else { return true }
        guard present.size == copy.byteCount else { return false }
        if let known = state.withLock({ $0.comparison }), known.file == present, known.copy == copy.fingerprint {
            return known.isSame
        }
        // try?: what cannot be compared counts as another.
        guard let bytes = try? bytes(limits: limits), let copied = copied() else { return false }
        let isSame = bytes == copied
        state.withLock { $0.comparison = (present, copy.fingerprint, isSame) }
        return isSame
    }

    /// The picture with the same name beside the file; nil when there is none that can be used.
    func pictureBeside(limits: CatalogLimits) -> [UInt8]? {
        guard let picture = Self.picture(beside: url) else { return nil }
        // try?: a picture that cannot be read is none; the dump is shown without.
        guard let bytes = try? Self.bytes(of: picture, limit: limits.maximumPictureBytes) else { return nil }
        return PictureFormat(detectedIn: bytes) == nil ? nil : bytes
    }

    /// The picture inside the file.
    func pictureInside(limits: CatalogLimits) throws(CatalogError) -> [UInt8]? {
        try Self.read(url, limits: limits).dump.screenshot
    }

    /// - Parameter tables: Where the tables of its texts in other languages are, for whom wants them.
    private static func read(
        _ url: URL,
        tables: TablesBeside? = nil,
        limits: CatalogLimits
    ) throws(CatalogError) -> (dump: Dump, fingerprint: FileFingerprint) {
        guard let fingerprint = FileFingerprint(of: url) else {
            throw CatalogError(.unreadableFile, "The file is not there any more.")
        }
        let bytes = try bytes(of: url, limit: limits.dump.maximumBytes)
        do throws(DumpError) {
            let parts = tables?.parts ?? []
            return (try DumpReader.read(bytes, format: nil, parts: parts, limits: limits.dump), fingerprint)
        } catch {
            throw CatalogError(error)
        }
    }

    private static func bytes(of url: URL, limit: Int) throws(CatalogError) -> [UInt8] {
        guard let fingerprint = FileFingerprint(of: url) else {
            throw CatalogError(.unreadableFile, "The file is not there any more.")
        }
        guard fingerprint.size <= limit else {
            throw CatalogError(.unreadableFile, "The file has more than \(limit) bytes.")
        }
        // try?: an error of its own is thrown in the place of Foundation’s.
        guard let data = try? Data(contentsOf: url) else {
            DescriptorTable.noteFailure()
            throw CatalogError(.unreadableFile, "The file cannot be read; check its permissions.")
        }
        return [UInt8](data)
    }

    private static func summary(
        of dump: Dump,
        at url: URL,
        id: String,
        revision: Int,
        _ fingerprint: FileFingerprint
    ) -> DumpSummary {
        var summary = DumpSummary(
            id: id,
            name: name(of: dump, at: url),
            dump: dump,
            createdAt: fingerprint.modifiedAt,
            revision: revision,
            readOnly: true,
            hasScreenshot: dump.screenshot != nil || picture(beside: url) != nil
        )
        summary.fileVersion = fingerprint.text
        return summary
    }

    /// What the dump or its file is called, on one line: nothing keeps a file's name from holding anything.
    private static func name(of dump: Dump, at url: URL) -> String {
        let names = [dump.name ?? "", url.deletingPathExtension().lastPathComponent].map(\.cleanedName)
        return names.first { !$0.isEmpty } ?? url.lastPathComponent.terminalSafe
    }

    private static func picture(beside url: URL) -> URL? {
        let stem = url.deletingPathExtension()
        return ["png", "jpg", "jpeg"].lazy.map { stem.appendingPathExtension($0) }
            .first { FileFingerprint(of: $0) != nil }
    }
}

/// What tells that a file has been written to, without reading it.
struct FileFingerprint: Sendable, Hashable {
    /// When it was last written.
    var modifiedAt: Date
    /// Its length in bytes.
    var size: Int

    init(modifiedAt: Date, size: Int) {
        self.modifiedAt = modifiedAt
        self.size = size
    }

    /// A short text that another content hardly has.
    var text: String {
        let bits = modifiedAt.timeIntervalSinceReferenceDate.bitPattern &* 0x9E37_79B9_7F4A_7C15
        let mixed = (bits ^ bits >> 29 ^ UInt64(truncatingIfNeeded: size)) &* 0xBF58_476D_1CE4_E5B9
        return String(mixed ^ mixed >> 32, radix: 36)
    }

    /// Looks at a file; nil when there is none, or when it is a folder, a link, a pipe or a device.
    init?(of url: URL) {
        // Foundation's values of a URL say the same, and take ten times as long, which shows with a thousand files.
        var status = stat()
        guard lstat(url.plainPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = status.st_size
        modifiedAt = Self.date(status.st_mtim)
    }

    /// An instant as Foundation makes it of a file's times, to the last bit: what is stored of files is compared with it.
    private static func date(_ time: timespec) -> Date {
        let seconds = Double(time.tv_sec) - Date.timeIntervalBetween1970AndReferenceDate
        return Date(timeIntervalSinceReferenceDate: seconds + Double(time.tv_nsec) / 1e9)
    }
}
