import Diagnostics
import JSON
import Locators
import ViewHierarchy

/// Reads the members of a rule document and gathers what is wrong with them.
struct RuleReader {
    var members = MemberReader()
    /// The names of `let`.
    private var names: [String: ViewReference.Target] = [:]
    /// What is known of words, for hints.
    private static let ruleMembers = ["view", "on", "expect", "name", "uncertain"]

    /// A document; what could not be understood is noted.
    mutating func document(_ root: JSONPlace) -> RuleDocument {
        var document = RuleDocument()
        guard checkNames(of: root, ["devices", "tolerance", "let", "rules"]) else { return document }
        document.devices = devices(root["devices"])
        document.tolerance = members.number(root["tolerance"], in: 0...1_000) ?? 0.5
        let named = members.object(root["let"])?.members ?? []
        if named.count > RuleDocument.maximumNames, let place = root["let"] {
            members.refuse(place, "“let” has more than \(RuleDocument.maximumNames) names.")
        }
        for member in named.prefix(RuleDocument.maximumNames) { define(member) }
        let places = members.required("rules", of: root).flatMap { members.elements($0, of: "rules") } ?? []
        if places.count > RuleDocument.maximumRules, let place = root["rules"] {
            members.refuse(place, "There are more than \(RuleDocument.maximumRules) rules; split the document.")
        }
        for (number, place) in places.prefix(RuleDocument.maximumRules).enumerated() {
            if let rule = rule(place, number) { document.rules.append(rule) }
        }
        return document
    }

    /// Refuses names that are not known, with the one that was meant; false where there is no object.
    @discardableResult
    mutating func checkNames(of place: JSONPlace, _ known: [String]) -> Bool {
        guard place.value.kind == .object else {
            members.refuse(place, takes: "an object with \(known.prefix(5).joined(separator: ", "))")
            return false
        }
        for member in place.members {
            let name = member.name ?? ""
            guard !known.contains(name) else { continue }
            let hint = NearSpelling.hint(for: name, among: known)
            members.refuse(
                member,
                hint.isEmpty
                    ? "There is no “\(name.prefix(60))” here; there are \(known.joined(separator: ", "))."
                    : "There is no “\(name.prefix(60))” here\(hint)"
            )
        }
        return true
    }

    // MARK: Devices

    /// The devices of a list, or one.
    private mutating func devices(_ place: JSONPlace?) -> [RuleDevice] {
        guard let place else { return [] }
        let isOne = place.value.stringValue != nil
        let places = isOne ? [place] : members.elements(place, of: "devices") ?? []
        if places.count > RuleDocument.maximumDevices {
            members.refuse(place, "There are more than \(RuleDocument.maximumDevices) devices.")
        }
        var devices: [RuleDevice] = []
        for place in places.prefix(RuleDocument.maximumDevices) {
            guard let name = members.text(place) else { continue }
            guard let device = RuleDevice(name) else {
                members.refuse(place, RuleDevice.refusal(of: name))
                continue
            }
            if !devices.contains(device) { devices.append(device) }
        }
        return devices
    }

    // MARK: Views

    private mutating func define(_ member: JSONPlace) {
        let name = member.name ?? ""
        guard ViewReference.reserved[name] == nil else {
            return members.refuse(member, "“\(name)” stands for itself; choose another name.")
        }
        // A name without a usable locator is known all the same, so that only its definition is a fault.
        names[name] = locator(member).map { .locator($0) } ?? .superview
    }

    private static let strategies: [(name: String, strategy: Locator.Strategy)] = [
        ("id", .identifier), ("predicate", .predicate), ("chain", .classChain), ("xpath", .xpath), ("where", .where),
    ]

    private mutating func locator(_ place: JSONPlace) -> Locator? {
        let known = Self.strategies.map(\.name)
        guard checkNames(of: place, known) else { return nil }
        let given = Self.strategies.filter { place[$0.name] != nil }
        guard given.count == 1, let way = given.first else {
            members.refuse(place, "A locator has one of \(known.joined(separator: ", ")), not \(given.count) of them.")
            return nil
        }
        guard let member = place[way.name], let text = members.text(member) else { return nil }
        let locator = Locator(way.strategy, text)
        do throws(LocatorError) {
            _ = try locator.elements(in: Self.nothing)
        } catch {
            members.refuse(member, error.sentence)
            return nil
        }
        return locator
    }

