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
}
