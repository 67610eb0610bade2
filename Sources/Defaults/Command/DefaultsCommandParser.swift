import PropertyList

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
