public import HTTPTypes

/// The application as the server sees it.
///
/// Its functions are called on several threads at once, those of the server's connections among them: they must wait
/// for nothing.
public protocol Responder: Sendable {
    /// Judges a request by its head, before any body byte is read: what answers it and how large the body may be, or
    /// an answer at once.
    func admit(_ head: Request) -> Admission

    /// Turns an error into an answer: one that the work of a request threw, or one of the server's own (`HTTPError`).
    /// The request is nil where the head could not be read.
    func response(to error: any Error, for request: Request?) -> Response
}

/// What a responder says to the head of a request.
public enum Admission: Sendable {
    /// Go on with a body of at most so many bytes, and let this answer the whole request.
    case accept(bodyLimit: Int, Work)
    /// Answer with this now and do not read the body.
    case refuse(Response)
}

/// What answers one request once it is whole.
public enum Work: Sendable {
    /// Runs on the thread that serves the connection, and those of many others: for what is in memory.
    case immediate(@Sendable (Request) throws -> Response)
    /// Runs on a thread of the server's pool while the connection is parked: for everything else.
    case pooled(@Sendable (Request) async throws -> Response)

    /// Does it, on the thread that asks.
    public func answer(to request: Request) async throws -> Response {
        switch self {
        case .immediate(let work): try work(request)
        case .pooled(let work): try await work(request)
        }
    }
}

/// One method on one path pattern, with what answers it.
public struct Route: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The path pattern, such as `/api/v1/dumps/{id}`; see `RoutePattern`.
    public var pattern: String
    /// The query parameters it knows; nil where any will do. Kept here for those who check them.
    public var queryParameters: Set<String>?
    /// The largest body it takes, in bytes; nil for the application's default.
    public var bodyLimit: Int?
    private var handler: Handler

    private enum Handler: Sendable {
        case immediate(@Sendable (Request, PathParameters) throws -> Response)
        case pooled(@Sendable (Request, PathParameters) async throws -> Response)
    }

    /// Whether it knows a query parameter: by its name, or by one such as `text.{view}`, which stands for every name that
    /// begins with `text.` and goes on.
    public func knows(parameter name: String) -> Bool {
        guard let queryParameters, !queryParameters.contains(name) else { return true }
        return queryParameters.contains { pattern in
            guard pattern.last == "}", let start = pattern.firstIndex(of: "{") else { return false }
            return name.hasPrefix(pattern[..<start]) && name.utf8.count > pattern[..<start].utf8.count
        }
    }

    /// Creates a route whose handler runs on the server's pool, where it may compute and wait.
    public init(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        queryParameters: Set<String>? = nil,
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        self.init(method, pattern, queryParameters, bodyLimit, .pooled(handler))
    }

    /// Creates a route whose handler runs on the thread that serves the connection: only what is in memory and takes
    /// far less than a millisecond may be answered like that, and nothing that touches a file, a store or a lock that
    /// somebody else holds for long.
    public init(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        queryParameters: Set<String>? = nil,
        bodyLimit: Int? = nil,
        immediate handler: @escaping @Sendable (Request, PathParameters) throws -> Response
    ) {
        self.init(method, pattern, queryParameters, bodyLimit, .immediate(handler))
    }

    private init(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        _ queryParameters: Set<String>?,
        _ bodyLimit: Int?,
        _ handler: Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.queryParameters = queryParameters
        self.bodyLimit = bodyLimit
        self.handler = handler
    }

    /// What answers a request whose path has these parameters.
    /// - Parameter finish: what is done with every answer, on the same thread.
    public func work(
        _ parameters: PathParameters,
        finish: @escaping @Sendable (Response) -> Response = { $0 }
    ) -> Work {
        switch handler {
        case .immediate(let handler): .immediate { finish(try handler($0, parameters)) }
        case .pooled(let handler): .pooled { finish(try await handler($0, parameters)) }
        }
    }
}
