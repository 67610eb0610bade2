import Foundation
import PropertyList
import TestSupport
import Testing

@Suite("Property lists of real bundles", .enabled(if: Corpus.root != nil))
struct PropertyListCorpusTests {
    private func files() -> [URL] {
        guard let root = Corpus.root,
            let walk = FileManager.default.enumerator(
                at: root.appending(path: "settings"),
                includingPropertiesForKeys: nil
            )
        else { return [] }
        return walk.compactMap { $0 as? URL }
            .filter { ["plist", "strings", "stringsdict"].contains($0.pathExtension) }
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false }
    }

    @Test("what Foundation reads is read, and everything read survives both forms")
    func roundTrips() throws {
        var read = 0
        for file in files() {
            let data = try Data(contentsOf: file)
            let foundation = try? PropertyListSerialization.propertyList(from: data, format: nil)
            guard let value = try? PropertyListReader.read([UInt8](data)) else {
                #expect(foundation == nil, "\(file.path)")
                continue
            }
            read += 1
            #expect(foundation != nil, "\(file.path)")
            #expect(try PropertyListReader.read(PropertyListWriter.xml(value)).isIdentical(to: value), "\(file.path)")
            let binary = try PropertyListReader.read(PropertyListWriter.binary(value))
            #expect(binary.isIdentical(to: value), "\(file.path)")
        }
        #expect(read > 800)
    }
}
