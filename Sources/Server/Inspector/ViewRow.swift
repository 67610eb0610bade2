import ViewHierarchy

/// What a line about a view says: icon, class, text, remarks and badges.
struct ViewRow {
    /// Longer texts are cut: a line is for recognising, the panel for reading.
    static let maximumText = 60
    /// How far into a control or a cell its words are looked for.
    private static let maximumInnerViews = 16

    let kind: ViewKind
    let address: String
    let className: String
    /// The words on the view.
    let text: String?
    /// What tells it apart when it has no words.
    let note: String?
    let badges: [TemplateModel]

    init(_ view: Int, _ state: InspectorState) {
        let tree = state.tree
        className = tree.className(of: view)
        kind = ViewKind(className: className)
        address = state.address(selecting: view)
        text = Self.short(tree.text(of: view) ?? tree.label(of: view) ?? Self.innerText(of: view, kind, in: tree))
        note = text == nil ? Self.note(of: view, in: tree) : nil
        badges = Self.badges(of: view, state)
    }

    /// What is written on a control or a cell, whose words are in a label inside it.
    private static func innerText(of view: Int, _ kind: ViewKind, in tree: ViewTree) -> String? {
        guard kind == .button || kind == .cell else { return nil }
        return tree.subtree(of: view).prefix(maximumInnerViews).lazy.compactMap { tree.text(of: $0) }.first
    }

    /// The first words of a text on one line; nil for none.
    static func short(_ text: String?) -> String? {
        guard let text else { return nil }
        let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumText * 4)))
        let line = scalars.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else { return nil }
        return line.count > maximumText ? line.prefix(maximumText - 1) + "…" : line
    }

    private static func note(of view: Int, in tree: ViewTree) -> String? {
        if let identifier = short(tree.identifier(of: view)) { return identifier }
        if let controller = short(tree.controller(of: view)) { return controller }
        if let offset = tree.contentOffset(of: view), offset.x != 0 || offset.y != 0 {
            return "contentOffset \(NumberText.short(offset.x)), \(NumberText.short(offset.y))"
        }
        let transform = tree.transform(of: view)
        guard !transform.isIdentity else { return nil }
        let rotation = transform.rotationInDegrees
        return rotation == 0 ? "transformed" : "rotate \(NumberText.short(rotation.rounded()))°"
    }

    private static func badges(of view: Int, _ state: InspectorState) -> [TemplateModel] {
        let tree = state.tree
        let flags = tree.flags(of: view)
        var badges: [TemplateModel] = []
        func add(_ badge: String, _ label: String) {
            badges.append(["badge": .text(badge), "label": .text(label)])
        }
        if flags.contains(.hidden) {
            add("hidden", "Hidden")
        } else if tree.alpha(of: view) < 0.01 {
            add("transparent", "Transparent")
        } else if tree.bounds(of: view).isEmpty {
            add("zero", "Without area")
        } else if state.geometry.visibleFrame(of: view) == nil {
            add("clipped", "Clipped away or off screen")
        }
        let className = tree.className(of: view)
        let isSystem = className.split(separator: ".").last?.hasPrefix("_") ?? false
        if !flags.contains(.userInteractionEnabled), !isSystem, !ViewKind(className: className).isUntouchedByDefault {
            add("touch-off", "Not touchable")
        }
        if !tree.diagnostics(of: view).isEmpty { add("warning", "Has findings") }
        return badges
    }
}

/// What sort of thing a class is, for the icon in the tree and the look on the canvas.
enum ViewKind: String, Sendable {
    case window, bar, text, button, image, list, cell, field, `switch`, slider, scroll, stack, grid, web, effect
    case progress, plain

    /// Guesses from the class name; the words are looked for in the last part of a qualified name.
    init(className: String) {
        let name = className.split(separator: ".").last.map { $0.prefix(200).lowercased() } ?? ""
        self = Self.words.first { entry in entry.words.contains { name.contains($0) } }?.kind ?? .plain
    }

    /// The icon's name in the sprite.
    var icon: String { "view-" + rawValue }

    /// The look on the canvas.
    var look: String {
        switch self {
        case .window: "window"
        case .text: "text"
        case .button, .field, .switch, .slider, .cell, .bar, .image, .progress: "control"
        default: "plain"
        }
    }

    /// Whether text stands in the middle of such a view.
    var centersText: Bool { self == .button || self == .bar }

    /// Kinds in which UIKit leaves touches off, so that it says nothing about one that takes none.
    var isUntouchedByDefault: Bool { [.text, .image, .progress, .effect].contains(self) }

    /// The words for the page's script, which guesses alike: `kind:word,word;kind:word`.
    static let table = words.map { "\($0.kind.rawValue):\($0.words.joined(separator: ","))" }.joined(separator: ";")

    private static let words: [(kind: ViewKind, words: [String])] = [
        (.window, ["window"]), (.text, ["label"]), (.button, ["button"]), (.cell, ["cell"]), (.switch, ["switch"]),
        (.slider, ["slider"]),
        (.field, ["textfield", "textview", "searchbar", "textinput"]), (.text, ["text"]),
        (.image, ["imageview", "image"]), (.list, ["tableview", "listview"]), (.grid, ["collectionview"]),
        (.web, ["webview", "wkcontent"]), (.stack, ["stackview"]), (.scroll, ["scrollview"]),
        (.bar, ["navigationbar", "tabbar", "toolbar", "statusbar"]), (.effect, ["effect", "blur", "backdrop"]),
        (.progress, ["progress", "activityindicator"]),
    ]
}
