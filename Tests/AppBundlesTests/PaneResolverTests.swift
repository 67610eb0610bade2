import AppBundles
import PropertyList
import Testing

@Suite("What the rows of a pane show")
struct PaneResolverTests {
    private let root: SettingsPane

    init() throws {
        root = try rootPane(
            pane(
                "{ Type = PSTextFieldSpecifier; Key = a; DefaultValue = d; }",
                "{ Type = PSTextFieldSpecifier; Key = b; DefaultValue = d; }",
                "{ Type = PSTextFieldSpecifier; Key = a; }"
            )
        )
    }

    @Test("a managed value hides what is stored in every row with its key, and only there")
    func managed() {
        let values = PaneResolver.values(
            of: root,
            stored: ["a": .string("s"), "b": .string("s")],
            managed: ["a": .string("m")]
        )
        #expect(values[0]?.value == .string("m") && values[0]?.origin == .managed && values[0]?.stored == .string("s"))
        #expect(values[1]?.value == .string("s") && values[1]?.origin == .stored)
        #expect(values[2]?.origin == .managed)
        #expect(PaneResolver.values(of: root, stored: [:])[0]?.origin == .default)
    }
}
