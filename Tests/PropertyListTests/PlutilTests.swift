import Foundation
import PropertyList
import TestSupport
import Testing

/// `plutil` of Foundation beside the reader and the writer.
@Suite("Property lists beside plutil", .enabled(if: Plutil.path != nil, "there is no plutil on this machine"))
struct PlutilTests {
    static let lists: [String] = [
        """
        <plist><dict><key>z</key><real>0.1</real><key>B</key><real>1e21</real><key>a</key><real>123456789012345678</real>
        <key>9</key><real>1e-7</real><key>10</key><real>0</real><key>é</key><integer>0x1F</integer>
        <key>n</key><real>nan</real><key>i</key><real>-inf</real><key>u</key><integer>18446744073709551615</integer>
        <key>d</key><date>2026-01-02T03:04:05Z</date><key>f</key><real>2.5</real></dict></plist>
        """,
        "<plist><dict><key>a</key><data>\(Data(0..<100).base64EncodedString())</data><key>e</key><data/></dict></plist>",
        "<plist><array><string>a &amp; &lt;b&gt; \"c\" 'd'</string><array/><dict/><array><false/></array></array></plist>",
        "{z=1; a=(2, <0a>, \"x\\n\"); \"b c\"={}; \u{E9}\u{301}=1;}", "\"b\"=\"é😀\"; a;",
        "<plist><dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict></plist>",
    ]

    @Test("lists come out as plutil writes them, in its order and with its numbers", arguments: lists)
    func converts(list: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "plutil-\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(list.utf8).write(to: file)
        let ours = try? PropertyListWriter.xml(PropertyListReader.read(Array(list.utf8)))
        #expect(try Plutil.xml(of: file) == ours.map { String(decoding: $0, as: UTF8.self) })
    }

    @Test("so do those of real bundles", .enabled(if: Corpus.root != nil))
    func corpus() throws {
        for file in Corpus.propertyLists().enumerated().filter({ $0.offset.isMultiple(of: 25) }).map(\.element) {
            let ours = try? PropertyListWriter.xml(PropertyListReader.read([UInt8](Data(contentsOf: file))))
            // Characters that XML has no place for are written so that other readers take them.
            let text = ours.map { String(decoding: $0, as: UTF8.self).replacing("&#12;", with: "\u{C}") }
            #expect(try Plutil.xml(of: file) == text, "\(file.path)")
        }
    }
}

/// The tool, where there is one: in the toolchain or in the search path.
enum Plutil {
    static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/opt/swift/usr/bin", "/usr/bin"]).map { $0 + "/plutil" }
            .first(where: FileManager.default.isExecutableFile)
    }()

    /// A list as XML; nil where the tool refuses it.
    static func xml(of file: URL) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: path ?? "")
        process.arguments = ["-convert", "xml1", "-o", "-", file.path(percentEncoded: false)]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}
