import Dispatch
import Glibc

/// Catches the signals that ask the process to end, from the moment it is made.
struct Termination {
    private let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Takes SIGTERM and SIGINT from the system. Make it before anybody can know that the server is there.
    init() {
        // A peer that goes away while it is written to must not end the process.
        signal(SIGPIPE, SIG_IGN)
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Returns at the first signal; a second SIGINT then ends the process at once.
    func wait() async {
        for await _ in signals { break }
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
    }
}
