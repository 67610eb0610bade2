import HTTP
import HTTPTypes

/// Short forms for the routes of the product.
extension Router {
    /// A read that is answered in place.
    /// - Parameter query: the parameters the route knows; any other is refused.
    mutating func get(
        _ pattern: String,
        query: Set<String>,
        handler: @escaping @Sendable (Request, PathParameters) throws -> Response
    ) {
        add(Route(.get, pattern, queryParameters: query, handler: .immediate(handler)))
    }

    /// A read that may take long, such as one of a whole dump: it must not hold a connection's thread.
    mutating func getSuspending(
        _ pattern: String,
        query: Set<String>,
        handler: @escaping @Sendable (Request, PathParameters) throws -> Response
    ) {
        add(Route(.get, pattern, queryParameters: query, handler: .suspending(handler)))
    }

    /// A write that is quick enough to be answered in place.
    mutating func on(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        query: Set<String> = [],
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, PathParameters) throws -> Response
    ) {
        add(
            Route(
                method,
                pattern,
                queryParameters: query,
                bodyLimit: bodyLimit,
                handler: .immediate(handler)
            )
        )
    }

    /// A write that takes long and must not hold a connection's thread.
    mutating func onSuspending(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        query: Set<String> = [],
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        add(
            Route(
                method,
                pattern,
                queryParameters: query,
                bodyLimit: bodyLimit,
                handler: .suspending(handler)
            )
        )
    }
}
