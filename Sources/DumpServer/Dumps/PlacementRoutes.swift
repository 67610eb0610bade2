import Catalog
import Diagnostics
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
