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
