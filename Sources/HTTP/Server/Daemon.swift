internal import CMicroHTTPD
import Glibc
import Logging
import Synchronization

/// A running daemon of the library.
///
/// Unchecked because the pointer itself is not safe to share: `HTTPServer` gives it to the one task that stops it, and
/// the library allows to stop a daemon from any thread that is not its own.
struct DaemonHandle: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let context: Unmanaged<ServerContext>
    private let acceptor: Acceptor

    /// Starts a daemon on a socket; takes over the socket. The context stays alive until `stop()`.
    init(starting context: ServerContext, on listener: consuming ListeningSocket) throws(HTTPError) {
        Self.installPanicHandler
        let configuration = context.configuration
        let threads = max(2, configuration.threads)
        // Released by `stop()`, after the last callback.
        let retained = Unmanaged.passRetained(context)
        var options = cmhd_daemon_options(
            thread_pool_size: UInt32(clamping: threads),
            // The registry counts them, for it knows proxies. The library's limit must not be reached: a thread of version 0.9.75
            // that refuses a connection itself keeps the lock that it needs for the next one.
            connection_limit: 1 << 20,
            per_ip_connection_limit: 0,
            connection_timeout: UInt32(clamping: max(1, configuration.idleTimeout.components.seconds)),
            connection_memory_limit: max(4096, configuration.connectionMemory),
            context: retained.toOpaque(),
            log: DaemonCallbacks.log,
            access: DaemonCallbacks.access,
            uri: DaemonCallbacks.uri,
            completed: DaemonCallbacks.completed,
            connection: DaemonCallbacks.connection,
            tls_certificates: nil,
            tls_key: nil
        )
        guard let daemon = Self.start(&options, as: configuration.identity) else {
            retained.release()
            throw HTTPError(
                .cannotStart,
                configuration.identity == nil
                    ? "libmicrohttpd did not start. See the log for the reason."
                    : "libmicrohttpd did not start with this certificate and key. Check that both are PEM files and match."
            )
        }
        do throws(HTTPError) {
            acceptor = try Acceptor(from: listener, for: daemon)
        } catch {
            MHD_stop_daemon(daemon)
            retained.release()
            throw error
        }
        self.daemon = daemon
        self.context = retained
    }

    private static func start(_ options: inout cmhd_daemon_options, as identity: TLSIdentity?) -> OpaquePointer? {
        guard let identity else { return cmhd_start_daemon(&options) }
        // The library has read both texts when it returns.
        return identity.certificates.withCString { certificates in
            identity.key.withCString { key in
                options.tls_certificates = certificates
                options.tls_key = key
                return cmhd_start_daemon(&options)
            }
        }
    }

    /// Stops taking connections; those that are open stay.
    /// - Returns: the socket, where it is to go on listening; it is closed otherwise.
    func quiesce(keepsSocket: Bool) -> Int32? { acceptor.stop(keepsSocket: keepsSocket) }

    /// Closes every connection, ends the threads and lets go of the context. No connection may be parked.
    ///
    /// It runs on a thread of its own: the library waits for its threads, however long, and they have been seen to wait for a
    /// lock for ever.
    /// - Returns: tells whether it is done. What is not done stays behind, untouched.
    func stop() -> @Sendable () -> Bool {
        let isDone = Monitor(false)
        let work: @Sendable () -> Void = {
            MHD_stop_daemon(daemon)
            context.release()
            isDone.withLock { $0 = true }
        }
        if !OwnThread.start(work) { work() }
        return { isDone.withLock { $0 } }
    }

    /// The library's last words, once for the whole process; it cannot go on after them.
    private static let installPanicHandler: Void = MHD_set_panic_func(DaemonCallbacks.panic, nil)
}

