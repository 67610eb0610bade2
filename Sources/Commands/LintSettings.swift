import AppBundles
import ArgumentParser
import Checks
import Diagnostics
import DumpFormats
import Foundation
import ViewHierarchy

/// What commands that check dumps take.
struct LintOptions: ParsableArguments {
    @Option(
        help:
            "Also lay out dumps on these devices: all, or ids separated by commas (vitrine serve, /api/v1/devices)."
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
    /// The devices of a list on the command line: ids with commas between them, or `all`.
    static func chosen(_ list: String) throws(CommandFailure) -> [Device] {
        var devices: [Device] = []
        var isEvery = false
        for id in list.split(separator: ",") {
            if id == "all" {
                isEvery = true
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
    private(set) var baseline = LintBaseline()
    /// What dumps are laid out on too.
    private(set) var devices: [Device] = []

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
        devices = try Device.chosen(options.devices ?? configuration.devices.joined(separator: ","))
    }

    /// What is wrong with a dump, the worst first, and how many findings more the baseline accepts.
    func findings(in dump: Dump) throws -> (found: [ReportedFinding], accepted: Int) {
        do throws(LintConfigurationError) {
            let all = try HierarchyLint.findings(in: dump, configuration: configuration, devices: devices)
            let found = all.filter { !baseline.accepts($0) }
            return (found, all.count - found.count)
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
