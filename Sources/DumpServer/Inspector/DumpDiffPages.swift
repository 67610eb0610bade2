import Catalog
import Checks
import Diagnostics
import DumpFormats
import HTTP
import Services
import ViewHierarchy
import Web

/// `/diff`: two dumps side by side or over each other, and what is not the same in them. Without both it asks which.
struct DumpDiffPages: RouteGroup {
    let comparisons: Comparisons
    private var services: Services { comparisons.services }

    func add(to router: inout Router) {
        router.get("/diff", query: ["from", "to", "tolerance", "mode", "change", "after", "dump"]) { request, _ in
            try page(request)
        }
    }

    private func page(_ request: Request) throws -> Response {
        // The library sends what is picked there; the older one is what the other is compared with.
        let picked = request.query.filter { $0.name == "dump" }.map(\.value)
        if picked.count == 2 {
            let dumps = try picked.map { try services.catalog.dump($0) }.sorted { $0.createdAt < $1.createdAt }
            return .redirect(to: DumpDiffPage.address(from: dumps[0].id, to: dumps[1].id))
        }
        let (from, to) = (request.queryValue("from") ?? picked.first, request.queryValue("to"))
        guard let from, let to, !from.isEmpty, !to.isEmpty else {
            return try services.pages.page(
                DiffChoice(dumps: try services.catalog.dumps(), from: from, to: to),
                title: "Compare dumps · Vitrine",
                for: request,
                crumbs: [.init(name: "Compare")]
            )
        }
        var query = QueryReader(request)
        let tolerance = query.number("tolerance", in: DumpDiff.tolerances) ?? TreeDiff.standardTolerance
        let diff = try comparisons.diff(from: from, to: to, tolerance: tolerance)
        let page = DumpDiffPage(
            diff: diff,
            isOverlaid: request.queryValue("mode") == "overlay",
            chosen: request.queryValue("change"),
            after: request.queryValue("after").flatMap { Int($0) }
        )
        return try services.pages.page(
            page,
            title: "\(diff.former.name) → \(diff.new.name) · Vitrine",
            for: request,
            alternate: "/api/v1" + page.address(mode: false),
            crumbs: [.init(name: "Compare", address: "/diff"), .init(name: "\(diff.former.name) → \(diff.new.name)")]
        )
    }
}

/// Asks which dumps are to be compared.
struct DiffChoice: Page {
    static let template = "pages/diff-choice"

    let dumps: DumpPage
    let from: String?
    let to: String?

    private struct Option: PageModel {
        let dump: DumpSummary
        let isChosen: Bool

        static let members: Members<Self> = [
            "id": .text { $0.dump.id }, "name": .text { $0.dump.name }, "views": .number { $0.dump.viewCount },
            "format": .text { $0.dump.format.name }, "chosen": .flag { $0.isChosen },
        ]
    }

    static let members: Members<Self> = [
        "isPossible": .flag { $0.dumps.total > 1 },
        "formers": .list { page in page.dumps.dumps.map { Option(dump: $0, isChosen: $0.id == page.from) } },
        "news": .list { page in page.dumps.dumps.map { Option(dump: $0, isChosen: $0.id == page.to) } },
    ]
}

/// Two dumps and what is not the same in them.
struct DumpDiffPage: Page {
    static let template = "pages/diff"
    /// Views that are not the same, on one page.
    static let changesPerPage = 400

    let diff: DumpDiff
    let isOverlaid: Bool
    /// Which change is looked at, by its key.
    let chosen: String?
    /// The number of the last change of the page before.
    let after: Int?

    private var views: TreeDiff { diff.views }

    /// The changes on this page.
    private var range: Range<Int> {
        let count = views.changes.count
        let start = after.map { $0 < 0 ? 0 : $0 >= count ? count : $0 + 1 } ?? 0
        return start..<min(start + Self.changesPerPage, count)
    }

    static func address(from: String, to: String) -> String { "/diff?from=\(from.pathSegment)&to=\(to.pathSegment)" }

    /// The address of the same with another part, mode or change looked at.
    func address(mode: Bool? = nil, change: String? = nil, after: Int? = nil) -> String {
        var address = PageAddress(Self.address(from: diff.former.id, to: diff.new.id))
        let tolerance = views.tolerance == TreeDiff.standardTolerance ? nil : NumberText.short(views.tolerance)
        address = address.adding("tolerance", tolerance).adding("mode", mode ?? isOverlaid ? "overlay" : nil)
        return address.adding("change", change).adding("after", after.map(String.init)).text
    }

