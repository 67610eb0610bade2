import AppBundles
import ArgumentParser
import Commands
import Defaults
import Diagnostics
import Foundation
import JSON
import Live
import PropertyList
import Services

/// `vitrine defaults managed …`: what a device management configures, in a store, on a running server, or in files alone.
struct DefaultsManagedCommand {
    static let usage = """
        What a device management says to an app: an app config with its fields, and values for them.

        vitrine defaults [--data <folder> | --server <url>] managed followed by one of these:

          show <app>                            print the fields, the values and what does not fit, as JSON
          read <app> <path | ->                 take an app config, a profile, signed or not, or values
          write <app> <path>                    write what is there by the end of the path: .xml the app config,
                                                .mobileconfig the managed layer as a profile, .plist the values
          check <app config> <path | -> [<app>] check values, or those that a profile has for the app, against an app
                                                config; both are files. Ends with 1 if one does not fit
          clear <app>                           forget the app config, and clear the managed layer

        Values are {"values": {…}}, or a property list. No signature is verified.
        """

    private let place: () throws -> any ManagedTarget
    private let files = LocalFiles()
    private var arguments: [String]

    /// - Parameter place: opens what it works on, for verbs that need more than files.
    init(_ arguments: [String], on place: @escaping () throws -> any ManagedTarget) {
        (self.arguments, self.place) = (arguments, place)
    }

    /// Does it, and gives what goes to standard output.
    mutating func run() throws -> [UInt8] {
        let verb = try arguments.next("a verb, such as show")
        switch verb {
        case "show":
            let app = try last("an app")
            return Array((JSONLayout.indented(try place().configuration(of: app)) + "\n").utf8)
        case "read":
            let app = try arguments.next("an app")
            return try place().take(try files.read(try last("a path to read from")), of: app)
        case "write":
            let app = try arguments.next("an app")
            let path = try last("a path to write to")
            guard let file = ManagedFile(path: path) else {
                throw DefaultsCommandError("The path has to end in .xml, .mobileconfig or .plist.", isUsage: true)
            }
            try files.write(try place().file(file, of: app), to: path)
            return []
        case "check": return try check()
        case "help", "-h", "--help": return Array((Self.usage + "\n").utf8)
        case "clear":
            let app = try last("an app")
            try place().clear(app)
            return []
        default:
            throw DefaultsCommandError(
                "There is no verb “managed \(verb)”. “vitrine defaults managed help” tells more.",
                isUsage: true
            )
        }
    }

    private mutating func check() throws -> [UInt8] {
        let config = try AppConfig(xml: try files.read(try arguments.next("an app config")))
        let bytes = try files.read(try arguments.next("a path to read from"))
        let app = arguments.isEmpty ? config.bundleIdentifier : try arguments.next("an app")
        try arguments.end()
        let values: [String: PropertyListValue]
        switch try ManagedDocument(bytes) {
        case .values(let given): values = given
        case .profile(let profile):
            guard let app else { throw DefaultsCommandError("The profile says nothing about the app.") }
            values = try profile.values(forcedOn: app)[ConfigurationProfile.configurationKey]?.dictionaryValue ?? [:]
        case .config: throw DefaultsCommandError("The second file is an app config too; it has no values.")
        }
        let faults = config.faults(of: values)
        guard !faults.isEmpty else { return [] }
        FileHandle.standardOutput.write(output: Array(faults.map { $0.message + "\n" }.joined().utf8))
        throw ExitCode.failure
    }

    private mutating func last(_ what: String) throws -> String {
        defer { arguments = [] }
        let argument = try arguments.next(what)
        try arguments.end()
        return argument
    }
}

extension ManagedFile {
    /// The kind that a path ends as; nil for none.
    init?(path: String) {
        guard let kind = Self.allCases.first(where: { path.hasSuffix("." + $0.rawValue) }) else { return nil }
        self = kind
    }
}

