import Foundation
import PropertyList

/// The data that `UserDefaults.set(_:forKey:)` makes of a URL that is no file: a keyed archive of an `NSURL`.
enum ArchivedURL {
    /// Large enough for every URL that software takes.
    private static let limits = PropertyListLimits(
        maximumBytes: 64 << 10,
        maximumDepth: 8,
        maximumValues: 256,
        maximumExpandedBytes: 64 << 10
    )
    /// The most URLs that may be relative to one another.
    private static let longestChain = 8

    /// The URL in an archive as text, a relative one resolved against its base; nil for other bytes.
    static func text(in bytes: [UInt8]) -> String? {
        guard let archive = try? PropertyListReader.read(bytes, limits: limits),
            archive["$archiver"]?.stringValue == "NSKeyedArchiver",
            let objects = archive["$objects"]?.arrayValue,
            var object = archive["$top"]?["root"]
        else { return nil }
        var parts: [String] = []
        while let url = resolve(object, in: objects), let base = url["NS.base"] {
            guard let part = url["NS.relative"].flatMap({ resolve($0, in: objects) })?.stringValue,
                parts.count < longestChain
            else { return nil }
            parts.append(part)
            object = base
        }
        return parts.reversed().reduce(nil as URL?) { URL(string: $1, relativeTo: $0) }?.absoluteString
    }

    private static func resolve(_ reference: PropertyListValue, in objects: [PropertyListValue]) -> PropertyListValue? {
        guard let index = reference["CF$UID"]?.integerValue.flatMap({ Int(exactly: $0) }),
            objects.indices.contains(index)
        else { return nil }
        return objects[index]
    }
}
