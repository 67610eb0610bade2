import AutoLayout
import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import ViewHierarchy
import Web

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
        let tree = try services.snapshot(of: id).dump.tree
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
        JSONWriter.object(reservingCapacity: preview.views.count * times.count * 350 + 1_000) { writer in
            writer.member("end", preview.end)
            writer.member("views", preview.views.compactMap { tree.id(at: $0) })
            writer.list("samples", times) { writer, time in
                writer.member("time", time)
                writer.list("views", preview.presentation(at: time)) { writer, view in
                    writer.member("id", tree.id(at: view.index))
                    writer.member("frame", view.frame)
                    writer.member("bounds", view.bounds)
                    writer.member("center", view.center)
                    writer.member("transform", view.transform)
                    writer.member("alpha", view.alpha)
                }
            }
        }
    }
}

/// An animation block as a request describes it, and the times at which it is to be sampled.
struct AnimationRequest: Sendable {
    /// How many properties a request may set.
    private static let maximumChanges = 1_000
    /// How many times a request may ask for.
    private static let maximumTimes = 1_000
    /// How deep blocks may be nested.
    private static let maximumDepth = 16
    private static let blockMembers = [
        "duration", "delay", "curve", "repeatCount", "autoreverses", "changes", "blocks",
    ]

    private(set) var block = AnimationBlock()
    /// In seconds, in the order in which they are asked for.
    private(set) var times: [Double] = []

    private let tree: ViewTree
    private var reader = MemberReader()
    private var changeCount = 0

    /// Reads a body.
    /// - Throws: 422 that names every fault with its pointer.
    init(_ members: [JSONMember], for tree: ViewTree) throws(Problem) {
        self.tree = tree
        let body = JSONPlace(.object(members))
        block = readBlock(body, depth: 0)
        if changeCount == 0, reader.faults.isEmpty {
            refuse("changes", "“changes” names no change, so nothing would move.")
        }
        readTimes(body["times"])
        guard reader.faults.isEmpty else {
            throw Self.problem(reader.faults.map { .init($0.message, at: .pointer($0.pointer)) })
        }
    }

    /// 422 for a block that cannot be run.
    static func problem(_ items: [Problem.Item]) -> Problem {
        .unprocessable(
            "impossible-animation",
            title: "Impossible animation",
            items.count == 1 ? items[0].detail : "\(items.count) errors in the animation.",
            errors: items
        )
    }

    /// A block with those inside it; the recursion ends at the greatest depth that a request may have.
    private mutating func readBlock(_ place: JSONPlace, depth: Int) -> AnimationBlock {
        var block = AnimationBlock()
        reader.checkNames(of: place, Self.blockMembers + (depth == 0 ? ["times"] : []))
        if let duration = length(place["duration"]) { block.duration = duration }
        block.delay = length(place["delay"]) ?? 0
        block.curve = reader.choice(place["curve"])
        if place["repeatCount"]?.value == "infinity" {
            block.repeatCount = .infinity
        } else {
            block.repeatCount = length(place["repeatCount"], orElse: "“infinity”") ?? 0
        }
        block.autoreverses = reader.bool(place["autoreverses"]) ?? false
        for change in reader.elements(place["changes"]) ?? [] { block.changes += changes(change) }
        for inner in reader.elements(place["blocks"]) ?? [] {
            guard depth < Self.maximumDepth else {
                reader.refuse(inner, "This is nested too deeply; the maximum is \(Self.maximumDepth) levels.")
                break
            }
            block.blocks.append(readBlock(inner, depth: depth + 1))
        }
        return block
    }

    private mutating func readTimes(_ place: JSONPlace?) {
        guard let place else { return refuse("times", "“times” is missing; it takes the times to sample, in seconds.") }
        let values = reader.elements(place) ?? []
        guard values.count <= Self.maximumTimes else {
            return reader.refuse(place, "“times” takes at most \(Self.maximumTimes) times.")
        }
        times = values.map { length($0) ?? 0 }
    }

    private mutating func changes(_ place: JSONPlace) -> [AnimationChange] {
        reader.checkNames(of: place, ["view", "transform", "bounds", "center", "frame", "alpha"])
        guard place.value.objectValue != nil, let member = reader.required("view", of: place),
            let id = reader.integer(member)
        else { return [] }
        guard let view = tree.index(ofID: id) else {
            reader.refuse(member, "There is no view \(id) in this dump.")
            return []
        }
        let names = place.members.count { $0.name != "view" }
        if names == 0 { reader.refuse(place, "This sets none of frame, bounds, center, transform and alpha.") }
        changeCount += names
        guard changeCount <= Self.maximumChanges else {
            refuse("changes", "“changes” sets more than \(Self.maximumChanges) properties in all.")
            return []
        }
        // In the order in which setters do not undo each other.
        let properties: [AnimationChange.Property?] = [
            reader.numbers(place["transform"], count: 6)
                .map { .transform(Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])) },
            rect(place["bounds"]).map { .bounds($0) },
            reader.numbers(place["center"], named: ["x", "y"]).map { .center(Point(x: $0[0], y: $0[1])) },
            rect(place["frame"]).map { .frame($0) }, reader.number(place["alpha"], in: 0...1).map { .alpha($0) },
        ]
        return properties.compactMap { $0 }.map { AnimationChange(view: view, $0) }
    }

    private mutating func rect(_ place: JSONPlace?) -> Rect? {
        reader.numbers(place, named: ["x", "y", "width", "height"])
            .map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }

    /// A number that is not negative.
    private mutating func length(_ place: JSONPlace?, orElse alternative: String? = nil) -> Double? {
        guard let place else { return nil }
        if let value = place.value.doubleValue, value >= 0, value.isFinite { return value }
        reader.refuse(place, takes: "a number that is not below 0" + (alternative.map { ", or \($0)" } ?? ""))
        return nil
    }

    /// Notes a fault of a member of the body that need not be there.
    private mutating func refuse(_ name: String, _ message: String) {
        reader.refuse(JSONPlace(.null, named: name), message)
    }
}
