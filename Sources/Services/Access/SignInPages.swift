import Access
import HTTP
import HTTPTypes
import Web

/// `/sign-in` and `/sign-out`: a browser shows its token once and gets a cookie for it.
struct SignInPages: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.get(SignInAddress.path, query: ["return"]) { request, _ in
            try page(back: request.queryValue("return") ?? "/", fault: nil, request)
        }
        router.on(.post, SignInAddress.path, bodyLimit: 16 << 10) { request, _ in try signIn(request) }
        router.on(.post, SignInAddress.wayOut, bodyLimit: 16 << 10) { request, _ in try signOut(request) }
    }

    private func signIn(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let back = form["return"] ?? "/"
        let secret = Secret((form["token"] ?? "").trimmingBlanks)
        if let problem = services.access.verdict(on: secret, from: request.remoteAddress).problem {
            return try page(back: back, fault: problem, request)
        }
        return try services.signedIn(with: secret, goingTo: back.localPath, request)
    }

    private func signOut(_ request: Request) throws -> Response {
        if let text = request.cookie(SessionCookie.name(for: request)) {
            try services.access.endSession(Secret(text))
        }
        var response = Response.redirect(to: SignInAddress.path)
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
