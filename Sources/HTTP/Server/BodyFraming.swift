import HTTPTypes

/// Where the body of a request ends (RFC 9112, section 6), refused wherever two readers could differ.
struct BodyFraming: Sendable, Hashable {
    /// The declared length in bytes.
    let contentLength: Int?
    /// Whether the body comes in chunks.
    let isChunked: Bool

    /// Reads `Content-Length` and `Transfer-Encoding`.
    init(headers: HTTPFields, allowsChunked: Bool) throws(HTTPError) {
        let codings = headers[values: .transferEncoding]
        let lengths = headers[values: .contentLength]
        guard codings.isEmpty || lengths.isEmpty else {
            throw HTTPError(.malformedRequest, "Content-Length and Transfer-Encoding exclude each other.")
        }
        guard codings.count <= 1, codings.first.map({ $0.lowercased() == "chunked" }) ?? true else {
            throw HTTPError(.malformedRequest, "The only transfer coding is chunked.")
        }
        guard codings.isEmpty || allowsChunked else {
            throw HTTPError(.malformedRequest, "HTTP/1.0 has no transfer codings.")
        }
        guard lengths.count <= 1 else {
            throw HTTPError(.malformedRequest, "There is more than one Content-Length field.")
        }
        isChunked = !codings.isEmpty
        contentLength = try lengths.first.map { text throws(HTTPError) in
            let digits = text.utf8
            guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                throw HTTPError(.malformedRequest, "Content-Length is not a number.")
            }
            // A number too long for this machine is larger than every limit.
            return Int(text) ?? .max
        }
    }
}
