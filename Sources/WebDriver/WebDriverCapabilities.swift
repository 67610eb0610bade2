import AppBundles
import Catalog
import Foundation
import JSON
import Web

/// The capabilities that a client asks for in a new session, merged (W3C WebDriver, section 7.2).
struct WebDriverCapabilities: Sendable {
    /// The most alternatives that one request may offer.
    private static let maximumAlternatives = 100

    /// Names and values in the order in which they were given; none is null, and each is as ``CapabilityRules`` wants it.
    let members: [JSONMember]

    /// The text of a capability; nil where it is absent.
    func text(_ name: String) -> String? { self[name]?.stringValue }

    subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// The alternatives of a request, each with what it always asks for, in the order of preference.
    /// - Throws: ``WebDriverError`` with `invalid argument` for what is no such request; with `session not created`, as
    ///   Appium has it, for one in the words that were spoken before W3C WebDriver.
    static func alternatives(_ body: [JSONMember]) throws(WebDriverError) -> [WebDriverCapabilities] {
        let body = JSONPlace(.object(body))
        var reader = MemberReader()
        if body["capabilities"].map({ $0.value == .null }) ?? true, body["desiredCapabilities"] != nil {
            throw refusal(
                "“desiredCapabilities” are not understood; the body needs “capabilities” with “alwaysMatch” or "
                    + "“firstMatch” (W3C WebDriver): bring the client up to date."
            )
        }
        let capabilities = reader.object(reader.required("capabilities", of: body))
        let always = capabilities?["alwaysMatch"].map { members(&reader, $0) } ?? []
        var choices: [[JSONMember]] = [[]]
        if let firstMatch = capabilities?["firstMatch"] {
            let given = reader.elements(firstMatch, of: "objects") ?? []
            if firstMatch.value.kind == .array, !(1...maximumAlternatives).contains(given.count) {
                reader.refuse(firstMatch, "“firstMatch” takes 1 to \(maximumAlternatives) objects.")
            } else {
                choices = given.map { members(&reader, $0) }
            }
        }
        let names = Set(always.map(\.name))
        for choice in choices {
            for twice in choice where names.contains(twice.name) {
                reader.refuse(
                    body,
                    "The capability “\(twice.name.prefix(60))” is in both “alwaysMatch” and “firstMatch”."
                )
            }
        }
        if let error = WebDriverError(reader.faults) { throw error }
        return choices.map { WebDriverCapabilities(members: always + $0) }
    }

