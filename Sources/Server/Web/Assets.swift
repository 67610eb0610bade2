import HTTP
import HTTPTypes

/// Static files, and the address at which browsers look for an icon unasked.
struct AssetRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.add(services.assets.route)
        router.get("/favicon.ico", query: []) { _, _ in .redirect(to: services.assets.url(for: "icons/vitrine.svg")) }
    }
}

/// `POST /theme`: keeps the colour scheme a visitor chose in a cookie.
struct ThemeRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.on(.post, "/theme") { request, _ in
            let form = try URLEncodedForm(parsing: request.body)
            let theme = form["theme"] ?? "auto"
            guard ["auto", "light", "dark"].contains(theme) else {
                throw Problem.unprocessable("unknown-theme", title: "Unknown theme", "A theme is auto, light or dark.")
            }
            var response = Response.redirect(to: Self.localPath(form["return"] ?? "/"))
            let age = theme == "auto" ? 0 : 365 * 24 * 3600
            response.headers[.setCookie] = "theme=\(theme); Path=/; Max-Age=\(age); HttpOnly; SameSite=Lax"
            return response
        }
    }

    /// A path of this server and nothing that leads elsewhere.
    static func localPath(_ path: String) -> String {
        let isLocal = path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\")
        return isLocal && path.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? path : "/"
    }
}
