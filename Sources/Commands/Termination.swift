import Dispatch
import Glibc

/// Catches the signals that ask the process to end, from the moment it is made.
package struct Termination {
    /// What ends the process.
    package enum End: Sendable {
        /// It was asked to stop.
        case stop
        /// Another program is to go on in its place.
        case replacement
    }

    private let signals: AsyncStream<Int32>
    private let again: AsyncStream<Int32>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// Takes SIGTERM and SIGINT from the system. Make it before anybody can know that the server is there.
    /// - Parameter replaceable: whether SIGUSR2 counts too; it ends other processes.
    package init(replaceable: Bool = false) async {
        // A peer that goes away while it is written to must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // Nor a file that may not grow.
        signal(SIGXFSZ, SIG_IGN)
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        again = continuation
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT] + (replaceable ? [SIGUSR2] : []) {
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

    /// Returns at the first signal, and so many seconds later where there are any; another signal shortens that. A SIGINT
    /// that comes after it ends the process at once.
    /// - Parameters:
    ///   - begin: told when the seconds begin.
    ///   - mayReplace: whether a SIGUSR2 can be obeyed now; it is asked again until it can, or the process is to stop.
    @discardableResult
    package func wait(
        draining seconds: Int = 0,
        begin: () -> Void = {},
        mayReplace: () -> Bool = { false }
    ) async -> End {
        defer {
            for source in sources { source.cancel() }
            signal(SIGINT, SIG_DFL)
        }
        for await number in signals {
            guard number == SIGUSR2 else { break }
            if mayReplace() { return .replacement }
            Task { [again] in
                try? await Task.sleep(for: .milliseconds(200))
                again.yield(SIGUSR2)
            }
        }
        if seconds > 0 {
            begin()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
                group.addTask { [signals] in for await number in signals where number != SIGUSR2 { break } }
                await group.next()
                group.cancelAll()
            }
        }
        return .stop
    }
}
