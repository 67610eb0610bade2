import AppBundles
import Catalog
import Defaults
import FoundationEssentials
import PropertyList

/// What is behind a pane: its keys with type, default, stored value and what the app sees, the last changes, and what
/// is wrong with it.
struct KeysModel {
    private static let mostChanges = 6

    let pane: SettingsPane
    let values: [Int: RowValue]
    let snapshot: DomainSnapshot
    let sees: SearchList
    let action: String
    let app: StoredApp
    let history: [HistoryEntry]
    /// The keys of all panes whose values show as bullets.
    let secureKeys: Set<String>

    var model: TemplateModel {
        let keyed = pane.rows.filter { $0.key != nil && ($0.isEditable || $0.defaultValue != nil) }
        let modified = Set(keyed.filter { values[$0.index]?.stored != nil && $0.isEditable }.compactMap(\.key)).count
        let path = DomainQuery.path(of: snapshot.name)
        return [
            "action": .text(action), "domain": .text(snapshot.name), "revision": .number(snapshot.revision),
            "resetCount": modified > 0 ? .text(modified == 1 ? "Reset 1 value" : "Reset \(modified) values") : .absent,
            "valuesHref": .text("/api/v1/defaults/\(snapshot.name.pathSegment)"),
            "domainHref": .text(path), "historyHref": .text(path + "/history"),
            "groupDomain": .optional(pane.applicationGroup),
            "hasKeys": .flag(!keyed.isEmpty), "keys": .list(keyed.map(line)),
            "hasHistory": .flag(!history.isEmpty), "latest": .list(history.prefix(Self.mostChanges).map(entry)),
            "hasFindings": .flag(!pane.report.isEmpty), "findings": FindingsModel.make(pane.report),
            "lintHref": .text("/apps/\(app.id.pathSegment)/lint"),
        ]
    }

    private func line(_ row: SettingsRow) -> TemplateModel {
        let value = values[row.index] ?? RowValue(row, stored: nil)
        let key = row.key ?? ""
        let seen = sees.lookUp(key)
        let type = (value.stored ?? value.defaultValue)?.typeName ?? value.value?.typeName ?? "string"
        func text(_ value: PropertyListValue) -> TemplateModel {
            .text(row.isSecure ? "redacted" : ValueText.line(value, limit: 60))
        }
        return [
            "key": .text(key), "type": .text(row.isSecure ? "\(type) · secure" : type),
            "keyHref": .text(
                PageAddress(DomainQuery.path(of: snapshot.name)).adding("key", key).text
                    + "#\(DomainQuery.anchor(of: key))"
            ),
            "default": value.defaultValue.map(text) ?? "none", "stored": value.stored.map(text) ?? .absent,
            "sees": seen.map { text($0.value) } ?? "nil",
            "seesNote": seen == nil
                ? "not registered" : seen.flatMap { $0.origin == .stored ? nil : .text($0.origin.rawValue) } ?? .absent,
            "origin": .text(value.origin.rawValue), "modified": .flag(value.isModified),
        ]
    }

    private func entry(_ entry: HistoryEntry) -> TemplateModel {
        let shown = entry.changes.prefix(3)
        return [
            "revision": .number(entry.revision), "age": .text(Age.text(of: entry.at, now: Date())),
            "source": .text(entry.source.rawValue),
            "undoAction": .text(DomainQuery.path(of: snapshot.name) + "/history"),
            "return": .text(action),
            "changes": .list(
                shown.map { ChangeModel.make($0, domain: snapshot.name, hiding: secureKeys.contains($0.key)) }
            ),
            "more": entry.changes.count > 3 ? .text("and \(entry.changes.count - 3) more keys") : .absent,
        ]
    }
}
