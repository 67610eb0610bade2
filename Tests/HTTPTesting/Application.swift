public import HTTP
import HTTPTypes

/// A responder made of a router and nothing else, which tells of errors in problem documents (RFC 9457).
public struct Application: RequestResponder {
    private let router: Router
    private let bodyLimit: Int
    private let methods: Set<HTTPRequest.Method>

    /// Serves the routes of a router.
    /// - Parameter bodyLimit: the largest body of a route that names no limit, in bytes.
    public init(router: Router, bodyLimit: Int = 1 << 20) {
        self.router = router
        self.bodyLimit = bodyLimit
        methods = Set(router.routes.map(\.method)).union([.head, .options])
    }

    /// Accepts what a route waits for; answers 404, 405 with `Allow`, or 501 for a method no route has.
    public func admit(_ head: Request) -> Admission {
        switch router.match(head) {
        case .found(let route, let parameters):
            .accept(bodyLimit: route.bodyLimit ?? bodyLimit, route.work(parameters))
        case .methodNotAllowed(let allowed): .refuse(refusal(of: head, allowed: allowed))
        case .notFound: .refuse(response(to: HTTPError(.notFound, "Nothing has this path."), for: head))
        }
    }

    /// A problem document for an `HTTPError`, and a 500 that gives nothing away for any other error.
    public func response(to error: any Error, for request: Request?) -> Response {
        let known = error as? HTTPError ?? HTTPError(.internalFailure, "The server failed to answer this request.")
        return ProblemDocument(known).response
    }

    private func refusal(of request: Request, allowed: [HTTPRequest.Method]) -> Response {
        guard methods.contains(request.method) else {
            let error = HTTPError(.methodNotImplemented, "This server does not know the method \(request.method).")
            return response(to: error, for: request)
        }
        let error = HTTPError(.methodNotAllowed, "The method \(request.method) does not apply to this path.")
        var response = response(to: error, for: request)
        response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
        return response
    }
}

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
