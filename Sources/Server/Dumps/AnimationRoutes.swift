import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import ViewHierarchy

/// `/api/v1/dumps/{dump}/animations`: what an animation block would show. Nothing is stored.
struct AnimationRoutes: RouteGroup {
    /// How many views the samples of a reply hold in all.
    static let maximumSamples = 50_000

    let services: Services

    func add(to router: inout Router) {
        router.on(.post, "/api/v1/dumps/{dump}/animations") {
            try preview(try $1.required("dump"), $0)
        }
    }

    private func preview(_ id: String, _ request: Request) throws -> Response {
        let tree = try services.catalog.load(id).tree
        let asked = try AnimationRequest(try request.jsonObject(), for: tree)
        let preview: AnimationPreview
        do throws(AnimationError) {
            preview = try AnimationPreview(asked.block, of: tree)
        } catch {
            throw AnimationRequest.problem([.init(error.message, at: .pointer("/changes"))])
        }
        let (count, overflows) = preview.views.count.multipliedReportingOverflow(by: asked.times.count)
        guard !overflows, count <= Self.maximumSamples else {
            let detail =
                "\(preview.views.count) views at \(asked.times.count) times are more than the \(Self.maximumSamples) "
                + "samples of a reply. Ask for fewer times."
            throw AnimationRequest.problem([.init(detail, at: .pointer("/times"))])
        }
        return .json(Self.write(preview, asked.times, tree))
    }

    private static func write(_ preview: AnimationPreview, _ times: [Double], _ tree: ViewTree) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: preview.views.count * times.count * 350 + 1_000)
        writer.beginObject()
        writer.member("end", preview.end)
        writer.member("views", preview.views.compactMap { tree.id(at: $0) })
        writer.key("samples")
        writer.beginArray()
        for time in times {
            writer.beginObject()
            writer.member("time", time)
            writer.key("views")
            writer.beginArray()
            for view in preview.presentation(at: time) {
                writer.beginObject()
                writer.member("id", tree.id(at: view.index))
                writer.member("frame", view.frame)
                writer.member("bounds", view.bounds)
                writer.member("center", view.center)
                writer.member("transform", view.transform)
                writer.member("alpha", view.alpha)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }
}

/// An animation block as a request describes it, and the times at which it is to be sampled.
struct AnimationRequest: Sendable {
    /// How many properties a request may set.
    static let maximumChanges = 1_000
    /// How many times a request may ask for.
    static let maximumTimes = 1_000
    /// How deep blocks may be nested.
    static let maximumDepth = 16

    let block: AnimationBlock
    let times: [Double]

    /// Reads a body.
    /// - Throws: 422 that names every fault with its pointer.
    init(_ members: [JSONMember], for tree: ViewTree) throws(Problem) {
        var reader = AnimationReader(tree: tree)
        let body = JSONValue.object(members)
        block = reader.block(body, at: "", depth: 0)
        times = reader.times(body["times"])
        guard reader.faults.isEmpty else { throw Self.problem(reader.faults) }
    }

    /// 422 for a block that cannot be run.
    static func problem(_ items: [Problem.Item]) -> Problem {
        .unprocessable(
            "impossible-animation",
            title: "Impossible animation",
            items.count == 1 ? items[0].detail : "\(items.count) things are wrong with the animation.",
            errors: items
        )
    }
}

/// Reads an animation block from JSON and notes every fault, so that one reply names them all.
struct AnimationReader {
    /// More faults than this are not listed.
    private static let maximumFaults = 50
    private static let blockMembers = [
        "duration", "delay", "curve", "repeatCount", "autoreverses", "changes", "blocks",
    ]

    let tree: ViewTree
    private(set) var faults: [Problem.Item] = []
    private var changeCount = 0

    init(tree: ViewTree) { self.tree = tree }

    /// A block with those inside it; the recursion ends at the greatest depth that a request may have.
    mutating func block(_ json: JSONValue, at pointer: String, depth: Int) -> AnimationBlock {
        var block = AnimationBlock()
        checkNames(of: json, Self.blockMembers + (depth == 0 ? ["times"] : []), at: pointer)
        if json["duration"] != nil { block.duration = length(json["duration"], at: pointer + "/duration") }
        block.delay = length(json["delay"], at: pointer + "/delay")
        block.curve = curve(json["curve"], at: pointer + "/curve")
        if json["repeatCount"]?.stringValue == "infinity" {
            block.repeatCount = .infinity
        } else {
            block.repeatCount = length(json["repeatCount"], at: pointer + "/repeatCount", or: ", or “infinity”")
        }
        if let autoreverses = json["autoreverses"] {
            block.autoreverses = autoreverses.boolValue ?? false
            if autoreverses.boolValue == nil { refuse(pointer + "/autoreverses", "takes true or false.") }
        }
        for (index, change) in list(json["changes"], at: pointer + "/changes").enumerated() {
            block.changes += changes(change, at: "\(pointer)/changes/\(index)")
        }
        for (index, inner) in list(json["blocks"], at: pointer + "/blocks").enumerated() {
            let place = "\(pointer)/blocks/\(index)"
            guard depth < AnimationRequest.maximumDepth else {
                refuse(place, "is nested too deep; blocks nest \(AnimationRequest.maximumDepth) deep at most.")
                break
            }
            block.blocks.append(self.block(inner, at: place, depth: depth + 1))
        }
        if depth == 0, changeCount == 0, faults.isEmpty {
            refuse("/changes", "names no change, so nothing would move.")
        }
        return block
    }

