import AutoLayout
import Catalog
import Checks
import Diagnostics
import DumpFormats
import ViewHierarchy
import Web

/// What a request wants laid out anew: which view, in which situation, by which rule.
struct LayoutRequest: Sendable {
    /// The query parameters that say what happens around the app, and the rule.
    static let situationParameters = AskedScreen.parameters.union(["rule", "solver"])
    /// All query parameters it reads.
    static let parameters = situationParameters.union(["view", "scale", "rounding"])

    /// The index of the view to resize: the first root when the request does not say.
    private(set) var view: Int
    /// What happens around the app, and what is assumed of texts and constants.
    private(set) var screen = AskedScreen()
    private(set) var rule = Autoresizing.Rule.proportional
    private(set) var rounding = Autoresizing.Rounding.none
    private(set) var solver = LayoutSolver.masks
    /// Whether constraints could be solved, whoever lays out.
    private(set) var isSolvable = false
    /// Pixels for each point, where the request says so.
    private var scale: Double?

    /// What happens around the app.
    var situation: Situation { screen.situation }
    /// What is assumed of texts and constants.
    var assumptions: LayoutAssumptions { screen.assumptions }
    /// Whether anything is to happen.
    var isChange: Bool { !screen.isCanvas }

    /// Reads situation and rule for the first root, or for the scene of a view where roots are scenes; faults are noted in
    /// the query.
    ///
    /// - Parameter takesOneSide: Whether one side alone counts as no size, as for a page; else it is a fault.
    init(
        situationAndRule query: inout QueryReader,
        for snapshot: DumpSnapshot,
        selected: Int? = nil,
        takesOneSide: Bool = true
    ) {
        let tree = snapshot.dump.tree
        self.init(tree.scene(of: selected) ?? tree.roots.first ?? 0, &query, snapshot, takesOneSide: takesOneSide)
    }

    /// Reads all parameters; faults are noted in the query.
    init(_ query: inout QueryReader, for snapshot: DumpSnapshot) {
        let tree = snapshot.dump.tree
        let view = query.view("view", in: tree) ?? tree.firstScene ?? tree.roots.first ?? 0
        self.init(view, &query, snapshot, takesOneSide: false)
        readRounding(&query)
    }

    private init(_ view: Int, _ query: inout QueryReader, _ snapshot: DumpSnapshot, takesOneSide: Bool) {
        self.view = view
        readSituation(&query, takesOneSide: takesOneSide)
        checkDevice(&query, snapshot.dump.tree)
        readSolver(&query, snapshot.dump.tree)
        screen.assumptions = LayoutAssumptions(texts: &query, for: snapshot)
    }

    /// Reads other constants of constraints; faults are noted in the query.
    mutating func readConstants(_ query: inout QueryReader, for tree: ViewTree) {
        guard let name = query.names(startingWith: "constant.").first else { return }
        guard solver == .constraints else {
            query.refuse(name, "Constants are tried where constraints are solved; this layout is one by masks.")
            return
        }
        screen.assumptions.readConstants(&query, of: view, in: tree)
    }

    /// The query parameters that ask for the same solver and rule, where they are not what everybody gets.
    var mannerItems: [(name: String, value: String)] {
        if rule != .proportional { return [("rule", rule.rawValue)] }
        return isSolvable && solver == .masks ? [("solver", solver.rawValue)] : []
    }

    /// What the situation makes of the screen and leaves to the view.
    func surroundings(in tree: ViewTree) -> Surroundings { situation.surroundings(of: tree.bounds(of: view).size) }

    /// What autoresizing, or constraints, make of the tree of a dump.
    ///
    /// - Parameter isKept: Whether somebody will ask why views are where they are, so that constraints are solved once.
    func result(for snapshot: DumpSnapshot, isKept: Bool = false) -> LayoutResult {
        let tree = snapshot.dump.tree
        guard solver == .masks else {
            let around = screen.surroundings(of: view, in: tree)
            let target = LayoutTarget(around, of: tree, scale: scale, assuming: assumptions)
            let screens = snapshot.solvedScreens
            // On the canvas only what is assumed moves views.
            let isAssumed = target.isCanvas && !assumptions.isEmpty
            let canvas = isAssumed ? screens.solved(view, for: LayoutTarget(nil, of: tree, scale: scale)).result : nil
            return tree.laidOut(
                isKept ? screens.solved(view, for: target).result : screens.result(of: view, for: target),
                besides: canvas,
                saying: assumptions.texts
            )
        }
        return tree.laidOut(view, in: surroundings(in: tree), rule: rule, rounding: rounding)
            .saying(assumptions.texts, below: view)
    }

    /// The keyboard over a result, and what it covers there; nil without one.
    func cover(over result: LayoutResult, of tree: ViewTree, _ geometry: WindowGeometry) -> KeyboardCover? {
        KeyboardCover(surroundings(in: tree), over: view, in: result.tree, geometry)
    }

