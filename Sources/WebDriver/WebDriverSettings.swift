import Web
import JSON

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
