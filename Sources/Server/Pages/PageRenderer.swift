import HTTP
import HTTPTypes

/// Renders a page template with what every page has: title, theme, assets and the way back.
struct PageRenderer: Sendable {
    let templates: TemplateLibrary
    /// The prefix of static files, with the hash of them all.
    let assets: String

    /// One step of the way from the library to a page.
    struct Crumb: Sendable {
        var name: String
        var address: String?
    }

    /// A whole page.
    /// - Parameters:
    ///   - alternate: the path of the same thing as JSON.
    ///   - crumbs: the way here; the last one has no address.
    func page(
        _ name: String,
        title: String,
        for request: Request,
        alternate: String? = nil,
        crumbs: [Crumb] = [],
        _ model: TemplateModel
    ) throws -> Response {
        let common: [String: TemplateModel] = [
            "title": .text(title),
            "theme": .text(Self.theme(of: request)),
            "assets": .text(assets),
            "path": .text(request.target),
            "alternate": .optional(alternate),
            "crumbs": .list(crumbs.map { ["name": .text($0.name), "address": .optional($0.address)] }),
        ]
        return .page(try templates.render("pages/" + name, model.adding(common)))
    }

    /// A part of a page, for scripts that replace it in place.
    func fragment(_ name: String, _ model: TemplateModel) throws -> Response {
        var response = Response.page(
            try templates.render("partials/" + name, model.adding(["assets": .text(assets)]))
        )
        response.headers[.vary] = "X-Fragment"
        return response
    }

    /// The colour scheme the visitor chose: `light`, `dark`, or empty for the system's.
    static func theme(of request: Request) -> String {
        let theme = request.cookie("theme") ?? ""
        return theme == "light" || theme == "dark" ? theme : ""
    }
}
