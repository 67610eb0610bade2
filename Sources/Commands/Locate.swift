package import ArgumentParser
import DumpFormats
import Foundation
import Locators
import Shapes

/// `vitrine locate FILE LOCATOR`: says what a locator finds in a dump.
package struct Locate: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Find views of a dump by a locator of tests.",
        discussion: """
            Prints a line for each view that is found. Ends with 1 when none is; what the dump never has of what the locator \
            asks for goes to standard error.
            """
    )

    @Argument(help: "A dump in any format, or - for standard input.")
    var file: String

    @Argument(
        help: """
            Words of the search field such as id:total, class:UIButton or a text, an XPath, a class chain, or predicate: and a \
            predicate string.
            """
    )
    var locator: String

    @Flag(help: "Print what a test could call the first view that is found, in each dialect, in place of the views.")
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
            FileHandle.standardError.write(line: "No view is found by “\(locator)”.")
            throw ExitCode(1)
        }
        FileHandle.standardOutput.write(
            output: suggest ? locators.suggestions(for: first) : locators.text(of: answer.views)
        )
    }
}
