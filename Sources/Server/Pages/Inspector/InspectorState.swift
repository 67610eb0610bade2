import Catalog
import DumpFormats
import HTTP
import ViewHierarchy

/// What one address of the inspector shows: a dump, perhaps laid out at another size, and perhaps a selected view.
struct InspectorState: Sendable {
    /// The query parameters of the page.
    static let parameters = LayoutRequest.situationParameters.union(["view", "q"]).union(scriptParameters)
    /// What the page's script alone reads: without it the page shows the whole tree, flat.
    private static let scriptParameters: Set = [
        "root", "hideSystem", "compare", "mode", "drawing", "ghosts",
        "texts", "tool", "panel", "point", "scale", "backdrop", "zoom", "x", "y", "rotateX", "rotateY", "spread",
        "depthFrom", "depthTo",
    ]

    let summary: StoredDump
    let dump: Dump
    /// The index of the selected view.
    let selected: Int?
    /// The layout asked for, or nil for the dump's own.
    let layout: LayoutRequest?
    let result: LayoutResult?
    /// The tree as it is shown.
    let tree: ViewTree
    let geometry: WindowGeometry
    /// The text to search for.
    let query: String

    /// The path of the page without parameters.
    var path: String { "/dumps/\(summary.id.pathSegment)" }

    /// Reads a request; every parameter it cannot use is named in the problem.
    init(_ request: Request, dump id: String, in catalog: Catalog) throws {
        let dump = try catalog.load(id)
        summary = try catalog.dump(id)
        self.dump = dump
        var reader = QueryReader(request)
        query = reader.string("q")?.trimmingBlanks ?? ""
        selected = reader.integer("view").flatMap { dump.tree.index(ofID: $0) }
        let asked = LayoutRequest(situationAndRule: &reader, for: dump.tree)
        try reader.finish()
        layout = asked.isChange ? asked : nil
        result = layout?.result(for: dump.tree)
        tree = result?.tree ?? dump.tree
        geometry = WindowGeometry(tree)
    }

    /// The address that shows the same with another view selected.
    func address(selecting index: Int?) -> String {
        address(view: index, layout?.situation ?? Situation(), layout?.rule ?? .proportional)
    }

    /// The address that shows the same view in another situation; one that changes nothing gives the dump's own layout.
    func address(_ situation: Situation) -> String {
        address(view: selected, situation, situation.isChange ? layout?.rule ?? .proportional : .proportional)
    }

    /// The address of the rows below a view, from the one after `after`.
    func rowsAddress(below index: Int, after: Int? = nil) -> String {
        var parameters = ["parent=\(tree.id(at: index) ?? index)"]
        if let layout { parameters += Self.parameters(layout.situation, layout.rule) }
        if let after { parameters.append("after=\(after)") }
        return path + "/tree?" + parameters.joined(separator: "&")
    }

    private func address(view: Int?, _ situation: Situation, _ rule: Autoresizing.Rule) -> String {
        var parameters: [String] = []
        if let view, let id = tree.id(at: view) { parameters.append("view=\(id)") }
        parameters += Self.parameters(situation, rule)
        return parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }

    private static func parameters(_ situation: Situation, _ rule: Autoresizing.Rule) -> [String] {
        situation.queryItems + (rule == .proportional ? [] : ["rule=\(rule.rawValue)"])
    }
}
