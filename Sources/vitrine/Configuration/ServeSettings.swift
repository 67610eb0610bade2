import ArgumentParser
import Commands
import Foundation
import HTTP
import PostgresStorage
import Services

/// One thing that `vitrine serve` can be told: by an option, by a variable of the environment, by a file.
///
/// The table below makes all three; a test holds it to the options that the command has, and to the documents.
struct ServeSetting: Sendable {
    /// What its value looks like.
    enum Kind: Sendable, Equatable {
        case text, flag
        /// A whole number in a range; one that has a unit is a size.
        case number(ClosedRange<Int>, unit: String? = nil)
        /// Several texts, with commas between them in the environment.
        case list
        /// Several paths, with colons between them in the environment.
        case paths

        /// MiB of what the server takes.
        static let size = number(1...1024, unit: "MiB")

        /// What stands between several values in one text.
        var separator: String { self == .paths ? ":" : "," }
    }

    /// What it is called in a file, and on the command line behind two dashes; paths have no dashes there.
    let name: String
    let kind: Kind
    /// What counts where nothing is said, for people.
    let standard: String
    /// Whether nobody may see its value.
    let isSecret: Bool
    /// What is shown of its value.
    let shown: @Sendable (String) -> String
    /// What the command line says; nil where it says nothing.
    let given: @Sendable (Serve) -> String?
    private let put: @Sendable (inout ServeConfiguration, Int) -> Void

    /// - Parameter put: Puts a number in force.
    private init<Value: OptionValue>(
        _ name: String,
        _ kind: Kind,
        _ option: any KeyPath<Serve, Value> & Sendable,
        standard: String = "",
        isSecret: Bool = false,
        put: @escaping @Sendable (inout ServeConfiguration, Int) -> Void = { _, _ in },
        shown: @escaping @Sendable (String) -> String = ConfigurationReport.withoutPassword
    ) {
        (self.name, self.kind, self.standard, self.isSecret) = (name, kind, standard, isSecret)
        (self.put, self.shown) = (put, shown)
        given = { $0[keyPath: option].text(separator: kind.separator) }
    }

    /// The variable of the environment.
    var variable: String { Self.variables[name] ?? "VITRINE_" + name.uppercased().replacing("-", with: "_") }

    /// Variables whose names are older than the rule.
    private static let variables = [
        "allow-host": "VITRINE_ALLOWED_HOSTS", "trusted-proxy": "VITRINE_TRUSTED_PROXIES",
        "quota": "VITRINE_QUOTAS",
    ]

    /// Puts what is said of a number in force.
    /// - Throws: `ValidationError` where it is none or out of its range, and where a flag is neither true nor false.
    func apply(_ serve: Serve, to configuration: inout ServeConfiguration) throws {
        switch kind {
        case .number(let range, let unit):
            let number = try Environment.number(given(serve), "--\(name)", variable, in: range, unit: unit)
            if let number { put(&configuration, number) }
        case .flag where given(serve) == nil: _ = try Environment.flag(ofVariable: variable)
        case .flag, .text, .list, .paths: return
        }
    }

