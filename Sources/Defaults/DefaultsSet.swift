public import FoundationEssentials
public import PropertyList

/// Values of several domains under a name, which are applied and taken back together.
public struct DefaultsSet: Sendable, Hashable {
    /// What a set makes of one domain. Keys that it does not name stay as they are.
    public struct Part: Sendable, Hashable {
        /// The values that keys get.
        public var values: [String: PropertyListValue]
        /// The keys that are removed.
        public var removed: Set<String>

        /// Creates a part.
        public init(values: [String: PropertyListValue] = [:], removed: Set<String> = []) {
            self.values = values
            self.removed = removed.subtracting(values.keys)
        }

        /// The keys that it is about.
        public var keys: Set<String> { removed.union(values.keys) }

        /// What it makes of the values of a domain.
        public func applied(to values: [String: PropertyListValue]) -> [String: PropertyListValue] {
            // Taken out first: assigning would keep the spelling of an equal key.
            var next = values
            for key in keys { next[key] = nil }
            return next.merging(self.values) { $1 }
        }

        fileprivate var edits: [DefaultsEdit] {
            removed.sorted().map { .remove(key: $0) } + values.map { .set(key: $0, value: $1) }
        }

        /// Without some keys.
        public func leavingOut(_ keys: Set<String>) -> Part {
            keys.isEmpty ? self : Part(values: values.filter { !keys.contains($0.key) }, removed: removed)
        }
    }

    /// The name, by which it is addressed.
    public var name: String
    /// What it is for, in the words of whoever made it.
    public var description: String
    /// What it makes of each domain.
    public var domains: [String: Part]
    /// When it was first stored; nil before.
    public var createdAt: Date?
    /// When it was stored last; nil before.
    public var updatedAt: Date?
    /// How often a set of this name was stored or deleted.
    public var revision: Int

    /// Creates a set that is not stored yet.
    public init(name: String, description: String = "", domains: [String: Part] = [:]) {
        self.name = name
        self.description = description
        self.domains = domains
        revision = 0
    }

    /// The most domains that one set is about.
    public static let mostDomains = 100
    /// The most sets there are.
    public static let mostSets = 1_000
    /// The longest name, in bytes of UTF-8.
    static let mostNameBytes = 100
    /// The longest description, in bytes of UTF-8.
    static let mostDescriptionBytes = 1_024
}

/// What a list of sets says about one.
public struct DefaultsSetSummary: Sendable, Hashable {
    /// The name.
    public var name: String
    /// What it is for.
    public var description: String
    /// How many keys of each domain it is about.
    public var domains: [String: Int]
    /// When it was first stored.
    public var createdAt: Date?
}

/// How stores keep sets: as domains whose names no app can have, since they begin with a slash. So a set has revisions, is
/// durable and counts towards the quotas as a domain does. One more domain has what lists say of each.
extension DefaultsSet {
    static let index = "/sets"

    static func domain(of name: String) -> String { "\(index)/\(name)" }

    /// Whether a domain keeps sets, so that lists of domains leave it out.
    package static func keeps(_ domain: String) -> Bool { domain.utf8.first == UInt8(ascii: "/") }

    /// The name of the set that a domain keeps; nil for other domains, and for the one that has the list.
    package static func name(keptIn domain: String) -> String? {
        let start = Self.domain(of: "")
        return domain.hasPrefix(start) ? String(domain.dropFirst(start.count)) : nil
    }

    /// The set that a domain keeps; nil for one that is not there.
    init?(_ snapshot: DomainSnapshot, named name: String) {
        guard let head = snapshot.values[""]?.dictionaryValue else { return nil }
        self.init(name: name, description: head["description"]?.stringValue ?? "")
        createdAt = head["createdAt"]?.dateValue
        for (domain, part) in snapshot.values where !domain.isEmpty {
            domains[domain] = Part(
                values: part["values"]?.dictionaryValue ?? [:],
                removed: Set(part["removed"]?.arrayValue?.compactMap(\.stringValue) ?? [])
            )
        }
        revision = snapshot.revision
        updatedAt = snapshot.updatedAt
    }

    /// What its domain holds.
    var stored: [String: PropertyListValue] {
        var values = domains.mapValues { part in
            PropertyListValue.dictionary([
                "values": .dictionary(part.values), "removed": .array(part.removed.sorted().map { .string($0) }),
            ])
        }
        values[""] = .dictionary(head)
        return values
    }