    /// What a change is called in addresses: the id of its view, or that of one that is gone.
    func key(_ change: TreeDiff.Change) -> String {
        change.after.flatMap { views.new.id(at: $0) }.map(String.init)
            ?? "gone-\(change.before.flatMap { views.former.id(at: $0) } ?? 0)"
    }

    private var rows: [DiffRow] {
        let range = range
        guard !range.isEmpty else { return [] }
        let nodes = views.merged.nodes
        // Which node each change is: both are in the same order.
        var places: [Int: Int] = [:]
        var next = 0
        for (place, node) in nodes.enumerated() where next < range.upperBound {
            let change = views.changes[next]
            guard change.before == node.before, change.after == node.after else { continue }
            if next >= range.lowerBound { places[place] = next }
            next += 1
        }
        return views.merged.withSuperviews(of: places.keys).map { place in
            DiffRow(nodes[place], in: views, places[place].map { row(of: views.changes[$0]) })
        }
    }

    private func row(of change: TreeDiff.Change) -> DiffRow.Change {
        let key = key(change)
        return DiffRow.Change(
            key: key,
            href: address(change: key, after: after),
            isChosen: key == chosen,
            kinds: change.kinds.map { DiffCount($0) },
            difference: change
        )
    }

    /// One of the two screens, with the views marked that are not the same.
    private func picture(isFormer: Bool) -> DiffPicture {
        let (tree, summary) = isFormer ? (views.former, diff.former) : (views.new, diff.new)
        return DiffPicture(of: tree, summary, title: isFormer ? "Before" : "After") { geometry in
            views.changes[range].compactMap { change in
                guard let index = isFormer ? change.before : change.after, geometry.range.contains(index),
                    let rect = geometry.visibleFrame(of: index) ?? geometry.windowFrame(of: index),
                    let kind = change.kinds.first
                else { return nil }
                let key = key(change)
                return DiffPicture.Mark(
                    rect: rect,
                    kind: DiffCount(kind),
                    key: key,
                    href: address(change: key, after: after),
                    isChosen: key == chosen,
                    view: tree.name(of: index)
                )
            }
        }
    }

    /// Where the dumps of the app are in order; nil where the dumps are not two of one app.
    private var timeline: String? {
        guard let app = diff.new.app, !app.isEmpty, diff.former.app == app, diff.former.id != diff.new.id else {
            return nil
        }
        return PageAddress(DumpTimeline.Scope.app(app).address).adding("step", diff.new.id).text
    }

    /// The most parts of the summary.
    private var counts: [DiffCount] {
        TreeDiff.Kind.allCases.compactMap { kind in
            let count = views.count(kind)
            return count > 0 ? DiffCount(kind, count) : nil
        }
    }

    static let members: Members<Self> = [
        "from": .text { $0.diff.former.id }, "to": .text { $0.diff.new.id },
        "fromName": .text { $0.diff.former.name }, "toName": .text { $0.diff.new.name },
        "fromRevision": .number { $0.diff.former.revision }, "toRevision": .number { $0.diff.new.revision },
        "swapped": .text { Self.address(from: $0.diff.new.id, to: $0.diff.former.id) },
        "tolerance": .text { NumberText.short($0.views.tolerance) }, "isOverlaid": .flag { $0.isOverlaid },
        "sideBySide": .text { $0.address(mode: false, change: $0.chosen, after: $0.after) },
        "overlay": .text { $0.address(mode: true, change: $0.chosen, after: $0.after) },
        "isSame": .flag { $0.views.isEmpty }, "counts": .list { $0.counts },
        "total": .number { $0.views.changes.count }, "isOne": .flag { $0.views.changes.count == 1 },
        "warnings": .texts { $0.diff.warnings.map(\.message) },
        "rows": .list { $0.rows },
        "former": .part { $0.picture(isFormer: true) }, "new": .part { $0.picture(isFormer: false) },
        "timelineHref": .text { $0.timeline },
        "nextHref": .text { page in
            page.range.upperBound < page.views.changes.count ? page.address(after: page.range.upperBound - 1) : nil
        },
        "firstHref": .text { $0.range.lowerBound > 0 ? $0.address() : nil },
    ]
}
