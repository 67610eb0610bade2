import HTTPTypes
import Logging
import Synchronization

/// What every callback of a daemon shares.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    let responder: any Responder
    let pipeline = ResponsePipeline()
    let pool: WorkerPool
    let connections = ConnectionRegistry()
    let parking = ParkingLot()
    let streams: EventStreamRegistry
    let logger: Logger
    private let exchanges = Atomic<Int>(0)
    private let accepted = Atomic<Int>(0)
    private let bodyBytes = Atomic<Int>(0)

    init(configuration: HTTPServerConfiguration, responder: any Responder, logger: Logger) {
        self.configuration = configuration
        pool = WorkerPool(threads: configuration.workers, maximumWaiting: configuration.maximumWaiting)
        streams = EventStreamRegistry(configuration: configuration)
        self.responder = responder
        self.logger = logger
    }

    /// The number of `Exchange` objects alive.
    var requestsInFlight: Int { exchanges.load(ordering: .acquiring) }

    func exchangeBegan() { exchanges.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    func exchangeEnded() { exchanges.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// Memory that is reserved for the body of one request, until nobody holds it any more.
    final class BodyReservation: Sendable {
        private let context: ServerContext
        private let bytes = Atomic<Int>(0)

        init(context: ServerContext) { self.context = context }

        deinit { release() }

        /// Reserves memory for so many more bytes; false when there is none left.
        func add(_ count: Int) -> Bool {
            let total = context.bodyBytes.wrappingAdd(count, ordering: .relaxed).newValue
            guard total <= context.configuration.bodyMemory else {
                context.bodyBytes.wrappingSubtract(count, ordering: .relaxed)
                return false
            }
            bytes.wrappingAdd(count, ordering: .relaxed)
            return true
        }

        /// Gives back what has been reserved.
        func release() {
            context.bodyBytes.wrappingSubtract(bytes.exchange(0, ordering: .relaxed), ordering: .relaxed)
        }
    }

    /// The number of requests whose head is complete and that are not over: those that stopping waits for.
    var acceptedRequests: Int { accepted.load(ordering: .acquiring) }

    func requestAccepted() { accepted.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    func requestCompleted() { accepted.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// The answer that tells a client of an error; with a time to come back where the server is at its limits.
    func answer(to error: any Error, for request: Request?, closesConnection: Bool = false) -> FinishedResponse {
        var response = responder.response(to: error, for: request)
        if error is HTTPError, response.status == .serviceUnavailable, response.headers[.retryAfter] == nil {
            response.headers[.retryAfter] = "5"
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

    /// The answer to requests that the server has no time left for.
    var shutdownResponse: FinishedResponse {
        let error = HTTPError(.shuttingDown, "The server is stopping; try again in a moment.")
        return answer(to: error, for: nil, closesConnection: true)
    }

    /// The answer to requests whose work did not end in time.
    var lateResponse: FinishedResponse {
        answer(to: HTTPError(.overloaded, "The server had no time to answer; try again in a moment."), for: nil)
    }

    /// What is done now and then as long as the server runs.
    var timers: [Timers.Timer] {
        [
            Timers.Timer(interval: .milliseconds(250)) { [connections] in connections.cutLateConnections() },
            Timers.Timer(interval: .milliseconds(250)) { self.parking.answerLate(with: self.lateResponse) },
            Timers.Timer(interval: configuration.eventStreamHeartbeat) { [streams] in streams.beat() },
        ]
    }

    /// The context behind a callback's pointer; `DaemonHandle` keeps it alive.
    static func borrowed(_ pointer: UnsafeMutableRawPointer?) -> ServerContext? {
        pointer.map { Unmanaged<ServerContext>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Writes one line for each request.
enum AccessLog {
    /// The most characters of a target that are logged.
    private static let longestTarget = 512

    /// A path as it may stand in a log: what a refused target holds could otherwise command a terminal.
    private static func printable(_ path: String) -> String {
        String(path.prefix(longestTarget).map { (" "..."~").contains($0) && $0.isASCII ? $0 : "?" })
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
        logger.info(
            isComplete ? "request" : "request broken off",
            metadata: [
                "method": "\(request?.method.rawValue ?? "-")",
                "path": "\(printable(path))",
                "status": "\(response.map { String($0.status.code) } ?? "-")",
                "bytes": "\(streamedBytes ?? response?.sentBytes(for: request?.method) ?? 0)",
                "milliseconds": "\(Double(microseconds) / 1000)",
                "remote": "\(remoteAddress)",
            ]
        )
    }
}
