import AppBundles
package import ArgumentParser
import AutoLayout
import Checks
import Diagnostics
import DumpFormats
import Foundation
import Shapes
import ViewHierarchy

/// `vitrine lint PATH…`: checks bundles and dumps and prints what is wrong with them.
package struct Lint: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Check apps, settings bundles and view hierarchies.",
        discussion: """
            The exit status is 1 if there are errors that the baseline doesn't accept, even if --severity hides them, or if \
            a file can't be read; 2 if a file has a merge conflict; 64 if an argument is invalid; otherwise 0. Folders are searched in the order of names, and \
            files that aren't dumps are skipped. Skipped files and the number of findings are reported on standard error. \
            .vitrine-lint.json in the current folder is used as the configuration unless --config names another file. \
            Interface files are laid out by their constraints, also on the smallest and the largest device unless --devices \
            names others. The last line on standard error sums up the run. On a terminal, severities are coloured unless \
            NO_COLOR is set.
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

    @Argument(help: "A dump in any format, a .bundle, a .app, or a folder of them.")
    var paths: [String]

    @Option(help: "text (one line per finding, as compilers print them), json (as in the API), sarif or junit.")
    var format = Format.text

    @Option(help: "Print findings of at least this severity: error, warning or info.")
    var severity = Severity.info

    @OptionGroup var options: LintOptions

    @OptionGroup var screen: ScreenOptions

    @Flag(help: "Print what would fix each finding, where that is known; JSON has it anyway. No file is changed.")
    var fixes = false

    @Option(help: "Write the findings to a file, as a baseline that accepts them, and exit with 0.")
    var writeBaseline: String?

    package init() {}

    package func run() throws {
        let settings = try LintSettings(options)
        guard options.devices == nil || screen.device == nil && screen.orientation == nil else {
            throw ValidationError("--devices and --device or --orientation cannot both be given.")
        }
        var report = FindingsReport.ofLint()
        var isWhole = true
        for path in paths where try !add(path, to: &report, settings) { isWhole = false }
        let hasConflict = report.findings.contains { $0.rule == HierarchyLint.mergeConflict }
        if let writeBaseline {
            try settings.write(LintBaseline.written(report.findings), to: writeBaseline)
            FileHandle.standardError.write(line: "\(writeBaseline): \(report.summary) are accepted from now on.")
            if !isWhole { throw ExitCode(hasConflict ? 2 : 1) }
            return
        }
        if let baseline = settings.baseline { report.compare(with: baseline) }
        let least = Diagnostic.Severity(rawValue: severity.rawValue) ?? .info
        let shown = report.filtered(atLeast: least)
        let isColoured = format == .text && Terminal.isColoured
        let output = shown.written(
            as: FindingsReport.Format(rawValue: format.rawValue) ?? .text,
            in: FileManager.default.currentDirectoryPath,
            isColoured: isColoured
        )
        FileHandle.standardOutput.write(output: output, isSafe: isColoured)
        if format == .text { FileHandle.standardError.write(line: report.closingLine) }
        if hasConflict { throw ExitCode(2) }
        if report.count(.error) > 0 || !isWhole { throw ExitCode(1) }
    }

    /// Checks what is at a path: the bundles and dumps in a folder, else a bundle or a dump.
    /// - Returns: Whether everything that is a dump could be read.
    private func add(
        _ path: String,
        to report: inout FindingsReport,
        _ settings: LintSettings
    ) throws -> Bool {
        guard path != "-" else {
            return try add(fileAt: path, named: "standard input", to: &report, settings)
        }
        let search = BundleSearch(path, files: { _ in true })
        guard search.exists else { throw CommandFailure("\(path): There is no such file or folder.") }
        DumpFolder.tell(search.gaps, in: path)
        for bundle in search.bundles {
            do throws(AppBundleError) {
                let app = try AppBundle(folder: URL(filePath: bundle, directoryHint: .isDirectory))
                report.add(app, at: bundle, settings.configuration)
            } catch {
                throw CommandFailure("\(bundle): \(error.message)")
            }
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return try add(fileAt: path, named: path, to: &report, settings)
        }
        // A bundle itself, or a folder of nothing else.
        guard !search.files.isEmpty || search.bundles.isEmpty else { return true }
        var folder = DumpFolder(path, search)
        try folder.forEach { try add($1, at: $0, to: &report, settings) }
        for (file, error) in folder.conflicts { report.add(error, at: file) }
        guard folder.read + folder.broken > 0 || !search.bundles.isEmpty else {
            throw CommandFailure("\(path): There is no app, no settings bundle and no dump in the folder.")
        }
        return folder.broken == 0
    }

    /// Checks a dump; of one with a merge conflict only that is told.
    private func add(
        fileAt path: String,
        named name: String,
        to report: inout FindingsReport,
        _ settings: LintSettings
    ) throws -> Bool {
        do {
            try add(try DumpReader.read(try Inspect.read(path)), at: name, to: &report, settings)
        } catch let error as DumpError {
            guard error.code == .mergeConflict else { throw error.failure(about: path) }
            report.add(error, at: name)
            return false
        }
        return true
    }

    /// Checks a dump; one that says no constraints is checked with the texts that it has.
    private func add(
        _ dump: Dump,
        at path: String,
        to report: inout FindingsReport,
        _ settings: LintSettings
    ) throws {
        let assumptions = try screen.texts.assumptions(for: dump.tree, of: path)
        let held = try settings.screen(for: dump.tree, at: path, screen)
        do throws(LintConfigurationError) {
            try report.add(
                dump,
                at: path,
                settings.configuration,
                devices: settings.devices,
                on: held,
                assuming: assumptions,
                withFixes: fixes || format == .json
            )
        } catch {
            throw CommandFailure(error.lines.joined(separator: "\n"))
        }
    }
}

/// What commands that check dumps take.
struct LintOptions: ParsableArguments {
    @Option(
        help:
            "Also lay out dumps on these devices: all, none, or ids separated by commas (vitrine serve, /api/v1/devices). Interface files are laid out on the smallest and the largest by default."
    )
    var devices: String?

    @Option(help: "JSON configuration of ignored findings and rule severities; .vitrine-lint.json by default.")
    var config: String?

    @Option(help: "A file of accepted findings to leave out.")
    var baseline: String?

    func validate() throws {
        do { _ = try devices.map(Device.chosen) } catch { throw ValidationError(error.description) }
    }
}

extension Device {
    /// The devices of a list on the command line: ids with commas between them, `all` or `none`.
    static func chosen(_ list: String) throws(CommandFailure) -> [Device] {
        var devices: [Device] = []
        var isEvery = false
        for id in list.split(separator: ",") {
            if id == "all" {
                isEvery = true
            } else if id == "none" {
                continue
            } else if let device = Device(id: String(id)) {
                devices.append(device)
            } else {
                throw CommandFailure("There is no device “\(id)”; for instance iphone-8, ipad-9-7 or all.")
            }
        }
        return isEvery ? all : devices
    }
}

/// The configuration, the baseline and the devices of a run.
struct LintSettings {
    static let usualFile = ".vitrine-lint.json"

    private(set) var configuration = LintConfiguration()
    private(set) var baseline: LintBaseline?
    /// What dumps are laid out on too; nil leaves the choice to the check.
    private(set) var devices: [Device]?

    /// Reads what is named, or what stands in the current folder.
    init(_ options: LintOptions) throws {
        var accepted = options.baseline
        let file = options.config ?? (FileManager.default.fileExists(atPath: Self.usualFile) ? Self.usualFile : nil)
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
        devices = try (options.devices ?? configuration.devices?.joined(separator: ",")).map(Device.chosen)
    }

    /// The one screen on which a dump is judged: one that is named, or that of its canvas with other texts. Nil where neither is
    /// said, or where devices are.
    func screen(for tree: ViewTree, at path: String, _ screen: ScreenOptions) throws -> HeldDevice? {
        guard !screen.isEmpty, devices == nil || screen.device != nil || screen.orientation != nil else { return nil }
        return try screen.judged(tree, of: path)
    }

    /// What is wrong with a dump, without what the baseline accepts, and how many findings that is.
    func check(
        _ dump: Dump,
        at path: String,
        _ screen: ScreenOptions
    ) throws -> (outcome: LintOutcome, accepted: Int) {
        let held = try self.screen(for: dump.tree, at: path, screen)
        let assumptions = try screen.texts.assumptions(for: dump.tree, of: path)
        do throws(LintConfigurationError) {
            let all = try HierarchyLint.check(
                dump,
                on: held,
                configuration: configuration,
                devices: devices,
                assuming: assumptions
            )
            let outcome = baseline.map { all.without($0) } ?? all
            return (outcome, all.findings.count - outcome.findings.count)
        } catch {
            throw CommandFailure(error.lines.joined(separator: "\n"))
        }
    }

    /// Reads a file, and tells what is wrong with it, each fault with its place.
    private static func told<Value>(
        _ file: String,
        _ read: ([UInt8]) throws(LintConfigurationError) -> Value
    ) throws -> Value {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: LintConfiguration.maximumBytes + 1)
        else { throw CommandFailure("\(file): The file can't be read.") }
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
