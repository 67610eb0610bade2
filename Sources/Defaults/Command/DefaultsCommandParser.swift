import Foundation
public import PropertyList

/// Reads the arguments of the `defaults` command.
struct DefaultsCommandParser {
    private var arguments: ArraySlice<String>

    /// Reads a whole command.
    static func command(_ arguments: [String]) throws(DefaultsCommandError) -> DefaultsCommand {
        var parser = DefaultsCommandParser(arguments: arguments[...])
        let command = try parser.verb()
        if let argument = parser.arguments.first, command != .help {
            throw DefaultsCommandError("Unexpected argument \(argument); leaving defaults unchanged.", isUsage: true)
        }
        return command
    }

    private mutating func verb() throws(DefaultsCommandError) -> DefaultsCommand {
        guard let verb = arguments.popFirst() else { throw .usage("A verb is missing, such as read or write.") }
        switch verb.lowercased() {
        case "read": return try read()
        case "read-type":
            let domain = try domain()
            return .readType(domain: domain, key: try next("a key"))
        case "explain":
            let domain = try domain()
            return .explain(domain: domain, key: try next("a key"))
        case "write": return try write()
        case "rename":
            let domain = try domain()
            let old = try next("the old key")
            return .rename(domain: domain, from: old, to: try next("the new key"))
        case "delete", "remove":
            let domain = try domain()
            return .delete(domain: domain, key: arguments.popFirst())
        case "import":
            let domain = try domain()
            return .importFile(domain: domain, path: try next("a path to read from"))
        case "export":
            let domain = try domain()
            return .exportFile(domain: domain, path: try next("a path to write to"))
        case "domains": return .domains
        case "find": return .find(word: try next("a word"))
        case "help", "-h", "--help", "-help": return .help
        case "-currenthost", "-host":
            throw .usage("Preferences of a single host are not kept, as on iOS; leave “\(verb)” out.")
        default: throw .usage("There is no verb “\(verb)”.")
        }
    }

    private mutating func read() throws(DefaultsCommandError) -> DefaultsCommand {
        guard !arguments.isEmpty else { return .read(domain: nil, key: nil) }
        let domain = try domain()
        return .read(domain: domain, key: arguments.popFirst())
    }

    private mutating func write() throws(DefaultsCommandError) -> DefaultsCommand {
        let domain = try domain()
        let key = try next("a key")
        guard !arguments.isEmpty else {
            guard case .dictionary(let values) = try DefaultsValueParser.plain(key) else {
                throw DefaultsCommandError("Rep argument is not a dictionary\nDefaults have not been changed.")
            }
            return .replace(domain: domain, values: values)
        }
        var values = DefaultsValueParser(arguments: arguments)
        let value = try values.value()
        arguments = values.rest
        return .write(domain: domain, key: key, value: value)
    }

    private mutating func domain() throws(DefaultsCommandError) -> String {
        let argument = try next("a domain")
        guard argument != "-app" else {
            throw .usage("Apps are not looked up by their names; name the bundle identifier instead of “-app”.")
        }
        return DefaultsDomainName.named(argument)
    }

    private mutating func next(_ what: String) throws(DefaultsCommandError) -> String {
        guard let argument = arguments.popFirst() else { throw .usage("This needs \(what).") }
        return argument
    }
}

extension DefaultsCommand {
    /// Reads the arguments after the word `defaults`.
    /// - Throws: ``DefaultsCommandError`` for what is no command.
    public init(_ arguments: [String]) throws(DefaultsCommandError) {
        self = try DefaultsCommandParser.command(arguments)
    }
}

/// Reads the value of a `write`: a type flag with what follows it, or a property list.
struct DefaultsValueParser {
    private var arguments: ArraySlice<String>

    init(arguments: ArraySlice<String>) { self.arguments = arguments }

    /// What is left behind the value.
    var rest: ArraySlice<String> { arguments }

