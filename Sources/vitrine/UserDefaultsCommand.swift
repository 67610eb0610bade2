import Access
import AppBundles
import ArgumentParser
import Commands
import Defaults
import Diagnostics
import Foundation
import Live
import JSON
import PropertyList
import Services
import Web

/// `vitrine defaults …`: what `defaults(1)` does on macOS, on a data folder or database, a running server or a file.
struct UserDefaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults",
        abstract: "Read and change user defaults, as defaults(1) does on macOS.",
        discussion: "“vitrine defaults help” lists verbs and values. Put options before the verb."
    )

    @OptionGroup var store: StorePlace

    @Option(help: "Address of a running server to use instead, such as http://127.0.0.1:8080.")
    var server: String?

    @OptionGroup var token: ServerToken

    @OptionGroup var trust: ServerTrust

    @Argument(parsing: .captureForPassthrough, help: "A verb and its arguments.")
    var arguments: [String] = []

    func run() async throws {
        guard !store.isGiven || server == nil else {
            throw ValidationError("Give --server or where the settings are kept, not both.")
        }
        do {
            if arguments.first == "sets" {
                let arguments = Array(arguments.dropFirst())
                let isHelp = arguments.first.map { ["help", "-h", "--help"].contains($0) } ?? false
                guard !isHelp else { return print(DefaultsSetsCommand.usage) }
                var command = DefaultsSetsCommand(arguments, on: try setsTarget())
                FileHandle.standardOutput.write(output: try command.run())
                return
            }
            if arguments.first == "managed" {
                var command = DefaultsManagedCommand(Array(arguments.dropFirst())) { try managedTarget() }
                FileHandle.standardOutput.write(output: try command.run())
                return
            }
            var arguments = arguments
            let decodes = arguments.first == "read" && arguments.contains("--decoded")
            if decodes { arguments.removeAll { $0 == "--decoded" } }
            let command = try DefaultsCommand(arguments)
            var target = try target(of: command)
            if decodes { target = DecodingTarget(base: target) }
            let output = try await command.run(on: target, files: LocalFiles())
            FileHandle.standardOutput.write(output: Array(output.output))
            if let remark = output.remark { FileHandle.standardError.write(line: remark) }
        } catch let error as DefaultsCommandError {
            FileHandle.standardError.write(line: error.message)
            throw error.isUsage ? ExitCode.validationFailure : ExitCode.failure
        } catch let error as PropertyListError {
            throw CommandFailure(error.message)
        } catch let error as Problem {
            throw CommandFailure(error.detail)
        } catch let error as ManagedConfigurationError {
            throw CommandFailure((error.line.map { "Line \($0): " } ?? "") + error.message)
        }
    }

    private func managedTarget() throws -> any ManagedTarget {
        if let server {
            return try DefaultsServerTarget(server, token: try token.resolved(), trust: try trust.resolved())
        }
        return StoredManagedTarget(try store.opened())
    }

    private func setsTarget() throws -> any DefaultsSetsTarget {
        if let server {
            return try DefaultsServerTarget(server, token: try token.resolved(), trust: try trust.resolved())
        }
        return StoredSetsTarget(store: try store.opened().defaults)
    }

    private func target(of command: DefaultsCommand) throws -> any DefaultsCommandTarget {
        if let domain = command.domain, DefaultsDomainName.isPath(domain) { return PropertyListFileTarget() }
        // Telling how to use it must not make a data folder.
        if command == .help { return PropertyListFileTarget() }
        if let server {
            return try DefaultsServerTarget(server, token: try token.resolved(), trust: try trust.resolved())
        }
        return DefaultsStoreTarget(try store.opened().defaults)
    }
}

/// A target whose data is shown as what it holds, where that can be told; for reading only.
private struct DecodingTarget: DefaultsCommandTarget {
    let base: any DefaultsCommandTarget

    func domainNames() async throws -> [String] { try await base.domainNames() }

    func snapshot(of domain: String) async throws -> DomainSnapshot {
        var snapshot = try await base.snapshot(of: domain)
        snapshot.values = snapshot.values.mapValues(\.decoded)
        return snapshot
    }

    func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) async throws {
        throw DefaultsCommandError("What is decoded is not stored.")
    }
}

/// The `defaults` command on property-list files: a domain is the path of one, “.plist” left out or not.
struct PropertyListFileTarget: DefaultsCommandTarget {
    private let files = LocalFiles()

    func domainNames() -> [String] { [] }

    func snapshot(of path: String) throws -> DomainSnapshot {
        let file = Self.file(path)
        let isThere = FileManager.default.fileExists(atPath: file)
        let values = isThere ? try DomainFile.values(in: try files.read(file)) : [:]
        return DomainSnapshot(name: path, revision: 0, values: values, updatedAt: nil)
    }

    /// Writes the file anew in the form that it has; XML where that is old-style text, which would lose types.
    func replace(
        _ path: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) throws {
        let file = Self.file(path)
        let old = try? files.read(file)
        let isText = old.map { PropertyListFormat(detectedIn: $0) != .binary } ?? false
        let value = PropertyListValue.dictionary(values)
        try files.write(isText ? try PropertyListWriter.xml(value) : try PropertyListWriter.binary(value), to: file)
    }

    private static func file(_ path: String) -> String {
        path.hasSuffix(".plist") || FileManager.default.fileExists(atPath: path) ? path : path + ".plist"
    }
}

/// Files of this machine; `-` is standard input.
struct LocalFiles: DefaultsCommandFiles {
    func read(_ path: String) throws -> [UInt8] {
        let limit = PropertyListLimits.standard.maximumBytes
        do {
            let handle = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            return [UInt8](try handle.read(upToCount: limit + 1) ?? Data())
        } catch {
            throw DefaultsCommandError("Could not read data from \(path)")
        }
    }

