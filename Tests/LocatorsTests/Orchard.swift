@testable import ViewHierarchy
import DumpFormats
import Testing
import TestSupport
@testable import Locators

/// The screen of an orchard as WebDriverAgent, XCUITest and UIKit have it.
///
///     0 Application "Orchard"
///     1   Window
///     2     NavigationBar "Trees"
///     3       StaticText "Trees"
///     4       Button "add", label "Add a tree", disabled
///     5     Table
///     6       Cell
///     7         StaticText "Cox"
///     8         Switch "ripe", on
///     9       Cell, not visible
///    10     TextField "query"
enum Orchard {
    static func dump() throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/orchard-wda.xml")) }

    static func tree() throws -> ElementTree { ElementTree(try dump()) }

    /// What a locator finds, or its error as `error 9`.
    static func found(
        _ strategy: Locator.Strategy,
        _ text: String,
        in tree: ElementTree,
        from start: Int? = nil
    ) -> String {
        do throws(LocatorError) {
            let full = text.replacing("~", with: "XCUIElementType")
            return try Locator(strategy, full).elements(in: tree, from: start).map(String.init).joined(separator: " ")
        } catch {
            return "error\(error.character.map { " \($0)" } ?? "")"
        }
    }

    /// A dump of UIKit's views by its text.
    static func uikit(_ text: String) throws -> Dump {
        try DumpReader.read(Array(text.utf8), format: .recursiveDescription)
    }
}
