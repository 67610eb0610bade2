import ArgumentParser
import Foundation

/// Where a server listens, from options or the environment.
struct ServerAddress: ParsableArguments {
    /// The address without a port when nothing is said.
    static let standardHost = "127.0.0.1"
    /// The port when nothing is said.
    static let standardPort = 8080

    @Option(help: "Address to listen on (VITRINE_HOST; \(ServerAddress.standardHost)).")
    var host: String?

    @Option(help: "Port to listen on, 0 for any free one (VITRINE_PORT; \(ServerAddress.standardPort)).")
    var port: Int?

    /// The host from the option, the environment or the standard.
    var resolvedHost: String {
        host ?? Environment.value("VITRINE_HOST") ?? Self.standardHost
    }

    /// The port from the option, the environment or the standard.
    /// - Throws: `ValidationError` when it is no port.
    func resolvedPort() throws -> Int {
        if let port {
            guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
            return port
        }
        guard let text = Environment.value("VITRINE_PORT") else { return Self.standardPort }
        guard let port = Int(text), (0...65535).contains(port) else {
            throw ValidationError("VITRINE_PORT takes a number from 0 to 65535, not “\(text)”.")
        }
        return port
    }
}
