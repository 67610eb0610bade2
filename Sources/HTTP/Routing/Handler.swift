/// What answers the requests of a route.
public enum Handler: Sendable {
    /// Answers on the server's own thread: for work that takes far less than a millisecond and never waits.
    case immediate(@Sendable (Request, PathParameters) throws -> Response)
    /// Answers in a task while the connection is parked: for everything that waits or computes for long.
    case suspending(@Sendable (Request, PathParameters) async throws -> Response)
}
