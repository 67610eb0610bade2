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
    package var requestsInFlight: Int { context.requestsInFlight }

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

    /// Stops: takes no more connections, ends event streams at once, lets requests finish for a while, answers those that still wait with 503,
    /// and closes everything.
    public func stop(gracePeriod: Duration = .seconds(10)) async {
        let running: (DaemonHandle, Timers)? = state.withLock { state in
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
        await waitUntilIdle(for: Self.flushPeriod)
        timers.stop()
        // The library aborts the process when it is stopped with a suspended connection; the lot and the streams are
        // closed and have let go of all of theirs.
        daemon.stop()
        context.pool.stop()
        context.logger.info("stopped")
    }

    private func waitUntilIdle(for period: Duration) async {
        let deadline = ContinuousClock.now + period
        while context.acceptedRequests > 0, ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
        }
    }
}

/// What a server shows of itself over TLS.
public struct TLSIdentity: Sendable, Hashable {
    /// Its certificate and those that lead to a known authority, as PEM (RFC 7468).
    public var certificates: String
    /// The private key, as PEM, without a password.
    public var key: String

    /// Creates an identity.
    public init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }
}

/// Where a server listens and what it allows its clients.
public struct HTTPServerConfiguration: Sendable, Hashable {
    /// The address to listen on: an IPv4 or IPv6 literal, or a name that is looked up.
    public var host: String
    /// The port to listen on; 0 for any free one.
    public var port: Int
    /// Who the server is over TLS; nil for plain HTTP.
    public var identity: TLSIdentity?
    /// Which proxies are believed.
    public var forwarding = ForwardingRules()
    /// How many threads serve connections, at least 2. They answer what is in memory only.
    package var threads = 4
    /// How many threads do everything else.
    package var workers = 8
    /// The most requests that wait for one of these threads; one more is answered with 503.
    package var maximumWaiting = 512
    /// How long a whole request may wait for its answer, for a thread included; then it is answered with 503.
    package var answerTimeout = Duration.seconds(120)
    /// The most connections at once.
    package var maximumConnections = 2048
    /// The most connections at once from one address; 0 for no such limit, as behind a proxy.
    package var maximumConnectionsPerAddress = 0
    /// The memory of one connection in bytes, which bounds its request line and header fields.
    package var connectionMemory = 64 * 1024
    /// The most header fields of one request.
    package var maximumHeaderFields = 128
    /// The most bytes of bodies that all requests together may hold; one that would exceed it is answered with 503.
    package var bodyMemory = 1 << 30
    /// The most event streams at once; fewer than connections, so that other requests have room.
    package var maximumEventStreams = 1024
    /// The most event streams at once from one address; 0 for no such limit, as behind a proxy.
    package var maximumEventStreamsPerAddress = 128
    /// The most bytes that wait for a client that reads its event stream slowly; with more, the stream is cut.
    package var eventStreamQueue = 64 * 1024
    /// How often a comment is sent on every event stream.
    package var eventStreamHeartbeat = Duration.seconds(15)
    /// How long a connection may be without any traffic, in whole seconds, at least one.
    package var idleTimeout = Duration.seconds(30)
    /// How long the head of a request may take, from its first byte or from the start of the connection.
    package var headerTimeout = Duration.seconds(10)
    /// How long the body of a request may take once its head is there.
    package var requestTimeout = Duration.seconds(120)
    /// How long a client may take to receive an answer.
    package var responseTimeout = Duration.seconds(300)

    /// A server on this address with the standard limits.
    public init(host: String = "127.0.0.1", port: Int = 8080) {
        self.host = host
        self.port = port
    }
}