    /// The members of one object, checked; those of null are as good as absent, those of `appium:options` count as if they
    /// stood beside it.
    private static func members(_ reader: inout MemberReader, _ place: JSONPlace) -> [JSONMember] {
        var members: [JSONMember] = []
        var names: Set<String> = []
        func add(_ name: String, _ member: JSONPlace) {
            CapabilityRules.check(name, member, &reader)
            if names.insert(name).inserted { members.append(JSONMember(name: name, value: member.value)) }
        }
        for member in reader.object(place)?.members ?? [] where member.value != .null {
            let name = member.name ?? ""
            guard name == "appium:options", member.value.kind == .object else {
                add(name, member)
                continue
            }
            for option in member.members where option.value != .null {
                let name = option.name ?? ""
                add(name.contains(":") ? name : "appium:" + name, option)
            }
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
        if let platform = text("platformName"), platform.lowercased() != "ios" {
            throw Self.refusal("The platform is “iOS” here, not “\(platform.prefix(40))”.")
        }
        if let name = text("appium:automationName"), !["vitrine", "xcuitest"].contains(name.lowercased()) {
            throw Self.refusal("“appium:automationName” is “Vitrine” or “XCUITest”, not “\(name.prefix(40))”.")
        }
        for name in ["browserName", "browserVersion", "userAgent"] {
            guard let browser = text(name), !browser.isEmpty else { continue }
            throw Self.refusal("There is no browser here. Leave “\(name)” out.")
        }
        if self["setWindowRect"] == true {
            throw Self.refusal("Screens can't be resized. Leave “setWindowRect” out.")
        }
        var wish = text("vitrine:dump").map { Wish(target: .dump($0)) }
        if let app = text("vitrine:app") {
            guard wish == nil else { throw Self.refusal("“vitrine:dump” and “vitrine:app” exclude each other.") }
            wish = Wish(target: .settings(SettingsTarget(app: app)))
        }
        if wish == nil, let address = text("appium:app") { wish = try Self.wish(address: address, host: host) }
        guard var wish else {
            throw Self.refusal(
                "Name what to open: “vitrine:dump” with the id of a dump, “vitrine:app” with the id of an app for its "
                    + "settings, or “appium:app” with the address of either on this server."
            )
        }
        let pane = text("vitrine:pane")
        let language = text("vitrine:lang")
        let idiom = text("vitrine:idiom")
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
    var patience: Duration? {
        guard let seconds = self["appium:newCommandTimeout"]?.doubleValue else {
            return WebDriverSessions.usualPatience
        }
        return seconds == 0 ? nil : .seconds(seconds)
    }

    /// Appium's settings to begin with: those of `appium:settings` and each `appium:settings[name]`.
    var settings: [JSONMember] {
        members.flatMap { member -> [JSONMember] in
            if member.name == "appium:settings" { return member.value.objectValue ?? [] }
            guard member.name.hasPrefix("appium:settings["), member.name.hasSuffix("]") else { return [] }
            let name = String(member.name.dropFirst("appium:settings[".count).dropLast())
            return [JSONMember(name: name, value: member.value)]
        }
    }

    /// What the reply says: what stock clients look for, then what was asked for, then what the standard has said of every
    /// session (section 8.1).
    func reply(to wish: Wish, timeouts: WebDriverSession.Timeouts) -> [JSONMember] {
        var reply: [JSONMember] = [
            .init(name: "platformName", value: "iOS"), .init(name: "setWindowRect", value: false),
            .init(name: "appium:automationName", value: .string(text("appium:automationName") ?? "Vitrine")),
            // Appium Inspector offers predicates and class chains only where it finds this.
            .init(name: "automationName", value: "XCUITest"),
            .init(name: "timeouts", value: timeouts.json),
        ]
        switch wish.target {
        case .dump(let id): reply.append(.init(name: "vitrine:dump", value: .string(id)))
        case .settings(let settings): reply.append(.init(name: "vitrine:app", value: .string(settings.app)))
        }
        func add(_ others: [JSONMember]) {
            let names = Set(reply.map(\.name))
            reply += others.filter { !names.contains($0.name) }
        }
        // There are no streams of events (WebDriver BiDi), so that clients must not look for their address.
        add(members.filter { $0.name != "webSocketUrl" })
        add([
            .init(name: "acceptInsecureCerts", value: false), .init(name: "pageLoadStrategy", value: "normal"),
            .init(name: "proxy", value: [:]), .init(name: "strictFileInteractability", value: false),
        ])
        return reply
    }

    private static func refusal(_ message: String) -> WebDriverError { WebDriverError(.sessionNotCreated, message) }
}

/// Appium's settings of a session (`/appium/settings`): those of WebDriverAgent that a screen which stands still can obey,
/// and all others, which are kept and named as such.
struct WebDriverSettings: Sendable, Hashable {
    /// The most that a session keeps.
    private static let maximumCount = 256
    private static let maximumBytes = 64 << 10
    /// The member in which a client sees what is kept only.
    private static let keptOnly = "vitrine:notInEffect"
    /// The deepest tree that can be asked for.
    private static let maximumDepth = 1_000_000

    private typealias Rule = @Sendable (inout MemberReader, JSONPlace) -> Void

    private static let text: Rule = { _ = $0.text($1) }
    private static let flag: Rule = { _ = $0.bool($1) }

    /// What is obeyed, and what it takes.
    private static let rules: [String: Rule] = {
        var rules: [String: Rule] = [
            "elementResponseAttributes": text, "pageSourceExcludedAttributes": text, "shouldUseCompactResponses": flag,
            "snapshotMaxDepth": { _ = $0.integer($1, in: 0...maximumDepth) },
            // These two say how a device searches; what is found is the same.
            "boundElementsByIndex": flag, "useFirstMatch": flag,
        ]
        for name in optionalAttributes.keys { rules[name] = flag }
        return rules
    }()

    /// Which attributes of page source each of the settings turns off or on.
    private static let optionalAttributes = [
        "includeHittableInPageSource": ["hittable"], "includeNativeFrameInPageSource": ["nativeFrame"],
        "includeMinMaxValueInPageSource": ["minValue", "maxValue"],
        "includeCustomActionsInPageSource": ["customActions"],
        "includeNativeAccessibilityElementInPageSource": ["nativeAccessibilityElement"],
    ]

    /// What was set, in the order in which it came.
    private(set) var members: [JSONMember] = []

    private subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// With other settings over these; null gives one back. What cannot be is noted.
    func merging(_ reader: inout MemberReader, _ place: JSONPlace?) -> WebDriverSettings {
        var settings = self
        for member in place?.members ?? [] {
            guard settings.members.count <= Self.maximumCount else { break }
            let name = member.name ?? ""
            // What this server says of the others, sent back with them.
            if name == Self.keptOnly { continue }
            if member.value != .null { Self.rules[name]?(&reader, member) }
            let index = settings.members.firstIndex { $0.name == name }
            switch (index, member.value) {
            case (let index?, .null): settings.members.remove(at: index)
            case (let index?, let value): settings.members[index].value = value
            case (nil, .null): continue
            case (nil, let value): settings.members.append(JSONMember(name: name, value: value))
            }
        }
        let bytes = JSONValue.object(settings.members).serialized().count
        if let place, settings.members.count > Self.maximumCount || bytes > Self.maximumBytes {
            let limit = "\(Self.maximumCount) settings of \(Self.maximumBytes >> 10) KiB"
            reader.refuse(place, "A session keeps at most \(limit).")
        }
        return settings
    }

    /// What the client is told: what was set, and which of that has no effect here.
    var json: JSONValue {
        let others = members.map(\.name).filter { Self.rules[$0] == nil }
        guard !others.isEmpty else { return .object(members) }
        return .object(members + [JSONMember(name: Self.keptOnly, value: .array(others.map { .string($0) }))])
    }

    /// How many elements may be around one that is seen; nil for any number.
    var maximumDepth: Int? { self["snapshotMaxDepth"]?.doubleValue.flatMap { Int(exactly: $0) } }

    /// The attributes that page source leaves out.
    var excludedAttributes: Set<String> {
        var names = Set(Self.names(self["pageSourceExcludedAttributes"]?.stringValue ?? ""))
        for (setting, attributes) in Self.optionalAttributes where self[setting] == false {
            names.formUnion(attributes)
        }
        return names
    }

    /// What a found element tells beside its id, each under the name that the client has for it.
    var responseAttributes: [String] {
        guard self["shouldUseCompactResponses"] == false else { return [] }
        // WebDriverAgent's list unless one is set.
        return Self.names(self["elementResponseAttributes"]?.stringValue ?? "type,label")
    }

    /// The names of a list with commas.
    static func names(_ list: String) -> [String] {
        list.split(separator: ",").map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    }
}
