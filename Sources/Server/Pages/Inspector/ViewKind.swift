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
