import DumpFormats
import Testing

@testable import Locators

@Suite("Predicate strings")
struct PredicateTests {
    @Test(
        "compare attributes",
        arguments: [
            ("TRUEPREDICATE", "0 1 2 3 4 5 6 7 8 9 10"), ("falsepredicate", ""), ("type == '~Cell'", "6 9"),
            ("visible == 0", "9"), ("wdVisible == false", "9"), ("isWDVisible == NO", "9"), ("NOT (visible == 1)", "9"),
            ("!(visible == 1)", "9"), ("NOT NOT visible == 0", "9"), ("name == nil", "1 5 6 9"),
            ("name = NULL", "1 5 6 9"),
            ("name <> 'ripe' AND name != nil", "0 2 3 4 7 10"), ("name = ''", ""), ("name ==[c] 'RIPE'", "8"),
            ("name ==[cd] 'RIPÉ'", "8"), ("name BEGINSWITH 'Tre'", "2 3"), ("name beginswith[c] 'tre'", "2 3"),
            ("name ENDSWITH 'es'", "2 3"), ("label CONTAINS 'a tr'", "4"), ("label CONTAINS ''", ""),
            ("name LIKE 'r?p*'", "8"), ("name LIKE 'ip'", ""), ("name LIKE[c] '*IP*'", "8"),
            ("value LIKE 'Cox*more'", "7"),
            ("name MATCHES '[a-z]+'", "4 8 10"), ("name MATCHES 'ip'", ""), ("name MATCHES[c] 'RIPE'", "8"),
            ("name IN {'ripe', 'Cox'}", "7 8"), ("'ripe' IN name", "8"), ("{'ripe', 'Cox'} CONTAINS name", "7 8"),
            ("rect.x > 300", "4 8"), ("rect.x BETWEEN {160, 170}", "3"), ("label.length == 10", "4"),
            ("label.lowercaseString == 'add a tree'", "4"), ("index == 2", "10"), ("index >= 2", "10"),
            ("index => 2", "10"),
            ("index =< 0 AND type ENDSWITH 'Cell'", "6"), ("rect == nil", ""), ("frame.width < 40", "4"),
            ("value == 1", ""), ("value == '1'", "8"), ("value.intValue == 1", "8"), ("visible == 'true'", ""),
            ("enabled == 0", "4"), ("traits CONTAINS 'NotEnabled'", "4"), ("placeholderValue == 'Search'", "10"),
            ("name == 'ripe' OR name == 'Cox' AND visible == 0", "8"),
            ("(name == 'ripe' || name == 'Cox') && visible == 1", "7 8"),
            ("#name == 'ripe'", "8"), ("SELF.name == 'ripe'", "8"), ("SELF == 'ripe'", ""),
            ("name == \"r\\x69pe\"", "8"),
            ("name == 'r\\u0069pe'", "8"), ("name == 'r\\151pe'", "8"), ("value CONTAINS '\\n'", "7"),
            ("name < 'b' AND name > 'a'", "4"),
            ("name CONTAINS[c] nil", ""), ("rect.y == -0", "0 1"), ("rect.y == 0x14", "2"), ("rect.x == 1.6e1", "7 10"),
            ("selected == 1", ""), ("hittable == 1", ""), ("index BETWEEN {2, 2}", "10"),
            ("name == label", "0 1 3 5 6 7 9"),
            ("type == '~Switch' AND value BEGINSWITH '1'", "8"),
            ("type == '~Any'", "0 1 2 3 4 5 6 7 8 9 10"), ("'~Any' = type AND index == 2", "10"),
            ("type != '~Any'", ""),
            ("type IN {'~Any', '~Cell'} AND index == 2", "10"), ("type BEGINSWITH '~Any'", ""),
            ("accessible == true AND enabled == YES", "3 7 8 10"),
        ]
    )
    func finds(text: String, expected: String) throws {
        #expect(Orchard.found(.predicate, text, in: try Orchard.tree()) == expected)
    }

