package import ArgumentParser
import DumpFormats
import Foundation
import Locators
import Shapes
import ViewHierarchy

/// `vitrine report FILE`: writes what there is to know of a dump into one HTML file.
package struct Report: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Write one dump with its picture, findings and views as one HTML file.",
        discussion: """
            The file needs no network and no script, so you can keep it with a build. It contains the description of the \
            dump, the reader's report, the screen with findings marked on it, the findings and, with --rules, the results \
            of your rules. .vitrine-lint.json in the current folder is used as the configuration unless --config names \
            another file. The exit status is 0 whatever is found (unlike lint and assert), and 1 if a file can't be read \
            or written.
            """
    )

    @Argument(help: "A dump in any format, or - for standard input.")
    var file: String

    @Option(name: [.short, .long], help: "The file to write, or - for standard output.")
    var output = "-"

    @OptionGroup var lint: LintOptions

    @OptionGroup var screen: ScreenOptions

    @Option(help: "A file of rules to check and report, JSON or YAML as for vitrine assert.")
    var rules: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    package init() {}

    package func run() throws {
        let settings = try LintSettings(lint)
        let document = try rules.map { (name: $0, rules: try Assert.rules($0)) }
        let stored = try Inspect.dump(file)
        let (outcome, accepted) = try settings.check(stored, at: file, screen)
        let dump = try screen.arranged(stored, of: file)
        let report = PrintedReport(
            of: dump,
            name: dump.name ?? (file == "-" ? "standard input" : URL(filePath: file).lastPathComponent),
            file: file == "-" ? nil : file,
            outcome: outcome,
            accepted: accepted,
            rules: try document.map { ($0.name, try Assert.check(dump, at: file, $0.rules)) }
        )
        try OutputFile.write(report.html, to: output, force: force)
    }
}

/// A file that a command writes.
enum OutputFile {
    /// Writes a file, or what “-” stands for.
    /// - Parameter force: Whether a file that is there is written over.
    static func write(_ bytes: [UInt8], to file: String, force: Bool) throws {
        guard file != "-" else { return FileHandle.standardOutput.write(output: bytes) }
        if !force, FileManager.default.fileExists(atPath: file) {
            throw CommandFailure("\(file): There is such a file; --force writes over it.")
        }
        do {
            try Data(bytes).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw CommandFailure("\(file): The file cannot be written; check its folder and permissions.")
        }
    }
}
