import Diagnostics
import OrderedCollections
import PropertyList

/// Checks the keys of the rows that can be reached, within each domain: whether they agree with one another, and what
/// the app has to register.
enum KeyCheck {
    private struct Use {
        let pane: SettingsPane
        let row: SettingsRow
    }

    /// A key in the defaults of the app, or of one of its groups.
    private struct Place: Hashable {
        let group: String?
        let key: String
    }

    static func findings(of bundle: SettingsBundle) -> [BundleFinding] {
        var findings: OrderedSet<BundleFinding> = []
        var registered: Set<Place> = []
        for idiom in InterfaceIdiom.allCases {
            var first: [Place: Use] = [:]
            for pane in bundle.allPanes(idiom: idiom).panes.values {
                for row in pane.rows where row.isEditable {
                    guard let key = row.key, !key.isEmpty else { continue }
                    let place = Place(group: pane.applicationGroup, key: key)
                    if row.defaultValue != nil { registered.insert(place) }
                    let use = Use(pane: pane, row: row)
                    guard let other = first[place] else {
                        first[place] = use
                        continue
                    }
                    findings.append(contentsOf: conflicts(of: use, with: other, key: key))
                }
            }
        }
        if !registered.isEmpty { findings.append(unregistered(registered.map(\.key).sorted())) }
        return Array(findings)
    }

    private static func conflicts(of use: Use, with other: Use, key: String) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        func note(_ rule: String, _ message: String) {
            findings.append(
                BundleFinding(
                    .warning,
                    rule,
                    "The Key “\(key.prefix(60))” \(message)",
                    file: use.pane.file,
                    pane: use.pane.name,
                    row: use.row.index,
                    key: key
                )
            )
        }
        let place = "row \(other.row.index) of “\(other.pane.file)”"
        if storage(of: use.row) != storage(of: other.row) {
            note(
                "settings.key.typeConflict",
                "belongs to a row of type \(use.row.typeName) here and of type \(other.row.typeName) in \(place)."
            )
        }
        if let own = use.row.defaultValue, let others = other.row.defaultValue, !own.matchesLoosely(others) {
            note("settings.key.defaultConflict", "has another DefaultValue here than in \(place).")
        }
        return findings
    }

    /// What kind of value a row stores; multi-value rows and radio groups store alike, as do fields and text views.
    private static func storage(of row: SettingsRow) -> String {
        switch row.content {
        case .multiValue, .radioGroup: "choice"
        case .textField, .textView: "text"
        default: row.typeName
        }
    }

    private static func unregistered(_ keys: [String]) -> BundleFinding {
        let some = keys.prefix(3).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        let rest = keys.count > 3 ? " and \(keys.count - 3) more" : ""
        return BundleFinding(
            .info,
            "settings.defaults.notRegistered",
            "The app does not see the DefaultValue of \(some)\(rest) unless it registers "
                + (keys.count == 1 ? "it." : "them.")
        )
    }
}
