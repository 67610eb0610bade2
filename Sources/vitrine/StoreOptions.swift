import ArgumentParser
import Defaults
import Foundation
import SQLiteStorage
import Storage

/// Where a server keeps things, and how much of them, from options or the environment.
struct StoreOptions: ParsableArguments {
    @Option(help: "Folder for uploads and settings (VITRINE_DATA; by default vitrine in the XDG data home).")
    var data: String?

    @Option(help: "Revisions of each domain's history to keep: a number, or all (VITRINE_KEEP_REVISIONS; 10000).")
    var keepRevisions: String?

    @Option(
        help: ArgumentHelp(
            """
            How much may be stored, such as total=2GiB or principal=none; repeat for more (VITRINE_QUOTAS, with commas). \
            There are total, dump, app, journal, domain, history and principal.
            """,
            valueName: "name=size"
        )
    )
    var quota: [String] = []

    @Flag(help: "Write nothing: serve what can be read of a database that is damaged or on a read-only disk.")
    var readOnly = false

    @Flag(help: "Look at every page of the database before starting, instead of at its structure.")
    var checkIntegrity = false

    /// The data folder.
    func folder() throws -> URL { try Environment.dataFolder(data) }

    /// Opens the storage in the data folder.
    func opened() throws -> SQLiteStorage {
        let folder = try folder()
        let quotas = try quotas()
        var retention = try retention()
        if retention != .everything { retention.maximumBytes = quotas[.history] }
        var limits = DefaultsLimits.standard
        limits.maximumDomainBytes = quotas[.domain] ?? .max
        var options = SQLiteStorage.Options()
        options.isReadOnly = readOnly
        options.depth = checkIntegrity ? .full : .quick
        options.quotas = quotas
        do {
            return try SQLiteStorage(folder: folder, limits: limits, retention: retention, options: options)
        } catch {
            throw CommandFailure(error.message)
        }
    }

    private func quotas() throws -> StorageQuotas {
        var quotas = StorageQuotas.standard
        let listed = Environment.value("VITRINE_QUOTAS")?.split(separator: ",").map(String.init) ?? []
        for (name, texts) in [("VITRINE_QUOTAS", listed), ("--quota", quota)] {
            for text in texts {
                if let fault = quotas.set(text) { throw ValidationError("\(name): \(fault)") }
            }
        }
        return quotas
    }

    private func retention() throws -> HistoryRetention {
        guard let text = keepRevisions ?? Environment.value("VITRINE_KEEP_REVISIONS") else { return .standard }
        if text.lowercased() == "all" { return .everything }
        guard let count = Int(text), count > 0 else {
            let name = keepRevisions == nil ? "VITRINE_KEEP_REVISIONS" : "--keep-revisions"
            throw ValidationError("\(name) takes a number from 1, or all, not “\(text)”.")
        }
        return HistoryRetention(maximumRevisions: count)
    }
}
