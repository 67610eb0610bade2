import HTTP
import Logging

/// The two ways to talk to an application, which have to give the same answers.
enum ClientKind: String, CaseIterable, Sendable {
    case inMemory
    case live

    func with(
        _ responder: any Responder = SampleApplication.application,
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
    _ responder: any Responder = SampleApplication.application,
    configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    logger: Logger = .silent,
    _ body: (HTTPServer, LiveClient) async throws -> Void
) async throws {
    var configuration = HTTPServerConfiguration(port: 0)
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

extension Logger {
    /// A logger that says nothing.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
