package import Access
import Foundation
package import HTTP
package import HTTPTypes

/// Judges by the head of a request whether who sends it may have what it asks for.
package struct AccessGuard: Sendable {
    package let control: AccessControl

    package init(control: AccessControl) { self.control = control }

    /// What is said to a request.
    package enum Judgement {
        /// It may go on, in this one's name.
        case granted(Principal)
        case refused(Problem)
        /// It follows an address that holds this good token: its browser is to be signed in.
        case signsIn(Secret)
    }

    /// Judges a request.
    /// - Parameter pattern: that of its route; nil where there is none.
    package func judge(_ head: Request, at pattern: String?) -> Judgement {
        // Nothing that is only read tells who read it.
        guard control.mode != .open else {
            let onlyReads = head.method == .get || head.method == .head
            return .granted(onlyReads ? .anyone : named(head))
        }
        let isFree = head.method == .options || Self.isFree(pattern)
        if let secret = head.tokenInAddress, !isFree {
            let problem = control.verdict(on: secret, from: head.remoteAddress).problem
            return problem.map { .refused($0) } ?? .signsIn(secret)
        }
        if isFree { return .granted(.anonymous) }
        let needed = Self.scopes(for: head, at: pattern)
        switch head.credentials {
        case .token(let secret):
            let verdict = control.verdict(on: secret, from: head.remoteAddress)
            if let problem = verdict.problem { return .refused(problem) }
            if case .granted(let principal) = verdict { return enough(principal, for: needed) }
        case .session(let secret):
            // A cookie that is over is as good as none.
            if let principal = control.principal(ofSession: secret) { return enough(principal, for: needed) }
        case .unreadable: return .refused(.unknownToken)
        case .none: break
        }
        if control.mode == .tokensToWrite, needed == .read { return .granted(.anonymous) }
        return .refused(.tokenRequired(control.mode))
    }

    /// Why somebody who has been let in may not have this too; nil where he may.
    package func refusal(of head: Request, at pattern: String?, by principal: Principal) -> Problem? {
        let missing = Self.scopes(for: head, at: pattern).subtracting(principal.scopes)
        guard !missing.isEmpty else { return nil }
        return principal.name == nil && control.mode != .open
            ? .tokenRequired(control.mode) : .missing(missing, of: principal)
    }

    /// A server that needs no token takes a known one for its name only, which stands beside what is written.
    private func named(_ head: Request) -> Principal {
        let known: Principal? =
            switch head.credentials {
            case .token(let secret): control.name(of: secret)
            case .session(let secret): control.principal(ofSession: secret)
            case .unreadable, .none: nil
            }
        return known.map { Principal(name: $0.name, scopes: .all) } ?? .anyone
    }

    private func enough(_ principal: Principal, for needed: AccessScopes) -> Judgement {
        let missing = needed.subtracting(principal.scopes)
        return missing.isEmpty ? .granted(principal) : .refused(.missing(missing, of: principal))
    }

    /// What anybody may ask: whether the server is well, the files of its pages, and to be signed in or out.
    package static func isFree(_ pattern: String?) -> Bool {
        guard let pattern else { return false }
        return freePatterns.contains(pattern) || pattern.hasPrefix("/static/") || pattern.hasPrefix("/exporter/")
    }

    private static let freePatterns: Set = [
        "/healthz", "/readyz", "/favicon.ico", "/theme", SignInAddress.path, SignInAddress.wayOut,
    ]

    /// Below these tokens are made and revoked.
    private static let tokenPaths = ["/tokens", "/api/v1/tokens"]

    /// Where agents ask.
    package static let agentPath = "/mcp"

    /// Where a secret of a domain is.
    package static let secretPath = "/api/v1/defaults/{domain}/secrets/{key}"

    /// What a request asks for: by its method, but for routes whose method says less than they do.
    package static func scopes(for head: Request, at pattern: String?) -> AccessScopes {
        let pattern = pattern ?? ""
        if tokenPaths.contains(where: { pattern == $0 || pattern.hasPrefix($0 + "/") }) { return .all }
        // A key is said to be secret no more by those who may see it, and by nobody else.
        if pattern == secretPath, head.method == .delete { return .secrets }
        switch head.method {
        case .get, .head, .options:
            return head.query.contains { $0.name == "reveal" } ? [.read, .secrets] : .read
        // These compute, and keep nothing.
        case .post where ["/animations", "/assert", "/explain"].contains { pattern.hasSuffix($0) }: return .read
        // What is asked there asks for more itself.
        case .post where pattern == agentPath: return .read
        // Nothing is lost but what a client wanted to hear of.
        case .delete where pattern == agentPath: return .read
        // Ending a session of WebDriver deletes nothing that anybody keeps.
        case _ where head.isForWebDriver: return .write
        // The same goes for one with a device: its snapshots stay.
        case .delete where pattern == "/api/v1/live/{session}": return .write
        case .delete: return .delete
        // The forms of pages have POST only.
        case .post where pattern.hasSuffix("/delete") || pattern.hasSuffix("/remove"): return .delete
        default: return .write
        }
    }
}

