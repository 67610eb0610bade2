import AppBundles
import Foundation
import Testing
import TestSupport

@Suite("Files of a folder")
struct FolderFilesTests {
    private func code(_ body: () throws -> Void) -> AppBundleError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? AppBundleError)?.code }
    }

    @Test("files and folders are listed by name and read")
    func listing() throws {
        let folder = try TemporaryDirectory()
        try folder.write("b", to: "b.txt")
        try folder.write("x", to: "a/x.txt")
        let files = try FolderFiles(root: folder.url)
        #expect(
            try files.entries(in: "", limit: 10) == [
                BundleEntry(name: "a", kind: .folder), BundleEntry(name: "b.txt", kind: .file),
            ]
        )
        #expect(try files.read("a/x.txt", limit: 10) == Array("x".utf8))
        #expect(try files.read("a//./x.txt", limit: 10) == Array("x".utf8))
        #expect(
            files.isFile("b.txt") && files.kind(of: "a") == .folder && files.kind(of: "") == .folder
                && files.kind(of: "c") == nil
        )
        #expect(files.name == folder.url.lastPathComponent)
    }

    @Test(
        "paths that leave or lie are refused",
        arguments: [
            "../x", "a/../../x", "/etc/passwd", "a/..", "..", "b.txt\0", "a\\..\\x",
            String(repeating: "a/", count: 600),
        ]
    )
    func unsafePaths(path: String) throws {
        let folder = try TemporaryDirectory()
        try folder.write("b", to: "b.txt")
        let files = try FolderFiles(root: folder.url)
        #expect(BundlePath.normalized(path) == nil)
        #expect(code { _ = try files.read(path, limit: 10) } == .unsafePath)
        #expect(code { _ = try files.entries(in: path, limit: 10) } == .unsafePath)
        #expect(files.kind(of: path) == nil)
    }

    @Test("links inside are followed, links that leave are not")
    func links() throws {
        let folder = try TemporaryDirectory()
        let outside = try TemporaryDirectory()
        try outside.write("secret", to: "secret.txt")
        try folder.write("b", to: "b.txt")
        let manager = FileManager.default
        func link(_ name: String, _ target: String) throws {
            try manager.createSymbolicLink(
                atPath: folder.url.appending(path: name).path(percentEncoded: false),
                withDestinationPath: target
            )
        }
        try link("inside", "b.txt")
        try link("outside", outside.url.appending(path: "secret.txt").path(percentEncoded: false))
        try link("folder", outside.url.path(percentEncoded: false))
        try link("sibling", folder.url.path(percentEncoded: false) + "-other")
        try link("circle", "circle")
        try manager.createDirectory(
            atPath: folder.url.path(percentEncoded: false) + "-other",
            withIntermediateDirectories: true
        )
        defer { try? manager.removeItem(atPath: folder.url.path(percentEncoded: false) + "-other") }
        let files = try FolderFiles(root: folder.url)
        #expect(try files.read("inside", limit: 10) == Array("b".utf8))
        #expect(code { _ = try files.read("outside", limit: 10) } == .unsafePath)
        #expect(code { _ = try files.read("folder/secret.txt", limit: 10) } == .unsafePath)
        #expect(code { _ = try files.entries(in: "sibling", limit: 10) } == .unsafePath)
        #expect(code { _ = try files.read("circle", limit: 10) } == .missingFile)
        #expect(try files.entries(in: "", limit: 10).map(\.name) == ["b.txt", "inside"])
    }

    @Test("a pipe neither holds up the reader nor shows")
    func pipes() throws {
        let folder = try TemporaryDirectory()
        #expect(mkfifo(folder.url.appending(path: "Root.plist").path(percentEncoded: false), 0o600) == 0)
        let files = try FolderFiles(root: folder.url)
        #expect(try files.entries(in: "", limit: 10).isEmpty)
        #expect(code { _ = try files.read("Root.plist", limit: 10) } == .unreadableFile)
    }

    @Test("size and count have limits")
    func limits() throws {
        let folder = try TemporaryDirectory()
        try folder.write("12345", to: "a")
        try folder.write("", to: "b")
        let files = try FolderFiles(root: folder.url)
        #expect(try files.read("a", limit: 5).count == 5)
        #expect(code { _ = try files.read("a", limit: 4) } == .tooLarge)
        #expect(try files.read("b", limit: 0).isEmpty)
        #expect(code { _ = try files.entries(in: "", limit: 1) } == .tooManyFiles)
        #expect(code { _ = try files.read("", limit: 10) } == .unreadableFile)
    }

    @Test("a folder that is not there is refused")
    func missingRoot() {
        #expect(code { _ = try FolderFiles(root: URL(filePath: "/no/such/folder")) } == .missingFile)
    }

    @Test("a sub-folder is a bundle that cannot reach its parent")
    func subfolder() throws {
        let files = SubfolderFiles(MemoryFiles(["a/b/x": "1", "y": "2"]), folder: "a/b")
        #expect(files.name == "b")
        #expect(try files.read("x", limit: 9) == Array("1".utf8))
        #expect(try files.entries(in: "", limit: 9).map(\.name) == ["x"])
        #expect(code { _ = try files.read("../../y", limit: 9) } == .unsafePath)
        #expect(files.kind(of: "../../y") == nil)
    }
}
