package import ArgumentParser
import Checks
import Diagnostics
import DumpFormats
import Foundation
import Shapes

/// `vitrine diff OLD NEW`: says what is not the same in two dumps.
package struct Diff: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Print the differences between two dumps.",
        discussion: """
            Views are matched by identifier, text and place, so the dumps can come from different runs of an app. The exit \
            status is 0 if nothing differs, 1 if something does, and 2 if a dump can't be read. Limitations of the \
            comparison are reported on standard error.
            """
    )

    /// How the changes are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, junit, html, sarif
    }

    @Argument(help: "A dump in any format, or - for standard input.")
    var old: String

    @Argument(help: "The dump to compare it with, in any format.")
    var new: String

    @Option(help: "Ignore differences in position and size up to this many points.")
    var tolerance = TreeDiff.standardTolerance

    @Option(
        help: """
            text (a tree of the differences), json (as in the API), junit and sarif (for builds) or html (one file with \
            pictures).
            """
    )
    var format = Format.text

    package init() {}

    package func validate() throws {
        guard (0...10_000).contains(tolerance) else { throw ValidationError("--tolerance takes 0 to 10000 points.") }
        guard old != "-" || new != "-" else { throw ValidationError("Only one of the dumps can be standard input.") }
    }

    package func run() throws {
        let diff: PrintedDiff
        do {
            let dumps = try [old, new].concurrentMap(throwing: { file in try Inspect.dump(file) })
            guard let before = dumps.first, let after = dumps.last else { return }
            diff = PrintedDiff(
                from: before,
                Self.name(of: old),
                to: after,
                Self.name(of: new),
                tolerance: tolerance
            )
        } catch let error as CommandFailure {
            // 1 says that something differs.
            FileHandle.standardError.write(line: "Error: \(error.description)")
            throw ExitCode(2)
        }
        for warning in diff.warnings { FileHandle.standardError.write(line: warning) }
        let output: [UInt8] =
            switch format {
            case .text: diff.text
            case .json: diff.json
            case .html: diff.html
            case .junit: diff.report(on: new, as: .junit)
            case .sarif: diff.report(on: new, as: .sarif, in: FileManager.default.currentDirectoryPath)
            }
        FileHandle.standardOutput.write(output: output)
        if !diff.isEmpty { throw ExitCode(1) }
    }

    /// What a file is called in what is printed.
    static func name(of file: String) -> String {
        file == "-" ? "standard input" : URL(filePath: file).lastPathComponent
    }
}
