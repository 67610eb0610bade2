import Testing

@testable import ViewHierarchy

@Suite("Looking known names up")
struct NameLookupTests {
    @Test("each name has its value, of equal ones the first, and no other has any")
    func known() {
        let pairs = [("x", 1), ("width", 2), ("", 3), ("häh", 4), ("x", 5)]
        let lookup = NameLookup(pairs.map { (key: $0.0, value: $0.1) })
        #expect(["x", "width", "", "häh"].map { lookup[$0] } == [1, 2, 3, 4])
        for other in ["y", "wydth", "widt", "X", "hh"] {
            #expect(lookup[other] == nil)
            #expect(!lookup.contains(other))
        }
        #expect(lookup.contains("width"))
    }

    @Test("names of the same length and ends are told apart, however many there are")
    func crowded() {
        let names = (0..<1_000).map { "a\(10_000 + $0)z" }
        let lookup = NameLookup((names + names).enumerated().map { (key: $1, value: $0) })
        for (number, name) in names.enumerated() { #expect(lookup[name] == number) }
        #expect(lookup["a20000z"] == nil)
        #expect(NameLookup<Int>([])["a"] == nil)
    }
}
