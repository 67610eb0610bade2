import ArgumentParser
import Commands
import Defaults
import Foundation
import SQLiteStorage
import Storage

/// Where a server keeps things, and how much of them, from options or the environment.
struct StoreOptions: ParsableArguments {
    @OptionGroup var place: StorePlace

    @Option(help: "Number of revisions to keep for each domain, or all (VITRINE_KEEP_REVISIONS; 10000).")
    var keepRevisions: String?

    @Option(
        help: ArgumentHelp(
            """
            Storage limit, such as total=2GiB or principal=none; can be repeated (VITRINE_QUOTAS, with commas). \
            The names are total, dump, app, journal, domain, history and principal.
            """,
            valueName: "name=size"
        )
    )
    var quota: [String] = []

    @Flag(
        help: """
            Write nothing, and serve what can be read from a damaged database or a read-only disk \
            (VITRINE_READ_ONLY=true).
            """
    )
    var readOnly = false

    @Flag(
        help: """
            Check every page of the database before starting, not only its structure \
            (VITRINE_CHECK_INTEGRITY=true).
            """
    )
    var checkIntegrity = false

    /// Whether nothing is to be written.
    private var isReadOnly: Bool { get throws { try readOnly || Environment.flag(ofVariable: "VITRINE_READ_ONLY") } }

    private var looksAtAll: Bool {
        get throws { try checkIntegrity || Environment.flag(ofVariable: "VITRINE_CHECK_INTEGRITY") }
    }

    /// Says what is wrong with the options, without opening anything.
    func check() throws {
        _ = try quotas()
        _ = try retention()
        guard try place.database() != nil else {
            _ = try place.folder()
            _ = try (isReadOnly, looksAtAll)
            return
        }
        // To write all the same would be worse than to refuse.
        if try isReadOnly {
            throw ValidationError(
                "--read-only (VITRINE_READ_ONLY) is for a data folder; a server on PostgreSQL cannot be started so."
            )
        }
        if try looksAtAll {
            throw ValidationError(
                "--check-integrity (VITRINE_CHECK_INTEGRITY) is for a data folder. PostgreSQL has pg_amcheck for that."
            )
        }
    }

    /// The folder in which large bodies may be kept while they come in; nil for that of the system.
    func scratchFolder() throws -> URL? {
        // A server on a database has a data folder only where one is named.
        if try isReadOnly || place.database() != nil && Environment.value("VITRINE_DATA") == nil { return nil }
        return try place.folder()
    }

    /// Opens the storage.
    func opened() throws -> OpenedStore {
        try check()
        let quotas = try quotas()
        var retention = try retention()
        if retention != .everything { retention.maximumBytes = quotas[.history] }
        var limits = DefaultsLimits.standard
        limits.maximumDomainBytes = quotas[.domain] ?? .max
        var options = SQLiteStorage.Options()
        options.isReadOnly = try isReadOnly
        options.depth = try looksAtAll ? .full : .quick
        return try place.opened(retention: retention, limits: limits, quotas: quotas, options)
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