    private var head: [String: PropertyListValue] {
        var head: [String: PropertyListValue] = ["description": .string(description)]
        if let createdAt { head["createdAt"] = .date(createdAt) }
        return head
    }

    fileprivate var entry: PropertyListValue {
        var entry = head
        entry["domains"] = .dictionary(domains.mapValues { .integer(Int64($0.keys.count)) })
        return .dictionary(entry)
    }
}

extension DefaultsLimits {
    /// Checks that a text can name a set: not empty, not too long, no slash and no control character in it.
    public func check(set name: String) throws(DefaultsError) {
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" }
        guard !name.isEmpty, name.utf8.count <= DefaultsSet.mostNameBytes, isPlain, name != ".", name != ".." else {
            throw DefaultsError(
                .invalidSet,
                "The name of a set has 1 to \(DefaultsSet.mostNameBytes) bytes, no slash and no control character."
            )
        }
    }

    /// Checks that a set may be stored: its names, and what it holds for each domain as if that were the domain.
    func check(_ set: DefaultsSet) throws(DefaultsError) {
        try check(set: set.name)
        guard set.description.utf8.count <= DefaultsSet.mostDescriptionBytes else {
            throw DefaultsError(
                .invalidSet,
                "The description of a set has at most \(DefaultsSet.mostDescriptionBytes) bytes."
            )
        }
        guard set.domains.count <= DefaultsSet.mostDomains else {
            throw DefaultsError(.invalidSet, "A set is about at most \(DefaultsSet.mostDomains) domains.")
        }
        var bytes = 0
        for (domain, part) in set.domains {
            try check(domain: domain)
            for key in part.removed { try check(key: key) }
            for (key, value) in part.values { try check(value, forKey: key) }
            // A key that is removed takes as much as one with an empty value.
            let values = part.removed.reduce(into: part.values) { $0[$1] = .string("") }
            try check(values: values, of: domain)
            bytes += self.bytes(of: values)
        }
        guard bytes <= maximumDomainBytes else {
            throw DefaultsError(.domainTooLarge, "A set holds at most \(maximumDomainBytes) bytes in all its domains.")
        }
    }
}

extension DefaultsStore {
    /// The sets there are, sorted by name, and a number that changes with the list.
    public func sets() throws(DefaultsError) -> (sets: [DefaultsSetSummary], revision: Int) {
        let index = try snapshot(of: DefaultsSet.index)
        let sets = index.values.sorted { $0.key < $1.key }.map { name, entry in
            DefaultsSetSummary(
                name: name,
                description: entry["description"]?.stringValue ?? "",
                domains: (entry["domains"]?.dictionaryValue ?? [:]).compactMapValues {
                    $0.integerValue.flatMap { Int(exactly: $0) }
                },
                createdAt: entry["createdAt"]?.dateValue
            )
        }
        return (sets, index.revision)
    }

    /// A set as it is stored; nil when there is none of the name.
    /// - Returns: also the revision of the name, which outlives the set.
    public func set(named name: String) throws(DefaultsError) -> (set: DefaultsSet?, revision: Int) {
        try limits.check(set: name)
        let snapshot = try snapshot(of: DefaultsSet.domain(of: name))
        return (DefaultsSet(snapshot, named: name), snapshot.revision)
    }

    /// A set that has to be there.
    /// - Throws: `unknownSet` when there is none of the name.
    public func requiredSet(named name: String) throws(DefaultsError) -> DefaultsSet {
        guard let set = try set(named: name).set else { throw .unknownSet(name) }
        return set
    }

