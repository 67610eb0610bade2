import Diagnostics
import Shapes
import ViewHierarchy
import Web

/// What a line about a view says: icon, class, text, remarks and badges.
struct ViewRow: PageModel {
    /// Longer texts are cut: a line is for recognising, the panel for reading.
    private static let maximumText = 60
    /// How far into a control or a cell its words are looked for.
    private static let maximumInnerViews = 16

    let view: Int
    let state: InspectorState
    let kind: ViewKind
    let className: String
    /// The words on the view.
    let text: String?
    /// What tells it apart when it has no words.
    let note: String?

    var address: String { state.address(selecting: view) }

    static let members: Members<Self> = [
        "id": .number { $0.state.id(of: $0.view) }, "href": .text { $0.address }, "icon": .text { $0.kind.icon },
        "class": .text { $0.className }, "prefix": .text { $0.prefix },
        "shortClass": .text { String($0.className.dropFirst($0.prefix?.count ?? 0)) }, "text": .text { $0.text },
        "note": .text { $0.note },
        "badges": .list { $0.badges }, "noted": .flag { $0.state.notes[$0.state.id(of: $0.view)] != nil },
        "selected": .flag { $0.view == $0.state.selected },
        "dimmed": .flag { !$0.state.geometry.isVisible($0.view) },
    ]

    init(_ view: Int, _ state: InspectorState) {
        self.view = view
        self.state = state
        let tree = state.tree
        className = tree.className(of: view)
        kind = ViewKind(className: className)
        text = Self.short(tree.text(of: view) ?? tree.label(of: view) ?? Self.innerText(of: view, kind, in: tree))
        note = text == nil ? Self.note(of: view, in: tree) : nil
    }

    /// What the classes of elements all begin with, and Android's packages: a narrow tree leaves it out of sight.
    private var prefix: String? {
        if className.hasPrefix(Self.elementPrefix), className != Self.elementPrefix { return Self.elementPrefix }
        guard className.hasPrefix("android"), let dot = className.lastIndex(of: ".") else { return nil }
        return String(className[...dot])
    }

    private static let elementPrefix = "XCUIElementType"

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

    private var badges: [Badge] {
        let tree = state.tree
        let flags = tree.flags(of: view)
        var badges: [Badge] = []
        if flags.contains(.hidden) {
            badges.append(.hidden)
        } else if tree.alpha(of: view) < 0.01 {
            badges.append(.transparent)
        } else if tree.bounds(of: view).isEmpty {
            badges.append(.zero)
        } else if state.geometry.visibleFrame(of: view) == nil {
            badges.append(.clipped)
        }
        if !flags.contains(.userInteractionEnabled), !SystemViews.contains(className), !kind.isUntouchedByDefault {
            badges.append(.untouchable)
        }
        let issues = tree.layoutIssues(of: view)
        if !issues.isEmpty {
            badges.append(.layout(issues.words))
        } else if !tree.diagnostics(of: view).isEmpty || state.hasWarning(state.id(of: view)) {
            badges.append(.findings)
        }
        let id = state.id(of: view)
        if state.notes[id] != nil { badges.append(.note) }
        if state.pinned.contains(id) { badges.append(.pin) }
        return badges
    }

    /// A remark about a view: the name of its icon, and words.
    private struct Badge: PageModel {
        let icon: String
        let label: String

        static let hidden = Badge(icon: "hidden", label: "Hidden")
        static let transparent = Badge(icon: "transparent", label: "Transparent")
        static let zero = Badge(icon: "zero", label: "Without area")
        static let clipped = Badge(icon: "clipped", label: "Clipped away or off screen")
        static let untouchable = Badge(icon: "touch-off", label: "Not touchable")
        static let findings = Badge(icon: "warning", label: "Has findings")
        static let note = Badge(icon: "note", label: "Has a note")
        static let pin = Badge(icon: "pin", label: "Pinned")

        /// What Auto Layout has against the layout.
        static func layout(_ words: String) -> Badge { Badge(icon: "layout-issue", label: words) }

        static let members: Members<Self> = ["badge": .text { $0.icon }, "label": .text { $0.label }]
    }
}