    /// The times, in the order in which they are asked for.
    mutating func times(_ json: JSONValue?) -> [Double] {
        guard json != nil else {
            refuse("/times", "is missing; it takes the times to sample, in seconds.")
            return []
        }
        let values = list(json, at: "/times")
        guard values.count <= AnimationRequest.maximumTimes else {
            refuse("/times", "takes at most \(AnimationRequest.maximumTimes) times.")
            return []
        }
        var times: [Double] = []
        for (index, value) in values.enumerated() { times.append(length(value, at: "/times/\(index)")) }
        return times
    }

    private mutating func changes(_ json: JSONValue, at pointer: String) -> [AnimationChange] {
        checkNames(of: json, ["view", "transform", "bounds", "center", "frame", "alpha"], at: pointer)
        guard let id = json["view"]?.integerValue.flatMap({ Int(exactly: $0) }), let view = tree.index(ofID: id) else {
            let name = json["view"].flatMap(\.integerValue).map { "names view \($0), which is not in this dump." }
            refuse(pointer + "/view", name ?? "takes the id of a view.")
            return []
        }
        var properties: [AnimationChange.Property] = []
        // In the order in which setters do not undo each other.
        if let value = json["transform"] { properties.append(.transform(transform(value, at: pointer + "/transform"))) }
        if let value = json["bounds"] { properties.append(.bounds(rect(value, at: pointer + "/bounds"))) }
        if let value = json["center"] { properties.append(.center(point(value, at: pointer + "/center"))) }
        if let value = json["frame"] { properties.append(.frame(rect(value, at: pointer + "/frame"))) }
        if let value = json["alpha"] { properties.append(.alpha(alpha(value, at: pointer + "/alpha"))) }
        if properties.isEmpty { refuse(pointer, "sets none of frame, bounds, center, transform and alpha.") }
        changeCount += properties.count
        guard changeCount <= AnimationRequest.maximumChanges else {
            refuse("/changes", "sets more than \(AnimationRequest.maximumChanges) properties in all.")
            return []
        }
        return properties.map { AnimationChange(view: view, $0) }
    }

    private mutating func curve(_ json: JSONValue?, at pointer: String) -> AnimationCurve? {
        guard let json else { return nil }
        let curve = json.stringValue.flatMap(AnimationCurve.init)
        if curve == nil {
            refuse(pointer, "is one of \(AnimationCurve.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return curve
    }

    private mutating func rect(_ json: JSONValue, at pointer: String) -> Rect {
        let values = numbers(["x", "y", "width", "height"], of: json, at: pointer)
        return Rect(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    private mutating func point(_ json: JSONValue, at pointer: String) -> Point {
        let values = numbers(["x", "y"], of: json, at: pointer)
        return Point(x: values[0], y: values[1])
    }

    private mutating func transform(_ json: JSONValue, at pointer: String) -> Transform {
        guard let values = json.arrayValue?.compactMap(\.doubleValue), values.count == 6, json.arrayValue?.count == 6
        else {
            refuse(pointer, "takes the six numbers a, b, c, d, tx, ty.")
            return .identity
        }
        return Transform(a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
    }

    private mutating func alpha(_ json: JSONValue, at pointer: String) -> Double {
        guard let value = json.doubleValue, (0...1).contains(value) else {
            refuse(pointer, "takes a number from 0 to 1.")
            return 1
        }
        return value
    }

    /// One number for each name; zeros stand in for faults.
    private mutating func numbers(_ names: [String], of json: JSONValue, at pointer: String) -> [Double] {
        checkNames(of: json, names, at: pointer)
        return names.map { name in
            if let value = json[name]?.doubleValue { return value }
            if json.objectValue != nil { refuse("\(pointer)/\(name)", "takes a number.") }
            return 0
        }
    }

    /// A number that is not negative; 0 when it is absent.
    private mutating func length(_ json: JSONValue?, at pointer: String, or alternative: String = "") -> Double {
        guard let json else { return 0 }
        guard let value = json.doubleValue, value >= 0 else {
            refuse(pointer, "takes a number that is not below 0\(alternative).")
            return 0
        }
        return value
    }

    private mutating func list(_ json: JSONValue?, at pointer: String) -> [JSONValue] {
        guard let json else { return [] }
        if json.arrayValue == nil { refuse(pointer, "takes a list.") }
        return json.arrayValue ?? []
    }

    private mutating func checkNames(of json: JSONValue, _ known: [String], at pointer: String) {
        guard let members = json.objectValue else { return refuse(pointer, "takes an object.") }
        for member in members where !known.contains(member.name) {
            let name = JSONPointer.escape(String(member.name.prefix(60)))
            refuse("\(pointer)/\(name)", "is not known here; there are: \(known.joined(separator: ", ")).")
        }
    }

    private mutating func refuse(_ pointer: String, _ predicate: String) {
        guard faults.count < Self.maximumFaults else { return }
        let name = pointer.split(separator: "/").last.map { Int($0) == nil ? "“\($0)” " : "this " } ?? "the body "
        faults.append(.init((name + predicate).capitalizingFirst, at: .pointer(pointer)))
    }
}

extension String {
    fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
