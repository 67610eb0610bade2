package import HTTP
package import Web

/// How somebody looks at settings: what the address of a pane says beside the pane, and what every way from it keeps.
package struct SettingsLook: Sendable, Hashable {
    /// The language and the kind of device as they were given.
    package var lang: String?
    package var idiom: String?
    /// Whether what is behind the rows stands under them.
    package var showsKeys = false
    /// The text size that was asked for; nil for the usual one.
    package var textSize: TextSize?
    /// Whether the rows that iOS itself shows stand above the app's own.
    package var showsSystemRows = false

    /// Reads the parameters of a page. Values that are not known count as absent.
    package init(_ request: Request) {
        lang = request.queryValue("lang")
        idiom = request.queryValue("idiom")
        showsKeys = request.queryValue("keys") == "true"
        textSize = request.queryValue("textSize").flatMap(TextSize.init)
        showsSystemRows = request.queryValue("systemRows") == "true"
    }

    /// Only a language and a kind of device.
    package init(lang: String?, idiom: String?) {
        self.lang = lang
        self.idiom = idiom
    }

    /// The parameters by their names, without those that say what holds anyway.
    private var parameters: [(name: String, value: String)] {
        let all = [
            ("lang", lang), ("idiom", idiom), ("keys", showsKeys ? "true" : nil), ("textSize", textSize?.rawValue),
            ("systemRows", showsSystemRows ? "true" : nil),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    /// An address at which things look like this.
    package func address(_ path: String) -> PageAddress {
        parameters.reduce(PageAddress(path)) { $0.adding($1.name, $1.value) }
    }

    /// What a form sends along so that things go on to look like this.
    /// - Parameter names: the parameters that the form has controls for.
    package func fields(except names: Set<String> = []) -> [ListOption] {
        parameters.filter { !names.contains($0.name) }.map { ListOption(value: $0.value, label: $0.name) }
    }
}

/// The text sizes that people choose on a device, by the names that SwiftUI has for them (`DynamicTypeSize`): UIKit's
/// content size categories. What each means for each text style stands in `settings-text.css`.
package enum TextSize: String, Sendable, Hashable, CaseIterable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2, accessibility3,
        accessibility4, accessibility5

    /// The one that a device has until somebody changes it.
    package static let standard = large

    /// Whether it is one of the larger sizes of Accessibility, at which rows put their value below their title.
    package var isAccessibility: Bool { rawValue.hasPrefix("accessibility") }

    /// What Apple's tables call it.
    package var name: String {
        isAccessibility
            ? "AX" + rawValue.dropFirst("accessibility".count) : rawValue.prefix(1) == "x" ? rawValue : title
    }

    /// The size of body text in points (Human Interface Guidelines, Typography).
    package var bodyPoints: Int {
        switch self {
        case .xSmall: 14
        case .small: 15
        case .medium: 16
        case .large: 17
        case .xLarge: 19
        case .xxLarge: 21
        case .xxxLarge: 23
        case .accessibility1: 28
        case .accessibility2: 33
        case .accessibility3: 40
        case .accessibility4: 47
        case .accessibility5: 53
        }
    }

    private var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
