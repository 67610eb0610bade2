import AppBundles
import Catalog
import Foundation
import JSON

/// The capabilities that a client asks for in a new session, merged (W3C WebDriver, section 7.2).
struct WebDriverCapabilities: Sendable {
    /// The names that need no prefix.
    private static let standardNames: Set = [
        "acceptInsecureCerts", "browserName", "browserVersion", "platformName", "pageLoadStrategy", "proxy",
        "setWindowRect", "strictFileInteractability", "timeouts", "unhandledPromptBehavior", "userAgent",
        "webSocketUrl",
    ]
    /// The capabilities of Vitrine.
    private static let ownNames: Set = ["dump", "app", "pane", "lang", "idiom"]
    private static let ownPrefix = "vitrine:"
    /// The most alternatives that one request may offer.
    private static let maximumAlternatives = 100

    /// Names and values in the order in which they were given.
    let members: [JSONMember]

    /// The text of a capability; nil where it is absent.
    /// - Throws: when it is no text.
    func text(_ name: String) throws(WebDriverError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.stringValue else {
            throw WebDriverError(.invalidArgument, "The capability “\(name)” takes a text.")
        }
        return text
    }

    subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// The alternatives of a request, each with what it always asks for, in the order of preference.
    static func alternatives(_ body: [JSONMember]) throws(WebDriverError) -> [WebDriverCapabilities] {
        guard let capabilities = body.first(where: { $0.name == "capabilities" })?.value,
            capabilities.kind == .object
        else {
            throw WebDriverError(
                .invalidArgument,
                "The body needs an object “capabilities” with “alwaysMatch” or “firstMatch” (W3C WebDriver); "
                    + "“desiredCapabilities” of older clients are not understood."
            )
        }
        let always = try members(capabilities["alwaysMatch"] ?? [:], of: "alwaysMatch")
        let firstMatch = capabilities["firstMatch"] ?? [[:]]
        guard let choices = firstMatch.arrayValue, !choices.isEmpty, choices.count <= maximumAlternatives else {
            throw WebDriverError(
                .invalidArgument,
                "“firstMatch” takes an array of 1 to \(maximumAlternatives) objects."
            )
        }
        var merged: [WebDriverCapabilities] = []
        for choice in choices {
            let members = try members(choice, of: "firstMatch")
            let names = Set(always.map(\.name))
            if let twice = members.first(where: { names.contains($0.name) }) {
                throw WebDriverError(
                    .invalidArgument,
                    "The capability “\(twice.name.prefix(60))” stands in “alwaysMatch” and in “firstMatch”."
                )
            }
            merged.append(WebDriverCapabilities(members: always + members))
        }
        return merged
    }

    /// The members of one object, names checked; those of null are as good as absent, those of `appium:options` count as
    /// if they stood beside it.
    private static func members(_ value: JSONValue, of place: String) throws(WebDriverError) -> [JSONMember] {
        guard let given = value.objectValue else {
            throw WebDriverError(.invalidArgument, "“\(place)” takes objects.")
        }
        var members: [JSONMember] = []
        var names: Set<String> = []
        for member in given where member.value != .null {
            if member.name == "appium:options", let options = member.value.objectValue {
                for option in options where option.value != .null {
                    let name = option.name.contains(":") ? option.name : "appium:" + option.name
                    if names.insert(name).inserted { members.append(JSONMember(name: name, value: option.value)) }
                }
                continue
            }
            guard member.name.contains(":") || standardNames.contains(member.name) else {
                throw WebDriverError(
                    .invalidArgument,
                    "The capability “\(member.name.prefix(60))” is none of the standard ones; others need the prefix of "
                        + "their vendor, such as “appium:\(member.name.prefix(60))”."
                )
            }
            if member.name.hasPrefix(ownPrefix), !ownNames.contains(String(member.name.dropFirst(ownPrefix.count))) {
                let known = ownNames.sorted().map { ownPrefix + $0 }.joined(separator: ", ")
                throw WebDriverError(
                    .invalidArgument,
                    "There is no capability “\(member.name.prefix(60))”; there are \(known)."
                )
            }
            if names.insert(member.name).inserted { members.append(member) }
        }
        return members
    }
}

extension WebDriverCapabilities {
    /// What a session with these capabilities is about.
    struct Wish: Sendable, Hashable {
        var target: WebDriverTarget
        /// The pane to begin with; nil for the first.
        var pane: String?
    }

