import Access
import ArgumentParser
import Commands
import Foundation
import Live

/// `vitrine health`: asks a running server whether it is alive; for container health checks.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check whether a server is running.",
        discussion: """
            The server is found by the options and variables of “vitrine serve”. If a certificate is given, HTTPS is used and \
            the server must present exactly that certificate, whatever name it is for. --server names any server.
            """
    )

    @OptionGroup var address: ServerAddress

    @Option(help: "Certificate of the server, a PEM file; omit it for plain HTTP (VITRINE_TLS_CERT).")
    var tlsCert: String?

    @Option(help: "Address of the server, such as https://vitrine.example.com, instead of host, port and certificate.")
    var server: String?

    @OptionGroup var trust: ServerTrust

    func run() throws {
        let address = try resolved()
        let status: Int
        do {
            status = try address.client.send("GET", address.base + "/healthz").status
        } catch {
            throw CommandFailure("No server responds at \(address.host). \(error)")
        }
        guard status == 200 else {
            throw CommandFailure("The server at \(address.host) responded with status \(status).")
        }
        FileHandle.standardOutput.write(line: "ok")
    }

    func validate() throws {
        guard server == nil || (address.host == nil && address.port == nil && tlsCert == nil) else {
            throw ValidationError("Give --server, or --host, --port and --tls-cert.")
        }
    }

    private func resolved() throws -> HTTPAddress {
        if let server {
            guard let address = HTTPAddress(server, trust: try trust.resolved()) else {
                throw ValidationError("--server takes an address such as https://vitrine.example.com, not “\(server)”.")
            }
            return address
        }
        let host = Self.reachable(address.resolvedHost)
        var client = HTTPClient(host: host, port: try address.resolvedPort())
        if let path = tlsCert ?? Environment.value("VITRINE_TLS_CERT") {
            let pem = try PEMFile.text(path, holding: "CERTIFICATE", "certificate")
            client.trust = trust.insecure ? .anybody : .certificate(pem: pem)
        }
        return HTTPAddress(client)
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
