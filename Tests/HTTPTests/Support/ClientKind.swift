import HTTP
import HTTPTesting
import Logging
import Synchronization

/// The two ways to talk to an application, which have to give the same answers.
enum ClientKind: String, CaseIterable, Sendable {
    case inMemory
    case live

    func with(
        _ responder: any RequestResponder = SampleApplication.application,
        _ body: (any TestClient) async throws -> Void
    ) async throws {
        switch self {
        case .inMemory: try await body(InMemoryClient(responder: responder))
        case .live: try await withServer(responder) { _, client in try await body(client) }
        }
    }
}

/// Runs a server on a free port as long as the closure.
func withServer(
    _ responder: any RequestResponder = SampleApplication.application,
    configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    logger: Logger = .silent,
    _ body: (HTTPServer, LiveClient) async throws -> Void
) async throws {
    var configuration = HTTPServerConfiguration.unhurried
    configure(&configuration)
    let server = HTTPServer(configuration: configuration, responder: responder, logger: logger)
    try server.start()
    do {
        try await body(server, LiveClient(port: server.port))
        await server.stop()
    } catch {
        await server.stop()
        throw error
    }
}

extension HTTPServerConfiguration {
    /// A free port, and no limit that could strike because a machine has much else to do.
    static var unhurried: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration(port: 0)
        configuration.answerTimeout = .seconds(3600)
        configuration.idleTimeout = .seconds(3600)
        configuration.headerTimeout = .seconds(3600)
        configuration.requestTimeout = .seconds(3600)
        configuration.responseTimeout = .seconds(3600)
        return configuration
    }
}

/// Tries until it does not fail with a lost connection: where a server's limits are short, a machine that has much else
/// to do may not get a request out in time.
func patiently<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
        do { return try await body() } catch is ClientFailure { try Task.checkCancellation() }
    }
}

extension Logger {
    /// A logger that says nothing.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

/// A door that handlers wait at until a test opens it.
final class Gate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
    }

    /// How many have come to the gate.
    var arrivals: Int { state.withLock { $0.arrivals } }

    func open() { state.withLock { $0.isOpen = true } }

    /// Waits until the gate is open, or the task is cancelled.
    func pass() async throws {
        state.withLock { $0.arrivals += 1 }
        while !state.withLock({ $0.isOpen }) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Waits until so many have come.
    func waitForArrivals(_ count: Int) async throws {
        while arrivals < count { try await Task.sleep(for: .milliseconds(5)) }
    }
}

/// Keeps what is logged.
final class LogRecorder: Sendable {
    struct Line: Sendable {
        var message: String
        var metadata: [String: String]
    }

    private let lines = Mutex<[Line]>([])

    var logger: Logger {
        Logger(label: "test") { _ in Handler(recorder: self) }
    }

    func lines(_ message: String) -> [Line] {
        lines.withLock { $0.filter { $0.message == message } }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(
                message: event.message.description,
                metadata: (event.metadata ?? [:]).mapValues { "\($0)" }
            )
            recorder.lines.withLock { $0.append(line) }
        }
    }
}
