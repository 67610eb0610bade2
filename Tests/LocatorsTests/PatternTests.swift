import Testing

@testable import Locators

@Suite("Regular expressions")
struct PatternTests {
    @Test(
        "find what ICU's find",
        arguments: [
            ("abc", "xabcx", true), ("^abc$", "abc", true), ("^abc$", "abc\n", true), ("abc\\z", "abc\n", false),
            ("a.c", "a\nc", false), ("[^a]", "aab", true), ("[^a]", "aaa", false), ("[a-c]{3}", "abc", true),
            ("[a-c]{4}", "abc", false), ("a{2,}", "aa", true), ("a{2,3}b", "aaab", true), ("colou?r", "color", true),
            ("\\d+", "a12", true), ("\\D", "12", false), ("\\w+\\s\\w+", "a b", true), ("\\bcat\\b", "a cat!", true),
            ("\\bcat\\b", "concat", false), ("cat\\B", "cats", true), ("(a|b)+c", "ababc", true),
            ("(?:x|y)z", "yz", true),
            ("(?<n>a)b", "ab", true), ("[\\d-]", "-", true), ("[]a]", "]", true), ("[[:alpha:]]+", "é", true),
            ("[[:^digit:]]", "1", false), ("\\p{Lu}", "É", true), ("\\P{L}", "é", false),
            ("\\x41\\u0042\\x{43}", "ABC", true),
            ("\\Q.*\\E", "a.*b", true), ("\\.", "a", false), ("(?i)ABC", "abc", true), ("", "", true),
            ("a**", "a", nil),
            ("(", "", nil), (")", "", nil), ("[a", "", nil), ("a{3,2}", "", nil), ("*a", "", nil), ("a++", "", nil),
            ("(?=a)", "", nil), ("\\1", "", nil), ("a{9999}", "", nil), ("\\", "", nil), ("\\y", "", nil),
            ("\\p{Zz}", "", nil),
            ("[z-a]", "", nil), ("{", "", nil), ("a*?b", "aab", true), ("x*", "", true), ("()*", "a", true),
            ("(a*)*b", "b", true),
        ] as [(String, String, Bool?)]
    )
    func search(pattern: String, text: String, expected: Bool?) throws {
        guard let expected else {
            #expect(throws: Pattern.Failure.self) { try Pattern(pattern) }
            return
        }
        #expect(try Pattern(pattern).isFound(in: text, budget: WorkBudget()) == expected)
    }

    @Test("the preferred match is that of going back: the first alternative, as many or as few")
    func preference() throws {
        for (pattern, text, expected) in [
            ("a|ab", "ab", [0, 1]), ("ab|a", "ab", [0, 2]), ("a+", "xaay", [1, 3]), ("a+?", "xaay", [1, 2]),
            ("(a)|(b)", "b", [0, 1, -1, -1, 0, 1]), ("(a|ab)(c|bcd)", "abcd", [0, 4, 0, 1, 1, 4]),
        ] {
            let match = try Pattern(pattern).firstMatch(in: Array(text.unicodeScalars), from: 0, budget: WorkBudget())
            #expect(match == expected, "\(pattern)")
        }
        #expect(try Pattern("a|ab").isWhole("ab", budget: WorkBudget()))
        #expect(try !Pattern("a").isWhole("ab", budget: WorkBudget()))
    }

    @Test(
        "patterns that others go back over for minutes end in time",
        arguments: ["(a+)+$", "(a|aa)+$", "^(a*)*$", "(.*a){12}$"]
    )
    func catastrophic(pattern: String) throws {
        let text = String(repeating: "a", count: 500) + "!"
        #expect(try !Pattern(pattern).isFound(in: text, budget: WorkBudget()))
    }

    @Test(
        "a pattern that becomes too long is refused",
        arguments: ["(a{1000}){1000}", "((()){1000}){1000}", "(((a?){99}){99}){99}"]
    )
    func size(pattern: String) throws {
        #expect(throws: Pattern.Failure.self) { try Pattern(pattern) }
    }
}