/// Where managed configurations are that the command works on.
protocol ManagedTarget {
    /// The configuration as JSON.
    func configuration(of app: String) throws -> [UInt8]
    /// Takes a file, and gives what people are told of it.
    func take(_ bytes: [UInt8], of app: String) throws -> [UInt8]
    /// A file for a device management.
    func file(_ kind: ManagedFile, of app: String) throws -> [UInt8]
    /// Forgets the app config, and clears the managed layer.
    func clear(_ app: String) throws
}

/// Managed configurations in a store of this process, whose apps are domains. Only a database keeps layers.
struct StoredManagedTarget: ManagedTarget {
    let store: any DefaultsStore
    let layers: VolatileLayers?

    init(_ opened: OpenedStore) {
        store = opened.defaults
        layers = opened.shared.map { VolatileLayers(limits: opened.defaults.limits, store: $0) }
    }

    func configuration(of app: String) throws -> [UInt8] {
        let configuration = try ManagedConfiguration(of: app, in: store, layers)
        return JSONWriter.object { configuration.write(to: &$0) }
    }

    func take(_ bytes: [UInt8], of app: String) throws -> [UInt8] {
        let configuration = try ManagedConfiguration(of: app, in: store, layers)
        let forced: [String: PropertyListValue]
        var signature: [UInt8] = []
        switch try ManagedDocument(bytes) {
        case .config:
            try store.storeManagedDocument(bytes, of: app, source: .cli)
            return []
        case .values(let values):
            let faults = configuration.config?.faults(of: values) ?? []
            guard faults.isEmpty else {
                throw DefaultsCommandError(faults.map(\.message).joined(separator: "\n"))
            }
            forced = configuration.forced(with: values)
        case .profile(let profile):
            forced = try profile.values(forcedOn: app)
            signature = Self.remark(isSigned: profile.isSigned)
        }
        try known().set(.managed, of: app, to: forced)
        return signature
    }

    /// What people are told of a profile that was taken.
    static func remark(isSigned: Bool) -> [UInt8] {
        isSigned ? Array("The signature of the profile was not verified.\n".utf8) : []
    }

    func file(_ kind: ManagedFile, of app: String) throws -> [UInt8] {
        guard let bytes = try ManagedConfiguration(of: app, in: store, layers).file(kind) else {
            throw DefaultsCommandError("No app config was given for “\(app)”.")
        }
        return bytes
    }

    func clear(_ app: String) throws {
        try store.storeManagedDocument(nil, of: app, source: .cli)
        try layers?.set(.managed, of: app, to: [:])
    }

    private func known() throws -> VolatileLayers {
        guard let layers else {
            throw DefaultsCommandError(
                "A data folder keeps app configs, but no managed values: they last as long as a server runs. Give --server."
            )
        }
        return layers
    }
}

/// Managed configurations on a running server, through its JSON API.
extension DefaultsServerTarget: ManagedTarget {
    private static func path(_ app: String) -> String { "/api/v1/apps/\(app.percentEncoded)/managed-configuration" }

    func configuration(of app: String) throws -> [UInt8] {
        try send("GET", Self.path(app), ["Accept": "application/json"]).body
    }

    func take(_ bytes: [UInt8], of app: String) throws -> [UInt8] {
        let headers = [
            "Accept": "application/json", "Content-Type": "application/octet-stream",
            "User-Agent": "vitrine-defaults/\(ServerVersion.current)",
        ]
        let reply = try JSONValue(parsing: try send("PUT", Self.path(app), headers, bytes).body, limits: .dump)
        return StoredManagedTarget.remark(isSigned: reply["profile"]?["signature"]?.stringValue == "not verified")
    }

    func file(_ kind: ManagedFile, of app: String) throws -> [UInt8] {
        try send("GET", Self.path(app), ["Accept": kind.mediaType]).body
    }

    func clear(_ app: String) throws { _ = try send("DELETE", Self.path(app), [:], accepting: [204]) }
}
