import Dispatch
import Glibc

/// Waits for the signals that ask the process to end.
enum Termination {
    /// Returns at the first SIGTERM or SIGINT; a second one ends the process at once.
    static func wait() async {
        // A peer that goes away while it is written to must not end the process.
        signal(SIGPIPE, SIG_IGN)
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            sources.append(source)
        }
        for await _ in signals { break }
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
    }
}
