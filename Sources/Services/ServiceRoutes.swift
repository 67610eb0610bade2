import Catalog
import Diagnostics
import Foundation
import HTTP
import HTTPTypes
import JSON
import Logging
import Storage
import Web

/// Liveness, readiness, the index of the API and its description.
struct ServiceRoutes: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.getImmediate("/healthz", query: []) { _, _ in
            .json { writer in
                writer.member("status", "ok")
                writer.member("version", ServerVersion.current)
            }
        }
        router.get("/readyz", query: []) { _, _ in try ready() }
        router.get("/metrics", query: []) { _, _ in
            var response = Response(
                status: .ok,
                contentType: "text/plain; version=0.0.4; charset=utf-8",
                body: services.metrics.text()
            )
            // Every look finds other numbers.
            response.headers[.cacheControl] = "no-store"
            return response
        }
        router.getImmediate("/api/v1", query: []) { _, _ in index() }
        router.getImmediate("/api/v1/openapi.json", query: []) { _, _ in .json(services.openAPI) }
        router.getImmediate("/api/v1/schemas/dump.json", query: []) { _, _ in .json(services.dumpSchema) }
    }

    private func ready() throws -> Response {
        guard !services.draining.hasBegun else {
            throw Problem(
                "draining",
                title: "Draining",
                status: .serviceUnavailable,
                detail: "The server is about to stop. Send new requests to another server.",
                headers: [.retryAfter: "5"]
            )
        }
        do throws(CatalogError) {
            // Defaults and tokens are kept in the same. It gives up sooner than others where the store is away.
            try services.catalog.checkStore()
        } catch {
            if let fault = error.storageFault {
                var problem = Problem(fault, "\(error)", logger: services.logger)
                problem.status = .serviceUnavailable
                problem.headers[.retryAfter] = "30"
                throw problem
            }
            services.logger.error("The store cannot be reached", metadata: ["error": "\(error)"])
            throw Problem(
                "store-unreachable",
                title: "Store unreachable",
                status: .serviceUnavailable,
                detail: "The store does not respond. See the log for the reason.",
                headers: [.retryAfter: "5"]
            )
        }
        return .json { writer in
            writer.member("status", "ok")
        }
    }

    private func index() -> Response {
        .json { writer in
            for (name, path) in [
                ("apps", "/api/v1/apps"), ("defaults", "/api/v1/defaults"), ("dumps", "/api/v1/dumps"),
                ("dumpSchema", "/api/v1/schemas/dump.json"), ("health", "/healthz"), ("metrics", "/metrics"),
                ("openapi", "/api/v1/openapi.json"),
                ("ready", "/readyz"), ("tokens", "/api/v1/tokens"), ("usage", "/api/v1/usage"),
            ] {
                writer.member(name, path)
            }
        }
    }
}

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
