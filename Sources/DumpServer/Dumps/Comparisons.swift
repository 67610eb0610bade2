import Catalog
import Checks
import Diagnostics
import DumpFormats
import Services
import ViewHierarchy
import Web

/// Comparisons of dumps, and timelines, which are kept for a while.
struct Comparisons: Sendable {
    let services: Services
    private let diffs = SharedCache<TreeDiff>(budget: MemoryBudget.diffs, makers: 2) { diff in
        (diff.former.count &+ diff.new.count) &* 700 &+ 4_096
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
        let views = try diffs.value("\(states.joined(separator: " ")) \(tolerance) \(Services.showsSecrets)") {
            // It may have waited long for others to be made.
            try Task.checkCancellation()
            return TreeDiff(from: former.dump.tree, to: new.dump.tree, tolerance: tolerance)
        }
        return DumpDiff(former: former.summary, new: new.summary, views: views)
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
