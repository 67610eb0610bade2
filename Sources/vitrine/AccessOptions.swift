import Access
import ArgumentParser
import Commands
import Glibc

/// Who may use a server, from options or the environment.
struct AccessOptions: ParsableArguments {
    @Option(
        help: """
            Token with every scope, at least 16 letters and digits (VITRINE_TOKEN). A token is always required on an \
            address other than the loopback and behind a proxy; if you give none, one is generated and printed.
            """
    )
    var token: String?

    @Flag(
        help:
            "Let everyone read without a token; only changes require one (VITRINE_ALLOW_ANONYMOUS_READ=true)."
    )
    var allowAnonymousRead = false

    /// What a server is started with.
    struct Choice {
        var control: AccessControl
        /// The token that was made for this start, to be printed once.
        var made: Secret?
    }

    /// Decides whether tokens are needed, and makes one where there would be none to begin with.
    /// - Parameter isForOthers: whether others than this machine can reach the server.
    func choice(isForOthers: Bool, store: any TokenStore) throws -> Choice {
        let chosen = try chosen
        let mayRead = try letsEverybodyRead
        let isNeeded = chosen != nil || mayRead || isForOthers
        let mode: AccessControl.Mode = !isNeeded ? .open : mayRead ? .tokensToWrite : .tokens
        do throws(AccessError) {
            let hasOwner = try store.tokens().contains { $0.revokedAt == nil && $0.scopes == .all }
            let made = mode != .open && chosen == nil && !hasOwner ? try Secret.token() : nil
            return Choice(control: try AccessControl(mode: mode, chosen: chosen ?? made, store: store), made: made)
        } catch {
            throw CommandFailure(error.message)
        }
    }

    private var chosen: Secret? {
        get throws { try token.map { try Self.checked($0, "--token") } ?? Self.tokenOfEnvironment() }
    }

    private var letsEverybodyRead: Bool {
        get throws { try allowAnonymousRead || Environment.flag(ofVariable: "VITRINE_ALLOW_ANONYMOUS_READ") }
    }

    /// Throws what is wrong with the options.
    func check() throws { _ = (try chosen, try letsEverybodyRead) }

    private static func tokenOfEnvironment() throws -> Secret? {
        try Environment.value("VITRINE_TOKEN").map { try checked($0, "VITRINE_TOKEN") }
    }

    private static func checked(_ text: String, _ name: String) throws -> Secret {
        let secret = Secret(text)
        guard secret.isFitToChoose else {
            throw ValidationError("\(name) takes 16 to 512 of the characters A–Z, a–z, 0–9, “-”, “.”, “_” and “~”.")
        }
        return secret
    }

    /// Whether only this machine can reach an address to listen on. A name other than `localhost` may stand for any.
    static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        var version4 = in_addr()
        if inet_pton(AF_INET, host, &version4) == 1 { return UInt32(bigEndian: version4.s_addr) >> 24 == 127 }
        var version6 = in6_addr()
        guard inet_pton(AF_INET6, host, &version6) == 1 else { return false }
        return withUnsafeBytes(of: version6) { bytes in bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 }
    }
}
