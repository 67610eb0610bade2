internal import CPostgres

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