    /// No views: what is searched in to see whether a locator is understood.
    private static let nothing = ElementTree(Dump(format: .vitrineJSON, tree: ViewTree()))

    /// A locator, a name of `let` or, for what views are measured by, `window`, `superview` and `safeArea`.
    mutating func view(_ place: JSONPlace?, isMeasure: Bool) -> ViewReference? {
        guard let place else { return nil }
        guard let name = place.value.stringValue else {
            return locator(place).map {
                .init(name: Self.shortName(of: $0), target: .locator($0), pointer: place.pointer)
            }
        }
        if let target = names[name] { return .init(name: name, target: target, pointer: place.pointer) }
        if let target = ViewReference.reserved[name] {
            if isMeasure { return .init(name: name, target: target, pointer: place.pointer) }
            members.refuse(place, "“\(name)” is what views are measured by; a rule needs a locator or a name of “let”.")
            return nil
        }
        let all = Array(names.keys).sorted() + (isMeasure ? Array(ViewReference.reserved.keys).sorted() : [])
        let hint = NearSpelling.hint(for: name, among: all)
        members.refuse(
            place,
            "“let” has no “\(name.prefix(60))”\(hint.isEmpty ? "; a locator is written as {id: …}." : hint)"
        )
        return nil
    }

    /// What a locator without a name is called: `id pay`.
    private static func shortName(of locator: Locator) -> String {
        let way = strategies.first { $0.strategy == locator.strategy }?.name ?? ""
        let text = locator.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return way + " " + (text.count > 60 ? text.prefix(59) + "…" : text[...])
    }

    // MARK: Rules

    private mutating func rule(_ place: JSONPlace, _ number: Int) -> Rule? {
        guard checkNames(of: place, Self.ruleMembers) else { return nil }
        let name = members.text(place["name"])
        let found = members.required("view", of: place).flatMap { view($0, isMeasure: false) }
        let uncertain = members.choice(place["uncertain"], of: ["fail", "skip"])
        let devices = place["on"].map { self.devices($0) }
        let checks = members.required("expect", of: place).map { self.checks($0) } ?? []
        guard let found else { return nil }
        var rule = Rule(number: number, name: name.map { String($0.prefix(100)) }, view: found)
        rule.devices = devices
        rule.skipsUncertain = uncertain == "skip"
        rule.checks = checks
        return rule
    }

    private mutating func checks(_ place: JSONPlace) -> [Rule.Check] {
        guard place.value.kind == .object else {
            members.refuse(place, takes: "words with what they expect, such as {width: 44..}")
            return []
        }
        if place.members.isEmpty { members.refuse(place, "“expect” expects nothing.") }
        var checks: [Rule.Check] = []
        for member in place.members {
            let name = member.name ?? ""
            guard let word = RuleWord(rawValue: name) else {
                let known = RuleWord.allCases.map(\.rawValue)
                let hint = NearSpelling.hint(for: name, among: known)
                members.refuse(
                    member,
                    "There is no word “\(name.prefix(60))”\(hint.isEmpty ? "; there are \(known.joined(separator: ", "))." : hint)"
                )
                continue
            }
            guard let expectation = expectation(word, member) else { continue }
            checks.append(Rule.Check(word: word, summary: Self.summary(word, member.value), expectation: expectation))
        }
        return checks
    }

    /// A word with its argument, short: `width 44..`.
    private static func summary(_ word: RuleWord, _ value: JSONValue) -> String {
        let argument: String
        switch value {
        case .string(let text): argument = text
        case .integer(let number): argument = String(number)
        case .number(let number): argument = NumberText.short(number)
        default: argument = String(decoding: value.serialized(), as: UTF8.self)
        }
        let line = argument.split(whereSeparator: \.isNewline).joined(separator: " ")
        return word.rawValue + " " + (line.count > 80 ? line.prefix(79) + "…" : line[...])
    }
}
