import ViewHierarchy

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
