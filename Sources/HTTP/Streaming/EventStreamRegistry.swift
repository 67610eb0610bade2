import Synchronization

/// The event streams that are open: counts them, keeps them alive, and ends them when the server stops.
final class EventStreamRegistry: Sendable {
    private let configuration: HTTPServerConfiguration
    private let mostStreams: Int
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        /// The streams with what their clients are counted under.
        var streams: [ObjectIdentifier: (stream: EventStream, address: String)] = [:]
        var counts: [String: Int] = [:]

        mutating func remove(_ stream: EventStream) {
            guard let (_, address) = streams.removeValue(forKey: ObjectIdentifier(stream)) else { return }
            let count = counts[address, default: 0] - 1
            counts[address] = count > 0 ? count : nil
        }
    }

    /// How long a client may take to read the end of its stream when the server stops.
    private static let farewell = Duration.seconds(1)

    /// - Parameter capacity: how many connections there may be; the streams leave half of them.
    init(configuration: HTTPServerConfiguration, capacity: Int) {
        self.configuration = configuration
        mostStreams = min(configuration.maximumEventStreams, max(1, capacity / 2))
    }

    /// Makes a stream for a client and begins to feed it; `remove` ends that.
    /// - Throws: `tooManyStreams`, and `shuttingDown` when the server is stopping.
    func open(_ feed: EventFeed, from address: String) throws(HTTPError) -> EventStream {
        let stream = try open(from: AddressRange.group(of: address) ?? address)
        stream.begin(feed, queue: configuration.eventStreamQueue)
        return stream
    }

    private func open(from address: String) throws(HTTPError) -> EventStream {
        let stream = EventStream()
        try state.withLock { state throws(HTTPError) in
            guard !state.isClosed else {
                throw HTTPError(.shuttingDown, "The server is stopping. Try again in a moment.")
            }
            if refusal(for: address, state) != nil {
                // Clients that have left without a word are noticed at the next comment only.
                for (stream, _) in state.streams.values where stream.endIfDeparted() { state.remove(stream) }
            }
            if let refusal = refusal(for: address, state) { throw refusal }
            state.streams[ObjectIdentifier(stream)] = (stream, address)
            state.counts[address, default: 0] += 1
        }
        return stream
    }

    private func refusal(for address: String, _ state: borrowing State) -> HTTPError? {
        let (most, mostOfOne) = (mostStreams, configuration.maximumEventStreamsPerAddress)
        if state.streams.count >= most {
            return HTTPError(.tooManyStreams, "\(most) event streams are open, which is the maximum.")
        }
        if mostOfOne > 0, state.counts[address, default: 0] >= mostOfOne {
            return HTTPError(
                .tooManyStreams,
                "Your address has \(mostOfOne) event streams open, which is the maximum for one address."
            )
        }
        return nil
    }

    /// Forgets a stream that is over and lets go of what feeds it.
    func remove(_ stream: EventStream) {
        state.withLock { $0.remove(stream) }
        stream.stopFeed()
    }

    /// The number of streams that are open.
    var count: Int { state.withLock { $0.streams.count } }

    private var all: [EventStream] { state.withLock { $0.streams.values.map(\.stream) } }

    /// Ends every stream and opens no more. When this returns, no connection is suspended for a stream.
    func close() {
        state.withLock { $0.isClosed = true }
        for stream in all { stream.end(within: Self.farewell) }
    }

    /// Sends a comment on every stream that has nothing else on its way.
    func beat() {
        for stream in all { stream.beat() }
    }
}
