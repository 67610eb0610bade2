import DumpFormats
import Testing

@testable import Inspection

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
            ("type == '~Switch' AND value BEGINSWITH '1'", "8"), ("accessible == true AND enabled == YES", "3 7 8 10"),
        ]
    )
    func finds(text: String, expected: String) throws {
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
            ("index + 1 == 2", 7), ("'👍' == nam", 9), ("name == '\\u00'", 10), ("visible <[c] 1", 10),
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
