import Catalog
import Defaults
import Dispatch
import Foundation
@testable import PostgresStorage
import PropertyList
import Storage
import StorageTesting
import Synchronization
import Testing

@Suite("Addresses of databases")
struct PostgresAddressTests {
    @Test(
        "what is shown has the hosts with their ports, of which one alone is that of all, and the database",
        arguments: [
            ("postgres://ann:sesame@db1:5433,db2/v", "db1:5433,db2/v"),
            ("postgres://db1,db2/v?port=5433", "db1:5433,db2:5433/v"), ("postgresql:///v", "the local socket/v"),
        ]
    )
    func place(text: String, place: String) throws {
        #expect(try PostgresAddress(text).place == place)
    }
}

@Suite("The storage in PostgreSQL", .enabled(if: PostgresCluster.shared != nil), .timeLimit(.minutes(30)))
struct PostgresStorageTests {
    private let cluster: PostgresCluster
    private let schema = PostgresCluster.schema()

    init() throws { cluster = try #require(PostgresCluster.shared) }

    private func open() throws -> PostgresStorage { try cluster.open(schema) }

    /// Carries out a statement beside the storage.
    private func run(_ sql: String) throws {
        let address = try PostgresAddress(cluster.address())
        try PostgresConnection(address, schema: schema, patience: .init()).script(sql)
    }

    @Test("it does what every store of defaults does", arguments: DefaultsStoreCheck.allCases)
    func conforms(check: DefaultsStoreCheck) throws {
        let schema = PostgresCluster.schema()
        try check.run { try cluster.open(schema) }
    }

    @Test("it does what every store of dumps and apps does", arguments: CatalogStoreCheck.allCases)
    func conforms(check: CatalogStoreCheck) throws {
        let schema = PostgresCluster.schema()
        try check.run { try cluster.open(schema) }
    }

    @Test("a database of before secret keys were kept says which apps it has not learned from")
    func unlearnedApps() throws {
        try cluster.open(schema).close()
        try run(
            """
            ALTER TABLE history DROP COLUMN step; DROP TABLE secret_key; DROP TABLE secret_use; DROP TABLE secret_clearing;
            ALTER TABLE app DROP COLUMN is_learned; ALTER TABLE dump DROP COLUMN file, DROP COLUMN tags,
            DROP COLUMN folder, DROP COLUMN shown_scene; UPDATE schema_version SET version = 2;
            INSERT INTO app (app, bundle_name, folder_name, fingerprint, created_at, bytes) VALUES ('a', 'A', 'A', '1', 5.5, 0)
            """
        )
        let storage = try cluster.open(schema)
        let app = try #require(try storage.unlearnedApps().first)
        let (at, keys) = (app.createdAt, ["d": Set(["pin"])])
        #expect(app.id == "a" && at == Date(timeIntervalSinceReferenceDate: 5.5))
        try storage.remember(SecretMarks(bundle: "a", uploadedAt: at, seenAt: at, keys: keys))
        #expect(try storage.unlearnedApps().isEmpty && storage.secrets(of: "d").map(\.isInUse) == [true])
    }

    @Test("it does what every store of tokens does", arguments: TokenStoreCheck.allCases)
    func conforms(check: TokenStoreCheck) throws {
        let schema = PostgresCluster.schema()
        try check.run { try cluster.open(schema) }
    }

    @Test("it does what every store does about quotas", arguments: QuotaCheck.allCases)
    func conforms(check: QuotaCheck) throws {
        let schema = PostgresCluster.schema()
        try check.run { try cluster.open(schema, retention: $1, quotas: $0) }
    }

    @Test("what is counted of things is what there is of them")
    func sizes() throws {
        let storage = try open()
        var dump = CatalogStoreCheck.dump("one", source: Array(repeating: 1, count: 1_200_000), screenshot: [1, 2])
        try storage.insert(dump)
        let base = CatalogStoreCheck.base("file", [1, 2, 3])
        try storage.append(
            CatalogStoreCheck.edit(0),
            to: "file",
            from: nil,
            becoming: CatalogStoreCheck.journal(1, 1, of: 1, base: base),
            source: [1, 2, 3]
        )
        try storage.append(
            CatalogStoreCheck.edit(0, "other"),
            to: "file",
            from: 1,
            becoming: CatalogStoreCheck.journal(2, 1, of: 1, base: base),
            source: nil
        )
        try storage.keep(StoredIdentity(version: "1", bytes: [1, 2]), ofFile: "file", besides: [])
        try storage.keep(StoredIdentity(version: "2", bytes: [1, 2, 3]), ofFile: "file", besides: [])
        dump.source = [1]
        let identity = StoredIdentity(version: "1", bytes: [5])
        let journal = CatalogStoreCheck.journal(1, 0, of: 0)
        try storage.replace(dump, identity: identity, from: nil, becoming: journal)
        try storage.apply(
            [.set(key: "a", value: .string("x")), .set(key: "b", value: .bool(true))],
            to: "d",
            source: .api
        )
        try storage.apply([.remove(key: "a")], to: "d", source: .api)
        func sizes() throws -> [Int] {
            try storage.reading { connection in
                try [
                    "SELECT sum(bytes)::bigint FROM dump_head",
                    "SELECT sum(octet_length(bytes))::bigint FROM dump_chunk",
                    "SELECT sum(bytes)::bigint FROM domain_head",
                    "SELECT sum(value_bytes + history_bytes)::bigint FROM domain",
                    "SELECT sum(octet_length(key) + octet_length(value))::bigint FROM domain_value",
                    "SELECT sum(value_bytes)::bigint FROM domain", "SELECT sum(bytes)::bigint FROM history",
                    "SELECT sum(history_bytes)::bigint FROM domain",
                ]
                .map { sql in (try connection.run(sql).first { try $0.optionalInteger(0) } ?? nil) ?? 0 }
            }
        }
        let found = try sizes()
        for pair in stride(from: 0, to: found.count, by: 2) {
            #expect(found[pair] == found[pair + 1] && found[pair] > 0)
        }
        _ = try (storage.delete("one"), storage.delete("file"))
        #expect(try sizes().prefix(2) == [0, 0])
    }

    @Test("a database that takes no writes is not ready, and is when it does again")
    func readOnlyDatabase() throws {
        let storage = try open()
        try storage.checkWriting()
        try storage.reading { try $0.script("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY") }
        #expect(throws: CatalogError.self) { try storage.checkWriting() }
        try storage.check()
        // A write finds another connection.
        try storage.apply([.set(key: "a", value: .bool(true))], to: "d", source: .api)
        try storage.checkWriting()
    }

    @Test("it does what all volatile layers do", arguments: VolatileLayersCheck.allCases)
    func conforms(check: VolatileLayersCheck) throws {
        try check.run { limits, domains, bytes in
            let storage = try cluster.open(PostgresCluster.schema())
            return VolatileLayers(limits: limits, store: storage, maximumDomains: domains, maximumBytes: bytes)
        }
    }

    @Test("servers may start at once")
    func simultaneousStart() throws {
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            do {
                try open().apply([.set(key: "k\(number)", value: .bool(true))], to: "d", source: .api)
            } catch {
                Issue.record(error)
            }
        }
        #expect(try open().snapshot(of: "d").values.count == 4)
    }

