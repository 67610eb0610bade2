import AppBundles
import ArgumentParser
import Diagnostics
import DumpFormats
import Foundation
import Inspection
import Server
import ViewHierarchy

/// `vitrine lint PATH…`: checks bundles and dumps and prints what is wrong with them.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check apps, settings bundles and view hierarchies.",
        discussion: """
            Ends with 1 when there are errors that no baseline accepts, whatever --severity leaves out, and when \
            something cannot be read; with 64 when an argument is wrong, and with 0 otherwise. How many findings there \
            are goes to standard error. A .vitrine-lint.json in the current folder is the configuration unless --config \
            names another one.
            """
    )

    /// How the findings are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, sarif, junit
    }

    /// The least that is printed.
    enum Severity: String, ExpressibleByArgument, CaseIterable {
        case error, warning, info
    }

    @Argument(help: "A dump in any format, a .bundle, a .app, or a folder of apps and bundles.")
    var paths: [String]

    @Option(help: "text (a line a finding, as compilers write them), json (as the API gives them), sarif or junit.")
    var format = Format.text

    @Option(help: "Print findings that matter at least this much: error, warning or info.")
    var severity = Severity.info

    @OptionGroup var options: LintOptions

    @Option(help: "Write the findings to a file, as a baseline that accepts them, and end with 0.")
    var writeBaseline: String?

    func run() throws {
        let settings = try LintSettings(options)
        var report = FindingsReport.ofLint()
        for path in paths { try add(path, to: &report, settings) }
        if let writeBaseline {
            try settings.write(LintBaseline.written(report.findings), to: writeBaseline)
            FileHandle.standardError.write(line: "\(writeBaseline): \(report.summary) are accepted from now on.")
            return
        }
        let accepted = report.findings.count { settings.baseline.accepts($0) }
        report = report.filtered { !settings.baseline.accepts($0) }
        let least = Diagnostic.Severity(rawValue: severity.rawValue) ?? .info
        let shown = report.filtered(atLeast: least)
        FileHandle.standardOutput.write(
            output: shown.written(as: FindingsReport.Format(rawValue: format.rawValue) ?? .text)
        )
        if format == .text {
            let words = accepted > 0 ? ", \(accepted) accepted by the baseline" : ""
            FileHandle.standardError.write(line: report.summary + words)
        }
        if report.count(.error) > 0 { throw ExitCode(1) }
    }

    /// Checks what is at a path: bundles where there are any, else a dump.
    private func add(
        _ path: String,
        to report: inout FindingsReport,
        _ settings: LintSettings
    ) throws {
        guard path != "-" else {
            return try addDump("standard input", Inspect.read(path), to: &report, settings)
        }
        let search = BundleSearch(path)
        guard search.exists else { throw CommandFailure("\(path): There is no such file or folder.") }
        if search.gaps.contains(.tooManyEntries) {
            FileHandle.standardError.write(line: "\(path): The folder is too large to be searched.")
        }
        for bundle in search.bundles {
            do throws(AppBundleError) {
                let app = try AppBundle(folder: URL(filePath: bundle, directoryHint: .isDirectory))
                report.add(app, at: bundle, settings.configuration)
            } catch {
                throw CommandFailure("\(bundle): \(error.message)")
            }
        }
        guard search.bundles.isEmpty else { return }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw CommandFailure("\(path): There is no app and no settings bundle; name a .app, a .bundle or a dump.")
        }
        try addDump(path, Inspect.read(path), to: &report, settings)
    }

    private func addDump(
        _ path: String,
        _ bytes: [UInt8],
        to report: inout FindingsReport,
        _ settings: LintSettings
    ) throws {
        let dump = try Inspect.dump(bytes, of: path)
        do throws(LintConfigurationError) {
            try report.add(dump, at: path, settings.configuration, devices: settings.devices)
        } catch {
            throw CommandFailure(error.lines.joined(separator: "\n"))
        }
    }
}
