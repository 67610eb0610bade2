import AppBundles
import AutoLayout
import Catalog
import Drawing
import DumpFormats
import HTTP
import HTTPTypes
import Locators
import Services
import Shapes
import ViewHierarchy
import Web

/// `/dumps/{dump}`: the inspector, whole or the parts about the selected view, which its script asks for.
struct InspectorPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/dumps/{dump}", query: InspectorState.parameters) { request, parameters in
            let dump = try parameters.required("dump")
            let freshness = services.freshness(ofDump: dump)
            let state = try InspectorState(request, dump: dump, in: services.catalog)
            let response = try page(state, request)
            // What the page tells of the app may come from files that nobody watches.
            return state.summary.app == nil || services.catalog.hasNoFiles ? response.kept(while: freshness) : response
        }
        router.get("/dumps/{dump}/tree", query: InspectorState.parameters.union(["parent", "after"])) {
            try subviews(try InspectorState($0, dump: try $1.required("dump"), in: services.catalog), $0)
        }
        router.on(.post, "/dumps/{dump}", query: InspectorState.parameters, bodyLimit: 128 << 10) {
            request,
            parameters in
            try mark(try parameters.required("dump"), request)
        }
    }

    private func page(_ state: InspectorState, _ request: Request) throws -> Response {
        let selection = SelectionPart(state)
        var response: Response
        if request.headers[.fragment] == "selection" {
            response = try services.pages.fragment(selection)
        } else {
            response = try services.pages.page(
                InspectorPage(
                    state: state,
                    tree: TreeRows.page(state),
                    selection: selection,
                    timeline: try timeline(state),
                    scripts: services.modules.reached(from: "pages/inspector.js")
                ),
                title: "\(state.summary.name) · Vitrine",
                for: request,
                alternate: "/api/v1\(state.path)",
                crumbs: try crumbs(state)
            )
        }
        response.headers[.vary] = "X-Fragment"
        return response
    }

    /// Where the dump stands among those of its app; nil where it is the only one.
    private func timeline(_ state: InspectorState) throws -> String? {
        guard let app = state.summary.app, !app.isEmpty, try services.catalog.dumps(ofApp: app).count > 1 else {
            return nil
        }
        return "/timeline?step=\(state.summary.id.pathSegment)"
    }

    /// Marks a view, as a form asks for, and shows the page again; a note that is not taken stays in its field.
    private func mark(_ dump: String, _ request: Request) throws -> Response {
        let form = try MarkForm(try URLEncodedForm(parsing: request.body))
        guard let refusal = try form.perform(on: dump, in: services) else {
            let state = try InspectorState(request, dump: dump, in: services.catalog)
            return .redirect(to: state.address(selecting: state.selected))
        }
        let state = try InspectorState(request, dump: dump, in: services.catalog, refusal: refusal)
        var response = try page(state, request)
        response.status = refusal.status
        return response
    }

    private func subviews(_ state: InspectorState, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let after = query.integer("after", in: 0...Int.max)
        let id = query.integer("parent")
        let parent = id.flatMap { state.tree.index(ofID: $0) }
        if let id, parent == nil { query.refuse("parent", "There is no view \(id) in this dump.") }
        try query.finish()
        let page = SubviewsPage(parent: parent, after: after, state)
        let name = page.parent == nil ? "Windows" : "Subviews"
        return try services.pages.page(
            page,
            title: "\(name)\(page.parent.map { " of \($0.name.shown)" } ?? "") · Vitrine",
            for: request,
            crumbs: [
                .init(name: state.summary.name, address: state.address(selecting: parent)), .init(name: name),
            ]
        )
    }

    private func crumbs(_ state: InspectorState) throws -> [PageRenderer.Crumb] {
        var crumbs: [PageRenderer.Crumb] = []
        if let identifier = state.summary.app, let app = try services.catalog.app(identifier: identifier) {
            crumbs.append(.init(name: app.name(), address: "/apps/\(app.id.pathSegment)"))
        }
        return crumbs + [.init(name: state.summary.name)]
    }
}

/// The inspector of a dump.
struct InspectorPage: Page {
    static let template = "pages/inspector"

    let state: InspectorState
    let tree: (rows: [TreeRow], more: MoreRows?)
    let selection: SelectionPart
    /// Where the dump stands among those of its app; nil where it is the only one.
    let timeline: String?
    /// The addresses of the scripts that the page's own script imports.
    let scripts: [String]

