import Commands
import Foundation
import PostgresStorage

/// One thing that `vitrine serve` can be told: by an option, by a variable of the environment, by a file.
///
/// The table below makes all three; a test holds it to the options that the command has, and to the documents.
struct ServeSetting: Sendable {
    /// What its value looks like.
    enum Kind: String, Sendable {
        case text, number, flag
        /// Several texts, with commas between them in the environment.
        case list
        /// Several paths, with colons between them in the environment.
        case paths

        /// What stands between several values in one text.
        var separator: String { self == .paths ? ":" : "," }
    }

    /// What it is called in a file, and on the command line behind two dashes; paths have no dashes there.
    let name: String
    let kind: Kind
    /// Whether nobody may see its value.
    var isSecret = false
    /// What counts where nothing is said, for people.
    var standard = ""
    /// What is shown of its value.
    var shown: @Sendable (String) -> String = ConfigurationReport.withoutPassword
    /// What the command line says; nil where it says nothing.
    let given: @Sendable (Serve) -> String?

    /// The variable of the environment.
    var variable: String { Self.variables[name] ?? "VITRINE_" + name.uppercased().replacing("-", with: "_") }

    /// Variables whose names are older than the rule.
    private static let variables = [
        "allow-host": "VITRINE_ALLOWED_HOSTS", "trusted-proxy": "VITRINE_TRUSTED_PROXIES",
        "quota": "VITRINE_QUOTAS",
    ]

    /// All of them, in the order in which `--check-config` lists them.
    static let all: [ServeSetting] = [
        ServeSetting(name: "paths", kind: .paths) { $0.paths.joinedOrNil(":") },
        ServeSetting(name: "host", kind: .text, standard: ServerAddress.standardHost) { $0.address.host },
        ServeSetting(name: "port", kind: .number, standard: "\(ServerAddress.standardPort)") {
            $0.address.port.map(String.init)
        },
        ServeSetting(name: "base-url", kind: .text) { $0.connection.baseURL },
        ServeSetting(name: "allow-host", kind: .list) { $0.allowHost.joinedOrNil(",") },
        ServeSetting(name: "trusted-proxy", kind: .list) { $0.connection.trustedProxy.joinedOrNil(",") },
        ServeSetting(name: "tls-cert", kind: .text) { $0.connection.tlsCert },
        ServeSetting(name: "tls-key", kind: .text) { $0.connection.tlsKey },
        ServeSetting(name: "token", kind: .text, isSecret: true) { $0.access.token },
        ServeSetting(name: "allow-anonymous-read", kind: .flag, standard: "false") {
            $0.access.allowAnonymousRead ? "true" : nil
        },
        ServeSetting(name: "allow-cors", kind: .flag, standard: "false") { $0.allowCors ? "true" : nil },
        ServeSetting(name: "watch", kind: .flag, standard: "false") { $0.watch ? "true" : nil },
        ServeSetting(name: "data", kind: .text, standard: "vitrine in the XDG data home") { $0.store.place.data },
        ServeSetting(name: "store", kind: .text, standard: "none: the data folder", shown: PostgresAddress.shown) {
            $0.store.place.store
        },
        ServeSetting(name: "resources", kind: .text, standard: "found from the program") { $0.resources },
        ServeSetting(name: "max-dump", kind: .number, standard: "64") { $0.maxDump.map(String.init) },
        ServeSetting(name: "max-json", kind: .number, standard: "32") { $0.maxJSON.map(String.init) },
        ServeSetting(name: "max-app", kind: .number, standard: "256") { $0.maxApp.map(String.init) },
        ServeSetting(name: "max-body", kind: .number, standard: "6 for defaults, 1 for the rest") {
            $0.maxBody.map(String.init)
        },
        ServeSetting(name: "max-connections", kind: .number, standard: "2048") {
            $0.limits.maxConnections.map(String.init)
        },
        ServeSetting(name: "max-connections-per-address", kind: .number, standard: "256, or 0 on the loopback address")
        {
            $0.limits.maxConnectionsPerAddress.map(String.init)
        },
        ServeSetting(name: "max-streams", kind: .number, standard: "1024") { $0.limits.maxStreams.map(String.init) },
        ServeSetting(name: "max-streams-per-address", kind: .number, standard: "128") {
            $0.limits.maxStreamsPerAddress.map(String.init)
        },
        ServeSetting(name: "max-spool", kind: .number, standard: "2048") { $0.limits.maxSpool.map(String.init) },
        ServeSetting(name: "max-unread", kind: .number, standard: "128") { $0.limits.maxUnread.map(String.init) },
        ServeSetting(name: "max-queue", kind: .number, standard: "32") { $0.limits.maxQueue.map(String.init) },
        ServeSetting(name: "deadline", kind: .number, standard: "120") { $0.limits.deadline.map(String.init) },
        ServeSetting(name: "processor-seconds", kind: .number, standard: "60") {
            $0.limits.processorSeconds.map(String.init)
        },
        ServeSetting(name: "keep-revisions", kind: .text, standard: "10000") { $0.store.keepRevisions },
        ServeSetting(name: "quota", kind: .list) { $0.store.quota.joinedOrNil(",") },
        ServeSetting(name: "read-only", kind: .flag, standard: "false") { $0.store.readOnly ? "true" : nil },
        ServeSetting(name: "check-integrity", kind: .flag, standard: "false") {
            $0.store.checkIntegrity ? "true" : nil
        },
        ServeSetting(name: "grace", kind: .number, standard: "3") { $0.limits.grace.map(String.init) },
        ServeSetting(name: "drain-seconds", kind: .number, standard: "0") { $0.drainSeconds.map(String.init) },
        ServeSetting(name: "log-level", kind: .text, standard: "info") { $0.logLevel },
        ServeSetting(name: "log-format", kind: .text, standard: "auto") { $0.logFormat },
    ]
}

