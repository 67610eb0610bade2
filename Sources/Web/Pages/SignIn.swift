package import Access
package import HTTP
package import HTTPTypes

/// Where browsers sign in and out.
package enum SignInAddress {
    package static let path = "/sign-in"
    package static let wayOut = "/sign-out"
}

/// The cookie of a browser that has signed in.
///
/// Browsers send a cookie to every port of a host, so its name tells servers on one host apart; and they send it to
/// whoever listens there, so it holds the name of a session, not the token.
package enum SessionCookie {
    /// Its name: with the port that the visitor's address names.
    package static func name(for request: Request) -> String {
        let port = request.host.utf8.reversed().prefix { (48...57).contains($0) }.count
        let hasPort = request.host.dropLast(port).hasSuffix(":")
        return "vitrine-session" + (hasPort && port > 0 ? "-\(request.host.suffix(port))" : "")
    }

    /// The value of `Set-Cookie`.
    /// - Parameter session: what it is to say; nil to end it.
    package static func field(_ session: Secret?, for request: Request) -> String {
        let age = session == nil ? 0 : AccessSession.lifetime
        let value = "\(name(for: request))=\(session?.text ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Lax"
        return request.isSecure ? value + "; Secure" : value
    }
}

/// The form that asks for a token, alone or in place of a page that needs one.
package struct SignInPage: Page {
    package static let template = "pages/sign-in"

    /// Where a visitor who has signed in goes, as the request has it.
    package let back: String
    /// What was wrong with the token that came; nil where none did.
    package let fault: Problem?
    package let mode: AccessControl.Mode

    package init(back: String, fault: Problem?, mode: AccessControl.Mode) {
        (self.back, self.fault, self.mode) = (back, fault, mode)
    }

    package static let members: Members<Self> = [
        "back": .text { $0.back.localPath }, "fault": .text { $0.fault?.detail },
        "mayRead": .flag { $0.mode == .tokensToWrite }, "isOpen": .flag { $0.mode == .open },
    ]
}

extension HTTPField.Name {
    // The name is a token, so it always parses.
    package static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .origin
}
