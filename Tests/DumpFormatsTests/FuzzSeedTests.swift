@testable import ViewHierarchy
import DumpFormats
import Foundation
import Testing
import TestSupport

/// `script/fuzz` has a target for each case of `DumpFormat`, which starts from the fixtures.
@Suite("First inputs of the fuzzer")
struct FuzzSeedTests {
    private static let files = Result {
        try FileManager.default.contentsOfDirectory(at: Fixtures.url("dumps"), includingPropertiesForKeys: nil)
            .filter { $0.pathExtension != "py" && !$0.hasDirectoryPath }
            .map { [UInt8](try Data(contentsOf: $0)) }
    }
    /// A compiled storyboard is more than one file; its nibs are fuzzed as such.
    private static let formats = DumpFormat.allCases.filter { $0 != .storyboardc }

    @Test("There is a small fixture of each format", arguments: formats)
    func seed(_ format: DumpFormat) throws {
        let found = try Self.files.get().contains { bytes in
            bytes.count <= 65_536 && (try? DumpReader.read(bytes))?.format == format
        }
        #expect(found, "nothing in Tests/Fixtures/dumps is a \(format.name)")
    }

    @Test("Every dictionary that a target names is there")
    func dictionaries() throws {
        let folder = Fixtures.repository.appending(path: "Tests/Fuzz")
        let source = try String(contentsOf: folder.appending(path: "Sources/Fuzz/FuzzTarget.swift"), encoding: .utf8)
        for name in ["text", "json", "xml", "binary"] {
            #expect(source.contains("\"\(name)\""))
            let words = try String(contentsOf: folder.appending(path: "Dictionaries/\(name).dict"), encoding: .utf8)
            for line in words.split(separator: "\n") where !line.hasPrefix("#") {
                #expect(line.hasPrefix("\"") && line.hasSuffix("\"") && line.count > 2, "\(name): \(line)")
            }
        }
    }
}
