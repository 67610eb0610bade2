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
        responder: any RequestResponder,
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
    /// The whole takes at most the grace period and a second; where the socket is kept, twice as long. Where the library does not
    /// end its threads, that is waited for five seconds more.
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
        let isDone = daemon.stop()
        await wait(for: Self.stoppingPeriod, until: isDone)
        if !isDone() { context.logger.warning("a thread of libmicrohttpd did not end and is left behind") }
        context.pool.stop()
        context.logger.info("stopped")
        return socket
    }

    /// How long the library may take to end its threads.
    private static let stoppingPeriod = Duration.seconds(5)

    private func wait(for period: Duration, until isDone: () -> Bool) async {
        let deadline = ContinuousClock.now + period
        while !isDone(), ContinuousClock.now < deadline {
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
    /// A socket that listens already, in place of the address and the port; the server closes it. Nil makes one.
    public var inheritedSocket: Int32?
    /// Who the server is over TLS; nil for plain HTTP.
    public var identity: TLSIdentity?
    /// How long connections may go on, an answer each, when the socket is handed on; the new ones wait so long.
    package var farewellPeriod = Duration.milliseconds(500)
    /// Which proxies are believed.
    public var forwarding = ForwardingRules()
    /// How many threads serve connections, at least 2. They answer what is in memory only.
    package var threads = 4
    /// How many threads do everything else.
    public var workers = 8
    /// The most requests that wait for one of these threads; one more is answered with 503.
    public var maximumWaiting = 512
    /// How long a whole request may wait for its answer, for a thread included; then it is answered with 503.
    public var answerTimeout = Duration.seconds(120)
    /// What the work for a request may use of the processor; then it is answered with 503 and its work is given up. What it leaves
    /// to other threads than the one it runs on does not count.
    public var processorLimit = Duration.seconds(60)
    /// The most connections at once; fewer where the process may not have as many files open. When nearly as many are
    /// there, the one that has been idle for longest is closed for each that comes.
    public var maximumConnections = 2048
    /// The most connections at once from one address, or from one network of 64 bits of version 6; 0 for no such limit.
    /// Behind a trusted proxy, the most requests at once of a client that it names.
    public var maximumConnectionsPerAddress = 0
    /// The number for a server that others than this machine can reach: more than a few browsers need at once, and an
    /// eighth of all.
    public static let standardConnectionsPerAddress = 256
    /// The memory of one connection in bytes, which bounds its request line and header fields.
    public var connectionMemory = 64 * 1024
    /// The most header fields of one request.
    package var maximumHeaderFields = 128
    /// Larger bodies are kept in files.
    package var spoolThreshold = 1 << 20
    /// The most bytes of bodies in memory that all requests together may hold; beyond it bodies go to files, too.
    public var bodyMemory = 64 << 20
    /// The most bytes of bodies in files; a body that would exceed it is answered with 503.
    public var spoolBytes = 2 << 30
    /// The folder for these files, made where it is not there; nil for that of the system (`TMPDIR`).
    public var spoolFolder: String?
    /// The most bytes of answers that clients have not read to the end; an answer that would exceed it is replaced by 503.
    public var replyBytes = 128 << 20
    /// How long a client may take to read before its connection may be closed for the answers of others.
    package var replyPatience = Duration.seconds(5)
    /// How long stopping waits for the last answers to be written after the grace period.
    package var flushPeriod = Duration.seconds(1)
    /// The most event streams at once; fewer than connections, so that other requests have room.
    public var maximumEventStreams = 1024
    /// The most event streams at once from one address; 0 for no such limit, as behind a proxy.
    public var maximumEventStreamsPerAddress = 128
    /// The most bytes that wait for a client that reads its event stream slowly; with more, the stream is cut.
    public var eventStreamQueue = 64 * 1024
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
