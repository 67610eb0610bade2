import Commands
import Defaults
import Diagnostics
import Foundation
import JSON
import Live
import PropertyList
import Services

/// `vitrine defaults sets …`: named values of several domains, in a store or on a running server.
struct DefaultsSetsCommand {
    static let usage = """
        Named sets of values, which are applied and taken back together.

        vitrine defaults [--data <folder> | --server <url>] sets followed by one of these:

          list                                print the names of the sets
          show <set>                          print a set as JSON
          make <set> <domain>[@<revision>]…   make a set of domains as they are, or were
                                              -description <text> says what it is for
          apply <set>                         give all keys the values of the set
          apply -preview <set>                print what that would change
          compare <set> [<other set>]         print what differs from now, or from another set
          export <set> <path>                 write a set: JSON for a path that ends in .json, else a property list
          export <set> -                      print a set as an XML property list
          import <set> <path | -> [<domain>]  make a set of a file: an exported one, or the values of the domain
          delete <set>                        delete a set; the values of the domains stay
        """

    private let target: any DefaultsSetsTarget
    private let files = LocalFiles()
    private var arguments: [String]

    init(_ arguments: [String], on target: any DefaultsSetsTarget) {
        (self.arguments, self.target) = (arguments, target)
    }

    /// Does it, and gives what goes to standard output.
    mutating func run() throws -> [UInt8] {
        let verb = try arguments.next("a verb, such as list")
        switch verb {
        case "list":
            try arguments.end()
            return Array(try target.names().map { $0 + "\n" }.joined().utf8)
        case "show":
            let set = try last()
            return Array(SetDocument.text(of: set).utf8)
        case "make": return try make()
        case "apply": return try apply()
        case "compare": return try compare()
        case "export": return try export()
        case "import":
            let name = try arguments.next("the name of a set")
            let path = try arguments.next("a path to read from")
            let domain = arguments.isEmpty ? nil : try arguments.next("a domain")
            try arguments.end()
            try target.store(try SetDocument.read(try files.read(path), name: name, domain: domain), isNew: false)
            return []
        case "delete":
            let name = try arguments.next("the name of a set")
            try arguments.end()
            try target.delete(name)
            return []
        case "help", "-h", "--help": return Array((Self.usage + "\n").utf8)
        default:
            throw DefaultsCommandError(
                "There is no verb “sets \(verb)”. “vitrine defaults sets help” tells more.",
                isUsage: true
            )
        }
    }

    private mutating func make() throws -> [UInt8] {
        var description = ""
        if let place = arguments.firstIndex(of: "-description"), place + 1 < arguments.count {
            description = arguments.remove(at: place + 1)
            arguments.remove(at: place)
        }
        let name = try arguments.next("the name of a set")
        guard !arguments.isEmpty else { throw DefaultsCommandError("This needs a domain.", isUsage: true) }
        var document = try SetDocument.read(Array("{}".utf8), name: name)
        document.set.description = description
        document.sources = arguments.map { SetDocument.Source($0) }
        try target.store(document, isNew: true)
        return []
    }

    private mutating func apply() throws -> [UInt8] {
        let isPreview = arguments.first == "-preview" || arguments.first == "--preview"
        if isPreview { arguments.removeFirst() }
        let set = try last()
        let before = try set.domains.keys.sorted().map { ($0, try target.values(of: $0)) }
        let changes = before.map { domain, values in
            (domain, DefaultsChange.between(values, and: (set.domains[domain] ?? .init()).applied(to: values)))
        }
        if isPreview { return Self.text(changes) }
        let changed = try target.apply(set.name)
        let lines = changed.map { part in
            let forced = part.forced.map { "\(part.domain) \($0): a managed value hides it from the app\n" }
            return (part.keys.isEmpty ? "" : "\(part.domain): \(part.keys.joined(separator: ", "))\n") + forced.joined()
        }
        return Array(lines.joined().utf8)
    }

    private mutating func compare() throws -> [UInt8] {
        let set = try target.set(try arguments.next("the name of a set"))
        let other = arguments.isEmpty ? nil : try target.set(try arguments.next("another set"))
        try arguments.end()
        let domains = Set(set.domains.keys).union(other.map { Array($0.domains.keys) } ?? []).sorted()
        return Self.text(
            try domains.map { domain in
                let part = set.domains[domain] ?? .init()
                let now =
                    try other.map { $0.domains[domain]?.values ?? [:] }
                    ?? target.values(of: domain).filter { part.keys.contains($0.key) }
                return (domain, DefaultsChange.between(part.values, and: now))
            }
        )
    }

    /// A line for each key: the domain, the key, the value before and the one after.
    private static func text(_ changes: [(domain: String, changes: [DefaultsChange])]) -> [UInt8] {
        func text(_ value: PropertyListValue?) -> String {
            value.map { ValueText.line($0, limit: 240) } ?? "(none)"
        }
        let lines = changes.flatMap { domain, changes in
            changes.map { "\(domain) \($0.key): \(text($0.before)) → \(text($0.after))\n" }
        }
        return Array(lines.joined().utf8)
    }

    private mutating func export() throws -> [UInt8] {
        let set = try target.set(try arguments.next("the name of a set"))
        let path = try arguments.next("a path to write to")
        try arguments.end()
        let list = SetDocument.propertyList(of: set)
        if path == "-" { return try PropertyListWriter.xml(list) }
        let isJSON = path.hasSuffix(".json")
        try files.write(isJSON ? Array(SetDocument.text(of: set).utf8) : try PropertyListWriter.xml(list), to: path)
        return []
    }

    private mutating func last() throws -> DefaultsSet {
        let name = try arguments.next("the name of a set")
        try arguments.end()
        return try target.set(name)
    }
}

