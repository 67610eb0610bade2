import Testing

@testable import Catalog

@Suite("Ids")
struct IdentifiersTests {
    @Test(
        "a slug has letters, digits and single hyphens",
        arguments: [
            ("Clock – Main Screen", "clock-main-screen"), ("--a__b--", "a-b"), ("", "item"), ("日本", "item"),
            ("É2", "2"),
            (String(repeating: "x", count: 90), String(repeating: "x", count: 40)),
        ]
    )
    func slugs(name: String, slug: String) {
        #expect(Identifiers.slug(name) == slug)
    }

    @Test("the id of a file depends on its name and path alone")
    func stable() {
        #expect(Identifiers.stable(name: "Clock", path: "/a/Clock.txt") == "clock-171b447d")
        #expect(
            Identifiers.stable(name: "Clock", path: "/a/Clock.txt")
                != Identifiers.stable(name: "Clock", path: "/b/Clock.txt")
        )
    }

    @Test("ids of uploads differ, are short and hold no hyphen")
    func random() {
        let ids = Set((0..<1_000).map { _ in Identifiers.random() })
        #expect(ids.count == 1_000)
        #expect(ids.allSatisfy { $0.utf8.count == 10 && !$0.contains("-") })
    }
}