    @Test(
        "count with numbers as NSExpression does",
        arguments: [
            "1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "7 - 2 - 1 == 4", "2 ** 3 == 8", "2 * 3 ** 2 == 18", "-2 + 5 == 3",
            "5 -2 == 3", "5-2 == 3", "- (2 + 3) == -5", "--2 == 2", "+2 == 2", "1 == 3 - 2", "2 IN {1, 1 + 1}",
            "3 BETWEEN {1 + 1, 2 * 2}", "1e3 == 1000", "1.5E-1 == 0.15", "0x1F == 31", "0o17 == 15", "0b101 == 5",
            "017 == 17", "-0x10 == -16", ".5 * 2 == 1", "((1) + (2)) == 3", "(1 == 1) AND ((2) > 1)",
            "NOT (1 + 1 == 3)",
            // Whole numbers make whole numbers, toward zero.
            "7 / 2 == 3", "-7 / 2 == -3", "7.0 / 2 == 3.5", "7 / 2.0 == 3.5", "(3 + 4) / 2 == 3",
            "length('seven') / 2 == 2",
            "sqrt(49) / 2 == 3.5", "1 / 0 == nil", "sqrt(-1) == nil", "2 ** 5000 == nil", "modulus:by:(7, 0) == nil",
            // Halves go the way that the function goes, below zero too.
            "floor(2.5) == 2", "floor(-2.5) == -3", "ceiling(2.5) == 3", "ceiling(-2.5) == -2", "trunc(2.5) == 2",
            "trunc(-2.5) == -2", "abs(-2.5) == 2.5", "abs:(-1) == 1", "sqrt(16) == 4", "ln(1) == 0", "log(100) == 2",
            "exp(0) == 1", "modulus:by:(7, 4) == 3", "modulus:by:(-7, 4) == -3", "add:to:(1, 2) == 3",
            "from:subtract:(3, 1) == 2", "multiply:by:(2, 3) == 6", "divide:by:(7, 2) == 3",
            "raise:toPower:(2, 3) == 8",
            "bitwiseAnd:with:(6, 3) == 2", "bitwiseOr:with:(6, 3) == 7", "bitwiseXor:with:(6, 3) == 5",
            "leftshift:by:(1, 4) == 16", "rightshift:by:(16, 4) == 1", "leftshift:by:(1, 64) == nil",
            "onesComplement(0) == -1", "modulus:by:(0 - 9223372036854775807 - 1, -1) != 1",
            "count({1, 2, 3}) == 3", "count({}) == 0", "sum({1, 2, 3}) == 6", "sum(1, 2, 3) == 6", "min({3, 1}) == 1",
            "max(3, 1) == 3", "average({1, 2}) == 1.5", "average({}) == nil", "sum({1, 'a'}) == nil",
            "uppercase('né') == 'NÉ'", "lowercase('NÉ') == 'né'", "length('né') == 2", "length(1) == nil",
        ]
    )
    func arithmetic(text: String) throws {
        #expect(Orchard.found(.predicate, "(\(text)) AND index == 2", in: try Orchard.tree()) == "10")
    }

    @Test(
        "count with attributes",
        arguments: [
            ("index + 1 == 3", "10"), ("index * 2 - 1 == 3", "10"), ("rect.x / 2 == 154.5", "8"),
            ("-index == -2", "10"),
            ("label.length - 1 == 9", "4"), ("length(label) == 10", "4"), ("uppercase(name) == 'RIPE'", "8"),
            ("lowercase(label) CONTAINS 'a tree'", "4"), ("sum({index, 1}) == 3", "10"), ("max(index, 1) == 2", "10"),
            ("rect.x + rect.width > 375", ""), ("abs(0 - index) == 2", "10"), ("abs(name) == nil AND index == 2", "10"),
            ("(rect.x + 1) * 2 == 34", "7 10"), ("visible + enabled == 1 AND index == 1", "4 9"),
        ]
    )
    func attributes(text: String, expected: String) throws {
        #expect(Orchard.found(.predicate, text, in: try Orchard.tree()) == expected)
    }

    @Test(
        "say at which character they are wrong",
        arguments: [
            ("isVisible == 1", 1), ("x < 20", 1), ("class == 'a'", 1), ("title == 'a'", 1), ("type == ~Cell", 9),
            ("name == \"WIFI", 9), ("name CONTAINS", 14), ("name == \"a\" name == \"b\"", 13),
            ("(name == \"WIFI\"", 16),
            ("label == “a”", 10), ("", 1), ("   ", 4), ("name", 5), ("name ==[x] 'a'", 8), ("rect.x BETWEEN 1", 16),
            ("rect.x BETWEEN {1}", 16), ("ANY name == 'a'", 1), ("name MATCHES '('", 14), ("name == %@", 9),
            ("name == $x", 9), ("rect.z == 1", 6), ("name == 'a' AND", 16), ("name == 'a')", 12), ("name == {'a'", 13),
            ("'👍' == nam", 9), ("index + == 2", 9), ("1 + index", 10), ("(index + 1)", 12),
            ("(index == 1) + 1 == 2", 14),
            ("abs(index == 1) == 1", 11), ("-(index == 1)", 1), ("name IN {1, (2 == 2)}", 13), ("foo(1) == 1", 1),
            ("round(1) == 1", 1), ("SUBQUERY(1, 2, 3) == 1", 1), ("CAST(1, 'a') == 1", 1), ("random() == 1", 1),
            ("FUNCTION(name, 'length') == 1", 1), ("TERNARY(1, 2, 3) == 1", 1), ("count(name) == 1", 1),
            ("abs() == 1", 1), ("abs(1, 2) == 1", 1), ("abs(1 == 1", 7), ("name.@count == 1", 6), ("name[0] == 1", 5),
            ("index == 0o8", 10), ("index == 0b12", 10), ("index == 0x", 10), ("index == 0xFFFFFFFFFFFFFFFFF", 10),
            ("index == 1e", 11), ("index := 1", 7), ("index == 10 % 3", 13), ("modulus:by:(1) == 1", 1),
            ("name == '\\u00'", 10), ("visible <[c] 1", 10),
        ]
    )
    func errors(text: String, place: Int) throws {
        #expect(Orchard.found(.predicate, text, in: try Orchard.tree()) == "error \(place)")
    }

    @Test("suggest the attribute that a wrong name stands for")
    func hints() throws {
        for (text, hint) in [
            ("isVisible == 1", "visible"), ("x < 1", "rect.x"), ("class == 'a'", "type"), ("title == 'a'", "label"),
            ("Label == 'a'", "label"),
        ] {
            let error = #expect(throws: LocatorError.self) { try Predicate(text) }
            #expect(error?.message.contains("“\(hint)”") == true, "\(text)")
        }
    }

    @Test("what a dump does not say is nil")
    func unknown() throws {
        let tree = try Orchard.tree()
        #expect(Orchard.found(.predicate, "hittable == nil AND index == 2", in: tree) == "10")
    }
}
