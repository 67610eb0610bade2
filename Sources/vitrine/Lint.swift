import AppBundles
import ArgumentParser
import Diagnostics
import Foundation
import Inspection
import Server

/// `vitrine lint PATH…`: checks bundles and prints what is wrong with them.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check apps and settings bundles.",
        discussion: """
            Ends with 1 when there are errors, whatever --severity leaves out, and with 0 otherwise. How many findings \
            there are goes to standard error.
            """
    )

    /// How the findings are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, sarif, junit
    }

    /// The least that is printed.
    enum Severity: String, ExpressibleByArgument, CaseIterable {
        case error, warning, info

        var severity: Diagnostic.Severity {
            switch self {
            case .error: .error
            case .warning: .warning
            case .info: .info
            }
        }
    }

    @Argument(help: "A .bundle, a .app, or a folder of them.")
    var paths: [String]

    @Option(help: "text (a line a finding, as compilers write them), json (as the API gives them), sarif or junit.")
    var format = Format.text

    @Option(help: "Print findings that matter at least this much: error, warning or info.")
    var severity = Severity.info

    func run() throws {
        var report = FindingsReport.aboutBundles()
        for path in try paths.flatMap(Self.bundles) {
            do throws(AppBundleError) {
                report.add(try AppBundle(folder: URL(filePath: path, directoryHint: .isDirectory)), at: path)
            } catch {
                throw CommandFailure("\(path): \(error.message)")
            }
        }
        let shown = report.filtered(atLeast: severity.severity)
        let output = shown.written(as: FindingsReport.Format(rawValue: format.rawValue) ?? .text)
        FileHandle.standardOutput.write(output: output)
        if format == .text { FileHandle.standardError.write(line: report.summary) }
        if report.count(.error) > 0 { throw ExitCode(1) }
    }

    private static func bundles(at path: String) throws -> [String] {
        let search = BundleSearch(path)
        guard search.exists else { throw CommandFailure("\(path): There is no such file or folder.") }
        guard !search.bundles.isEmpty else {
            throw CommandFailure("\(path): There is no app and no settings bundle; name a .app or a .bundle.")
        }
        if search.gaps.contains(.tooManyEntries) {
            FileHandle.standardError.write(line: "\(path): The folder is too large to be searched.")
        }
        return search.bundles
    }
}
