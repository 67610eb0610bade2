import AppBundles
import Defaults
import PropertyList

/// The keys behind a pane's rows: type, default, what is stored, what the app sees; and what is wrong with the pane.
struct KeysModel {
    let pane: SettingsPane
    let values: [Int: RowValue]
    let snapshot: DomainSnapshot
    let sees: SearchList
    let action: String

    var model: TemplateModel {
        let keyed = pane.rows.filter { $0.key != nil && $0.typeName != "childPane" && $0.typeName != "unsupported" }
        let modified = Set(keyed.filter { values[$0.index]?.stored != nil && $0.isEditable }.compactMap(\.key)).count
        return [
            "action": .text(action), "domain": .text(snapshot.name), "revision": .number(snapshot.revision),
            "resetCount": modified > 0 ? .text(modified == 1 ? "Reset 1 value" : "Reset \(modified) values") : .absent,
            "valuesHref": .text("/api/v1/defaults/\(snapshot.name.pathSegment)"),
            "hasKeys": .flag(!keyed.isEmpty), "keys": .list(keyed.map(line)),
            "hasFindings": .flag(!pane.report.isEmpty), "findings": FindingsModel.make(pane.report),
        ]
    }

    private func line(_ row: SettingsRow) -> TemplateModel {
        let value = values[row.index] ?? RowValue(row, stored: nil)
        let key = row.key ?? ""
        let seen = sees.lookUp(key)
        let type = (value.stored ?? value.defaultValue)?.typeName ?? value.value?.typeName ?? "string"
        func text(_ value: PropertyListValue) -> TemplateModel {
            .text(row.isSecure ? "redacted" : ValueText.short(value))
        }
        return [
            "key": .text(key), "type": .text(row.isSecure ? "\(type) · secure" : type),
            "default": value.defaultValue.map(text) ?? "none", "stored": value.stored.map(text) ?? .absent,
            "sees": seen.map { text($0.value) } ?? "nil", "seesNote": seen == nil ? "not registered" : .absent,
            "origin": .text(value.origin.rawValue), "modified": .flag(value.isModified),
        ]
    }
}
