/// What a responder has for a whole request.
public enum Reply: Sendable {
    /// The answer itself.
    case now(Response)
    /// Work that leads to the answer; the connection is parked meanwhile.
    case later(@Sendable () async throws -> Response)
}
