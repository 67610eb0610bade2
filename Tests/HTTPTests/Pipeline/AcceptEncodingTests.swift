import Testing

@testable import HTTP

@Suite struct AcceptEncodingTests {
    @Test(
        "gzip is taken where it is allowed and liked no less than the plain body",
        arguments: [
            ("gzip", true), ("gzip, deflate, br, zstd", true), ("GZIP", true), ("x-gzip", true), ("*", true),
            ("gzip;q=0.5", true), ("gzip; q=0.001", true), ("deflate, gzip ; q = 1.0", true),
            ("gzip;q=0.5, identity;q=0.5", true), ("*;q=0.1", true), ("identity;q=0, *", true), ("", false),
            ("identity", false), ("gzip;q=0", false), ("gzip;q=0.000", false), ("gzip;q=0, *;q=1", false),
            ("gzip;q=0.4, identity;q=0.5", false), ("identity, gzip;q=0.9", false), ("br", false), ("*;q=0", false),
            ("gzip;q=x", false), ("gzip;q=", false), ("gzipped", false), (";,;", false), ("gzip;q=nan", false),
        ]
    )
    func prefersGzip(_ text: String, _ expected: Bool) {
        #expect(AcceptEncoding(text).prefersGzip == expected)
    }
}
