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

    @Option(
        help:
            "Lay dumps out on these devices too: all, or ids with commas between them (vitrine serve, /api/v1/devices)."
    )
    var devices: String?

    @Option(help: "What to leave out and how much rules matter, as JSON; .vitrine-lint.json by default.")
    var config: String?

    @Option(help: "A file of accepted findings, which are not printed.")
    var baseline: String?

    @Option(help: "Write the findings to a file, as a baseline that accepts them, and end with 0.")
    var writeBaseline: String?

    func validate() throws {
        for id in chosenDevices where id != "all" && Device(id: id) == nil {
            throw ValidationError("There is no device “\(id)”; for instance iphone-8, ipad-9-7 or all.")
        }
    }

    func run() throws {
        let settings = try LintSettings(config: config, baseline: baseline)
        let ids = devices == nil ? settings.configuration.devices : chosenDevices
        let list = ids.contains("all") ? Device.all : ids.compactMap { Device(id: $0) }
        var report = FindingsReport.ofLint()
        for path in paths { try add(path, to: &report, settings, list) }
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

    private var chosenDevices: [String] { (devices ?? "").split(separator: ",").map(String.init) }

    /// Checks what is at a path: bundles where there are any, else a dump.
    private func add(
        _ path: String,
        to report: inout FindingsReport,
        _ settings: LintSettings,
        _ devices: [Device]
    ) throws {
        guard path != "-" else {
            return try addDump("standard input", Inspect.read(path), to: &report, settings, devices)
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
        try addDump(path, Inspect.read(path), to: &report, settings, devices)
    }

    private func addDump(
        _ path: String,
        _ bytes: [UInt8],
        to report: inout FindingsReport,
        _ settings: LintSettings,
        _ devices: [Device]
    ) throws {
        let dump = try Inspect.dump(bytes, of: path)
        do throws(LintConfigurationError) {
            try report.add(dump, at: path, settings.configuration, devices: devices)
        } catch {
            throw CommandFailure(error.lines.joined(separator: "\n"))
        }
    }
}

/// The configuration and the baseline of a run.
private struct LintSettings {
    static let usualFile = ".vitrine-lint.json"

    private(set) var configuration = LintConfiguration()
    private(set) var baseline = LintBaseline()

    /// Reads what is named, or what stands in the current folder.
    init(config: String?, baseline: String?) throws {
        var accepted = baseline
        let file = config ?? (FileManager.default.fileExists(atPath: Self.usualFile) ? Self.usualFile : nil)
        if let file {
            let known = Set((BundleLint.rules + HierarchyLint.rules).map(\.id))
            configuration = try Self.told(file) { bytes throws(LintConfigurationError) in
                try LintConfiguration(parsing: bytes, known: known)
            }
            if accepted == nil, let name = configuration.baseline {
                accepted = URL(filePath: file).deletingLastPathComponent().appending(path: name).path
            }
        }
        if let accepted {
            self.baseline = try Self.told(accepted) { bytes throws(LintConfigurationError) in
                try LintBaseline(parsing: bytes)
            }
        }
    }

    /// Reads a file, and tells what is wrong with it, each fault with its place.
    private static func told<Value>(
        _ file: String,
        _ read: ([UInt8]) throws(LintConfigurationError) -> Value
    ) throws -> Value {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: LintConfiguration.maximumBytes + 1)
        else { throw CommandFailure("\(file): The file cannot be read.") }
        do throws(LintConfigurationError) { return try read([UInt8](data)) } catch {
            throw CommandFailure(error.lines.map { "\(file): \($0)" }.joined(separator: "\n"))
        }
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        do { try Data(bytes).write(to: URL(filePath: file), options: .atomic) } catch {
            throw CommandFailure("\(file): The file cannot be written; check the folder and its permissions.")
        }
    }
}
