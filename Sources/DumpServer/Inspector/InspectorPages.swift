import AppBundles
import Catalog
import Drawing
import DumpFormats
import HTTP
import HTTPTypes
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
            title: "\(name)\(page.parent.map { " of \($0.className)" } ?? "") · Vitrine",
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
        "dumpPath": .text { $0.state.path },
        "saysLooks": .flag {
            $0.state.summary.hasScreenshot || WireframeOptions.style(suiting: $0.state.dump) == .screen
        },
        "count": .number { $0.state.tree.count }, "depth": .number { $0.state.tree.maximumDepth },
        "query": .text { $0.state.query }, "kinds": .text { _ in ViewKind.table },
        "containers": .text { _ in SystemViews.table }, "scripts": .texts { $0.scripts },
        "pinned": .part { PinnedViews($0.state) }, "rows": .list { $0.tree.rows }, "more": .part { $0.tree.more },
        "search": .part { Search($0.state) },
        "panel": .part { $0.selection.panel }, "report": .part { $0.selection.report },
        "superviews": .list { $0.selection.superviews },
        "device": .part { DeviceMenu($0.state) }, "canvas": .part { Canvas($0.state) },
        "whatif": .part { WhatIf($0.state) }, "svgHref": .text { $0.state.svgAddress },
        "fileName": .text { $0.state.summary.fileName }, "reportHref": .text { $0.state.reportAddress },
        "timeline": .text { $0.timeline },
        "historyHref": .text { page in
            page.timeline.map { PageAddress($0).adding("view", page.state.selectedID.map(String.init)).text }
        },
        "devicesHref": .text { $0.state.devicesAddress },
        "reportFile": .text { "/api/v1\($0.state.path)/report" },
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

/// The subviews of one view, or the windows, for readers without scripts: a tree's page shows only so many rows.
struct SubviewsPage: Page {
    static let template = "pages/subviews"

    let parent: ViewRow?
    let count: Int
    let rows: [TreeRow]
    let more: MoreRows?

    /// - Parameter after: the place of the last subview that the page before had.
    init(parent: Int?, after: Int?, _ state: InspectorState) {
        self.parent = parent.map { ViewRow($0, state) }
        count = (parent.map(state.tree.subviews) ?? state.tree.roots).count
        (rows, more) = TreeRows.below(parent, after: after, state)
    }

    static let members: Members<Self> = [
        "parentName": .text { $0.parent?.className }, "count": .number { $0.count }, "isOne": .flag { $0.count == 1 },
        "rows": .list { $0.rows }, "more": .part { $0.more },
    ]
}
