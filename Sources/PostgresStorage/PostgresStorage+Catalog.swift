public import Catalog
public import DumpFormats
import Foundation
import Storage
import ViewHierarchy

/// Uploads.
extension PostgresStorage: CatalogStore {
    /// All dumps, newest first.
    public func dumps() throws(CatalogError) -> [DumpSummary] {
        try readingCatalog { connection in
            try connection.run("\(DumpSummary.selection) ORDER BY created_at DESC, dump").map {
                try DumpSummary(row: $0)
            }
        }
    }

    /// The dump with this id; nil when there is none.
    public func dump(_ id: String) throws(CatalogError) -> DumpSummary? {
        try readingCatalog { connection in
            try connection.run("\(DumpSummary.selection) WHERE dump = $1", [.text(id)]).first {
                try DumpSummary(row: $0)
            }
        }
    }

    /// The bytes of a dump as they came; nil when there is no such dump.
    public func source(of id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { try DumpBytes.source.fetch(of: id, from: $0) }
    }

    /// The picture that came beside a dump; nil when there is none.
    public func screenshot(of id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { try DumpBytes.screenshot.fetch(of: id, from: $0) }
    }

    /// The other parts that came beside a dump, in their order; none when there is no such dump.
    public func parts(of id: String) throws(CatalogError) -> [DumpPart] {
        try readingCatalog(isOne: true) { connection in
            let sql = "SELECT number, name, filename FROM dump_part WHERE dump = $1 ORDER BY number"
            let rows = try connection.run(sql, [.text(id)])
                .map { (number: try $0.integer(0), name: try $0.text(1), filename: try $0.optionalText(2)) }
            return try rows.map { row in
                let bytes = try DumpBytes.part.fetch(of: id, number: row.number, from: connection)
                return DumpPart(name: row.name, filename: row.filename, bytes: bytes ?? [])
            }
        }
    }

    /// Stores a dump with its bytes, its picture and its parts in one transaction.
    public func insert(_ dump: NewDump) throws(CatalogError) {
        let id = dump.summary.id
        try checkQuotas(of: dump)
        try writingCatalog([.dump(id)], isListed: true) { transaction in
            guard try !Self.hasDump(id, in: transaction) else { throw CatalogError.idTaken(dump: id) }
            try dump.storeSummary(revision: dump.summary.revision, in: transaction)
            try dump.storeContents(in: transaction)
            transaction.tell(.library)
        }
    }

    /// Gives a dump another name, other tags and another folder or none, and says whether there is one.
    public func describe(_ id: String, as name: String, tags: [String], folder: String?) throws(CatalogError) -> Bool {
        try writingCatalog([.dump(id)], isListed: true) { transaction in
            let sql = "UPDATE dump SET name = $2, tags = $3, folder = $4 WHERE dump = $1"
            let values: [PostgresValue] = [
                .text(id), .text(name), .text(tags.joined(separator: "\n")), .text(orNull: folder),
            ]
            guard try transaction.run(sql, values).affected > 0 else {
                transaction.isIdle = true
                return false
            }
            transaction.tell(.library)
            return true
        }
    }

    /// Removes a dump with its bytes, picture, edits, marks and companions, and says whether there was one.
    public func delete(_ id: String) throws(CatalogError) -> Bool {
        try writingCatalog([.dump(id)], isListed: true) { transaction in
            var count = 0
            let isUpload = try transaction.run("DELETE FROM dump WHERE dump = $1", [.text(id)]).affected > 0
            for table in [
                "dump_part", "dump_identity", "dump_chunk", "draft", "draft_base", "draft_edit", "companion",
                "view_marks", "view_pin", "view_note",
            ] {
                count += try transaction.run("DELETE FROM \(table) WHERE dump = $1", [.text(id)]).affected
            }
            transaction.isIdle = !isUpload && count == 0
            transaction.resize(.dump(id), to: 0)
            transaction.tell(.dump(id))
            transaction.tell(.library)
            return isUpload
        }
    }

