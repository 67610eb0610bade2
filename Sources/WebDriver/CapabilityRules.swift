import FoundationEssentials
import JSON

/// What each capability takes: those of W3C WebDriver (section 7.2, validating capabilities), of Appium and of Vitrine.
///
/// Where the standard leaves open what a number or a text may be, its own test suite decides.
enum CapabilityRules {
    /// The largest whole number that every client can write (2⁵³ − 1).
    static let largestInteger = 9_007_199_254_740_991
    /// What begins the names of Vitrine's own.
    private static let ownPrefix = "vitrine:"
    /// The longest pause between commands that can be asked for, in seconds.
    private static let longestPatience = 1e9

    private typealias Rule = @Sendable (inout MemberReader, JSONPlace) -> Void

    private static let text: Rule = { _ = $0.text($1) }
    private static let flag: Rule = { _ = $0.bool($1) }
    private static let object: Rule = { _ = $0.object($1) }

    private static let rules: [String: Rule] = [
        "acceptInsecureCerts": flag, "browserName": text, "browserVersion": text, "platformName": text,
        "pageLoadStrategy": { _ = $0.choice($1, of: ["none", "eager", "normal"]) }, "proxy": checkProxy,
        "setWindowRect": flag, "strictFileInteractability": flag,
        "timeouts": { _ = WebDriverSession.Timeouts().merging(&$0, $1) }, "unhandledPromptBehavior": checkPrompts,
        "userAgent": text,
        // WebDriver BiDi, section 4.1.
        "webSocketUrl": flag,
        "appium:app": text, "appium:automationName": text, "appium:options": object, "appium:settings": object,
        "appium:newCommandTimeout": { _ = $0.number($1, in: 0...longestPatience) },
        "vitrine:app": text, "vitrine:dump": text, "vitrine:idiom": text, "vitrine:lang": text, "vitrine:pane": text,
    ]

    /// Notes what is wrong with a capability that is not null.
    static func check(_ name: String, _ place: JSONPlace, _ reader: inout MemberReader) {
        if let rule = rules[name] { return rule(&reader, place) }
        guard name.contains(":") else {
            return reader.refuse(
                place,
                "The capability “\(name.prefix(60))” is none of the standard ones; others need the prefix of their "
                    + "vendor, such as “appium:\(name.prefix(60))”."
            )
        }
        guard name.hasPrefix(ownPrefix) else { return }
        let known = rules.keys.filter { $0.hasPrefix(ownPrefix) }.sorted().joined(separator: ", ")
        reader.refuse(place, "There is no capability “\(name.prefix(60))”; there are \(known).")
    }
}

extension CapabilityRules {
    private static let prompts = ["alert", "beforeUnload", "confirm", "default", "file", "prompt"]
    private static let promptHandlers = ["dismiss", "accept", "dismiss and notify", "accept and notify", "ignore"]

    /// One word for all prompts, or one for each kind of them (User prompts).
    private static func checkPrompts(_ reader: inout MemberReader, _ place: JSONPlace) {
        guard place.value.kind == .object else { return _ = reader.choice(place, of: promptHandlers) }
        reader.checkNames(of: place, prompts)
        for member in place.members { _ = reader.choice(member, of: promptHandlers) }
    }

    private static let proxyTypes = ["pac", "direct", "autodetect", "system", "manual"]
    /// A proxy's members that name a host.
    private static let proxyHosts = ["ftpProxy", "httpProxy", "sslProxy", "socksProxy"]

    /// A proxy configuration (Capabilities: proxy). Nothing is asked for through it: a session fetches nothing.
    private static func checkProxy(_ reader: inout MemberReader, _ place: JSONPlace) {
        reader.checkNames(of: place, ["proxyType", "proxyAutoconfigUrl", "noProxy", "socksVersion"] + proxyHosts)
        guard place.value.kind == .object else { return }
        let type = reader.choice(reader.required("proxyType", of: place), of: proxyTypes)
        if type == "pac", place["proxyAutoconfigUrl"] == nil { _ = reader.required("proxyAutoconfigUrl", of: place) }
        if place["socksProxy"] != nil { _ = reader.required("socksVersion", of: place) }
        if let address = reader.text(place["proxyAutoconfigUrl"]), !isAddress(address) {
            reader.refuse(place, "“proxyAutoconfigUrl” takes an absolute URL, not “\(address.prefix(60))”.")
        }
        for item in reader.elements(place["noProxy"], of: "texts") ?? [] { _ = reader.text(item) }
        _ = reader.integer(place["socksVersion"], in: 0...255)
        for name in proxyHosts {
            guard let host = reader.text(place[name]), !isHost(host) else { continue }
            reader.refuse(
                place,
                "“\(name)” takes a host with or without a port, such as proxy.example:8080, not “\(host.prefix(60))”."
            )
        }
    }

    private static func isAddress(_ text: String) -> Bool { URLComponents(string: text)?.scheme?.isEmpty == false }

    /// A host, and perhaps a colon and a port: no scheme, no user, no path; an IPv6 address stands in brackets.
    private static func isHost(_ text: String) -> Bool {
        var host = Substring(text)
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            let port = host[host.index(after: colon)...]
            guard !port.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port) != nil else {
                return false
            }
            host = host[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return address.contains(":") && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return !host.isEmpty && !host.contains { $0.isWhitespace || "/\\?#@:[]<>^|%".contains($0) }
    }
}