    /// Reads the value that the arguments begin with.
    mutating func value() throws(DefaultsCommandError) -> DefaultsCommandValue {
        switch arguments.first {
        case "-array":
            arguments.removeFirst()
            return .set(.array(try elements()))
        case "-array-add":
            arguments.removeFirst()
            return .addToArray(try elements())
        case "-dict":
            arguments.removeFirst()
            return .set(.dictionary(try members()))
        case "-dict-add":
            arguments.removeFirst()
            return .addToDictionary(try members())
        default:
            return .set(try scalar())
        }
    }

    private mutating func elements() throws(DefaultsCommandError) -> [PropertyListValue] {
        var elements: [PropertyListValue] = []
        while !arguments.isEmpty { elements.append(try scalar()) }
        return elements
    }

    private mutating func members() throws(DefaultsCommandError) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        while !arguments.isEmpty {
            guard case .string(let key) = try scalar() else {
                throw DefaultsCommandError("Dictionary keys must be strings")
            }
            guard !arguments.isEmpty else { throw DefaultsCommandError("Key \(key) lacks a corresponding value") }
            members[key] = try scalar()
        }
        return members
    }

    private mutating func scalar() throws(DefaultsCommandError) -> PropertyListValue {
        guard let argument = arguments.popFirst() else { throw .usage("This needs a value.") }
        switch argument {
        case "-array", "-array-add", "-dict", "-dict-add":
            throw DefaultsCommandError("Cannot nest composite types (arrays and dictionaries); exiting")
        case "-string": return .string(try text(of: argument))
        case "-data": return .data(try Self.data(try text(of: argument)))
        case "-int", "-integer": return try Self.integer(try text(of: argument))
        case "-float":
            let text = try text(of: argument)
            guard let number = Double(text) else { throw .usage("“\(text)” is no number.") }
            return .real(number)
        case "-bool", "-boolean": return .bool(try Self.bool(try text(of: argument)))
        case "-date":
            let text = try text(of: argument)
            guard let date = Instant.date(loose: text) else {
                throw .usage("“\(text)” is no date; write it as 2026-01-02 03:04:05 +0000.")
            }
            return .date(date)
        default: return try Self.plain(argument)
        }
    }

    private mutating func text(of flag: String) throws(DefaultsCommandError) -> String {
        guard let text = arguments.popFirst() else { throw .usage("“\(flag)” needs a value.") }
        return text
    }

    /// A value without a flag: text, unless it holds a character that old-style or XML property lists have a use for.
    static func plain(_ text: String) throws(DefaultsCommandError) -> PropertyListValue {
        guard text.utf8.contains(where: { "\"()[]{}<>".utf8.contains($0) }) else { return .string(text) }
        // try?: an error of its own is thrown, in the words of Apple’s command.
        guard let value = try? PropertyListReader.read(Array(text.utf8)) else {
            throw DefaultsCommandError("Could not parse: \(text).  Try single-quoting it.")
        }
        return value
    }

    private static func integer(_ text: String) throws(DefaultsCommandError) -> PropertyListValue {
        if let number = Int64(text) { return .integer(number) }
        guard let number = UInt64(text) else { throw .usage("“\(text)” is no whole number of 64 bits.") }
        return .unsignedInteger(number)
    }

    private static func bool(_ text: String) throws(DefaultsCommandError) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw .usage("“\(text)” is neither true, false, yes nor no.")
        }
    }

    /// Hexadecimal digits; an odd one in front stands for a byte of its own.
    private static func data(_ text: String) throws(DefaultsCommandError) -> Data {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        let nibbles = digits.compactMap { byte in
            Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
        }
        guard nibbles.count == digits.count else {
            throw .usage("“\(text.prefix(100))” is not all hexadecimal digits.")
        }
        let even = nibbles.count.isMultiple(of: 2) ? nibbles : [0] + nibbles
        return Data(stride(from: 0, to: even.count, by: 2).map { even[$0] << 4 | even[$0 + 1] })
    }
}

