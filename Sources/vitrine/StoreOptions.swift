import Access
import ArgumentParser
import Catalog
import Commands
import Defaults
import Foundation
import PostgresStorage
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

/// Where a command keeps or finds what Vitrine keeps, from options or the environment: a folder, or a database.
struct StorePlace: ParsableArguments {
    @Option(help: "Folder for uploads, settings and tokens (VITRINE_DATA; vitrine in the XDG data home by default).")
    var data: String?

    @Option(
        help: """
            PostgreSQL database to use instead of the folder; several servers can share it: \
            postgres://user@host1,host2/database (VITRINE_STORE, which is not visible in process lists).
            """
    )
    var store: String?

    func validate() throws {
        guard data == nil || store == nil else { throw ValidationError("Give --data or --store, not both.") }
    }

    /// Whether an option names a place.
    var isGiven: Bool { data != nil || store != nil }

    /// The data folder, which counts where there is no ``database()``.
    func folder() throws -> URL { try Environment.dataFolder(data) }

    /// The address of the database, where one is named: it comes before the folder of the environment, and after that of
    /// the option.
    /// - Parameters:
    ///   - data: the folder of the option.
    ///   - store: the database of the option.
    static func address(data: String?, store: String?) -> String? {
        data == nil ? store ?? Environment.value("VITRINE_STORE") : nil
    }

    /// The database, where one is named.
    /// - Throws: `ValidationError`, which does not repeat the address.
    func database() throws -> PostgresAddress? {
        guard let text = Self.address(data: data, store: store) else { return nil }
        do throws(PostgresStorageError) {
            return try PostgresAddress(text)
        } catch {
            throw ValidationError("\(store == nil ? "VITRINE_STORE" : "--store"): \(error.message)")
        }
    }

    /// Opens the database or the folder for a command that is done soon.
    func opened() throws -> OpenedStore {
        // What the history forgets is the server's to decide.
        var options = SQLiteStorage.Options()
        options.depth = .none
        return try opened(retention: .everything, limits: .standard, quotas: .none, options)
    }

    /// Opens the database or the folder.
    /// - Parameters:
    ///   - retention: how much history is kept.
    ///   - options: how the one in a folder is opened; the quotas in it are not looked at.
    func opened(
        retention: HistoryRetention,
        limits: DefaultsLimits,
        quotas: StorageQuotas,
        _ options: SQLiteStorage.Options
    ) throws -> OpenedStore {
        if let address = try database() {
            do throws(PostgresStorageError) {
                let storage = try PostgresStorage(address, limits: limits, retention: retention, quotas: quotas)
                return OpenedStore(storage)
            } catch {
                throw CommandFailure(error.message)
            }
        }
        let folder = try folder()
        var options = options
        options.quotas = quotas
        do throws(SQLiteStorageError) {
            return OpenedStore(
                try SQLiteStorage(folder: folder, limits: limits, retention: retention, options: options)
            )
        } catch {
            throw CommandFailure(error.message)
        }
    }
}

/// A store that is open: all that is kept, in one place.
struct OpenedStore {
    let catalog: any CatalogStore
    let defaults: any DefaultsStore
    let tokens: any TokenStore
    /// The store once more, which says what others write to it.
    let followed: any FollowedStore
    /// The store once more, where other servers may use all of it too.
    let shared: (any SharedStore & LayerStore)?
    /// How long its work takes.
    let times: StorageTimes
    /// What whoever opened it is to be told, as sentences.
    let notices: [String]
    /// Ends its use.
    let close: () -> Void

    init(_ storage: SQLiteStorage) {
        (catalog, defaults, tokens, followed, shared) = (storage, storage, storage, storage, nil)
        (times, notices) = (storage.times, storage.notices)
        close = { try? storage.close() }
    }

    init(_ storage: PostgresStorage) {
        (catalog, defaults, tokens, followed, shared) = (storage, storage, storage, storage, storage)
        (times, notices) = (storage.times, [])
        close = { storage.close() }
    }
}
