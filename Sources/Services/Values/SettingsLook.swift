package import HTTP
package import ViewHierarchy
package import Web

/// How a version of iOS draws settings; the raw value is the version.
package enum SystemLook: String, Sendable, Hashable, CaseIterable {
    case ios18 = "18"
    case ios26 = "26"

    /// The name of the cookie that remembers the choice.
    package static let cookie = "ios"
}

/// Where an app's settings are shown: in Settings, or for its `Settings-Watch.bundle` in the Watch app of the iPhone.
package enum SettingsHome: String, Sendable, Hashable, CaseIterable {
    case phone
    case watch
}

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
    /// The version of iOS that draws the pane.
    package var system = SystemLook.ios18
    /// Whether the address says which version, so that ways from it do.
    private var namesSystem = false
    /// Which of the app's settings bundles is shown.
    package var home = SettingsHome.phone

    /// Reads the parameters of a page. Values that are not known count as absent.
    package init(_ request: Request) {
        lang = request.queryValue("lang")
        idiom = request.queryValue("idiom")
        showsKeys = request.queryValue("keys") == "true"
        textSize = request.queryValue("textSize").flatMap(TextSize.init(named:))
        showsSystemRows = request.queryValue("systemRows") == "true"
        let asked = request.queryValue("ios").flatMap(SystemLook.init(rawValue:))
        namesSystem = asked != nil
        system = asked ?? request.cookie(SystemLook.cookie).flatMap(SystemLook.init(rawValue:)) ?? .ios18
        home = request.queryValue("bundle").flatMap(SettingsHome.init(rawValue:)) ?? .phone
    }

    /// Chooses the version of iOS.
    package mutating func choose(_ system: SystemLook) {
        self.system = system
        namesSystem = true
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
            ("systemRows", showsSystemRows ? "true" : nil), ("ios", namesSystem ? system.rawValue : nil),
            ("bundle", home == .watch ? home.rawValue : nil),
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
