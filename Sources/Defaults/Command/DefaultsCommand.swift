public import PropertyList

/// One thing that the `defaults` command is told to do, by the grammar of `defaults(1)`.
public enum DefaultsCommand: Sendable, Hashable {
    /// Print all domains, a domain, or a value.
    case read(domain: String?, key: String?)
    /// Print the type of a value.
    case readType(domain: String, key: String)
    /// Print the layers that an app looks a key up in.
    case explain(domain: String, key: String)
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
        case .readType(let domain, _), .explain(let domain, _), .write(let domain, _, _), .replace(let domain, _),
            .rename(let domain, _, _),
            .delete(let domain, _), .importFile(let domain, _), .exportFile(let domain, _):
            domain
        case .domains, .find, .help: nil
        }
    }
}

/// Why the `defaults` command could not do what it was told. Nothing has changed when one is thrown.
public struct DefaultsCommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What goes to standard error; the wording is that of `defaults(1)` where it has one.
    public var message: String
    /// Whether the command itself cannot be understood.
    public var isUsage: Bool

    /// Creates an error.
    public init(_ message: String, isUsage: Bool = false) {
        self.message = message
        self.isUsage = isUsage
    }

    /// The message.
    public var description: String { message }

    static func usage(_ message: String) -> DefaultsCommandError {
        DefaultsCommandError(message + " “vitrine defaults help” tells more.", isUsage: true)
    }

    static func noPair(_ domain: String, _ key: String) -> DefaultsCommandError {
        DefaultsCommandError("The domain/default pair of (\(domain), \(key)) does not exist")
    }

    static func noDomain(_ domain: String) -> DefaultsCommandError {
        DefaultsCommandError("Domain \(DefaultsDomainName.shown(domain)) does not exist")
    }
}

/// What the `defaults` command prints.
public struct DefaultsCommandOutput: Sendable, Hashable {
    /// For standard output.
    public var output: [UInt8]
    /// A line for standard error, from a command that succeeded all the same.
    public var remark: String?

    /// Creates an output; none unless told otherwise.
    public init(_ output: [UInt8] = [], remark: String? = nil) {
        self.output = output
        self.remark = remark
    }

    /// Text with a line break behind it.
    static func line(_ text: String) -> DefaultsCommandOutput { DefaultsCommandOutput(Array((text + "\n").utf8)) }

    /// A value as `defaults(1)` prints it.
    static func value(_ value: PropertyListValue) -> DefaultsCommandOutput { .line(value.displayText ?? "") }
}

/// The names of domains, as the command line says them.
public enum DefaultsDomainName {
    /// The domain that every app's search list holds below its own.
    public static let global = "NSGlobalDomain"

    /// Whether a name is the path of a property list instead: domains hold no slash.
    public static func isPath(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "/")) }

    /// Whether a name is one of an app group, whose file all its apps and extensions read: their identifiers begin so.
    public static func isGroup(_ name: String) -> Bool { name.hasPrefix("group.") }

    /// A domain as output and messages call it.
    static func shown(_ name: String) -> String { name == global ? "Apple Global Domain" : name }

    /// The domain that an argument means.
    static func named(_ argument: String) -> String {
        ["-g", "-globalDomain", shown(global)].contains(argument) ? global : argument
    }
}

extension DefaultsCommand {
    /// How to use the command.
    static let usage = """
        Read and change user defaults, as defaults(1) does on macOS.

        vitrine defaults [--data <folder> | --server <url>] followed by one of these:

          read                               print all domains
          read <domain> [<key>]              print a domain or a value, as old-style text
          read --decoded …                   the same with what data holds, where it can be told: JSON, archives, text
          read-type <domain> <key>           print the type of a value
          explain <domain> <key>             print where a value comes from, layer by layer
          write <domain> <plist>             replace a domain
          write <domain> <key> <value>       set a value
          rename <domain> <old> <new>        give a value another key
          delete <domain> [<key>]            remove a domain or a value
          import <domain> <path | ->         set the values of a property list
          export <domain> <path>             write a domain as a binary property list
          export <domain> -                  print a domain as an XML property list
          domains                            print the names of the domains
          find <word>                        print the values whose domain, key or text holds a word
          sets …                             named sets of values; “sets help” lists verbs
          managed …                          what a device management configures; “managed help” lists verbs
          help                               print this

        A server that has the folder open does not notice what changes there until it is asked; with --server its pages
        follow at once.

        <domain> is a bundle identifier, an app group, -g or -globalDomain, or the path of a property-list file
        (anything with a slash in it; “.plist” may be left out).

        <value> is one of:

          <text> or <plist>                  text, or an old-style or XML property list
          -string <text>                     -data <hexadecimal digits>
          -int[eger] <whole number>          -float <number>
          -bool[ean] true | false | yes | no -date <2026-01-02 03:04:05 +0000>
          -array <value>…                    -array-add <value>…
          -dict <key> <value>…               -dict-add <key> <value>…
        """
}

extension DefaultsCommand {
    /// How often a write begins anew because somebody else wrote meanwhile.
    private static let attempts = 20

