import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/apps/{app}/managed-configuration`: what a device management configures, as fields with their bounds and values.
struct ManagedConfigurationRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let page = "/apps/{app}/managed-configuration"
        let api = "/api/v1" + page
        let limit = ConfigurationProfile.mostBytes
        router.get(api, query: []) { try read(try app($1), $0) }
        router.on(.put, api, bodyLimit: limit) { request, path in
            let app = try app(path)
            let profile = try take(request.body.bytes(), of: app.domain, request.changeSource)
            return try reply(app, request, profile)
        }
        router.on(.delete, api) { request, path in
            let domain = try app(path).domain
            try services.defaults.storeManagedDocument(nil, of: domain, source: request.changeSource)
            _ = try services.setLayer(.managed, of: domain, to: LayerWrite())
            return Response(status: .noContent)
        }
        router.get(page, query: []) { try show(try app($1), $0) }
        router.on(.post, page, bodyLimit: limit + (64 << 10)) { try change(try app($1), $0) }
        router.on(.post, page + "/delete") { try forget(try app($1), $0) }
        router.get(page + "/export/{format}", query: []) { _, path in
            let format = try path.required("format")
            guard let kind = ManagedFile(rawValue: format) else {
                throw Problem.notFound(
                    "Unknown export format “\(format.prefix(40))”. Use xml, mobileconfig or plist."
                )
            }
            return try export(try app(path), as: kind)
        }
    }

    private func app(_ path: PathParameters) throws -> CatalogApp { try services.catalog.app(try path.required("app")) }

    private func configuration(of domain: String) throws -> ManagedConfiguration {
        try ManagedConfiguration(of: domain, in: services.defaults, services.layers, try services.secrets(of: domain))
    }

    // MARK: API

    private func read(_ app: CatalogApp, _ request: Request) throws -> Response {
        let types = ["application/json"] + ManagedFile.allCases.map(\.mediaType)
        let best = request.headers[.accept].flatMap { _ in
            types.max { request.quality(of: $0) < request.quality(of: $1) }
        }
        let kind = ManagedFile.allCases.first { $0.mediaType == best }
        var response = try kind.map { try export(app, as: $0) } ?? reply(app, request, nil)
        response.headers[.vary] = "Accept, Accept-Language"
        return response
    }

    /// - Parameter profile: the one that was just read.
    private func reply(_ app: CatalogApp, _ request: Request, _ profile: ConfigurationProfile?) throws -> Response {
        let configuration = try configuration(of: app.domain)
        return .json { writer in
            writer.member("app", app.id)
            configuration.write(to: &writer, languages: request.languages)
            guard let profile else { return }
            writer.object("profile") { writer in
                writer.member("name", profile.name)
                writer.member("signature", profile.isSigned ? "not verified" : "none")
                writer.member("otherDomains", profile.forced.keys.filter { $0 != app.domain }.sorted())
                writer.member("passedOver", profile.passedOver)
            }
        }
    }

    /// A file for a device management: the app config, the managed layer as a profile, or the values.
    private func export(_ app: CatalogApp, as kind: ManagedFile) throws -> Response {
        let configuration = try configuration(of: app.domain)
        guard let bytes = try configuration.file(kind) else {
            throw Problem.notFound("No app config was given for “\(app.domain)”.")
        }
        let isRedacted = kind != .config && !configuration.withheld.isEmpty
        return .data(bytes, type: kind.mediaType).saved(
            as: "\(app.id)\(isRedacted ? "-redacted" : "").\(kind.rawValue)"
        )
    }

    /// Takes an app config, a profile, or values.
    /// - Returns: the profile, where it was one.
    private func take(_ bytes: [UInt8], of domain: String, _ source: ChangeSource) throws -> ConfigurationProfile? {
        switch try ManagedDocument(bytes) {
        case .config:
            try services.defaults.storeManagedDocument(bytes, of: domain, source: source)
            return nil
        case .values(let values):
            let faults = try configuration(of: domain).config?.faults(of: values) ?? []
            guard faults.isEmpty else { throw Self.refused(faults) }
            try setValues(of: domain) { _ in values }
            return nil
        case .profile(let profile):
            let forced = try profile.values(forcedOn: domain)
            _ = try services.setLayer(.managed, of: domain, to: LayerWrite(values: forced))
            return profile
        }
    }

    private static func refused(_ faults: [AppConfig.Fault]) -> Problem {
        .unprocessable(
            "managed-configuration-refused",
            title: "Configuration refused",
            faults.count == 1 ? faults[0].message : "\(faults.count) values do not fit the app config.",
            errors: faults.map { Problem.Item($0.message, at: .pointer("/values/" + JSONPointer.escape($0.key))) }
        )
    }

    /// Gives the fields values; what else is forced stays, also what others write meanwhile.
    private func setValues(
        of domain: String,
        _ transform: ([String: PropertyListValue]) -> [String: PropertyListValue]
    ) throws {
        var triesLeft = 5
        while true {
            let now = try configuration(of: domain)
            do {
                let write = LayerWrite(values: now.forced(with: transform(now.values)), ifVersion: now.version)
                _ = try services.setLayer(.managed, of: domain, to: write)
                return
            } catch let error as DefaultsError where error.code == .revisionConflict && triesLeft > 0 {
                triesLeft -= 1
            }
        }
    }

    // MARK: Page

    private func show(
        _ app: CatalogApp,
        _ request: Request,
        _ outcome: ManagedConfigurationPage.Outcome = .init()
    ) throws -> Response {
        let shape = AppShape(app, languages: request.languages)
        let page = ManagedConfigurationPage(
            app: shape,
            configuration: try configuration(of: app.domain),
            languages: request.languages,
            host: request.host,
            outcome: outcome
        )
        var response = try services.pages.page(
            page,
            title: "Managed configuration · \(shape.name) · Vitrine",
            for: request,
            alternate: "/api/v1\(page.path)",
            crumbs: [.init(name: shape.name, address: shape.address), .init(name: "Managed configuration")]
        )
        if outcome.refused != nil { response.status = .unprocessableContent }
        return response
    }

    private func change(_ app: CatalogApp, _ request: Request) throws -> Response {
        let page = AppShape(app, languages: request.languages).address + "/managed-configuration"
        guard let boundary = request.headers[.contentType].flatMap({ MultipartForm.boundary(contentType: $0) }) else {
            return try store(try URLEncodedForm(parsing: request.body), of: app, request, page)
        }
        let file = try MultipartForm(parsing: request.body, boundary: boundary)["file"]?.bytes
        do {
            let profile = try take(file.map { Array($0) } ?? [], of: app.domain, .web)
            return try profile.map { try show(app, request, .init(profile: $0)) } ?? .redirect(to: page)
        } catch {
            // What is wrong with the store or the rights is no fault of the file.
            guard let reason = Self.reason(error) else { throw error }
            return try show(app, request, .init(refused: reason))
        }
    }

    private static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as ManagedConfigurationError: (error.line.map { "Line \($0): " } ?? "") + error.message
        case let error as DefaultsError where error.code != .busy && error.code != .storageFailed: error.message
        case let error as Problem where error.status == .unprocessableContent: error.detail
        default: nil
        }
    }

    /// Stores the fields of a form: what is not in it stays, and all of it fits or none is stored.
    private func store(
        _ form: URLEncodedForm,
        of app: CatalogApp,
        _ request: Request,
        _ page: String
    ) throws -> Response {
        let fields = (try configuration(of: app.domain).config?.fields ?? []).filter {
            !form.values(ManagedField.name(of: $0)).isEmpty
        }
        var typed: [String: [String]] = [:]
        var values: [String: PropertyListValue] = [:]
        var faults: [String: String] = [:]
        for field in fields {
            let texts = form.values(ManagedField.name(of: field))
            typed[field.key] = texts
            do throws(TypedTextError) {
                values[field.key] = try ManagedField.value(texts, of: field)
                let missing = field.isNullable ? nil : "“\(field.key)” must have a value."
                faults[field.key] = values[field.key].map { field.fault(of: $0) } ?? missing
            } catch {
                faults[field.key] = "“\(field.key)” takes \(field.type.words). \(error.message)"
            }
        }
        guard faults.isEmpty else {
            let refused = faults.count == 1 ? "1 value does not fit." : "\(faults.count) values do not fit."
            let outcome = ManagedConfigurationPage.Outcome(
                refused: "\(refused) Nothing was stored.",
                typed: typed,
                faults: faults
            )
            return try show(app, request, outcome)
        }
        let keys = Set(fields.map(\.key))
        try setValues(of: app.domain) { now in now.filter { !keys.contains($0.key) }.merging(values) { $1 } }
        return .redirect(to: page)
    }

    private func forget(_ app: CatalogApp, _ request: Request) throws -> Response {
        let what = try URLEncodedForm(parsing: request.body)["what"]
        switch what {
        case "config": try services.defaults.storeManagedDocument(nil, of: app.domain, source: .web)
        case "layer": _ = try services.setLayer(.managed, of: app.domain, to: LayerWrite())
        default: throw Problem.expected("what", "Say what to take away: config or layer.")
        }
        return .redirect(to: AppShape(app, languages: request.languages).address + "/managed-configuration")
    }
}
