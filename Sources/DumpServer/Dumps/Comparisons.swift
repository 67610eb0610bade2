import AppBundles
import Catalog
import Checks
import Diagnostics
import DumpFormats
import FoundationEssentials
import HTTP
import JSON
import PropertyList
import Services
import Shapes
import ViewHierarchy
import Web

/// Comparisons of dumps, and timelines, which are kept for a while.
struct Comparisons: Sendable {
    let services: Services
    private let diffs = SharedCache<ComparedDumps>(budget: MemoryBudget.diffs, makers: 2) { diff in
        (diff.views.former.count &+ diff.views.new.count) &* 800 &+ 4_096
    }
    /// With trees, the places of their views and what became of them.
    private let timelines = SharedCache<DumpTimeline>(budget: MemoryBudget.timelines, makers: 1) { timeline in
        timeline.views.viewCount &* 900 &+ 4_096
    }

    init(_ services: Services) {
        self.services = services
        services.metrics.addCaches { [diffs, timelines] in
            [("diffs", diffs.statistics), ("timelines", timelines.statistics)]
        }
    }

    /// Compares two dumps as they are now; a comparison that was made is kept for a while.
    /// - Throws: `unknownDump`, and what reading a dump throws.
    func diff(from: String, to: String, tolerance: Double) throws -> DumpDiff {
        let (former, new) = (try services.snapshot(of: from), try services.snapshot(of: to))
        let states = [former, new].map { "\($0.summary.id) \($0.summary.revision) \($0.summary.fileVersion ?? "")" }
        let compared = try diffs.value("\(states.joined(separator: " ")) \(tolerance) \(Services.showsSecrets)") {
            // It may have waited long for others to be made.
            try Task.checkCancellation()
            let views = TreeDiff(from: former.dump, to: new.dump, tolerance: tolerance)
            // Only interface files have scenes; what a check finds of others nobody asks here.
            let hasScenes = views.former.isInterface && views.new.isInterface
            guard hasScenes else { return ComparedDumps(views: views, scenes: []) }
            let scenes = views.scenes(
                of: (former.dump, new.dump),
                finding: (former.lint.outcome, new.lint.outcome)
            )
            return ComparedDumps(views: views, scenes: scenes)
        }
        return DumpDiff(former: former.summary, new: new.summary, views: compared.views, scenes: compared.scenes)
    }

    /// The timeline of some dumps as they are now; one that was made is kept for a while.
    /// - Throws: 404 for an app without dumps, 422 for dumps with more views than a timeline takes, `unknownDump`, and what
    ///   reading a dump throws that was named.
    func timeline(
        _ scope: DumpTimeline.Scope,
        tolerance: Double = TreeDiff.standardTolerance
    ) throws -> DumpTimeline {
        let (dumps, total) = try dumps(in: scope)
        let states = dumps.map { "\($0.id) \($0.revision) \($0.fileVersion ?? "")" }
        return try timelines.value(
            "\(scope) \(total) \(tolerance) \(states.joined(separator: " ")) \(Services.showsSecrets)"
        ) {
            try make(scope, dumps, total, tolerance)
        }
    }

    private func dumps(in scope: DumpTimeline.Scope) throws -> (dumps: [DumpSummary], total: Int) {
        switch scope {
        case .dumps(let ids):
            let dumps = try ids.map { try services.catalog.dump($0) }
            let count = dumps.reduce(0) { $0 + $1.viewCount }
            guard count <= Timeline.maximumViews || dumps.count == 1 else {
                throw Problem.unprocessable(
                    "timeline-too-large",
                    title: "Timeline too large",
                    "The dumps have \(count) views together, more than the \(Timeline.maximumViews) that a timeline "
                        + "takes. Name fewer dumps."
                )
            }
            return (dumps, dumps.count)
        case .app(let identifier):
            let all = try services.catalog.dumps(ofApp: identifier).sorted { $1.isTaken(before: $0) }
            guard !all.isEmpty else { throw Problem.notFound("There is no dump of the app “\(identifier)”.") }
            var views = 0
            let newest = all.prefix(Timeline.maximumSteps).prefix { dump in
                views += dump.viewCount
                return views <= Timeline.maximumViews || views == dump.viewCount
            }
            return (try newest.reversed().map { try services.catalog.dump($0.id) }, all.count)
        }
    }

    private func make(
        _ scope: DumpTimeline.Scope,
        _ dumps: [DumpSummary],
        _ total: Int,
        _ tolerance: Double
    ) throws -> DumpTimeline {
        var warnings: [Diagnostic] = []
        if dumps.count < total {
            let message =
                "The oldest \(total - dumps.count) of \(total) dumps are left out: a timeline takes "
                + "\(Timeline.maximumSteps) dumps and \(Timeline.maximumViews) views."
            warnings.append(Diagnostic(.warning, "timeline.leftOut", message))
        }
        var views = Timeline(tolerance: tolerance)
        var read: [DumpSummary] = []
        for dump in dumps {
            try Task.checkCancellation()
            do throws(CatalogError) {
                let snapshot = try services.snapshot(of: dump.id)
                views.append(
                    snapshot.dump.tree,
                    snapshot.geometry,
                    snapshot.visibleArea,
                    format: snapshot.dump.format
                )
                read.append(snapshot.summary)
            } catch {
                // One that was named has to be there; of an app's dumps those that can be read tell enough.
                guard case .app = scope else { throw error }
                let message = "“\(dump.name)” cannot be read now and is left out: \(error.message)"
                warnings.append(Diagnostic(.warning, "timeline.unreadable", message))
            }
        }
        return DumpTimeline(scope: scope, dumps: read, views: views, total: total, warnings: warnings)
    }
}

