/// Something without which the server cannot start: a template or a static file that is missing or unreadable.
public struct ServerSetupError: Error, Sendable {
    /// One sentence for people.
    public var message: String
}
