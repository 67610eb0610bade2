import Testing

@testable import HTTP

@Suite struct MediaTypeTests {
    @Test(
        "a file's type comes from its name",
        arguments: [
            ("app.js", "text/javascript; charset=utf-8"), ("app.CSS", "text/css; charset=utf-8"),
            ("a.svg", "image/svg+xml"), ("a.png", "image/png"), ("a.json", "application/json"),
            ("a.woff2", "font/woff2"), ("a.b.html", "text/html; charset=utf-8"), ("README", "application/octet-stream"),
            ("a.", "application/octet-stream"), ("a.unknown", "application/octet-stream"),
        ]
    )
    func types(_ name: String, _ type: String) {
        #expect(MediaType.forFile(named: name) == type)
    }
}
