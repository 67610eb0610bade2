import AppBundles
import Catalog

/// The facts of an app as sections of its page. Addresses and schemes are text: nothing that a bundle says becomes a
/// link.
struct AppSections {
    private var sections: [TemplateModel] = []

    /// The sections that have anything to say.
    static func make(_ facts: AppFacts) -> TemplateModel {
        var all = AppSections()
        all.add("Runs on", runs(facts))
        all.add("Addresses that open it", facts.schemes.map { row($0.scheme + "://", [$0.name, $0.role]) })
        all.add("Apps it asks for", facts.queriedSchemes.map { row($0 + "://", []) })
        all.add("Must have", facts.capabilities.map { row($0.id, [$0.meaning]) })
        all.add("In the background", facts.backgroundModes.map { row($0.id, [$0.meaning]) })
        all.add("What it asks people for", facts.usages.map { row($0.subject, ["“\($0.text)”"], isCode: false) })
        all.add("Languages", facts.localizations.map { row($0.id, [$0.meaning]) })
        all.add("App groups", facts.appGroups.map { row($0, []) })
        all.add("Nibs and storyboards", facts.inventory.interfaces.map { row($0.path, [$0.kind]) }, isStacked: true)
        all.add("Icons", facts.inventory.icons.map { row($0.path, []) })
        all.add("Where its files are", facts.sandbox.map { row($0.id, [$0.meaning]) }, isStacked: true)
        return .list(all.sections)
    }

    /// - Parameter isStacked: whether what is said stands below its name, which is long.
    private mutating func add(_ heading: String, _ rows: [TemplateModel], isStacked: Bool = false) {
        guard !rows.isEmpty else { return }
        sections.append(["heading": .text(heading), "rows": .list(rows), "stacked": .flag(isStacked)])
    }

    private static func runs(_ facts: AppFacts) -> [TemplateModel] {
        var rows: [TemplateModel] = []
        if let system = facts.minimumSystem { rows.append(row("System", [system + " and later"], isCode: false)) }
        if !facts.devices.isEmpty {
            rows.append(row("Devices", [facts.devices.joined(separator: ", ")], isCode: false))
        }
        if !facts.platforms.isEmpty {
            rows.append(row("Built for", [facts.platforms.joined(separator: ", ")], isCode: false))
        }
        for entry in facts.orientations {
            rows.append(row("Orientations, \(entry.device)", [entry.names.joined(separator: "; ")], isCode: false))
        }
        return rows
    }

    private static func row(_ term: String, _ texts: [String?], isCode: Bool = true) -> TemplateModel {
        let text = texts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
        return ["term": .text(term), "text": .text(text), "code": .flag(isCode)]
    }
}
