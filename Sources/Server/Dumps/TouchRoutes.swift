import Catalog
import DumpFormats
import HTTP
import JSON
import ViewHierarchy

/// `/api/v1/dumps/{dump}/hit-test`: which view gets a touch, and who else could have had it.
struct TouchRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/hit-test", query: ["x", "y"]) {
            try hitTest(try $1.required("dump"), $0)
        }
    }

    private func hitTest(_ id: String, _ request: Request) throws -> Response {
        let tree = try services.catalog.load(id).tree
        var query = QueryReader(request)
        let point = Point(x: query.requiredNumber("x"), y: query.requiredNumber("y"))
        try query.finish()
        let result = tree.hitTest(point)
        return .json(reservingCapacity: result.steps.count * 60 + 1_000) { writer in
            writer.member("hit", result.view.flatMap { tree.id(at: $0) })
            writer.member("steps", result.steps, in: tree)
            writer.member("candidates", tree.views(at: point).compactMap { tree.id(at: $0) })
            writer.member("responderChain", result.view.map { tree.responderChain(of: $0) } ?? [], in: tree)
        }
    }
}

/// The shapes of hit tests and responder chains.
extension JSONWriter {
    mutating func member(_ name: String, _ chain: [ViewHierarchy.Responder], in tree: ViewTree) {
        list(name, chain) { writer, responder in
            writer.member("kind", responder.kind.rawValue)
            writer.member("class", responder.className)
            writer.member("view", responder.view.flatMap { tree.id(at: $0) })
        }
    }

    mutating func member(_ name: String, _ steps: [HitTest.Step], in tree: ViewTree) {
        list(name, steps) { writer, step in
            writer.member("view", tree.id(at: step.view))
            writer.member("accepted", step.isAccepted)
            writer.member("reason", step.reason.rawValue)
        }
    }
}

/// What is seen of a view and where a tap reaches it, written as members of an object.
extension JSONWriter {
    mutating func member(_ name: String, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    mutating func member(_ name: String, _ region: VisibleRegion, in tree: ViewTree) {
        key(name)
        beginObject()
        member("fraction", region.fraction)
        key("rects")
        beginArray()
        for rect in region.rects { value(.rect(rect)) }
        endArray()
        member("exact", region.isExact)
        member("coveredBy", region.coveredBy.flatMap { tree.id(at: $0) })
        endObject()
    }

    mutating func member(_ name: String, _ touch: Touchability) {
        key(name)
        beginObject()
        member("touchable", touch.isTouchable)
        member("fraction", touch.fraction)
        member("ownFraction", touch.ownFraction)
        member("exact", touch.isExact)
        list("obstacles", touch.obstacles) { writer, obstacle in
            writer.member("kind", obstacle.kind.rawValue)
            writer.member("view", obstacle.view)
            writer.member("message", obstacle.message)
        }
        endObject()
    }
}
