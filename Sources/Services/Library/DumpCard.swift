package import Catalog
package import FoundationEssentials
package import ViewHierarchy
package import Web

/// A dump as lists of pages show it: miniature, name, format, size, age.
package struct DumpCard: PageModel {
    private static let thumbnailSide = 120.0

    package let dump: DumpSummary
    package let now: Date

    package init(dump: DumpSummary, now: Date) { (self.dump, self.now) = (dump, now) }

    /// The dump's size, made to fit the miniature.
    private var thumbnail: Size {
        let longest = max(dump.size.width, dump.size.height)
        let factor = longest.isFinite && longest > 0 ? Self.thumbnailSide / longest : 0
        return Size(width: (dump.size.width * factor).rounded(), height: (dump.size.height * factor).rounded())
    }

    package static let members: Members<Self> = [
        "id": .text { $0.dump.id }, "deletable": .flag { !$0.dump.readOnly },
        "address": .text { "/dumps/\($0.dump.id.pathSegment)" },
        "wireframe": .text {
            "/api/v1/dumps/\($0.dump.id.pathSegment)/" + ($0.dump.hasScreenshot ? "screenshot" : "wireframe.svg")
        },
        "thumbnail": .part { Extent(size: $0.thumbnail) }, "name": .text { $0.dump.name },
        "format": .text { $0.dump.format.name }, "views": .number { $0.dump.viewCount },
        "isOneView": .flag { $0.dump.viewCount == 1 }, "size": .part { Extent(ofArea: $0.dump.size) },
        "age": .text { Age.text(of: $0.dump.createdAt, now: $0.now, least: 60) },
    ]
}

/// Width and height in points.
package struct Extent: PageModel {
    package let size: Size

    package init(size: Size) { self.size = size }

    /// What the views of a dump take up; nil where none of them has an area.
    package init?(ofArea size: Size) {
        guard size != .zero else { return nil }
        self.size = size
    }

    package static let members: Members<Self> = [
        "width": .decimal { $0.size.width }, "height": .decimal { $0.size.height },
    ]
}
