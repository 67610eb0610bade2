import AppBundles
import Catalog
import HTTP
import OrderedCollections
import PropertyList

/// Finds rows in all panes by title, key, value and choices.
struct SettingsSearch {
    private static let mostResults = 100

    let settings: SettingsRequest
    /// Every pane that can be reached.
    let panes: SettingsPaneSet
    let request: Request
    let services: Services

    /// The rows that contain a text; nil without one.
    func model(for text: String) throws -> TemplateModel {
        let wanted = text.lowercased()
        var results: [TemplateModel] = []
        var count = 0
        for pane in panes.panes.values {
            let values = try services.rowValues(of: pane, settings).values
            for row in pane.rows {
                guard let reason = reason(row, values[row.index], wanted) else { continue }
                count += 1
                guard results.count < Self.mostResults else { continue }
                let title = row.title.isEmpty ? row.key ?? "Row \(row.index)" : row.title
                let address = PaneModel.address(of: pane, settings, request).text + "#row-\(row.index)"
                results.append([
                    "label": .text(title), "address": .text(address),
                    "where": .text(pane.title ?? settings.appName), "reason": .optional(reason.isEmpty ? nil : reason),
                ])
            }
        }
        let summary =
            switch count {
            case 0: "Nothing in these settings has “\(text.prefix(60))” in it."
            case 1: "1 row"
            default: "\(count) rows\(count > results.count ? ", the first \(results.count) are shown" : "")"
            }
        return ["summary": .text(summary), "hasResults": .flag(count > 0), "results": .list(results)]
    }

    /// Why a row fits: empty when its title says so, else what does; nil when it does not fit.
    private func reason(_ row: SettingsRow, _ value: RowValue?, _ wanted: String) -> String? {
        if row.title.lowercased().contains(wanted) { return "" }
        if let key = row.key, key.lowercased().contains(wanted) { return key }
        if row.isSecure { return nil }
        if let shown = value?.display, shown.lowercased().contains(wanted) {
            return shown.count > 120 ? shown.prefix(120) + "…" : shown
        }
        return row.choices.first { $0.title.lowercased().contains(wanted) }?.title
    }
}
