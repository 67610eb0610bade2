/// A copy of a file from when its edits began: the file may change or go, and the edits stay what they were.
public struct DraftBase: Sendable, Hashable {
    /// What lists said about the file. It was written at `createdAt`.
    public var summary: StoredDump
    /// How many bytes the file had.
    public var byteCount: Int

    /// Creates a description of a copy.
    public init(summary: StoredDump, byteCount: Int) {
        self.summary = summary
        self.byteCount = byteCount
    }

    /// What the file looked like from outside.
    var fingerprint: FileFingerprint { FileFingerprint(modifiedAt: summary.createdAt, size: byteCount) }
}
