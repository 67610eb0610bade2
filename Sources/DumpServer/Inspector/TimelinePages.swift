import Catalog
import Checks
import Diagnostics
import HTTP
import PropertyList
import Services
import ViewHierarchy
import Web

/// `/timeline`: dumps of one app in order, the changes of each step, and the history of a view. Without dumps it asks
/// which app.
struct TimelinePages: RouteGroup {
    let comparisons: Comparisons
    private var services: Services { comparisons.services }

    private static let parameters: Set = [
        "app", "dumps", "dump", "step", "view", "in", "point", "tolerance", "after",
    ]

    func add(to router: inout Router) {
        router.get("/timeline", query: Self.parameters) { request, _ in try page(request) }
    }

    private func page(_ request: Request) throws -> Response {
        // The library sends what is picked there.
        let picked = request.query.filter { $0.name == "dump" }.map(\.value)
        if !picked.isEmpty {
            let dumps = try picked.map { try services.catalog.dump($0) }.sorted { $0.isTaken(before: $1) }
            return .redirect(to: DumpTimeline.Scope.dumps(dumps.map(\.id)).address)
        }
        var query = QueryReader(request)
        guard let scope = try scope(&query) else {
            return try services.pages.page(
                TimelineChoice(apps: try choices()),
                title: "Timeline · Vitrine",
                for: request,
                crumbs: [.init(name: "Timeline")]
            )
        }
        let tolerance = query.number("tolerance", in: DumpDiff.tolerances) ?? TreeDiff.standardTolerance
        // Before the dumps are read: what comes and goes after that is told to the page.
        let library = services.events.libraryRevision
        let timeline = try comparisons.timeline(scope, tolerance: tolerance)
        guard !timeline.dumps.isEmpty else { throw Problem.notFound("None of the dumps can be read.") }
        let step = query.string("step").flatMap(timeline.step) ?? timeline.dumps.count - 1
        let page = TimelinePage(
            library: library,
            timeline: timeline,
            step: step,
            track: track(in: timeline, step, query),
            after: query.string("after").flatMap { Int($0) },
            appName: try appName(timeline)
        )
        let here = PageRenderer.Crumb(name: "Timeline")
        return try services.pages.page(
            page,
            title: "Timeline of \(page.name) · Vitrine",
            for: request,
            alternate: "/api/v1" + scope.address,
            crumbs: [.init(name: page.name, address: try appAddress(timeline)), here]
        )
    }

    /// The dumps that are asked for; those of the app of a dump that is named as a step. Nil where nothing says which.
    private func scope(_ query: inout QueryReader) throws -> DumpTimeline.Scope? {
        if let scope = TimelineRoutes.scope(&query) {
            if case .dumps(let ids) = scope, ids.count > Timeline.maximumSteps { try query.finish() }
            return scope
        }
        guard let step = query.string("step"), !step.isEmpty else { return nil }
        return try services.catalog.dump(step).app.flatMap { $0.isEmpty ? nil : .app($0) }
    }

    /// The history of the view that is asked for, by its id or by a point on the screen that it is in front at.
    private func track(in timeline: DumpTimeline, _ step: Int, _ query: QueryReader) -> ViewTrack? {
        if let view = query.string("view").flatMap({ Int($0) }) {
            return try? timeline.track(ofView: view, inDump: query.string("in") ?? timeline.dumps[step].id)
        }
        let numbers = (query.string("point") ?? "").split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else { return nil }
        let moment = timeline.views.steps[step]
        let inside = moment.tree.firstScene.map { moment.tree.subtree(of: $0) } ?? moment.tree.indices
        return moment.tree.views(at: Point(x: numbers[0], y: numbers[1]))
            .first { inside.contains($0) && moment.visibility(of: $0)?.isSeen == true }
            .flatMap { timeline.views.track(of: $0, in: step) }
    }

    private func appName(_ timeline: DumpTimeline) throws -> String? {
        guard case .app(let identifier) = timeline.scope else { return nil }
        return try services.catalog.app(identifier: identifier)?.name() ?? identifier
    }

    private func appAddress(_ timeline: DumpTimeline) throws -> String? {
        guard case .app(let identifier) = timeline.scope else { return nil }
        return try services.catalog.app(identifier: identifier).map { "/apps/\($0.id.pathSegment)" }
    }

    /// The apps that have several dumps.
    private func choices() throws -> [TimelineChoice.App] {
        var counts: [String: Int] = [:]
        for dump in try services.catalog.dumps(limit: .max).dumps {
            if let app = dump.app, !app.isEmpty { counts[app, default: 0] += 1 }
        }
        return try counts.filter { $0.value > 1 }.sorted { $0.key < $1.key }.map { identifier, count in
            let name = try services.catalog.app(identifier: identifier)?.name() ?? identifier
            return TimelineChoice.App(identifier: identifier, name: name, count: count)
        }
    }
}

