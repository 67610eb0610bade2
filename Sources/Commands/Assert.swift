package import ArgumentParser
import Checks
import Diagnostics
import DumpFormats
import Foundation
import JSON
import Locators
import ViewHierarchy

/// `vitrine assert DUMP… RULES`: checks layouts and says what is not as rules ask for it.
package struct Assert: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Check layouts against rules.",
        usage: "vitrine assert <dump> ... <rules> [--format <format>] [--devices <devices>]",
        discussion: """
            The exit status is 0 if every check passes, 1 if one fails, and 2 if a file can't be read or the rules are \
            invalid. Rules are JSON or YAML; docs/assertions.md describes them.
            """
    )

    /// How the outcome is printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, junit, tap, sarif
    }

    @Argument(
        help: "Dumps in any format, folders of them, or - for standard input, followed by the file of rules."
    )
    var files: [String]

    @Option(
        help: "text (one line per failure), json (as in the API), junit, tap (as prove reads it) or sarif."
    )
    var format = Format.text

    @Option(
        help:
            "Devices to check instead of those in the rules: ids separated by commas, such as iphone-8,iphone-8:landscape; dump is the dump itself."
    )
    var devices: String?

    @Flag(help: "Also print checks that passed, in the text format.")
    var all = false

    package init() {}

    package func validate() throws {
        guard files.count >= 2 else {
            throw ValidationError("Give one or more dumps, followed by the file of rules.")
        }
    }

    package func run() throws {
        do {
            guard try check() else { throw ExitCode(1) }
        } catch let exit as ExitCode {
            throw exit
        } catch {
            FileHandle.standardError.write(line: "Error: \(error)")
            throw ExitCode(2)
        }
    }

    /// Whether everything is as the rules ask.
    private func check() throws -> Bool {
        let chosen = try chosenDevices()
        let rulesFile = files[files.count - 1]
        let document = try Self.rules(rulesFile)
        var reports: [(file: String, report: AssertionReport)] = []
        var isWhole = true
        for file in files.dropLast() {
            guard var folder = DumpFolder(file) else {
                reports.append((file, try Self.check(try Inspect.dump(file), at: file, document, on: chosen)))
                continue
            }
            try folder.forEach { file, dump in
                reports.append((file, try Self.check(dump, at: file, document, on: chosen)))
            }
            guard folder.read + folder.broken > 0 else {
                throw CommandFailure("\(file): The folder contains no dump.")
            }
            if folder.broken > 0 { isWhole = false }
        }
        FileHandle.standardOutput.write(output: written(reports, document))
        if format == .text {
            for (file, report) in reports { FileHandle.standardError.write(line: "\(file): \(report.summary)") }
        }
        guard isWhole else { throw ExitCode(2) }
        return reports.allSatisfy(\.report.isPassed)
    }

    private func chosenDevices() throws -> [RuleDevice]? {
        guard let devices else { return nil }
        let names = devices.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard !names.isEmpty, names.count <= RuleDocument.maximumDevices else {
            throw CommandFailure("--devices takes 1 to \(RuleDocument.maximumDevices) devices.")
        }
        return try names.map { name in
            guard let device = RuleDevice(name) else { throw CommandFailure(RuleDevice.refusal(of: name)) }
            return device
        }
    }

    /// What comes of rules about a dump.
    static func check(
        _ dump: Dump,
        at file: String,
        _ rules: RuleDocument,
        on devices: [RuleDevice]? = nil
    ) throws -> AssertionReport {
        do throws(RuleError) {
            return try rules.check(dump, on: devices)
        } catch {
            throw CommandFailure("\(file): \(error.faults.map(\.sentence).joined(separator: "\n"))")
        }
    }

    /// The rules in a file.
    static func rules(_ file: String) throws -> RuleDocument {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: RuleDocument.maximumBytes + 1)
        else { throw CommandFailure("\(file): The file can't be read.") }
        do throws(RuleError) {
            return try RuleDocument(parsing: [UInt8](data))
        } catch {
            let lines = error.faults.map { fault in
                "\(file)\(fault.line.map { ":\($0)" } ?? ""): \(fault.sentence)"
            }
            throw CommandFailure(lines.joined(separator: "\n"))
        }
    }

    // MARK: Output

    private func written(_ reports: [(file: String, report: AssertionReport)], _ document: RuleDocument) -> [UInt8] {
        switch format {
        case .text:
            // Where no view is found, each word of the rule says the same.
            var seen: Set<String> = []
            let lines = reports.flatMap { file, report in
                report.results.filter { all || !$0.isPassed }.map { "\(file): \($0.outcome.rawValue): \($0.line)\n" }
            }
            return Array(lines.filter { all || seen.insert($0).inserted }.joined().utf8)
        case .json:
            return JSONWriter.object { writer in
                writer.member("passed", reports.allSatisfy(\.report.isPassed))
                writer.list("dumps", reports) { $1.report.write(to: &$0, file: $1.file) }
            } + [10]
        case .tap:
            var tap = TAPReport()
            for (file, report) in reports { tap.add(report, of: file) }
            return tap.bytes
        case .junit, .sarif:
            var findings = FindingsReport(version: ServerVersion.current, rules: document.checks)
            for (file, report) in reports { findings.add(report.findings(in: file), suite: file) }
            return findings.written(
                as: format == .junit ? .junit : .sarif,
                in: FileManager.default.currentDirectoryPath
            )
        }
    }
}
