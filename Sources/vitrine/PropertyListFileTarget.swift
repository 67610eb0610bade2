import Defaults
import Foundation
import PropertyList

/// The `defaults` command on property-list files: a domain is the path of one, “.plist” left out or not.
struct PropertyListFileTarget: DefaultsCommandTarget {
    private let files = LocalFiles()

    func domainNames() -> [String] { [] }

    func snapshot(of path: String) throws -> DomainSnapshot {
        let file = Self.file(path)
        let isThere = FileManager.default.fileExists(atPath: file)
        let values = isThere ? try DomainFile.values(in: try files.read(file)) : [:]
        return DomainSnapshot(name: path, revision: 0, values: values, updatedAt: nil)
    }

    /// Writes the file anew in the form that it has; XML where that is old-style text, which would lose types.
    func replace(
        _ path: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) throws {
        let file = Self.file(path)
        let old = try? files.read(file)
        let isText = old.map { PropertyListFormat(detectedIn: $0) != .binary } ?? false
        let value = PropertyListValue.dictionary(values)
        try files.write(isText ? try PropertyListWriter.xml(value) : try PropertyListWriter.binary(value), to: file)
    }

    private static func file(_ path: String) -> String {
        path.hasSuffix(".plist") || FileManager.default.fileExists(atPath: path) ? path : path + ".plist"
    }
}