/// Asks of which app the timeline is to be.
struct TimelineChoice: Page {
    static let template = "pages/timeline-choice"

    /// An app with several dumps.
    struct App: PageModel {
        let identifier: String
        let name: String
        let count: Int

        static let members: Members<Self> = [
            "name": .text { $0.name }, "identifier": .text { $0.identifier }, "count": .number { $0.count },
            "address": .text { DumpTimeline.Scope.app($0.identifier).address },
        ]
    }

    let apps: [App]

    static let members: Members<Self> = ["hasApps": .flag { !$0.apps.isEmpty }, "apps": .list { $0.apps }]
}

/// A step of a timeline, and perhaps the history of a view.
struct TimelinePage: Page {
    static let template = "pages/timeline"
    /// Views that are not the same, on one page.
    private static let changesPerPage = 400

    /// Where the list of all dumps was when the page was made.
    let library: Int
    let timeline: DumpTimeline
    /// Which step is looked at, counted from 0.
    let step: Int
    /// The view whose history is looked at.
    let track: ViewTrack?
    /// The number of the last change of the page before.
    let after: Int?
    let appName: String?

    var name: String { appName ?? timeline.dumps.count.counted("dump") }
    private var moment: Timeline.Step { timeline.views.steps[step] }
    private var dump: DumpSummary { timeline.dumps[step] }

    /// The changes on this page.
    private var range: Range<Int> {
        let count = moment.changes.count
        let start = after.map { $0 < 0 ? 0 : $0 >= count ? count : $0 + 1 } ?? 0
        return start..<min(start + Self.changesPerPage, count)
    }

    // MARK: Addresses

    /// The address of a step with the same view, another view, or none.
    func address(step: Int, track: ViewTrack?, after: Int? = nil) -> String {
        let here = track?.moments[step]
        let named = here?.index == nil ? track?.last ?? here : here
        let id = named.flatMap { moment in
            moment.index.flatMap { timeline.views.steps[moment.step].tree.id(at: $0) }
        }
        return address(step: step, view: id, in: named?.step, after: after)
    }

    /// The address of a step with the view that has an id in a step.
    private func address(step: Int, view: Int?, in other: Int?, after: Int? = nil) -> String {
        let tolerance = timeline.views.tolerance
        return PageAddress(timeline.scope.address)
            .adding("tolerance", tolerance == TreeDiff.standardTolerance ? nil : NumberText.short(tolerance))
            .adding("step", timeline.dumps[step].id).adding("view", view.map(String.init))
            .adding("in", view == nil || other == step ? nil : other.map { timeline.dumps[$0].id })
            .adding("after", after.map(String.init)).text
    }

    // MARK: Changes

    private func key(_ change: Timeline.Change) -> String {
        change.after.flatMap { moment.tree.id(at: $0) }.map(String.init)
            ?? "gone-\(change.before.flatMap { moment.diff?.former.id(at: $0) } ?? 0)"
    }

    /// The address that looks at the history of a view that is not the same.
    private func address(of change: Timeline.Change) -> String {
        let gone = change.before.flatMap { moment.diff?.former.id(at: $0) }
        let (view, other) = change.after.map { (moment.tree.id(at: $0), step) } ?? (gone, step - 1)
        return address(step: step, view: view, in: other, after: after)
    }

    private func isChosen(_ change: Timeline.Change) -> Bool {
        guard let track else { return false }
        if let after = change.after { return track.moments[step].index == after }
        return step > 0 && change.before != nil && track.moments[step - 1].index == change.before
    }

    private var rows: [DiffRow] {
        guard let diff = moment.diff else { return [] }
        let changes = Dictionary(moment.changes[range].map { ($0.node, $0) }) { first, _ in first }
        return diff.merged.withSuperviews(of: changes.keys).map { place in
            DiffRow(
                diff.merged.nodes[place],
                in: diff,
                changes[place].map { change in
                    DiffRow.Change(
                        key: key(change),
                        href: address(of: change),
                        isChosen: isChosen(change),
                        kinds: change.kinds.map { DiffCount($0) },
                        difference: change.difference
                    )
                }
            )
        }
    }

    private var counts: [DiffCount] {
        Timeline.Kind.allCases.compactMap { kind in
            let count = moment.count(kind)
            return count > 0 ? DiffCount(kind, count) : nil
        }
    }

    // MARK: The screen

