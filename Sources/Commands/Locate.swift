package import ArgumentParser
import DumpFormats
import Foundation
import Locators
import Shapes

/// `vitrine locate FILE LOCATOR`: says what a locator finds in a dump.
package struct Locate: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Find views in a dump by a test locator.",
        discussion: """
            Prints one line per matching view. The exit status is 1 if there is none. If the dump can never match the locator, \
            the reason is printed on standard error.
            """
    )

    @Argument(help: "A dump in any format, or - for standard input.")
    var file: String

    @Argument(
        help: """
            Words as in the search field, such as id:total, class:UIButton or a text; an XPath; a class chain; predicate: \
            followed by a predicate string; or css: followed by a CSS selector.
            """
    )
    var locator: String

    @Flag(help: "Suggest locators for the first matching view, in each dialect, instead of printing the views.")
    var suggest = false

    package init() {}

    package func run() throws {
        let locators = PrintedLocators(try Inspect.dump(file))
        let answer: LocatorAnswer
        do throws(LocatorError) {
            answer = try locators.answer(locator)
        } catch {
            throw CommandFailure("“\(locator)”: \(error.sentence)")
        }
        for note in answer.notes { FileHandle.standardError.write(line: note.sentence) }
        guard let first = answer.views.first else {
            FileHandle.standardError.write(line: "No view matches “\(locator)”.")
            throw ExitCode(1)
        }
        FileHandle.standardOutput.write(
            output: suggest ? locators.suggestions(for: first) : locators.text(of: answer.views)
        )
    }
}
