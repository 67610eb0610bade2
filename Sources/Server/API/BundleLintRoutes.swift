import AppBundles
import Catalog
import Diagnostics
import HTTP

/// `/api/v1/apps/{app}/lint`: what is wrong with the app's bundle.
struct BundleLintRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/apps/{app}/lint", query: ["severity"]) { request, path in
            let app = try services.catalog.app(try path.required("app"))
            var query = QueryReader(request)
            let severity: Diagnostic.Severity = query.choice("severity") ?? .info
            try query.finish()
            let findings = BundleLint.findings(of: app.bundle).filter { $0.isAtLeast(severity) }
            return .json(FindingsWriter.json(findings))
        }
    }
}
