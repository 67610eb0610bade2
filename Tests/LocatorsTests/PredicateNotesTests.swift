import Testing

@testable import Locators

@Suite("Notes on predicates")
struct PredicateNotesTests {
    @Test(
        "a comparison that ends the same way for every element is told with the place of its value",
        arguments: [
            (
                "rect.x == \"5\"", 11,
                "This never holds: “rect.x” is a number, and \"5\" is a text. A number stands without quotes: 5."
            ),
            (
                "enabled == 'yes'", 12,
                "This never holds: “enabled” is true or false, and \"yes\" is a text. Without quotes: true."
            ),
            (
                "visible = 'maybe'", 11,
                "This never holds: “visible” is true or false, and \"maybe\" is a text. It is true or false, without quotes."
            ),
            (
                "label == 3", 10,
                "This never holds: “label” is a text, and 3 is a number. A text stands in quotes: \"3\"."
            ),
            (
                "3 == label", 1,
                "This never holds: 3 is a number, and “label” is a text. A text stands in quotes: \"3\"."
            ),
            (
                "label != 3", 10,
                "This always holds: “label” is a text, and 3 is a number. A text stands in quotes: \"3\"."
            ),
            ("type == 'Button'", 9, "This never holds: types have their whole name, \"XCUIElementTypeButton\"."),
            (
                "type IN {'Button', 'Cell'}", 9,
                "This never holds: types have their whole name, \"XCUIElementTypeButton\"."
            ),
            (
                "rect == 5", 9,
                "This never holds: “rect” is a rectangle, and 5 is a number. A rectangle has x, y, width and height."
            ),
            (
                "rect > 5", 8,
                "This never holds: “rect” is a rectangle, which is neither smaller nor larger than anything. A rectangle has x, y, width and height."
            ),
            ("label > 3", 9, "This never holds: “label” is a text, and 3 is a number. A text stands in quotes: \"3\"."),
            ("label < nil", 9, "This never holds: NIL is nil, which is neither smaller nor larger than anything."),
            ("enabled == 2", 12, "This never holds: “enabled” is true (1) or false (0)."),
            ("index CONTAINS '1'", 16, "This never holds: a text is looked for in a text, and “index” is a number."),
            ("name BEGINSWITH 3", 17, "This never holds: BEGINSWITH compares texts, and 3 is a number."),
            (
                "rect.x BETWEEN {'0', '20'}", 16,
                "This never holds: “rect.x” is a number, and \"0\" is a text. A number stands without quotes: 0."
            ),
            ("rect.x BETWEEN {20, 0}", 16, "This never holds: the lower bound comes first."),
            ("name IN {}", 9, "This never holds: the list is empty."),
            ("name CONTAINS ''", 15, "This never holds: no text contains an empty one."),
            (
                "index IN {'1', '2'}", 10,
                "This never holds: “index” is a number, and \"1\" is a text. A number stands without quotes: 1."
            ),
            (
                "'👍' == label OR label == 3", 27,
                "This never holds: “label” is a text, and 3 is a number. A text stands in quotes: \"3\"."
            ),
            ("NOT (SELF == nil)", 14, "This never holds: SELF is an element."),
        ]
    )
    func notes(text: String, place: Int, message: String) {
        let notes = Locator(.predicate, text).notes
        #expect(notes.map(\.message) == [message])
        #expect(notes.map(\.character) == [place])
    }

    @Test(
        "what may hold for some element is not told",
        arguments: [
            "label == '3'", "name == nil", "nil != name", "enabled == YES", "visible == 1", "wdVisible != false",
            "rect.x == 5", "rect == nil", "index == 2", "label.length > 3", "label.intValue == 3",
            "index.stringValue == '2'", "minValue == 0", "maxValue == '10'", "value == '1'", "name == label",
            "type == 'XCUIElementTypeButton'", "type CONTAINS 'Button'", "type ENDSWITH 'Button'",
            "type LIKE '*Button'", "name IN {'a', 3}", "'WIFI' IN name", "rect.x BETWEEN {0, 20}",

            "enabled.boolValue == 1", "name BEGINSWITH label", "TRUEPREDICATE", "label < 'b'", "enabled == selected",
            "label == index",
        ]
    )
    func silence(text: String) {
        #expect(Locator(.predicate, text).notes == [])
    }

    @Test("a note tells the truth: what never holds finds nothing, what always holds finds everything")
    func truth() throws {
        let tree = try Orchard.tree()
        let everything = Orchard.found(.predicate, "TRUEPREDICATE", in: tree)
        var sides = ["'1'", "'Button'", "'true'", "''", "0", "1", "2.5", "nil", "SELF", "{}", "{1, 'a'}", "{'a', nil}"]
        sides += PredicateKey.allCases.map(\.rawValue)
        for key in [PredicateKey.rect, .label, .index, .enabled, .maxValue] {
            sides += key.parts.map { "\(key.rawValue).\($0.rawValue)" }.sorted()
        }
        let operations = ["==", "!=", "<", ">=", "IN", "CONTAINS", "BEGINSWITH", "LIKE"]
        var told = 0
        for left in sides {
            for right in sides {
                for operation in operations {
                    let text = "\(left) \(operation) \(right)"
                    guard let note = Locator(.predicate, text).notes.first else { continue }
                    told += 1
                    let isNever = note.message.hasPrefix("This never holds")
                    let found = Orchard.found(.predicate, text, in: tree)
                    #expect(found == (isNever ? "" : everything), "\(text): \(note.message)")
                }
            }
        }
        #expect(told > 1_000)
    }

    @Test(
        "notes of chains count in the whole chain, there are so many at the most, and locators that are wrong have none"
    )
    func places() {
        let chain = Locator(.classChain, "**/XCUIElementTypeCell[`label == 3`]/*[$enabled == 'no'$]")
        #expect(chain.notes.map(\.character) == [34, 52])
        #expect(chain.notes.first?.sentence.hasPrefix("At character 34: This never holds") ?? false)
        let many = Array(repeating: "label == 3", count: 40).joined(separator: " OR ")
        #expect(Locator(.predicate, many).notes.count == PredicateNotes.most)
        #expect(Locator(.predicate, "label == 3 AND").notes.isEmpty && Locator(.xpath, "//*[@x = 'a']").notes.isEmpty)
    }
}
