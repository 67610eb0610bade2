import Foundation
import Glibc
import Testing
import TestSupport

@testable import Catalog

@Suite("What tells that a file has been written to")
struct FileFingerprintTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The time and the size are compared with those that were stored by earlier versions, which had them from Foundation.
    @Test(
        "it has the size and, to the last bit, the time that Foundation gives",
        arguments: [
            (0, 0), (1_700_000_000, 999_999_999), (1_732_368_361, 123_456_789), (978_307_199, 1),
            (2_147_483_647, 500_000_001),
        ]
    )
    func sameAsFoundation(seconds: Int, nanoseconds: Int) throws {
        try directory.write("five!", to: "dump.txt")
        let url = directory.url.appending(path: "dump.txt")
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        #expect(utimensat(AT_FDCWD, url.path(percentEncoded: false), [time, time], 0) == 0)
        let values = try URL(filePath: url.path(percentEncoded: false))
            .resourceValues(forKeys: [.contentModificationDateKey, .fileSizeKey])
        let fingerprint = try #require(FileFingerprint(of: url))
        #expect(fingerprint.modifiedAt == values.contentModificationDate)
        #expect(fingerprint.size == 5)
        #expect(values.fileSize == 5)
    }

    @Test("a folder, a link, a pipe and what is not there have none")
    func others() throws {
        try directory.write("five!", to: "dump.txt")
        let path = directory.url.path(percentEncoded: false)
        #expect(symlink("dump.txt", path + "/link.txt") == 0)
        #expect(mkfifo(path + "/pipe", 0o600) == 0)
        for name in ["", "link.txt", "pipe", "nothing.txt"] {
            #expect(FileFingerprint(of: directory.url.appending(path: name)) == nil)
        }
    }
}
