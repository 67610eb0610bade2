import DumpFormats
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