extension PostgresAddress {
    /// What is shown of the address of a database: its hosts, ports and name.
    @Sendable fileprivate static func shown(_ text: String) -> String {
        (try? PostgresAddress(text)).map { "PostgreSQL at \($0.place)" } ?? "(set, no address of PostgreSQL)"
    }
}

extension [String] {
    fileprivate func joinedOrNil(_ separator: String) -> String? { isEmpty ? nil : joined(separator: separator) }
}

/// What is in force, from where, and what is wrong with it: the answer of `--check-config`.
struct ConfigurationReport {
    /// The lines, without anything that nobody may see.
    let lines: [String]
    /// What is wrong, one sentence each.
    let faults: [String]

    /// - Parameter checks: what the server would make of the settings when it starts; each throws what is wrong.
    init(_ serve: Serve, _ file: ConfigurationFile?, checks: [() throws -> Void]) {
        lines = ServeSetting.all.map { setting in
            let (value, source) = Self.present(setting, serve, file)
            return "\(setting.name) = \(value)\(source.map { "  (\($0))" } ?? "")"
        }
        var faults = file?.faults.map(\.description) ?? []
        for check in checks {
            do { try check() } catch { faults.append("\(error)") }
        }
        self.faults = faults
    }

    private static func present(
        _ setting: ServeSetting,
        _ serve: Serve,
        _ file: ConfigurationFile?
    ) -> (value: String, source: String?) {
        func shown(_ text: String) -> String { setting.isSecret ? "(set, not shown)" : setting.shown(text) }
        if let given = setting.given(serve) {
            return (shown(given), setting.kind == .paths ? "command line" : "--\(setting.name)")
        }
        if let value = Environment.own(setting.variable) { return (shown(value), setting.variable) }
        if let entry = file?.entries[setting.name] { return (shown(entry.value), "\(file?.path ?? ""):\(entry.line)") }
        return (setting.standard.isEmpty ? "(not set)" : setting.standard, nil)
    }

    /// An address without the password in it.
    @Sendable static func withoutPassword(_ text: String) -> String {
        guard let scheme = text.range(of: "://"), let at = text[scheme.upperBound...].lastIndex(of: "@"),
            let colon = text[scheme.upperBound..<at].firstIndex(of: ":")
        else { return text }
        return text[...colon] + "(not shown)" + text[at...]
    }
}
