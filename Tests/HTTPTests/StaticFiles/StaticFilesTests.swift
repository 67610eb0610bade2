import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import TestSupport
import Testing

@Suite struct StaticFilesTests {
    private static func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try folder.write("body {}", to: "css/app.css")
        try folder.write("import './tree.js';", to: "js/app.js")
        try folder.write("export {};", to: "js/tree.js")
        try folder.write("<svg/>", to: "icon.svg")
        try folder.write("secret", to: ".env")
        try folder.write("secret", to: ".git/config")
        return folder
    }

    private static func client(_ files: StaticFiles) -> InMemoryClient {
        InMemoryClient(responder: Application(router: Router([files.route])))
    }

    @Test("a file by its hashed URL may be kept for ever")
    func hashed() async throws {
        let folder = try Self.folder()
        let files = try StaticFiles(root: folder.url.path)
        let url = files.url(for: "css/app.css")
        #expect(url.wholeMatch(of: /\/static\/[0-9a-f]{16}\/css\/app\.css/) != nil)
        let response = try await Self.client(files).get(url)
        #expect(response.text == "body {}")
        #expect(response.headers[.contentType] == "text/css; charset=utf-8")
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(response.headers[.eTag] != nil)
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
    }

    @Test("all files share the hash, so relative imports stay inside it")
    func sharedHash() throws {
        let folder = try Self.folder()
        let files = try StaticFiles(root: folder.url.path)
        let base = try #require(URL(string: "http://a" + files.url(for: "js/app.js")))
        #expect(URL(string: "./tree.js", relativeTo: base)?.path == files.url(for: "js/tree.js"))
    }

    @Test("a file by its plain URL is asked for again, and answered with 304")
    func plain() async throws {
        let folder = try Self.folder()
        let files = try StaticFiles(root: folder.url.path)
        let response = try await Self.client(files).get("/static/js/app.js")
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
        let tag = try #require(response.headers[.eTag])
        let second = try await Self.client(files).get("/static/js/app.js", headers: [.ifNoneMatch: tag])
        #expect(second.status == .notModified)
    }

    @Test("a hash from before leads to the file of today")
    func oldHash() async throws {
        let folder = try Self.folder()
        let files = try StaticFiles(root: folder.url.path)
        let response = try await Self.client(files).get("/static/0123456789abcdef/js/app.js")
        #expect(response.status == .temporaryRedirect)
        #expect(response.headers[.location] == files.url(for: "js/app.js"))
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(try await Self.client(files).get("/static/0123456789abcdef/no.js").status == .notFound)
    }

    @Test(
        "nothing but the files is served",
        arguments: [
            "/static/.env", "/static/.git/config", "/static/js", "/static/js/", "/static/js/../.env", "/static/../x",
            "/static/%2e%2e/%2e%2e/etc/passwd", "/static/..%2F..%2Fetc/passwd", "/static/js%2Fapp.js",
            "/static//etc/passwd", "/static/js//app.js", "/static/js/app.js/", "/static/link.js",
            "/static/outside/secret.txt", "/static/JS/app.js",
        ]
    )
    func confined(_ target: String) async throws {
        let folder = try Self.folder()
        let outside = try TemporaryDirectory()
        let secret = try outside.write("secret", to: "secret.txt")
        let links = FileManager.default
        try links.createSymbolicLink(at: folder.url.appending(path: "link.js"), withDestinationURL: secret)
        try links.createSymbolicLink(at: folder.url.appending(path: "outside"), withDestinationURL: outside.url)
        let files = try StaticFiles(root: folder.url.path)
        #expect(try await Self.client(files).get(target).status == .notFound)
        #expect(files.paths == ["css/app.css", "icon.svg", "js/app.js", "js/tree.js"])
    }

    @Test("a changed file is noticed only where that was asked for")
    func changes() async throws {
        let folder = try Self.folder()
        let fixed = try StaticFiles(root: folder.url.path)
        let before = fixed.url(for: "icon.svg")
        try folder.write("<svg>longer</svg>", to: "icon.svg")
        try folder.write("new", to: "new.txt")
        #expect(try await Self.client(fixed).get("/static/new.txt").status == .notFound)
        #expect(try await Self.client(fixed).get("/static/icon.svg").text == "<svg/>")
        #expect(fixed.url(for: "icon.svg") == before)
    }

    @Test("a folder that is not there is an error")
    func missingFolder() {
        let error = #expect(throws: HTTPError.self) { try StaticFiles(root: "/nowhere/at/all") }
        #expect(error?.code == .unreadableFiles)
    }

    @Test("the same files have the same hash, and any difference changes it")
    func treeHash() throws {
        let first = try Self.folder()
        let second = try Self.folder()
        let url = try StaticFiles(root: first.url.path).url(for: "")
        #expect(try StaticFiles(root: second.url.path).url(for: "") == url)
        try FileManager.default.moveItem(
            at: second.url.appending(path: "icon.svg"),
            to: second.url.appending(path: "icons.svg")
        )
        #expect(try StaticFiles(root: second.url.path).url(for: "") != url)
    }
}
