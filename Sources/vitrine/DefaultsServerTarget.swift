import Access
import Commands
import Defaults
import Diagnostics
import Foundation
import JSON
import PropertyList

/// The `defaults` command on a running server, through its JSON API; values travel as property lists, which keep
/// every type.
struct DefaultsServerTarget: DefaultsCommandTarget {
    private let address: HTTPAddress
    private var host: String { address.host }

    /// - Parameters:
    ///   - address: `http://host[:port][/path]`, or `https://…`.
    ///   - token: what the server is shown; nil for nothing.
    ///   - trust: whom to believe over HTTPS.
    init(_ address: String, token: String?, trust: TLSTrust) throws(DefaultsCommandError) {
        guard let known = HTTPAddress(address, token: token, trust: trust) else {
            throw DefaultsCommandError(
                "--server takes an address such as http://127.0.0.1:8080, not “\(address)”.",
                isUsage: true
            )
        }
        self.address = known
    }

    func domainNames() throws -> [String] {
        let response = try send("GET", "/api/v1/defaults", ["Accept": "application/json"])
        let domains = try? JSONValue(parsing: response.body, limits: .dump)["domains"]?.arrayValue
        return (domains ?? []).compactMap { $0["name"]?.stringValue }.sorted()
    }

    func snapshot(of domain: String) throws -> DomainSnapshot {
        let response = try send("GET", Self.path(domain), ["Accept": "application/x-plist"])
        let digits = response.headers["etag"]?.drop { $0 == "\"" }.prefix { $0.isASCII && $0.isNumber }
        guard let revision = digits.flatMap({ Int($0) }) else {
            throw DefaultsCommandError("The server at \(host) is not Vitrine: its response has no revision.")
        }
        if let count = response.headers["vitrine-redacted"] {
            let note = "Secret values left out, because the token lacks the scope secrets: \(count)."
            FileHandle.standardError.write(line: note)
        }
        let values = try DomainFile.values(in: response.body)
        return DomainSnapshot(name: domain, revision: revision, values: values, updatedAt: nil)
    }

    func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) throws {
        var headers = ["Content-Type": "application/x-plist", "If-Match": "\"\(revision)\""]
        // A file that is put without this name counts as an import.
        if source == .cli { headers["User-Agent"] = "vitrine-defaults/\(ServerVersion.current)" }
        _ = try send("PUT", Self.path(domain), headers, try PropertyListWriter.binary(.dictionary(values)))
    }

    private func send(
        _ method: String,
        _ path: String,
        _ headers: [String: String],
        _ body: [UInt8] = []
    ) throws -> HTTPClient.Response {
        let response: HTTPClient.Response
        do {
            response = try address.client.send(method, address.base + path, headers, body: body)
        } catch {
            throw DefaultsCommandError("No server responds at \(host). \(error)")
        }
        if response.status == 412 {
            throw DefaultsError(.revisionConflict, "The domain keeps changing. Try again.")
        }
        guard response.status == 200 else {
            let problem = try? JSONValue(parsing: response.body)
            let reason = problem?["detail"]?.stringValue ?? "The server responded with status \(response.status)."
            throw DefaultsCommandError(reason)
        }
        return response
    }

    private static func path(_ domain: String) -> String { "/api/v1/defaults/" + domain.percentEncoded }
}
