import Access
import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// Asks the JSON API of the same process in somebody's name: rights, limits, secrets and words of errors are its own.
struct AgentRequests: Sendable {
    let application: ServerApplication
    let principal: Principal
    /// Told after each request that was answered.
    var onStep: @Sendable (_ what: String) -> Void = { _ in }
    /// Says whether anybody still waits for an answer.
    var interruption = AgentInterruption()

    /// The most bytes of an answer that is read here.
    private static let limits = JSONLimits(maximumBytes: 32 << 20, maximumDepth: 256)

    /// Puts together who asks.
    init(_ application: ServerApplication, by principal: Principal) {
        (self.application, self.principal) = (application, principal)
    }

    /// Reads JSON.
    func get(_ path: String, _ query: [(String, String?)] = []) async throws -> JSONValue {
        try Self.json(try await send(.get, path, query))
    }

    /// Sends JSON, and reads JSON.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ query: [(String, String?)] = [],
        json: JSONValue
    ) async throws -> JSONValue {
        try Self.json(try await send(method, path, query, type: "application/json", body: json.serialized()))
    }

    /// Sends bytes of a type.
    /// - Throws: ``AgentRefusal`` where the API refuses.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ query: [(String, String?)] = [],
        accept: String = "application/json",
        type: String? = nil,
        ifMatch tag: String? = nil,
        body: [UInt8] = []
    ) async throws -> Response {
        try Task.checkCancellation()
        guard !interruption.isOver else { throw CancellationError() }
        let pairs = query.compactMap { name, value in value.map { "\(name.pathSegment)=\($0.pathSegment)" } }
        let target = "/api/v1" + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        var headers: HTTPFields = [.accept: accept]
        if let type { headers[.contentType] = type }
        if let tag { headers[.ifMatch] = tag }
        let request = try Request(method: method, target: target, headers: headers, body: body)
        let response = await application.answer(request, by: principal)
        guard (200..<300).contains(response.status.code) else { throw AgentRefusal(response) }
        onStep(path)
        return response
    }

    static func json(_ response: Response) throws -> JSONValue {
        try JSONValue(parsing: response.body, limits: limits)
    }
}

/// What the API said in place of an answer.
struct AgentRefusal: Error, Sendable {
    let status: Int
    /// What to do, in the words of the API.
    let sentence: String
    /// What a client is to show for itself.
    let challenge: String?

    init(_ response: Response) {
        status = response.status.code
        challenge = response.headers.value(of: .wwwAuthenticate)
        let problem = try? JSONValue(parsing: response.body)
        var sentences = [problem?["detail"]?.stringValue ?? "The server answers \(response.status.code)."]
        for error in problem?["errors"]?.arrayValue?.prefix(5) ?? [] {
            guard let detail = error["detail"]?.stringValue, !sentences.contains(detail) else { continue }
            let place = error["pointer"]?.stringValue ?? error["parameter"]?.stringValue
            sentences.append(place.map { "\($0): \(detail)" } ?? detail)
        }
        sentence = sentences.map { AgentText.line($0, longest: 600) }.joined(separator: "\n")
    }

    /// Whether who asks may not do this.
    var isOfRights: Bool { status == 401 || status == 403 }
}
