public import HTTP
public import HTTPTypes

/// Sends requests to an application, in memory or through a socket, with the same answers.
public protocol TestClient: Sendable {
    /// Sends one request and waits for its answer; redirections are not followed.
    func send(
        _ method: HTTPRequest.Method,
        _ target: String,
        headers: HTTPFields,
        body: [UInt8]
    ) async throws -> ClientResponse
}

extension TestClient {
    /// Sends one request, by default without further fields and without a body.
    public func send(
        _ method: HTTPRequest.Method,
        _ target: String,
        headers: HTTPFields = HTTPFields()
    ) async throws -> ClientResponse {
        try await send(method, target, headers: headers, body: [])
    }

    /// Sends a text as a body.
    public func send(
        _ method: HTTPRequest.Method,
        _ target: String,
        headers: HTTPFields = HTTPFields(),
        text: String
    ) async throws -> ClientResponse {
        try await send(method, target, headers: headers, body: Array(text.utf8))
    }

    /// Gets a resource.
    public func get(_ target: String, headers: HTTPFields = HTTPFields()) async throws -> ClientResponse {
        try await send(.get, target, headers: headers, body: [])
    }
}

/// An answer as a test client got it.
public struct ClientResponse: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields, those of the connection included.
    public var headers: HTTPFields
    /// The body as it was sent, chunks joined.
    public var body: [UInt8]

    /// The most bytes a body may expand to.
    private static let expansionLimit = 64 << 20

    /// Creates an answer.
    public init(status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body expanded where it is compressed; nil when it cannot be.
    public var content: [UInt8]? {
        headers[.contentEncoding] == "gzip" ? GzipEncoding.expand(body, limit: Self.expansionLimit) : body
    }

    /// The content as text, with replacement characters for what is not UTF-8.
    public var text: String {
        String(decoding: content ?? [], as: UTF8.self)
    }
}

/// A client that calls a responder directly, with the server's rules for admission, limits, conditions and
/// compression, but without a server. Of an event stream it takes what is sent at once, and leaves.
public struct InMemoryClient: TestClient {
    /// Who answers.
    public let responder: any RequestResponder
    /// The value of `Host` in requests that name none.
    public var host = "localhost"
    /// The address that requests seem to come from.
    public var remoteAddress = "127.0.0.1"
    private let pipeline: ResponsePipeline

    /// Creates a client of a responder.
    public init(responder: any RequestResponder) {
        self.responder = responder
        pipeline = ResponsePipeline(responder: responder)
    }

    /// Sends one request.
    public func send(
        _ method: HTTPRequest.Method,
        _ target: String,
        headers: HTTPFields,
        body: [UInt8]
    ) async throws -> ClientResponse {
        var headers = headers
        if !headers.contains(.hostName) { headers[.hostName] = host }
        if !body.isEmpty, headers[.contentLength] == nil { headers[.contentLength] = String(body.count) }
        var request: Request
        do throws(HTTPError) {
            request = try Request(method: method, target: target, headers: headers, remoteAddress: remoteAddress)
        } catch {
            return Self.received(FinishedResponse(responder.response(to: error, for: nil)), method)
        }
        let response: Response
        do {
            response = try await answer(&request, body: body)
        } catch {
            response = responder.response(to: error, for: request)
        }
        return Self.received(pipeline.finish(response, for: request), method)
    }

    private func answer(_ request: inout Request, body: [UInt8]) async throws -> Response {
        switch responder.admit(request) {
        case .refuse(let response): return response
        case .accept(let limit, let work):
            guard body.count <= limit else { throw HTTPError.contentTooLarge(limit: limit) }
            request.body = RequestBody(body)
            switch work {
            case .immediate(let work): return try work(request)
            case .pooled(let work): return try await Self.inPool { [request] in try await work(request) }
            }
        }
    }

    /// Runs work where a server runs it: what computes or waits must not hold the threads that all tests share.
    private static func inPool(_ work: @escaping @Sendable () async throws -> Response) async throws -> Response {
        try await withCheckedThrowingContinuation { continuation in
            let task = pool.run {
                let result: Result<Response, any Error>
                do { result = .success(try await work()) } catch { result = .failure(error) }
                continuation.resume(with: result)
            }
            if task == nil { continuation.resume(throwing: ClientFailure("The pool takes no more requests.")) }
        }
    }

    private static let pool: WorkerPool = {
        let pool = WorkerPool(threads: 4, maximumWaiting: .max)
        try? pool.start()
        return pool
    }()

    private static func received(_ response: FinishedResponse, _ method: HTTPRequest.Method) -> ClientResponse {
        var headers = HTTPFields()
        for field in response.headers where !FinishedResponse.isReserved(field.name) && !field.value.isEmpty {
            headers.append(field)
        }
        if let feed = response.feed {
            return ClientResponse(
                status: response.status,
                headers: headers,
                body: method == .head ? [] : EventStream.beginning(of: feed)
            )
        }
        if response.status.code >= 200, response.status != .noContent {
            headers[.contentLength] = String(response.body.count)
        }
        let body = response.sentBytes(for: method) > 0 ? response.body : []
        return ClientResponse(status: response.status, headers: headers, body: body)
    }
}
