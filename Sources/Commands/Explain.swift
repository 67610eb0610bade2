package import ArgumentParser
import DumpFormats
import Foundation
import Shapes

/// `vitrine explain LOG`: says why constraints of a log cannot all hold, and what to change.
package struct Explain: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Explain the constraint conflicts of a log.",
        discussion: """
            Reads “Unable to simultaneously satisfy constraints” from a log, with anything around it, and prints for each \
            conflict the sum or the pair that can't hold, the views, the constraints in words and what to change. A conflict \
            that came several times is printed once. Reads standard input when LOG is “-”. The exit status is 0 if a conflict \
            was found and 1 if not.
            """
    )

    /// How the conflicts are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, html
    }

    @Argument(help: "A log with constraint conflicts, or - for standard input.")
    var log: String

    @Option(help: "text (for people), json (as in the API) or html (one page with drawings).")
    var format = Format.text

    @Option(help: "A dump of the same run, for the classes, names and nesting of the views.")
    var dump: String?

    package init() {}

    package func run() throws {
        let (bytes, views) = (try Inspect.read(log), try dump.map { try Inspect.dump($0) })
        let report: ConflictReport
        do throws(DumpError) {
            if let views {
                report = try ConflictReport(reading: bytes, dump: views)
            } else {
                report = try ConflictReport(reading: bytes)
            }
        } catch {
            throw CommandFailure(error.sentence(about: log))
        }
        let name = log == "-" ? "standard input" : URL(filePath: log).lastPathComponent
        for note in report.notes { FileHandle.standardError.write(line: note) }
        let output: [UInt8] =
            switch format {
            case .text: report.text
            case .json: report.json
            case .html: report.html(title: "Constraint conflicts in \(name)")
            }
        FileHandle.standardOutput.write(output: output)
    }
}
