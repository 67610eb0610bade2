import Catalog
import Diagnostics
import Drawing
import DumpFormats
import HTTP
import JSON
import Services
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/…`: conversion between views, views by tag, and where content is drawn.
struct PlacementRoutes: RouteGroup {
    /// The longest side that content can be given, in points.
    static let maximumContentLength = 1_000_000_000.0

    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}"
        router.get(base + "/convert", query: ["from", "to", "point", "rect", "size"]) {
            try convert(try $1.required("dump"), $0)
        }
        router.get(base + "/tagged/{tag}", query: ["root"]) {
            try tagged(try $1.required("dump"), try $1.required("tag"), $0)
        }
        router.get(base + "/content-mode", query: ["view", "contentWidth", "contentHeight", "mode"]) {
            try contentMode(try $1.required("dump"), $0)
        }
    }

    private func convert(_ id: String, _ request: Request) throws -> Response {
        let tree = try services.snapshot(of: id).dump.tree
        var query = QueryReader(request)
        let source = query.viewOrWindow("from", in: tree)
        let target = query.viewOrWindow("to", in: tree)
        let shape = ConvertedShape(&query)
        try query.finish()
        return .json { writer in
            switch shape {
            case .point(let point): writer.member("point", tree.convert(point, from: source, to: target))
            case .rect(let rect): writer.member("rect", tree.convert(rect, from: source, to: target))
            case .size(let size): writer.member("size", tree.convert(size, from: source, to: target))
            }
            writer.member("warnings", tree.conversionWarnings(from: source, to: target))
        }
    }

    private func tagged(_ id: String, _ text: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.dump.tree
        var query = QueryReader(request)
        let receiver = query.view("root", in: tree)
        try query.finish()
        guard let tag = Int(text), let index = tree.viewWithTag(tag, in: receiver) else {
            throw Problem.notFound("No view with tag \(text.prefix(40)) was found in that subtree.")
        }
        return .json(reservingCapacity: 4_096) { writer in
            ViewWriter(snapshot).writeMembers(of: index, to: &writer)
        }
    }

    private func contentMode(_ id: String, _ request: Request) throws -> Response {
        let tree = try services.snapshot(of: id).dump.tree
        var query = QueryReader(request)
        let lengths = 0...Self.maximumContentLength
        let view = query.requiredView("view", in: tree)
        let content = Size(
            width: query.requiredNumber("contentWidth", in: lengths),
            height: query.requiredNumber("contentHeight", in: lengths)
        )
        let name = query.choice("mode", of: ContentMode.allCases.map(\.name))
        try query.finish()
        let mode = name.flatMap(ContentMode.init(name:)) ?? tree.contentMode(of: view)
        return .json { writer in
            writer.member("rect", mode.rect(content: content, in: tree.bounds(of: view)))
        }
    }
}

/// What a request wants converted from one view to another.
enum ConvertedShape: Sendable, Hashable {
    case point(Point)
    case rect(Rect)
    case size(Size)

    /// Reads `point=x,y`, `rect=x,y,w,h` or `size=w,h`; a fault unless it is exactly one of them.
    init(_ query: inout QueryReader) {
        let names = ["point", "rect", "size"].filter { query.string($0) != nil }
        if names.isEmpty { query.refuse("point", "Nothing to convert: give “point”, “rect” or “size”.") }
        for name in names.dropFirst() {
            query.refuse(name, "“\(names[0])” and “\(name)” are given; one request converts one thing.")
        }
        switch names.first {
        case "rect":
            let numbers = query.numbers("rect", count: 4)
            self = .rect(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case "size":
            let numbers = query.numbers("size", count: 2)
            self = .size(Size(width: numbers[0], height: numbers[1]))
        default:
            let numbers = names.isEmpty ? [0, 0] : query.numbers("point", count: 2)
            self = .point(Point(x: numbers[0], y: numbers[1]))
        }
    }
}

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
