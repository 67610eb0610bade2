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
    private let place: TargetPlace?
    private let began = ContinuousClock.now
    private var phase = Phase.head
    private var request: Request?
    private var answer: FinishedResponse?
    private var intake: BodyIntake
    /// What the client is counted under where a proxy speaks for it.
    private var client: String?

    private enum Phase {
        /// The head is still to come.
        case head
        /// The body is kept, up to a limit.
        case receiving(limit: Int, Work)
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
    /// The same for one that a trusted proxy sends: more than any limit.
    private static let proxiedBody = 1 << 30

    init(
        context: ServerContext,
        connection: OpaquePointer,
        record: ConnectionRecord,
        target: String?,
        place: TargetPlace?
    ) {
        self.context = context
        self.connection = connection
        self.record = record
        self.target = target
        self.place = place
        intake = BodyIntake(context.spool, length: nil)
        context.exchangeBegan()
    }

    deinit { context.exchangeEnded() }

    /// Mends what the library would refuse of the fields, of which it has read none yet.
    ///
    /// What it has received of this request is no more than was taken from the socket and not seen before, and begins somewhere
    /// in the same bytes: twice that number does not lead out of its memory.
    func prepareHead(behind target: UnsafePointer<CChar>?) {
        let configuration = context.configuration
        guard LengthBlanks.isNeeded, configuration.identity == nil, let target else { return }
        let count = Int(clamping: cmhd_bytes_taken(record.descriptor)) - record.seenBytes
        guard count > 0, count <= max(4096, configuration.connectionMemory) / 2 else { return }
        LengthBlanks.moveForward(behind: UnsafeMutableRawPointer(mutating: target), count: count)
    }

    /// Goes on when there is no body byte to read: after the head, after the body, after being resumed.
    func proceed(method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?) -> MHD_Result {
        switch phase {
        case .head: return judgeHead(method: method, version: version)
        case .receiving(_, let work): return respond(with: work)
        case .discarding(let response, _): return send(response)
        case .parked(let parked): return parked.response.map(send) ?? .YES
        case .answered: return .YES
        }
    }

    /// Takes a piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        record.see(bytes.count)
        switch phase {
        case .receiving(let limit, _):
            guard bytes.count <= limit - intake.count else {
                // Only chunked bodies get here: one with a length was refused by its head.
                return abandonBody(HTTPError.contentTooLarge(limit: limit))
            }
            do throws(HTTPError) {
                try intake.append(bytes)
            } catch {
                context.refusals.count(.body)
                return abandonBody(error)
            }
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
        intake = BodyIntake(context.spool, length: nil)
        return .YES
    }

    private func judgeHead(method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?) -> MHD_Result {
        record.setDeadline(in: context.configuration.requestTimeout)
        record.see(Int(clamping: cmhd_head_size(connection)))
        let head: RequestHead
        do throws(HTTPError) {
            head = try RequestHead(
                connection: connection,
                method: method,
                target: target,
                place: place,
                version: version,
                remoteAddress: record.remoteAddress,
                configuration: context.configuration
            )
        } catch {
            return send(errorResponse(error, closesConnection: true))
        }
        // A connection that is refused is closed; what it sent before is not looked at.
        guard !record.isRefused else { return .NO }
        request = head.request
        context.requestAccepted()
        record.isChunked = head.isChunked
        context.connections.enter(.receiving, record)
        if head.request.remoteAddress != record.remoteAddress {
            do throws(HTTPError) {
                client = try context.clients.enter(head.request.remoteAddress)
            } catch {
                context.refusals.count(.address)
                return refuse(head, with: errorResponse(error))
            }
        }
        switch context.responder.admit(head.request) {
        case .refuse(let response):
            return refuse(head, with: context.pipeline.finish(response, for: head.request))
        case .accept(let limit, let work):
            if let length = head.contentLength, length > limit {
                return refuse(head, with: errorResponse(HTTPError.contentTooLarge(limit: limit)))
            }
            intake = BodyIntake(context.spool, length: head.contentLength)
            phase = .receiving(limit: limit, work)
            return .YES
        }
    }

    /// Answers without the body. To answer at once closes the connection, so a short body is read away first, and so is a
    /// long one of a proxy, which has it whole already, and which tells its client of a broken connection, not of the
    /// answer, when it cannot write to the end.
    private func refuse(_ head: RequestHead, with response: FinishedResponse) -> MHD_Result {
        let isProxy = context.configuration.forwarding.isTrusted(record.remoteAddress)
        let allowance = isProxy ? Self.proxiedBody : Self.shortBody
        if let length = head.contentLength ?? (head.isChunked ? nil : 0), length <= allowance, !head.expectsContinue {
            phase = .discarding(response, allowance: allowance)
            return .YES
        }
        return send(response)
    }

    private func respond(with work: Work) -> MHD_Result {
        record.setDeadline(in: nil)
        context.connections.enter(.working, record)
        guard var request else { return .NO }
        // The work holds the body from here on; it may outlive this exchange.
        request.body = intake.finish()
        switch work {
        case .immediate(let work):
            do {
                return send(context.pipeline.finish(try work(request), for: request))
            } catch {
                return send(errorResponse(error))
            }
        case .pooled(let work):
            return park(request, work)
        }
    }

    private func park(_ request: Request, _ work: @escaping @Sendable (Request) async throws -> Response) -> MHD_Result
    {
        let context = context
        let parked = ParkedRequest(
            connection: ClientConnection(connection, record: record),
            lot: context.parking,
            period: context.configuration.answerTimeout
        )
        phase = .parked(parked)
        guard context.parking.park(parked) else { return send(context.shutdownResponse) }
        let task = context.pool.run {
            // What has been answered meanwhile is not begun.
            guard !Task.isCancelled else { return }
            let response: FinishedResponse
            do {
                let made = try await work(request)
                // What nobody waits for any more may have ended midway.
                try Task.checkCancellation()
                response = context.pipeline.finish(made, for: request)
            } catch {
                response = context.answer(to: error, for: request)
            }
            let opened = context.openStream(of: response, to: request)
            if !parked.finish(with: opened), let stream = opened.stream { context.streams.remove(stream) }
        }
        if let task {
            parked.attach(task)
        } else {
            let error = HTTPError(
                .overloaded,
                "The server has more requests than it can handle. Try again in a moment."
            )
            context.refusals.count(.queue)
            parked.finish(with: errorResponse(error))
        }
        return .YES
    }

    private func errorResponse(_ error: any Error, closesConnection: Bool = false) -> FinishedResponse {
        context.answer(to: error, for: request, closesConnection: closesConnection)
    }

    private func send(_ response: FinishedResponse) -> MHD_Result {
        record.setDeadline(in: context.configuration.responseTimeout)
        context.connections.enter(.sending, record)
        var response = response
        if let request { response = context.openStream(of: response, to: request) }
        let loan: BodyLoan
        if let lent = context.replies.lend(response.body, on: record) {
            loan = lent
        } else {
            // The loans of those that are cut come back when their threads have closed them.
            for record in context.replies.slowest(holding: response.body.count) { context.connections.cut(record) }
            context.refusals.count(.replies)
            response = errorResponse(
                HTTPError(
                    .overloaded,
                    "The server is holding responses that other clients have not read, and has no room for this one. Try again in a moment."
                )
            )
            loan = BodyLoan(bytes: response.body)
        }
        if let stream = response.stream {
            let connection = ClientConnection(connection, record: record)
            connection.limitSilence(to: context.configuration.idleTimeout)
            stream.attach(connection)
        }
        phase = .answered
        if context.parking.isClosed || context.isLeaving { response.closesConnection = true }
        answer = response
        let queued = response.queue(loan, on: connection, sending: context.configuration.responseTimeout)
        if queued == .NO { context.logger.error("libmicrohttpd did not take an answer") }
        return queued
    }

    /// Writes the access log's line for this request.
    func complete(_ reason: MHD_RequestTerminationCode) {
        var stream = answer?.stream
        // A client may leave between the end of the work and its answer.
        if case .parked(let parked) = phase { stream = parked.response?.stream }
        if let stream { context.streams.remove(stream) }
        if request != nil { context.requestCompleted() }
        if let client { context.clients.leave(client) }
        client = nil
        context.connections.enter(.idle, record)
        let configuration = context.configuration
        record.setDeadline(in: configuration.idleTimeout + configuration.headerTimeout)
        AccessLog.write(
            to: context.logger,
            request: request,
            target: target,
            response: answer,
            streamedBytes: stream?.sentBytes,
            remoteAddress: request?.remoteAddress ?? record.remoteAddress,
            duration: .now - began,
            // A stream ends when its client leaves.
            isComplete: stream.map { !$0.isOverflown && reason != .REQUEST_TERMINATED_TIMEOUT_REACHED }
                ?? (reason == .REQUEST_TERMINATED_COMPLETED_OK)
        )
    }
}

