import Diagnostics
import HTTP
import Services
import ViewHierarchy
import Web

/// `/help`: how to get a dump, the keys, the formats, the API; and `/help/patterns`: every component of the pages.
struct HelpPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/help", query: []) { request, _ in
            try services.pages.page(
                HelpPage(
                    origin: request.serverAddress,
                    needsToken: services.pages.needsTokens,
                    hasGuides: services.guides != nil
                ),
                title: "Help · Vitrine",
                for: request,
                alternate: "/api/v1/openapi.json",
                crumbs: [.init(name: "Help")]
            )
        }
        router.get("/help/patterns", query: []) { request, _ in
            try services.pages.page(
                PatternsPage(icons: services.icons),
                title: "Patterns · Vitrine",
                for: request,
                crumbs: [.init(name: "Help", address: "/help"), .init(name: "Patterns")]
            )
        }
    }
}

struct HelpPage: Page {
    static let template = "pages/help"

    /// Scheme and host as the visitor reached them, for commands to copy.
    let origin: String
    /// Whether such commands have to show a token.
    let needsToken: Bool
    /// Whether the guides are here too.
    let hasGuides: Bool

    static let members: Members<Self> = [
        "origin": .text { $0.origin }, "hasGuides": .flag { $0.hasGuides },
        "recipeGroups": .list { RecipeGroup.all(address: $0.origin, needsToken: $0.needsToken) },
    ]
}

/// Every component in the light and in the dark scheme side by side.
struct PatternsPage: Page {
    static let template = "pages/patterns"
    private static let tokens = [
        "ground", "sunken", "field", "hover", "stage", "line", "line-strong", "text", "dim", "accent", "accent-text",
        "accent-fill", "accent-soft", "amber", "amber-soft", "red", "red-soft", "violet", "teal", "green",
    ]
    private static let findings = [
        FindingRow(.init(.error, "patterns.error", "The file no longer exists.")),
        FindingRow(.init(.warning, "patterns.warning", "This length would become negative.")),
        FindingRow(.init(.info, "patterns.info", "The format has no bounds.")),
    ]

    let icons: [String]

    static let members: Members<Self> = [
        "schemes": .list { page in ["light", "dark"].map { Scheme(name: $0, icons: page.icons) } }
    ]

    private struct Scheme: PageModel {
        let name: String
        let icons: [String]

        static let members: Members<Self> = [
            "scheme": .text { $0.name }, "isDark": .flag { $0.name == "dark" },
            "tokens": .texts { _ in PatternsPage.tokens }, "icons": .texts { $0.icons },
            "autoresizing": .part { _ in Springs(mask: [.flexibleWidth, .flexibleTopMargin]) },
            "findings": .list { _ in PatternsPage.findings },
        ]
    }
}
