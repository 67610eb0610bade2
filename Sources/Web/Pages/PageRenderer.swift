package import HTTP
import HTTPTypes

/// Renders a page template with what every page has: title, theme, assets and the way back.
package struct PageRenderer: Sendable {
    package let templates: TemplateLibrary
    /// Whether visitors sign in here.
    package let needsTokens: Bool

    package init(templates: TemplateLibrary, needsTokens: Bool) {
        (self.templates, self.needsTokens) = (templates, needsTokens)
    }

    /// One step of the way from the library to a page.
    package struct Crumb: PageModel {
        package var name: String
        package var address: String?

        package init(name: String, address: String? = nil) { (self.name, self.address) = (name, address) }

        package static let members: Members<Self> = ["name": .text { $0.name }, "address": .text { $0.address }]
    }

    /// A whole page.
    /// - Parameters:
    ///   - alternate: the path of the same thing as JSON.
    ///   - crumbs: the way here; the last one has no address.
    package func page(
        _ page: some Page,
        title: String,
        for request: Request,
        alternate: String? = nil,
        crumbs: [Crumb] = []
    ) throws -> Response {
        let frame = PageFrame(
            title: title,
            theme: Self.theme(of: request),
            path: request.targetWithoutToken,
            needsTokens: needsTokens,
            isSignedIn: needsTokens && request.cookie(SessionCookie.name(for: request)) != nil,
            alternate: alternate,
            crumbs: crumbs
        )
        return .page(try templates.render(page, in: frame))
    }

    /// A part of a page, for scripts that replace it in place.
    package func fragment(_ part: some Page) throws -> Response {
        var response = Response.page(try templates.render(part))
        response.headers[.vary] = "X-Fragment"
        return response
    }

    /// The colour scheme the visitor chose: `light`, `dark`, or empty for the system's.
    package static func theme(of request: Request) -> String {
        let theme = request.cookie("theme") ?? ""
        return theme == "light" || theme == "dark" ? theme : ""
    }
}

/// What every page has around its content.
struct PageFrame: PageModel {
    package let title: String
    package let theme: String
    /// The address asked for, to come back to.
    package let path: String
    /// Whether visitors sign in here, and whether this one seems to have.
    package let needsTokens: Bool
    let isSignedIn: Bool
    package let alternate: String?
    package let crumbs: [PageRenderer.Crumb]

    package static let members: Members<Self> = [
        "title": .text { $0.title }, "theme": .text { $0.theme }, "path": .text { $0.path },
        "needsTokens": .flag { $0.needsTokens }, "isSignedIn": .flag { $0.isSignedIn },
        "signInAddress": .text { "\(SignInAddress.path)?return=\($0.path.pathSegment)" },
        "alternate": .text { $0.alternate }, "crumbs": .list { $0.crumbs },
    ]
}
