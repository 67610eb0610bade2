/// What a responder says to the head of a request, before any byte of its body is read.
public enum Admission: Sendable {
    /// Go on, with a body of at most so many bytes.
    case accept(bodyLimit: Int)
    /// Answer with this now and do not read the body.
    case refuse(Response)
}
