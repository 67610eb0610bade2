import HTTPTypes
import Logging
import Synchronization

/// What every callback of a daemon shares.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    let responder: any Responder
    let pipeline = ResponsePipeline()
    let connections = ConnectionRegistry()
    let parking = ParkingLot()
    let streams: EventStreamRegistry
    let logger: Logger
    private let exchanges = Atomic<Int>(0)
    private let accepted = Atomic<Int>(0)
    private let bodyBytes = Atomic<Int>(0)

    init(configuration: HTTPServerConfiguration, responder: any Responder, logger: Logger) {
        self.configuration = configuration
        streams = EventStreamRegistry(configuration: configuration)
        self.responder = responder
        self.logger = logger
    }

    /// The number of `Exchange` objects alive.
    var requestsInFlight: Int { exchanges.load(ordering: .acquiring) }

    func exchangeBegan() { exchanges.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    func exchangeEnded() { exchanges.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// Reserves memory for so many more bytes of a body; false when there is none left.
    func reserveBodyBytes(_ count: Int) -> Bool {
        let total = bodyBytes.wrappingAdd(count, ordering: .relaxed).newValue
        guard total > configuration.bodyMemory else { return true }
        releaseBodyBytes(count)
        return false
    }

    func releaseBodyBytes(_ count: Int) { bodyBytes.wrappingSubtract(count, ordering: .relaxed) }

    /// The number of requests whose head is complete and that are not over: those that stopping waits for.
    var acceptedRequests: Int { accepted.load(ordering: .acquiring) }

    func requestAccepted() { accepted.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    func requestCompleted() { accepted.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// The answer to requests that the server has no time left for.
    var shutdownResponse: FinishedResponse {
        var response = responder.response(
            to: HTTPError(.shuttingDown, "The server is stopping; try again in a moment."),
            for: nil
        )
        response.headers[.retryAfter] = "5"
        return FinishedResponse(response, closesConnection: true)
    }

    /// The context behind a callback's pointer; `DaemonHandle` keeps it alive.
    static func borrowed(_ pointer: UnsafeMutableRawPointer?) -> ServerContext? {
        pointer.map { Unmanaged<ServerContext>.fromOpaque($0).takeUnretainedValue() }
    }
}
