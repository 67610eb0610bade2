import Access
import ArgumentParser
import Catalog
import Commands
import Defaults
import Foundation
import PostgresStorage
import SQLiteStorage
import Storage

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