    static let members: Members<Self> = [
        "name": .text { $0.state.summary.name }, "dumpID": .text { $0.state.summary.id },
        "dumpPath": .text { $0.state.path }, "tabs": .text { $0.state.tabs.joined(separator: " ") },
        "saysLooks": .flag {
            $0.state.summary.hasScreenshot || WireframeOptions.style(suiting: $0.state.dump) == .screen
        },
        "unsaid": .text { page in
            let said = page.state.tree.saidByAny
            return ViewProperty.all.filter { !said.contains($0) }.map(\.name).joined(separator: " ")
        },
        "count": .number { $0.state.tree.count }, "depth": .number { $0.state.tree.maximumDepth },
        "query": .text { $0.state.query }, "kinds": .text { _ in ViewKind.table },
        "containers": .text { _ in SystemViews.table }, "scripts": .texts { $0.scripts },
        "pinned": .part { PinnedViews($0.state) }, "rows": .list { $0.tree.rows }, "more": .part { $0.tree.more },
        "search": .part { Search($0.state) }, "panel": .part { $0.selection.panel },
        "report": .part { $0.selection.report }, "timeline": .text { $0.timeline },
        "superviews": .list { $0.selection.superviews }, "device": .part { DeviceMenu($0.state) },
        "canvas": .part { Canvas($0.state) }, "whatif": .part { WhatIf($0.state) },
        "svgHref": .text { $0.state.svgAddress }, "fileName": .text { $0.state.summary.fileName },
        "reportHref": .text { $0.state.reportAddress },
        "historyHref": .text { page in
            page.timeline.map { PageAddress($0).adding("view", page.state.selectedID.map(String.init)).text }
        },
        "devicesHref": .text { $0.state.devicesAddress }, "boardHref": .text { $0.state.boardAddress },
        "reportFile": .text { "/api/v1\($0.state.path)/report" }, "digest": .part { DigestPart($0.state) },
        "digestHref": .text { $0.state.address(showingDigest: !$0.state.showsDigest) },
    ]
}

/// What the inspector says about the selected view: the panel, and the way from the root to the view.
struct SelectionPart: Page {
    static let template = "partials/selection"
    /// Longer ways lose their middle.
    private static let maximumSteps = 100

    let panel: Panel?
    /// What is known of the dump, while no view is selected.
    let report: DumpReportPanel?
    let superviews: [ViewRow]

    init(_ state: InspectorState) {
        panel = state.selected.map { Panel($0, state) }
        report = panel == nil ? DumpReportPanel(state, edits: state.edits) : nil
        var path = state.selected.map { Array(state.tree.superviews(of: $0).reversed()) + [$0] } ?? []
        if path.count > Self.maximumSteps {
            path.removeSubrange(Self.maximumSteps / 2..<path.count - Self.maximumSteps / 2)
        }
        superviews = path.map { ViewRow($0, state) }
    }

    static let members: Members<Self> = [
        "panel": .part { $0.panel }, "report": .part { $0.report }, "superviews": .list { $0.superviews },
    ]
}

/// What one address of the inspector shows: a dump, perhaps laid out at another size, and perhaps a selected view.
///
/// Every part of the page holds it, so it is shared.
final class InspectorState: Sendable {
    /// The query parameters of the page.
    static let parameters = LayoutRequest.situationParameters.union(["view", "q", "ios", "digest"]).union(
        scriptParameters
    )
    /// What the page's script alone reads: without it the page shows the whole tree, flat.
    private static let scriptParameters: Set = [
        "root", "hideSystem", "compare", "mode", "drawing", "ghosts",
        "texts", "tool", "panel", "point", "scale", "backdrop", "zoom", "x", "y", "rotateX", "rotateY", "spread",
        "depthFrom", "depthTo",
    ]

