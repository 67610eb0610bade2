public import HTTPTypes

/// A client that calls a responder directly, with the server's rules for admission, limits, conditions and
/// compression, but without a server. Of an event stream it takes what is sent at once, and leaves.
public struct InMemoryClient: TestClient {
    /// Who answers.
    public let responder: any Responder
    /// The value of `Host` in requests that name none.
    public var host = "localhost"
    /// The address that requests seem to come from.
    public var remoteAddress = "127.0.0.1"
    private let pipeline = ResponsePipeline()

    /// Creates a client of a responder.
    public init(responder: any Responder) {
        self.responder = responder
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
        case .accept(let limit):
            guard body.count <= limit else { throw HTTPError.contentTooLarge(limit: limit) }
        }
        request.body = body
        switch try responder.respond(to: request) {
        case .now(let response): return response
        case .later(let work): return try await work()
        }
    }

    private static func events(_ feed: EventFeed) -> [UInt8] {
        let stream = EventStream()
        let end = feed.start(stream)
        defer { end() }
        return stream.readAll()
    }

    private static func received(_ response: FinishedResponse, _ method: HTTPRequest.Method) -> ClientResponse {
        var headers = HTTPFields()
        for field in response.headers where !FinishedResponse.isReserved(field.name) && !field.value.isEmpty {
            headers.append(field)
        }
        if let feed = response.feed {
            return ClientResponse(status: response.status, headers: headers, body: method == .head ? [] : events(feed))
        }
        if response.status.code >= 200, response.status != .noContent {
            headers[.contentLength] = String(response.body.count)
        }
        let body = response.sentBytes(for: method) > 0 ? response.body : []
        return ClientResponse(status: response.status, headers: headers, body: body)
    }
}
