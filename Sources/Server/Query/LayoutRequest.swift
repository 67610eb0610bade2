import Geometry
import ViewHierarchy

/// What a request wants laid out anew: which view, to which size, by which rule.
struct LayoutRequest: Sendable {
    /// The query parameters it reads.
    static let parameters: Set = ["width", "height", "view", "rule", "scale"]
    /// The longest side a view can be given, in points.
    static let maximumLength = 100_000.0

    /// The index of the view to resize: the first root when the request does not say.
    var view: Int
    /// The size asked for; a side that is not asked for stays as it is.
    var width: Double?
    var height: Double?
    var rule = Autoresizing.Rule.proportional
    var rounding = Autoresizing.Rounding.none

    /// Whether any side is asked for.
    var isChange: Bool { width != nil || height != nil }

    /// Reads size and rule for the first root; faults are noted in the query.
    init(sizeAndRule query: inout QueryReader, for tree: ViewTree) {
        width = query.number("width", in: 0...Self.maximumLength)
        height = query.number("height", in: 0...Self.maximumLength)
        if let name = query.choice("rule", of: Autoresizing.Rule.allCases.map(\.rawValue)) {
            rule = Autoresizing.Rule(rawValue: name) ?? .proportional
        }
        view = tree.roots.first ?? 0
    }

    /// Reads all parameters; faults are noted in the query.
    init(_ query: inout QueryReader, for tree: ViewTree) {
        self.init(sizeAndRule: &query, for: tree)
        if let scale = query.integer("scale", in: 1...3) { rounding = .floorEdges(scale: Double(scale)) }
        if let id = query.integer("view") {
            if let index = tree.index(ofID: id) {
                view = index
            } else {
                query.refuse("view", "There is no view \(id) in this dump.")
            }
        }
    }

    /// What autoresizing makes of the tree.
    func result(for tree: ViewTree) -> LayoutResult {
        let present = tree.bounds(of: view).size
        let size = Size(width: width ?? present.width, height: height ?? present.height)
        return tree.laidOut(resizing: view, to: size, rule: rule, rounding: rounding)
    }
}