    /// Stores a set, in place of the one of its name. Values that whoever asks may not see stay unless there are new ones for
    /// them.
    /// - Parameters:
    ///   - isNew: whether there must be none of the name.
    ///   - revision: the revision the set must be at; nil accepts any.
    /// - Returns: the set as it is stored.
    /// - Throws: `setExists`, and what the limits say.
    @discardableResult
    public func store(
        _ set: DefaultsSet,
        isNew: Bool = false,
        source: ChangeSource,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsSet {
        try limits.check(set)
        var unseen: [String: Set<String>] = [:]
        let known = try self.set(named: set.name).set?.domains.keys
        for domain in Set(set.domains.keys).union(known.map(Array.init) ?? []) {
            unseen[domain] = try unseenKeys(of: domain)
        }
        var condition = DomainCondition(DefaultsSet.domain(of: set.name), revision: revision)
        // Whether a value that cannot be seen was the same already is not told.
        condition.unseen = Set(
            set.domains.filter { domain, part in !part.keys.isDisjoint(with: unseen[domain] ?? []) }.keys
        )
        var next = set
        var isSame = false
        _ = try update(
            [condition, DomainCondition(DefaultsSet.index)],
            source: source,
            actor: actor,
            announce: { _ in }
        ) {
            snapshot throws(DefaultsError) in
            guard snapshot.name != DefaultsSet.index else {
                guard !isSame else { return snapshot.values }
                var index = snapshot.values
                index[set.name] = next.entry
                guard index.count <= DefaultsSet.mostSets else {
                    throw DefaultsError(
                        .setsFull,
                        "There are at most \(DefaultsSet.mostSets) sets; delete one that is not used any more."
                    )
                }
                try limits.check(values: index, of: DefaultsSet.index)
                return index
            }
            let old = DefaultsSet(snapshot, named: set.name)
            guard !isNew || old == nil else { throw .setExists(set.name) }
            next = set
            next.createdAt = old?.createdAt ?? Date()
            for (domain, part) in old?.domains ?? [:] {
                let kept = part.values.filter {
                    unseen[domain]?.contains($0.key) == true && set.domains[domain]?.keys.contains($0.key) != true
                }
                if !kept.isEmpty { next.domains[domain, default: .init()].values.merge(kept) { now, _ in now } }
            }
            try limits.check(next)
            isSame = old != nil && DefaultsChange.between(snapshot.values, and: next.stored).isEmpty
            return next.stored
        }
        return try requiredSet(named: set.name)
    }

    /// Deletes a set; what it was applied to stays.
    /// - Parameter revision: the revision the set must be at; nil accepts any.
    /// - Throws: `unknownSet` when there is none of the name.
    public func removeSet(
        _ name: String,
        source: ChangeSource,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) {
        try limits.check(set: name)
        let conditions = [
            DomainCondition(DefaultsSet.domain(of: name), revision: revision), DomainCondition(DefaultsSet.index),
        ]
        _ = try update(conditions, source: source, actor: actor, announce: { _ in }) { snapshot throws(DefaultsError) in
            guard snapshot.name != DefaultsSet.index else { return snapshot.values.filter { $0.key != name } }
            guard DefaultsSet(snapshot, named: name) != nil else { throw .unknownSet(name) }
            return [:]
        }
    }

    /// A set of what domains hold.
    /// - Parameter sources: the domains, each with the revision it is taken as it was at, nil for now, and the keys to take, nil
    ///   for all. A key that is named and not there is one that the set removes.
    /// - Returns: the set, and the keys that were left out because whoever asks may not see them.
    public func makeSet(
        _ name: String,
        description: String = "",
        from sources: [(domain: String, revision: Int?, keys: [String]?)]
    ) throws(DefaultsError) -> (set: DefaultsSet, withheld: [String: [String]]) {
        var set = DefaultsSet(name: name, description: description)
        var withheld: [String: [String]] = [:]
        for source in sources {
            try limits.check(domain: source.domain)
            let values = try snapshot(of: source.domain, at: source.revision).values
            let unseen = try unseenKeys(of: source.domain)
            let keys = source.keys.map(Set.init) ?? Set(values.keys)
            let taken = keys.subtracting(unseen)
            var part = set.domains[source.domain] ?? .init()
            for key in taken {
                if let value = values[key] { part.values[key] = value } else { part.removed.insert(key) }
            }
            set.domains[source.domain] = part
            let left = keys.intersection(unseen)
            if !left.isEmpty { withheld[source.domain] = left.sorted() }
        }
        return (set, withheld)
    }

    /// What applying a set would change now, by domain.
    public func preview(of set: DefaultsSet) throws(DefaultsError) -> [DefaultsComparison] {
        try set.domains.sorted { $0.key < $1.key }.map { domain, part throws(DefaultsError) in
            let now = try snapshot(of: domain)
            var then = now
            then.values = part.applied(to: now.values)
            return DefaultsComparison(
                from: now,
                to: then,
                unseen: try unseenKeys(of: domain).intersection(part.keys)
            )
        }
    }

    /// Applies a set: all domains change or none, and are one step of undo.
    /// - Returns: what became of each domain, sorted by name.
    @discardableResult
    public func apply(
        _ set: DefaultsSet,
        source: ChangeSource,
        actor: String? = nil
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        try apply(
            set.domains.sorted { $0.key < $1.key }.map { domain, part in
                (DomainCondition(domain, step: set.name), part.edits)
            },
            source: source,
            actor: actor
        )
    }
}
