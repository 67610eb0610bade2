import AppBundles
import Catalog
import Diagnostics
import FoundationEssentials
import HTTP
import HTTPTypes

/// `/`: apps and dumps, and the form that takes a new dump or app without a script.
struct LibraryPages: RouteGroup {
    /// Dumps on one page.
    private static let dumpsPerPage = 60
    /// A refused text that is longer is not sent back.
    private static let maximumEchoedBytes = 256 << 10

    let services: Services

    func add(to router: inout Router) {
        router.get("/", query: ["q", "sort", "after"]) { request, _ in try library(request) }
        router.on(.post, "/dumps/delete") { request, _ in try delete(request) }
        let configuration = services.configuration
        router.onSuspending(
            .post,
            "/dumps",
            bodyLimit: max(configuration.maximumUploadBytes, configuration.maximumAppUploadBytes)
        ) { request, _ in
            try await open(request)
        }
        router.get("/dumps", query: []) { _, _ in .redirect(to: "/") }
    }

    /// What the form sent and why it was not taken.
    private struct Refusal {
        var problem: Problem
        var source: String?
        var name: String?
    }

    private func library(_ request: Request, refusal: Refusal? = nil) throws -> Response {
        let query = request.queryValue("q")?.trimmingBlanks ?? ""
        let languages = SettingsRequest.languages(request)
        let apps = services.catalog.apps().filter { Self.matches($0, query, languages) }
        let order = request.queryValue("sort").flatMap(DumpOrder.init) ?? .newest
        let page = try services.catalog.dumps(
            matching: query,
            order: order,
            limit: Self.dumpsPerPage,
            after: request.queryValue("after")
        )
        let isEmpty = apps.isEmpty && page.dumps.isEmpty
        let problems = query.isEmpty ? services.catalog.problems : []
        let now = Date()
        let model: TemplateModel = [
            "query": .text(query),
            "filtered": query.isEmpty ? .absent : .text("Apps and dumps with “\(query)”."),
            "hasApps": .flag(!apps.isEmpty), "appCount": .number(apps.count),
            "apps": .list(apps.map { AppCard.make($0, languages: languages) }),
            "appsDeletable": .flag(apps.contains { !$0.readOnly }),
            "hasDumps": .flag(!page.dumps.isEmpty), "dumpCount": .number(page.total),
            "dumps": .list(page.dumps.map { DumpCard.make($0, now: now) }),
            "deletable": .flag(page.dumps.contains { !$0.readOnly }),
            "orders": page.total > 1 ? Self.orders(chosen: order, query: query) : .absent,
            "nextHref": .optional(page.next.map { Self.address(query: query, order: order, after: $0) }),
            "nextLabel": order == .newest ? "Older dumps" : "More dumps",
            "nothingFound": isEmpty && !query.isEmpty ? "Nothing has that in its name." : .absent,
            "hasUnreadable": .flag(!problems.isEmpty), "unreadableCount": .number(problems.count),
            "findings": FindingsModel.make(
                problems.prefix(200).map {
                    Diagnostic(.error, "catalog.unreadable", $0.message, line: $0.line, file: $0.path)
                }
            ),
            "empty": .flag(isEmpty && query.isEmpty), "origin": .text("http://\(request.host)"),
            "source": .optional(refusal?.source), "uploadName": .optional(refusal?.name),
            "uploadError": refusal.map { Self.uploadError($0.problem) } ?? .absent,
        ]
        return try services.pages.page(
            "library",
            title: "Vitrine",
            for: request,
            alternate: "/api/v1/dumps",
            model
        )
    }

    private static func address(query: String, order: DumpOrder, after id: String? = nil) -> String {
        var parameters: [String] = []
        if let id { parameters.append("after=\(id.pathSegment)") }
        if order != .newest { parameters.append("sort=\(order.rawValue)") }
        if !query.isEmpty { parameters.append("q=\(query.pathSegment)") }
        return parameters.isEmpty ? "/" : "/?" + parameters.joined(separator: "&")
    }

    private static func orders(chosen: DumpOrder, query: String) -> TemplateModel {
        .list(
            DumpOrder.allCases.map { order in
                let label =
                    switch order {
                    case .newest: "Newest"
                    case .name: "Name"
                    case .views: "Most views"
                    }
                return [
                    "label": .text(label), "address": .text(address(query: query, order: order)),
                    "current": .flag(order == chosen),
                ]
            }
        )
    }

    /// Asks before it removes anything: the first form only names the dumps.
    private func delete(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let dumps = try form.values("dump").map { try services.catalog.dump($0) }
        guard !dumps.isEmpty else { return .redirect(to: "/") }
        if form["confirmed"] != nil {
            for dump in dumps { try services.deleteDump(dump.id) }
            return .redirect(to: "/")
        }
        let now = Date()
        return try services.pages.page(
            "delete",
            title: "Delete · Vitrine",
            for: request,
            crumbs: [.init(name: "Delete")],
            [
                "heading": dumps.count == 1 ? "Delete this dump?" : "Delete these \(dumps.count) dumps?",
                "dumps": .list(dumps.map { DumpCard.make($0, now: now) }),
            ]
        )
    }

    private static func matches(_ app: StoredApp, _ query: String, _ languages: [String]) -> Bool {
        guard !query.isEmpty else { return true }
        let wanted = query.lowercased()
        return [app.id, app.domain, app.name(languages: languages)]
            .contains { $0.lowercased().contains(wanted) }
    }

    private func open(_ request: Request) async throws -> Response {
        do {
            if let app = try Self.appUpload(request) {
                return .redirect(to: "/apps/\(try await services.add(app).app.id.pathSegment)")
            }
            let dump = try await services.add(try DumpUpload(request))
            return .redirect(to: "/dumps/\(dump.id.pathSegment)")
        } catch {
            let problem = Problem(from: error, logger: services.logger)
            guard request.wantsPage, problem.status.kind == .clientError else { throw problem }
            var response = try library(request, refusal: Self.refusal(of: request, problem))
            response.status = problem.status
            return response
        }
    }

    /// The form's file where that is an archive.
    private static func appUpload(_ request: Request) throws -> AppUpload? {
        guard let boundary = request.headers[.contentType].flatMap({ MultipartForm.boundary(contentType: $0) }) else {
            return nil
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        guard let part = form["dump"], AppUpload.isArchive(part.bytes) else { return nil }
        return AppUpload(part, name: form["name"]?.text)
    }

    /// The form's own words, so that they can be mended; a file has to be chosen again.
    private static func refusal(of request: Request, _ problem: Problem) -> Refusal {
        let boundary = request.headers[.contentType].flatMap { MultipartForm.boundary(contentType: $0) }
        let form = boundary.flatMap { try? MultipartForm(parsing: request.body, boundary: $0) }
        let source = form?["source"].flatMap { $0.bytes.count <= maximumEchoedBytes ? $0.text : nil }
        return Refusal(problem: problem, source: source, name: form?["name"]?.text)
    }

    private static func uploadError(_ problem: Problem) -> TemplateModel {
        [
            "message": .text(problem.detail),
            "attempts": .list(problem.errors.map { ["format": .absent, "reason": .text($0.detail)] }),
        ]
    }
}
