import Access
import ArgumentParser
import Commands
import Defaults
import Foundation
import Live
import JSON
import PropertyList

/// `vitrine token`: makes, lists and revokes the tokens of a data folder or database, or of a running server.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Create, list and revoke tokens for a server.",
        discussion: """
            Tokens are stored in the data folder or in a database; servers using it notice changes within two seconds. \
            --server asks a running server instead, which requires a token with every scope.
            """,
        subcommands: [Make.self, List.self, Revoke.self]
    )

    /// Where the tokens are.
    struct Place: ParsableArguments {
        @OptionGroup var store: StorePlace

        @Option(help: "Address of a running server to use instead, such as http://127.0.0.1:8080.")
        var server: String?

        @OptionGroup var token: ServerToken

        @OptionGroup var trust: ServerTrust

        func validate() throws {
            guard !store.isGiven || server == nil else {
                throw ValidationError("Give --server or where the tokens are kept, not both.")
            }
        }

        /// The tokens of the folder, the database or the server.
        func opened() throws -> any TokenPlace {
            if let server {
                return try TokensOfServer(server, token: try token.resolved(), trust: try trust.resolved())
            }
            let opened = try store.opened()
            do throws(AccessError) {
                return TokensOfFolder(control: try AccessControl(mode: .tokens, store: opened.tokens))
            } catch {
                throw CommandFailure(error.message)
            }
        }
    }

    /// `vitrine token make NAME`.
    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a token and print it once.",
            discussion: "Without --scope the token can only read."
        )

        @Argument(help: "The name of the token, shown in histories.")
        var name: String

        @Option(help: "What the token allows: read, write, delete, secrets, or all; can be repeated.")
        var scope: [String] = []

        @OptionGroup var place: Place

        func run() throws {
            var scopes = AccessScopes()
            for name in scope.isEmpty ? ["read"] : scope {
                guard let scope = name == "all" ? .all : AccessScopes(name: name) else {
                    let known = AccessScopes.allNames.joined(separator: ", ")
                    throw ValidationError("There is no scope “\(name)”; there are \(known), and all.")
                }
                scopes.formUnion(scope)
            }
            FileHandle.standardOutput.write(line: try place.opened().make(name, scopes))
        }
    }

    /// `vitrine token list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List tokens: id, scopes, creation date, last use and name."
        )

        @OptionGroup var place: Place

        func run() throws {
            for token in try place.opened().list() {
                let state = token.revokedAt.map { "revoked \($0)" } ?? "used \(token.lastUsedAt ?? "never")"
                let fields = [
                    token.id, token.scopes.joined(separator: ","), "made \(token.createdAt)", state, token.name,
                ]
                FileHandle.standardOutput.write(line: fields.joined(separator: "\t"))
            }
        }
    }

    /// `vitrine token revoke ID`.
    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a token, so that it no longer gives access.")

        @Argument(help: "The id, as printed by “vitrine token list”.")
        var id: String

        @OptionGroup var place: Place

        func run() throws { try place.opened().revoke(id) }
    }
}

/// A token as the command prints it.
struct ListedToken {
    var id: String
    var name: String
    var scopes: [String]
    var createdAt: String
    var lastUsedAt: String?
    var revokedAt: String?
}

/// What keeps tokens.
protocol TokenPlace {
    /// Makes a token and gives back its secret.
    func make(_ name: String, _ scopes: AccessScopes) throws -> String
    func list() throws -> [ListedToken]
    func revoke(_ id: String) throws
}

/// The tokens of a data folder or database.
struct TokensOfFolder: TokenPlace {
    let control: AccessControl

    func make(_ name: String, _ scopes: AccessScopes) throws -> String {
        try told { () throws(AccessError) in try control.makeToken(named: name, scopes: scopes).1.text }
    }

    func list() throws -> [ListedToken] {
        try told { () throws(AccessError) in try control.tokens() }.map { token in
            ListedToken(
                id: token.id,
                name: token.name,
                scopes: token.scopes.names,
                createdAt: Instant.text(token.createdAt, to: .seconds) ?? "",
                lastUsedAt: token.lastUsedAt.flatMap { Instant.text($0, to: .seconds) },
                revokedAt: token.revokedAt.flatMap { Instant.text($0, to: .seconds) }
            )
        }
    }

    func revoke(_ id: String) throws {
        try told { () throws(AccessError) in try control.revokeToken(id) }
    }

    private func told<Result>(_ body: () throws(AccessError) -> Result) throws -> Result {
        do throws(AccessError) { return try body() } catch { throw CommandFailure(error.message) }
    }
}

/// The tokens of a running server, through its JSON API.
struct TokensOfServer: TokenPlace {
    private let address: HTTPAddress

    init(_ text: String, token: String?, trust: TLSTrust) throws {
        guard let address = HTTPAddress(text, token: token, trust: trust) else {
            throw ValidationError("--server takes an address such as http://127.0.0.1:8080, not “\(text)”.")
        }
        self.address = address
    }

    func make(_ name: String, _ scopes: AccessScopes) throws -> String {
        let body = JSONWriter.object { writer in
            writer.member("name", name)
            writer.member("scopes", scopes.names)
        }
        let reply = try send("POST", "", ["Content-Type": "application/json"], body, expecting: 201)
        guard let secret = reply["token"]?.stringValue else {
            throw CommandFailure("The server at \(address.host) is not Vitrine: its response has no token.")
        }
        return secret
    }

    func list() throws -> [ListedToken] {
        try (send("GET", "", expecting: 200)["tokens"]?.arrayValue ?? []).map { token in
            ListedToken(
                id: token["id"]?.stringValue ?? "",
                name: token["name"]?.stringValue ?? "",
                scopes: (token["scopes"]?.arrayValue ?? []).compactMap(\.stringValue),
                createdAt: Self.seconds(token["createdAt"]) ?? "",
                lastUsedAt: Self.seconds(token["lastUsedAt"]),
                revokedAt: Self.seconds(token["revokedAt"])
            )
        }
    }

    func revoke(_ id: String) throws {
        _ = try send("DELETE", "/" + id.percentEncoded, expecting: 204)
    }

    private static func seconds(_ value: JSONValue?) -> String? {
        value?.stringValue.map { text in Instant.date(text).flatMap { Instant.text($0, to: .seconds) } ?? text }
    }

    private func send(
        _ method: String,
        _ path: String,
        _ headers: [String: String] = [:],
        _ body: [UInt8] = [],
        expecting status: Int
    ) throws -> JSONValue {
        let target = address.base + "/api/v1/tokens" + path
        let response = try address.client.send(method, target, headers, body: body)
        let reply = (try? JSONValue(parsing: response.body)) ?? .null
        guard response.status == status else {
            let reason = reply["detail"]?.stringValue ?? "\(address.text) responded with status \(response.status)."
            throw CommandFailure(reason)
        }
        return reply
    }
}
