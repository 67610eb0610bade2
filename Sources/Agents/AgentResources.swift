import Defaults
import Foundation
import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// What can be read by an address: screens, scenes, settings panes, and the rules that findings follow.
enum AgentResource: Hashable, Sendable {
    /// What is on a screen, as text and as JSON, and how it looks.
    case screen(String)
    case digest(String)
    case picture(String)
    case scenes(String)
    case interfaces(app: String)
    /// A settings pane; without a name the first.
    case pane(app: String, name: String?)
    case lintRules
    case uikitRules

    static let scheme = "vitrine://"
    /// The most bytes of an address.
    private static let longest = 2_048

    /// Reads an address; nil for one that leads nowhere here.
    init?(_ address: String) {
        guard address.utf8.count <= Self.longest, address.hasPrefix(Self.scheme) else { return nil }
        var parts: [String] = []
        for part in address.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false) {
            guard let plain = String(part).removingPercentEncoding, !plain.isEmpty else { return nil }
            parts.append(plain)
        }
        switch (parts.first, parts.count) {
        case ("dumps", 2): self = .screen(parts[1])
        case ("dumps", 3) where parts[2] == "json": self = .digest(parts[1])
        case ("dumps", 3) where parts[2] == "picture": self = .picture(parts[1])
        case ("dumps", 3) where parts[2] == "scenes": self = .scenes(parts[1])
        case ("apps", 3) where parts[2] == "interfaces": self = .interfaces(app: parts[1])
        case ("apps", 3) where parts[2] == "settings": self = .pane(app: parts[1], name: nil)
        case ("apps", 4) where parts[2] == "settings": self = .pane(app: parts[1], name: parts[3])
        case ("rules", 2) where parts[1] == "lint": self = .lintRules
        case ("rules", 2) where parts[1] == "uikit": self = .uikitRules
        default: return nil
        }
    }

    var address: String {
        let path =
            switch self {
            case .screen(let dump): "dumps/\(dump.pathSegment)"
            case .digest(let dump): "dumps/\(dump.pathSegment)/json"
            case .picture(let dump): "dumps/\(dump.pathSegment)/picture"
            case .scenes(let dump): "dumps/\(dump.pathSegment)/scenes"
            case .interfaces(let app): "apps/\(app.pathSegment)/interfaces"
            case .pane(let app, nil): "apps/\(app.pathSegment)/settings"
            case .pane(let app, let name?): "apps/\(app.pathSegment)/settings/\(name.pathSegment)"
            case .lintRules: "rules/lint"
            case .uikitRules: "rules/uikit"
            }
        return Self.scheme + path
    }

    /// Reads the address that a message names.
    /// - Throws: ``AgentError`` where it leads nowhere.
    static func named(by message: AgentMessage) throws(AgentError) -> AgentResource {
        guard let uri = message.params["uri"]?.stringValue else {
            throw AgentError(.invalidParams, "\(message.method) needs “uri”.")
        }
        guard let resource = AgentResource(uri) else { throw .noResource(uri) }
        return resource
    }

    // MARK: Templates

    /// What addresses are made of, with what is put in.
    static let templates: [(uri: String, name: String, about: String, type: String?)] = [
        ("dumps/{dump}", "screen", "What is on a screen, as text with the numbers of views.", "text/plain"),
        ("dumps/{dump}/json", "screen-json", "The same as JSON, with frames.", "application/json"),
        ("dumps/{dump}/picture", "screen-picture", "The screenshot, or the screen as it is drawn from its views.", nil),
        ("dumps/{dump}/scenes", "scenes", "The scenes of a storyboard with their segues.", "application/json"),
        ("apps/{app}/interfaces", "interfaces", "The interface files of an app, which open loads.", "application/json"),
        ("apps/{app}/settings", "settings", "The first settings pane of an app.", "application/json"),
        (
            "apps/{app}/settings/{pane}", "settings-pane", "A settings pane, with its rows and values.",
            "application/json"
        ),
    ]

    static let listedTemplates = templates.map { template in
        JSONValue.members([
            "uriTemplate": .string(scheme + template.uri), "name": .string(template.name),
            "description": .string(template.about), "mimeType": template.type.map(JSONValue.string),
        ])
    }

    // MARK: Lists

    /// The rules, which are there whatever is loaded.
    static let rules: [JSONValue] = [
        AgentResource.lintRules.listed(
            "lint-rules",
            "Rules of findings",
            "Each rule with its reason and its fix.",
            "application/json"
        ),
        AgentResource.uikitRules.listed(
            "uikit-rules",
            "UIKit's rules",
            "How UIKit places views, and how well each rule is known.",
            "text/markdown"
        ),
    ]

    func listed(
        _ name: String,
        _ title: String,
        _ about: String,
        _ type: String,
        since date: JSONValue? = nil
    ) -> JSONValue {
        .members([
            "uri": .string(address), "name": .string(name), "title": .string(title), "description": .string(about),
            "mimeType": .string(type), "annotations": date.map { ["lastModified": $0] },
        ])
    }

    /// What is listed of a dump.
    static func listed(dump: JSONValue) -> [JSONValue] {
        guard let id = dump["id"]?.stringValue else { return [] }
        let name = AgentText.line(dump["name"]?.stringValue ?? id)
        let about = "\(AgentText.plain(dump["format"])), \(AgentText.plain(dump["viewCount"])) views"
        let date = dump["createdAt"]
        var listed = [AgentResource.screen(id).listed(id, name, "Screen: \(about).", "text/plain", since: date)]
        if dump["format"] == "storyboard" {
            listed.append(
                AgentResource.scenes(id).listed(
                    "\(id)-scenes",
                    "\(name): scenes",
                    "Storyboard: \(about).",
                    "application/json",
                    since: date
                )
            )
        }
        return listed
    }

    /// What is listed of an app: its interface files, and its settings panes.
    static func listed(app: JSONValue, _ api: AgentRequests) async throws -> [JSONValue] {
        guard let id = app["id"]?.stringValue else { return [] }
        let title = AgentText.line(app["name"]?.stringValue ?? id)
        var listed = [
            AgentResource.interfaces(app: id).listed(
                "\(id)-interfaces",
                "\(title): interface files",
                "Interface files of the app.",
                "application/json"
            )
        ]
        for name in try await panes(of: id, api).prefix(mostPanes) {
            listed.append(
                AgentResource.pane(app: id, name: name).listed(
                    "\(id)-\(AgentText.line(name))",
                    "\(title): \(AgentText.line(name))",
                    "Settings pane of the app.",
                    "application/json"
                )
            )
        }
        return listed
    }

    /// The most settings panes of one app that are listed; others are found by their template.
    private static let mostPanes = 50

    /// The names of an app's settings panes; none where it has no settings.
    static func panes(of app: String, _ api: AgentRequests) async throws -> [String] {
        do {
            let all = try await api.get("/apps/\(app.pathSegment)/settings", [("deep", "true"), ("limit", "1000")])
            return all["panes"]?.objectValue?.map(\.name) ?? []
        } catch let refused as AgentRefusal where refused.status == 404 || refused.status == 422 {
            return []
        }
    }

    // MARK: What changes

    /// What tells of a change of the resource; nil where it never changes.
    /// - Throws: ``AgentRefusal`` where there is no such resource, or it is not for who asks.
    func topic(_ api: AgentRequests) async throws -> EventTopic? {
        switch self {
        case .screen(let dump), .digest(let dump), .picture(let dump), .scenes(let dump):
            _ = try await api.get("/dumps/\(dump.pathSegment)")
            return .dump(dump)
        case .interfaces(let app):
            _ = try await api.get("/apps/\(app.pathSegment)")
            return .library
        case .pane(let app, _):
            let domain = try await api.get("/apps/\(app.pathSegment)")["domain"]?.stringValue
            return domain.map(EventTopic.defaults)
        case .lintRules, .uikitRules: return nil
        }
    }

    // MARK: Reading

    /// The most tokens of a screen as text.
    private static let tokens = "4000"

    /// What the resource holds.
    func contents(_ api: AgentRequests, guides: StaticFiles?) async throws -> JSONValue {
        switch self {
        case .screen(let dump):
            let text = try await api.send(
                .get,
                "/dumps/\(dump.pathSegment)/digest",
                [("tokens", Self.tokens)],
                accept: "text/plain"
            )
            return try content("text/plain", AgentAnswer.fenced(String(decoding: text.body, as: UTF8.self)))
        case .digest(let dump):
            return try await json(api, "/dumps/\(dump.pathSegment)/digest", [("tokens", Self.tokens)])
        case .picture(let dump): return try await picture(of: "/dumps/\(dump.pathSegment)", api)
        case .scenes(let dump): return try await json(api, "/dumps/\(dump.pathSegment)/scenes")
        case .interfaces(let app): return try await json(api, "/apps/\(app.pathSegment)/interfaces")
        case .pane(let app, let name):
            return try await json(api, "/apps/\(app.pathSegment)/settings" + (name.map { "/\($0.pathSegment)" } ?? ""))
        case .lintRules: return try await json(api, "/lint/rules")
        case .uikitRules:
            guard let guide = guides?.contents(of: "uikit-rules.md") else {
                throw AgentError(.resourceNotFound, "This installation has no guide to UIKit's rules.")
            }
            return try content("text/markdown", String(decoding: guide, as: UTF8.self))
        }
    }

    private func json(_ api: AgentRequests, _ path: String, _ query: [(String, String?)] = []) async throws -> JSONValue
    {
        let response = try await api.send(.get, path, query)
        return try content("application/json", String(decoding: response.body, as: UTF8.self))
    }

    /// The picture that came with a dump; where none did, the screen as it is drawn.
    private func picture(of path: String, _ api: AgentRequests) async throws -> JSONValue {
        guard try await api.get(path)["screenshot"] == true else {
            let drawn = try await api.send(
                .get,
                path + "/wireframe.svg",
                [("style", "screen")],
                accept: "image/svg+xml"
            )
            return try content("image/svg+xml", String(decoding: drawn.body, as: UTF8.self))
        }
        let picture = try await api.send(.get, path + "/screenshot", accept: "image/*")
        try Self.check(picture.body.count * 4 / 3)
        return [
            "uri": .string(address), "mimeType": .string(picture.headers.value(of: .contentType) ?? "image/png"),
            "blob": .string(Data(picture.body).base64EncodedString()),
        ]
    }

    private func content(_ type: String, _ text: String) throws(AgentError) -> JSONValue {
        try Self.check(text.utf8.count)
        return ["uri": .string(address), "mimeType": .string(type), "text": .string(text)]
    }

    private static func check(_ count: Int) throws(AgentError) {
        guard count <= AgentServer.maximumBytes else {
            throw AgentError(
                .internalError,
                "The resource has \(count >> 20) MiB, more than \(AgentServer.maximumBytes >> 20). Ask for parts of it with look or find."
            )
        }
    }
}