    /// All of them, in the order in which `--check-config` lists them.
    static let all: [ServeSetting] = [
        ServeSetting("paths", .paths, \.paths),
        ServeSetting("host", .text, \.address.host, standard: ServerAddress.standardHost),
        ServeSetting("port", .number(ServerAddress.ports), \.address.port, standard: "\(ServerAddress.standardPort)") {
            $0.listening.port = $1
        },
        ServeSetting("base-url", .text, \.connection.baseURL),
        ServeSetting("allow-host", .list, \.allowHost),
        ServeSetting("trusted-proxy", .list, \.connection.trustedProxy),
        ServeSetting("connect", .list, \.connection.connect, standard: "127.0.0.0/8,::1"),
        ServeSetting("tls-cert", .text, \.connection.tlsCert),
        ServeSetting("tls-key", .text, \.connection.tlsKey),
        ServeSetting("token", .text, \.access.token, isSecret: true),
        ServeSetting("allow-anonymous-read", .flag, \.access.allowAnonymousRead, standard: "false"),
        ServeSetting("allow-cors", .flag, \.allowCors, standard: "false"),
        ServeSetting("watch", .flag, \.watch, standard: "false"),
        ServeSetting("data", .text, \.store.place.data, standard: "vitrine in the XDG data home"),
        ServeSetting(
            "store",
            .text,
            \.store.place.store,
            standard: "none: the data folder",
            shown: PostgresAddress.shown
        ),
        ServeSetting("resources", .text, \.resources, standard: "found from the program"),
        ServeSetting("max-dump", .size, \.maxDump, standard: "64") { $0.server.maximumDumpBytes = $1 << 20 },
        ServeSetting("max-json", .size, \.maxJSON, standard: "32") { $0.server.maximumJSONDumpBytes = $1 << 20 },
        ServeSetting("max-app", .size, \.maxApp, standard: "256") { $0.server.maximumAppBytes = $1 << 20 },
        ServeSetting("max-body", .size, \.maxBody, standard: "6 for defaults, 1 for the rest") {
            ($0.server.maximumBodyBytes, $0.server.maximumDomainBodyBytes) = ($1 << 20, $1 << 20)
        },
        ServeSetting("max-connections", .number(8...65_536), \.limits.maxConnections, standard: "2048") {
            $0.listening.maximumConnections = $1
        },
        ServeSetting(
            "max-connections-per-address",
            .number(0...65_536),
            \.limits.maxConnectionsPerAddress,
            standard: "256, or 0 on the loopback address"
        ) { $0.listening.maximumConnectionsPerAddress = $1 },
        ServeSetting("max-streams", .number(1...65_536), \.limits.maxStreams, standard: "1024") {
            $0.listening.maximumEventStreams = $1
        },
        ServeSetting("max-streams-per-address", .number(0...65_536), \.limits.maxStreamsPerAddress, standard: "128") {
            $0.listening.maximumEventStreamsPerAddress = $1
        },
        ServeSetting("max-spool", .number(1...(1 << 20)), \.limits.maxSpool, standard: "2048") {
            $0.listening.spoolBytes = $1 << 20
        },
        ServeSetting("max-unread", .number(1...65_536), \.limits.maxUnread, standard: "128") {
            $0.listening.replyBytes = $1 << 20
        },
        ServeSetting("max-queue", .number(0...10_000), \.limits.maxQueue, standard: "32") {
            $0.server.maximumWaitingUploads = $1
        },
        ServeSetting("deadline", .number(1...3_600), \.limits.deadline, standard: "120") {
            $0.listening.answerTimeout = .seconds($1)
        },
        ServeSetting("processor-seconds", .number(1...3_600), \.limits.processorSeconds, standard: "60") {
            $0.listening.processorLimit = .seconds($1)
        },
        ServeSetting("keep-revisions", .text, \.store.keepRevisions, standard: "10000"),
        ServeSetting("quota", .list, \.store.quota),
        ServeSetting("read-only", .flag, \.store.readOnly, standard: "false"),
        ServeSetting("check-integrity", .flag, \.store.checkIntegrity, standard: "false"),
        ServeSetting("grace", .number(0...3_600), \.limits.grace, standard: "3") { $0.grace = .seconds($1) },
        ServeSetting("drain-seconds", .number(0...600), \.drainSeconds, standard: "0") { $0.drain = $1 },
        ServeSetting("log-level", .text, \.logLevel, standard: "info"),
        ServeSetting("log-format", .text, \.logFormat, standard: "auto"),
    ]
}

/// What the numbers among the settings make of a server.
struct ServeConfiguration {
    var listening = HTTPServerConfiguration()
    var server = ServerConfiguration()
    /// The time for requests in progress when the server is stopped.
    var grace = Duration.seconds(3)
    /// For how many seconds a server that is asked to end says so first.
    var drain = 0
}

/// The value of an option, as the environment would have it; nil where the command line does not give one.
protocol OptionValue: SendableMetatype {
    func text(separator: String) -> String?
}

extension Optional: OptionValue where Wrapped: LosslessStringConvertible {
    func text(separator: String) -> String? { map { String($0) } }
}

extension Bool: OptionValue {
    func text(separator: String) -> String? { self ? "true" : nil }
}

extension [String]: OptionValue {
    func text(separator: String) -> String? { isEmpty ? nil : joined(separator: separator) }
}

extension PostgresAddress {
    /// What is shown of the address of a database: its hosts, ports and name.
    @Sendable fileprivate static func shown(_ text: String) -> String {
        (try? PostgresAddress(text)).map { "PostgreSQL at \($0.place)" } ?? "(set, no address of PostgreSQL)"
    }
}

/// What is in force, from where, and what is wrong with it: the answer of `--check-config`.
struct ConfigurationReport {
    /// The lines, without anything that nobody may see.
    let lines: [String]
    /// What is wrong, one sentence each.
    let faults: [String]

    /// - Parameter checks: what the server would make of the settings beside numbers and flags when it starts; each throws
    ///   what is wrong.
    init(_ serve: Serve, _ file: ConfigurationFile?, checks: [() throws -> Void]) {
        lines = ServeSetting.all.map { setting in
            let (value, source) = Self.present(setting, serve, file)
            return "\(setting.name) = \(value)\(source.map { "  (\($0))" } ?? "")"
        }
        var faults = file?.faults.map(\.description) ?? []
        func note(_ check: () throws -> Void) {
            do {
                try check()
            } catch {
                // What a flag is about is asked for it, too.
                let fault = "\(error)"
                if !faults.contains(fault) { faults.append(fault) }
            }
        }
        var configuration = ServeConfiguration()
        for setting in ServeSetting.all { note { try setting.apply(serve, to: &configuration) } }
        for check in checks { note(check) }
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
