import DumpFormats
import Testing
@testable import Locators

/// Nothing is found silently: where the dump never has what is asked for, a note says so.
@Suite("Notes on locators that find nothing")
struct AbsenceNotesTests {
    private static let hittable = "The dump never says “hittable” of an element, so that no comparison with it holds."

    @Test(
        "what the dump never has is told with its place",
        arguments: [
            (Locator.Strategy.predicate, "hittable == 1", 1, Self.hittable),
            (.predicate, "name == 'ripe' AND wdHittable == 1", 20, Self.hittable),
            (.predicate, "abs(hittable) == 1", 5, Self.hittable),
            (.classChain, "**/~Cell[`hittable == 1`]", 25, Self.hittable),
            (.classChain, "**/~Cell/*[$hittable == 1$]", 27, Self.hittable),
            (
                .predicate, "selected == 1", 1,
                "The dump never says “selected” of an element, so that no comparison with it holds."
            ),
            (.xpath, "//*[@bogus]", 6, "No element of the dump has the attribute “bogus”."),
            (.xpath, "//*[@lable='Cox']", 6, "No element of the dump has the attribute “lable”; did you mean “label”?"),
            (.xpath, "//*[@text='Cox']", 6, "No element of the dump has the attribute “text”; did you mean “label”?"),
            (
                .xpath, "//*[@selected='true']", 6,
                "No element of the dump has the attribute “selected”: page source never does; a predicate can ask for it."
            ),
            (.xpath, "//*[@hittable='true']", 6, "No element of the dump has the attribute “hittable”."),
            (
                .xpath, "//*[attribute::name='ripe']", 16,
                "WebDriverAgent's document has only attributes that are written @name, not attribute::name."
            ),
            (.xpath, "//*[@visible=1]", 14, "“visible” is a text, \"true\" or \"false\", and never a number."),
            (.xpath, "//*[1 = @enabled]", 9, "“enabled” is a text, \"true\" or \"false\", and never a number."),
            (.xpath, "//*[@visible='1']", 14, "“visible” is \"true\" or \"false\", and never \"1\"."),
            (.xpath, "//*[@label > 5]", 14, "No “label” of the dump is a number. Put texts in quotes."),
            (.xpath, "//*[@width='44pt']", 12, "Each “width” of the dump is a number, and none is \"44pt\"."),
            (.xpath, "//*[@type='Button']", 11, "Types have their whole name, \"XCUIElementTypeButton\"."),
            (.xpath, "//Button", 3, "Elements are called by the whole name of their type, XCUIElementTypeButton."),
            (.xpath, "//Buttn", 3, "No element of the dump is called “Buttn”."),
            (
                .xpath, "/AppiumAUT/~Application", 2,
                "AppiumAUT is only put around page source; the root is XCUIElementTypeApplication."
            ),
            (.xpath, "//~Buton", 3, "There is no type “XCUIElementTypeButon”; did you mean “XCUIElementTypeButton”?"),
            (.xpath, "//~Cell[text()='Cox']", 23, "Elements hold no text; what they show is in @label and @value."),
            (
                .classChain, "**/~Buton", 4,
                "There is no type “XCUIElementTypeButon”; did you mean “XCUIElementTypeButton”?"
            ),
            (.classChain, "~Application/~Window", 1, "A chain begins below the application, which it never finds."),
            (.className, "Buton", 1, "No element of the dump is called “Buton”."),
            (
                .predicate, "label == 'add a tree'", 10,
                "The dump has it written “Add a tree”: case, accents, blanks and typographic signs count."
            ),
            (
                .predicate, "label CONTAINS 'A TREE'", 16,
                "The dump has it written “Add a tree”: case, accents, blanks and typographic signs count."
            ),
            (
                .xpath, "//*[@label='Add\u{A0}a tree']", 12,
                "The dump has it written “Add a tree”: case, accents, blanks and typographic signs count."
            ),
            (
                .xpath, "//*[contains(@label, 'ADD')]", 5,
                "The dump has it written “Add a tree”: case, accents, blanks and typographic signs count."
            ),
            (
                .xpath, "//*[@x='309.0']", 8,
                "The dump has it written “309”: case, accents, blanks and typographic signs count."
            ),
            (
                .identifier, "Ripe", 1,
                "The dump has it written “ripe”: case, accents, blanks and typographic signs count."
            ),
        ]
    )
    func told(strategy: Locator.Strategy, text: String, place: Int, message: String) throws {
        let tree = try Orchard.tree()
        let locator = Locator(strategy, text.replacing("~", with: "XCUIElementType"))
        let answer = try locator.answer(in: tree)
        #expect(answer.views.isEmpty)
        #expect(answer.notes.map(\.message) == [message])
        #expect(answer.notes.map(\.character) == [place])
    }

