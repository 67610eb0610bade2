import AppBundles
import Catalog
import Diagnostics
import HTTP
import OrderedCollections

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