    @Test("old history goes when there is a limit, also when the tables are opened")
    func retention() throws {
        let all = try cluster.open(schema, retention: .everything)
        for number in 1...6 {
            try all.apply([.set(key: "n", value: .integer(Int64(number)))], to: "d", source: .api)
        }
        let storage = try cluster.open(schema, retention: HistoryRetention(maximumRevisions: 3))
        #expect(try storage.history(of: "d", limit: 10, after: nil).entries.map(\.revision) == [6, 5, 4])
        try storage.apply([.set(key: "n", value: .integer(7))], to: "d", source: .api)
        #expect(try storage.history(of: "d", limit: 10, after: nil).entries.map(\.revision) == [7, 6, 5])
        let error = #expect(throws: DefaultsError.self) { try storage.snapshot(of: "d", atRevision: 3) }
        #expect(error?.message.contains("does not reach back to revision 3; the oldest that is kept is 4") == true)
    }

    @Test("tables of a newer version are refused")
    func newerVersion() throws {
        _ = try open()
        try run("UPDATE schema_version SET version = 99")
        let error = #expect(throws: PostgresStorageError.self) { try open() }
        #expect(error?.code == .newerVersion)
    }

    @Test("a lost connection is made anew, for reading and for writing")
    func lostConnections() throws {
        let storage = try open()
        try storage.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        for number in 2...5 {
            try run("SELECT pg_terminate_backend(\(try pid(of: storage)))")
            #expect(try storage.snapshot(of: "d").revision == number - 1)
            try run("SELECT pg_terminate_backend(\(try pid(of: storage)))")
            try storage.apply([.set(key: "a", value: .integer(Int64(number)))], to: "d", source: .api)
        }
    }

    /// The server's process behind the connection that is used next.
    private func pid(of storage: PostgresStorage) throws -> Int {
        try storage.reading { try $0.run("SELECT pg_backend_pid()").first { try $0.integer(0) } } ?? 0
    }

