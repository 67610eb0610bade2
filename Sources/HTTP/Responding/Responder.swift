/// The application as the server sees it.
///
/// Its functions are called on several threads at once. `admit` and `respond` run on the server's own threads and
/// must not wait; work that waits belongs into `Reply.later`.
public protocol Responder: Sendable {
    /// Judges a request by its head, before any body byte is read: how large the body may be, or an answer at once.
    func admit(_ head: Request) -> Admission

    /// Answers a whole request.
    func respond(to request: Request) throws -> Reply

    /// Turns an error into an answer: one that `respond` or a reply's work threw, or one of the server's own
    /// (`HTTPError`). The request is nil where the head could not be read.
    func response(to error: any Error, for request: Request?) -> Response
}

extension Responder {
    /// A problem document (RFC 9457) for an `HTTPError`, and a 500 that gives nothing away for any other error.
    public func response(to error: any Error, for request: Request?) -> Response {
        let known = error as? HTTPError ?? HTTPError(.internalFailure, "The server failed to answer this request.")
        return ProblemDocument(known).response
    }
}