/// The functions that the library calls on its own threads. They touch nothing but what they are given.
enum DaemonCallbacks {
    /// A client has connected or is about to be disconnected.
    static let connection: MHD_NotifyConnectionCallback = { context, connection, stored, notice in
        guard let context = ServerContext.borrowed(context), let connection, let stored else { return }
        switch notice {
        case .CONNECTION_NOTIFY_STARTED:
            let record = context.connections.record(
                connection,
                descriptor: cmhd_connection_socket(connection),
                remoteAddress: SocketAddress.host(cmhd_connection_address(connection))
            )
            record.setDeadline(in: context.configuration.headerTimeout)
            if case .refused(let reason) = context.connections.insert(record) { context.turnAway(record, reason) }
            // Released when the connection closes.
            stored.pointee = Unmanaged.passRetained(record).toOpaque()
        default:
            guard let pointer = stored.pointee else { return }
            stored.pointee = nil
            context.connections.remove(Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue())
        }
    }

    /// The request line is there: makes the exchange. The only place where the target is still as it came.
    static let uri:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
        ) -> UnsafeMutableRawPointer? = { context, uri, connection in
            guard let context = ServerContext.borrowed(context), let connection,
                let record = cmhd_connection_context(connection)
            else { return nil }
            let exchange = Exchange(
                context: context,
                connection: connection,
                record: Unmanaged<ConnectionRecord>.fromOpaque(record).takeUnretainedValue(),
                target: uri.flatMap { String(validatingCString: $0) },
                place: uri.map { TargetPlace($0) }
            )
            exchange.prepareHead(behind: uri)
            cmhd_drop_query(uri)
            // Released when the request has been completed, which the library says of every request it told us of.
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    /// The head, a piece of the body, or the end of a request is there, or its connection has been resumed.
    static let access: MHD_AccessHandlerCallback = { _, _, _, method, version, data, size, stored in
        guard let pointer = stored?.pointee, let size else { return .NO }
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        guard let data, size.pointee > 0 else { return exchange.proceed(method: method, version: version) }
        let isGoingOn = exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee))
        size.pointee = 0
        return isGoingOn
    }

    /// A request is over, one way or the other.
    static let completed: MHD_RequestCompletedCallback = { _, _, stored, reason in
        guard let pointer = stored?.pointee else { return }
        stored?.pointee = nil
        Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue().complete(reason)
    }

    /// The library has something to say.
    static let log: MHD_LogCallback = { context, format, arguments in
        guard let context = ServerContext.borrowed(context), let format else { return }
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            guard let text = buffer.baseAddress,
                let arguments, vsnprintf(text, buffer.count, format, arguments) >= 0
            else { return }
            let line = String(cString: text)
            context.libraryRefuses(line)
            context.logger.debug("libmicrohttpd", metadata: ["message": "\(line.filter { $0 != "\n" })"])
        }
    }

    /// The library found its own state broken: it must not go on, so neither does the process.
    static let panic: MHD_PanicCallback = { _, file, line, reason in
        let place = file.map { String(cString: $0) } ?? "?"
        let reason = reason.map { String(cString: $0) } ?? "no reason given"
        Logger(label: "vitrine.http").critical("libmicrohttpd: \(reason)", metadata: ["at": "\(place):\(line)"])
        abort()
    }
}

/// What the library does in one version and not in another, as far as clients can see it.
package enum LibraryVersion {
    /// Whether it is 1.0 or later, which reads blanks behind a transfer coding as RFC 9112 (section 5.1) wants, where the
    /// server has to refuse what 0.9.75 makes of them, and which refuses chunks whose size has an extension.
    package static let isOne = cmhd_is_version_1() != 0
}

/// A request that waits for its work with its connection suspended.
final class ParkedRequest: Sendable {
    private let connection: ClientConnection
    private let lot: ParkingLot
    /// Until when there has to be an answer, on the monotonic clock; waiting for a thread counts.
    private let deadline: UInt64
    private let state = Mutex(State())

    private struct State {
        var response: FinishedResponse?
        var work: PooledTask?
        var isAbandoned = false
    }