    @Test("a write whose commit had no answer is made once, whether it was durable or not", arguments: [true, false])
    func unknownOutcome(isDurable: Bool) throws {
        let storage = try open()
        try storage.apply([.set(key: "a", value: .integer(0))], to: "d", source: .api)
        var attempts = 0
        let count = try storage.writing([.domain("d")]) { transaction in
            attempts += 1
            try transaction.run("UPDATE domain SET revision = revision + 1 WHERE domain = 'd'")
            if attempts == 1 {
                // What the connection does to a COMMIT whose answer is lost.
                if isDurable { try transaction.run("COMMIT") } else { try transaction.run("ROLLBACK") }
                transaction.connection.drop()
            }
            return attempts
        }
        #expect(count == (isDurable ? 1 : 2))
        #expect(try storage.snapshot(of: "d").revision == 2)
    }

    @Test("a write waits for one of another server, and gives up in time")
    func locked() throws {
        let storage = try cluster.open(schema, busyLimit: .milliseconds(600))
        try storage.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        let other = try PostgresConnection(try PostgresAddress(cluster.address()), schema: schema, patience: .init())
        try other.script("BEGIN; UPDATE domain_head SET change = change + 1 WHERE domain = 'd'")
        let error = #expect(throws: DefaultsError.self) {
            try storage.apply([.set(key: "a", value: .integer(2))], to: "d", source: .api)
        }
        #expect(error?.code == .busy)
        // Another domain is another matter, and so is reading.
        try storage.apply([.set(key: "a", value: .integer(2))], to: "e", source: .api)
        #expect(try storage.snapshot(of: "d").values == ["a": .integer(1)])
        try other.script("ROLLBACK")
        #expect(try storage.apply([.set(key: "a", value: .integer(2))], to: "d", source: .api).revision == 2)
    }

    @Test("a host that is not there is passed over, and a password stands in no message")
    func hosts() throws {
        let address = try PostgresAddress(cluster.address(behind: "/tmp/nowhere,"))
        let storage = try PostgresStorage(address, schema: schema)
        #expect(try storage.domains().isEmpty)
        #expect(address.place.hasPrefix("/tmp/nowhere,/tmp/vitrine-postgres"))
        for text in [
            "postgres://ann:sesame@/postgres?host=/tmp/nowhere", "postgres://ann:sesame@[::1/x",
            "postgres://ann:sesame@h/x?sesame=1", "mysql://ann:sesame@h/x", "postgres://ann:ses%ame@h/x",
        ] {
            let error = #expect(throws: PostgresStorageError.self) {
                _ = try PostgresStorage(try PostgresAddress(text), schema: schema, busyLimit: .milliseconds(200))
            }
            #expect(error?.message.contains("sesame") == false && error?.message.contains("ses%ame") == false)
        }
    }

    @Test("a closed storage throws")
    func closed() throws {
        let storage = try open()
        storage.close()
        #expect(throws: DefaultsError.self) { try storage.domains() }
    }

    @Test("one server hears what another changes, and not what it changes itself")
    func changes() throws {
        let (one, other) = (try open(), try open())
        let heard = Mutex<[SharedChange]>([])
        let news = DispatchSemaphore(value: 0)
        let stop = one.follow { change in
            heard.withLock { $0.append(change) }
            news.signal()
        }
        defer { stop() }
        func hears(_ change: SharedChange) -> Bool {
            while !heard.withLock({ $0.contains(change) }) {
                if news.wait(timeout: .now() + 60) != .success { return false }
            }
            return true
        }
        #expect(hears(.anything))
        let before = try one.libraryRevision()
        try one.apply([.set(key: "own", value: .bool(true))], to: "own", source: .api)
        try other.apply([.set(key: "k", value: .bool(true))], to: "a domain.é%", source: .api)
        #expect(hears(.domain("a domain.é%")))
        try VolatileLayers(store: other).set(.managed, of: "d", to: ["k": .bool(true)])
        #expect(hears(.layer("managed", domain: "d")))
        try other.insert(CatalogStoreCheck.dump("one"))
        #expect(hears(.library))
        try other.change(.pin(1), of: "one", from: 0, isUpload: true)
        #expect(hears(.marks("one")))
        _ = try other.delete("one")
        #expect(hears(.dump("one")))
        #expect(try one.libraryRevision() == before + 2)
        #expect(!heard.withLock { $0.contains(.domain("own")) })
        // After a lost connection anything may have changed.
        heard.withLock { $0 = [] }
        try run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query IN ('LISTEN \(schema)', 'SELECT 1')"
        )
        #expect(hears(.anything))
        try other.apply([.set(key: "k", value: .bool(false))], to: "later", source: .api)
        #expect(hears(.domain("later")))
    }
}
