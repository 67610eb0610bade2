import Access
import ArgumentParser
import Commands
import Dispatch
import Foundation
import Glibc
import HTTP
import Logging
import Services
import Web

/// `vitrine serve [paths…]`: the server.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve pages and the JSON API.",
        discussion: """
            Paths can be dumps, .bundle and .app folders, or folders of them, and are opened read-only. Uploads and \
            settings are stored in the data folder or in a database. Every option can also be set in the environment or in a \
            configuration file. Options override the environment, which overrides the file.
            """
    )

    @Argument(help: "Dumps, bundles, apps, or folders of them.")
    var paths: [String] = []

    @OptionGroup var address: ServerAddress

    @OptionGroup var access: AccessOptions

    @OptionGroup var connection: ConnectionOptions

    @OptionGroup var limits: LimitOptions

    @Option(help: "Configuration file, YAML or JSON, with the names of the options without dashes (VITRINE_CONFIG).")
    var config: String?

    @Flag(help: "Print the active settings and their origin, then exit; the exit status is 1 if there are errors.")
    var checkConfig = false

    @Flag(help: "Show new and changed files in the paths without a restart (VITRINE_WATCH=true).")
    var watch = false

    @Option(help: "Folder that holds Public and Templates (VITRINE_RESOURCES; found next to the program by default).")
    var resources: String?

    @Option(help: "Host name to accept besides localhost; can be repeated (VITRINE_ALLOWED_HOSTS, with commas).")
    var allowHost: [String] = []

    @Flag(
        help:
            "Allow pages of any origin, such as Appium Inspector in a browser, to use WebDriver (VITRINE_ALLOW_CORS=true)."
    )
    var allowCors = false

    @Option(help: "Maximum size of a dump in MiB (VITRINE_MAX_DUMP).")
    var maxDump: Int?

    @Option(help: "Maximum size of a JSON dump in MiB (VITRINE_MAX_JSON).")
    var maxJSON: Int?

    @Option(help: "Maximum size of an app archive in MiB (VITRINE_MAX_APP).")
    var maxApp: Int?

    @Option(help: "Maximum body size of other requests in MiB (VITRINE_MAX_BODY; 6 for defaults and 1 for the rest).")
    var maxBody: Int?

    @OptionGroup var store: StoreOptions

    @Option(help: "Minimum level of log entries: trace, debug, info, notice, warning, error (VITRINE_LOG_LEVEL).")
    var logLevel: String?

    @Option(help: "Format of the log: json, text, or auto for text on a terminal (VITRINE_LOG_FORMAT; auto).")
    var logFormat: String?

    @Option(
        help: """
            Seconds to keep responding after a request to stop, while /readyz reports that the server is \
            stopping; at most 600 (VITRINE_DRAIN_SECONDS; 0).
            """
    )
    var drainSeconds: Int?

    func run() async throws {
        let file = try configurationFile()
        if checkConfig { return try check(file) }
        if let fault = file?.faults.first { throw CommandFailure(fault.description) }
        let logger = try makeLogger()
        let configuration = try configured()
        let server = configuration.server
        let folders = try resourceFolders()
        let storage = try store.opened()
        for notice in storage.notices { logger.notice("\(notice)") }
        defer { storage.close() }
        let access = try access.choice(isForOthers: isForOthers, store: storage.tokens)
        let application = try ServerApplication.assembled(
            storage,
            paths: resolvedPaths,
            access: access.control,
            resources: folders,
            configuration: server,
            logger: logger
        )
        let termination = await Termination(replaceable: true)
        var listening = configuration.listening
        listening.inheritedSocket = try InheritedSocket.take()
        listening.spoolFolder = try store.scratchFolder()?.appending(path: "spool").path(percentEncoded: false)
        let http = HTTPServer(configuration: listening, responder: application, logger: logger)
        do {
            try http.start()
        } catch {
            throw CommandFailure(error.message)
        }
        application.watchLoad { http.load }
        application.watchStore(storage.times)
        let watcher = try isWatching ? application.watchFiles() : nil
        let follower = application.followTokens()
        let others = application.followOthers()
        let known = try connection.publicAddress()?.text ?? Self.address(of: listening, port: http.port)
        if !InheritedSocket.isFromPredecessor { Self.announce(known, token: access.made) }
        let end = await termination.wait(draining: configuration.drain) {
            application.beginDraining()
        } mayReplace: {
            application.canBeReplaced && http.load.spooledBytes == 0 && Successor.isThere(logger)
        }
        application.stop()
        watcher?.stop()
        others?.stop()
        let socket = await http.stop(gracePeriod: configuration.grace, keepsSocket: end == .replacement)
        follower?.stop()
        guard let socket else { return }
        storage.close()
        throw Successor.start(on: socket, token: access.made)
    }

    /// The paths to show, from the command line, else the environment or the file.
    private var resolvedPaths: [String] {
        guard paths.isEmpty else { return paths }
        return Environment.value("VITRINE_PATHS")?.split(separator: ":").map(String.init) ?? []
    }

    private var isWatching: Bool { get throws { try watch || Environment.flag(ofVariable: "VITRINE_WATCH") } }

    /// Reads the file with settings, where one is named, and lets it stand in for the environment.
    private func configurationFile() throws -> ConfigurationFile? {
        guard let path = config ?? Environment.own("VITRINE_CONFIG") else { return nil }
        let file = try ConfigurationFile(path: path)
        let values = ServeSetting.all.compactMap { setting in
            file.entries[setting.name].map { (setting.variable, $0.value) }
        }
        Environment.standIn(Dictionary(values) { first, _ in first })
        return file
    }

    /// Says what is in force, and what the server would not start with.
    private func check(_ file: ConfigurationFile?) throws {
        let report = ConfigurationReport(
            self,
            file,
            checks: [
                { _ = try makeLogger() }, { try store.check() }, { _ = try connection.identity() },
                { _ = try connection.proxies() }, { _ = try connection.devices() },
                { _ = try connection.publicAddress() }, { try access.check() },
                { _ = try resourceFolders() },
                {
                    for path in resolvedPaths where !FileManager.default.fileExists(atPath: path) {
                        throw CommandFailure("\(path): There is no such file or folder.")
                    }
                },
            ]
        )
        for line in report.lines { FileHandle.standardOutput.write(line: line) }
        for fault in report.faults { FileHandle.standardError.write(line: "Error: \(fault)") }
        if !report.faults.isEmpty { throw ExitCode(1) }
    }

    private func resourceFolders() throws -> ResourceFolders { try ResourceFolders.found(resources) }

    /// Prints where the server is, with the token that was made for this start: it is nowhere else.
    private static func announce(_ address: String, token: Secret?) {
        let line = "Vitrine is at \(address)\(token.map { "?token=\($0.text)" } ?? "")"
        FileHandle.standardOutput.write(line: line)
    }

    private static func address(of listening: HTTPServerConfiguration, port: Int) -> String {
        let host = listening.host
        let shown =
            switch host {
            case "0.0.0.0", "::", "[::]": "127.0.0.1"
            case _ where host.contains(":") && !host.hasPrefix("["): "[\(host)]"
            default: host
            }
        return "\(listening.identity == nil ? "http" : "https")://\(shown):\(port)/"
    }

    /// What the settings make of the server; who has access, what is kept and where it is shown stand elsewhere.
    private func configured() throws -> ServeConfiguration {
        var all = ServeConfiguration()
        let isForOthers = try isForOthers
        let standard = isForOthers ? HTTPServerConfiguration.standardConnectionsPerAddress : 0
        all.listening.maximumConnectionsPerAddress = standard
        for setting in ServeSetting.all { try setting.apply(self, to: &all) }
        all.listening.host = address.resolvedHost
        all.listening.identity = try connection.identity()
        all.listening.forwarding.trustedProxies = try connection.proxies()
        let listed = Environment.value("VITRINE_ALLOWED_HOSTS")?.split(separator: ",") ?? []
        let names = listed.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        all.server.allowedHosts = allowHost + names
        if let address = try connection.publicAddress() {
            all.server.allowedHosts.append(address.name)
            if address.scheme == "https" { all.listening.forwarding.secureHost = address.host }
        }
        all.server.allowsCrossOriginWebDriver = try allowCors || Environment.flag(ofVariable: "VITRINE_ALLOW_CORS")
        all.server.connects = try connection.devices()
        all.server.rasterizer = PictureConverter.rasterizer
        return all
    }

    /// Whether others than this machine can reach the server.
    private var isForOthers: Bool {
        get throws { try connection.isForOthers() || !AccessOptions.isLoopback(address.resolvedHost) }
    }

    private func makeLogger() throws -> Logger {
        let name = logLevel ?? Environment.value("VITRINE_LOG_LEVEL") ?? "info"
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError("There is no log level “\(name)”.")
        }
        let format = logFormat ?? Environment.value("VITRINE_LOG_FORMAT") ?? "auto"
        guard ["auto", "json", "text"].contains(format) else {
            throw ValidationError("The log is written as json, text or auto, not “\(format)”.")
        }
        let isText = format == "text" || format == "auto" && LogOutput.isTerminal
        return Logger(label: "vitrine") { label -> any LogHandler in
            isText ? ConsoleLogHandler(level: level) : JSONLinesLogHandler(level: level)
        }
    }
}

/// Where a server listens, from options or the environment.
struct ServerAddress: ParsableArguments {
    /// The address without a port when nothing is said.
    static let standardHost = "127.0.0.1"
    /// The port when nothing is said.
    static let standardPort = 8080

    @Option(help: "Address to listen on (VITRINE_HOST; \(ServerAddress.standardHost)).")
    var host: String?

    @Option(help: "Port to listen on, 0 for any free one (VITRINE_PORT; \(ServerAddress.standardPort)).")
    var port: Int?

    /// The numbers that are ports.
    static let ports = 0...65_535

    /// The host from the option, the environment or the standard.
    var resolvedHost: String {
        host ?? Environment.value("VITRINE_HOST") ?? Self.standardHost
    }

    /// The port from the option, the environment or the standard.
    /// - Throws: `ValidationError` when it is no port.
    func resolvedPort() throws -> Int {
        let port = port.map(String.init)
        return try Environment.number(port, "--port", "VITRINE_PORT", in: Self.ports) ?? Self.standardPort
    }
}
