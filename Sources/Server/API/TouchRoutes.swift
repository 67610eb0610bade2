import Catalog
import DumpFormats
import HTTP
import JSON
import ViewHierarchy

/// `/api/v1/dumps/{dump}/hit-test`: which view gets a touch, and who else could have had it.
struct TouchRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.getSuspending("/api/v1/dumps/{dump}/hit-test", query: ["x", "y"]) {
            try hitTest(try $1.required("dump"), $0)
        }
    }

    private func hitTest(_ id: String, _ request: Request) throws -> Response {
        let tree = try services.catalog.load(id).tree
        var query = QueryReader(request)
        let point = Point(x: query.requiredNumber("x"), y: query.requiredNumber("y"))
        try query.finish()
        let result = tree.hitTest(point)
        var writer = JSONWriter(reservingCapacity: result.steps.count * 60 + 1_000)
        writer.beginObject()
        writer.member("hit", result.view.flatMap { tree.id(at: $0) })
        writer.member("steps", result.steps, in: tree)
        writer.member("candidates", tree.views(at: point).compactMap { tree.id(at: $0) })
        writer.member("responderChain", result.view.map { tree.responderChain(of: $0) } ?? [], in: tree)
        writer.endObject()
        return .json(writer.finish())
    }
}
