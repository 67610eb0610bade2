import Shapes
import AutoLayout
import Catalog
import DumpFormats
import HTTP
import JSON
import Services
import ViewHierarchy
import Web

/// Why views are where they are, `/api/v1/dumps/{dump}/views/{view}/layout`, and what became of every constraint,
/// `…/constraints`.
struct ExplanationRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}"
        router.get(base + "/views/{view}/layout", query: AskedScreen.parameters) {
            try explain(try $1.required("dump"), $1, $0)
        }
        router.get(base + "/constraints", query: AskedScreen.parameters.union(["limit", "after", "state", "root"])) {
            try constraints(try $1.required("dump"), $0)
        }
    }

    // MARK: A view

    private func explain(_ id: String, _ parameters: PathParameters, _ request: Request) throws -> Response {
        let freshness = services.freshness(ofDump: id)
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.dump.tree
        guard let view = parameters.integer("view"), let index = tree.index(ofID: view) else {
            throw Problem.notFound("There is no view “\(parameters["view"] ?? "")” in the dump “\(id)”.")
        }
        var query = QueryReader(request)
        let screen = LayoutRequest(situationAndRule: &query, for: snapshot, takesOneSide: false).screen
        try query.finish()
        guard let explained = ExplainedView(index, of: snapshot, on: screen) else {
            throw Problem.unprocessable(
                "too-many-views",
                title: "Too many views",
                "A layout covers only the first views of a root; this one comes after them."
            )
        }
        let root = explained.explanation.root
        let surroundings = screen.surroundings(of: root, in: tree)
        let bytes = JSONWriter.object(reservingCapacity: 4_096) { writer in
            writer.member("view", view)
            writer.member("root", tree.id(at: root))
            writer.member("size", surroundings?.sizeLeft ?? tree.bounds(of: root).size)
            writer.member("device", surroundings?.device?.id)
            writer.member("orientation", surroundings?.orientation?.rawValue)
            writer.members(of: explained, in: tree)
        }
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes)).kept(while: freshness)
    }

    // MARK: All constraints

    /// Every constraint of a dump, in its order; those whose views are gone are not installed.
    private func constraints(_ id: String, _ request: Request) throws -> Response {
        let freshness = services.freshness(ofDump: id)
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.dump.tree
        var query = QueryReader(request)
        let range = PageRange(&query)
        let screen = LayoutRequest(situationAndRule: &query, for: snapshot, takesOneSide: false).screen
        let state: ConstraintOutcome.State? = query.choice("state")
        var root = query.view("root", in: tree)
        if let root, tree.superview(of: root) != nil {
            query.refuse("root", "“root” takes a root; constraints are solved for all views of one together.")
        }
        // A screen is tried on one root at a time, as everywhere.
        if !screen.isCanvas, root == nil { root = tree.firstScene ?? tree.roots.first }
        try query.finish()
        let all = tree.allConstraints
        var solved: (root: Int, layout: SolvedLayout)?
        // Nil for one of a view that is gone.
        func outcome(_ place: Int) -> ConstraintOutcome? {
            guard let root = tree.index(ofID: all[place].owner).flatMap({ tree.root(of: $0) }) else { return nil }
            let layout = solved.flatMap { $0.root == root ? $0.layout : nil } ?? screen.solved(root, of: snapshot)
            solved = (root, layout)
            return layout.outcome(of: place)
        }
        let places = all.indices.filter { place in
            if let root, tree.index(ofID: all[place].owner).flatMap({ tree.root(of: $0) }) != root { return false }
            return state.map { (outcome(place)?.state ?? .inactive) == $0 } ?? true
        }
        var writer = JSONWriter(reservingCapacity: min(places.count, range.limit) * 350 + 100)
        writer.beginObject()
        let next = writer.part("constraints", of: places, range) { writer, place in
            let constraint = all[place]
            let outcome = outcome(place)
            let view = constraint.first.item.view ?? constraint.owner
            writer.member(constraint, of: tree.index(ofID: view) ?? -1, in: tree)
            writer.member("installed", tree.isInstalled(constraint))
            writer.member("number", place)
            writer.member("state", (outcome?.state ?? .inactive).rawValue)
            let reason = constraint.isRemoved ? .removed : outcome.map(\.reason) ?? .notInstalled
            writer.member("reason", reason?.rawValue)
            writer.member("violation", outcome?.violation ?? 0.0)
        }
        writer.end(total: places.count, next: next)
        let bytes = writer.finish()
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes)).kept(while: freshness)
    }
}

extension JSONWriter {
    /// Why a view is where it is, as members of an object.
    mutating func members(of explained: ExplainedView, in tree: ViewTree) {
        let explanation = explained.explanation
        member("solver", explained.solver.rawValue)
        member("frame", explanation.frame)
        member("certainty", explained.certainty.rawValue)
        member("dependsOn", explained.dependsOn)
        member("undecided", explained.undecided)
        member("text", explanation.words)
        list("edges", explanation.edges) { writer, edge in
            writer.member("edge", edge.part.rawValue)
            writer.member("value", edge.value)
            writer.member("standing", edge.standing.rawValue)
            writer.list("holds", edge.holds) { writer, hold in
                writer.member("kind", hold.kind.rawValue)
                writer.member("text", hold.text)
                writer.member("priority", hold.priority)
                writer.member("decides", hold.decides)
                writer.member("constraint", hold.constraint)
                writer.member("other", hold.other.flatMap { tree.index(ofID: $0) == nil ? nil : $0 })
            }
            writer.member("follows", edge.follows.map(\.rawValue))
            writer.member("text", edge.remark)
            writer.key("range")
            if let range = edge.range {
                writer.beginObject()
                writer.member("from", range.lowerBound)
                writer.member("to", range.upperBound)
                writer.endObject()
            } else {
                writer.null()
            }
        }
        failures("gaveWay", explanation.gaveWay, in: tree)
        failures("out", explanation.out, in: tree)
        list("conflicts", explanation.conflicts) { writer, conflict in
            writer.member("text", conflict.sentence)
            writer.nested("constraints", conflict.constraints)
            writer.member("dropped", conflict.dropped)
        }
        key("extremes")
        beginArray()
        for frame in explanation.extremes { value(.rect(frame)) }
        endArray()
        member("leftOut", explanation.leftOut)
    }

    private mutating func failures(_ name: String, _ failures: [LayoutExplanation.Failure], in tree: ViewTree) {
        list(name, failures) { writer, failure in
            writer.member("kind", failure.kind.rawValue)
            writer.member("text", failure.text)
            writer.member("priority", failure.priority)
            writer.member("state", failure.state.rawValue)
            writer.member("reason", failure.reason?.rawValue)
            writer.member("points", failure.points)
            writer.member("words", failure.words)
            writer.member("constraint", failure.constraint)
            writer.member("other", failure.other.flatMap { tree.index(ofID: $0) == nil ? nil : $0 })
        }
    }
}
