import Services
import AppBundles
import Catalog
import Checks
import Diagnostics
import DumpFormats
import FoundationEssentials
import Shapes
import ViewHierarchy
import Web

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