/// Where sets are that the command works on.
protocol DefaultsSetsTarget {
    /// The names of the sets, sorted.
    func names() throws -> [String]
    /// A set, which has to be there.
    func set(_ name: String) throws -> DefaultsSet
    /// Makes a set, or puts it in the place of the one of its name.
    func store(_ document: SetDocument, isNew: Bool) throws
    /// Deletes a set.
    func delete(_ name: String) throws
    /// Applies a set, and gives the keys that changed by domain, and those that are managed.
    func apply(_ name: String) throws -> [(domain: String, keys: [String], forced: [String])]
    /// What a domain stores.
    func values(of domain: String) throws -> [String: PropertyListValue]
}

/// Sets in a store of this process.
struct StoredSetsTarget: DefaultsSetsTarget {
    let store: any DefaultsStore

    func names() throws -> [String] { try store.sets().sets.map(\.name) }

    func set(_ name: String) throws -> DefaultsSet { try store.requiredSet(named: name) }

    func store(_ document: SetDocument, isNew: Bool) throws {
        let sources = document.sources.map { ($0.domain, $0.revision, $0.keys) }
        var set = try store.makeSet(document.set.name, description: document.set.description, from: sources).set
        set.domains.merge(document.set.domains) { $1 }
        try store.store(set, isNew: isNew, source: .cli)
    }

    func delete(_ name: String) throws { try store.removeSet(name, source: .cli) }

    func apply(_ name: String) throws -> [(domain: String, keys: [String], forced: [String])] {
        try store.apply(try set(name), source: .cli).filter { !$0.changed.isEmpty }.map { ($0.domain, $0.changed, []) }
    }

    func values(of domain: String) throws -> [String: PropertyListValue] { try store.snapshot(of: domain).values }
}

/// Sets on a running server, through its JSON API.
extension DefaultsServerTarget: DefaultsSetsTarget {
    private static let sets = "/api/v1/defaults/sets"

    private static func path(set name: String) -> String { "\(sets)/\(name.percentEncoded)" }

    private func answer(_ method: String, _ path: String, _ body: [UInt8] = []) throws -> JSONValue {
        var headers = ["Accept": "application/json", "User-Agent": "vitrine-defaults/\(ServerVersion.current)"]
        if !body.isEmpty { headers["Content-Type"] = "application/json" }
        let response = try send(method, path, headers, body, accepting: [200, 201, 204])
        guard !response.body.isEmpty else { return .object([]) }
        return try JSONValue(parsing: response.body, limits: .dump)
    }

    func names() throws -> [String] {
        var names: [String] = []
        var next: String?
        repeat {
            let page = try answer("GET", Self.sets + (next.map { "?after=\($0.percentEncoded)" } ?? ""))
            names += (page["sets"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
            next = page["next"]?.stringValue
        } while next != nil
        return names
    }

    func set(_ name: String) throws -> DefaultsSet {
        try SetDocument(JSONPlace(try answer("GET", Self.path(set: name))), name: name).set
    }

    func store(_ document: SetDocument, isNew: Bool) throws {
        let body = JSONWriter.object { writer in
            SetDocument.write(document.set, to: &writer)
            writer.list("from", document.sources) { writer, source in
                writer.member("domain", source.domain)
                if let revision = source.revision { writer.member("revision", revision) }
            }
        }
        _ = try isNew ? answer("POST", Self.sets, body) : answer("PUT", Self.path(set: document.set.name), body)
    }

    func delete(_ name: String) throws { _ = try answer("DELETE", Self.path(set: name)) }

    func apply(_ name: String) throws -> [(domain: String, keys: [String], forced: [String])] {
        let reply = try answer("POST", Self.path(set: name) + "/apply")
        return (reply["domains"]?.arrayValue ?? []).compactMap { part in
            let keys = part["changed"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let forced = part["forced"]?.arrayValue?.compactMap(\.stringValue) ?? []
            return part["domain"]?.stringValue.map { ($0, keys, forced) }
        }
    }

    func values(of domain: String) throws -> [String: PropertyListValue] { try snapshot(of: domain).values }

    /// With the layers that the server has for the domain, and the app groups of its app.
    func stack(of key: String, in domain: String) throws -> [SearchList.StackEntry] {
        let path = "/api/v1/defaults/\(domain.percentEncoded)/values/\(key.percentEncoded)"
        let response = try send("GET", path, ["Accept": "application/json"], accepting: [200, 404])
        guard response.status == 200 else { return SearchList().stack(of: key) }
        let layers = try JSONValue(parsing: response.body, limits: .dump)["layers"]?.arrayValue ?? []
        return try layers.map { layer in
            let isWithheld = layer["redacted"] == .bool(true)
            let value = isWithheld ? nil : layer["value"]
            var entry = SearchList.StackEntry(
                layer: layer["layer"]?.stringValue.flatMap(SearchList.Layer.init),
                group: layer["domain"]?.stringValue,
                value: try value.map { try PropertyListEnvelope.value(JSONPlace($0)) }
            )
            (entry.wins, entry.isWithheld) = (layer["wins"] == .bool(true), isWithheld)
            return entry
        }
    }
}

/// The words behind a verb of the command, taken one by one.
extension [String] {
    /// The first of them, which is taken away.
    /// - Parameter what: what it should be.
    mutating func next(_ what: String) throws -> String {
        guard !isEmpty else { throw DefaultsCommandError("This needs \(what).", isUsage: true) }
        return removeFirst()
    }

    /// Throws where one is left.
    func end() throws {
        guard let argument = first else { return }
        throw DefaultsCommandError("Unexpected argument \(argument).", isUsage: true)
    }
}
