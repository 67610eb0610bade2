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
        router.get("/diff", query: ["from", "to", "tolerance", "mode", "change", "after", "dump"]) { request, _ in
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

    /// The scenes that differ, in which there is something to see; of other dumps both screens.
    private var screens: [DiffScreens] {
        let changed = diff.scenes.filter { $0.isChanged || !$0.new.isEmpty || !$0.gone.isEmpty }
        guard diff.scenes.count > 1, !changed.isEmpty else {
            return [DiffScreens(pictures: [picture(isFormer: true), picture(isFormer: false)])]
        }
        return changed.prefix(Self.maximumScenes).map { scene in
            DiffScreens(
                scene: scene,
                pictures: [scene.before.map { picture(isFormer: true, of: $0) }]
                    + [scene.after.map { picture(isFormer: false, of: $0) }]
            )
        }
    }

    /// One of the two screens, with the views marked that are not the same, and those of constraints.
    private func picture(isFormer: Bool, of scene: Int? = nil) -> DiffPicture {
        let (tree, summary) = isFormer ? (views.former, diff.former) : (views.new, diff.new)
        let title = isFormer ? "Before" : "After"
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

/// A scene before and after, or both screens of a dump that has none.
struct DiffScreens: PageModel {
    /// So many findings are listed.
    private static let maximumFindings = 20

    private let scene: TreeDiff.SceneDifference?
    private let pictures: [DiffPicture]

    init(scene: TreeDiff.SceneDifference? = nil, pictures: [DiffPicture?]) {
        (self.scene, self.pictures) = (scene, pictures.compactMap { $0 })
    }

    private var findings: [String] {
        let (new, gone) = (scene?.new ?? [], scene?.gone ?? [])
        let all = new.map { "New: \($0.message)" } + gone.map { "Gone: \($0.message)" }
        let more = all.count - Self.maximumFindings
        return all.prefix(Self.maximumFindings) + (more > 0 ? ["\(more.counted("more finding"))"] : [])
    }

    static let members: Members<Self> = [
        "name": .text { $0.scene?.name }, "pictures": .list { $0.pictures }, "findings": .texts { $0.findings },
        "moves": .text { screens in
            screens.scene.flatMap { $0.moves.isEmpty ? nil : "\($0.moves.count.counted("view")) laid out elsewhere" }
        },
    ]
}

/// A constraint, or an object of an interface file, in a list of changes.
struct DiffOther: PageModel {
    private let kind: TreeDiff.ConstraintDifference.Kind
    private let name: String
    private let lines: [DiffLine]
    private let isConstraint: Bool
    private var (key, href, inspector): (String?, String?, String?) = (nil, nil, nil)
    private var isChosen = false

    /// - Parameters:
    ///   - key: What addresses call the constraint.
    ///   - href: The page with its views marked.
    ///   - inspector: The inspector, with it shown.
    init(
        constraint: TreeDiff.ConstraintDifference,
        key: String,
        href: String,
        isChosen: Bool,
        inspector: String?
    ) {
        (kind, name, lines, isConstraint) = (constraint.kind, constraint.text, [], true)
        (self.key, self.href, self.inspector, self.isChosen) = (key, href, inspector, isChosen)
    }

    init(object: TreeDiff.ObjectDifference) {
        (kind, name, isConstraint) = (object.kind, object.name, false)
        lines = DiffWords.lines(of: object).map { DiffLine(words: $0) }
    }

    static let members: Members<Self> = [
        "name": .text { $0.name }, "kind": .text { $0.kind.rawValue }, "isConstraint": .flag { $0.isConstraint },
        "isGone": .flag { $0.kind == .removed }, "lines": .list { $0.lines }, "key": .text { $0.key },
        "href": .text { $0.href }, "inspector": .text { $0.inspector }, "chosen": .flag { $0.isChosen },
    ]
}

/// A view in a list of changes: one that is not the same, or one that holds such.
struct DiffRow: PageModel {
    /// What is said of a view that is not the same.
    struct Change {
        /// What addresses call it.
        let key: String
        let href: String
        let isChosen: Bool
        let kinds: [DiffCount]
        /// What is not the same; nil where only more or less of it is seen.
        let difference: TreeDiff.Change?
    }

    /// Deeper views are not indented further.
    private static let maximumIndent = 12

    private let node: MergedTree.Node
    private let change: Change?
    private let tree: ViewTree
    private let index: Int

    init(_ node: MergedTree.Node, in diff: TreeDiff, _ change: Change?) {
        (self.node, self.change) = (node, change)
        (tree, index) = node.after.map { (diff.new, $0) } ?? (diff.former, node.before ?? 0)
    }

    private var name: ClassName { tree.classTitle(of: index) }
    private var words: String? {
        ViewRow.short(tree.text(of: index) ?? tree.label(of: index) ?? tree.identifier(of: index))
    }
    private var lines: [DiffLine] {
        (change?.difference.map { DiffWords.lines(of: $0) } ?? []).map { DiffLine(words: $0) }
    }

    static let members: Members<Self> = [
        "depth": .number { min($0.node.depth, maximumIndent) },
        "icon": .text { ViewKind(className: $0.name.readable).icon },
        "class": .text { $0.name.shown }, "text": .text { $0.words }, "isContext": .flag { $0.change == nil },
        "key": .text { $0.change?.key }, "href": .text { $0.change?.href },
        "chosen": .flag { $0.change?.isChosen ?? false },
        "kinds": .list { $0.change?.kinds ?? [] }, "lines": .list { $0.lines },
        "isGone": .flag { $0.change != nil && $0.node.after == nil },
        "isNew": .flag { $0.change != nil && $0.node.before == nil },
    ]
}