    /// - Parameter takesOneSide: Whether one side alone counts as no size; else it is a fault.
    private mutating func readSituation(_ query: inout QueryReader, takesOneSide: Bool) {
        screen.situation = Situation(&query)
        rule = query.choice("rule") ?? .proportional
        for side in ["width", "height"] where query.string(side) != nil {
            if query.string("device") != nil {
                query.refuse(side, "“\(side)” and “device” cannot both be given: a device has a size of its own.")
            } else if query.string("orientation") != nil {
                query.refuse(side, "“\(side)” and “orientation” cannot both be given: the sides say how it is held.")
            }
        }
        guard (situation.width == nil) != (situation.height == nil) else { return }
        if takesOneSide {
            (screen.situation.width, screen.situation.height) = (nil, nil)
        } else if situation.device == nil, situation.orientation == nil {
            let (given, missing) = situation.width == nil ? ("height", "width") : ("width", "height")
            query.refuse(missing, "“\(missing)” is missing: “\(given)” alone is no size.")
        }
    }

    /// Bars, keyboards and parts of screens have the sizes of a device, so one has to be named or known by its size.
    private func checkDevice(_ query: inout QueryReader, _ tree: ViewTree) {
        checkSplitView(&query, tree)
        guard situation.dependsOnDevice, query.string("device") == nil, surroundings(in: tree).device == nil else {
            return
        }
        let name = situation.splitView != nil ? "splitView" : situation.keyboard != .hidden ? "keyboard" : "statusBar"
        query.refuse(name, "“\(name)” needs “device”: no known device has a screen of this size.")
    }

    private func checkSplitView(_ query: inout QueryReader, _ tree: ViewTree) {
        let around = surroundings(in: tree)
        guard situation.splitView != nil, !around.isSplit, let device = around.device else { return }
        let parts = device.splitViews(around.orientation ?? .portrait).map { "“\($0.rawValue)”" }
        guard parts.isEmpty else {
            query.refuse("splitView", "Held so, \(device.name) has \(parts.joined(separator: " and ")) in Split View.")
            return
        }
        let known = Device.all.filter { !$0.splitViews(.landscape).isEmpty }.map(\.id).joined(separator: ", ")
        query.refuse(
            "splitView",
            "How wide windows are in Split View is known of \(known); for \(device.name) give width and height."
        )
    }

    /// Constraints are solved for a whole root, and edges lie on pixels then anyway. Where nobody says who lays out, they are
    /// solved when the dump says any and nothing is asked that only masks know.
    private mutating func readSolver(_ query: inout QueryReader, _ tree: ViewTree) {
        isSolvable = tree.saysConstraints && tree.superview(of: view) == nil
        guard let given: LayoutSolver = query.choice("solver") else {
            let asksMasks = rule != .proportional || query.string("rounding") != nil
            solver = isSolvable && !asksMasks ? .constraints : .masks
            return
        }
        solver = given
        guard solver == .constraints else { return }
        query.refuse(["rounding"], besides: "solver=constraints")
        if rule != .proportional { query.refuse(["rule"], besides: "solver=constraints") }
        guard !isSolvable else { return }
        if !tree.saysConstraints {
            query.refuse("solver", "This dump says nothing about constraints; leave “solver” out.")
        } else {
            query.refuse("solver", "“solver=constraints” lays out a root; “view” names one inside another.")
        }
    }

    private mutating func readRounding(_ query: inout QueryReader) {
        let scale = query.integer("scale", in: 1...3)
        self.scale = scale.map(Double.init)
        guard solver == .masks else { return }
        let name = query.choice("rounding", of: ["none", "floorEdges", "floorOriginRoundSize"])
        if name == "none", scale != nil {
            query.refuse("scale", "“scale” is the grid to round to; leave it out with “rounding=none”.")
        }
        guard let name = name ?? scale.map({ _ in "floorEdges" }), name != "none" else { return }
        guard let grid = (scale ?? situation.device?.scale).map(Double.init) else {
            query.refuse("rounding", "“rounding” needs “scale” or “device”, whose pixels make the grid.")
            return
        }
        rounding = name == "floorEdges" ? .floorEdges(scale: grid) : .floorOriginRoundSize(scale: grid)
    }
}

extension QueryReader {
    /// The index of the view whose id is given; nil when the parameter is absent, or noted as a fault.
    mutating func view(_ name: String, in tree: ViewTree) -> Int? {
        guard let id = integer(name) else { return nil }
        let index = tree.index(ofID: id)
        if index == nil { refuse(name, "There is no view \(id) in this dump.") }
        return index
    }

    /// The device with an id that a parameter names; nil, and noted as a fault, where there is none.
    mutating func device(_ id: String, in name: String) -> Device? {
        let device = Device(id: id)
        if device == nil { refuse(name, "There is no device “\(id.prefix(40))”; /api/v1/devices lists them.") }
        return device
    }

    /// The index of a view that has to be given; 0 stands in for a fault, until `finish()` throws.
    mutating func requiredView(_ name: String, in tree: ViewTree) -> Int {
        guard string(name) != nil else {
            refuse(name, "“\(name)” is missing; it takes the id of a view.")
            return 0
        }
        return view(name, in: tree) ?? 0
    }

    /// The index of a view, or nil for `window`. One of them has to be given.
    mutating func viewOrWindow(_ name: String, in tree: ViewTree) -> Int? {
        guard let text = string(name) else {
            refuse(name, "“\(name)” is missing; it takes the id of a view, or window.")
            return nil
        }
        guard text != "window" else { return nil }
        guard Int(text) != nil else {
            refuse(name, "“\(name)” takes the id of a view, or window, not “\(text.prefix(40))”.")
            return nil
        }
        return view(name, in: tree)
    }
}
