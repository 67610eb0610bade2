import DumpFormats
import Shapes
import Catalog
import Checks
import HTTP
import JSON
import PropertyList
import Services
import ViewHierarchy
import Web

/// `/api/v1/timeline`: dumps of one app in order, and the history of a view.
struct TimelineRoutes: RouteGroup {
    let comparisons: Comparisons
    private var services: Services { comparisons.services }

    private static let parameters: Set = ["app", "dumps", "tolerance"]

    func add(to router: inout Router) {
        router.get("/api/v1/timeline", query: Self.parameters) { request, _ in try steps(request) }
        router.get(
            "/api/v1/timeline/views",
            query: Self.parameters.union(["dump", "view", "change", "limit", "after"])
        ) { request, _ in
            try history(request)
        }
    }

    private func steps(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        let scope = Self.scope(&query)
        if scope == nil {
            query.refuse(
                "app",
                "A timeline needs “app”, a bundle identifier, or “dumps”, ids with commas between them."
            )
        }
        let tolerance = query.number("tolerance", in: DumpDiff.tolerances)
        try query.finish()
        let timeline = try comparisons.timeline(scope ?? .dumps([]), tolerance: tolerance ?? TreeDiff.standardTolerance)
        return .json { writer in
            writer.timelineHead(timeline)
            writer.list("steps", timeline.views.steps.indices) { writer, number in
                let dump = timeline.dumps[number]
                writer.member("number", number + 1)
                writer.member("dump", dump.id)
                writer.member("name", dump.name)
                writer.member("revision", dump.revision)
                writer.member("date", Instant.text(Instant.nearest(dump.moment)))
                writer.stepMembers(timeline.views.steps[number])
                writer.member("warnings", timeline.warnings(ofStep: number))
            }
            writer.member("total", timeline.total)
            writer.member("warnings", timeline.warnings)
        }
    }

    private func history(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        var scope = Self.scope(&query)
        for (name, what) in [("dump", "the id of a dump"), ("view", "the id of a view in it")]
        where query.string(name) == nil {
            query.refuse(name, "“\(name)” is missing; it takes \(what).")
        }
        let view = query.integer("view", in: 0...Int.max)
        let kinds = query.names("change").compactMap { name in
            let kind = Timeline.Kind(rawValue: name)
            if kind == nil {
                let known = Timeline.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                query.refuse("change", "“\(name)” is no change; there are \(known).")
            }
            return kind
        }
        let tolerance = query.number("tolerance", in: DumpDiff.tolerances)
        let range = PageRange(&query)
        try query.finish()
        let dump = query.string("dump") ?? ""
        if scope == nil {
            let app = try services.catalog.dump(dump).app ?? ""
            scope = app.isEmpty ? .dumps([dump]) : .app(app)
        }
        let timeline = try comparisons.timeline(scope ?? .dumps([]), tolerance: tolerance ?? TreeDiff.standardTolerance)
        let track = try timeline.track(ofView: view ?? -1, inDump: dump)
        let moments = track.moments.filter { kinds.isEmpty || !$0.kinds.allSatisfy { !kinds.contains($0) } }
        return .json { writer in
            writer.timelineHead(timeline)
            writer.trackMembers(track, in: timeline.views)
            let next = writer.part("steps", of: moments, range) { writer, moment in
                let dump = timeline.dumps[moment.step]
                writer.member("number", moment.step + 1)
                writer.member("dump", dump.id)
                writer.member("name", dump.name)
                writer.momentMembers(moment, in: timeline.views)
            }
            writer.member("total", moments.count)
            writer.member("next", next.map(String.init))
            writer.member("warnings", timeline.warnings)
        }
    }

    /// The dumps that a request asks for; nil where it does not say.
    static func scope(_ query: inout QueryReader) -> DumpTimeline.Scope? {
        if let app = query.string("app"), !app.isEmpty {
            query.refuse(["dumps"], besides: "app")
            return .app(app)
        }
        let ids = query.names("dumps")
        guard !ids.isEmpty else { return nil }
        if ids.count > Timeline.maximumSteps {
            query.refuse("dumps", "“dumps” takes at most \(Timeline.maximumSteps) ids.")
        }
        return .dumps(ids)
    }
}

extension JSONWriter {
    fileprivate mutating func timelineHead(_ timeline: DumpTimeline) {
        if case .app(let identifier) = timeline.scope { member("app", identifier) }
        member("tolerance", timeline.views.tolerance)
    }
}