    /// Throws when the database cannot be read. It does not wait for one that is away as long as others do.
    public func check() throws(CatalogError) {
        try readingCatalog(within: Self.checkLimit) {
            _ = try $0.run("SELECT version FROM schema_version WHERE id = 1")
        }
    }

    /// Throws when the database takes no writes.
    public func checkWriting() throws(CatalogError) {
        try readingCatalog(within: Self.checkLimit) { connection in
            let sql = "SELECT current_setting('transaction_read_only')"
            guard try connection.run(sql).first({ try $0.text(0) }) == "on" else { return }
            throw PostgresStorageError(.unreachable, "The database at \(pool.address.place) takes no writes.")
        }
    }

    private static let checkLimit = Duration.seconds(2)

    static func hasDump(_ id: String, in transaction: PostgresTransaction) throws -> Bool {
        try transaction.run("SELECT 1::bigint FROM dump WHERE dump = $1", [.text(id)]).count > 0
    }

    func readingCatalog<Result>(
        isOne: Bool = false,
        within limit: Duration? = nil,
        _ body: (PostgresConnection) throws -> Result
    ) throws(CatalogError) -> Result {
        do {
            return try reading(isOne: isOne, within: limit, body)
        } catch {
            throw catalogFailure(error)
        }
    }

    /// Writes in a transaction, all of it or nothing.
    func writingCatalog<Result>(
        _ heads: [PostgresHead],
        isListed: Bool = false,
        _ body: (PostgresTransaction) throws -> Result
    ) throws(CatalogError) -> Result {
        do {
            return try writing(heads, isListed: isListed, body)
        } catch {
            throw catalogFailure(error)
        }
    }

    func catalogFailure(_ error: any Error) -> CatalogError {
        error as? CatalogError ?? CatalogError(known(error))
    }
}

/// The kinds of bytes that belong to a dump, as `dump_chunk` names them.
enum DumpBytes: String {
    case source
    case screenshot
    case part
    case draft
    case edit
    case companion
    case identity

    /// Bytes with a number; nil where there are none.
    func fetch(of id: String, number: Int = 0, from connection: PostgresConnection) throws -> [UInt8]? {
        try fetch(of: id, in: number..<number + 1, from: connection).first?.bytes
    }

    /// Bytes with their numbers, in order.
    func fetch(
        of id: String,
        in range: Range<Int>,
        from connection: PostgresConnection
    ) throws -> [(number: Int, bytes: [UInt8])] {
        let chunks = try connection.run(
            """
            SELECT number, bytes FROM dump_chunk WHERE dump = $1 AND kind = $2 AND number >= $3 AND number < $4
            ORDER BY number, chunk
            """,
            [.text(id), .text(rawValue), .integer(range.lowerBound), .integer(range.upperBound)]
        )
        .map { (number: try $0.integer(0), bytes: try $0.bytes(1)) }
        var all: [(number: Int, bytes: [UInt8])] = []
        for chunk in chunks {
            if let last = all.indices.last, all[last].number == chunk.number {
                all[last].bytes += chunk.bytes
            } else {
                all.append(chunk)
            }
        }
        return all
    }

    /// Writes bytes in the place of those that are there.
    func store(_ bytes: [UInt8], of id: String, number: Int = 0, in transaction: PostgresTransaction) throws {
        try remove(of: id, from: number, upTo: number + 1, in: transaction)
        try transaction.insertChunks(
            of: bytes,
            into: "dump_chunk",
            "dump, kind, number, chunk, bytes",
            key: [.text(id), .text(rawValue), .integer(number)]
        )
        transaction.grow(.dump(id), by: bytes.count)
    }

