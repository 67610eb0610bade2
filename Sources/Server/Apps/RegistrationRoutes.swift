import AppBundles
import Catalog
import HTTP
import JSON
import PropertyList

/// `/api/v1/apps/{app}/registration`: what the app should pass to `register(defaults:)`.
struct RegistrationRoutes: RouteGroup {
    let services: Services

    /// The forms of the reply.
    private enum Format: String, CaseIterable {
        case json, plist, swift, objc
    }

    func add(to router: inout Router) {
        router.get("/api/v1/apps/{app}/registration", query: ["format", "group"]) { request, path in
            let app = try services.catalog.app(try path.required("app"))
            var query = QueryReader(request)
            let format: Format = query.choice("format") ?? .json
            let group = query.string("group")
            try query.finish()
            guard let settings = app.bundle.settings else {
                throw Problem.notFound("The app “\(app.id)” has no Settings.bundle.")
            }
            let whole = Registration(of: settings)
            guard let registration = group.map({ whole.narrowed(to: $0) }) ?? whole else {
                throw Problem.notFound("No pane of “\(app.id)” uses the app group “\((group ?? "").prefix(100))”.")
            }
            return try response(registration, format, domain: app.domain)
        }
    }

    private func response(_ registration: Registration, _ format: Format, domain: String) throws -> Response {
        switch format {
        case .json: .json(json(registration, domain: domain))
        case .swift: .data(Array(registration.swiftCode.utf8), type: "text/plain; charset=utf-8")
        case .objc: .data(Array(registration.objectiveCCode.utf8), type: "text/plain; charset=utf-8")
        // A list has one domain; `group` asks for another than the app's own.
        case .plist:
            .data(
                try PropertyListWriter.xml(.dictionary(registration.domains.first?.values ?? [:])),
                type: "application/x-plist"
            )
        }
    }

    private func json(_ registration: Registration, domain: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("domains")
        writer.beginArray()
        for entry in registration.domains {
            writer.beginObject()
            writer.member("name", entry.group ?? domain)
            writer.member("applicationGroup", entry.group != nil)
            writer.key("values")
            PropertyListEnvelope.write(.dictionary(entry.values), to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }
}
