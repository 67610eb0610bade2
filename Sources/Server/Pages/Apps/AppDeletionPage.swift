import Catalog
import HTTP
import HTTPTypes

/// `POST /apps/delete`: removes uploaded apps, after one question.
struct AppDeletionPage: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.on(.post, "/apps/delete") { request, _ in try delete(request) }
    }

    /// The first form only names the apps.
    private func delete(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let apps = try form.values("app").map { try services.catalog.app($0) }
        guard !apps.isEmpty else { return .redirect(to: "/") }
        if form["confirmed"] != nil {
            for app in apps { try services.catalog.deleteApp(app.id) }
            return .redirect(to: "/")
        }
        let languages = SettingsRequest.languages(request)
        return try services.pages.page(
            "app-delete",
            title: "Delete · Vitrine",
            for: request,
            crumbs: [.init(name: "Delete")],
            [
                "heading": apps.count == 1 ? "Delete this app?" : "Delete these \(apps.count) apps?",
                "apps": .list(apps.map { AppCard.make($0, languages: languages) }),
            ]
        )
    }
}
