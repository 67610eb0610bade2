import DumpFormats
import Foundation
import Synchronization

/// A dump in a file that somebody else writes.
final class DumpFile: Sendable {
    /// What is known of the file.
    struct State: Sendable {
        var fingerprint: FileFingerprint
        var summary: StoredDump
    }

    let url: URL
    let id: String
    private let state: Mutex<State>

    /// Reads a file and keeps only what lists say about it.
    init(at url: URL, id: String, limits: CatalogLimits) throws(CatalogError) {
        self.url = url
        self.id = id
        let (dump, fingerprint) = try Self.read(url, limits: limits)
        state = Mutex(
            State(
                fingerprint: fingerprint,
                summary: Self.summary(of: dump, at: url, id: id, revision: 0, writtenAt: fingerprint.modifiedAt)
            )
        )
    }

    /// What lists say about it.
    var summary: StoredDump { state.withLock { $0.summary } }

    /// Whether the file has been written to since it was last read.
    var isOutdated: Bool {
        let fingerprint = FileFingerprint(of: url)
        return state.withLock { $0.fingerprint != fingerprint }
    }

    /// Reads the file again; when it has been written to since, that is another revision.
    func load(limits: CatalogLimits) throws(CatalogError) -> Dump {
        let (dump, fingerprint) = try Self.read(url, limits: limits)
        state.withLock { state in
            guard state.fingerprint != fingerprint else { return }
            state = State(
                fingerprint: fingerprint,
                summary: Self.summary(
                    of: dump,
                    at: url,
                    id: id,
                    revision: state.summary.revision + 1,
                    writtenAt: fingerprint.modifiedAt
                )
            )
        }
        return dump
    }

    /// The bytes of the file.
    func bytes(limits: CatalogLimits) throws(CatalogError) -> [UInt8] {
        try Self.bytes(of: url, limit: limits.dump.maximumBytes)
    }

    /// The picture with the same name beside the file; nil when there is none that can be used.
    func pictureBeside(limits: CatalogLimits) -> [UInt8]? {
        guard let picture = Self.picture(beside: url) else { return nil }
        guard let bytes = try? Self.bytes(of: picture, limit: limits.maximumPictureBytes) else { return nil }
        return Picture(detectedIn: bytes) == nil ? nil : bytes
    }

    private static func read(_ url: URL, limits: CatalogLimits) throws(CatalogError) -> (Dump, FileFingerprint) {
        guard let fingerprint = FileFingerprint(of: url) else {
            throw CatalogError(.unreadableFile, "The file is not there any more.")
        }
        let bytes = try bytes(of: url, limit: limits.dump.maximumBytes)
        do throws(DumpError) {
            return (try DumpReader.read(bytes, format: nil, limits: limits.dump), fingerprint)
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
        guard let data = try? Data(contentsOf: url) else {
            throw CatalogError(.unreadableFile, "The file cannot be read; check its permissions.")
        }
        return [UInt8](data)
    }

    private static func summary(
        of dump: Dump,
        at url: URL,
        id: String,
        revision: Int,
        writtenAt: Date
    ) -> StoredDump {
        StoredDump(
            id: id,
            name: dump.name ?? url.deletingPathExtension().lastPathComponent,
            dump: dump,
            createdAt: writtenAt,
            revision: revision,
            readOnly: true,
            hasScreenshot: dump.screenshot != nil || picture(beside: url) != nil
        )
    }

    private static func picture(beside url: URL) -> URL? {
        let stem = url.deletingPathExtension()
        return ["png", "jpg", "jpeg"].lazy.map { stem.appendingPathExtension($0) }
            .first { FileFingerprint(of: $0) != nil }
    }
}
