public import PropertyList

/// One thing that the `defaults` command is told to do, by the grammar of `defaults(1)`.
public enum DefaultsCommand: Sendable, Hashable {
    /// Print all domains, a domain, or a value.
    case read(domain: String?, key: String?)
    /// Print the type of a value.
    case readType(domain: String, key: String)
    /// Set a value, or add to an array or dictionary.
    case write(domain: String, key: String, value: DefaultsCommandValue)
    /// Replace all that a domain holds.
    case replace(domain: String, values: [String: PropertyListValue])
    /// Give a value another key.
    case rename(domain: String, from: String, to: String)
    /// Remove a value, or all that a domain holds.
    case delete(domain: String, key: String?)
    /// Set the values of a property list; `-` is standard input.
    case importFile(domain: String, path: String)
    /// Write a domain as a property list, binary into a file and XML to standard output, which is `-`.
    case exportFile(domain: String, path: String)
    /// Print the names of the domains.
    case domains
    /// Print the values whose domain, key or text holds a word.
    case find(word: String)
    /// Print how to use it.
    case help

    /// The domain it is about; nil when it is about all of them or none.
    public var domain: String? {
        switch self {
        case .read(let domain, _): domain
        case .readType(let domain, _), .write(let domain, _, _), .replace(let domain, _), .rename(let domain, _, _),
            .delete(let domain, _), .importFile(let domain, _), .exportFile(let domain, _):
            domain
        case .domains, .find, .help: nil
        }
    }
}
