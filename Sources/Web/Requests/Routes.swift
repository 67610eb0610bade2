package import HTTP
package import HTTPTypes

/// Routes that belong together, in one file.
package protocol RouteGroup: Sendable {
    /// Adds the group's routes.
    func add(to router: inout Router)

    /// Whether nothing is lost that the group keeps in memory when another process takes the server's place.
    var isReplaceable: Bool { get }
}

extension RouteGroup {
    package var isReplaceable: Bool { true }
}

/// Short forms for the routes of the product. Their handlers run on the server's pool, where they may read stores and
/// files and compute; the exception has its own name.
extension Router {
    /// A read.
    /// - Parameter query: the parameters the route knows; any other is refused.
    package mutating func get(
        _ pattern: String,
        query: Set<String>,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        add(Route(.get, pattern, queryParameters: query, handler: handler))
    }

    /// A read of what is in memory and made, answered on the thread of its connection: it must wait for nothing.
    package mutating func getImmediate(
        _ pattern: String,
        query: Set<String>,
        handler: @escaping @Sendable (Request, PathParameters) throws -> Response
    ) {
        add(Route(.get, pattern, queryParameters: query, immediate: handler))
    }

    /// A write.
    package mutating func on(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        query: Set<String> = [],
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        add(Route(method, pattern, queryParameters: query, bodyLimit: bodyLimit, handler: handler))
    }
}
