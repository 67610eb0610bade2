internal import CPostgres
import Glibc
import Storage
import Synchronization

/// One connection to a database.
///
/// `@unchecked Sendable`: a connection of libpq may be used by any thread, by one at a time. The pool hands it to one thread,
/// and takes it back before the next one has it; the listener's belongs to its own thread.
final class PostgresConnection: @unchecked Sendable {
    /// How long a statement may take on the server, and a little longer here, where the server may have gone.
    struct Patience: Sendable {
        var statement = Duration.seconds(30)
        var lock = Duration.seconds(5)
        var answer: Duration { statement + .seconds(5) }
    }

    private let handle: OpaquePointer
    private let patience: Patience
    /// A warning came since this was last set to false.
    private var hasWarned = false
    /// Nothing more can be done with it.
    private(set) var isLost = false

    /// Connects to the first host that takes writes.
    init(_ address: PostgresAddress, schema: String, patience: Patience) throws(PostgresFailure) {
        let settings = PostgresAddress.defaults + [("dbname", address.text), ("client_encoding", "UTF8")]
        let texts = settings.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (name, value) in texts {
                free(name)
                free(value)
            }
        }
        let names = texts.map { UnsafePointer($0.0) } + [nil]
        let values = texts.map { UnsafePointer($0.1) } + [nil]
        guard let handle = PQconnectdbParams(names, values, 1) else {
            throw PostgresFailure(state: "", message: "there is no memory left", isLost: true)
        }
        self.handle = handle
        self.patience = patience
        guard PQstatus(handle) == CONNECTION_OK else {
            let failure = PostgresFailure(state: "", message: Self.sentence(PQerrorMessage(handle)), isLost: true)
            isLost = true
            throw failure
        }
        // `self` outlives the handle, which its deinit finishes.
        PQsetNoticeReceiver(handle, noteWarning, Unmanaged.passUnretained(self).toOpaque())
        do throws(PostgresFailure) {
            try run("SET search_path = \(schema)")
            try run("SET statement_timeout = \(patience.statement.milliseconds)")
            try run("SET lock_timeout = \(patience.lock.milliseconds)")
            try run("SET idle_in_transaction_session_timeout = 60000")
            // What is acknowledged is on the disk, whatever the database is set to for others.
            try run(
                """
                SELECT set_config('synchronous_commit', 'on', false)
                WHERE current_setting('synchronous_commit', true) = 'off'
                """
            )
        } catch {
            isLost = true
            throw PostgresFailure(state: error.state, message: error.message, isLost: true)
        }
    }

    deinit { PQfinish(handle) }

    /// The socket, to wait at.
    var socket: Int32 { PQsocket(handle) }

    // MARK: Statements

    /// Carries out one statement.
    @discardableResult
    func run(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresFailure) -> PostgresResult {
        let parameters = PostgresParameters(values)
        let isSent = parameters.buffer.withUnsafeBufferPointer { buffer in
            let pointers = parameters.offsets.map { offset -> UnsafePointer<CChar>? in
                guard let offset, let base = buffer.baseAddress else { return nil }
                return UnsafeRawPointer(base + offset).assumingMemoryBound(to: CChar.self)
            }
            let formats = [Int32](repeating: 1, count: values.count)
            return PQsendQueryParams(
                handle,
                sql,
                Int32(clamping: values.count),
                parameters.types,
                pointers,
                parameters.lengths,
                formats,
                1
            )
        }
        return try answer(isSent: isSent == 1)
    }

    /// Carries out statements that take and give nothing.
    func script(_ sql: String) throws(PostgresFailure) {
        _ = try answer(isSent: PQsendQuery(handle, sql) == 1)
    }

    /// Makes a transaction durable. Where it is not known whether it is, the failure says so.
    func commit() throws(PostgresFailure) {
        // A time limit of the server would end the waiting for a standby, and call what is on one machine only durable.
        guard !isLost else {
            throw PostgresFailure(state: "", message: "the connection is gone", isLost: true, isUnknown: true)
        }
        try run("SET LOCAL statement_timeout = 0")
        hasWarned = false
        do throws(PostgresFailure) {
            guard try answer(isSent: PQsendQuery(handle, "COMMIT") == 1).tag == "COMMIT" else {
                throw PostgresFailure(state: "25P02", message: "the transaction was rolled back")
            }
        } catch {
            guard
                error.isLost || error.state.hasPrefix("08") || error.state.hasPrefix("57") || error.state.isEmpty
                    || error.state == "40003"
            else { throw error }
            isLost = true
            throw PostgresFailure(state: error.state, message: error.message, isLost: true, isUnknown: true)
        }
        guard !hasWarned else {
            isLost = true
            throw PostgresFailure(state: "01000", message: "a standby did not confirm", isLost: true, isUnknown: true)
        }
    }

    /// Takes back what a transaction did; a connection that cannot is lost.
    func rollback() {
        guard !isLost else { return }
        do throws(PostgresFailure) { try script("ROLLBACK") } catch { isLost = true }
    }

    /// Takes the connection for lost, as tests do.
    func drop() { isLost = true }

    /// Waits for the answer to what was sent: the last result, or the first error.
    private func answer(isSent: Bool) throws(PostgresFailure) -> PostgresResult {
        guard isSent else { throw lost() }
        let deadline = ContinuousClock.now + patience.answer
        var last: OpaquePointer?
        while true {
            while PQisBusy(handle) == 1 {
                guard wait(until: deadline) else {
                    PQclear(last)
                    isLost = true
                    throw PostgresFailure(state: "", message: "no answer came in time", isLost: true)
                }
                guard PQconsumeInput(handle) == 1 else {
                    PQclear(last)
                    throw lost()
                }
            }
            guard let result = PQgetResult(handle) else { break }
            let status = PQresultStatus(last)
            if last != nil, status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK {
                PQclear(result)
                if PQstatus(handle) != CONNECTION_OK { break }
            } else {
                PQclear(last)
                last = result
            }
        }
        guard let last else { throw lost() }
        let status = PQresultStatus(last)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failure(last) }
        return PostgresResult(last)
    }

    /// Waits for bytes of the server; false when none came in time.
    func wait(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let rest = deadline - .now
            guard rest > .zero else { return false }
            let socket = PQsocket(handle)
            // Without a socket there is nothing to wait for: whoever reads next is told so.
            guard socket >= 0 else { return true }
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: max(rest.milliseconds, 1)))
            if count > 0 || (count < 0 && errno != EINTR) { return true }
        }
    }

    // MARK: Notifications

    /// The notifications that have come, as their payloads. It does not wait.
    func notifications() throws(PostgresFailure) -> [String] {
        guard PQconsumeInput(handle) == 1 else { throw lost() }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            if let text = notification.pointee.extra { payloads.append(String(cString: text)) }
            PQfreemem(notification)
        }
        return payloads
    }

    // MARK: Failures

    fileprivate func note(_ result: OpaquePointer?) {
        // 'V' is PG_DIAG_SEVERITY_NONLOCALIZED.
        guard let severity = PQresultErrorField(result, Int32(UInt8(ascii: "V"))) else { return }
        if String(cString: severity) == "WARNING" { hasWarned = true }
    }

    private func lost() -> PostgresFailure {
        isLost = true
        return PostgresFailure(state: "", message: Self.sentence(PQerrorMessage(handle)), isLost: true)
    }

    /// Takes over a result that is an error.
    private func failure(_ result: OpaquePointer) -> PostgresFailure {
        defer { PQclear(result) }
        // 'C' is PG_DIAG_SQLSTATE, 'M' PG_DIAG_MESSAGE_PRIMARY.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))) ?? PQresultErrorMessage(result)
        if PQstatus(handle) != CONNECTION_OK || PostgresFailure.endsConnection(state) { isLost = true }
        return PostgresFailure(state: state, message: Self.sentence(text), isLost: isLost)
    }

    /// The first line of a message, to stand inside a sentence.
    private static func sentence(_ text: UnsafePointer<CChar>?) -> String {
        let lines = text.map { String(cString: $0) }?.split(separator: "\n") ?? []
        let line = lines.first.map { String($0.prefix(300)) } ?? "the connection is gone"
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}

