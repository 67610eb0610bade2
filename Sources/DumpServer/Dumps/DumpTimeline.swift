import ViewHierarchy
import AppBundles
import Catalog
import Diagnostics
import DumpFormats
import FoundationEssentials
import Checks

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
            case .app(let identifier): "/timeline?app=\(identifier.pathSegment)"
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
        DumpDiff.warnings(ofStep: number, of: views) { (dumps[$0].app, dumps[$0].format) }
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

extension Services {
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
            "\(scope) \(total) \(tolerance) \(states.joined(separator: " ")) \(Self.showsSecrets)"
        ) {
            try make(scope, dumps, total, tolerance)
        }
    }

    private func dumps(in scope: DumpTimeline.Scope) throws -> (dumps: [DumpSummary], total: Int) {
        switch scope {
        case .dumps(let ids):
            let dumps = try ids.map { try catalog.dump($0) }
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
            let all = try catalog.dumps(ofApp: identifier).sorted { $1.isTaken(before: $0) }
            guard !all.isEmpty else { throw Problem.notFound("There is no dump of the app “\(identifier)”.") }
            var views = 0
            let newest = all.prefix(Timeline.maximumSteps).prefix { dump in
                views += dump.viewCount
                return views <= Timeline.maximumViews || views == dump.viewCount
            }
            return (try newest.reversed().map { try catalog.dump($0.id) }, all.count)
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
                let snapshot = try snapshot(of: dump.id)
                views.append(snapshot.dump.tree, snapshot.geometry, snapshot.visibleArea)
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
