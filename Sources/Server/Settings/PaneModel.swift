import AppBundles
import Catalog
import Diagnostics
import Foundation
import HTTP
import OrderedCollections
import PropertyList

/// A pane on its device: heading, way back, groups, or the choices of one row.
struct PaneModel {
    /// What a form sent and why it was not taken.
    struct Refusal: Sendable {
        var index: Int
        var message: String
        var text: String?
    }

    /// Longer notes fold.
    private static let longFooter = 420

    let pane: SettingsPane
    let values: [Int: RowValue]
    let settings: SettingsRequest
    let request: Request
    /// Every pane that can be reached, the root first.
    let panes: SettingsPaneSet
    /// The row whose choices fill the screen.
    var chosenRow: SettingsRow?
    var refusal: Refusal?
    var isSaved = false
    /// What was searched for and found, in place of the rows.
    var search: TemplateModel = .absent

    /// A pane's page as this visitor sees it: in the language and on the device of the request.
    static func address(of pane: SettingsPane, _ settings: SettingsRequest, _ request: Request) -> PageAddress {
        address(ofPane: pane.name, settings, request)
    }

    static func address(ofPane name: String, _ settings: SettingsRequest, _ request: Request) -> PageAddress {
        PageAddress(settings.pageAddress(ofPane: name))
            .adding("lang", request.queryValue("lang"))
            .adding("idiom", request.queryValue("idiom"))
            .adding("keys", showsKeys(request) ? "true" : nil)
    }

    /// Whether what is behind the rows stands under them.
    static func showsKeys(_ request: Request) -> Bool { request.queryValue("keys") == "true" }

    /// Where the forms of the pane are sent.
    var action: String { Self.address(of: pane, settings, request).text }

    /// The title of the screen.
    private var heading: String {
        if let chosenRow { return chosenRow.title.isEmpty ? chosenRow.key ?? "" : chosenRow.title }
        return pane.title ?? settings.appName
    }

    var model: TemplateModel {
        let isChoosing = chosenRow != nil
        let isPad = settings.idiom == .pad
        return [
            "idiom": .text(isPad ? "pad" : "phone"), "direction": .text(pane.direction.rawValue),
            "language": .text((pane.language ?? "en").replacing("_", with: "-")),
            "api": .text("/api/v1/apps/\(settings.app.id.pathSegment)/settings"), "back": back,
            "heading": .text(heading), "saved": .flag(isSaved), "notice": notice,
            "groups": isChoosing || isSearching ? .list([]) : .list(pane.groups.map(group)),
            "choose": isSearching ? .absent : choose, "search": search,
            "searchText": .optional(request.queryValue("q")),
            "action": .text(action),
            "lang": .optional(request.queryValue("lang")), "idiomName": .optional(request.queryValue("idiom")),
            "keysName": Self.showsKeys(request) ? "true" : .absent,
            "sidebar": isPad ? sidebar : .absent, "isRoot": .flag(pane.name == settings.bundle.entryName),
        ]
    }

    private var isSearching: Bool { if case .absent = search { false } else { true } }

    private var choose: TemplateModel {
        guard let row = chosenRow else { return .absent }
        return rowModel(row).model.adding([
            "groupTitle": .absent, "footer": .optional(row.presentation.choicesFooter),
        ])
    }

    private var notice: TemplateModel {
        if pane.groups.isEmpty, let problem = pane.report.first(where: { $0.severity == .error }) {
            return .text(problem.message)
        }
        return pane.groups.allSatisfy(\.rows.isEmpty) && chosenRow == nil ? "This pane has no rows." : .absent
    }

    /// The panes beside the one that is open, as an iPad has them.
    private var sidebar: TemplateModel {
        [
            "sidebarTitle": .text(settings.appName),
            "panes": .list(
                panes.panes.values.map { other in
                    [
                        "label": .text(other.title ?? settings.appName),
                        "address": .text(Self.address(of: other, settings, request).text),
                        "current": .flag(other.name == pane.name),
                    ]
                }
            ),
        ]
    }

    private var back: TemplateModel {
        if chosenRow != nil { return ["address": .text(action), "label": .text(pane.title ?? settings.appName)] }
        guard pane.name != settings.bundle.entryName else { return .absent }
        let parent = parentPane
        return [
            "address": .text(Self.address(ofPane: parent?.name ?? settings.bundle.entryName, settings, request).text),
            "label": .text(parent?.title ?? settings.appName),
        ]
    }

    /// The pane whose row opens this one.
    private var parentPane: SettingsPane? {
        panes.panes.values.first { candidate in
            candidate.rows.contains { row in
                if case .childPane(let child) = row.content { child.pane == pane.name } else { false }
            }
        }
    }

    private func group(_ group: SettingsGroup) -> TemplateModel {
        let footer = group.footer ?? ""
        let isLong = footer.count > Self.longFooter
        return [
            "groupTitle": .optional(group.title), "footer": isLong ? .absent : .optional(group.footer),
            "longFooter": isLong ? .text(footer) : .absent,
            "footerStart": isLong
                ? .text(footer.prefix(180).split(separator: "\n").joined(separator: " ") + "…") : .absent,
            "hasRows": .flag(!group.rows.isEmpty), "rows": .list(group.rows.map { rowModel($0).model }),
        ]
    }

    private func rowModel(_ row: SettingsRow) -> RowModel {
        RowModel(
            row: row,
            value: values[row.index] ?? RowValue(row, stored: nil),
            settings: settings,
            action: action,
            choicesAddress: Self.address(of: pane, settings, request).adding("choose", String(row.index)).text,
            paneAddress: { Self.address(ofPane: $0, settings, request).text },
            refusal: refusal?.index == row.index ? refusal : nil,
            showsKeys: Self.showsKeys(request)
        )
    }
}

/// The choice of language and device above a pane.
enum ViewOptionsModel {
    static func make(_ pane: SettingsPane, _ settings: SettingsRequest, _ request: Request) -> [String: TemplateModel] {
        let path = settings.pageAddress(ofPane: pane.name)
        let language = request.queryValue("lang")
        let keys = PaneModel.showsKeys(request) ? "true" : nil
        let here = PageAddress(path).adding("lang", language).adding("keys", keys)
        let isPad = settings.idiom == .pad
        let choices = settings.app.bundle.languages.filter { $0 != "Base" }
        return [
            "here": .text(path), "showsKeys": .flag(keys != nil), "keysValue": .optional(keys),
            "keysHref": .text(
                PageAddress(path).adding("lang", language).adding("idiom", request.queryValue("idiom"))
                    .adding("keys", keys == nil ? "true" : nil).text
            ),
            "domainHref": .text(DomainQuery.path(of: settings.domain(of: pane))),
            "idiomName": .text(isPad ? "pad" : "phone"), "isPhone": .flag(!isPad),
            "isPad": .flag(isPad), "phoneHref": .text(here.adding("idiom", "phone").text),
            "padHref": .text(here.adding("idiom", "pad").text),
            "languages": .list(
                (choices.isEmpty ? ["en"] : choices).map {
                    [
                        "code": .text($0), "tag": .text($0.replacingOccurrences(of: "_", with: "-")),
                        "label": .text(Self.name(of: $0)),
                        "selected": .flag($0 == (pane.language ?? "en")),
                    ]
                }
            ),
        ]
    }

    /// A language in its own words, where its name is known.
    private static func name(of language: String) -> String {
        let tag = language.replacingOccurrences(of: "_", with: "-")
        guard let name = Locale(identifier: tag).localizedString(forIdentifier: tag), !name.isEmpty else {
            return language
        }
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

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