/// Takes notices of the server in place of standard error.
private func noteWarning(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context else { return }
    Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue().note(result)
}

/// Where a database is: `postgres://user:password@host:port,host:port/database?parameter=value`, as libpq reads it
/// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
///
/// Its text holds the password, so what is shown of it is ``place`` only.
public struct PostgresAddress: Sendable {
    /// The address as it was given.
    let text: String
    /// The hosts, ports and the database, for people.
    public let place: String

    /// Whether a text is meant to be such an address.
    public static func looksLike(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Reads an address.
    /// - Throws: `badAddress`. The message does not repeat the text.
    public init(_ text: String) throws(PostgresStorageError) {
        guard Self.looksLike(text), !text.utf8.contains(0), text.utf8.count <= 4_096 else {
            throw PostgresStorageError(
                .badAddress,
                "A database has an address such as postgres://vitrine@db1.example.com,db2.example.com/vitrine."
            )
        }
        // libpq's own words would repeat the text, and the password with it.
        guard let options = PQconninfoParse(text, nil) else {
            throw PostgresStorageError(
                .badAddress,
                "The address of the database cannot be read. Write special characters of the password as %XX, and name "
                    + "parameters as libpq does."
            )
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = text
        let names = values["host"] ?? values["hostaddr"] ?? "the local socket"
        let hosts = names.split(separator: ",").map(String.init)
        let ports = (values["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let named = hosts.enumerated().map { index, host in
            let port = ports.count == 1 ? ports.first : index < ports.count ? ports[index] : nil
            return port.flatMap { $0.isEmpty ? nil : "\(host):\($0)" } ?? host
        }
        place = named.joined(separator: ",") + (values["dbname"].map { "/\($0)" } ?? "")
    }

    /// What stands before the address, which may say otherwise: a host that does not answer is noticed in seconds, and one
    /// that takes no writes is passed over.
    static let defaults = [
        ("connect_timeout", "3"), ("target_session_attrs", "read-write"), ("keepalives_idle", "15"),
        ("tcp_user_timeout", "10000"), ("application_name", "vitrine"),
    ]
}
