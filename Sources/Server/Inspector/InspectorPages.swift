import AppBundles
import Catalog
import HTTP
import HTTPTypes
import ViewHierarchy

/// `/dumps/{dump}`: the inspector, whole or in the parts that its script asks for.
struct InspectorPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.getSuspending("/dumps/{dump}", query: InspectorState.parameters) { request, parameters in
            try page(try InspectorState(request, dump: try parameters.required("dump"), in: services.catalog), request)
        }
        router.getSuspending("/dumps/{dump}/tree", query: InspectorState.parameters.union(["parent", "after"])) {
            try rows(try InspectorState($0, dump: try $1.required("dump"), in: services.catalog), $0)
        }
    }

    private func page(_ state: InspectorState, _ request: Request) throws -> Response {
        switch request.headers[.fragment] {
        case "selection": return try services.pages.fragment("selection", selection(state))
        case "stage": return try services.pages.fragment("stage", stage(state))
        case "search": return try services.pages.fragment("search-results", search(state))
        default: break
        }
        var model: [String: TemplateModel] = [
            "dump": [
                "name": .text(state.summary.name), "href": .text(state.path),
                "views": .number(state.tree.count), "depth": .number(state.tree.maximumDepth),
            ],
            "action": .text(state.path),
            "query": .text(state.query),
            "kinds": .text(ViewKind.table),
            "rows": TreeRows.page(state),
        ]
        for part in [selection(state), stage(state), search(state)] {
            guard case .object(let members) = part else { continue }
            model.merge(members) { $1 }
        }
        var response = try services.pages.page(
            "inspector",
            title: "\(state.summary.name) · Vitrine",
            for: request,
            alternate: "/api/v1/dumps/\(state.summary.id.pathSegment)",
            crumbs: crumbs(state),
            .object(model)
        )
        response.headers[.vary] = "X-Fragment"
        return response
    }

    private func rows(_ state: InspectorState, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let after = query.integer("after", in: 0...Int.max)
        guard let id = query.integer("parent"), let parent = state.tree.index(ofID: id) else {
            throw Problem.badParameter("parent", "“parent” names the view whose subviews are asked for.")
        }
        try query.finish()
        let model = TemplateModel.object(TreeRows.below(parent, after: after, state))
        guard request.headers[.fragment] == nil else { return try services.pages.fragment("tree-fragment", model) }
        let name = ViewRow(parent, state).className
        let count = state.tree.subviews(of: parent).count
        return try services.pages.page(
            "subviews",
            title: "Subviews of \(name) · Vitrine",
            for: request,
            crumbs: [
                .init(name: state.summary.name, address: state.address(selecting: parent)), .init(name: "Subviews"),
            ],
            model.adding([
                "parentName": .text(name), "summary": .text(count == 1 ? "1 subview" : "\(count) subviews"),
            ])
        )
    }

    private func crumbs(_ state: InspectorState) -> [PageRenderer.Crumb] {
        var crumbs: [PageRenderer.Crumb] = []
        if let identifier = state.summary.app, let app = services.catalog.app(identifier: identifier) {
            crumbs.append(.init(name: app.name(), address: "/apps/\(app.id.pathSegment)"))
        }
        return crumbs + [.init(name: state.summary.name)]
    }

    private func selection(_ state: InspectorState) -> TemplateModel {
        ["panel": PanelModel.make(state), "superviews": SuperviewsModel.make(state)]
    }

    private func stage(_ state: InspectorState) -> TemplateModel {
        [
            "device": DeviceModel.make(state), "canvas": CanvasModel.make(state), "whatif": WhatIfModel.make(state),
        ]
    }

    private func search(_ state: InspectorState) -> TemplateModel { ["search": SearchModel.make(state)] }
}
