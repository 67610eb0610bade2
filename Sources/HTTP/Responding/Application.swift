import HTTPTypes

/// A responder made of a router: the plain way to serve routes.
public struct Application: Responder {
    /// The largest body of a route that names no limit: 1 MiB.
    public static let standardBodyLimit = 1 << 20

    /// Where the routes are.
    public let router: Router
    /// The largest body of a route that names no limit, in bytes.
    public let bodyLimit: Int
    private let methods: Set<HTTPRequest.Method>

    /// Serves the routes of a router.
    public init(router: Router, bodyLimit: Int = Application.standardBodyLimit) {
        self.router = router
        self.bodyLimit = bodyLimit
        methods = router.methods
    }

    /// Accepts what a route waits for; answers 404, 405 with `Allow`, or 501 for a method no route has.
    public func admit(_ head: Request) -> Admission {
        switch router.match(method: head.method, segments: head.segments) {
        case .found(let route, _): .accept(bodyLimit: route.bodyLimit ?? bodyLimit)
        case .methodNotAllowed(let allowed): .refuse(refusal(of: head, allowed: allowed))
        case .notFound: .refuse(response(to: HTTPError(.notFound, "Nothing has this path."), for: head))
        }
    }

    /// Runs the handler of the route that matches.
    public func respond(to request: Request) throws -> Reply {
        switch router.match(method: request.method, segments: request.segments) {
        case .found(let route, let parameters):
            switch route.handler {
            case .immediate(let answer): return .now(try answer(request, parameters))
            case .suspending(let answer): return .later { try await answer(request, parameters) }
            }
        case .methodNotAllowed(let allowed): return .now(refusal(of: request, allowed: allowed))
        case .notFound: throw HTTPError(.notFound, "Nothing has this path.")
        }
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
