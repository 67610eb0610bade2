import Diagnostics
import Testing
import TestSupport
import ViewHierarchy

@testable import DumpFormats

@Suite("JSON dumps that were cut")
struct CutDumpsTests {
    @Test(
        "a file cut at any byte still gives the views before the cut",
        arguments: [
            "elements-wda.json", "elements-idb.json", "elements-maestro.json", "elements-runner.json",
            "views-sentry.json", "views-calabash.json", "kitchen.json",
        ]
    )
    func everyByte(file: String) throws {
        let bytes = try Fixtures.bytes("dumps/\(file)")
        let whole = try DumpReader.read(bytes)
        var most = 0
        for count in stride(from: 0, to: bytes.count - 2, by: 7) {
            guard let dump = try? DumpReader.read(Array(bytes.prefix(count))) else {
                #expect(most == 0, "\(count) bytes are refused, fewer are read")
                continue
            }
            #expect(dump.format == whole.format)
            #expect(dump.tree.count >= most && dump.tree.count <= whole.tree.count)
            #expect(dump.report.contains { $0.code == "truncated.json" && $0.line != nil })
            // All but the last one, of which there may be half, are as in the whole.
            for index in 0..<max(0, dump.tree.count - 1)
            where dump.tree.depth(of: index) >= dump.tree.depth(of: dump.tree.count - 1) {
                #expect(dump.tree.className(of: index) == whole.tree.className(of: index))
                #expect(dump.tree.frame(of: index) == whole.tree.frame(of: index))
            }
            most = dump.tree.count
        }
        #expect(most == whole.tree.count)
    }

    @Test("an app's own JSON that is broken in the middle keeps what stands before, and says where")
    func broken() throws {
        let text =
            "{\"vitrine\":1,\"windows\":[\n{\"class\":\"A\",\"frame\":[0,0,9,9]},\n{\"class\":\"B\",\"frame\":[0,0,oops]}]}"
        let dump = try DumpReader.read(Array(text.utf8))
        #expect(dump.outline == ["A", "B"])
        #expect(dump.codes.contains("broken.json") && dump.findings.first?.line == 3)
    }

    @Test("an app's own JSON that was cut before its first view is refused with the line")
    func nothing() {
        let error = #expect(throws: DumpError.self) {
            try DumpReader.read(Array("{\"vitrine\":1,\n\"windows\":[{\"cla".utf8))
        }
        #expect(error?.code == .unreadable && error?.line == 2)
    }
}