/// `/api/v1/diff`: what is not the same in two dumps.
struct DiffRoutes: RouteGroup {
    let comparisons: Comparisons

    func add(to router: inout Router) {
        router.get("/api/v1/diff", query: ["from", "to", "tolerance", "limit", "after"]) { request, _ in
            try diff(request)
        }
    }

    private func diff(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        for name in ["from", "to"] where query.string(name) == nil {
            query.refuse(name, "“\(name)” is missing; it takes the id of a dump.")
        }
        let tolerance = query.number("tolerance", in: DumpDiff.tolerances)
        let range = PageRange(&query)
        try query.finish()
        let diff = try comparisons.diff(
            from: query.string("from") ?? "",
            to: query.string("to") ?? "",
            tolerance: tolerance ?? TreeDiff.standardTolerance
        )
        return .json { writer in
            writer.key("from")
            writer.diffSide(diff.former)
            writer.key("to")
            writer.diffSide(diff.new)
            writer.members(
                of: diff.views,
                range,
                scenes: diff.scenes,
                picture: { diff.picture(of: $0, isFormer: $1) },
                warnings: diff.warnings
            )
        }
    }
}

/// What is kept of a comparison.
private final class ComparedDumps: Sendable {
    let views: TreeDiff
    let scenes: [TreeDiff.SceneDifference]

    init(views: TreeDiff, scenes: [TreeDiff.SceneDifference]) { (self.views, self.scenes) = (views, scenes) }
}

/// Two dumps and what is not the same in them.
struct DumpDiff: Sendable {
    /// The tolerances that can be asked for, in points.
    static let tolerances = 0.0...10_000.0

    let former: DumpSummary
    let new: DumpSummary
    let views: TreeDiff
    /// Of interface files their scenes.
    let scenes: [TreeDiff.SceneDifference]

    /// Where the picture of a root is.
    func picture(of root: Int, isFormer: Bool) -> String? {
        let (tree, summary) = isFormer ? (views.former, former) : (views.new, new)
        return tree.id(at: root).map { DiffPicture.address(of: summary, scene: $0) }
    }

    /// What makes the comparison less than it seems.
    var warnings: [Diagnostic] {
        DiffWarnings.warnings(views, apps: (former.app, new.app), formats: (former.format, new.format))
    }
}

extension JSONWriter {
    /// Which dump it is.
    fileprivate mutating func diffSide(_ dump: DumpSummary) {
        beginObject()
        member("id", dump.id)
        member("name", dump.name)
        member("revision", dump.revision)
        member("viewCount", dump.viewCount)
        endObject()
    }
}

/// Dumps in order, those of an app or those that somebody names, and what became of their views.
struct DumpTimeline: Sendable {
    /// Which dumps they are.
    enum Scope: Sendable, Hashable {
        /// Those that say that they are of the app with a bundle identifier, by the time when they were taken.
        case app(String)
        /// Those with some ids, in their order.
        case dumps([String])

        /// The address of the page.
        var address: String {
            switch self {
            case .app(let identifier): PageAddress.timeline(ofApp: identifier)
            case .dumps(let ids): "/timeline?dumps=\(ids.map(\.pathSegment).joined(separator: ","))"
            }
        }
    }

    let scope: Scope
    /// What lists say of the dump of each step.
    let dumps: [DumpSummary]
    let views: Timeline
    /// How many dumps there are, with those that are left out.
    let total: Int
    /// What makes the timeline less than it seems.
    let warnings: [Diagnostic]

    /// The step that a dump is; nil for another dump.
    func step(ofDump id: String) -> Int? { dumps.firstIndex { $0.id == id } }

    /// What makes the comparison of a step with the one before less than it seems.
    func warnings(ofStep number: Int) -> [Diagnostic] {
        DiffWarnings.warnings(ofStep: number, of: views) { (dumps[$0].app, dumps[$0].format) }
    }

    /// The history of the view with an id in one of the dumps.
    /// - Throws: 404 when there is no such dump or view.
    func track(ofView id: Int, inDump dump: String) throws(Problem) -> ViewTrack {
        guard let step = step(ofDump: dump) else {
            throw .notFound("There is no dump “\(dump)” in the timeline.")
        }
        guard let index = views.steps[step].tree.index(ofID: id), let track = views.track(of: index, in: step) else {
            throw .notFound("There is no view “\(id)” in the dump “\(dump)”.")
        }
        return track
    }
}

extension DumpSummary {
    /// When it was taken; when it came here where it does not say.
    var moment: Date { capturedAt ?? createdAt }

    /// Whether it stands before another in timelines.
    func isTaken(before other: DumpSummary) -> Bool {
        if moment != other.moment { return moment < other.moment }
        return createdAt == other.createdAt ? id < other.id : createdAt < other.createdAt
    }
}

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
