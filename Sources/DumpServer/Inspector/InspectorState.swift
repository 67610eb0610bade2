import AutoLayout
import Catalog
import Drawing
import DumpFormats
import HTTP
import Locators
import Services
import ViewHierarchy
import Web

/// What one address of the inspector shows: a dump, perhaps laid out at another size, and perhaps a selected view.
///
/// Every part of the page holds it, so it is shared.
final class InspectorState: Sendable {
    /// The query parameters of the page.
    static let parameters = LayoutRequest.situationParameters.union(["view", "q"]).union(scriptParameters)
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
    /// The text to search for.
    let query: String
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

    /// What is wrong with the dump; nil where it is so large that nobody checks it without being asked.
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
        check = { mayCheck ? snapshot.lint : nil }
        drawing = { laid.map(snapshot.dump.drawing) ?? snapshot.drawing }
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
    var showsScreenshot: Bool { summary.hasScreenshot && layout == nil }

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
        return PageAddress(path + "/devices").adding("scene", scene.map(String.init)).text
    }

    /// The address of the printed page about the tree as it is shown.
    var reportAddress: String { PageAddress(path + "/report").adding(layoutItems).text }

    /// The picture that the API draws of the tree as it is shown.
    private var picture: PageAddress { PageAddress("/api/v1\(path)/wireframe.svg").adding(layoutItems) }

    /// The scene that holds the selected view, where only one is drawn; a layout is that of the scene.
    private var sceneItems: [(name: String, value: String)] {
        guard let scene = tree.scene(of: selected) else { return [] }
        return [(layout == nil ? "root" : "view", String(id(of: scene)))]
    }

    private var layoutItems: [(name: String, value: String)] {
        layout.map { $0.screen.items + $0.mannerItems } ?? []
    }

    private func address(view: Int?, _ screen: AskedScreen) -> String {
        let manners = screen.items.isEmpty ? [] : layout?.mannerItems ?? []
        return PageAddress(path).adding("view", view.map { String(id(of: $0)) }).adding(screen.items + manners).text
    }
}
