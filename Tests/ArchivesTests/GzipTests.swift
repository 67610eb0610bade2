import Archives
import Testing

@Suite("gzip data")
struct GzipTests {
    /// `hello` as gzip -n writes it.
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0,
        0,
    ]

    @Test("data comes back, whatever its header says besides")
    func expands() throws {
        #expect(try Gzip.expanded(Self.hello, limit: 100) == Array("hello".utf8))
        var named = Self.hello
        named[3] = 0x08 | 0x10 | 0x04 | 0x02
        named.insert(contentsOf: [2, 0, 9, 9] + Array("a.txt\0note\0".utf8) + [1, 2], at: 10)
        #expect(try Gzip.expanded(named, limit: 100) == Array("hello".utf8))
    }

    @Test("more than the limit, a wrong size or check sum, and cut data are refused")
    func refuses() {
        #expect(throws: ArchiveError.self) { try Gzip.expanded(Self.hello, limit: 4) }
        for index in [10, 12, 17, 21] {
            var damaged = Self.hello
            damaged[index] ^= 0x55
            #expect(throws: ArchiveError.self) { try Gzip.expanded(damaged, limit: 1 << 20) }
        }
        for length in 0..<Self.hello.count {
            #expect(throws: ArchiveError.self) { try Gzip.expanded(Array(Self.hello.prefix(length)), limit: 100) }
        }
        for flags in UInt8.min ... .max {
            var odd = Self.hello
            odd[3] = flags
            _ = try? Gzip.expanded(odd, limit: 100)
        }
    }
}