extension Request {
    /// What a request has to show for itself.
    package enum Credentials: Equatable {
        case token(Secret)
        case session(Secret)
        /// There is an `Authorization` field that this server does not read.
        case unreadable
        case none

        /// What they are good for as long as it is; nil where they are not looked at.
        package var shown: AccessCredential? {
            switch self {
            case .token(let secret): .token(SecretDigest(of: secret))
            case .session(let secret): .session(SecretDigest(of: secret))
            case .unreadable, .none: nil
            }
        }
    }

    /// The token of `Authorization: Bearer` (RFC 6750), or what stands for the password in `Basic` (RFC 7617), for
    /// clients that take nothing but an address with a password in it; else the session of the cookie.
    package var credentials: Credentials {
        if let field = headers.value(of: .authorization) {
            let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard parts.count == 2 else { return .unreadable }
            let value = parts[1].trimmingBlanks
            switch parts[0].lowercased() {
            case "bearer": return .token(Secret(value))
            case "basic":
                guard let bytes = Data(base64Encoded: value), let text = String(data: bytes, encoding: .utf8),
                    let colon = text.firstIndex(of: ":")
                else { return .unreadable }
                return .token(Secret(String(text[text.index(after: colon)...])))
            default: return .unreadable
            }
        }
        return cookie(SessionCookie.name(for: self)).map { .session(Secret($0)) } ?? .none
    }

    /// The token in the address of a page that is opened, as the server prints it when it starts.
    var tokenInAddress: Secret? {
        guard method == .get, segments.first != "api", headers.value(of: .authorization) == nil,
            !isForWebDriver
        else { return nil }
        return queryValue("token").map { Secret($0) }
    }

    /// The path and query of the request without the token in it, as an address below this server.
    package var targetWithoutToken: String {
        let items = query.filter { $0.name != "token" }
        guard items.count < query.count else { return target.localPath }
        let rest = items.map { "\($0.name.pathSegment)=\($0.value.pathSegment)" }.joined(separator: "&")
        return (rest.isEmpty ? path : "\(path)?\(rest)").localPath
    }
}

extension Problem {
    private static func challenge(_ parameters: String = "") -> HTTPFields {
        [.wwwAuthenticate: "Bearer realm=\"Vitrine\"\(parameters)"]
    }

    /// 401 for a request without a token where one is needed.
    static func tokenRequired(_ mode: AccessControl.Mode) -> Problem {
        Problem(
            "token-required",
            title: "Token required",
            status: .unauthorized,
            detail: mode == .tokensToWrite
                ? "Anyone can read here, but changes require a token. Send it as “Authorization: Bearer …”."
                : "This server requires a token. Send it as “Authorization: Bearer …”, or sign in with a browser.",
            headers: challenge()
        )
    }

    /// 401 for a token that opens nothing.
    package static let unknownToken = Problem(
        "unknown-token",
        title: "Unknown token",
        status: .unauthorized,
        detail: "This token is unknown to this server or was revoked.",
        headers: challenge(", error=\"invalid_token\"")
    )

    /// 403 for a token that does not open so much.
    package static func missing(_ scopes: AccessScopes, of principal: Principal) -> Problem {
        let names = scopes.names.joined(separator: ", ")
        let whose = principal.name.map { "The token “\($0)”" } ?? "Who has no token"
        return Problem(
            "missing-scope",
            title: "Not allowed",
            status: .forbidden,
            detail:
                "\(whose) may not do this: it lacks \(scopes.names.count == 1 ? "the scope" : "the scopes") \(names).",
            headers: challenge(", error=\"insufficient_scope\", scope=\"\(scopes.text)\"")
        )
    }

    /// 429 for an address from which too many wrong tokens came.
    static func tooManyFailures(_ seconds: Int) -> Problem {
        Problem(
            "too-many-failures",
            title: "Too many wrong tokens",
            status: .tooManyRequests,
            detail: "Your address sent too many wrong tokens. Try again in \(seconds) s.",
            headers: [.retryAfter: String(seconds)]
        )
    }
}

extension AccessControl.Verdict {
    /// What is said to who showed a token that is not taken; nil for one that is.
    package var problem: Problem? {
        switch self {
        case .granted: nil
        case .unknown: .unknownToken
        case .limited(let seconds): .tooManyFailures(seconds)
        }
    }
}

