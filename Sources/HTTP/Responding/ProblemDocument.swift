import HTTPTypes

/// The problem document (RFC 9457) that tells a client of an `HTTPError`.
public struct ProblemDocument: Sendable {
    /// The error it tells of.
    public var error: HTTPError

    /// Creates the document of an error.
    public init(_ error: HTTPError) {
        self.error = error
    }

    /// The answer that carries it.
    public var response: Response {
        let status = error.status
        let text =
            #"{"type":"/problems/\#(error.code.slug)","title":"\#(Self.escaped(status.reasonPhrase))","#
            + #""status":\#(status.code),"detail":"\#(Self.escaped(error.message))"}"#
        return Response(status: status, contentType: "application/problem+json", body: Array(text.utf8))
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case _ where scalar.value < 0x20: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
