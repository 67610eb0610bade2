import Diagnostics
public import JSON
import ViewHierarchy

/// What an app's own `.vitrine-lint.json` says: how much rules matter, which views are left out, which findings are
/// accepted.
///
///     {
///       "rules": {"touch.small": "off", "contrast.low": "error"},
///       "exclude": [{"class": "Ad*"}, {"identifier": "debug-*", "rules": ["place.offScreen"]}, {"where": "tag:99"}],
///       "devices": ["iphone-8", "ipad-9-7"],
///       "baseline": "lint-baseline.json"
///     }
public struct LintConfiguration: Sendable, Hashable {
    /// What a rule is set to.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        case error, warning, info, off
    }

    /// Views that are left out, with all that is in them.
    public struct Exclusion: Sendable, Hashable {
        /// A class, with `*` and `?`; a part of the name is enough where it has neither.
        public var className: String?
        /// An accessibility identifier, with `*` and `?`.
        public var identifier: String?
        /// The words of the search field.
        public var words: String?
        /// For these rules only; empty for all.
        public var rules: Set<String> = []
    }

    /// The most bytes that a configuration or a baseline may have.
    public static let maximumBytes = 1 << 24
    /// What rules are set to, by their ids.
    public var levels: [String: Level] = [:]
    /// The views that are left out.
    public var exclusions: [Exclusion] = []
    /// The devices to lay dumps out on, by their ids; `all` for every one, none for the dump as it is. Nil leaves the choice
    /// to the check.
    public var devices: [String]?
    /// The file of the findings that are accepted, relative to the configuration.
    public var baseline: String?

    /// Creates a configuration that changes nothing.
    public init() {}

    /// Reads a configuration.
    ///
    /// - Parameter known: The ids of all rules that there are.
    /// - Throws: ``LintConfigurationError`` with everything that is wrong, each with its place.
    public init(parsing bytes: [UInt8], known: Set<String>) throws(LintConfigurationError) {
        let value: JSONValue
        do {
            let limits = JSONLimits(maximumBytes: Self.maximumBytes, maximumDepth: 20)
            value = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw LintConfigurationError([.init("This is no JSON: \(error)", at: "")])
        }
        var reader = MemberReader()
        let root = JSONPlace(value)
        reader.checkNames(of: root, ["rules", "exclude", "devices", "baseline"])
        for member in reader.object(root["rules"])?.members ?? [] {
            let id = member.name ?? ""
            if !known.contains(id) { reader.refuse(member, "There is no rule “\(id.prefix(60))”.") }
            if let level: Level = reader.choice(member) { levels[id] = level }
        }
        for place in reader.elements(root["exclude"], of: "exclusions") ?? [] {
            if let exclusion = Self.exclusion(place, known, &reader) { exclusions.append(exclusion) }
        }
        if let all = root["devices"]?.value.stringValue, all == "all" {
            devices = ["all"]
        } else if let places = reader.elements(root["devices"], of: "device ids") {
            devices = places.compactMap { place in
                guard let id = reader.text(place) else { return nil }
                if Device(id: id) == nil { reader.refuse(place, "There is no device “\(id.prefix(40))”.") }
                return id
            }
        }
        baseline = reader.text(root["baseline"])
        guard reader.faults.isEmpty else { throw LintConfigurationError(reader.faults) }
    }

    private static func exclusion(
        _ place: JSONPlace,
        _ known: Set<String>,
        _ reader: inout MemberReader
    ) -> Exclusion? {
        reader.checkNames(of: place, ["class", "identifier", "where", "rules"])
        guard place.value.kind == .object else { return nil }
        var exclusion = Exclusion()
        exclusion.className = reader.text(place["class"])
        exclusion.identifier = reader.text(place["identifier"])
        exclusion.words = reader.text(place["where"])
        for rule in reader.elements(place["rules"], of: "rule ids") ?? [] {
            guard let id = reader.text(rule) else { continue }
            if !known.contains(id) { reader.refuse(rule, "There is no rule “\(id.prefix(60))”.") }
            exclusion.rules.insert(id)
        }
        if exclusion.className == nil, exclusion.identifier == nil, exclusion.words == nil {
            reader.refuse(place, "An exclusion needs “class”, “identifier” or “where”.")
        }
        if let words = exclusion.words, let asked = place["where"] {
            do throws(ViewSearchError) { _ = try ViewSearch(words).found(in: ViewTree()) } catch {
                reader.refuse(asked, "“where” cannot be understood at character \(error.offset): \(error.message)")
            }
        }
        return exclusion
    }

    /// A finding about something else than a view, with the level that its rule is set to; nil where that is off.
    public func applied(to finding: ReportedFinding) -> ReportedFinding? {
        guard let level = levels[finding.rule] else { return finding }
        guard let severity = Diagnostic.Severity(rawValue: level.rawValue) else { return nil }
        var finding = finding
        finding.severity = severity
        return finding
    }

    /// The configuration as it applies to the views of a dump.
    func filter(for scene: LintScene) throws(LintConfigurationError) -> LintFilter {
        var filter = LintFilter()
        for (rule, level) in levels {
            if let severity = Diagnostic.Severity(rawValue: level.rawValue) {
                filter.severities[rule] = severity
            } else {
                filter.off.insert(rule)
            }
        }
        for (number, exclusion) in exclusions.enumerated() {
            filter.exclusions.append((try exclusion.views(in: scene, number), exclusion.rules))
        }
        return filter
    }
}

