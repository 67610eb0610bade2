public import HTTPTypes

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
    /// What answers.
    public var handler: Handler

    /// Creates a route.
    public init(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        queryParameters: Set<String>? = nil,
        bodyLimit: Int? = nil,
        handler: Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.queryParameters = queryParameters
        self.bodyLimit = bodyLimit
        self.handler = handler
    }
}
