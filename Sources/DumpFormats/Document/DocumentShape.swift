/// Where the views are in a document that is Vitrine's.
struct DocumentShape<Node: DocumentNode> {
    /// The views.
    enum Views {
        /// Roots, each with its subviews inside, and the JSON pointer of the array.
        case nested([Node], pointer: String)
        /// One root view, which is the whole document.
        case single(Node)
        /// All views in tree order, as the API lists them.
        case flat([Node])
    }

    /// The object around the views, when there is one.
    var envelope: Node?
    var views: Views

    /// Recognizes the document, or throws a sentence that says why it is none of Vitrine's.
    init(_ root: Node) throws(Mismatch) {
        if root.isArray {
            guard Self.isView(root.element(at: 0)) else {
                throw Mismatch(reason: "It is an array, but its first element has no class and frame.")
            }
            views = .nested(root.elements, pointer: "")
        } else if let windows = root["windows"], windows.isArray {
            let isMarked = root["vitrine"] != nil
            guard isMarked || Self.isView(windows.element(at: 0)) else {
                throw Mismatch(reason: "It has windows, but neither the key vitrine nor a window with class and frame.")
            }
            envelope = root
            views = .nested(windows.elements, pointer: "/windows")
        } else if let list = root["views"], Self.isView(list.element(at: 0)) {
            envelope = root
            views = .flat(list.elements)
        } else if Self.isView(root) {
            views = .single(root)
        } else if root["vitrine"] != nil {
            throw Mismatch(reason: "It has the key vitrine, but no array windows.", isVitrine: true)
        } else {
            throw Mismatch(reason: "It has neither the keys vitrine and windows nor class and frame.")
        }
    }

    private static func isView(_ node: Node?) -> Bool {
        guard let node else { return false }
        return node["class"]?.stringValue != nil
            && (node["frame"] != nil || (node["bounds"] != nil && node["center"] != nil))
    }

    /// Why a document is none of Vitrine's.
    struct Mismatch: Error {
        var reason: String
        /// Whether it says that it is one.
        var isVitrine = false
    }
}
