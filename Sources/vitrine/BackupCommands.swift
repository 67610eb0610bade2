import ArgumentParser
import Commands
import Foundation
import PostgresStorage
import SQLiteStorage
import Storage

/// The data folder of a command that works on it without a server.
struct DataFolderOption: ParsableArguments {
    @Option(help: "The data folder (VITRINE_DATA; vitrine in the XDG data home by default).")
    var data: String?

    /// Taken so that whoever gives it is told what to use.
    @Option(help: .hidden)
    var store: String?

    /// The folder from the option, the environment or the standard.
    /// - Throws: `CommandFailure` where everything is in a PostgreSQL database.
    func folder() throws -> URL {
        if let text = StorePlace.address(data: data, store: store) {
            let place = (try? PostgresAddress(text)).map { " at \($0.place)" } ?? ""
            throw CommandFailure(
                """
                What is kept is in the PostgreSQL database\(place). Back it up with “pg_dump --schema=vitrine \
                --format=custom --file=FILE”, bring it back with “pg_restore --clean --if-exists --single-transaction”, \
                and check it with “pg_amcheck”. Name a data folder with --data.
                """
            )
        }
        return try Environment.dataFolder(data)
    }
}

/// `vitrine backup FILE`: a copy of all that is kept, while a server runs or while none does.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all stored data into one file, whether or not a server is running.",
        discussion: """
            The file is a snapshot of the database. It appears under its name only after it has been checked and written \
            to disk. An existing file is never overwritten.
            """
    )

    @Argument(help: "The file to create.", completion: .file())
    var file: String

    @OptionGroup var place: DataFolderOption

    func run() throws {
        let report = try told {
            try DatabaseBackup.make(of: try place.folder(), at: URL(filePath: file))
        }
        FileHandle.standardOutput.write(line: "\(file): \(report.sentence)")
    }
}

/// `vitrine restore FILE`: a backup in the place of what is kept.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a backup, while no server uses the folder.",
        discussion: """
            The previous database is kept under another name. Nothing changes until the backup has been checked and \
            written to disk.
            """
    )

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @OptionGroup var place: DataFolderOption

    func run() throws {
        let (report, kept) = try told {
            try DatabaseBackup.restore(URL(filePath: file), into: try place.folder())
        }
        FileHandle.standardOutput.write(line: "\(file) is back: \(report.sentence)")
        if let kept {
            FileHandle.standardOutput.write(line: "The previous database is now “\(kept)”. Remove it when all is well.")
        }
    }
}

/// `vitrine check`: whether what is kept is sound.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check every page of the database or of a backup, without changing anything."
    )

    @Argument(help: "A backup to check instead of the data folder.", completion: .file())
    var file: String?

    @OptionGroup var place: DataFolderOption

    func run() throws {
        let report = try told {
            try DatabaseBackup.check(try file.map { URL(filePath: $0) } ?? place.folder())
        }
        FileHandle.standardOutput.write(line: report.sentence)
        guard !report.faults.isEmpty else { return }
        for fault in report.faults { FileHandle.standardError.write(line: fault) }
        throw CommandFailure(
            "The database is damaged. Restore a backup with “vitrine restore FILE”, or read the undamaged part with "
                + "“vitrine serve --read-only”."
        )
    }
}

/// Does something with a database; what is wrong with it ends the command.
private func told<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLiteStorageError { throw CommandFailure(error.message) }
}

extension DatabaseReport {
    /// What is in it, as a line of text.
    fileprivate var sentence: String {
        let things = ["dumps", "apps", "domains"].compactMap { name in counts[name].map { "\($0) \(name)" } }
        let state = faults.isEmpty ? "sound" : "damaged"
        return "\(state), version \(version), \(StorageQuotas.text(byteCount)), \(things.joined(separator: ", "))"
    }
}
