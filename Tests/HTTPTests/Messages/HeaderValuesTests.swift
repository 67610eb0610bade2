import Testing

@testable import HTTP

@Suite struct ParameterizedValueTests {
    @Test("parameters are found by name, the first one counts")
    func parameters() {
        let value = ParameterizedValue(" text/html ; Charset=utf-8;a=\"b;c\" ; a=d; flag; =x; e=\"")
        #expect(value.value == "text/html")
        #expect(value["charset"] == "utf-8")
        #expect(value["a"] == "b;c")
        #expect(value["flag"] == nil)
        #expect(value["e"] == "")
    }

    @Test("odd values are read to their end", arguments: ["", ";", ";;;=;", "a;=", "a;b=\"\\", "\"", "a;b=\"c\"d;e=f"])
    func odd(_ text: String) {
        _ = ParameterizedValue(text)
    }
}

@Suite struct WeightedListTests {
    @Test(
        "items have values, parameters and weights",
        arguments: [
            ("a, B;q=0.5", ["a 1.0", "B 0.5"]), (" a ; Q = 0.25 ,\tb", ["a 0.25", "b 1.0"]), ("", []),
            (",,;;=,", []), ("a;q=2,b;q=-1,c;q=x,d;q=nan,e;q=", ["a 0.0", "b 0.0", "c 0.0", "d 0.0", "e 0.0"]),
            ("*/*;q=0", ["*/* 0.0"]), ("a;level=1;q=0.3", ["a 0.3"]),
        ] as [(String, [String])]
    )
    func items(_ text: String, _ expected: [String]) {
        #expect(WeightedList(text).items.map { "\($0.value) \($0.weight)" } == expected)
    }

    @Test("parameters are found by name, quoted or not")
    func parameters() throws {
        let item = try #require(WeightedList("application/x-plist; Format=\"xml\"; q=0.5").items.first)
        #expect(item["format"] == "xml")
        #expect(item["level"] == nil)
    }

    @Test("a field without end gives a bounded list")
    func bounded() {
        #expect(WeightedList(String(repeating: "de,", count: 100_000)).items.count == 256)
    }
}

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
