import Shapes
import Catalog
import Drawing
import DumpFormats
import HTTP
import JSON
import Services
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/hit-test`: which view gets a touch, and who else could have had it.
struct TouchRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/hit-test", query: ["x", "y", "root", "limit", "after"]) {
            try hitTest(try $1.required("dump"), $0)
        }
    }

    private func hitTest(_ id: String, _ request: Request) throws -> Response {
        let tree = try services.snapshot(of: id).dump.tree
        var query = QueryReader(request)
        let point = Point(x: query.requiredNumber("x"), y: query.requiredNumber("y"))
        // Scenes do not lie over each other: one of them is touched.
        let root = query.view("root", in: tree).flatMap { tree.root(of: $0) } ?? tree.firstScene
        let range = PageRange(&query)
        try query.finish()
        let result = tree.hitTest(point, in: root)
        let inside = root.map { tree.subtree(of: $0) } ?? tree.indices
        let candidates = tree.views(at: point).filter(inside.contains)
        // Two lists that are read side by side: there is more as long as one of them goes on.
        let steps = range.slice(of: result.steps)
        let part = range.slice(of: candidates)
        var writer = JSONWriter(reservingCapacity: steps.entries.count * 60 + 1_000)
        writer.beginObject()
        writer.member("hit", result.view.flatMap { tree.id(at: $0) })
        writer.member("steps", steps.entries, in: tree)
        writer.member("stepsTotal", result.steps.count)
        writer.member("candidates", part.entries.compactMap { tree.id(at: $0) })
        writer.member("responderChain", result.view.map { tree.responderChain(of: $0) } ?? [], in: tree)
        writer.end(total: candidates.count, next: steps.next ?? part.next)
        return .json(writer.finish())
    }
}

/// The shapes of hit tests and responder chains.
extension JSONWriter {
    mutating func member(_ name: String, _ chain: [Responder], in tree: ViewTree) {
        nested(name, chain) { writer, responder in
            writer.beginObject()
            writer.member("kind", responder.kind.rawValue)
            writer.member("class", responder.className)
            writer.member("view", responder.view.flatMap { tree.id(at: $0) })
            writer.member("said", responder.isSaid)
            writer.endObject()
        }
    }

    mutating func member(_ name: String, _ steps: some Sequence<HitTest.Step>, in tree: ViewTree) {
        list(name, Array(steps)) { writer, step in
            writer.member("view", tree.id(at: step.view))
            writer.member("accepted", step.isAccepted)
            writer.member("reason", step.reason.rawValue)
        }
    }
}

/// What is seen of a view and where a tap reaches it, written as members of an object.
extension JSONWriter {

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
