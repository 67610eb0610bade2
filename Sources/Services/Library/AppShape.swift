package import AppBundles
package import Catalog
package import HTTP
import HTTPTypes
package import JSON
import PropertyList
package import Web

/// An app as the API and pages show it.
package struct AppShape: Sendable {
    package let app: CatalogApp
    /// Its name in the language of the visitor.
    package let name: String
    /// The ids of its dumps.
    package let dumps: [String]
    /// What tells it from others of its name, where it is listed with such.
    package var distinction: String?

    package init(_ app: CatalogApp, languages: [String], dumps: [String] = []) {
        self.app = app
        self.dumps = dumps
        name = app.name(languages: languages)
    }

    /// The path of the app's page.
    package var address: String { "/apps/\(app.id.pathSegment)" }

    /// The address of the app's icon; nil when there is none that browsers show.
    package var icon: String? { app.bundle.icon().image.map { _ in "/api/v1\(address)/icon" } }

    private var paneCount: Int { app.bundle.settings?.paneNames.count ?? 0 }

    /// Writes the app as members of an object.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", app.id)
        writer.member("name", name)
        writer.member("version", app.bundle.version)
        if let icon { writer.member("icon", icon) }
        writer.member("panes", paneCount)
        writer.nested("languages", app.bundle.languages) { $0.string($1) }
        writer.member("domain", app.domain)
        writer.nested("dumps", dumps) { $0.string($1) }
        writer.member("readOnly", app.readOnly)
        if let uploadedAt = app.uploadedAt { writer.member("createdAt", Instant.text(uploadedAt)) }
        if let actor = app.actor { writer.member("actor", actor) }
    }
}

extension AppShape: PageModel {
    package static let members: Members<Self> = [
        "id": .text { $0.app.id }, "deletable": .flag { !$0.app.readOnly }, "address": .text { $0.address },
        "appIcon": .text { $0.icon }, "name": .text { $0.name }, "version": .text { $0.app.bundle.version },
        "distinction": .text { $0.distinction },
        "identifier": .text { $0.app.domain }, "panes": .part { Count($0.paneCount) },
        "languages": .part { Count($0.app.bundle.languages.count) },
        "settingsHref": .text { $0.app.bundle.settings == nil ? nil : $0.address + "/settings" },
        "watchHref": .text { shape in
            shape.app.bundle.watchSettings.map { shape.app.settingsPage(ofPane: $0.entryName, in: .watch) }
        },
        "defaultsHref": .text { PageAddress.path(ofDomain: $0.app.domain) },
    ]
}

extension CatalogApp {
    /// The path of the page of a pane, which for the Watch app's is not all of its address.
    package func settingsPath(ofPane name: String, in home: SettingsHome) -> String {
        let base = "/apps/\(id.pathSegment)/settings"
        return name == bundle.settings(shownOn: home)?.entryName ? base : base + "/" + name.pathSegment
    }

    /// The address of the page of a pane, or with `/api/v1` before it of the pane in the API.
    package func settingsPage(ofPane name: String, in home: SettingsHome = .phone, below start: String = "") -> String {
        let path = PageAddress(start + settingsPath(ofPane: name, in: home))
        return path.adding("bundle", home == .watch ? home.rawValue : nil).text
    }

    /// Where the bundle with a file of the app is shown.
    package func home(ofFile file: String?) -> SettingsHome {
        guard let folder = bundle.watchFolder, file?.hasPrefix(folder + "/") == true else { return .phone }
        return .watch
    }
}

extension AppBundle {
    /// The settings bundle that is shown somewhere.
    package func settings(shownOn home: SettingsHome) -> SettingsBundle? {
        home == .watch ? watchSettings : settings
    }
}

extension AppUpload {
    /// Takes an app from a request: the body itself, or the part `app` of a form, beside which a `name` may stand.
    ///
    /// As for dumps, a body without a multipart type is the archive whatever its type says.
    /// - Throws: 400 for a form without an app.
    package init(_ request: Request) throws {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            self.init(archive: try request.body.bytes()[...])
            return
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        guard let part = form["app"], !part.bytes.isEmpty else {
            throw Problem.malformedBody("The form has no app: put the archive into its part “app”.")
        }
        self.init(part, name: form["name"]?.text)
    }

    /// Takes an app from a part of a form, which its file's name names unless there is a better one.
    package init(_ part: MultipartPart, name: String?) {
        self.init(archive: part.bytes)
        self.name = [name, part.filename?.fileTitle].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }
}

/// Where pages lie that others lead to.
extension PageAddress {
    /// The path of the page of a domain of defaults.
    package static func path(ofDomain domain: String) -> String { "/defaults/\(domain.pathSegment)" }

    /// The address of the timeline of an app's dumps, by its bundle identifier.
    package static func timeline(ofApp identifier: String) -> String { "/timeline?app=\(identifier.pathSegment)" }
}

/// What tells apps of one name apart where they are listed: their versions where these differ, else their ids.
package enum AppNames {
    /// The apps, each with what tells it from others of its name in the list.
    package static func distinct(_ apps: [AppShape]) -> [AppShape] {
        let groups = Dictionary(grouping: apps) { $0.name.lowercased() }.filter { $1.count > 1 }
        guard !groups.isEmpty else { return apps }
        let namesWithVersions = Set(
            groups.filter { _, apps in Set(apps.compactMap(\.app.bundle.version)).count == apps.count }.keys
        )
        return apps.map { app in
            let name = app.name.lowercased()
            guard groups[name] != nil else { return app }
            var app = app
            app.distinction = namesWithVersions.contains(name) ? app.app.bundle.version : app.app.id
            return app
        }
    }
}

/// The apps that have to do with something, as many as are worth listing.
package struct AppMentions: PageModel {
    /// So many are named.
    package static let most = 8

    private let shown: [AppShape]
    private let total: Int

    /// - Parameter apps: all of them.
    package init(_ apps: [AppShape]) {
        shown = AppNames.distinct(Array(apps.prefix(Self.most)))
        total = apps.count
    }

    package static let members: Members<Self> = [
        "shown": .list { $0.shown }, "several": .flag { $0.total > 1 },
        "rest": .part { $0.total > Self.most ? Count($0.total - Self.most) : nil },
    ]
}
