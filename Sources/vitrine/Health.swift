import ArgumentParser
import Foundation
import HTTP
import HTTPTypes

/// `vitrine health`: asks a running server whether it is alive; for container health checks.
struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Ask a running server whether it is alive.")

    @OptionGroup var address: ServerAddress

    func run() async throws {
        let port = try address.resolvedPort()
        let host = Self.reachable(address.resolvedHost)
        let client = LiveClient(host: host, port: port)
        let status: Int
        do {
            status = try await client.send(.get, "/healthz").status.code
        } catch {
            let reason = (error as? HTTPError)?.message ?? "\(error)"
            throw CommandFailure("There is no server at \(host):\(port). \(reason)")
        }
        guard status == 200 else { throw CommandFailure("The server at \(host):\(port) answered \(status).") }
        FileHandle.standardOutput.write(line: "ok")
    }

    /// A server that listens everywhere is asked over the loopback.
    private static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "": "127.0.0.1"
        case "::", "[::]": "::1"
        default: host
        }
    }
}
