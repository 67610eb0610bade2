public import FoundationEssentials
public import PropertyList

/// A domain as it was at one moment.
public struct DomainSnapshot: Sendable, Hashable {
    /// The name: a bundle identifier, an app-group name or `NSGlobalDomain`.
    public var name: String
    /// How often it had changed: 0 when it has never been written. It grows even when the domain is removed, so a
    /// revision never names two states.
    public var revision: Int
    /// The stored values by key.
    public var values: [String: PropertyListValue]
    /// When it last changed.
    public var updatedAt: Date?

    /// Creates a snapshot.
    public init(name: String, revision: Int, values: [String: PropertyListValue], updatedAt: Date?) {
        self.name = name
        self.revision = revision
        self.values = values
        self.updatedAt = updatedAt
    }
}

/// What a list of domains says about one.
public struct DomainSummary: Sendable, Hashable {
    /// The name: a bundle identifier, an app-group name or `NSGlobalDomain`.
    public var name: String
    /// How many keys have a value.
    public var keys: Int
    /// How often it has changed.
    public var revision: Int
    /// When it last changed.
    public var updatedAt: Date?

    /// Creates a summary.
    public init(name: String, keys: Int, revision: Int, updatedAt: Date?) {
        self.name = name
        self.keys = keys
        self.revision = revision
        self.updatedAt = updatedAt
    }
}

/// The file in which `UserDefaults` keeps a domain: `Library/Preferences/<domain>.plist`, a property list whose top is
/// a dictionary.
public enum DomainFile {
    /// The values in a file, in any of the three syntaxes; all keys are taken, known or not.
    /// - Throws: `PropertyListError` for what is no property list, and ``DefaultsError`` with code `notADomain` for one
    ///   whose top is no dictionary or that holds what `UserDefaults` does not: the references of keyed archives.
    public static func values(in bytes: [UInt8]) throws -> [String: PropertyListValue] {
        guard let values = try PropertyListReader.read(bytes).dictionaryValue else {
            throw DefaultsError(.notADomain, "The top of the property list is no dictionary, so it is no domain.")
        }
        for (key, value) in values where value.holdsArchiveReference {
            throw DefaultsError(
                .notADomain,
                "The value of “\(key)” holds references of a keyed archive, which defaults cannot keep. Archives are "
                    + "stored as data.",
                keys: [key]
            )
        }
        return values
    }
}

extension PropertyListValue {
    /// Whether a reference of a keyed archive (`CF$UID`) is in the value: property lists have that type, defaults do
    /// not, and readers give it as a dictionary.
    fileprivate var holdsArchiveReference: Bool {
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .array(let elements): pending += elements
            case .dictionary(let members):
                if members.count == 1, members["CF$UID"]?.numberValue != nil { return true }
                pending += members.values
            default: break
            }
        }
        return false
    }
}

/// How much of each domain's history is kept. The newest revision always is.
public struct HistoryRetention: Sendable, Hashable {
    /// The most revisions of one domain; nil keeps them all.
    public var maximumRevisions: Int?
    /// The most bytes of the keys and values of one domain's history; nil keeps them all.
    public var maximumBytes: Int?

    /// Creates a rule.
    public init(maximumRevisions: Int?, maximumBytes: Int? = 64 << 20) {
        self.maximumRevisions = maximumRevisions.map { max($0, 1) }
        self.maximumBytes = maximumBytes.map { max($0, 0) }
    }

    /// The last 10,000 revisions of each domain, and of these as many as 64 MiB hold.
    public static let standard = HistoryRetention(maximumRevisions: 10_000)
    /// All revisions.
    public static let everything = HistoryRetention(maximumRevisions: nil, maximumBytes: nil)
}

