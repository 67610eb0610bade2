import Diagnostics
import DumpFormats
import Foundation
import TestSupport
import Testing
import ViewHierarchy

/// Every real dump at hand, counted a second time by simpler means.
@Suite("Real recursiveDescription dumps", .enabled(if: Corpus.root != nil))
struct DumpCorpusTests {
    /// Files that are no view dumps, with words that the refusal must have.
    private static let others = [
        "LZRight123__ARM__cycript-autolayouttrace.txt": "_autolayoutTrace",
        "objcio__articles__autolayouttrace.txt": "_autolayoutTrace",
        "objcio__articles__printhierarchy.txt": "_printHierarchy",
    ]

    static let files = Corpus.files("dumps/recursive-description")

    @Test("every dump loads with all its views, and look-alikes are refused by name", arguments: files)
    func load(file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        if let expected = Self.others[file.lastPathComponent] {
            let error = #expect(throws: DumpError.self) { try DumpReader.read(bytes) }
            #expect(error?.code == .unknownFormat)
            #expect(error?.message.contains(expected) == true)
            return
        }
        let dump = try DumpReader.read(bytes)
        #expect(dump.format == .recursiveDescription)
        #expect(dump.tree.count == Self.viewCount(String(decoding: bytes, as: UTF8.self)))
        for index in dump.tree.indices { #expect(!dump.tree.className(of: index).isEmpty) }
    }

    @Test("every class, address and text stands in the dump", arguments: files)
    func contents(file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        guard Self.others[file.lastPathComponent] == nil else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let tree = try DumpReader.read(bytes).tree
        for index in tree.indices {
            if let address = tree.address(of: index) {
                #expect(text.contains("<\(tree.className(of: index)): \(address)"))
            }
            if let shown = tree.text(of: index), !text.contains("\\u") { #expect(text.contains("'\(shown)'")) }
        }
    }

    /// Each view prints one frame, or is a word behind bars when the app prints it in its own way.
    private static func viewCount(_ text: String) -> Int {
        let frames = text.ranges(of: "frame = (").count + text.ranges(of: "Frame: (").count
        let words = text.split(separator: "\n").filter { $0.contains(/^ *\| *[A-Za-z]+$/) }
        return frames + words.count
    }
}
