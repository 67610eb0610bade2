import Catalog
import HTTP
import Checks
import ViewHierarchy
import JSON
import PropertyList

/// `/api/v1/timeline`: dumps of one app in order, and the history of a view.
struct TimelineRoutes: RouteGroup {
    let services: Services

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
        let timeline = try services.timeline(scope ?? .dumps([]), tolerance: tolerance ?? TreeDiff.standardTolerance)
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
        let timeline = try services.timeline(scope ?? .dumps([]), tolerance: tolerance ?? TreeDiff.standardTolerance)
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

/// The shapes of timelines, which the API and the command line share.
extension JSONWriter {
    fileprivate mutating func timelineHead(_ timeline: DumpTimeline) {
        if case .app(let identifier) = timeline.scope { member("app", identifier) }
        member("tolerance", timeline.views.tolerance)
    }

    /// How large a step is, and how many views something became of since the one before; null for the first.
    mutating func stepMembers(_ step: Timeline.Step) {
        member("viewCount", step.tree.count)
        key("summary")
        guard step.diff != nil else { return null() }
        beginObject()
        for kind in Timeline.Kind.allCases { member(kind.rawValue, step.count(kind)) }
        member("different", step.changes.count)
        endObject()
    }

    /// What a view is, in which steps it is there, and in which of them something became of it, counted from 1.
    mutating func trackMembers(_ track: ViewTrack, in timeline: Timeline) {
        object("view") { writer in
            let (tree, index) = track.last.map { (timeline.steps[$0.step].tree, $0.index ?? 0) } ?? (ViewTree(), 0)
            writer.member("class", tree.className(of: index))
            writer.member("text", tree.text(of: index))
            writer.member("identifier", tree.identifier(of: index))
        }
        member("first", track.first.map { $0.step + 1 })
        member("last", track.last.map { $0.step + 1 })
        object("changes") { writer in
            for kind in Timeline.Kind.allCases { writer.member(kind.rawValue, track.steps(kind).map { $0 + 1 }) }
        }
    }

    /// How a view is in a step, and what became of it since the one before.
    mutating func momentMembers(_ moment: ViewTrack.Moment, in timeline: Timeline) {
        let tree = timeline.steps[moment.step].tree
        member("view", moment.index.flatMap { tree.id(at: $0) })
        member("superview", moment.index.flatMap { tree.superview(of: $0) }.flatMap { tree.id(at: $0) })
        member("frame", moment.frame)
        member("windowFrame", moment.windowFrame)
        key("visible")
        if let visibility = moment.visibility { bool(visibility.isSeen) } else { null() }
        member("visibility", moment.visibility?.rawValue)
        member("text", moment.text)
        member("changes", moment.kinds.map(\.rawValue))
        changedProperties(moment.difference?.properties ?? [])
    }
}
