import Catalog
import Diagnostics
import Drawing
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/views`: all views or those that are asked for, and one view.
struct ViewRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}"
        router.get(
            base + "/views",
            query: Self.filterParameters.union(["fields", "format", "limit", "after", "shape", "ios"])
        ) {
            try list(try $1.required("dump"), $0)
        }
        router.get(base + "/views/{view}/image", query: []) { try picture(try $1.required("dump"), $1) }
        router.get(base + "/views/{view}", query: ["ios"]) { try read(try $1.required("dump"), $1, $0) }
    }

    private static let filterParameters: Set = [
        "class", "text", "identifier", "address", "tag", "hidden", "depth", "root", "superview", "where",
        "changed", "xpath", "predicate", "classChain", "css",
    ]

    private func list(_ id: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let dump = snapshot.dump
        var query = QueryReader(request)
        if query.choice("shape", of: ["objects", "columns"]) == "columns" { return try columns(snapshot, &query) }
        query.refuse(["ios"], besides: "shape=objects")
        let isChanged = query.bool("changed")
        let filter = Self.filter(&query, in: dump.tree)
        let fields = ViewField.list(query.string("fields"), query: &query)
        let format = query.choice("format", of: ["json", "text"]) ?? "json"
        let range = PageRange(&query)
        var matching: [Int] = []
        do throws(ViewSearchError) {
            matching = try filter.indexes(in: dump.tree, filter.search.map { _ in snapshot.geometry })
        } catch {
            query.refuse("where", "At character \(error.offset + 1): \(error.message)")
        }
        var locators = LocatorQuery(query)
        matching = locators.narrowed(matching, in: snapshot, &query)
        try query.finish()
        if let isChanged {
            let touched = snapshot.touched
            matching.removeAll { index in dump.tree.id(at: index).map(touched.contains) != isChanged }
        }
        if format == "text" {
            let text = TreeText.text(
                of: dump.tree,
                indexes: query.string("limit") == nil ? matching[...] : range.slice(of: matching).entries
            )
            return .data(Array(text.utf8), type: "text/plain; charset=utf-8")
        }
        let views = ViewWriter(snapshot, fields: fields)
        let bytes = views.list(of: matching, range, notes: locators.notes)
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes))
    }

    /// All views, whatever their number: readers of columns need all of each.
    private func columns(_ snapshot: DumpSnapshot, _ query: inout QueryReader) throws -> Response {
        query.refuse(Self.filterParameters.union(["format", "limit", "after"]), besides: "shape=columns")
        let wanted = ViewColumn.list(&query)
        let design: SystemDesign? = query.choice("ios")
        try query.finish()
        let revision = snapshot.summary.revision
        let bytes = ViewColumns(
            tree: snapshot.dump.tree,
            revision: revision,
            wanted: wanted,
            saysLooks: snapshot.summary.hasScreenshot || WireframeOptions.style(suiting: snapshot.dump) == .screen,
            drawing: { snapshot.drawing(design) }
        ).document()
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes))
    }

    private static func filter(_ query: inout QueryReader, in tree: ViewTree) -> ViewFilter {
        var filter = ViewFilter()
        filter.className = query.string("class")
        filter.text = query.string("text")
        filter.identifier = query.string("identifier")
        filter.address = query.string("address")
        filter.tag = query.integer("tag")
        filter.isHidden = query.bool("hidden")
        filter.maximumDepth = query.integer("depth", in: 0...9_007_199_254_740_991)
        filter.search = query.string("where").map(ViewSearch.init)
        filter.root = view("root", &query, in: tree)
        filter.superview = view("superview", &query, in: tree)
        return filter
    }

    private static func view(_ name: String, _ query: inout QueryReader, in tree: ViewTree) -> Int? {
        guard let id = query.integer(name) else { return nil }
        let index = tree.index(ofID: id)
        if index == nil { query.refuse(name, "There is no view \(id) in this dump.") }
        return index
    }

    private func picture(_ id: String, _ parameters: PathParameters) throws -> Response {
        let dump = try services.snapshot(of: id).dump
        guard let view = parameters.integer("view"), let picture = dump.pictures[view],
            let format = PictureFormat(detectedIn: picture)
        else {
            throw Problem.notFound("The dump “\(id)” has no picture of the view “\(parameters["view"] ?? "")”.")
        }
        return .data(picture, type: format.mediaType)
    }

    private func read(_ id: String, _ parameters: PathParameters, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let design: SystemDesign? = query.choice("ios")
        try query.finish()
        let freshness = services.freshness(ofDump: id)
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.dump.tree
        guard let view = parameters.integer("view"), let index = tree.index(ofID: view) else {
            throw Problem.notFound("There is no view “\(parameters["view"] ?? "")” in the dump “\(id)”.")
        }
        let bytes = JSONWriter.object(reservingCapacity: 4_096) { writer in
            let views = ViewWriter(snapshot)
            views.writeMembers(of: index, to: &writer)
            writer.nested("superviews", tree.superviews(of: index).compactMap { tree.id(at: $0) })
            writer.member("responderChain", tree.responderChain(of: index), in: tree)
            views.writeConstraints(of: index, to: &writer)
            views.writeTraits(of: index, to: &writer)
            writer.list("layoutWords", tree.layoutTraits(of: index).map(LayoutWords.lines) ?? []) { writer, line in
                writer.member("name", line.name)
                writer.member("text", line.text)
            }
            writer.member("visibleArea", VisibleRegion(of: index, in: snapshot.visibleScene), in: tree)
            writer.member("touch", Touchability(of: index, in: snapshot.touchScene))
            DrawingColumns.writeColors(of: index, in: tree, to: &writer)
            DrawingColumns.write(snapshot.drawing(design).drawing(of: index).guesses, to: &writer)
        }
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes)).kept(while: freshness)
    }
}

extension ViewWriter {
    /// Views of a dump, with what its revision has worked out already.
    convenience init(_ snapshot: DumpSnapshot, fields: [ViewField] = ViewField.standard) {
        self.init(
            tree: snapshot.dump.tree,
            geometry: snapshot.geometry,
            notes: snapshot.notesByView,
            fields: fields,
            visible: { snapshot.visibleArea },
            touchable: { snapshot.touchableArea }
        )
    }
}

extension ViewField {
    /// Reads `fields=a,b`: the named members, or a problem that names the unknown ones.
    static func list(_ text: String?, query: inout QueryReader) -> [ViewField] {
        guard let text else { return standard }
        let wanted = text.split(separator: ",").map(String.init)
        let names = all.map(\.name)
        for name in wanted where !names.contains(name) {
            let known = names.joined(separator: ", ")
            query.refuse("fields", "A view has no “\(name.prefix(40))”. Use \(known).")
        }
        return all.filter { wanted.contains($0.name) }
    }
}
