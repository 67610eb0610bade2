import Glibc
public import Logging
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd that gives its requests to a responder.
///
/// A server that has been started lives until it is stopped, and can be started once.
public final class HTTPServer: Sendable {
    /// Where it listens and what it allows.
    public let configuration: HTTPServerConfiguration
    private let context: ServerContext
    private let state = Mutex(State.ready)

    private enum State {
        case ready
        case running(DaemonHandle, port: Int, timers: [Task<Void, Never>])
        case stopped
    }

    /// How long stopping waits for the last answers to be written after the grace period.
    private static let flushPeriod = Duration.seconds(1)

    /// Creates a server that does not listen yet.
    public init(
        configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        responder: any Responder,
        logger: Logger
    ) {
        self.configuration = configuration
        context = ServerContext(configuration: configuration, responder: responder, logger: logger)
    }

    /// The port it listens on; the configured one as long as it does not listen.
    public var port: Int {
        state.withLock { state in
            if case .running(_, let port, _) = state { port } else { configuration.port }
        }
    }

    /// The number of requests whose request line has been read and that have not been answered to the end.
    public var requestsInFlight: Int { context.requestsInFlight }

    /// Starts to listen and to answer.
    ///
    /// - Throws: `HTTPError` with code `cannotBind` when the address does not exist or is taken, `cannotStart` when
    ///   the server has been started before or the library refuses.
    public func start() throws(HTTPError) {
        let failure: HTTPError? = state.withLock { state in
            guard case .ready = state else { return HTTPError(.cannotStart, "The server has been started before.") }
            do throws(HTTPError) {
                let listener = try ListeningSocket(host: configuration.host, port: configuration.port)
                let port = listener.port
                let daemon = try DaemonHandle(starting: context, on: listener)
                let timers = [context.connections.startReaper(), context.streams.startHeartbeat()]
                state = .running(daemon, port: port, timers: timers)
                context.logger.info("listening", metadata: ["host": "\(configuration.host)", "port": "\(port)"])
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// The number of event streams that are open.
    public var openEventStreams: Int { context.streams.count }

    /// Stops: takes no more connections, ends event streams at once, lets requests finish for a while, answers those that still wait with 503,
    /// and closes everything.
    public func stop(gracePeriod: Duration = .seconds(10)) async {
        let running: (DaemonHandle, [Task<Void, Never>])? = state.withLock { state in
            guard case .running(let daemon, _, let timers) = state else { return nil }
            state = .stopped
            return (daemon, timers)
        }
        guard let (daemon, timers) = running else { return }
        context.logger.info("stopping", metadata: ["requests": "\(context.acceptedRequests)"])
        daemon.quiesce()
        context.parking.close()
        context.streams.close()
        await waitUntilIdle(for: gracePeriod)
        context.parking.answerAll(with: context.shutdownResponse)
        // The library aborts the process when it is stopped with a parked connection, so this has no deadline: those
        // that are left are on their way between having an answer and being resumed.
        while !context.parking.isEmpty { sched_yield() }
        await waitUntilIdle(for: Self.flushPeriod)
        for timer in timers { timer.cancel() }
        daemon.stop()
        context.logger.info("stopped")
    }

    private func waitUntilIdle(for period: Duration) async {
        let deadline = ContinuousClock.now + period
        while context.acceptedRequests > 0, ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
        }
    }
}
