import DumpFormats
import FoundationEssentials

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
        let extent = DumpExtent(dump)
        self.init(
            id: id,
            name: name,
            format: dump.format,
            app: dump.app,
            viewCount: extent.viewCount,
            depth: extent.depth,
            size: extent.size,
            capturedAt: dump.capturedAt,
            createdAt: createdAt,
            revision: revision,
            readOnly: readOnly,
            hasScreenshot: hasScreenshot
        )
    }
}
