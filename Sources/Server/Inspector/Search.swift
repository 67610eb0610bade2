import ViewHierarchy

/// The views that a search in the inspector finds: by class, words, identifier or address.
enum SearchModel {
    /// How many are listed.
    static let maximumResults = 200

    static func make(_ state: InspectorState) -> TemplateModel {
        guard !state.query.isEmpty else { return .absent }
        let found = matches(state.query, in: state.tree)
        let summary =
            switch found.count {
            case 0: "No view has “\(state.query.prefix(80))” in its class, text or identifier."
            case 1: "1 view"
            case ...maximumResults: "\(found.count) views"
            default: "\(found.count) views, the first \(maximumResults) of them listed"
            }
        return [
            "summary": .text(summary),
            "results": .list(
                found.prefix(maximumResults).map { view in
                    let row = ViewRow(view, state)
                    return [
                        "href": .text(row.address), "id": .number(state.tree.id(at: view) ?? view),
                        "icon": .text(row.kind.icon), "class": .text(row.className), "text": .optional(row.text),
                        "note": .optional(row.note),
                    ]
                }
            ),
        ]
    }

    /// The views whose class, text, label or identifier holds the query, or whose address it is.
    private static func matches(_ query: String, in tree: ViewTree) -> [Int] {
        var filters = [ViewFilter(), ViewFilter()]
        filters[0].className = "*\(query)*"
        filters[1].text = query
        if query.lowercased().hasPrefix("0x") {
            var address = ViewFilter()
            address.address = query
            filters.append(address)
        }
        var found = Set(filters.flatMap { $0.indexes(in: tree) })
        let wanted = query.lowercased()
        for view in tree.indices {
            let words = [tree.identifier(of: view), tree.label(of: view)]
            if words.contains(where: { $0?.lowercased().contains(wanted) ?? false }) { found.insert(view) }
        }
        return found.sorted()
    }
}

/// The way from the root to the selected view, for the bar below the canvas.
enum SuperviewsModel {
    /// Longer ways lose their middle.
    private static let maximumSteps = 100

    static func make(_ state: InspectorState) -> TemplateModel {
        guard let selected = state.selected else { return .absent }
        var path = Array(state.tree.superviews(of: selected).reversed())
        path.append(selected)
        if path.count > maximumSteps {
            path.removeSubrange(maximumSteps / 2..<path.count - maximumSteps / 2)
        }
        return .list(
            path.map { view in
                let row = ViewRow(view, state)
                return [
                    "href": .text(row.address), "id": .number(state.tree.id(at: view) ?? view),
                    "class": .text(row.className), "text": .optional(row.text), "current": .flag(view == selected),
                ]
            }
        )
    }
}
