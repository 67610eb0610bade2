import AppBundles
import Catalog
import Foundation
import HTTP

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
