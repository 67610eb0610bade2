import ArgumentParser
import Commands
import Foundation
import HTTP
import Live

/// How others reach a server: over TLS, through proxies, by which address. From options or the environment.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "Certificate chain for TLS, a PEM file (VITRINE_TLS_CERT).")
    var tlsCert: String?

    @Option(help: "Private key for TLS, a PEM file without a password (VITRINE_TLS_KEY).")
    var tlsKey: String?

    @Option(
        name: .customLong("base-url"),
        help: "Public address of the server, such as https://vitrine.example.com (VITRINE_BASE_URL)."
    )
    var baseURL: String?

    @Option(
        help: """
            Proxy trusted to name the client, scheme and host: an address or a range such as 10.0.0.0/8; can be \
            repeated (VITRINE_TRUSTED_PROXIES, with commas).
            """
    )
    var trustedProxy: [String] = []

    @Option(
        help: """
            Address to which the server may connect for a live session with WebDriverAgent or Appium: an address, a range \
            such as 192.168.1.0/24, or none; can be repeated (VITRINE_CONNECT, with commas; 127.0.0.0/8 and ::1).
            """
    )
    var connect: [String] = []

    /// The address that others know a server by, taken apart.
    struct PublicAddress {
        /// `http` or `https`.
        var scheme: String
        /// The name without a port, in lower case.
        var name: String
        /// The host as a browser sends it: with the port, unless that is the usual one of its scheme.
        var host: String

        /// The address with a slash at its end.
        var text: String { "\(scheme)://\(host)/" }
    }

    /// Certificate and key; nil for a server without TLS.
    func identity() throws -> TLSIdentity? {
        let certificate = tlsCert ?? Environment.value("VITRINE_TLS_CERT")
        let key = tlsKey ?? Environment.value("VITRINE_TLS_KEY")
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return TLSIdentity(
                certificates: try Self.pem(certificate, holding: "CERTIFICATE", "certificate"),
                key: try Self.pem(key, holding: "PRIVATE KEY", "private key")
            )
        default: throw ValidationError("TLS takes both: --tls-cert and --tls-key.")
        }
    }

    /// The proxies that are believed.
    func proxies() throws -> [AddressRange] {
        try Self.listed(trustedProxy, "VITRINE_TRUSTED_PROXIES").map { text in
            guard let range = AddressRange(text) else {
                throw ValidationError("A trusted proxy is an address or a range such as 10.0.0.0/8, not “\(text)”.")
            }
            return range
        }
    }

    /// The addresses of devices that the server may connect to: this machine's, where none is named.
    func devices() throws -> ConnectRules {
        let texts = connect.isEmpty ? Self.listed([], "VITRINE_CONNECT") : connect
        do throws(ConnectRules.UnknownRange) {
            return texts.isEmpty ? .loopback : try ConnectRules(texts)
        } catch {
            throw ValidationError(
                "--connect takes an address, a range such as 10.0.0.0/8, or none, not “\(error.text)”."
            )
        }
    }

    /// What an option and its variable name together.
    private static func listed(_ given: [String], _ variable: String) -> [String] {
        let listed = Environment.value(variable)?.split(separator: ",").map(String.init) ?? []
        return (given + listed).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The address that others know the server by; nil where none is named.
    func publicAddress() throws -> PublicAddress? {
        guard let text = baseURL ?? Environment.value("VITRINE_BASE_URL") else { return nil }
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let name = url.host?.lowercased(), !name.isEmpty, url.user == nil,
            url.query == nil, url.fragment == nil, (1...65535).contains(url.port ?? 80)
        else {
            throw ValidationError("--base-url takes an address such as https://vitrine.example.com, not “\(text)”.")
        }
        guard ["", "/"].contains(url.path) else {
            throw ValidationError("--base-url takes no path: Vitrine needs a name, or a port, of its own.")
        }
        let usual = scheme == "https" ? 443 : 80
        let port = url.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        return PublicAddress(scheme: scheme, name: name, host: name + port)
    }

    /// Whether the server is meant for others than this machine, whatever it listens on.
    func isForOthers() throws -> Bool {
        if let address = try publicAddress(), !AccessOptions.isLoopback(address.name.filter { $0 != "[" && $0 != "]" })
        {
            return true
        }
        return try !proxies().isEmpty
    }

    private static func pem(_ path: String, holding label: String, _ what: String) throws -> String {
        let text = try PEMFile.text(path, holding: label, what)
        guard !text.contains("ENCRYPTED") else {
            throw CommandFailure("\(path): The key has a password. Remove it, for example with “openssl pkey”.")
        }
        return text
    }
}

/// How much a server takes on at once, from options or the environment. What is not said keeps its standard, whose sum is in
/// docs/deployment.md.
struct LimitOptions: ParsableArguments {
    @Option(
        help: "Maximum number of connections, 8 to 65536 (VITRINE_MAX_CONNECTIONS; 2048, or fewer if files are few)."
    )
    var maxConnections: Int?

    @Option(
        help: """
            Maximum number of connections, or of requests through trusted proxies, per address; 0 for no limit \
            (VITRINE_MAX_CONNECTIONS_PER_ADDRESS; 256, or 0 on the loopback address).
            """
    )
    var maxConnectionsPerAddress: Int?

    @Option(help: "Maximum number of event streams (VITRINE_MAX_STREAMS; 1024, at most half the connections).")
    var maxStreams: Int?

    @Option(help: "Maximum number of event streams per address; 0 for no limit (VITRINE_MAX_STREAMS_PER_ADDRESS; 128).")
    var maxStreamsPerAddress: Int?

    @Option(help: "Total disk space for incoming request bodies, in MiB (VITRINE_MAX_SPOOL; 2048).")
    var maxSpool: Int?

    @Option(help: "Total memory for responses not yet read by clients, in MiB (VITRINE_MAX_UNREAD; 128).")
    var maxUnread: Int?

    @Option(help: "Maximum number of uploads waiting to be read (VITRINE_MAX_QUEUE; 32).")
    var maxQueue: Int?

    @Option(help: "Seconds before a request is cancelled and answered with 503 (VITRINE_DEADLINE; 120).")
    var deadline: Int?

    @Option(
        help: """
            Processor seconds before a request is cancelled and answered with 503 \
            (VITRINE_PROCESSOR_SECONDS; 60).
            """
    )
    var processorSeconds: Int?

    @Option(help: "Seconds for requests in progress to finish when the server stops (VITRINE_GRACE; 3).")
    var grace: Int?
}
