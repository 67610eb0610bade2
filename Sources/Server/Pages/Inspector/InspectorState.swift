import Catalog
import DumpFormats
import HTTP
import ViewHierarchy

/// What one address of the inspector shows: a dump, perhaps laid out at another size, and perhaps a selected view.
struct InspectorState: Sendable {
    /// The query parameters of the page.
    static let parameters: Set = ["view", "width", "height", "rule", "q"]

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
        let asked = LayoutRequest(sizeAndRule: &reader, for: dump.tree)
        try reader.finish()
        layout = asked.isChange ? asked : nil
        result = layout?.result(for: dump.tree)
        tree = result?.tree ?? dump.tree
        geometry = WindowGeometry(tree)
    }

    /// The address that shows the same with another view selected.
    func address(selecting index: Int?) -> String {
        var parameters = sizeParameters
        if let index, let id = tree.id(at: index) { parameters.insert("view=\(id)", at: 0) }
        return parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }

    /// The address that shows the same view at another size; nil gives the dump's own.
    func address(width: Double?, height: Double?) -> String {
        var parameters: [String] = []
        if let selected, let id = tree.id(at: selected) { parameters.append("view=\(id)") }
        if let width, let height {
            parameters += ["width=\(NumberText.short(width))", "height=\(NumberText.short(height))"]
            if let rule = layout?.rule, rule != .proportional { parameters.append("rule=\(rule.rawValue)") }
        }
        return parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }

    /// The address of the rows below a view, from the one after `after`.
    func rowsAddress(below index: Int, after: Int? = nil) -> String {
        var parameters = ["parent=\(tree.id(at: index) ?? index)"] + sizeParameters
        if let after { parameters.append("after=\(after)") }
        return path + "/tree?" + parameters.joined(separator: "&")
    }

    private var sizeParameters: [String] {
        guard let layout else { return [] }
        var parameters: [String] = []
        if let width = layout.width { parameters.append("width=\(NumberText.short(width))") }
        if let height = layout.height { parameters.append("height=\(NumberText.short(height))") }
        if layout.rule != .proportional { parameters.append("rule=\(layout.rule.rawValue)") }
        return parameters
    }
}
