import DumpFormats
import Foundation
import HTTP

/// `/help`: how to get a dump, the keys, the formats, the API.
struct HelpPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/help", query: []) { request, _ in
            try services.pages.page(
                "help",
                title: "Help · Vitrine",
                for: request,
                alternate: "/api/v1/openapi.json",
                crumbs: [.init(name: "Help")],
                [
                    "origin": .text("http://\(request.host)"), "formats": .list(Self.formats),
                    "examples": .list(Self.examples(origin: "http://\(request.host)")),
                ]
            )
        }
    }

    private static let formats: [TemplateModel] = DumpFormat.allCases.map { format in
        switch format {
        case .recursiveDescription:
            [
                "name": "recursiveDescription",
                "tells": "Classes, addresses, frames, texts, transforms, masks, scroll offsets, layers",
                "lacks": "Bounds, content modes, accessibility; long texts are cut",
            ]
        case .vitrineJSON:
            ["name": "Vitrine JSON", "tells": "Everything, screenshot and device included", "lacks": "Nothing"]
        case .propertyList:
            [
                "name": "Property list", "tells": "The same as Vitrine JSON, as XML, binary or OpenStep",
                "lacks": "Nothing",
            ]
        }
    }

    private static func examples(origin: String) -> [TemplateModel] {
        [
            ("Load a dump", "curl --data-binary @dump.txt '\(origin)/api/v1/dumps?name=main'"),
            ("List all buttons of a dump", "curl '\(origin)/api/v1/dumps/ID/views?class=*Button*&format=text'"),
            ("Lay it out in landscape", "curl '\(origin)/api/v1/dumps/ID/layout?width=667&height=375'"),
            ("Read all settings of an app", "curl '\(origin)/api/v1/apps/ID/settings?deep=true'"),
            ("Change a setting", "curl -X PATCH --json '{\"key\": true}' '\(origin)/api/v1/apps/ID/settings'"),
            (
                "Take the defaults as a property list",
                "curl -H 'Accept: application/x-plist' '\(origin)/api/v1/defaults/DOMAIN' -o DOMAIN.plist"
            ),
        ].map { ["label": .text($0.0), "text": .text($0.1)] }
    }
}

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