extension LintConfiguration.Exclusion {
    /// Whether each view is left out.
    fileprivate func views(in scene: LintScene, _ number: Int) throws(LintConfigurationError) -> [Bool] {
        let tree = scene.tree
        var found = Array(repeating: true, count: tree.count)
        if let words {
            do throws(ViewSearchError) {
                found = try ViewSearch(words).found(in: tree, scene.geometry)
            } catch {
                throw LintConfigurationError([.init(error.message, at: "/exclude/\(number)/where")])
            }
        }
        let pattern = className?.lowercased()
        var byClass: [String: Bool] = [:]
        for index in tree.indices {
            if let pattern, found[index] {
                let name = tree.className(of: index)
                let fits = byClass[name] ?? ClassPattern.fits(ClassName(name), pattern)
                byClass[name] = fits
                found[index] = fits
            }
            if let identifier, found[index] {
                found[index] = tree.identifier(of: index).map { Self.fits($0, identifier) } ?? false
            }
            if let parent = tree.superview(of: index), found[parent] { found[index] = true }
        }
        return found
    }

    /// An identifier is meant as a whole unless a star says otherwise.
    private static func fits(_ identifier: String, _ pattern: String) -> Bool {
        guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return identifier == pattern }
        return ClassPattern.fits(String(identifier.prefix(1_000)), pattern)
    }
}

/// A configuration that cannot be used, and everything that is wrong with it.
public struct LintConfigurationError: Error, Sendable, Hashable {
    /// What is wrong, each with its place as a JSON Pointer.
    public let faults: [MemberReader.Fault]

    /// Creates an error.
    init(_ faults: [MemberReader.Fault]) { self.faults = faults }

    /// A line for each fault: `/rules/x: There is no rule “x”.`
    public var lines: [String] { faults.map { ($0.pointer.isEmpty ? "" : "\($0.pointer): ") + $0.message } }
}

/// What of a check is wanted.
struct LintFilter {
    /// The rules that are not checked.
    var off: Set<String> = []
    /// How much rules matter, where that is not what they say.
    var severities: [String: Diagnostic.Severity] = [:]
    /// The views that are left out, and for which rules; empty for all.
    var exclusions: [(views: [Bool], rules: Set<String>)] = []

    func severity(of rule: LintRule) -> Diagnostic.Severity { severities[rule.id] ?? rule.severity }

    func leavesOut(_ rule: String, _ index: Int) -> Bool {
        exclusions.contains { $0.views[index] && ($0.rules.isEmpty || $0.rules.contains(rule)) }
    }
}

/// The findings that somebody has accepted: later runs tell only what is new.
///
/// A finding is known by its ``ReportedFinding/fingerprint``, so it stays accepted in a dump of another name, and while
/// other views come and go.
public struct LintBaseline: Sendable, Hashable {
    /// The accepted findings.
    public private(set) var fingerprints: Set<String> = []

    /// Creates a baseline that accepts some findings.
    public init(_ findings: [ReportedFinding] = []) { fingerprints = Set(findings.map(\.fingerprint)) }

    /// Reads a baseline that ``written(_:)`` wrote.
    public init(parsing bytes: [UInt8]) throws(LintConfigurationError) {
        let value: JSONValue
        do {
            let limits = JSONLimits(
                maximumBytes: LintConfiguration.maximumBytes,
                maximumDepth: 10,
                maximumContainers: 200_000
            )
            value = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw LintConfigurationError([.init("This is no JSON: \(error)", at: "")])
        }
        var reader = MemberReader()
        let root = JSONPlace(value)
        reader.checkNames(of: root, ["version", "findings"])
        if let version = reader.integer(reader.required("version", of: root)), version != 1 {
            reader.refuse(root, "Unknown version \(version): this was written by a newer version of Vitrine.")
        }
        for place in reader.elements(reader.required("findings", of: root), of: "findings") ?? [] {
            guard place.value.kind == .object else {
                reader.refuse(place, takes: "an object with “fingerprint”")
                continue
            }
            if let fingerprint = reader.text(reader.required("fingerprint", of: place)) {
                fingerprints.insert(fingerprint)
            }
        }
        guard reader.faults.isEmpty else { throw LintConfigurationError(reader.faults) }
    }

    /// Whether a finding is accepted.
    public func accepts(_ finding: ReportedFinding) -> Bool { fingerprints.contains(finding.fingerprint) }

    /// A baseline that accepts these findings, in an order that stays the same, a line each, so that reviews show what
    /// came and went.
    public static func written(_ findings: [ReportedFinding]) -> [UInt8] {
        var seen: Set<String> = []
        let sorted = findings.sorted {
            ($0.rule, $0.path ?? "", $0.fingerprint) < ($1.rule, $1.path ?? "", $1.fingerprint)
        }
        .filter { seen.insert($0.fingerprint).inserted }
        let lines = sorted.map { finding in
            let object = JSONWriter.object { writer in
                writer.member("fingerprint", finding.fingerprint)
                writer.member("rule", finding.rule)
                if let path = finding.path { writer.member("path", path) }
                writer.member("message", finding.message)
            }
            return "    " + String(decoding: object, as: UTF8.self)
        }
        let list = lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n  ]"
        return Array("{\n  \"version\": 1,\n  \"findings\": \(list)\n}\n".utf8)
    }
}
