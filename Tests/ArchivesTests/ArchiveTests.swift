import Archives
import TestSupport
import Testing

@Suite("Archives")
struct ArchiveTests {
    typealias Entry = ZipWriter.Entry

    private func archive(_ entries: Entry...) -> [UInt8] {
        var writer = ZipWriter()
        for entry in entries { writer.add(entry) }
        return writer.finish()
    }

    private func contents(
        _ bytes: [UInt8],
        limits: ArchiveLimits = .standard
    ) throws(ArchiveError) -> [(path: String, bytes: [UInt8])] {
        try Archive.reading(bytes[...], limits: limits) { archive throws(ArchiveError) in
            var files: [(String, [UInt8])] = []
            for entry in archive.entries where !entry.isFolder { files.append((entry.path, try archive.read(entry))) }
            return files
        }
    }

    private func refusal(_ bytes: [UInt8], limits: ArchiveLimits = .standard) -> ArchiveError? {
        do throws(ArchiveError) {
            _ = try contents(bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(_ entries: Entry..., limits: ArchiveLimits = .standard) -> ArchiveError? {
        var writer = ZipWriter()
        for entry in entries { writer.add(entry) }
        return refusal(writer.finish(), limits: limits)
    }

    private func entry(_ name: String, _ text: String = "x", _ change: (inout Entry) -> Void = { _ in }) -> Entry {
        var entry = Entry(name, Array(text.utf8))
        change(&entry)
        return entry
    }

    @Test("files come out as they went in, stored or deflated")
    func reading() throws {
        let long = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        var deflated = Entry("a/b/long", long)
        deflated.method = 8
        let files = try contents(archive(entry("a/"), entry("a/short", "text"), deflated, entry("empty", "")))
        #expect(files.map(\.path) == ["a/short", "a/b/long", "empty"])
        #expect(files.map(\.bytes) == [Array("text".utf8), long, []])
    }

    @Test("what macOS puts beside files is left out")
    func junk() throws {
        let bytes = ZipWriter.archive(["__MACOSX/a/._b": "x", "a/.DS_Store": "x", "a/._b": "x", "a/b": "x"])
        #expect(try contents(bytes).map(\.path) == ["a/b"])
    }

    @Test("names without the flag are UTF-8 where they can be, else code page 437")
    func encodings() throws {
        let utf8 = entry("über") { $0.flags = 0 }
        let old = entry("") {
            $0.flags = 0
            // ü in code page 437.
            $0.name = [0x81, 0x62]
        }
        #expect(try contents(archive(utf8, old)).map(\.path) == ["über", "üb"])
        let broken = entry("") { $0.name = [0x66, 0xFF] }
        #expect(refusal(broken)?.code == .unreadableName)
    }

    @Test(
        "paths that lead out of the archive are refused and named",
        arguments: [
            "/etc/passwd", "../x", "a/../../x", "a/..", "a\\b", "..\\x", "C:x", "C:/x", "a/\u{1B}[2J", "a\nb",
            "a/\u{301}b", "../\u{301}b",
        ]
    )
    func unsafePaths(_ name: String) throws {
        let error = try #require(refusal(entry(name)))
        #expect(error.code == .unsafePath)
        #expect(error.message.contains("“"))
        #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("a NUL in a name is refused, although C would end the name there")
    func nul() {
        #expect(refusal(entry("Info.plist\0/../../x"))?.code == .unsafePath)
    }

    @Test("dots and doubled slashes in a path say nothing")
    func plainPaths() throws {
        #expect(try contents(archive(entry("./a//b/./c"))).map(\.path) == ["a/b/c"])
    }

    @Test("paths have a greatest length and depth")
    func longPaths() {
        let limits = ArchiveLimits(maximumPathBytes: 20, maximumDepth: 2)
        #expect(refusal(entry("a/b/c"), limits: limits) == nil)
        #expect(refusal(entry("a/b/c/d"), limits: limits)?.code == .unsafePath)
        #expect(refusal(entry(String(repeating: "a", count: 20)), limits: limits) == nil)
        #expect(refusal(entry(String(repeating: "a", count: 21)), limits: limits)?.code == .unsafePath)
    }

    @Test("links and devices are refused, plain modes are not", arguments: [0o120777, 0o020666, 0o060666, 0o010666])
    func specialFiles(mode: UInt32) {
        #expect(refusal(entry("ok") { $0.mode = 0o100644 }, entry("x/") { $0.mode = 0o040755 }) == nil)
        let error = refusal(entry("a/link", "/etc/passwd") { $0.mode = mode })
        #expect(error?.code == .specialFile)
        #expect(error?.entry == "a/link")
    }

    @Test("two entries of one place are refused")
    func collisions() {
        #expect(refusal(entry("a/b"), entry("a/b"))?.code == .collision)
        #expect(refusal(entry("a/b"), entry("a/B"))?.code == .collision)
        #expect(refusal(entry("a/x"), entry("A/y"))?.code == .collision)
        #expect(refusal(entry("a"), entry("a/b"))?.code == .collision)
        #expect(refusal(entry("a/b"), entry("a"))?.code == .collision)
        #expect(refusal(entry("é"), entry("e\u{301}"))?.code == .collision)
        #expect(refusal(entry("a", "") { $0.mode = 0o040755 })?.code == .collision)
        #expect(refusal(entry("a/", ""), entry("a/", ""), entry("a/b")) == nil)
    }

    @Test("what is encrypted or compressed in another way is refused")
    func unreadable() {
        #expect(refusal(entry("a") { $0.flags |= 1 })?.code == .encrypted)
        #expect(refusal(entry("a") { $0.method = 12 })?.code == .unsupportedCompression)
    }

    @Test("sizes and check sums are not believed")
    func lies() {
        let text = String(repeating: "x", count: 200_000)
        for told: UInt32 in [0, 1, 199_999, 200_001, 4_000_000] {
            let lie = entry("a", text) {
                $0.method = 8
                $0.toldSize = told
            }
            #expect(refusal(lie)?.code == .damaged, "\(told)")
        }
        #expect(refusal(entry("a") { $0.toldChecksum = 1 })?.code == .damaged)
    }

    @Test("bombs are refused before they are expanded")
    func bombs() {
        let limits = ArchiveLimits(
            maximumEntries: 3,
            maximumEntryBytes: 1_000,
            maximumTotalBytes: 1_500,
            maximumRatio: 10,
            ratioFloorBytes: 100
        )
        func told(_ name: String, _ size: UInt32) -> Entry { entry(name) { $0.toldSize = size } }
        #expect(refusal(told("a", 1_001), limits: limits)?.code == .tooLarge)
        #expect(refusal(told("a", 900), limits: limits)?.code == .bomb)
        let names = ArchiveLimits(maximumDirectoryBytes: 100)
        #expect(refusal(entry("a"), entry("b"), limits: names) == nil)
        #expect(refusal(entry("a"), entry("b"), entry("c"), limits: names)?.code == .tooLarge)
        let full = String(repeating: "x", count: 600)
        #expect(refusal(entry("a", full), entry("b", full), limits: limits) == nil)
        #expect(refusal(entry("a", full), entry("b", full), entry("c", full), limits: limits)?.code == .tooLarge)
        #expect(refusal(entry("a"), entry("b"), entry("c"), entry("d"), limits: limits)?.code == .tooManyEntries)
        #expect(refusal(entry("a/b/c/d"), limits: limits)?.code == .tooManyEntries)
    }

    @Test("entries that share bytes are refused")
    func overlaps() {
        #expect(refusal(entry("a", "same"), entry("b", "same") { $0.sharesData = true })?.code == .bomb)
    }

    @Test("reading counts what comes out, every time")
    func budget() throws {
        let bytes = archive(entry("a", String(repeating: "x", count: 600)))
        let error = #expect(throws: ArchiveError.self) {
            try Archive.reading(bytes[...], limits: ArchiveLimits(maximumTotalBytes: 1_000)) {
                archive throws(ArchiveError) in
                let entry = archive.entries[0]
                _ = try archive.read(entry)
                _ = try archive.read(entry)
            }
        }
        #expect(error?.code == .tooLarge)
    }

    @Test("bytes that are no archive, or end early, are refused")
    func notAnArchive() {
        #expect(refusal([])?.code == .notAnArchive)
        #expect(refusal(Array("hello".utf8))?.code == .notAnArchive)
        #expect(refusal([UInt8](repeating: 0, count: 100_000))?.code == .notAnArchive)
        let bytes = archive(entry("a", "text"), entry("b", "text"))
        for length in stride(from: 4, to: bytes.count, by: 3) {
            let code = refusal(Array(bytes.prefix(length)))?.code
            #expect(code == .damaged || code == .notAnArchive, "\(length)")
        }
        #expect(refusal(bytes + [0])?.code == .damaged)
    }

    @Test("an empty archive lists nothing")
    func empty() throws {
        #expect(try contents(ZipWriter().finish()).isEmpty)
    }

    @Test("whatever the bytes are, reading ends with contents or an error")
    func mutations() {
        var generator = SeededGenerator(seed: 7)
        var deflated = entry("a/deflated", String(repeating: "text ", count: 40))
        deflated.method = 8
        let good = archive(entry("a/"), entry("a/b", "text"), deflated, entry("ü") { $0.mode = 0o100644 })
        var refused = 0
        for _ in 0..<10_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: bytes[index] = [0, 0xFF, 0x7F, 0x80][Int.random(in: 0..<4, using: &generator)]
                default: bytes.remove(at: index)
                }
            }
            if refusal(bytes) != nil { refused += 1 }
        }
        #expect(refused > 5_000)
    }
}
