import Catalog
import Checks
import Diagnostics
import DumpFormats
import HTTP
import HTTPTypes
import Services
import Shapes
import ViewHierarchy
import Web

/// `/diff`: two dumps side by side or over each other, and what is not the same in them. Without both it asks which.
struct DumpDiffPages: RouteGroup {
    let comparisons: Comparisons
    private var services: Services { comparisons.services }

    func add(to router: inout Router) {
        router.get("/diff", query: ["from", "to", "tolerance", "mode", "scale", "change", "after", "dump"]) {
            request,
            _ in
            try page(request)
        }
        router.on(.post, "/dumps/{dump}/old-side", query: [], bodyLimit: 4 << 10) { _, parameters in
            let dump = try parameters.required("dump")
            let old = try await services.addOldSide(ofDump: dump)
            return .redirect(to: DumpDiffPage.address(from: old.id, to: dump))
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
            isToScale: request.queryValue("scale") == "points",
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
    /// Whether pictures of different sizes have one scale; else they have one width.
    let isToScale: Bool
    /// Which change is looked at, by its key.
    let chosen: String?
    /// The number of the last change of the page before.
    let after: Int?

    private var views: TreeDiff { diff.views }

    /// Everything that differs: views, then constraints, then other objects.
    private var total: Int { views.changes.count + views.constraints.count + views.objects.count }

    /// The part of everything that is on this page.
    private var positions: Range<Int> {
        let start = after.map { $0 < 0 ? 0 : $0 >= total ? total : $0 + 1 } ?? 0
        return start..<min(start + Self.changesPerPage, total)
    }

    /// The changes of views on this page.
    private var range: Range<Int> { positions.clamped(to: 0..<views.changes.count) }

    /// The constraints and objects on this page.
    private var others: [DiffOther] {
        let (first, second) = (views.changes.count, views.changes.count + views.constraints.count)
        return positions.clamped(to: first..<second).map { other(views.constraints[$0 - first]) }
            + positions.clamped(to: second..<total).map { DiffOther(object: views.objects[$0 - second]) }
    }

    static func address(from: String, to: String) -> String { "/diff?from=\(from.pathSegment)&to=\(to.pathSegment)" }

    /// The address of the same with another part, mode or change looked at.
    func address(
        mode: Bool? = nil,
        toScale: Bool? = nil,
        change: String? = nil,
        after: Int? = nil
    ) -> String {
        var address = PageAddress(Self.address(from: diff.former.id, to: diff.new.id))
        let tolerance = views.tolerance == TreeDiff.standardTolerance ? nil : NumberText.short(views.tolerance)
        address = address.adding("tolerance", tolerance).adding("mode", mode ?? isOverlaid ? "overlay" : nil)
            .adding("scale", toScale ?? isToScale ? "points" : nil)
        return address.adding("change", change).adding("after", after.map(String.init)).text
    }

    /// What a change is called in addresses: the id of its view, or that of one that is gone.
    func key(_ change: TreeDiff.Change) -> String {
        change.after.flatMap { views.new.id(at: $0) }.map(String.init)
            ?? "gone-\(change.before.flatMap { views.former.id(at: $0) } ?? 0)"
    }

    /// The same of a constraint: its number, or that of one that is gone.
    private func key(_ constraint: TreeDiff.ConstraintDifference) -> String {
        constraint.after.map { "constraint-\($0)" } ?? "constraint-gone-\(constraint.before ?? 0)"
    }

    private func other(_ constraint: TreeDiff.ConstraintDifference) -> DiffOther {
        let key = key(constraint)
        // One that is gone is still there in the former dump.
        let isGone = constraint.after == nil
        let view = constraint.views.first.flatMap { isGone ? $0.before : $0.after }
        let inspector = PageAddress("/dumps/\((isGone ? diff.former : diff.new).id.pathSegment)")
            .adding("view", view.map(String.init)).adding("panel", "size").text
        let number = (constraint.after ?? constraint.before).map { "#constraint-\($0)" } ?? ""
        return DiffOther(
            constraint: constraint,
            key: key,
            href: address(change: key, after: after),
            isChosen: key == chosen,
            inspector: view == nil ? nil : inspector + number
        )
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

    /// So many scenes are shown side by side.
    private static let maximumScenes = 12

    /// The sizes that are compared, where they differ; nil where they are the same or a dump has none.
    private var sizes: String? {
        let words = [diff.former.size, diff.new.size].map {
            "\(NumberText.told($0.width)) × \(NumberText.told($0.height))"
        }
        return words[0] == words[1] ? nil : "\(words[0]) compared with \(words[1]) points"
    }

    /// The scenes that differ, in which there is something to see; of other dumps both screens.
    private var screens: [DiffScreens] {
        let changed = diff.scenes.filter { $0.isChanged || !$0.new.isEmpty || !$0.gone.isEmpty }
        guard diff.scenes.count > 1, !changed.isEmpty else {
            let pictures = [picture(isFormer: true), picture(isFormer: false)]
            return [DiffScreens(pictures: pictures, isToScale: isToScale)]
        }
        return changed.prefix(Self.maximumScenes).map { scene in
            DiffScreens(
                scene: scene,
                pictures: [scene.before.map { picture(isFormer: true, of: $0) }]
                    + [scene.after.map { picture(isFormer: false, of: $0) }],
                isToScale: isToScale
            )
        }
    }

    /// One of the two screens, with the views marked that are not the same, and those of constraints.
    private func picture(isFormer: Bool, of scene: Int? = nil) -> DiffPicture {
        let (tree, summary) = isFormer ? (views.former, diff.former) : (views.new, diff.new)
        let title = isFormer ? "Before" : "After"
        let pairs = views.changes[range].compactMap { change in
            change.kinds.first.flatMap { kind in
                (isFormer ? change.before : change.after).map { ($0, DiffCount(kind).kind) }
            }
        }
        let marked = Dictionary(pairs) { first, _ in first }
        return DiffPicture(of: tree, summary, scene: scene, title: title) { geometry in
            func mark(_ index: Int?, _ kind: DiffCount, _ key: String, of isTie: Bool) -> DiffPicture.Mark? {
                guard let index, geometry.range.contains(index),
                    let rect = geometry.visibleFrame(of: index) ?? geometry.windowFrame(of: index)
                else { return nil }
                return DiffPicture.Mark(
                    rect: rect,
                    kind: kind,
                    key: key,
                    href: address(change: key, after: after),
                    isChosen: key == chosen,
                    isTie: isTie,
                    isInside: !isTie && tree.superviews(of: index).contains { marked[$0] == kind.kind },
                    view: tree.name(of: index)
                )
            }
            let own = views.changes[range].compactMap { change in
                change.kinds.first.flatMap {
                    mark(isFormer ? change.before : change.after, DiffCount($0), key(change), of: false)
                }
            }
            let first = views.changes.count
            let ties = positions.clamped(to: first..<first + views.constraints.count)
            return own
                + ties.flatMap { place in
                    let tie = views.constraints[place - first]
                    let kind = DiffCount(kind: tie.kind.rawValue, label: "Constraint \(tie.text)", count: 1)
                    return tie.views.compactMap { view in
                        let index = isFormer ? view.before.flatMap(tree.index) : view.after.flatMap(tree.index)
                        return mark(index, kind, key(tie), of: true)
                    }
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

    /// The parts of the summary.
    private var counts: [DiffCount] {
        views.counts.map { DiffCount(kind: $0.kind, label: $0.words, count: $0.count) }
    }

    /// `4 views and 2 constraints differ`; what nothing goes for where nothing does.
    private var heading: String {
        let counts = [
            (views.changes.count, "view"), (views.constraints.count, "constraint"), (views.objects.count, "object"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
        guard !parts.isEmpty else { return views.summary.prefix(1).uppercased() + views.summary.dropFirst() }
        return parts.joined(separator: parts.count > 2 ? ", " : " and ") + (total == 1 ? " differs" : " differ")
    }

    static let members: Members<Self> = [
        "from": .text { $0.diff.former.id }, "to": .text { $0.diff.new.id },
        "fromName": .text { $0.diff.former.name }, "toName": .text { $0.diff.new.name },
        "fromRevision": .number { $0.diff.former.revision }, "toRevision": .number { $0.diff.new.revision },
        "swapped": .text { Self.address(from: $0.diff.new.id, to: $0.diff.former.id) },
        "tolerance": .text { NumberText.short($0.views.tolerance) }, "isOverlaid": .flag { $0.isOverlaid },
        "sideBySide": .text { $0.address(mode: false, change: $0.chosen, after: $0.after) },
        "sizes": .text { $0.sizes }, "isToScale": .flag { $0.isToScale },
        "hasSizes": .flag { page in page.screens.contains(where: \.hasSizes) },
        "sameWidth": .text { $0.address(toScale: false, change: $0.chosen, after: $0.after) },
        "sameScale": .text { $0.address(toScale: true, change: $0.chosen, after: $0.after) },
        "overlay": .text { $0.address(mode: true, change: $0.chosen, after: $0.after) },
        "isSame": .flag { $0.views.isEmpty }, "counts": .list { $0.counts }, "heading": .text { $0.heading },
        "others": .list { $0.others }, "rewritten": .text { $0.views.rewrittenWords },
        "warnings": .texts { $0.diff.warnings.map(\.message) },
        "rows": .list { $0.rows },
        "screens": .list { $0.screens },
        "otherScenes": .number { page in
            let count = page.diff.scenes.count { $0.isChanged } - maximumScenes
            return count > 0 ? count : nil
        },
        "timelineHref": .text { $0.timeline },
        "nextHref": .text { page in
            page.positions.upperBound < page.total ? page.address(after: page.positions.upperBound - 1) : nil
        },
        "firstHref": .text { $0.positions.lowerBound > 0 ? $0.address() : nil },
    ]
}
