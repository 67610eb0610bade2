import AutoLayout
import Catalog
import DumpFormats
import ViewHierarchy

/// For which screen somebody asks: what happens around the app, and what is assumed of texts. Requests and addresses say
/// both, pages say them in words.
struct AskedScreen: Sendable, Hashable {
    /// The query parameters that ask for a screen.
    static let parameters = Situation.parameters.union(LayoutAssumptions.textParameters)

    /// What happens around the app.
    var situation = Situation()
    /// What is assumed of texts and constants.
    var assumptions = LayoutAssumptions()

    /// Whether nothing is asked for but the canvas.
    var isCanvas: Bool { !situation.isChange && assumptions.isEmpty }

    /// The query parameters that ask for the same, in a fixed order; none for the canvas.
    var items: [(name: String, value: String)] { situation.items + assumptions.textItems }

    /// What is asked for beyond a size, for people: `iPhone X, XS, 11 Pro · landscape · keyboard`.
    var words: String { (situation.words + [assumptions.textWords]).compactMap { $0 }.joined(separator: " · ") }

    /// The device and how it is held; nil on the canvas.
    func surroundings(of root: Int, in tree: ViewTree) -> Surroundings? {
        situation.isChange ? situation.surroundings(of: tree.bounds(of: root).size) : nil
    }

    /// A root of a dump on this screen, as its constraints lay it out.
    func solved(_ root: Int, of snapshot: DumpSnapshot) -> SolvedLayout {
        let tree = snapshot.dump.tree
        let target = LayoutTarget(surroundings(of: root, in: tree), of: tree, assuming: assumptions)
        return snapshot.solvedScreens.solved(root, for: target)
    }
}

extension Situation {
    /// The longest side a view can be given, in points.
    private static let maximumLength = 100_000.0
    /// The query parameters that ask for a situation.
    static let parameters: Set = ["device", "orientation", "splitView", "width", "height", "statusBar", "keyboard"]

    /// Reads the parameters; faults are noted in the query.
    init(_ query: inout QueryReader) {
        self.init()
        width = query.number("width", in: 0...Self.maximumLength)
        height = query.number("height", in: 0...Self.maximumLength)
        orientation = query.choice("orientation")
        splitView = query.choice("splitView")
        statusBar = query.choice("statusBar") ?? .normal
        if query.string("keyboard") == Keyboard.resizing.rawValue {
            keyboard = .resizing
        } else if query.bool("keyboard") ?? false {
            keyboard = .covering
        }
        device = query.string("device").flatMap { query.device($0, in: "device") }
    }

    /// The parameters that ask for it, in a fixed order; none for one that changes nothing.
    fileprivate var items: [(name: String, value: String)] {
        let all = [
            ("device", device?.id), ("orientation", orientation?.rawValue), ("splitView", splitView?.rawValue),
            ("width", width.map(NumberText.short)), ("height", height.map(NumberText.short)),
            ("statusBar", statusBar == .normal ? nil : statusBar.rawValue),
            ("keyboard", keyboard == .hidden ? nil : keyboard.rawValue),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    /// What it says beyond a size, for people.
    fileprivate var words: [String?] {
        let bar = statusBar == .normal ? nil : statusBar == .inCall ? "in-call status bar" : "no status bar"
        let keys = keyboard == .covering ? "keyboard" : "keyboard, as if the app resized its view"
        return [device?.name, orientation?.rawValue, splitView?.name, bar, keyboard == .hidden ? nil : keys]
    }
}