    /// A new file is for its owner only, as those in Library/Preferences; one that was there keeps its permissions.
    func write(_ bytes: [UInt8], to path: String) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let manager = FileManager.default
        let old = try? manager.attributesOfItem(atPath: file.path(percentEncoded: false))[.posixPermissions]
        let draft = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        let draftPath = draft.path(percentEncoded: false)
        do {
            guard
                manager.createFile(
                    atPath: draftPath,
                    contents: nil,
                    attributes: [.posixPermissions: old ?? 0o600]
                )
            else { throw CocoaError(.fileWriteUnknown) }
            let handle = try FileHandle(forWritingTo: draft)
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
            try handle.close()
            guard rename(draftPath, file.path(percentEncoded: false)) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            try? manager.removeItem(at: draft)
            throw DefaultsCommandError("Could not write \(path); check its folder and permissions.")
        }
    }
}

/// The `defaults` command on a running server, through its JSON API; values travel as property lists, which keep
/// every type.
struct DefaultsServerTarget: DefaultsCommandTarget {
    private let address: HTTPAddress
    private var host: String { address.host }

    /// - Parameters:
    ///   - address: `http://host[:port][/path]`, or `https://…`.
    ///   - token: what the server is shown; nil for nothing.
    ///   - trust: whom to believe over HTTPS.
    init(_ address: String, token: String?, trust: TLSTrust) throws(DefaultsCommandError) {
        guard let known = HTTPAddress(address, token: token, trust: trust) else {
            throw DefaultsCommandError(
                "--server takes an address such as http://127.0.0.1:8080, not “\(address)”.",
                isUsage: true
            )
        }
        self.address = known
    }

    func domainNames() throws -> [String] {
        let response = try send("GET", "/api/v1/defaults", ["Accept": "application/json"])
        let domains = try? JSONValue(parsing: response.body, limits: .dump)["domains"]?.arrayValue
        return (domains ?? []).compactMap { $0["name"]?.stringValue }.sorted()
    }

    func snapshot(of domain: String) throws -> DomainSnapshot {
        let response = try send("GET", Self.path(domain), ["Accept": "application/x-plist"])
        let digits = response.headers["etag"]?.drop { $0 == "\"" }.prefix { $0.isASCII && $0.isNumber }
        guard let revision = digits.flatMap({ Int($0) }) else {
            throw DefaultsCommandError("The server at \(host) is not Vitrine: its response has no revision.")
        }
        if let count = response.headers["vitrine-redacted"] {
            let note = "Secret values left out, because the token lacks the scope secrets: \(count)."
            FileHandle.standardError.write(line: note)
        }
        let values = try DomainFile.values(in: response.body)
        return DomainSnapshot(name: domain, revision: revision, values: values, updatedAt: nil)
    }

    func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) throws {
        var headers = ["Content-Type": "application/x-plist", "If-Match": "\"\(revision)\""]
        // A file that is put without this name counts as an import.
        if source == .cli { headers["User-Agent"] = "vitrine-defaults/\(ServerVersion.current)" }
        _ = try send("PUT", Self.path(domain), headers, try PropertyListWriter.binary(.dictionary(values)))
    }

    func send(
        _ method: String,
        _ path: String,
        _ headers: [String: String],
        _ body: [UInt8] = [],
        accepting statuses: Set<Int> = [200]
    ) throws -> HTTPClient.Response {
        let response: HTTPClient.Response
        do {
            response = try address.client.send(method, address.base + path, headers, body: body)
        } catch {
            throw DefaultsCommandError("No server responds at \(host). \(error)")
        }
        if response.status == 412 {
            throw DefaultsError(.revisionConflict, "The domain keeps changing. Try again.")
        }
        guard statuses.contains(response.status) else {
            let problem = try? JSONValue(parsing: response.body)
            let reason = problem?["detail"]?.stringValue ?? "The server responded with status \(response.status)."
            throw DefaultsCommandError(reason)
        }
        return response
    }

    private static func path(_ domain: String) -> String { "/api/v1/defaults/" + domain.percentEncoded }
}

/// `vitrine capture`: as the command that needs no store does, and with `--defaults` into a data folder or database, too.
struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: Capture.configuration.abstract,
        discussion: Capture.configuration.discussion
    )

    @OptionGroup var capture: Capture

    @OptionGroup(title: "Options for --defaults without a server") var store: StorePlace

    func validate() throws {
        guard !store.isGiven || capture.mayFillStore else {
            throw ValidationError("--data and --store are for --defaults, without --server.")
        }
    }

    func run() async throws {
        guard store.isGiven else { return try await capture.run() }
        let opened = try store.opened()
        defer { opened.close() }
        try await capture.capture(into: StoredDomains(store: opened.defaults))
    }
}

/// The domains of a store that no server need have open.
private struct StoredDomains: CapturedDomains {
    let store: any DefaultsStore

    func read(_ domain: String) throws -> (values: [String: PropertyListValue], revision: Int, isPartial: Bool) {
        do throws(DefaultsError) {
            let snapshot = try store.snapshot(of: domain)
            return (snapshot.values, snapshot.revision, false)
        } catch {
            throw CommandFailure("\(domain): \(error.message)")
        }
    }

    func write(
        _ values: [String: PropertyListValue],
        to domain: String,
        ifRevision revision: Int
    ) throws -> Int? {
        do throws(DefaultsError) {
            return try store.replace(domain, with: values, source: .import, ifRevision: revision).revision
        } catch {
            if error.code == .revisionConflict { return nil }
            throw CommandFailure("\(domain): \(error.message)")
        }
    }
}
