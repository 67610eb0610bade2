import Catalog
import DumpFormats
import FoundationEssentials
import ViewHierarchy

/// A dump as lists of pages show it: miniature, name, format, size, age.
enum DumpCard {
    private static let thumbnailSide = 120.0

    static func make(_ dump: StoredDump, now: Date) -> TemplateModel {
        let size = dump.size
        let longest = max(size.width, size.height)
        let factor = longest.isFinite && longest > 0 ? thumbnailSide / longest : 0
        return [
            "address": .text("/dumps/\(dump.id.pathSegment)"),
            "wireframe": .text("/api/v1/dumps/\(dump.id.pathSegment)/wireframe.svg"),
            "thumbWidth": .text(NumberText.short((size.width * factor).rounded())),
            "thumbHeight": .text(NumberText.short((size.height * factor).rounded())),
            "id": .text(dump.id), "deletable": .flag(!dump.readOnly),
            "name": .text(dump.name), "format": .text(dump.format.name),
            "views": .text(dump.viewCount == 1 ? "1 view" : "\(dump.viewCount) views"),
            "size": .text("\(NumberText.short(size.width)) × \(NumberText.short(size.height))"),
            "age": .text(Age.text(of: dump.createdAt, now: now, least: 60)),
        ]
    }
}