    /// What they ask for.
    /// - Parameter host: The host and port by which the client reaches this server.
    /// - Throws: ``WebDriverError`` with `session not created` when this server has no such thing.
    func wish(host: String) throws(WebDriverError) -> Wish {
        if let platform = try text("platformName"), platform.lowercased() != "ios" {
            throw Self.refusal("The platform is “iOS” here, not “\(platform.prefix(40))”.")
        }
        if let name = try text("appium:automationName"), !["vitrine", "xcuitest"].contains(name.lowercased()) {
            throw Self.refusal("“appium:automationName” is “Vitrine” or “XCUITest”, not “\(name.prefix(40))”.")
        }
        if let browser = try text("browserName"), !browser.isEmpty {
            throw Self.refusal("There is no browser here; leave “browserName” out.")
        }
        var wish = try text("vitrine:dump").map { Wish(target: .dump($0)) }
        if let app = try text("vitrine:app") {
            guard wish == nil else { throw Self.refusal("“vitrine:dump” and “vitrine:app” exclude each other.") }
            wish = Wish(target: .settings(SettingsTarget(app: app)))
        }
        if wish == nil, let address = try text("appium:app") { wish = try Self.wish(address: address, host: host) }
        guard var wish else {
            throw Self.refusal(
                "Say what to look at: “vitrine:dump” with the id of a dump, “vitrine:app” with the id of an app for its "
                    + "settings, or “appium:app” with the address of either on this server."
            )
        }
        let pane = try text("vitrine:pane")
        let language = try text("vitrine:lang")
        let idiom = try text("vitrine:idiom")
        guard case .settings(var settings) = wish.target else {
            if pane != nil || language != nil || idiom != nil {
                throw Self.refusal("“vitrine:pane”, “vitrine:lang” and “vitrine:idiom” are for the settings of an app.")
            }
            return wish
        }
        if let idiom {
            guard ["phone", "pad"].contains(idiom) else { throw Self.refusal("“vitrine:idiom” is “phone” or “pad”.") }
            settings.isPad = idiom == "pad"
        }
        settings.language = language ?? settings.language
        wish.pane = pane ?? wish.pane
        wish.target = .settings(settings)
        return wish
    }

    /// What an address of this server stands for: that of a page or of the API, whole or only its path.
    private static func wish(address: String, host: String) throws(WebDriverError) -> Wish {
        guard let parts = URLComponents(string: address) else {
            throw refusal("“appium:app” is no address: “\(address.prefix(80))”.")
        }
        if let name = parts.host {
            let own = host.lowercased()
            guard own == name.lowercased() || own == "\(name.lowercased()):\(parts.port ?? 80)" else {
                throw refusal(
                    "“appium:app” names the server “\(name.prefix(80))”; this is “\(own.prefix(80))”. Nothing is fetched "
                        + "from elsewhere; send the dump or app here first."
                )
            }
        }
        var path = parts.percentEncodedPath.split(separator: "/").map {
            String($0).removingPercentEncoding ?? String($0)
        }
        if path.starts(with: ["api", "v1"]) { path.removeFirst(2) }
        let query = parts.queryItems ?? []
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        switch path.first {
        case "dumps" where path.count >= 2: return Wish(target: .dump(path[1]))
        case "apps" where path.count >= 2:
            let isPane = path.count > 3 && path[2] == "settings"
            var settings = SettingsTarget(app: path[1], language: value("lang"))
            settings.isPad = value("idiom") == "pad"
            return Wish(target: .settings(settings), pane: isPane ? path[3...].joined(separator: "/") : nil)
        default:
            throw refusal(
                "“appium:app” is the address of a dump (/dumps/…) or of an app (/apps/…) on this server, not "
                    + "“\(address.prefix(80))”."
            )
        }
    }

    /// How long the session lasts without a command (`appium:newCommandTimeout`, in seconds; 0 for no end).
    func patience() throws(WebDriverError) -> Duration? {
        guard let value = self["appium:newCommandTimeout"] else { return WebDriverSessions.usualPatience }
        guard let seconds = value.doubleValue, seconds.isFinite, (0...1e9).contains(seconds) else {
            throw WebDriverError(.invalidArgument, "“appium:newCommandTimeout” takes seconds, 0 for no end.")
        }
        return seconds == 0 ? nil : .seconds(seconds)
    }

    /// What the reply says: what stock clients look for, then what was asked for.
    func reply(to wish: Wish) -> [JSONMember] {
        let automation = self["appium:automationName"]?.stringValue ?? "Vitrine"
        var reply: [JSONMember] = [
            .init(name: "platformName", value: "iOS"), .init(name: "setWindowRect", value: false),
            .init(name: "appium:automationName", value: .string(automation)),
            // Appium Inspector offers predicates and class chains only where it finds this.
            .init(name: "automationName", value: "XCUITest"),
        ]
        switch wish.target {
        case .dump(let id): reply.append(.init(name: "vitrine:dump", value: .string(id)))
        case .settings(let settings): reply.append(.init(name: "vitrine:app", value: .string(settings.app)))
        }
        let names = Set(reply.map(\.name))
        return reply + members.filter { !names.contains($0.name) }
    }

    private static func refusal(_ message: String) -> WebDriverError { WebDriverError(.sessionNotCreated, message) }
}