    /// - Parameter period: how long there may be no answer from now on.
    init(connection: ClientConnection, lot: ParkingLot, period: Duration) {
        self.connection = connection
        self.lot = lot
        deadline = MonotonicClock.now &+ period.nanoseconds
    }

    /// The answer, once there is one.
    var response: FinishedResponse? { state.withLock { $0.response } }

    /// Names the work that ends in the answer.
    func attach(_ work: PooledTask) {
        let isAbandoned = state.withLock { state in
            state.work = work
            return state.isAbandoned
        }
        if isAbandoned { work.cancel() }
    }

    /// Leaves the answer and resumes the connection, unless there is an answer; says whether it was the first.
    @discardableResult
    func finish(with response: FinishedResponse) -> Bool {
        lot.release(self, with: response)
    }

    /// Leaves an answer in place of the work's and tells the work that nobody waits for it any more.
    /// - Returns: whether there was none before.
    @discardableResult
    func abandon(with response: FinishedResponse) -> Bool {
        guard finish(with: response) else { return false }
        let work = state.withLock { state in
            state.isAbandoned = true
            return state.work
        }
        work?.cancel()
        return true
    }

    /// Whether its client has left.
    var isDeparted: Bool { connection.isClosedByPeer }

    func isLate(at now: UInt64) -> Bool { deadline < now }

    /// Whether its work has used more than so many nanoseconds of the processor.
    func hasUsed(_ nanoseconds: UInt64) -> Bool {
        state.withLock { $0.work }.map { $0.processorTime > nanoseconds } ?? false
    }

    /// Suspends the connection; on its own thread, for the lot.
    fileprivate func suspend() { connection.suspend() }

    /// Resumes the connection with an answer; for the lot.
    fileprivate func resume(with response: FinishedResponse) {
        state.withLock { $0.response = response }
        connection.resume()
    }
}

/// The requests whose connections are suspended until their work is done.
///
/// Connections are suspended and resumed under its lock: what is in here is suspended, and nothing else is. So once
/// the lot is closed and every request in it has been answered, no connection is suspended for its work.
final class ParkingLot: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var parked: [ObjectIdentifier: ParkedRequest] = [:]
    }

    /// Parks a request unless the lot is closed; on the thread of its connection.
    func park(_ request: ParkedRequest) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            request.suspend()
            state.parked[ObjectIdentifier(request)] = request
            return true
        }
    }

    /// Lets a request go on with its answer; false when it has gone on with another.
    fileprivate func release(_ request: ParkedRequest, with response: FinishedResponse) -> Bool {
        state.withLock { state in
            guard state.parked.removeValue(forKey: ObjectIdentifier(request)) != nil else { return false }
            request.resume(with: response)
            return true
        }
    }

    /// Parks no more.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    private var all: [ParkedRequest] { state.withLock { Array($0.parked.values) } }

    /// Answers every parked request in place of its work.
    func answerAll(with response: FinishedResponse) {
        for request in all { request.abandon(with: response) }
    }

    /// Answers the requests whose time is over in place of their work, and says how many there were.
    func answerLate(with response: @autoclosure () -> FinishedResponse) -> Int {
        let now = MonotonicClock.now
        return all.count { $0.isLate(at: now) && $0.abandon(with: response()) }
    }

    /// Answers the requests whose work has used more of the processor than it may in place of it, and says how many there were.
    func answerCostly(beyond limit: Duration, with response: @autoclosure () -> FinishedResponse) -> Int {
        let limit = limit.nanoseconds
        return all.count { $0.hasUsed(limit) && $0.abandon(with: response()) }
    }

    /// Ends the work of requests whose clients have left, and says how many there were.
    func abandonDeparted(with response: @autoclosure () -> FinishedResponse) -> Int {
        all.count { $0.isDeparted && $0.abandon(with: response()) }
    }

    /// How many requests are parked.
    var count: Int { state.withLock { $0.parked.count } }
}
