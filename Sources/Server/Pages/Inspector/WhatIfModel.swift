import Geometry
import ViewHierarchy

/// What another size does to the dump: who moves, and what is wrong then.
enum WhatIfModel {
    /// How many warnings are listed.
    private static let maximumWarnings = 100

    static func make(_ state: InspectorState) -> TemplateModel {
        guard let result = state.result, let layout = state.layout else { return .absent }
        let size = result.tree.bounds(of: layout.view).size
        let warnings = result.warnings
        var summary: String?
        switch warnings.count {
        case 0: summary = nil
        case 1: summary = "1 warning"
        case ...maximumWarnings: summary = "\(warnings.count) warnings"
        default: summary = "\(warnings.count) warnings, the first \(maximumWarnings) of them listed"
        }
        return [
            "width": .text(NumberText.short(size.width)), "height": .text(NumberText.short(size.height)),
            "moved": .number(result.changed.count), "total": .number(result.tree.count),
            "rule": .text(layout.rule == .even ? "growth shared evenly" : "growth shared in proportion"),
            "warningSummary": .optional(summary),
            "findings": FindingsModel.make(Array(warnings.prefix(maximumWarnings)), state),
            "resetHref": .text(state.address(width: nil, height: nil)),
        ]
    }
}
