import Access
import Commands
import Dispatch
import Foundation
import Glibc
import Logging

/// A listening socket that was opened by whoever started this process (sd_listen_fds(3)): systemd, or the server that was
/// here before.
enum InheritedSocket {
    /// The first descriptor that is handed on.
    static let first: Int32 = 3
    /// Set where the server that was here before hands its socket on; it has said where the server is.
    static let predecessor = "VITRINE_PREDECESSOR"

    /// Whether this process goes on for another server.
    static var isFromPredecessor: Bool { ProcessInfo.processInfo.environment[predecessor] != nil }

    /// The socket; nil where there is none. Children of this process see nothing of it.
    /// - Throws: `CommandFailure` when several are handed on.
    static func take() throws -> Int32? {
        let environment = ProcessInfo.processInfo.environment
        defer { for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] { unsetenv(name) } }
        guard environment["LISTEN_PID"] == "\(getpid())", let text = environment["LISTEN_FDS"] else { return nil }
        guard text == "1" else {
            throw CommandFailure("LISTEN_FDS is “\(text)”. The server listens on one socket; hand on one.")
        }
        return first
    }
}

/// The program that goes on in the place of this one, in the same process and on the same socket: the one that is now where
/// this one was started from.
enum Successor {
    /// Where this program was started from.
    private static let path: String = {
        let name = CommandLine.arguments.first ?? ""
        guard !name.contains("/") else { return name }
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? name
    }()

    /// Whether there is a program to start; the log says where there is none.
    static func isThere(_ logger: Logger) -> Bool {
        guard access(path, X_OK) == 0 else {
            logger.warning("\(path) cannot be executed, so this program goes on.")
            return false
        }
        return true
    }

    /// Starts it.
    /// - Parameters:
    ///   - socket: the socket on which connections wait.
    ///   - token: the token that was made when this program started, which stays the server's.
    /// - Returns: why it could not be started; it does not return otherwise.
    static func start(on socket: Int32, token: Secret?) -> CommandFailure {
        if let token { setenv("VITRINE_TOKEN", token.text, 1) }
        setenv("LISTEN_FDS", "1", 1)
        setenv("LISTEN_PID", "\(getpid())", 1)
        setenv(InheritedSocket.predecessor, "1", 1)
        // The copy is not closed when the program starts.
        let first = InheritedSocket.first
        let isHanded = socket == first ? fcntl(socket, F_SETFD, 0) == 0 : dup2(socket, first) >= 0
        guard isHanded else { return CommandFailure("The socket could not be handed on: error \(errno).") }
        // What is ignored or blocked now would be so in the new program. Another SIGUSR2 is: before the program listens, it
        // would end it.
        for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        execv(path, &arguments)
        return CommandFailure("\(path) could not be started: \(String(cString: strerror(errno)))")
    }
}
