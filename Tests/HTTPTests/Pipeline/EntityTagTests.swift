import Testing

@testable import HTTP

@Suite struct EntityTagTests {
    @Test(
        "a list matches by weak comparison, compressed forms like plain ones",
        arguments: [
            ("\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("W/\"a\"", "\"a\"", true), ("\"a\"", "*", true),
            ("\"a\"", "\"b\", \"a\"", true), ("\"a\"", "\"b\",W/\"a\" ", true), ("\"a-gzip\"", "\"a\"", true),
            ("\"a\"", "\"a-gzip\"", true), ("\"a-gzip\"", "W/\"a-gzip\"", true), ("\"a\"", "\"b\"", false),
            ("\"a\"", "a", false), ("\"a\"", "", false), ("\"a\"", "\"A\"", false), ("\"a,b\"", "\"a,b\"", true),
            ("\"b\"", "\"a,b\"", false), ("\"a\"", "\"a", false), ("\"a\"", ",,\t \"a\"", true),
        ]
    )
    func matches(_ tag: String, _ list: String, _ expected: Bool) {
        #expect(EntityTag.matches(tag, list: list) == expected)
    }

    @Test("the compressed form's tag differs and leads back")
    func compressed() {
        #expect(EntityTag.compressed("\"a\"") == "\"a-gzip\"")
        #expect(EntityTag.compressed("W/\"a\"") == "W/\"a-gzip\"")
        #expect(EntityTag.plain(list: "\"a-gzip\", \"b\"") == "\"a\", \"b\"")
        #expect(EntityTag.plain(list: "*") == "*")
    }

    @Test("equal bytes have equal tags, others have others")
    func hashing() {
        #expect(EntityTag.strong(hashing: []) == "\"cbf29ce484222325\"")
        #expect(EntityTag.strong(hashing: [1, 2]) != EntityTag.strong(hashing: [2, 1]))
        #expect(EntityTag.strong(hashing: Array("foobar".utf8)) == "\"85944171f73967e8\"")
    }
}