extension AgentError {
    /// An address that leads nowhere.
    static func noResource(_ uri: String) -> AgentError {
        let uri = AgentText.line(uri, longest: 200)
        return AgentError(
            .resourceNotFound,
            "There is no resource “\(uri)”. See resources/list and resources/templates/list.",
            data: ["uri": .string(uri)]
        )
    }
}

extension AgentServer {
    /// How many apps stand on a page of the list: each is asked for its settings panes.
    private static let appsOfPage = 10

    /// A page of all that is there: rules, apps, dumps, in the order of the API's lists.
    ///
    /// A cursor is the API's own, behind the letter of its list.
    func listedResources(_ message: AgentMessage, _ api: AgentRequests) async throws -> JSONValue {
        let cursor = try Self.cursor(message)
        var listed: [JSONValue] = cursor == nil ? AgentResource.rules : []
        var next: String?
        do {
            if cursor?.first != "d" {
                let query = [("limit", String(Self.appsOfPage)), ("after", Self.after(cursor))]
                let page = try await api.get("/apps", query)
                for app in page["apps"]?.arrayValue ?? [] { listed += try await AgentResource.listed(app: app, api) }
                next = Self.next(page).map { "a\($0)" }
            }
            if next == nil {
                let after = cursor?.first == "d" ? Self.after(cursor) : nil
                let page = try await api.get("/dumps", [("limit", String(Self.pageSize)), ("after", after)])
                listed += (page["dumps"]?.arrayValue ?? []).flatMap(AgentResource.listed)
                next = Self.next(page).map { "d\($0)" }
            }
        } catch let refused as AgentRefusal where cursor != nil && [400, 404].contains(refused.status) {
            throw AgentError(.invalidParams, "“cursor” leads nowhere any more. Begin again without it.")
        }
        return .members([
            "resources": .array(listed), "ttlMs": 0, "cacheScope": "private", "nextCursor": next.map(JSONValue.string),
        ])
    }

    private static func cursor(_ message: AgentMessage) throws(AgentError) -> String? {
        guard let cursor = message.params["cursor"], cursor != .null else { return nil }
        guard let text = cursor.stringValue, text.utf8.count <= 300, text.first == "a" || text.first == "d" else {
            throw .badCursor
        }
        return text
    }

    private static func after(_ cursor: String?) -> String? { cursor.map { String($0.dropFirst()) } }

    private static func next(_ page: JSONValue) -> String? {
        page["next"].flatMap { $0 == .null ? nil : $0.stringValue ?? $0.integerValue?.description }
    }

    /// What one resource holds.
    func readResource(_ message: AgentMessage, _ api: AgentRequests) async throws -> JSONValue {
        let contents = try await AgentResource.named(by: message).contents(api, guides: services.guides)
        return ["contents": [contents], "ttlMs": 0, "cacheScope": "private"]
    }
}