    let summary: DumpSummary
    let dump: Dump
    /// The texts that say more of the views.
    let companions: [CompanionEntry]
    /// The languages in which layouts can show its texts.
    let languages: [String]
    /// The index of the selected view.
    let selected: Int?
    /// The layout asked for, or nil for the dump's own.
    let layout: LayoutRequest?
    let result: LayoutResult?
    /// The tree as it is shown.
    let tree: ViewTree
    let geometry: WindowGeometry
    /// How the views are drawn, as they are shown.
    let drawing: @Sendable () -> ScreenDrawing
    /// What a locator is asked of: the dump as it is, not as a layout has it.
    let elements: @Sendable (Locator) -> ElementTree
    /// Whose controls the screen is drawn with; nil for those of the dump.
    let design: SystemDesign?
    /// The text to search for.
    let query: String
    /// Whether the digest for agents stands over the tree.
    let showsDigest: Bool
    /// The pins and notes of the views.
    let marks: ViewMarks
    /// The ids of the pinned views.
    let pinned: Set<Int>
    /// The notes by the ids of their views.
    let notes: [Int: ViewNote]
    /// Why a note was not taken that a form has just sent.
    let refusal: NoteRefusal?
    /// The last edits, newest first; nil while a view is selected, whose panel does not tell them.
    let edits: EditHistory?

    /// The path of the page without parameters.
    var path: String { "/dumps/\(summary.id.pathSegment)" }
    /// The screen asked for; the canvas for the dump's own layout.
    var screen: AskedScreen { layout?.screen ?? AskedScreen() }
    /// The id of the selected view.
    var selectedID: Int? { selected.flatMap { tree.id(at: $0) } }

    /// Why a view is where it is shown, of dumps that say constraints; nil where the layout that is shown solves none, or its
    /// root is too large for a page.
    let explained: @Sendable (Int) -> ExplainedView?

    private let check: @Sendable () -> DumpLint?

    /// The query parameters of the screen on which a check judges what is shown; none for the canvas.
    let judgedItems: [(name: String, value: String)]

    /// The page of the findings of what is shown.
    var lintAddress: PageAddress { PageAddress(path + "/lint").adding(judgedItems) }

    /// What is wrong with the dump as it is shown; nil where it is so large that nobody checks it without being asked.
    var lint: DumpLint? { check() }

    /// How many edits are listed where no view is selected.
    private static let maximumEdits = 20

    /// Reads a request; every parameter it cannot use is named in the problem.
    init(_ request: Request, dump id: String, in catalog: Catalog, refusal: NoteRefusal? = nil) throws {
        let snapshot = Services.shown(try catalog.snapshot(of: id))
        (summary, dump, companions) = (snapshot.summary, snapshot.dump, snapshot.companions)
        languages = snapshot.languages.names
        var reader = QueryReader(request)
        query = reader.string("q")?.trimmingBlanks ?? ""
        showsDigest = reader.string("digest") == "true"
        let design: SystemDesign? = reader.choice("ios")
        self.design = design
        selected = reader.integer("view").flatMap { snapshot.dump.tree.index(ofID: $0) }
        let asked = LayoutRequest(situationAndRule: &reader, for: snapshot, selected: selected)
        try reader.finish()
        layout = asked.isChange ? asked : nil
        @Sendable func isForPages(_ root: Int) -> Bool {
            snapshot.dump.tree.subtree(of: root).count <= SolvedScreens.maximumViewsOfPages
        }
        result = layout.map { $0.result(for: snapshot, isKept: isForPages($0.view)) }
        tree = result?.tree ?? snapshot.dump.tree
        marks = try catalog.marks(of: id)
        pinned = Set(marks.pins)
        notes = Dictionary(marks.notes.map { ($0.view, $0) }) { first, _ in first }
        self.refusal = refusal
        edits = selected == nil ? try catalog.edits(of: id, limit: Self.maximumEdits) : nil
        geometry = result?.windowGeometry ?? snapshot.geometry
        let laid = result?.tree
        elements = { snapshot.elements(for: $0) }
        let mayCheck = snapshot.dump.tree.count <= DumpLint.maximumViewsOfPages
        let byUsualSolver = layout.map { $0.mannerItems.isEmpty } ?? true
        let judged = byUsualSolver ? layout?.screen.judged(of: snapshot.dump.tree) : nil
        let assumptions = layout?.assumptions ?? LayoutAssumptions()
        judgedItems =
            judged.map { screen in
                [("device", screen.device.id), ("orientation", screen.orientation.rawValue)] + assumptions.textItems
            } ?? []
        check = {
            guard mayCheck else { return nil }
            return judged.map { snapshot.lint(on: $0, assuming: assumptions) } ?? snapshot.lint
        }
        drawing = { laid.map { snapshot.dump.drawing(of: $0, design: design) } ?? snapshot.drawing(design) }
        let isSolved = snapshot.dump.tree.saysConstraints && (layout.map { $0.solver == .constraints } ?? true)
        let screen = layout?.screen ?? AskedScreen()
        explained = { index in
            guard isSolved, let root = snapshot.dump.tree.root(of: index), isForPages(root) else { return nil }
            return ExplainedView(index, of: snapshot, on: screen)
        }
    }