    func remove(of id: String, from: Int = 0, upTo: Int = .max, in transaction: PostgresTransaction) throws {
        let sizes = try transaction.run(
            """
            DELETE FROM dump_chunk WHERE dump = $1 AND kind = $2 AND number >= $3 AND number < $4
            RETURNING octet_length(bytes)
            """,
            [.text(id), .text(rawValue), .integer(from), .integer(upTo)]
        )
        .map { try $0.integer(0) }
        transaction.grow(.dump(id), by: -sizes.reduce(0, +))
    }
}

extension DumpSummary {
    static let selection = """
        SELECT dump, name, format, app, view_count, depth, width, height, captured_at, created_at, has_screenshot, revision,
        actor, file, tags, folder, shown_scene FROM dump
        """

    /// Reads a row of ``selection``.
    init(row: PostgresRow) throws {
        self = try DumpSummary(row: row, id: row.text(0), from: 1)
        revision = try row.integer(11)
        actor = try row.optionalText(12)
        file = try row.optionalText(13)
        tags = try row.text(14).split(separator: "\n").map(String.init)
        folder = try row.optionalText(15)
        shownScene = try row.optionalInteger(16)
    }

    /// Reads the columns that rows of `dump` and of `draft_base` share, in the order of ``selection``.
    init(row: PostgresRow, id: String, from first: Int) throws {
        let format = try row.text(first + 1)
        guard let format = DumpFormat(rawValue: format) else {
            throw PostgresStorageError.unknownFormat(format)
        }
        self.init(
            id: id,
            name: try row.text(first),
            format: format,
            app: try row.optionalText(first + 2),
            viewCount: try row.integer(first + 3),
            depth: try row.integer(first + 4),
            size: try Size(row: row, first + 5),
            capturedAt: try row.optionalReal(first + 7).map(Date.init(timeIntervalSinceReferenceDate:)),
            createdAt: Date(timeIntervalSinceReferenceDate: try row.real(first + 8)),
            hasScreenshot: try row.flag(first + 9)
        )
    }

    /// The values of those columns.
    var values: [PostgresValue] {
        [
            .text(name), .text(format.rawValue), .text(orNull: app), .integer(viewCount), .integer(depth),
            .real(size.width), .real(size.height), .real(orNull: capturedAt?.timeIntervalSinceReferenceDate),
            .real(createdAt.timeIntervalSinceReferenceDate), .flag(hasScreenshot),
        ]
    }
}

extension NewDump {
    /// Writes the row of `dump`, in the place of one that is there.
    func storeSummary(revision: Int, in transaction: PostgresTransaction) throws {
        try transaction.run("DELETE FROM dump WHERE dump = $1", [.text(summary.id)])
        try transaction.insert(
            into: "dump",
            """
            dump, name, format, app, view_count, depth, width, height, captured_at, created_at, has_screenshot, revision,
            actor, file, tags, folder, shown_scene, bytes
            """,
            rows: [
                [.text(summary.id)] + summary.values
                    + [.integer(revision), .text(orNull: summary.actor), .text(orNull: summary.file)]
                    + [.text(summary.tags.joined(separator: "\n")), .text(orNull: summary.folder)]
                    + [.integer(orNull: summary.shownScene), .integer(byteCount)]
            ]
        )
    }

    /// Writes what belongs to the row of `dump`.
    func storeContents(in transaction: PostgresTransaction) throws {
        let id = summary.id
        try DumpBytes.source.store(source, of: id, in: transaction)
        if let screenshot { try DumpBytes.screenshot.store(screenshot, of: id, in: transaction) }
        try transaction.insert(
            into: "dump_part",
            "dump, number, name, filename",
            rows: parts.enumerated().map { number, part in
                [.text(id), .integer(number), .text(part.name), .text(orNull: part.filename)]
            }
        )
        for (number, part) in parts.enumerated() {
            try DumpBytes.part.store(part.bytes, of: id, number: number, in: transaction)
        }
    }
}

extension Size {
    /// Reads two columns.
    init(row: PostgresRow, _ column: Int) throws {
        self.init(width: try row.optionalReal(column) ?? .nan, height: try row.optionalReal(column + 1) ?? .nan)
    }
}