extension FinishedResponse {
    /// Hands the answer to the library; on the connection's own thread.
    /// - Parameters:
    ///   - loan: its body.
    ///   - period: how long a client may take for what it has been sent of a stream.
    func queue(_ loan: BodyLoan, on connection: OpaquePointer, sending period: Duration) -> MHD_Result {
        let made =
            if let stream {
                stream.makeResponse(sending: period)
            } else if feed != nil {
                EventStream.makeEmptyResponse()
            } else {
                Self.makeResponse(loan)
            }
        guard let response = made else { return .NO }
        defer { MHD_destroy_response(response) }
        for field in headers where !Self.isReserved(field.name) {
            // The library refuses empty values and line ends; the latter cannot be in a field.
            _ = MHD_add_response_header(response, field.name.rawName, field.value)
        }
        if closesConnection { _ = MHD_add_response_header(response, "Connection", "close") }
        return MHD_queue_response(connection, UInt32(clamping: status.code), response)
    }

    /// Lends the body's bytes to the library without a copy: it calls back when it has let go of them.
    private static func makeResponse(_ loan: BodyLoan) -> OpaquePointer? {
        guard !loan.bytes.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        // Released by the library's call. The storage of an array that nobody changes does not move.
        let loan = Unmanaged.passRetained(loan)
        let response = loan._withUnsafeGuaranteedRef { loan in
            loan.bytes.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer_with_free_callback_cls(
                    bytes.count,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    BodyLoan.giveBack,
                    Unmanaged.passUnretained(loan).toOpaque()
                )
            }
        }
        if response == nil { loan.release() }
        return response
    }
}
