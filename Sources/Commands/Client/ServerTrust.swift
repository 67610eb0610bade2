package import Access
package import ArgumentParser
import Foundation

/// Which servers a command believes over HTTPS, from options or the environment.
package struct ServerTrust: ParsableArguments {
    @Option(help: "Certificate authorities to trust instead of the system's, a PEM file (VITRINE_CA_FILE).")
    var caFile: String?

    @Flag(
        help:
            "Accept any certificate over HTTPS. Anyone between you and the server can then read and change everything."
    )
    package var insecure = false

    package init() {}

    package func validate() throws {
        guard caFile == nil || !insecure else { throw ValidationError("Give --ca-file or --insecure, not both.") }
    }

    /// Whom to believe.
    package func resolved() throws -> TLSTrust {
        if insecure { return .anybody }
        guard let path = caFile ?? Environment.value("VITRINE_CA_FILE") else { return .system }
        return .authorities(pem: try PEMFile.text(path, holding: "CERTIFICATE", "certificate"))
    }
}

/// Files of certificates and keys (RFC 7468).
package enum PEMFile {
    private static let limit = 1 << 20

    /// The text of a file.
    /// - Parameters:
    ///   - label: what one of its blocks is to be.
    ///   - what: that, for people.
    package static func text(_ path: String, holding label: String, _ what: String) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: limit + 1) else {
            throw CommandFailure("\(path): The \(what) cannot be read.")
        }
        guard data.count <= limit, let text = String(data: data, encoding: .utf8), text.contains("-----BEGIN "),
            text.contains("\(label)-----")
        else { throw CommandFailure("\(path): This is no \(what) in PEM form.") }
        return text
    }
}

/// The token for a server that a command asks.
package struct ServerToken: ParsableArguments {
    @Option(help: "Token for the server (VITRINE_TOKEN).")
    package var token: String?

    package init() {}

    /// The token from the option or the environment; nil for none.
    package func resolved() throws -> String? {
        guard let text = token ?? Environment.value("VITRINE_TOKEN") else { return nil }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError("\(token == nil ? "VITRINE_TOKEN" : "--token") is not a token.")
        }
        return text
    }
}
