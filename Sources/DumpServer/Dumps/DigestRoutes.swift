import Catalog
import HTTP
import HTTPTypes
import JSON
import Locators
import Services
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/digest`: one screen in few words, for those who cannot look at it.
struct DigestRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/digest", query: ["tokens", "detail", "root", "after"]) {
            try digest(try $1.required("dump"), $0)
        }
    }

    private func digest(_ id: String, _ request: Request) throws -> Response {
        let freshness = services.freshness(ofDump: id)
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.dump.tree
        var query = QueryReader(request)
        let tokens = query.integer("tokens", in: ScreenDigest.tokenBounds) ?? ScreenDigest.usualTokens
        let detail: ScreenDigest.Detail = query.choice("detail") ?? .outline
        let root = query.view("root", in: tree)
        let after = query.view("after", in: tree).flatMap { tree.id(at: $0) }
        try query.finish()
        let digest = ScreenDigest(snapshot.elements, root: root, detail: detail)
        let page = digest.page(tokens: tokens, after: after)
        let title = digest.title(snapshot.summary.name, root: root)
        let isJSON = request.quality(of: "application/json") > request.quality(of: "text/plain")
        let bytes =
            isJSON
            ? JSONWriter.object(reservingCapacity: 8_192) { writer in
                writer.member("dump", id)
                writer.member("title", title)
                writer.members(of: page)
            } : Array(page.text(title: title).utf8)
        var response = Response(contentType: isJSON ? "application/json" : "text/plain; charset=utf-8", body: bytes)
        response.headers[.eTag] = Precondition.tag(snapshot.summary, hashing: bytes)
        response.headers[.vary] = "Accept"
        return response.kept(while: freshness)
    }
}

/// What an agent is told of the screen, each line a link to its view.
struct DigestPart: PageModel {
    private let lines: [Line]

    /// Nil where it is not asked for.
    init?(_ state: InspectorState) {
        guard state.showsDigest else { return nil }
        let digest = ScreenDigest(ElementTree(state.dump))
        lines = digest.page().lines(title: digest.title(state.summary.name)).map { text, view in
            Line(text: text, href: view.flatMap { state.tree.index(ofID: $0) }.map(state.address(selecting:)))
        }
    }

    static let members: Members<Self> = ["digestLines": .list { $0.lines }]

    private struct Line: PageModel {
        let text: String
        let href: String?

        static let members: Members<Self> = ["text": .text { $0.text }, "href": .text { $0.href }]
    }
}
