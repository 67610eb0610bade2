import DumpFormats
import FoundationEssentials
import Geometry
import ViewHierarchy

extension StoredDump {
    /// Sums up a dump that has been read.
    init(
        id: String,
        name: String,
        dump: Dump,
        createdAt: Date,
        revision: Int = 0,
        readOnly: Bool,
        hasScreenshot: Bool
    ) {
        self.init(
            id: id,
            name: name,
            format: dump.format,
            app: dump.app,
            viewCount: dump.tree.count,
            depth: dump.tree.maximumDepth,
            size: Self.size(of: dump),
            capturedAt: dump.capturedAt,
            createdAt: createdAt,
            revision: revision,
            readOnly: readOnly,
            hasScreenshot: hasScreenshot
        )
    }

    private static func size(of dump: Dump) -> Size {
        if let width = dump.device?.width, let height = dump.device?.height {
            return Size(width: width, height: height)
        }
        let sizes = dump.tree.roots.lazy.map { dump.tree.bounds(of: $0).size }
        return sizes.first { $0.isFinite && $0.width > 0 && $0.height > 0 } ?? .zero
    }
}
