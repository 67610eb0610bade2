import Testing

@testable import HTTP

@Suite struct EntityTagTests {
    @Test(
        "a list names tags, by weak comparison and by strong comparison",
        arguments: [
            ("\"a\"", "\"a\"", true, true), ("\"a\"", "W/\"a\"", true, false), ("W/\"a\"", "\"a\"", true, false),
            ("\"a\"", "\"b\", \"a\"", true, true), ("\"a\"", "\"b\",W/\"a\" ", true, false),
            ("\"a-gzip\"", "\"a\"", false, false), ("\"a\"", "\"a-gzip\"", false, false),
            ("\"a\"", "\"b\"", false, false), ("\"a\"", "a", false, false), ("\"a\"", "", false, false),
            ("\"a\"", "\"A\"", false, false), ("\"a,b\"", "\"a,b\"", true, true), ("\"b\"", "\"a,b\"", false, false),
            ("\"a\"", "\"a", false, false), ("\"a\"", ",,\t \"a\"", true, true), ("\"a\"", "*", false, false),
        ]
    )
    func names(_ tag: String, _ list: String, weakly: Bool, strongly: Bool) {
        #expect(EntityTagList(list).names(weakly: tag) == weakly)
        #expect(EntityTagList(list).names(strongly: tag) == strongly)
    }

    @Test("an asterisk stands for any tag, and only alone")
    func asterisk() {
        #expect(EntityTagList(" * ").isAny && !EntityTagList(" * ").isEmpty)
        #expect(!EntityTagList("*, \"a\"").isAny)
        #expect(EntityTagList("a, b").isEmpty)
    }

    @Test("the compressed form's tag differs and leads back")
    func compressed() {
        #expect(EntityTag.compressed("\"a\"") == "\"a-gzip\"")
        #expect(EntityTag.compressed("W/\"a\"") == "W/\"a-gzip\"")
        #expect(EntityTag.plain("\"a-gzip\"") == "\"a\"")
        #expect(EntityTag.plain("\"a\"") == "\"a\"")
    }

    @Test("equal bytes have equal tags, others have others")
    func hashing() {
        #expect(EntityTag.strong(hashing: []) == "\"cbf29ce484222325\"")
        #expect(EntityTag.strong(hashing: [1, 2]) != EntityTag.strong(hashing: [2, 1]))
        #expect(EntityTag.strong(hashing: Array("foobar".utf8)) == "\"85944171f73967e8\"")
    }
}
