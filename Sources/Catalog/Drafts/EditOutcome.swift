/// What an edit did to a dump.
public struct EditOutcome: Sendable {
    /// The dump after it.
    public var snapshot: DumpSnapshot
    /// The ids of the views that are not as they were, in tree order.
    public var changed: [Int]
    /// The ids of the views that are gone.
    public var removed: [Int]
    /// Whether it made a revision; what changes nothing makes none.
    public var isRevision: Bool

    /// The dump's revision after it.
    public var revision: Int { snapshot.summary.revision }
}
