internal import CMicroHTTPD
import Glibc

/// A running daemon of the library.
///
/// Unchecked because the pointer itself is not safe to share: `HTTPServer` gives it to the one task that stops it, and
/// the library allows to quiesce and stop a daemon from any thread that is not its own.
struct DaemonHandle: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let context: Unmanaged<ServerContext>

    /// Starts a daemon on a socket; takes over the socket. The context stays alive until `stop()`.
    init(starting context: ServerContext, on listener: consuming ListeningSocket) throws(HTTPError) {
        Self.installPanicHandler
        let configuration = context.configuration
        let threads = max(2, configuration.threads)
        // Released by `stop()`, after the last callback.
        let retained = Unmanaged.passRetained(context)
        var options = cmhd_daemon_options(
            listen_socket: listener.take(),
            thread_pool_size: UInt32(clamping: threads),
            connection_limit: UInt32(clamping: max(threads, configuration.maximumConnections)),
            per_ip_connection_limit: UInt32(clamping: configuration.maximumConnectionsPerAddress),
            connection_timeout: UInt32(clamping: max(1, configuration.idleTimeout.components.seconds)),
            connection_memory_limit: max(4096, configuration.connectionMemory),
            context: retained.toOpaque(),
            log: DaemonCallbacks.log,
            access: DaemonCallbacks.access,
            uri: DaemonCallbacks.uri,
            completed: DaemonCallbacks.completed,
            connection: DaemonCallbacks.connection
        )
        guard let daemon = cmhd_start_daemon(&options) else {
            // The library closes the socket on most of the ways that lead here; closing it again could hit another.
            retained.release()
            throw HTTPError(.cannotStart, "libmicrohttpd did not start; its log says why.")
        }
        self.daemon = daemon
        self.context = retained
    }

    /// Stops taking connections; those that are open stay.
    func quiesce() {
        let socket = MHD_quiesce_daemon(daemon)
        if socket >= 0 { close(socket) }
    }

    /// Closes every connection, ends the threads and lets go of the context. No connection may be parked.
    func stop() {
        MHD_stop_daemon(daemon)
        context.release()
    }

    /// The library's last words, once for the whole process; it cannot go on after them.
    private static let installPanicHandler: Void = MHD_set_panic_func(DaemonCallbacks.panic, nil)
}
