/// The body of an answer that goes on: what happens is sent as it happens.
///
/// It is a recipe, not the stream itself. Nothing begins until the answer is on its way to a client, so an answer to
/// `HEAD`, or one that is dropped, leaves nothing open.
public struct EventFeed: Sendable {
    /// Begins to feed a stream, and returns what ends that.
    ///
    /// Called once for each client that gets the answer, on the thread of its connection: it must not wait. What it
    /// returns is called once when the stream is over, whoever ended it.
    public var start: @Sendable (EventStream) -> @Sendable () -> Void

    /// Creates a feed.
    public init(start: @escaping @Sendable (EventStream) -> @Sendable () -> Void) {
        self.start = start
    }
}
