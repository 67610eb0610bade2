import Foundation
import HTTP
import HTTPTypes
import Web

/// Static files, the exporters for apps and debuggers, and the address at which browsers look for an icon unasked.
struct AssetRoutes: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.add(services.assets.route)
        // What apps and debuggers take along has an address that can be written down.
        router.add(services.assets.route(folder: "exporter"))
        let icon = services.assets.url(for: "icons/vitrine.svg")
        router.getImmediate("/favicon.ico", query: []) { _, _ in .redirect(to: icon) }
    }
}

/// `POST /theme`: keeps the colour scheme a visitor chose in a cookie.
struct ThemeRoutes: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.on(.post, "/theme") { request, _ in
            let form = try URLEncodedForm(parsing: request.body)
            let theme = form["theme"] ?? "auto"
            guard ["auto", "light", "dark"].contains(theme) else {
                throw Problem.unprocessable("unknown-theme", title: "Unknown theme", "A theme is auto, light or dark.")
            }
            var response = Response.redirect(to: (form["return"] ?? "/").localPath)
            let age = theme == "auto" ? 0 : 365 * 24 * 3600
            response.headers[.setCookie] = "theme=\(theme); Path=/; Max-Age=\(age); HttpOnly; SameSite=Lax"
            return response
        }
    }
}
