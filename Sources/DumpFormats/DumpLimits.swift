/// How much a dump may ask of the reader. Every limit that is broken is named in the error or the report.
public struct DumpLimits: Sendable, Hashable {
    /// The most bytes a dump may have; more is an error.
    public var maximumBytes: Int
    /// The most bytes a JSON document or a property list may have, whose trees take many times their size; more is
    /// an error.
    public var maximumJSONBytes: Int
    /// The most views; more is an error.
    public var maximumViews: Int
    /// The deepest nesting of views, roots having depth 0; more is an error. JSON and property lists nest less deep.
    public var maximumDepth: Int
    /// The most bytes of text that describe one view, its indentation not counted; the rest is cut with a warning.
    public var maximumLineBytes: Int
    /// The most attributes kept for one view; the rest is dropped with a warning.
    public var maximumAttributes: Int
    /// The most entries of the report, the last of which then counts the others.
    public var maximumDiagnostics: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumBytes: Int = 64 << 20,
        maximumJSONBytes: Int = 32 << 20,
        maximumViews: Int = 1_000_000,
        maximumDepth: Int = 1_000_000,
        maximumLineBytes: Int = 1 << 20,
        maximumAttributes: Int = 4_096,
        maximumDiagnostics: Int = 1_000
    ) {
        self.maximumBytes = maximumBytes
        self.maximumJSONBytes = maximumJSONBytes
        self.maximumViews = maximumViews
        self.maximumDepth = maximumDepth
        self.maximumLineBytes = maximumLineBytes
        self.maximumAttributes = maximumAttributes
        self.maximumDiagnostics = maximumDiagnostics
    }

    /// 64 MiB of text or 32 MiB of JSON, one million views, 1 MiB and 4,096 attributes for each view.
    public static let standard = DumpLimits()
}
