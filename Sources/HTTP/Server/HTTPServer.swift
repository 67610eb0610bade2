import Glibc
public import Logging
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd that gives its requests to a responder.
///
/// A server that has been started lives until it is stopped, and can be started once.
public final class HTTPServer: Sendable {
    /// Where it listens and what it allows.
    private let configuration: HTTPServerConfiguration
    private let context: ServerContext
    private let state = Mutex(State.ready)

    private enum State {
        case ready
        case running(DaemonHandle, port: Int, timers: Timers)
        case stopped
    }

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
    package var requestsInFlight: Int { context.requestsInFlight }

    /// What it holds at the moment and what it has refused since it was made.
    public var load: ServerLoad { context.load }

    /// Starts to listen and to answer.
    ///
    /// - Throws: `HTTPError` with code `cannotBind` when the address does not exist or is taken, `cannotStart` when
    ///   the server has been started before, the folder for bodies cannot be written to, or the library refuses.
    public func start() throws(HTTPError) {
        let failure: HTTPError? = state.withLock { state in
            guard case .ready = state else { return HTTPError(.cannotStart, "The server was already started.") }
            do throws(HTTPError) {
                let listener =
                    if let inherited = configuration.inheritedSocket {
                        try ListeningSocket(inherited: inherited)
                    } else {
                        try ListeningSocket(host: configuration.host, port: configuration.port)
                    }
                let port = listener.port
                try context.spool.prepare()
                // From here on the server counts as started, whatever fails: the pool starts once.
                state = .stopped
                try context.pool.start()
                let timers = Timers(context.timers)
                do throws(HTTPError) {
                    try timers.start()
                    state = .running(try DaemonHandle(starting: context, on: listener), port: port, timers: timers)
                } catch {
                    timers.stop()
                    context.pool.stop()
                    throw error
                }
                context.logger.info("listening", metadata: ["host": "\(configuration.host)", "port": "\(port)"])
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// The number of event streams that are open.
    package var openEventStreams: Int { context.streams.count }

    /// Stops: takes no more connections, ends event streams and connections without a whole request at once, lets requests
    /// finish for a while, answers those that still wait with 503, and closes everything.
    ///
    /// The whole takes at most the grace period and a second; where the socket is kept, twice as long.
    /// - Parameter keepsSocket: whether the socket goes on listening, so that connections wait there for whoever takes it over.
    /// - Returns: the socket that goes on listening, which is the caller's to close.
    @discardableResult
    public func stop(gracePeriod: Duration = .seconds(3), keepsSocket: Bool = false) async -> Int32? {
        let running: (DaemonHandle, Timers)? = state.withLock { state in
            guard case .running(let daemon, _, let timers) = state else { return nil }
            state = .stopped
            return (daemon, timers)
        }
        guard let (daemon, timers) = running else { return nil }
        context.logger.info("stopping", metadata: ["requests": "\(context.acceptedRequests)"])
        let socket = daemon.quiesce(keepsSocket: keepsSocket)
        if socket != nil {
            // A client that just sends its next request would find its connection closed; it is asked to make a new one.
            context.leave()
            try? await Task.sleep(for: configuration.farewellPeriod)
            await wait(for: gracePeriod) { context.requestsInFlight <= context.streams.count }
        }
        context.parking.close()
        context.streams.close()
        context.connections.close()
        await wait(for: gracePeriod) { context.acceptedRequests == 0 }
        context.parking.answerAll(with: context.shutdownResponse)
        await wait(for: context.configuration.flushPeriod) { context.acceptedRequests == 0 }
        timers.stop()
        // The library aborts the process when it is stopped with a suspended connection; the lot and the streams are
        // closed and have let go of all of theirs.
        daemon.stop()
        context.pool.stop()
        context.logger.info("stopped")
        return socket
    }

    private func wait(for period: Duration, until isDone: () -> Bool) async {
        let deadline = ContinuousClock.now + period
        while !isDone(), ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
        }
    }
}