/// What a write makes of one domain: the revision that a storage keeps, and what it says of it.
package struct DomainWrite: Sendable {
    /// The revision; nil where nothing changes.
    package private(set) var entry: HistoryEntry?
    /// What becomes of the domain.
    package let result: DefaultsWriteResult

    /// Holds a domain against a condition, and makes a revision of it where its values are others afterwards.
    /// - Parameter date: when it is stored; asked only where there is a revision.
    /// - Throws: `revisionConflict` when the domain is at another revision, and what the closure throws.
    package init(
        of snapshot: DomainSnapshot,
        under condition: DomainCondition,
        at date: @autoclosure () -> Date,
        source: ChangeSource,
        actor: String?,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) {
        try condition.check(snapshot.revision)
        let after = try transform(snapshot)
        let changes = DefaultsChange.between(snapshot.values, and: after, unseen: condition.unseen)
        let revision = changes.isEmpty ? snapshot.revision : snapshot.revision + 1
        result = DefaultsWriteResult(domain: condition.name, revision: revision, changed: changes.map(\.key))
        entry =
            changes.isEmpty
            ? nil : HistoryEntry(revision: revision, at: date(), source: source, actor: actor, changes: changes)
    }

    /// The same for all domains of one write, whose revisions know of each other where they are one step.
    /// - Parameter fetch: reads a domain as it is.
    package static func all(
        of domains: [DomainCondition],
        at date: @autoclosure () -> Date,
        source: ChangeSource,
        actor: String?,
        fetch: (String) throws -> DomainSnapshot,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws -> [DomainWrite] {
        var writes = try domains.map { domain in
            try DomainWrite(
                of: try fetch(domain.name),
                under: domain,
                at: date(),
                source: source,
                actor: actor,
                transform
            )
        }
        guard let step = domains.compactMap(\.step).first else { return writes }
        let revisions = zip(domains, writes).compactMap { domain, write in
            domain.step == nil ? nil : write.entry.map { (domain.name, $0.revision) }
        }
        let known = ChangeStep(set: step, revisions: Dictionary(revisions) { first, _ in first })
        for (index, domain) in domains.enumerated() where domain.step != nil { writes[index].entry?.step = known }
        return writes
    }
}

extension HistoryPage {
    /// A page ends when its keys and values have more bytes; the largest single entry is two domains large.
    package static let maximumBytes = 4 << 20
}

extension PropertyListValue {
    /// A value as a storage keeps it, which is a binary property list; nil for bytes that are none.
    package init?(stored bytes: [UInt8]) {
        guard PropertyListFormat(detectedIn: bytes) == .binary,
            // try?: nil is what callers throw an error for.
            let value = try? PropertyListReader.read(bytes, limits: .stored)
        else { return nil }
        self = value
    }
}

extension PropertyListLimits {
    /// Whatever a storage has written, which is a value of a domain and was checked as such, and no more work than that
    /// for a damaged file.
    fileprivate static let stored = PropertyListLimits(
        maximumBytes: 1 << 30,
        maximumDepth: 1 << 12,
        maximumValues: 1 << 26,
        maximumExpandedBytes: 1 << 32
    )
}

/// What `UserDefaults` finds in an app: layers of values, of which the first with a key wins.
///
/// The order is Apple's: managed, arguments, the app's domain, `NSGlobalDomain`, registration
/// (`UserDefaults`, “The Domains of the User Defaults System”).
public struct SearchList: Sendable, Hashable {
    /// One place where values are looked for, the first to be asked first.
    public enum Layer: String, Sendable, Hashable, CaseIterable {
        /// Forced by a configuration profile.
        case managed
        /// Given on the command line of the app (`NSArgumentDomain`).
        case argument
        /// Stored in the app's own domain.
        case stored
        /// Stored in `NSGlobalDomain`.
        case global
        /// Registered by the app with `register(defaults:)`.
        case registered

        /// Who reads a domain besides whoever writes it.
        public enum Reader: String, Sendable, Hashable, CaseIterable {
            /// The app, through `UserDefaults`.
            case app
            /// The Settings screen of the device.
            case settings
            /// Extensions and other apps that open the same app group.
            case group
        }

        /// Who gets the values of the layer. Arguments and registered defaults are those of one process, and a profile is one for
        /// an app; the file of an app group is there for all that are in the group. Settings shows neither global values nor what
        /// is registered, but the `DefaultValue` of its row.
        public func readers(inGroup isGroup: Bool) -> [Reader] {
            switch self {
            case .managed: [.app, .settings]
            case .stored: isGroup ? [.app, .settings, .group] : [.app, .settings]
            case .global: isGroup ? [.app, .group] : [.app]
            case .argument, .registered: [.app]
            }
        }

        /// Whether no file keeps it: it lasts as long as the process that set it.
        public var isVolatile: Bool {
            switch self {
            case .managed, .argument, .registered: true
            case .stored, .global: false
            }
        }
    }

    private var layers: [Layer: [String: PropertyListValue]]

    /// Creates a search list from the layers that are there.
    public init(_ layers: [Layer: [String: PropertyListValue]] = [:]) {
        self.layers = layers
    }

    /// The values of one layer.
    public subscript(layer: Layer) -> [String: PropertyListValue] {
        get { layers[layer] ?? [:] }
        set { layers[layer] = newValue }
    }

    /// What an app gets for a key; nil when no layer has it.
    public func lookUp(_ key: String) -> SearchResult? {
        for layer in Layer.allCases {
            if let value = self[layer][key] { return SearchResult(value: value, origin: layer) }
        }
        return nil
    }

    /// Which layer hides the value that another one has for a key; nil when none does.
    public func layer(shadowing key: String, in layer: Layer) -> Layer? {
        guard let origin = lookUp(key)?.origin, origin != layer, self[layer][key] != nil else { return nil }
        return origin
    }

    /// A layer with what it says of one key.
    public struct StackEntry: Sendable, Hashable {
        /// The layer; nil for an app group. `UserDefaults.standard` does not ask that unless the app has added it with
        /// `addSuite(named:)`, behind the app's own domain; else only `UserDefaults(suiteName:)` does.
        public var layer: Layer?
        /// The name of the app group.
        public var group: String?
        /// Its value; nil where it has none.
        public var value: PropertyListValue?
        /// Whether the app gets this one.
        public var wins = false
        /// Whether the app would get this one if it added the app group.
        public var winsIfAdded = false
        /// Whether there is a value that is kept from who asks.
        public var isWithheld = false

        /// Creates an entry.
        public init(layer: Layer?, group: String? = nil, value: PropertyListValue?) {
            (self.layer, self.group, self.value) = (layer, group, value)
        }

        /// The name of the layer, as it is in the API.
        public var name: String { layer?.rawValue ?? Layer.Reader.group.rawValue }

        /// Who gets the value.
        public func readers(of domain: String) -> [Layer.Reader] {
            layer?.readers(inGroup: DefaultsDomainName.isGroup(domain)) ?? [.settings, .group]
        }
    }

    /// What every layer says of a key, the first to be asked first.
    /// - Parameter groups: the app groups of the app, with what each says of the key.
    public func stack(of key: String, groups: [(name: String, value: PropertyListValue?)] = []) -> [StackEntry] {
        let origin = lookUp(key)?.origin
        let isBehind = origin == nil || origin == .global || origin == .registered
        let next = isBehind ? groups.first { $0.value != nil }?.name : nil
        return Layer.allCases.flatMap { layer in
            var entry = StackEntry(layer: layer, value: self[layer][key])
            entry.wins = layer == origin
            guard layer == .stored else { return [entry] }
            return [entry]
                + groups.map { name, value in
                    var entry = StackEntry(layer: nil, group: name, value: value)
                    entry.winsIfAdded = name == next
                    return entry
                }
        }
    }

    /// All that an app gets, as `dictionaryRepresentation()` gives it.
    public var values: [String: PropertyListValue] {
        Layer.allCases.reversed().reduce(into: [:]) { values, layer in
            values.merge(self[layer]) { _, higher in higher }
        }
    }
}

/// A value that a search list found.
public struct SearchResult: Sendable, Hashable {
    /// The value.
    public var value: PropertyListValue
    /// Where it was found.
    public var origin: SearchList.Layer

    /// Creates a result.
    public init(value: PropertyListValue, origin: SearchList.Layer) {
        self.value = value
        self.origin = origin
    }
}
