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
