import Foundation
import PropertyList
import TestSupport
import Testing

@Suite("Property lists of real bundles", .enabled(if: Corpus.root != nil))
struct PropertyListCorpusTests {
    @Test("what Foundation reads is read, and everything read survives both forms")
    func roundTrips() throws {
        var read = 0
        for file in Corpus.propertyLists() {
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
