import Defaults
import Foundation
import PropertyList
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite("Property lists of real bundles as domains", .enabled(if: Corpus.root != nil), .timeLimit(.minutes(5)))
struct DomainCorpusTests {
    @Test("what is imported comes out of the store with the same contents, in both forms")
    func roundTrips() throws {
        let directory = try TemporaryDirectory()
        let storage = try SQLiteStorage(folder: directory.url, retention: HistoryRetention(maximumRevisions: 1))
        var domains = 0
        for file in Corpus.propertyLists() {
            guard let values = try? DomainFile.values(in: [UInt8](Data(contentsOf: file))) else { continue }
            domains += 1
            try storage.replace("round.trip", with: values, source: .import)
            let stored = PropertyListValue.dictionary(try storage.snapshot(of: "round.trip").values)
            #expect(stored.isIdentical(to: .dictionary(values)), "\(file.path)")
            for bytes in [try PropertyListWriter.binary(stored), try PropertyListWriter.xml(stored)] {
                let read = PropertyListValue.dictionary(try DomainFile.values(in: bytes))
                #expect(read.isIdentical(to: stored), "\(file.path)")
            }
        }
        #expect(domains > 800)
    }
}
