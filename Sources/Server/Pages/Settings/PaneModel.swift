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

    let pane: SettingsPane
    let values: [Int: RowValue]
    let settings: SettingsRequest
    let request: Request
    /// The row whose choices fill the screen.
    var chosenRow: SettingsRow?
    var refusal: Refusal?
    var isSaved = false

    /// A pane's page as this visitor sees it: in the language and on the device of the request.
    static func address(of pane: SettingsPane, _ settings: SettingsRequest, _ request: Request) -> PageAddress {
        address(ofPane: pane.name, settings, request)
    }

    private static func address(ofPane name: String, _ settings: SettingsRequest, _ request: Request) -> PageAddress {
        PageAddress(settings.pageAddress(ofPane: name))
            .adding("lang", request.queryValue("lang"))
            .adding("idiom", request.queryValue("idiom"))
    }

    /// Where the forms of the pane are sent.
    var action: String { Self.address(of: pane, settings, request).text }

    /// The title of the screen.
    private var heading: String {
        if let chosenRow { return chosenRow.title }
        return pane.title ?? settings.appName
    }

    var model: TemplateModel {
        let isChoosing = chosenRow != nil
        return [
            "idiom": .text(settings.idiom == .pad ? "pad" : "phone"), "direction": .text(pane.direction.rawValue),
            "language": .text((pane.language ?? "en").replacing("_", with: "-")),
            "api": .text("/api/v1/apps/\(settings.app.id.pathSegment)/settings"), "back": back,
            "heading": .text(heading), "saved": .flag(isSaved), "notice": notice,
            "groups": isChoosing ? .list([]) : .list(pane.groups.map(group)),
            "choose": chosenRow.map { rowModel($0).model.adding(["groupTitle": .absent, "footer": .absent]) }
                ?? .absent,
        ]
    }

    private var notice: TemplateModel {
        if pane.groups.isEmpty, let problem = pane.report.first(where: { $0.severity == .error }) {
            return .text(problem.message)
        }
        return pane.groups.allSatisfy(\.rows.isEmpty) && chosenRow == nil ? "This pane has no rows." : .absent
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
        settings.panes().panes.values.first { candidate in
            candidate.rows.contains { row in
                if case .childPane(let child) = row.content { child.pane == pane.name } else { false }
            }
        }
    }

    private func group(_ group: SettingsGroup) -> TemplateModel {
        [
            "groupTitle": .optional(group.title), "footer": .optional(group.footer),
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
            refusal: refusal?.index == row.index ? refusal : nil
        )
    }
}
