import AppBundles
import Catalog
import Foundation
import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// `/api/v1/apps/{app}/interfaces`: the nibs and storyboards of an app, and dumps of them.
struct InterfaceRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps/{app}/interfaces"
        router.get(base, query: ["limit", "after"]) { request, path in
            try list(try services.catalog.app(try path.required("app")), request)
        }
        router.on(.post, base + "/{interface}/dump", query: ["lang"]) { request, path in
            let query = QueryReader(request)
            let language = query.string("lang")
            try query.finish()
            let app = try services.catalog.app(try path.required("app"))
            let (dump, isNew) = try await services.open(try path.required("interface"), of: app, language: language)
            var writer = JSONWriter()
            writer.beginObject()
            writer.members(of: dump)
            writer.endObject()
            var response = Response.json(writer.finish(), status: isNew ? .created : .ok)
            response.headers[.location] = "/api/v1/dumps/\(dump.id)"
            return response
        }
    }

    private func list(_ app: CatalogApp, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let dumps = try services.catalog.dumpIDs()
        let all = app.interfaces
        var writer = JSONWriter()
        writer.beginObject()
        let next = writer.part("interfaces", of: all, range) { writer, interface in
            InterfaceShape(interface, of: app, in: services.catalog, dumps: dumps).writeMembers(to: &writer)
        }
        writer.member("complete", app.interfacesAreComplete)
        writer.end(total: all.count, next: next)
        return .json(writer.finish())
    }
}

extension Services {
    /// Makes a dump of an interface when it is its turn, or gives the one that was made before.
    func open(
        _ path: String,
        of app: CatalogApp,
        language: String?
    ) async throws -> (dump: DumpSummary, isNew: Bool) {
        try await uploads.pass { try catalog.openInterface(path, of: app, language: language) }
    }
}

/// `/apps/{app}/interfaces`: the list for people, and the form that opens one.
struct InterfacePages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/apps/{app}/interfaces", query: ["after"]) { request, path in
            try page(try services.catalog.app(try path.required("app")), request)
        }
        router.on(.post, "/apps/{app}/interfaces") { request, path in
            let form = try URLEncodedForm(parsing: request.body)
            let app = try services.catalog.app(try path.required("app"))
            let opened = try await services.open(form["path"] ?? "", of: app, language: form["lang"])
            return .redirect(to: "/dumps/\(opened.dump.id)")
        }
    }

    private func page(_ app: CatalogApp, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let after = query.integer("after", in: 0...Int.max)
        try query.finish()
        let shape = AppShape(app, languages: request.languages)
        let list = try InterfaceList(of: app, in: services.catalog, from: after.map { $0 &+ 1 } ?? 0, most: 100)
        return try services.pages.page(
            InterfacePage(app: shape, list: list),
            title: "Interfaces · \(shape.name) · Vitrine",
            for: request,
            alternate: "/api/v1\(shape.address)/interfaces",
            crumbs: [.init(name: shape.name, address: shape.address), .init(name: "Interfaces")]
        )
    }
}

/// An interface as the API and pages show it.
struct InterfaceShape: Sendable {
    let interface: BundleInterface
    let check: InterfaceCheck
    /// The id of the dump that was made of it.
    let dump: String?

    init(_ interface: BundleInterface, of app: CatalogApp, in catalog: Catalog, dumps: Set<String>) {
        self.interface = interface
        check = catalog.check(interface, of: app)
        dump = check.dump.flatMap { dumps.contains($0) ? $0 : nil }
    }

    /// Writes the interface as members of an object.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("path", interface.path)
        writer.member("name", interface.name)
        writer.member("kind", interface.kind.rawValue)
        writer.member("language", interface.language)
        writer.nested("languages", interface.languages) { $0.string($1) }
        writer.member("idiom", interface.idiom)
        writer.member("openable", check.reason == nil)
        writer.member("reason", check.reason)
        writer.member("viewCount", check.viewCount)
        writer.member("dump", dump)
    }
}

extension InterfaceShape: PageModel {
    /// A language in which it can be opened.
    struct Choice: PageModel {
        let language: String

        static let members: Members<Self> = [
            "language": .text { $0.language }, "languageName": .text { InterfaceShape.name(of: $0.language) },
        ]
    }

    static let members: Members<Self> = [
        "path": .text { $0.interface.path }, "name": .text { $0.interface.name }, "kind": .text { $0.kindName },
        "compiled": .flag { [.nib, .storyboardc].contains($0.interface.kind) },
        "languageName": .text { $0.interface.language.map(name) },
        "idiom": .text { $0.interface.idiom.map { idioms[$0.lowercased()] ?? $0 } },
        "openable": .flag { $0.check.reason == nil }, "reason": .text { $0.check.reason },
        "viewTotal": .part { $0.check.viewCount.map(Count.init) },
        "sceneTotal": .part { $0.hasScenes ? Count($0.check.rootCount) : nil },
        "choices": .list { $0.interface.languages.map { Choice(language: $0) } },
        "isChoice": .flag { !$0.interface.languages.isEmpty },
        "opened": .text { $0.dump.map { "/dumps/\($0)" } },
    ]

    private static let idioms = ["ipad": "iPad", "iphone": "iPhone", "ipod": "iPod touch", "tv": "Apple TV"]

    private var hasScenes: Bool { [.storyboard, .storyboardc].contains(interface.kind) && check.rootCount > 0 }

    private var kindName: String {
        switch interface.kind {
        case .nib: "Compiled nib"
        case .storyboardc: "Compiled storyboard"
        case .xib: "Xib"
        case .storyboard: "Storyboard"
        }
    }

    /// A language in itself, `Base` as Xcode calls it.
    private static func name(of language: String) -> String {
        guard language != "Base" else { return "Base" }
        let plain = language.replacing("_", with: "-")
        return Locale(identifier: plain).localizedString(forIdentifier: plain) ?? language
    }
}

/// Some of the interfaces of an app, each read.
struct InterfaceList: PageModel {
    let address: String
    let shown: [InterfaceShape]
    let total: Int
    /// Where those behind these are.
    let next: String?

    init(of app: CatalogApp, in catalog: Catalog, from start: Int = 0, most: Int) throws {
        let all = app.interfaces
        let dumps = all.isEmpty ? [] : try catalog.dumpIDs()
        address = "/apps/\(app.id.pathSegment)/interfaces"
        shown = all.dropFirst(start).prefix(most).map { InterfaceShape($0, of: app, in: catalog, dumps: dumps) }
        total = all.count
        let end = start &+ shown.count
        next = end < total ? "\(address)?after=\(end - 1)" : nil
    }

    static let members: Members<Self> = [
        "address": .text { $0.address }, "shown": .list { $0.shown }, "total": .part { Count($0.total) },
        "next": .text { $0.next },
    ]
}

/// `/apps/{app}/interfaces`.
struct InterfacePage: Page {
    static let template = "pages/interfaces"

    let app: AppShape
    let list: InterfaceList

    static let members: Members<Self> = ["app": .part { $0.app }, "interfaces": .part { $0.list }]
}