/// What a `write` makes of a key.
public enum DefaultsCommandValue: Sendable, Hashable {
    /// The value becomes this.
    case set(PropertyListValue)
    /// The array gets these elements behind its own (`-array-add`).
    case addToArray([PropertyListValue])
    /// The dictionary gets these members (`-dict-add`).
    case addToDictionary([String: PropertyListValue])

    /// The value of a key that has another one now, or none.
    /// - Throws: ``DefaultsCommandError`` when that is no array or dictionary to add to.
    func value(of key: String, now: PropertyListValue?) throws(DefaultsCommandError) -> PropertyListValue {
        switch (self, now) {
        case (.set(let value), _):
            return value
        case (.addToArray(let elements), nil):
            return .array(elements)
        case (.addToArray(let elements), .array(let old)):
            return .array(old + elements)
        case (.addToDictionary(let members), nil):
            return .dictionary(members)
        case (.addToDictionary(let members), .dictionary(let old)):
            return .dictionary(old.merging(members) { _, new in new })
        case (.addToArray, _), (.addToDictionary, _):
            let kind = if case .addToArray = self { "an array" } else { "a dictionary" }
            throw DefaultsCommandError(
                "Value for key \(key) is not \(kind); cannot append.  Leaving defaults unchanged."
            )
        }
    }
}

/// What the `defaults` command works on: a store, a server, or a property-list file.
public protocol DefaultsCommandTarget: Sendable {
    /// The names of the domains that hold anything, `NSGlobalDomain` among them, sorted.
    func domainNames() async throws -> [String]

    /// A domain as it is; empty when there is none.
    func snapshot(of domain: String) async throws -> DomainSnapshot

    /// What an app looks through for a key of a domain, as far as the target knows the layers around it.
    func stack(of key: String, in domain: String) async throws -> [SearchList.StackEntry]

    /// Replaces all that a domain holds.
    /// - Parameters:
    ///   - source: what the history shall say, where there is one.
    ///   - revision: the revision the domain has to be at.
    /// - Throws: ``DefaultsError`` with code `revisionConflict` when somebody else was quicker.
    func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) async throws
}

extension DefaultsCommandTarget {
    /// The domain and the global one: a store and a file know no layers of a process.
    public func stack(of key: String, in domain: String) async throws -> [SearchList.StackEntry] {
        var list = SearchList([.stored: try await snapshot(of: domain).values])
        let isAlone = domain == DefaultsDomainName.global || DefaultsDomainName.isPath(domain)
        if !isAlone { list[.global] = try await snapshot(of: DefaultsDomainName.global).values }
        return list.stack(of: key)
    }
}

/// The `defaults` command on a store in this process.
public struct DefaultsStoreTarget: DefaultsCommandTarget {
    private let store: any DefaultsStore

    /// Works on a store.
    public init(_ store: any DefaultsStore) { self.store = store }

    /// The names of the domains that hold anything.
    public func domainNames() throws -> [String] { try store.domains().map(\.name).sorted() }

    /// A domain as it is.
    public func snapshot(of domain: String) throws -> DomainSnapshot {
        try store.limits.check(domain: domain)
        return try store.snapshot(of: domain)
    }

    /// Replaces all that a domain holds.
    public func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) throws {
        try store.replace(domain, with: values, source: source, ifRevision: revision)
    }
}

/// The files that `import` and `export` name.
public protocol DefaultsCommandFiles: Sendable {
    /// The bytes of a file, or of standard input when the path is `-`.
    /// - Throws: ``DefaultsCommandError`` when they cannot be read.
    func read(_ path: String) throws -> [UInt8]

    /// Writes a file in one step: whoever reads it finds the old bytes or the new ones.
    /// - Throws: ``DefaultsCommandError`` when it cannot be written.
    func write(_ bytes: [UInt8], to path: String) throws
}
