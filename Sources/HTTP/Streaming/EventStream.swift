internal import CMicroHTTPD
import Synchronization

/// One event of an event stream (HTML Living Standard, section 9.2 "Server-sent events").
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is; nil for `message`.
    public var name: String?
    /// What a client sends as `Last-Event-ID` when it comes back; nil leaves the one before in force.
    public var id: String?
    /// The data, UTF-8; of line ends it keeps line feeds only.
    public var data: [UInt8]

    /// Creates an event. A client dispatches none whose data is empty.
    public init(name: String? = nil, id: String? = nil, data: [UInt8]) {
        self.name = name
        self.id = id
        self.data = data
    }

    /// The event on the wire, the empty line behind it included.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 64)
        if let name { bytes += Self.line("event", name) }
        if let id { bytes += Self.line("id", id) }
        for line in Self.lines(data) {
            bytes += "data: ".utf8
            bytes += line
            bytes.append(0x0A)
        }
        bytes.append(0x0A)
        return bytes
    }

    /// A field of one line; a line end or NUL in its value would begin or spoil another.
    private static func line(_ name: String, _ value: String) -> [UInt8] {
        Array("\(name): ".utf8) + value.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 } + [0x0A]
    }

    /// The lines of a text, parted by a line feed, a carriage return, or both.
    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        guard text.contains(0x0A) || text.contains(0x0D) else { return [text[...]] }
        var lines: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        for index in text.indices where text[index] == 0x0A || text[index] == 0x0D {
            let isSecondHalf = text[index] == 0x0A && index > 0 && text[index - 1] == 0x0D
            if !isSecondHalf { lines.append(text[start..<index]) }
            start = index + 1
        }
        return lines + [text[start...]]
    }
}

/// An event stream on its way to one client: what a feed writes to, and what a connection reads from.
///
/// It queues a limited number of bytes for a client that reads slowly. When the queue overflows, the stream is cut and
/// the queue thrown away. That loses nothing for a client that follows the protocol: it comes back with the id of the
/// last event that it has read whole, and a feed begins with what happened since.
///
/// Any thread may call it. A connection is suspended only by its own thread, under the lock, and only while nothing is
/// queued and the stream is open; whoever changes that resumes it under the same lock, so it happens exactly once.
public final class EventStream: Sendable {
    private let state: Mutex<State>

    private struct State {
        var queue: [UInt8]
        /// How many bytes of the queue the connection has taken.
        var taken = 0
        var phase = Phase.open
        /// The connection that reads, once there is one.
        var connection: ClientConnection?
        var isParked = false
        var sentBytes = 0
        /// The most bytes that may wait.
        var capacity = Int.max
        /// The bytes that its feed began with, which may wait beyond that until they have been taken.
        var beginning = 0
        /// What ends the feed, once it has begun.
        var stopFeed: (@Sendable () -> Void)?

        var waiting: Int { queue.count - taken }

        mutating func clear() {
            queue = []
            taken = 0
            beginning = 0
        }

        /// Forgets bytes that have been taken, now and then, so that each is moved once at most.
        mutating func take(_ count: Int) {
            taken += count
            sentBytes += count
            if waiting == 0 { return clear() }
            guard taken > queue.count / 2 else { return }
            queue.removeFirst(taken)
            taken = 0
        }

        /// Lets the connection go on where it is suspended.
        mutating func wake() {
            guard isParked else { return }
            isParked = false
            connection?.resume()
        }

        /// Ends the stream in one way or another; from then on its connection is not suspended.
        mutating func finish(_ phase: Phase) {
            self.phase = phase
            wake()
        }
    }

    private enum Phase {
        case open
        /// What is queued is sent; then the body ends.
        case ending
        /// Nothing more is sent: the client reads too slowly.
        case overflown
        /// Nothing more is sent: the client has left.
        case departed
    }

    /// What every stream begins with: how long clients wait before they come back, in milliseconds.
    static let preamble = Array("retry: 2000\n\n".utf8)
    /// A comment, which clients skip: it keeps what is between awake and finds out whether anybody is there.
    private static let comment = Array(":\n\n".utf8)

    init() {
        state = Mutex(State(queue: Self.preamble))
    }

    /// Begins to feed the stream and limits the bytes that wait for a slow client from then on.
    ///
    /// What the feed begins with does not count: a client that comes back because of it would only meet it again.
    func begin(_ feed: EventFeed, queue capacity: Int = .max) {
        let stopFeed = feed.start(self)
        state.withLock { state in
            state.stopFeed = stopFeed
            state.capacity = capacity
            state.beginning = state.waiting
        }
    }

    /// Ends the feed, once.
    func stopFeed() {
        let stopFeed = state.withLock { state in
            defer { state.stopFeed = nil }
            return state.stopFeed
        }
        stopFeed?()
    }

    /// What a feed sends at once, for a client that has no connection and leaves then.
    package static func beginning(of feed: EventFeed) -> [UInt8] {
        let stream = EventStream()
        stream.begin(feed)
        stream.stopFeed()
        return stream.state.withLock { Array($0.queue[$0.taken...]) }
    }