    @Test(
        "a comparison with what the dump never says is told also where something is found",
        arguments: [
            (Locator.Strategy.predicate, "NOT (hittable == 1)", 6, "The dump never says “hittable” of an element"),
            (.predicate, "selected != 1", 1, "The dump never says “selected” of an element"),
            (.predicate, "selected == 1 OR name == 'ripe'", 1, "The dump never says “selected” of an element"),
            (.classChain, "**/~Switch[`hittable != 1`]", 27, "The dump never says “hittable” of an element"),
            (.css, "switch, cell[enabled]", 0, ""),
            (.xpath, "//~Switch[not(@selected='true')]", 39, "No element of the dump has the attribute “selected”"),
            (.xpath, "//*[@name='ripe' or @minValue > 3]", 33, "No element of the dump has the attribute “minValue”"),
        ]
    )
    func unsaid(strategy: Locator.Strategy, text: String, place: Int, message: String) throws {
        let locator = Locator(strategy, text.replacing("~", with: "XCUIElementType"))
        let answer = try locator.answer(in: Orchard.tree())
        #expect(!answer.views.isEmpty)
        #expect(answer.notes.map(\.character) == (place == 0 ? [] : [place]))
        #expect(answer.notes.allSatisfy { $0.message == "\(message): what is found is found without it." })
    }

    @Test(
        "what is only not there, and what is found, is not told",
        arguments: [
            (Locator.Strategy.predicate, "name == 'gone'"), (.predicate, "hittable == nil"),
            (.predicate, "nil == selected AND enabled == 1"), (.xpath, "//*[not(@bogus)]"),
            (.predicate, "index == 99"),
            (.predicate, "visible == 0 AND name == 'ripe'"), (.xpath, "//~Link"), (.xpath, "//~Cell[5]"),
            (.xpath, "//*[@bogus or @name]"), (.xpath, "//*[@visible='true' and @x=1000]"), (.xpath, "//~Switch/*"),
            (.classChain, "**/~Link"), (.classChain, "**/~Cell[9]"), (.identifier, "gone"), (.className, "~Link"),
            (.xpath, "//*[contains(@label, 'gone')]"),
        ]
    )
    func silence(strategy: Locator.Strategy, text: String) throws {
        let locator = Locator(strategy, text.replacing("~", with: "XCUIElementType"))
        #expect(try locator.answer(in: Orchard.tree()).notes.isEmpty)
    }

    @Test("typographic quotes, blanks of no width and accents are told, and those of secure fields are not")
    func typography() throws {
        let dump = try Orchard.uikit(
            """
            <UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>
               | <UILabel: 0x5; frame = (5 5; 50 20); text = 'Don’t\u{200B} “pay” – café…'; layer = <_UILabelLayer: 0x6>>
            """
        )
        let tree = ElementTree(dump)
        for text in ["Don't \\\"pay\\\" - cafe...", "don’t “PAY” – café…"] {
            let notes = Locator(.predicate, "label == \"\(text)\"").notes(in: tree, finding: 0)
            #expect(notes.first?.message.hasPrefix("The dump has it written “Don’t") == true, "\(text)")
        }
    }

    @Test("views by their classes, and the root that is no view, are told as what they are")
    func classes() throws {
        let dump = try Orchard.uikit("<UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>")
        let classes = ElementTree(dump, shape: .classes)
        #expect(
            Locator(.xpath, "//UIWindw").notes(in: classes, finding: 0).map(\.message)
                == ["No view of the dump has the class “UIWindw”; did you mean “UIWindow”?"]
        )
        let answer = try Locator(.xpath, "/XCUIElementTypeApplication").answer(in: ElementTree(dump))
        #expect(answer.views.isEmpty)
        #expect(
            answer.notes.map(\.message)
                == ["This finds the XCUIElementTypeApplication that is around all views and is none of them."]
        )
    }

    @Test("looking for reasons is bounded: each thing once, so many of them, and within the budget")
    func bounded() throws {
        let tree = try Orchard.tree()
        let many = (0..<300).map { "@a\($0)" }.joined(separator: " and ")
        #expect(Locator(.xpath, "//*[\(many)]").notes(in: tree, finding: 0).count == PredicateNotes.most)
        let same = Array(repeating: "@bogus", count: 300).joined(separator: " and ")
        #expect(Locator(.xpath, "//*[\(same)]").notes(in: tree, finding: 0).count == 1)
        #expect(Locator(.xpath, "//*[@bogus]").notes(in: tree, finding: 0, budget: WorkBudget(3)).isEmpty)
        #expect(Locator(.xpath, "//*[").notes(in: tree, finding: 0).isEmpty)
    }
}
