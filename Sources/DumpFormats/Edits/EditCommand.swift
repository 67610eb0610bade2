public import ViewHierarchy

/// What a client can ask for about the edits of a dump.
public enum EditCommand: Sendable, Hashable {
    /// One more edit.
    case edit(TreeEdit)
    /// Takes the last edit back.
    case undo
    /// Carries out again the edit that was taken back last.
    case redo
    /// Takes all edits back; each can be carried out again.
    case reset
}
