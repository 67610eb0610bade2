import Access
import HTTP
import HTTPTypes

/// `/sign-in` and `/sign-out`: a browser shows its token once and gets a cookie for it.
struct SignInPages: RouteGroup {
    static let path = "/sign-in"
    static let wayOut = "/sign-out"

    let services: Services

    func add(to router: inout Router) {
        router.get(Self.path, query: ["return"]) { request, _ in
            try page(back: request.queryValue("return") ?? "/", fault: nil, request)
        }
        router.on(.post, Self.path, bodyLimit: 16 << 10) { request, _ in try signIn(request) }
        router.on(.post, Self.wayOut, bodyLimit: 16 << 10) { request, _ in try signOut(request) }
    }

    private func signIn(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let back = form["return"] ?? "/"
        let secret = Secret((form["token"] ?? "").trimmingBlanks)
        if let problem = services.access.verdict(on: secret, from: request.remoteAddress).problem {
            return try page(back: back, fault: problem, request)
        }
        return try services.signedIn(with: secret, goingTo: ThemeRoutes.localPath(back), request)
    }

    private func signOut(_ request: Request) throws -> Response {
        if let text = request.cookie(SessionCookie.name(for: request)) {
            try services.access.endSession(Secret(text))
        }
        var response = Response.redirect(to: Self.path)
        response.headers[.setCookie] = SessionCookie.field(nil, for: request)
        return response
    }

    private func page(back: String, fault: Problem?, _ request: Request) throws -> Response {
        var response = try services.pages.page(
            SignInPage(back: back, fault: fault, mode: services.access.mode),
            title: "Sign in · Vitrine",
            for: request,
            crumbs: [.init(name: "Sign in")]
        )
        if let fault {
            response.status = fault.status
            for field in fault.headers { response.headers[field.name] = field.value }
        }
        return response
    }
}

extension Services {
    /// Sends a browser on that has shown a good token, with a cookie that stands for it.
    func signedIn(with token: Secret, goingTo address: String, _ request: Request) throws -> Response {
        let session = try access.beginSession(with: token)
        var response = Response.redirect(to: address)
        response.headers[.setCookie] = SessionCookie.field(session, for: request)
        // The address that is left may hold the token.
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }
}

/// The cookie of a browser that has signed in.
///
/// Browsers send a cookie to every port of a host, so its name tells servers on one host apart; and they send it to
/// whoever listens there, so it holds the name of a session, not the token.
enum SessionCookie {
    /// Its name: with the port that the visitor's address names.
    static func name(for request: Request) -> String {
        let port = request.host.utf8.reversed().prefix { (48...57).contains($0) }.count
        let hasPort = request.host.dropLast(port).hasSuffix(":")
        return "vitrine-session" + (hasPort && port > 0 ? "-\(request.host.suffix(port))" : "")
    }

    /// The value of `Set-Cookie`.
    /// - Parameter session: what it is to say; nil to end it.
    static func field(_ session: Secret?, for request: Request) -> String {
        let age = session == nil ? 0 : AccessSession.lifetime
        let value = "\(name(for: request))=\(session?.text ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Lax"
        return request.isSecure ? value + "; Secure" : value
    }
}

/// The form that asks for a token, alone or in place of a page that needs one.
struct SignInPage: Page {
    static let template = "pages/sign-in"

    /// Where a visitor who has signed in goes, as the request has it.
    let back: String
    /// What was wrong with the token that came; nil where none did.
    let fault: Problem?
    let mode: AccessControl.Mode

    static let members: Members<Self> = [
        "back": .text { ThemeRoutes.localPath($0.back) }, "fault": .text { $0.fault?.detail },
        "mayRead": .flag { $0.mode == .tokensToWrite }, "isOpen": .flag { $0.mode == .open },
    ]
}

extension HTTPField.Name {
    // The name is a token, so it always parses.
    static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .origin
}
