import Foundation
import HTTP

/// `/help/patterns`: every component of the pages, in the light and in the dark scheme side by side.
struct PatternsPage: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/help/patterns", query: []) { request, _ in
            try services.pages.page(
                "patterns",
                title: "Patterns · Vitrine",
                for: request,
                crumbs: [.init(name: "Help", address: "/help"), .init(name: "Patterns")],
                ["schemes": .list(Self.schemes.map { Self.model($0, icons: services.icons) })]
            )
        }
    }

    private static let schemes = ["light", "dark"]
    private static let tokens = [
        "ground", "sunken", "field", "hover", "stage", "line", "line-strong", "text", "dim", "accent", "accent-text",
        "accent-fill", "accent-soft", "amber", "amber-soft", "red", "red-soft", "violet", "teal", "green",
    ]

    private static func model(_ scheme: String, icons: [String]) -> TemplateModel {
        [
            "scheme": .text(scheme), "schemeTitle": .text(scheme.capitalized),
            "tokens": .list(tokens.map { ["token": .text($0)] }),
            "icons": .list(icons.map { ["icon": .text($0)] }),
            "springs": [
                "summary": "flexible width · top margin", "left": false, "right": false, "top": true, "bottom": false,
                "width": true, "height": false,
            ],
            "findings": .list(
                [
                    ("error", "The file is not there any more."), ("warning", "This length shrinks below nothing."),
                    ("info", "Bounds are not told."),
                ]
                .map { ["severity": .text($0.0), "icon": .text($0.0), "message": .text($0.1)] }
            ),
        ]
    }
}