    /// The keyboard over the layout that is shown; nil without one.
    var cover: KeyboardCover? {
        guard let layout, let result else { return nil }
        return layout.cover(over: result, of: dump.tree, geometry)
    }

    /// The id of a view, by which addresses name it.
    func id(of index: Int) -> Int { tree.id(at: index) ?? index }

    /// The address that shows the same with another view selected.
    func address(selecting index: Int?) -> String {
        address(view: index, screen)
    }

    /// The address that shows the same view on another screen; the canvas gives the dump's own layout.
    func address(_ screen: AskedScreen) -> String { address(view: selected, screen) }

    /// The address of the rows below a view, or of the roots, from the one after `after`.
    func rowsAddress(below index: Int?, after: Int? = nil) -> String {
        PageAddress(path + "/tree").adding("parent", index.map { String(id(of: $0)) }).adding(layoutItems)
            .adding("after", after.map(String.init)).text
    }

    /// Whether the screenshot shows the tree as it is shown.
    var showsScreenshot: Bool {
        let shown = summary.shownScene.flatMap { dump.tree.index(ofID: $0) }
        return summary.hasScreenshot && layout == nil && (shown == nil || shown == dump.tree.scene(of: selected))
    }

    /// The address of the picture of the tree as it is shown, with the selected view standing out.
    var wireframeAddress: String {
        if showsScreenshot { return "/api/v1\(path)/screenshot" }
        return picture.adding(sceneItems).adding("highlight", selectedID.map(String.init)).text
    }

    /// The address of the tree as it is shown, drawn as SVG in the style that suits the dump.
    var svgAddress: String {
        picture.adding(layout == nil ? [] : sceneItems).text
    }

    /// The address of the picture on the printed page: the screenshot, else a drawing on white.
    var reportPicture: String {
        showsScreenshot ? wireframeAddress : picture.adding("appearance", "light").text
    }

    /// The page that shows the dump on several devices, with the scene of the selected view; nil without constraints.
    var devicesAddress: String? {
        guard dump.tree.saysConstraints else { return nil }
        let scene = dump.tree.scene(of: selected).flatMap { dump.tree.isScreen($0) ? dump.tree.id(at: $0) : nil }
        return PageAddress(path + "/devices").adding("scene", scene.map(String.init))
            .adding(screen.assumptions.textItems).text
    }

    /// The page with all scenes of the dump, that of the selected view chosen; nil where its roots are no scenes.
    var boardAddress: String? {
        guard dump.tree.hasScenes || !dump.scenes.isEmpty else { return nil }
        let scene = dump.tree.scene(of: selected).flatMap { dump.tree.id(at: $0) }
        return PageAddress(path + "/board").adding("scene", scene.map(String.init))
            .adding(screen.assumptions.textItems).adding("ios", design?.rawValue).text
    }

    /// The address of the printed page about the tree as it is shown.
    var reportAddress: String { PageAddress(path + "/report").adding(layoutItems).text }

    /// The picture that the API draws of the tree as it is shown.
    private var picture: PageAddress {
        PageAddress("/api/v1\(path)/wireframe.svg").adding(layoutItems).adding("ios", design?.rawValue)
    }

    /// The scene that holds the selected view, where only one is drawn; a layout is that of the scene.
    private var sceneItems: [(name: String, value: String)] {
        guard let scene = tree.scene(of: selected) else { return [] }
        return [(layout == nil ? "root" : "view", String(id(of: scene)))]
    }

    private var layoutItems: [(name: String, value: String)] {
        layout.map { $0.screen.items + $0.mannerItems } ?? []
    }

    /// The address that shows the same with the digest for agents, or without it.
    func address(showingDigest shows: Bool) -> String { address(view: selected, screen, showsDigest: shows) }

    private func address(view: Int?, _ screen: AskedScreen, showsDigest: Bool? = nil) -> String {
        let manners = screen.items.isEmpty ? [] : layout?.mannerItems ?? []
        return PageAddress(path).adding("view", view.map { String(id(of: $0)) }).adding(screen.items + manners)
            .adding("ios", design?.rawValue).adding("digest", showsDigest ?? self.showsDigest ? "true" : nil).text
    }
}
