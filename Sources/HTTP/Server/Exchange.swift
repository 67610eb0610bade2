internal import CMicroHTTPD
import HTTPTypes
import Logging

/// One request on its way through the server, from its request line to the last byte of its answer.
///
/// Belongs to the one thread that serves its connection; what other threads need is in `ParkedRequest`.
final class Exchange {
    private let context: ServerContext
    private let connection: OpaquePointer
    private let record: ConnectionRecord
    private let target: String?
    private let began = ContinuousClock.now
    private var phase = Phase.head
    private var request: Request?
    private var answer: FinishedResponse?
    private var stream: EventStream?
    private var endStream: (@Sendable () -> Void)?
    private var reservedBytes = 0

    private enum Phase {
        /// The head is still to come.
        case head
        /// The body is kept, up to a limit.
        case receiving(limit: Int)
        /// The body is thrown away, up to an allowance; then comes this answer.
        case discarding(FinishedResponse, allowance: Int)
        /// The connection is suspended.
        case parked(ParkedRequest)
        /// The answer is on its way.
        case answered
    }

    /// The most bytes of an unwanted body that are read away so that its sender can read the answer.
    private static let discardAllowance = 16 << 20
    /// A declared body up to this size is read away to keep the connection open after a refusal.
    private static let shortBody = 64 * 1024
    /// The most room that is made for a body before any of it has come.
    private static let initialCapacity = 1 << 20

    init(context: ServerContext, connection: OpaquePointer, record: ConnectionRecord, target: String?) {
        self.context = context
        self.connection = connection
        self.record = record
        self.target = target
        context.exchangeBegan()
    }

    deinit {
        releaseBody()
        context.exchangeEnded()
    }

    /// Goes on when there is no body byte to read: after the head, after the body, after being resumed.
    func proceed(method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?) -> MHD_Result {
        switch phase {
        case .head: return judgeHead(method: method, version: version)
        case .receiving: return respond()
        case .discarding(let response, _): return send(response)
        case .parked(let parked): return parked.response.map(send) ?? .YES
        case .answered: return .YES
        }
    }

    /// Takes a piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        switch phase {
        case .receiving(let limit):
            guard let count = request?.body.count, bytes.count <= limit - count else {
                // Only chunked bodies get here: one with a length was refused by its head.
                return abandonBody(HTTPError.contentTooLarge(limit: limit))
            }
            guard context.reserveBodyBytes(bytes.count) else {
                return abandonBody(HTTPError(.overloaded, "The server has no room for this body at the moment."))
            }
            reservedBytes += bytes.count
            request?.body.append(contentsOf: bytes)
            return .YES
        case .discarding(let response, let allowance):
            guard bytes.count <= allowance else { return .NO }
            phase = .discarding(response, allowance: allowance - bytes.count)
            return .YES
        case .head, .parked, .answered:
            return .YES
        }
    }

    /// Lets go of the body that has come, reads away what is left of it, and answers with an error.
    private func abandonBody(_ error: HTTPError) -> MHD_Result {
        phase = .discarding(errorResponse(error, closesConnection: true), allowance: Self.discardAllowance)
        request?.body = []
        releaseBody()
        return .YES
    }

    private func releaseBody() {
        context.releaseBodyBytes(reservedBytes)
        reservedBytes = 0
    }

    private func judgeHead(method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?) -> MHD_Result {
        record.setDeadline(in: context.configuration.requestTimeout)
        let head: RequestHead
        do throws(HTTPError) {
            head = try RequestHead(
                connection: connection,
                method: method,
                target: target,
                version: version,
                remoteAddress: record.remoteAddress,
                maximumFields: context.configuration.maximumHeaderFields
            )
        } catch {
            return send(errorResponse(error, closesConnection: true))
        }
        request = head.request
        context.requestAccepted()
        switch context.responder.admit(head.request) {
        case .refuse(let response):
            return refuse(head, with: context.pipeline.finish(response, for: head.request))
        case .accept(let limit):
            if let length = head.contentLength, length > limit {
                return refuse(head, with: errorResponse(HTTPError.contentTooLarge(limit: limit)))
            }
            request?.body.reserveCapacity(min(head.contentLength ?? 0, Self.initialCapacity))
            phase = .receiving(limit: limit)
            return .YES
        }
    }

    /// Answers without the body. To answer at once closes the connection, so a short body is read away first.
    private func refuse(_ head: RequestHead, with response: FinishedResponse) -> MHD_Result {
        if let length = head.contentLength ?? (head.isChunked ? nil : 0), length <= Self.shortBody,
            !head.expectsContinue
        {
            phase = .discarding(response, allowance: Self.shortBody)
            return .YES
        }
        return send(response)
    }

    private func respond() -> MHD_Result {
        record.setDeadline(in: nil)
        guard let request else { return .NO }
        do {
            switch try context.responder.respond(to: request) {
            case .now(let response): return send(context.pipeline.finish(response, for: request))
            case .later(let work): return park(request, work)
            }
        } catch {
            return send(errorResponse(error))
        }
    }

    private func park(_ request: Request, _ work: @escaping @Sendable () async throws -> Response) -> MHD_Result {
        let parked = ParkedRequest(
            connection: ClientConnection(connection, record: record),
            lot: context.parking
        )
        phase = .parked(parked)
        guard context.parking.park(parked) else { return send(context.shutdownResponse) }
        let (responder, pipeline) = (context.responder, context.pipeline)
        parked.run {
            let response: Response
            do { response = try await work() } catch { response = responder.response(to: error, for: request) }
            return pipeline.finish(response, for: request)
        }
        return .YES
    }

    private func errorResponse(_ error: any Error, closesConnection: Bool = false) -> FinishedResponse {
        let response = context.responder.response(to: error, for: request)
        var finished = request.map { context.pipeline.finish(response, for: $0) } ?? FinishedResponse(response)
        finished.closesConnection = closesConnection
        return finished
    }

    private func send(_ response: FinishedResponse) -> MHD_Result {
        record.setDeadline(in: context.configuration.responseTimeout)
        if let feed = response.feed, request?.method != .head {
            do throws(HTTPError) {
                let stream = try context.streams.open(on: ClientConnection(connection, record: record))
                self.stream = stream
                endStream = feed.start(stream)
                stream.limitQueue(to: context.configuration.eventStreamQueue)
            } catch {
                var refusal = errorResponse(error)
                refusal.headers[.retryAfter] = "5"
                return send(refusal)
            }
        }
        phase = .answered
        answer = response
        var response = response
        if context.parking.isClosed { response.closesConnection = true }
        let queued = response.queue(
            on: connection,
            stream: stream,
            sending: context.configuration.responseTimeout
        )
        if queued == .NO { context.logger.error("libmicrohttpd did not take an answer") }
        return queued
    }

    /// Writes the access log's line for this request.
    func complete(_ reason: MHD_RequestTerminationCode) {
        if let stream { context.streams.remove(stream) }
        endStream?()
        endStream = nil
        if request != nil { context.requestCompleted() }
        let configuration = context.configuration
        record.setDeadline(in: configuration.idleTimeout + configuration.headerTimeout)
        AccessLog.write(
            to: context.logger,
            request: request,
            target: target,
            response: answer,
            streamedBytes: stream?.sentBytes,
            remoteAddress: record.remoteAddress,
            duration: .now - began,
            // A stream ends when its client leaves.
            isComplete: stream.map { !$0.isOverflown && reason != .REQUEST_TERMINATED_TIMEOUT_REACHED }
                ?? (reason == .REQUEST_TERMINATED_COMPLETED_OK)
        )
    }
}
