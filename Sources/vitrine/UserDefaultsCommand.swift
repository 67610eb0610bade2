import ArgumentParser
import Defaults
import Foundation
import PropertyList
import SQLiteStorage

/// `vitrine defaults …`: what `defaults(1)` does on macOS, on a data folder, a running server or a file.
struct UserDefaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults",
        abstract: "Read and change user defaults, as defaults(1) does on macOS.",
        discussion: "“vitrine defaults help” lists verbs and values. The options come before the verb."
    )

    @Option(help: "Folder that keeps the settings (VITRINE_DATA; by default vitrine in the XDG data home).")
    var data: String?

    @Option(help: "Address of a running server to ask instead, such as http://127.0.0.1:8080.")
    var server: String?

    @Argument(parsing: .captureForPassthrough, help: "A verb and what it takes.")
    var arguments: [String] = []

    func run() async throws {
        guard data == nil || server == nil else { throw ValidationError("Give --data or --server, not both.") }
        do {
            let command = try DefaultsCommand(arguments)
            let output = try await command.run(on: try target(of: command), files: LocalFiles())
            try? FileHandle.standardOutput.write(contentsOf: Data(output.output))
            if let remark = output.remark { FileHandle.standardError.write(line: remark) }
        } catch let error as DefaultsCommandError {
            FileHandle.standardError.write(line: error.message)
            throw error.isUsage ? ExitCode.validationFailure : ExitCode.failure
        } catch let error as PropertyListError {
            throw CommandFailure(error.message)
        }
    }

    private func target(of command: DefaultsCommand) throws -> any DefaultsCommandTarget {
        if let domain = command.domain, DefaultsDomainName.isPath(domain) { return PropertyListFileTarget() }
        // Telling how to use it must not make a data folder.
        if command == .help { return PropertyListFileTarget() }
        if let server { return try DefaultsServerTarget(server) }
        let folder = try data.map { URL(filePath: $0) } ?? Environment.dataFolder()
        do throws(SQLiteStorageError) {
            // What the history forgets is the server's to decide.
            return DefaultsStoreTarget(try SQLiteStorage(folder: folder, retention: .everything))
        } catch {
            throw CommandFailure(error.message)
        }
    }
}
