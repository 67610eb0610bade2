import Access
import ArgumentParser
import Catalog
import Dispatch
import DumpFormats
import Foundation
import Glibc
import HTTP
import Logging
import SQLiteStorage
import Server

/// `vitrine serve [paths…]`: the server.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve pages and the JSON API.",
        discussion: """
            Paths may be dumps, .bundle and .app folders, or folders of them. They are shown read-only; uploads and \
            settings are kept in the data folder.
            """
    )

    @Argument(help: "Dumps, bundles, apps, or folders of them.")
    var paths: [String] = []

    @OptionGroup var address: ServerAddress

    @OptionGroup var access: AccessOptions

    @OptionGroup var connection: ConnectionOptions

    @OptionGroup var limits: LimitOptions

    @Flag(help: "Show new and changed files below the paths without a restart.")
    var watch = false

    @Option(help: "Folder that holds Public and Templates (VITRINE_RESOURCES; by default found from the program).")
    var resources: String?

    @Option(help: "Host name besides localhost to answer to; repeat for more (VITRINE_ALLOWED_HOSTS, with commas).")
    var allowHost: [String] = []

    @Flag(help: "Let pages of any origin, such as Appium Inspector in a browser, use WebDriver here.")
    var allowCors = false

    @Option(help: "Largest dump in MiB (VITRINE_MAX_DUMP).")
    var maxDump: Int?

    @Option(help: "Largest JSON dump in MiB (VITRINE_MAX_JSON).")
    var maxJSON: Int?

    @Option(help: "Largest archive of an app in MiB (VITRINE_MAX_APP).")
    var maxApp: Int?

    @Option(help: "Largest body of other requests in MiB (VITRINE_MAX_BODY; 6 for defaults and 1 for the rest).")
    var maxBody: Int?

    @OptionGroup var store: StoreOptions

    @Option(help: "Least level of log entries: trace, debug, info, notice, warning, error (VITRINE_LOG_LEVEL).")
    var logLevel: String?

    func run() async throws {
        let logger = try makeLogger()
        let port = try address.resolvedPort()
        let server = try configuredServer()
        guard
            let folders = ResourceFolders.find(
                explicit: resources ?? Environment.value("VITRINE_RESOURCES"),
                executable: Self.executable,
                workingDirectory: URL(filePath: FileManager.default.currentDirectoryPath)
            )
        else {
            throw CommandFailure("Public and Templates were not found; name their folder with --resources.")
        }
        let storage = try store.opened()
        for notice in storage.notices { logger.notice("\(notice)") }
        defer { try? storage.close() }
        var bounds = CatalogLimits.standard
        bounds.dump.maximumBytes = server.maximumDumpBytes
        bounds.dump.maximumJSONBytes = server.maximumJSONDumpBytes
        let catalog = Catalog.open(paths: paths, store: storage, limits: bounds)
        for problem in catalog.problems {
            let line = problem.line.map { ":\($0)" } ?? ""
            logger.warning("\(problem.path)\(line): \(problem.message)")
        }
        let host = address.resolvedHost
        let isForOthers = try connection.isForOthers() || !AccessOptions.isLoopback(host)
        let access = try access.choice(isForOthers: isForOthers, store: storage)
        let application: ServerApplication
        do {
            application = try ServerApplication(
                catalog: catalog,
                defaults: storage,
                access: access.control,
                resources: folders,
                configuration: server,
                logger: logger
            )
        } catch {
            throw CommandFailure(error.message)
        }
        let termination = await Termination()
        var listening = try listening(host: host, port: port)
        try limits.apply(to: &listening, isForOthers: isForOthers, data: store.readOnly ? nil : try store.folder())
        let grace = try limits.gracePeriod()
        let http = HTTPServer(configuration: listening, responder: application, logger: logger)
        do {
            try http.start()
        } catch {
            throw CommandFailure(error.message)
        }
        let watcher = watch ? application.watchFiles() : nil
        let follower = application.followTokens()
        let known = try connection.publicAddress()?.text ?? Self.address(of: listening, port: http.port)
        Self.announce(known, token: access.made)
        await termination.wait()
        watcher?.stop()
        await http.stop(gracePeriod: grace)
        follower?.stop()
    }

    private static let executable = URL(filePath: "/proc/self/exe")

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

    private func listening(host: String, port: Int) throws -> HTTPServerConfiguration {
        var listening = HTTPServerConfiguration(host: host, port: port)
        listening.identity = try connection.identity()
        listening.forwarding.trustedProxies = try connection.proxies()
        if let address = try connection.publicAddress(), address.scheme == "https" {
            listening.forwarding.secureHost = address.host
        }
        return listening
    }

    private func configuredServer() throws -> ServerConfiguration {
        var server = ServerConfiguration()
        let listed = Environment.value("VITRINE_ALLOWED_HOSTS")?.split(separator: ",") ?? []
        server.allowedHosts = allowHost + listed.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        if let address = try connection.publicAddress() { server.allowedHosts.append(address.name) }
        server.allowsCrossOriginWebDriver = allowCors
        server.rasterizer = PictureConverter.png
        try limits.apply(to: &server)
        if let bytes = try Self.bytes(maxDump, "--max-dump", "VITRINE_MAX_DUMP") { server.maximumDumpBytes = bytes }
        if let bytes = try Self.bytes(maxJSON, "--max-json", "VITRINE_MAX_JSON") { server.maximumJSONDumpBytes = bytes }
        if let bytes = try Self.bytes(maxApp, "--max-app", "VITRINE_MAX_APP") { server.maximumAppBytes = bytes }
        if let bytes = try Self.bytes(maxBody, "--max-body", "VITRINE_MAX_BODY") {
            server.maximumBodyBytes = bytes
            server.maximumDomainBodyBytes = bytes
        }
        return server
    }

    /// A size in MiB from an option or a variable, as bytes.
    private static func bytes(_ option: Int?, _ name: String, _ variable: String) throws -> Int? {
        try Environment.number(option, name, variable, in: 1...1024, "a size from 1 to 1024 MiB").map { $0 << 20 }
    }

    private func makeLogger() throws -> Logger {
        let name = logLevel ?? Environment.value("VITRINE_LOG_LEVEL") ?? "info"
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError("There is no log level “\(name)”.")
        }
        let isTerminal = LogOutput.isTerminal
        return Logger(label: "vitrine") { label -> any LogHandler in
            isTerminal ? ConsoleLogHandler(level: level) : JSONLinesLogHandler(level: level)
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

    /// The host from the option, the environment or the standard.
    var resolvedHost: String {
        host ?? Environment.value("VITRINE_HOST") ?? Self.standardHost
    }

    /// The port from the option, the environment or the standard.
    /// - Throws: `ValidationError` when it is no port.
    func resolvedPort() throws -> Int {
        if let port {
            guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
            return port
        }
        guard let text = Environment.value("VITRINE_PORT") else { return Self.standardPort }
        guard let port = Int(text), (0...65535).contains(port) else {
            throw ValidationError("VITRINE_PORT takes a number from 0 to 65535, not “\(text)”.")
        }
        return port
    }
}

/// Catches the signals that ask the process to end, from the moment it is made.
struct Termination {
    private let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Takes SIGTERM and SIGINT from the system. Make it before anybody can know that the server is there.
    init() async {
        // A peer that goes away while it is written to must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // Nor a file that may not grow.
        signal(SIGXFSZ, SIG_IGN)
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            // A signal that comes while it is ignored and not watched yet is lost.
            await withCheckedContinuation { watched in
                source.setRegistrationHandler { watched.resume() }
                source.resume()
            }
            sources.append(source)
        }
        self.sources = sources
    }

    /// Returns at the first signal; a second SIGINT then ends the process at once.
    func wait() async {
        for await _ in signals { break }
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
    }
}
