import DumpFormats
import ViewHierarchy

/// What another size does to the dump: who moves, and what is wrong then.
enum WhatIfModel {
    /// How many warnings are listed.
    private static let maximumWarnings = 100

    static func make(_ state: InspectorState) -> TemplateModel {
        guard let result = state.result, let layout = state.layout else { return .absent }
        let size = result.tree.bounds(of: layout.view).size
        let warnings = result.warnings + result.regressions(from: state.dump.tree)
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
            "situation": .optional(situation(layout.situation)), "warningSummary": .optional(summary),
            "findings": FindingsModel.make(Array(warnings.prefix(maximumWarnings)), state),
            "resetHref": .text(state.address(Situation())),
        ]
    }

    /// The situation in words, beyond the size: `iPhone X, XS, 11 Pro · landscape · keyboard`.
    private static func situation(_ situation: Situation) -> String? {
        var words: [String] = []
        if let device = situation.device { words.append(device.name) }
        if let orientation = situation.orientation { words.append(orientation.rawValue) }
        switch situation.statusBar {
        case .normal: break
        case .inCall: words.append("in-call status bar")
        case .hidden: words.append("no status bar")
        }
        if situation.showsKeyboard { words.append("keyboard") }
        return words.isEmpty ? nil : words.joined(separator: " · ")
    }
}