    /// Does it.
    /// - Throws: ``DefaultsCommandError`` with the message of `defaults(1)`, and what the target throws.
    public func run(
        on target: any DefaultsCommandTarget,
        files: any DefaultsCommandFiles
    ) async throws -> DefaultsCommandOutput {
        switch self {
        case .read(nil, _): return .value(try await Self.everything(of: target))
        case .read(let domain?, let key): return .value(try await Self.value(of: key, in: domain, target))
        case .readType(let domain, let key):
            let type = try await Self.value(of: key, in: domain, target).typeName
            return .line("Type is \(type == "real" ? "float" : type)")
        case .explain(let domain, let key):
            return .line(Self.explanation(try await target.stack(of: key, in: domain), of: domain))
        case .domains:
            let names = try await target.domainNames().filter { $0 != DefaultsDomainName.global }
            return .line(names.joined(separator: ", "))
        case .find(let word): return try await Self.find(word, in: target)
        case .exportFile(let domain, let path):
            // As on a Mac, a domain that is not there is empty.
            let values = PropertyListValue.dictionary(try await target.snapshot(of: domain).values)
            if path == "-" { return DefaultsCommandOutput(try PropertyListWriter.xml(values)) }
            try files.write(try PropertyListWriter.binary(values), to: path)
            return DefaultsCommandOutput()
        case .help: return .line(Self.usage)
        case .write, .replace, .rename, .delete, .importFile:
            try await change(target, files)
            return DefaultsCommandOutput()
        }
    }

    private func change(_ target: any DefaultsCommandTarget, _ files: any DefaultsCommandFiles) async throws {
        guard let domain else { return }
        var source = ChangeSource.cli
        var imported: [String: PropertyListValue] = [:]
        if case .importFile(_, let path) = self {
            source = .import
            imported = try DomainFile.values(in: try files.read(path))
        }
        for attempt in 1...Self.attempts {
            let snapshot = try await target.snapshot(of: domain)
            let values = try changed(snapshot.values, importing: imported)
            do {
                return try await target.replace(domain, with: values, source: source, ifRevision: snapshot.revision)
            } catch let error as DefaultsError where error.code == .revisionConflict && attempt < Self.attempts {
                continue
            }
        }
    }

    /// What a domain holds after the command.
    private func changed(
        _ old: [String: PropertyListValue],
        importing imported: [String: PropertyListValue]
    ) throws(DefaultsCommandError) -> [String: PropertyListValue] {
        var values = old
        switch self {
        case .write(_, let key, let value):
            values[key] = try value.value(of: key, now: old[key])
        case .replace(_, let new):
            values = new
        case .rename(let domain, let key, let newKey):
            guard let value = old[key] else {
                let name = DefaultsDomainName.shown(domain)
                throw DefaultsCommandError("Key \(key) does not exist in domain \(name); leaving defaults unchanged")
            }
            values[key] = nil
            values[newKey] = value
        case .delete(let domain, let key):
            guard key.map({ old[$0] != nil }) ?? !old.isEmpty else {
                throw DefaultsCommandError("Domain (\(domain)) not found.\nDefaults have not been changed.")
            }
            if let key { values[key] = nil } else { values = [:] }
        case .importFile:
            values.merge(imported) { _, new in new }
        case .read, .readType, .explain, .exportFile, .domains, .find, .help:
            break
        }
        return values
    }

    private static func everything(of target: any DefaultsCommandTarget) async throws -> PropertyListValue {
        var domains: [String: PropertyListValue] = [:]
        for name in try await target.domainNames() {
            domains[DefaultsDomainName.shown(name)] = .dictionary(try await target.snapshot(of: name).values)
        }
        return .dictionary(domains)
    }

    /// A line for each layer, the first to be asked first.
    private static func explanation(_ stack: [SearchList.StackEntry], of domain: String) -> String {
        stack.map { entry in
            let readers = entry.readers(of: domain).map(\.rawValue)
            let value = entry.isWithheld ? "(secret)" : entry.value.map { $0.displayText ?? "" } ?? "(not set)"
            let name = entry.name + String(repeating: " ", count: max(0, 10 - entry.name.count))
            let group = entry.group.map { "  \($0), only after addSuite(named:)" } ?? ""
            return "\(entry.wins ? "→" : " ") \(name) \(value)  [\(readers.joined(separator: ", "))]\(group)"
        }
        .joined(separator: "\n")
    }

    private static func value(
        of key: String?,
        in domain: String,
        _ target: any DefaultsCommandTarget
    ) async throws -> PropertyListValue {
        let values = try await target.snapshot(of: domain).values
        guard let key else {
            guard !values.isEmpty else { throw DefaultsCommandError.noDomain(domain) }
            return .dictionary(values)
        }
        guard let value = values[key] else { throw DefaultsCommandError.noPair(domain, key) }
        return value
    }

    /// Every entry whose domain, key or text holds the word, whatever its case; numbers are not looked at.
    private static func find(
        _ word: String,
        in target: any DefaultsCommandTarget
    ) async throws -> DefaultsCommandOutput {
        let needle = word.lowercased()
        var output: [UInt8] = []
        for name in try await target.domainNames() {
            let values = try await target.snapshot(of: name).values
            let found = values.filter { key, value in
                [name, key].contains { $0.lowercased().contains(needle) } || value.holds(needle)
            }
            guard !found.isEmpty else { continue }
            let text = PropertyListValue.dictionary(found).displayText ?? ""
            output += "Found \(found.count) keys in domain '\(DefaultsDomainName.shown(name))': \(text)\n".utf8
        }
        let remark = output.isEmpty ? "No domain, key, nor value containing '\(word)'" : nil
        return DefaultsCommandOutput(output, remark: remark)
    }
}

extension PropertyListValue {
    /// Whether text in it, keys included, holds a word that is in lower case.
    fileprivate func holds(_ word: String) -> Bool {
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .string(let text): if text.lowercased().contains(word) { return true }
            case .array(let elements): pending += elements
            case .dictionary(let members):
                if members.keys.contains(where: { $0.lowercased().contains(word) }) { return true }
                pending += members.values
            default: break
            }
        }
        return false
    }
}