    private var picture: DiffPicture {
        let trail = track.flatMap { TimelineTrail.trail(of: $0, on: self) }
        return DiffPicture(of: moment.tree, dump, title: "Step \(step + 1)", href: inspector, trail: trail) { places in
            (chosenMark(places).map { [$0] } ?? []) + marks(places)
        }
    }

    private func marks(_ places: WindowGeometry) -> [DiffPicture.Mark] {
        moment.changes[range].compactMap { change in
            let kinds = change.kinds
            let telling = kinds.last { [.returned, .hidden, .shown].contains($0) } ?? kinds.first
            guard let kind = telling, let rect = rect(of: change, places) else { return nil }
            let (tree, index) = change.after.map { (moment.tree, $0) } ?? (moment.diff?.former, change.before ?? 0)
            return DiffPicture.Mark(
                rect: rect,
                kind: DiffCount(kind),
                key: key(change),
                href: address(of: change),
                isChosen: isChosen(change),
                view: tree?.name(of: index) ?? ""
            )
        }
    }

    /// Where a view is on the screen, or was before it went.
    private func rect(of change: Timeline.Change, _ places: WindowGeometry) -> Rect? {
        if let after = change.after {
            guard places.range.contains(after) else { return nil }
            return places.visibleFrame(of: after) ?? places.windowFrame(of: after)
        }
        guard step > 0, moment.tree.firstScene == nil else { return nil }
        return change.before.flatMap { timeline.views.steps[step - 1].geometry.windowFrame(of: $0) }
    }

    /// A view that is looked at although nothing became of it in this step: where it is.
    private func chosenMark(_ places: WindowGeometry) -> DiffPicture.Mark? {
        guard let here = track?.moments[step], let index = here.index, here.kinds.isEmpty,
            let visibility = here.visibility,
            places.range.contains(index), let rect = places.visibleFrame(of: index) ?? places.windowFrame(of: index)
        else { return nil }
        return DiffPicture.Mark(
            rect: rect,
            kind: DiffCount(visibility),
            key: "chosen",
            href: address(step: step, track: track),
            isChosen: true,
            view: moment.tree.name(of: index)
        )
    }

    /// The dump in the inspector, with the view that is looked at.
    private var inspector: String {
        let view = track?.moments[step].index.flatMap { moment.tree.id(at: $0) }
        return PageAddress("/dumps/\(dump.id.pathSegment)").adding("view", view.map(String.init)).text
    }

    private var diffHref: String? {
        step > 0 ? DumpDiffPage.address(from: timeline.dumps[step - 1].id, to: dump.id) : nil
    }

    static let members: Members<Self> = [
        "name": .text { $0.name }, "here": .text { $0.address(step: $0.step, track: $0.track, after: $0.after) },
        "library": .number { $0.library }, "dump": .text { $0.dump.id },
        "dumpBefore": .text { $0.step > 0 ? $0.timeline.dumps[$0.step - 1].id : nil },
        "revisions": .text { page in
            ([page.dump] + (page.step > 0 ? [page.timeline.dumps[page.step - 1]] : [])).map { String($0.revision) }
                .joined(separator: " ")
        },
        "dumpName": .text { $0.dump.name }, "number": .number { $0.step + 1 },
        "count": .number { $0.timeline.dumps.count }, "hasSeveral": .flag { $0.timeline.dumps.count > 1 },
        "date": .text { Instant.words($0.dump.moment) }, "views": .number { $0.moment.tree.count },
        "isOneView": .flag { $0.moment.tree.count == 1 }, "isFirst": .flag { $0.step == 0 },
        "isSame": .flag { $0.step > 0 && $0.moment.changes.isEmpty },
        "previousHref": .text { $0.step > 0 ? $0.address(step: $0.step - 1, track: $0.track) : nil },
        "nextHref": .text { page in
            page.step + 1 < page.timeline.dumps.count ? page.address(step: page.step + 1, track: page.track) : nil
        },
        "inspectorHref": .text { $0.inspector }, "diffHref": .text { $0.diffHref },
        "warnings": .texts { ($0.timeline.warnings + $0.timeline.warnings(ofStep: $0.step)).map(\.message) },
        "counts": .list { $0.counts }, "rows": .list { $0.rows }, "picture": .part { $0.picture },
        "steps": .list { page in page.timeline.dumps.indices.map { TimelineStep($0, on: page) } },
        "history": .part { page in page.track.flatMap { TimelineHistory($0, on: page) } },
        "moreHref": .text { page in
            page.range.upperBound < page.moment.changes.count
                ? page.address(step: page.step, track: page.track, after: page.range.upperBound - 1) : nil
        },
        "firstHref": .text { page in
            page.range.lowerBound > 0 ? page.address(step: page.step, track: page.track) : nil
        },
    ]
}
