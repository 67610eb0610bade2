public import ViewHierarchy

/// How large a dump is, as lists say it.
public struct DumpExtent: Sendable, Hashable {
    /// How many views it has.
    public var viewCount: Int
    /// The greatest depth of a view; 0 for roots only.
    public var depth: Int
    /// The size of its first root that has one, in points; the device's screen where the dump names it.
    public var size: Size

    /// Creates an extent.
    public init(viewCount: Int, depth: Int, size: Size) {
        self.viewCount = viewCount
        self.depth = depth
        self.size = size
    }

    /// Measures a dump.
    public init(_ dump: Dump) {
        self.init(viewCount: dump.tree.count, depth: dump.tree.maximumDepth, size: Self.size(of: dump))
    }

    private static func size(of dump: Dump) -> Size {
        if let width = dump.device?.width, let height = dump.device?.height {
            return Size(width: width, height: height)
        }
        let sizes = dump.tree.roots.lazy.map { dump.tree.bounds(of: $0).size }
        return sizes.first { $0.isFinite && $0.width > 0 && $0.height > 0 } ?? .zero
    }
}