    /// Sends an event. It is dropped where the stream is over, and cuts the stream where the queue is full, but for the last.
    public func send(_ event: ServerSentEvent, isLast: Bool = false) {
        let bytes = event.encoded
        state.withLock { state in
            guard state.phase == .open else { return }
            let room = isLast ? Int.max : state.capacity - max(0, state.waiting - state.beginning)
            guard state.waiting == 0 || bytes.count <= room else {
                state.clear()
                state.finish(.overflown)
                // Its own thread would wait for the client to read what it holds.
                state.connection?.record.setDeadline(in: .zero)
                return
            }
            state.queue += bytes
            if isLast { state.finish(.ending) } else { state.wake() }
        }
    }

    /// Ends the stream behind the events that have been sent.
    public func end() {
        state.withLock { state in
            if state.phase == .open { state.finish(.ending) }
        }
    }

    /// Ends the stream, and cuts it off when the client has not got its end within a period.
    func end(within period: Duration) {
        end()
        state.withLock { $0.connection?.record.setDeadline(in: period) }
    }

    /// Sends a comment unless other bytes are on their way; those have timeouts of their own.
    func beat() {
        guard !endIfDeparted() else { return }
        state.withLock { state in
            guard state.phase == .open, state.isParked else { return }
            state.queue += Self.comment
            state.wake()
        }
    }

    /// Ends the stream when its client has left, and says whether it has.
    ///
    /// A suspended connection does not notice that by itself. A client that closes its side for writing counts as gone:
    /// a stream has no end for which it could wait.
    func endIfDeparted() -> Bool {
        state.withLock { state in
            guard state.phase == .open, state.isParked, let connection = state.connection, connection.isClosedByPeer
            else { return false }
            state.finish(.departed)
            return true
        }
    }

    /// Whether the stream ends as it should, so that its client may use the connection for other requests.
    var isEnding: Bool { state.withLock { $0.phase == .ending } }

    /// Whether the stream was cut because its queue was full.
    var isOverflown: Bool { state.withLock { $0.phase == .overflown } }

    /// How many bytes have been taken by the connection.
    var sentBytes: Int { state.withLock { $0.sentBytes } }
}

extension EventStream {
    /// Names the connection that will read; on its own thread.
    func attach(_ connection: ClientConnection) {
        state.withLock { $0.connection = connection }
    }

    /// Copies what is queued, or suspends the connection; on the connection's own thread.
    /// - Returns: how many bytes there are; 0 when the connection is suspended; nil at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, sending period: Duration) -> Int? {
        state.withLock { state in
            guard state.waiting > 0 else {
                guard state.phase == .open, let connection = state.connection else { return nil }
                connection.suspend()
                connection.record.setDeadline(in: nil)
                state.isParked = true
                return 0
            }
            let count = min(buffer.count, state.waiting)
            buffer.copyBytes(from: state.queue[state.taken..<state.taken + count])
            state.take(count)
            if state.phase == .open { state.connection?.record.setDeadline(in: period) }
            return count
        }
    }
}

extension EventStream {
    /// What the library reads a stream with.
    final class Reader: Sendable {
        let stream: EventStream
        /// How long a client may take for what it has been sent.
        let period: Duration

        init(_ stream: EventStream, period: Duration) {
            self.stream = stream
            self.period = period
        }
    }

    /// The smallest buffer the library may read into, for clients of HTTP/1.0; others read into the connection's.
    private static let blockSize = 1024

    /// An answer of the library whose body is the stream.
    func makeResponse(sending period: Duration) -> OpaquePointer? {
        // Released by the library's call.
        let reader = Unmanaged.passRetained(Reader(self, period: period))
        let response = MHD_create_response_from_callback(
            .max,
            Self.blockSize,
            Self.read,
            reader.toOpaque(),
            Self.giveBack
        )
        if response == nil { reader.release() }
        return response
    }

    /// The answer of the library to `HEAD`: a body whose length nobody knows, and nothing of it.
    ///
    /// It ends the connection. For a body in chunks the library would send its last chunk, which the client would take for the
    /// beginning of the next answer; and any length would be a lie (RFC 9110, section 8.6).
    static func makeEmptyResponse() -> OpaquePointer? {
        let response = MHD_create_response_from_callback(
            .max,
            blockSize,
            { _, _, _, _ in cmhd_end_of_stream() },
            nil,
            nil
        )
        cmhd_forbid_chunks(response)
        return response
    }

    private static let read: MHD_ContentReaderCallback = { context, _, buffer, size in
        guard let context, let buffer else { return cmhd_end_with_error() }
        let reader = Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: size)
        if let count = reader.stream.read(into: room, sending: reader.period) { return count }
        return reader.stream.isEnding ? cmhd_end_of_stream() : cmhd_end_with_error()
    }

    private static let giveBack: MHD_ContentReaderFreeCallback = { pointer in
        if let pointer { Unmanaged<Reader>.fromOpaque(pointer).release() }
    }
}

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
