public import DumpFormats

/// A dump at one moment: nothing that happens to it later changes this.
public struct DumpSnapshot: Sendable {
    /// What lists say about it, its revision with them.
    public var summary: StoredDump
    /// The views and the report, without the screenshot.
    public var dump: Dump
    let undo: UndoStack

    /// The views that the applied edits touched, by their ids; those that are gone too.
    public var touched: ViewIDSet { undo.touched }
}