/// Refuses what a page of another origin sends through a visitor's browser, but for links that are followed.
///
/// Browsers tell where a request comes from (`Sec-Fetch-Site`, Fetch Metadata; older ones, and all of them without TLS,
/// `Origin` of what writes). A write with neither is no browser's where it has no cookie, and passes: it is a script's.
package enum CrossOriginGuard {
    /// Whether the request may go on.
    /// - Parameter isFree: whether it costs nothing to answer, as a static file.
    package static func allows(_ request: Request, isFree: Bool) -> Bool {
        let site = request.headers.value(of: .secFetchSite)
        let isOwn = site == "same-origin" || site == "none"
        switch request.method {
        case .options: return true
        case .get, .head: return site == nil || isOwn || isFree || isNavigation(request)
        default: break
        }
        if site != nil { return isOwn }
        guard let origin = request.headers.value(of: .origin) else { return request.headers.value(of: .cookie) == nil }
        return origin.lowercased() == request.ownOrigin
    }

    /// Whether a visitor follows a link to a whole page.
    private static func isNavigation(_ request: Request) -> Bool {
        let destination = request.headers.value(of: .secFetchDest) ?? "document"
        return request.method == .get && request.headers.value(of: .secFetchMode) == "navigate"
            && destination == "document"
    }
}

extension Request {
    /// Whether one of the server's own pages sent it.
    package var isFromPage: Bool { headers.value(of: .secFetchSite) == "same-origin" }

    /// The origin of this server's pages, as the visitor reached it (RFC 6454, section 6.2), in lower case.
    package var ownOrigin: String { (isSecure ? "https://" : "http://") + host.lowercased() }
}

extension HTTPField.Name {
    // The names are tokens of the Fetch Metadata specification, so they always parse.
    package static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
}

/// Decides whose `Host` field may reach the server, against DNS rebinding.
///
/// A page on a hostile name can make that name resolve to this machine and then read replies as its own. It cannot do
/// so under an IP address or `localhost`, so those always pass; every other name must be listed.
package struct HostAllowList: Sendable {
    private let names: Set<String>

    /// Creates a list.
    /// - Parameter names: host names without port, in any case; a leading dot allows every subdomain.
    package init(names: [String]) {
        self.names = Set(names.map { Self.normalize($0[...]) })
    }

    /// Whether a request with this `Host` field may be answered.
    package func allows(_ host: String) -> Bool {
        guard let name = Self.name(in: host) else { return false }
        if name == "localhost" || name.hasSuffix(".localhost") || names.contains(name) { return true }
        if Self.isIPv4(name) || Self.isIPv6(name) { return true }
        return names.contains { $0.hasPrefix(".") && name.hasSuffix($0) }
    }

    /// The host of `host[:port]` in lower case, or nil when the field is not of that form.
    package static func name(in host: String) -> String? {
        let end: Substring.Index
        if host.hasPrefix("[") {
            guard let bracket = host.firstIndex(of: "]") else { return nil }
            end = host.index(after: bracket)
        } else {
            end = host.firstIndex(of: ":") ?? host.endIndex
        }
        let port = host[end...]
        guard port.isEmpty || (port.hasPrefix(":") && port.dropFirst().utf8.allSatisfy { (48...57).contains($0) })
        else { return nil }
        let name = normalize(host[..<end])
        return name.isEmpty ? nil : name
    }

    private static func normalize(_ name: Substring) -> String {
        var name = name.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        return name
    }

    private static func isIPv4(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } && UInt8($0) != nil }
    }

    private static func isIPv6(_ name: String) -> Bool {
        guard name.hasPrefix("["), name.hasSuffix("]") else { return false }
        let inner = name.dropFirst().dropLast().utf8
        return inner.contains(58)
            && inner.allSatisfy { $0 == 58 || $0 == 46 || (48...57).contains($0) || (97...102).contains($0) }
    }
}

/// The fields that keep a browser from doing more with a reply than the page needs.
package enum SecurityHeaders {
    /// For pages: own scripts, own styles, own pictures, nothing inline, nothing foreign.
    static let pagePolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types vitrine-fragment",
    ].joined(separator: "; ")

    /// For everything else, dumps of strangers among it: nothing may run or load.
    package static let dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

    /// Adds the fields that the reply does not set itself.
    package static func add(to response: inout Response) {
        // What is to be saved is no page, whatever its type is.
        let isPage =
            response.headers.value(of: .contentType)?.hasPrefix("text/html") ?? false
            && response.headers.value(of: .contentDisposition) == nil
        response.headers[.contentSecurityPolicy] = isPage ? pagePolicy : dataPolicy
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "same-origin" }
        if let name = HTTPField.Name("Cross-Origin-Opener-Policy") { response.headers[name] = "same-origin" }
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { response.headers[name] = "same-origin" }
        if response.headers.value(of: .cacheControl) == nil {
            response.headers[.cacheControl] = response.headers[.eTag] == nil ? "no-store" : "no-cache"
        }
    }
}
