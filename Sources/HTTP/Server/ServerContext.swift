internal import CMicroHTTPD
import Glibc
import HTTPTypes
import Logging
import Synchronization

/// What every callback of a daemon shares.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    let responder: any RequestResponder
    let pipeline: ResponsePipeline
    let pool: WorkerPool
    let connections: ConnectionRegistry
    /// Where bodies are kept that come in.
    let spool: BodySpool
    let replies: ReplyLedger
    let clients: ClientRequests
    let refusals = RefusalCounts()
    let parking = ParkingLot()
    let streams: EventStreamRegistry
    let logger: Logger
    private let leaving = Atomic<Bool>(false)
    private let exchanges = Atomic<Int>(0)
    private let accepted = Atomic<Int>(0)
    private let farewells = Mutex<[RefusalReason: [UInt8]]>([:])

    init(configuration: HTTPServerConfiguration, responder: any RequestResponder, logger: Logger) {
        self.configuration = configuration
        pool = WorkerPool(threads: configuration.workers, maximumWaiting: configuration.maximumWaiting)
        let descriptors = DescriptorLimit.raised()
        let capacity = descriptors.connections(of: max(1, configuration.maximumConnections))
        connections = ConnectionRegistry(configuration: configuration, capacity: capacity, refusals: refusals)
        streams = EventStreamRegistry(configuration: configuration, capacity: capacity)
        spool = BodySpool(configuration: configuration, maximumFiles: descriptors.files(beside: capacity))
        replies = ReplyLedger(budget: configuration.replyBytes, patience: configuration.replyPatience)
        clients = ClientRequests(limit: configuration.maximumConnectionsPerAddress)
        self.responder = responder
        pipeline = ResponsePipeline(responder: responder)
        self.logger = logger
    }

    /// Whether each connection ends with the answer that it waits for.
    var isLeaving: Bool { leaving.load(ordering: .acquiring) }
    func leave() { leaving.store(true, ordering: .releasing) }

    /// The number of `Exchange` objects alive.
    var requestsInFlight: Int { exchanges.load(ordering: .acquiring) }

    func exchangeBegan() { exchanges.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    func exchangeEnded() { exchanges.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// The number of requests whose head is complete and that are not over: those that stopping waits for.
    var acceptedRequests: Int { accepted.load(ordering: .acquiring) }

    func requestAccepted() { accepted.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    func requestCompleted() { accepted.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// The answer that tells a client of an error; with a time to come back where the server is at its limits.
    func answer(to error: any Error, for request: Request?, closesConnection: Bool = false) -> FinishedResponse {
        var response = responder.response(to: error, for: request)
        if let seconds = (error as? HTTPError)?.retryAfter, response.headers[.retryAfter] == nil {
            response.headers[.retryAfter] = String(seconds)
        }
        var finished = request.map { pipeline.finish(response, for: $0) } ?? FinishedResponse(response)
        finished.closesConnection = closesConnection
        return finished
    }

    /// An answer with its event stream opened and fed where it has one; a refusal where there are too many.
    ///
    /// A feed begins where the work of its request runs, for it may have to look things up.
    func openStream(of response: FinishedResponse, to request: Request) -> FinishedResponse {
        guard let feed = response.feed, response.stream == nil, request.method != .head else { return response }
        var response = response
        do throws(HTTPError) {
            response.stream = try streams.open(feed, from: request.remoteAddress)
            return response
        } catch {
            return answer(to: error, for: request)
        }
    }

    /// Tells a client that has just connected why it is not served, as far as it can be told without waiting, and ends its
    /// connection.
    func turnAway(_ record: ConnectionRecord, _ reason: RefusalReason) {
        say(farewell(reason), on: record)
        shutdown(record.descriptor, Int32(SHUT_RDWR))
    }

    /// Sends a whole answer past the library, where that has nothing to say and can be told without waiting.
    private func say(_ bytes: [UInt8], on record: ConnectionRecord) {
        // Over TLS nothing can be said beside the library, which has the keys.
        guard configuration.identity == nil else { return }
        _ = send(record.descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    /// The whole answer to clients that are turned away, made once.
    private func farewell(_ reason: RefusalReason) -> [UInt8] {
        farewells.withLock { farewells in
            if let known = farewells[reason] { return known }
            let error =
                reason == .address
                ? HTTPError(
                    .tooManyRequests,
                    "Your address has \(configuration.maximumConnectionsPerAddress) connections open, which is the maximum for one address."
                )
                : HTTPError(
                    .tooManyConnections,
                    "The server has reached its maximum number of connections. Try again in a moment."
                )
            let bytes = answer(to: error, for: nil, closesConnection: true).bytes
            farewells[reason] = bytes
            return bytes
        }
    }

    /// Answers in the place of the library where it is about to answer wrongly, of which only its log tells, on the thread of
    /// the connection.
    ///
    /// Before 0.9.77 it sends the head of its answer to a bad `Content-Length` twice, and calls a line before a chunk that is
    /// longer than its memory a fault of the server's. It does not say whom it speaks of: for the former there is one
    /// connection whose head it has and did not hand out; for the latter one that sends chunks, or several, which get its answer.
    func libraryRefuses(_ line: String) {
        guard LibraryRefusal.isNeeded, configuration.identity == nil, let refusal = LibraryRefusal(line) else { return }
        let record = connections.only { phase, connection, record in
            switch refusal {
            case .length, .longLength: phase == .idle && cmhd_head_size(connection) > 0
            case .chunk: phase == .receiving && record.isChunked
            }
        }
        guard let record else { return }
        say(answer(to: refusal.error, for: nil, closesConnection: true).bytes, on: record)
        // What the library sends now goes nowhere.
        shutdown(record.descriptor, Int32(SHUT_WR))
    }

    /// What the server holds now and has refused.
    var load: ServerLoad {
        let (bodies, pool) = (spool.use, pool.load)
        var load = ServerLoad()
        load.connections = connections.count
        load.maximumConnections = connections.capacity
        load.requests = acceptedRequests
        load.parked = parking.count
        load.waiting = pool.waiting
        load.running = pool.running
        load.eventStreams = streams.count
        load.bodyMemory = bodies.memory
        load.spooledBytes = bodies.bytes
        load.spooledFiles = bodies.files
        load.unreadBytes = replies.total
        load.refused = refusals.all
        return load
    }

    /// The answer to requests that the server has no time left for.
    var shutdownResponse: FinishedResponse {
        let error = HTTPError(.shuttingDown, "The server is stopping. Try again in a moment.")
        return answer(to: error, for: nil, closesConnection: true)
    }

    /// The answer to requests whose work did not end in time.
    var lateResponse: FinishedResponse {
        let message = "The server did not respond in time. Try again in a moment; a change may be stored already."
        return answer(to: HTTPError(.overloaded, message), for: nil)
    }

    /// The answer to requests whose work took too much of the processor.
    private var costlyResponse: FinishedResponse {
        let seconds = configuration.processorLimit.components.seconds
        let message =
            "The response takes more than \(seconds) s of processor time, which is the maximum. Request less at once."
        return answer(to: HTTPError(.overloaded, message), for: nil)
    }

    /// What is done now and then as long as the server runs.
    var timers: [Timers.Timer] {
        [
            Timers.Timer(interval: .milliseconds(250)) { [connections] in connections.cutLateConnections() },
            Timers.Timer(interval: .milliseconds(250)) {
                let count = self.parking.answerLate(with: self.lateResponse)
                for _ in 0..<count { self.refusals.count(.deadline) }
            },
            Timers.Timer(interval: .milliseconds(250)) {
                let limit = self.configuration.processorLimit
                let count = self.parking.answerCostly(beyond: limit, with: self.costlyResponse)
                for _ in 0..<count { self.refusals.count(.processor) }
            },
            Timers.Timer(interval: .milliseconds(500)) {
                // Nobody reads the answer; what matters is that the work ends.
                let count = self.parking.abandonDeparted(with: self.lateResponse)
                for _ in 0..<count { self.refusals.count(.departed) }
            },
            Timers.Timer(interval: configuration.eventStreamHeartbeat) { [streams] in streams.beat() },
        ]
    }

    /// The context behind a callback's pointer; `DaemonHandle` keeps it alive.
    static func borrowed(_ pointer: UnsafeMutableRawPointer?) -> ServerContext? {
        pointer.map { Unmanaged<ServerContext>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// What the library refuses wrongly, as its log tells it.
private enum LibraryRefusal {
    case length, longLength, chunk

    /// Whether this library does.
    static let isNeeded = cmhd_checks_lines() == 0

    init?(_ line: String) {
        if line.contains("`Content-Length' header") {
            self = .length
        } else if line.contains("'Content-Length' header") {
            self = .longLength
        } else if line.contains("response code is 500 ") {
            self = .chunk
        } else {
            return nil
        }
    }

    var error: HTTPError {
        switch self {
        case .length: HTTPError(.malformedRequest, "Content-Length is not a number.")
        case .longLength: HTTPError(.contentTooLarge, "Content-Length is larger than the maximum body size.")
        case .chunk: HTTPError(.malformedRequest, "The line before a chunk is too long.")
        }
    }
}

/// Writes one line for each request.
enum AccessLog {
    /// The most characters of a target that are logged.
    private static let longestTarget = 512

    /// A path as it may stand in a log: what a refused target holds could otherwise command a terminal.
    private static func printable(_ path: String) -> String {
        let bytes = path.utf8
        guard bytes.count > longestTarget || !bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return path }
        return String(path.prefix(longestTarget).map { (" "..."~").contains($0) && $0.isASCII ? $0 : "?" })
    }

    /// Logs a request. Without an answer of ours the library refused it, or its client went away.
    static func write(
        to logger: Logger,
        request: Request?,
        target: String?,
        response: FinishedResponse?,
        streamedBytes: Int? = nil,
        remoteAddress: String,
        duration: ContinuousClock.Duration,
        isComplete: Bool
    ) {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
        let path = request?.path ?? target?.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
        var metadata: Logger.Metadata = [
            "id": "\(request?.id ?? "-")",
            "method": "\(request?.method.rawValue ?? "-")",
            "path": "\(printable(path))",
            "status": "\(response.map { String($0.status.code) } ?? "-")",
            "bytes": "\(streamedBytes ?? response?.sentBytes(for: request?.method) ?? 0)",
            "milliseconds": "\(Double(microseconds) / 1000)",
            "remote": "\(remoteAddress)",
        ]
        if response?.isDeclined == true { metadata["declined"] = "true" }
        logger.info(isComplete ? "request" : "request broken off", metadata: metadata)
    }
}

/// Why requests and connections were refused or ended early.
public enum RefusalReason: String, Sendable, Hashable, CaseIterable {
    /// Every connection there may be was open.
    case connections
    /// An address had as many connections, or requests at once, as one may have.
    case address
    /// A connection that did nothing was closed for another.
    case idle
    /// A body found no room in memory or on disk.
    case body
    /// Clients that did not read had as many bytes of answers as may wait for them.
    case replies
    /// As many requests waited for a thread as may.
    case queue
    /// There was no answer before the deadline.
    case deadline
    /// The work for an answer used as much of the processor as it may.
    case processor
    /// The client left before its answer.
    case departed
}

/// What a server holds at one moment, and what it has refused since it was made; for those who watch it.
public struct ServerLoad: Sendable, Hashable {
    /// Connections that are open.
    public var connections = 0
    /// The most that may be open.
    public var maximumConnections = 0
    /// Requests whose head has been read and that are not over.
    public var requests = 0
    /// Requests that wait for their work or are worked on.
    public var parked = 0
    /// Requests that wait for a thread.
    public var waiting = 0
    /// Requests that are worked on, those among them that wait for their turn to be read.
    public var running = 0
    /// Event streams that are open.
    public var eventStreams = 0
    /// Bytes of bodies in memory.
    public var bodyMemory = 0
    /// Bytes of bodies in files.
    public var spooledBytes = 0
    /// Files that hold bodies.
    public var spooledFiles = 0
    /// Bytes of answers that clients have not read to the end.
    public var unreadBytes = 0
    /// What was refused or ended early, by reason; a reason that never struck is left out.
    public var refused: [RefusalReason: Int] = [:]

    /// A server that has nothing to do.
    public init() {}
}
