public import HTTPTypes

/// Finds the route for a method and the decoded segments of a path.
///
/// A literal segment beats a parameter, a parameter beats the rest of a path, and a route with the right method beats
/// one without it. `HEAD` falls back to `GET`, and `OPTIONS` is answered with `Allow` for every path that exists
/// (RFC 9110, sections 9.3.2 and 9.3.7).
public struct Router: Sendable {
    /// The routes in the order they were added.
    public private(set) var routes: [Route] = []
    private var patterns: [RoutePattern] = []
    private var nodes = [Node()]

    /// A place in the tree of patterns; children and routes are indexes.
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var parameter: Int?
        /// Routes whose pattern ends here.
        var ends: [Int] = []
        /// Routes whose pattern takes the rest of the path from here.
        var rests: [Int] = []
    }

    /// A router without routes.
    public init() {}

    /// A router with these routes.
    package init(_ routes: [Route]) {
        for route in routes { add(route) }
    }

    /// Adds a route. Of two routes with one method and equally shaped patterns the one added first answers.
    public mutating func add(_ route: Route) {
        let pattern = RoutePattern(route.pattern)
        let index = routes.count
        routes.append(route)
        patterns.append(pattern)
        var node = 0
        for segment in pattern.segments {
            switch segment {
            case .literal(let text):
                if let next = nodes[node].literals[text] {
                    node = next
                } else {
                    nodes[node].literals[text] = nodes.count
                    node = nodes.count
                    nodes.append(Node())
                }
            case .parameter:
                if let next = nodes[node].parameter {
                    node = next
                } else {
                    nodes[node].parameter = nodes.count
                    node = nodes.count
                    nodes.append(Node())
                }
            case .rest:
                nodes[node].rests.append(index)
                return
            }
        }
        nodes[node].ends.append(index)
    }

    /// Finds what answers a request: its path, or whether it asks which methods there are at all.
    public func match(_ request: Request) -> Match {
        guard request.isAboutServer else { return match(method: request.method, segments: request.segments) }
        return .found(Self.optionsRoute(allowed(routes.indices), pattern: request.target), PathParameters())
    }

    /// Finds what answers a method on a path.
    public func match(method: HTTPRequest.Method, segments: [String]) -> Match {
        let candidates = candidates(segments)
        guard !candidates.isEmpty else { return .notFound }
        if let index = candidates.first(where: { routes[$0].method == method })
            ?? (method == .head ? candidates.first(where: { routes[$0].method == .get }) : nil)
        {
            return .found(routes[index], parameters(of: patterns[index], in: segments))
        }
        let allowed = allowed(candidates)
        guard method == .options else { return .methodNotAllowed(allowed: allowed) }
        return .found(Self.optionsRoute(allowed, pattern: routes[candidates[0]].pattern), PathParameters())
    }

    /// The routes whose pattern fits, best first. Each node is looked at once at most, so the time is bounded by the
    /// number of routes and segments.
    private func candidates(_ segments: [String]) -> [Int] {
        var found: [Int] = []
        var pending: [Step] = [Step(node: 0, depth: 0, isRest: false)]
        while let step = pending.popLast() {
            let node = nodes[step.node]
            if step.isRest {
                found += node.rests
                continue
            }
            guard step.depth < segments.count else {
                found += node.ends
                continue
            }
            let segment = segments[step.depth]
            // The stack hands out what was pushed last: the literal first, the rest of the path last.
            if !node.rests.isEmpty { pending.append(Step(node: step.node, depth: step.depth, isRest: true)) }
            if let next = node.parameter, !segment.isEmpty {
                pending.append(Step(node: next, depth: step.depth + 1, isRest: false))
            }
            if let next = node.literals[segment] {
                pending.append(Step(node: next, depth: step.depth + 1, isRest: false))
            }
        }
        return found
    }

    private struct Step {
        var node: Int
        var depth: Int
        var isRest: Bool
    }

    private func parameters(of pattern: RoutePattern, in segments: [String]) -> PathParameters {
        var parameters = PathParameters()
        for (index, segment) in pattern.segments.enumerated() {
            switch segment {
            case .literal: continue
            case .parameter(let name): parameters.append(name, [segments[index]])
            case .rest(let name): parameters.append(name, Array(segments[index...]))
            }
        }
        return parameters
    }

    private func allowed(_ candidates: some Sequence<Int>) -> [HTTPRequest.Method] {
        var allowed: [HTTPRequest.Method] = []
        func allow(_ method: HTTPRequest.Method) {
            if !allowed.contains(method) { allowed.append(method) }
        }
        for index in candidates {
            allow(routes[index].method)
            if routes[index].method == .get { allow(.head) }
        }
        allow(.options)
        return allowed
    }

    private static func optionsRoute(_ allowed: [HTTPRequest.Method], pattern: String) -> Route {
        Route(
            .options,
            pattern,
            immediate: { _, _ in
                Response(status: .noContent, headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
            }
        )
    }
}

/// What a router found for a method and a path.
public enum Match: Sendable {
    /// This route answers, with these parameters.
    case found(Route, PathParameters)
    /// The path exists, but only for these methods.
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    /// Nothing has this path.
    case notFound

    /// The pattern of the route that was found; nil where there is none.
    public var pattern: String? {
        if case .found(let route, _) = self { route.pattern } else { nil }
    }
}

/// The values that the parameters of a route's pattern have in one request's path.
public struct PathParameters: Sendable, Hashable {
    private var entries: [Entry] = []

    private struct Entry: Sendable, Hashable {
        var name: String
        var segments: [String]
    }

    /// No parameters.
    package init() {}

    /// Creates parameters from names and values, each value one segment.
    package init(_ values: [String: String]) {
        for (name, value) in values { append(name, [value]) }
    }

    mutating func append(_ name: String, _ segments: [String]) {
        entries.append(Entry(name: name, segments: segments))
    }

    /// The decoded value of a parameter; the segments of a `{name...}` joined by slashes.
    public subscript(name: String) -> String? {
        guard let entry = entries.first(where: { $0.name == name }) else { return nil }
        return entry.segments.count == 1 ? entry.segments.first : entry.segments.joined(separator: "/")
    }

    /// The decoded segments that a parameter stands for, apart, so that an encoded slash can be told from a real one.
    public func segments(_ name: String) -> [String]? {
        entries.first { $0.name == name }?.segments
    }

    /// A parameter read as a decimal integer: ASCII digits after an optional minus sign, nothing else.
    public func integer(_ name: String) -> Int? {
        guard let value = self[name], value.utf8.first != UInt8(ascii: "+") else { return nil }
        return Int(value)
    }
}

/// A path pattern taken apart.
///
/// `/a/{id}/b/{name...}`: a segment in braces is a parameter and takes one segment that is not empty; a last one that
/// ends in `...` takes the rest of the path, at least one segment. Everything else is literal, compared with the
/// decoded segment. A trailing slash is a last literal segment that is empty.
package struct RoutePattern: Sendable, Hashable {
    /// One segment of a pattern.
    package enum Segment: Sendable, Hashable {
        /// Matches a decoded segment equal to it.
        case literal(String)
        /// Matches any one segment that is not empty.
        case parameter(String)
        /// Matches the one or more segments that are left.
        case rest(String)
    }

    /// The segments in order.
    package let segments: [Segment]

    /// Reads a pattern; a leading slash is optional.
    package init(_ text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.first?.isEmpty == true { parts.removeFirst() }
        if parts.count == 1, parts.first?.isEmpty == true { parts.removeFirst() }
        segments = parts.enumerated().map { index, part in
            guard part.hasPrefix("{"), part.hasSuffix("}"), part.utf8.count > 2 else { return .literal(String(part)) }
            let name = part.dropFirst().dropLast()
            if name.hasSuffix("..."), index == parts.count - 1 { return .rest(String(name.dropLast(3))) }
            return .parameter(String(name))
        }
    }
}

/// The application as the server sees it.
///
/// Its functions are called on several threads at once, those of the server's connections among them: they must wait
/// for nothing.
public protocol RequestResponder: Sendable {
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

    /// Does it, on the thread that asks.
    public func answer(to request: Request) async throws -> Response {
        switch self {
        case .immediate(let work): try work(request)
        case .pooled(let work): try await work(request)
        }
    }
}

/// One method on one path pattern, with what answers it.
public struct Route: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The path pattern, such as `/api/v1/dumps/{id}`; see `RoutePattern`.
    public var pattern: String
    /// The query parameters it knows; nil where any will do. Kept here for those who check them.
    public var queryParameters: Set<String>?
    /// The largest body it takes, in bytes; nil for the application's default.
    public var bodyLimit: Int?
    private var handler: Handler

    private enum Handler: Sendable {
        case immediate(@Sendable (Request, PathParameters) throws -> Response)
        case pooled(@Sendable (Request, PathParameters) async throws -> Response)
    }

    /// Whether it knows a query parameter: by its name, or by one such as `text.{view}`, which stands for every name that
    /// begins with `text.` and goes on.
    public func knows(parameter name: String) -> Bool {
        guard let queryParameters, !queryParameters.contains(name) else { return true }
        return queryParameters.contains { pattern in
            guard pattern.last == "}", let start = pattern.firstIndex(of: "{") else { return false }
            return name.hasPrefix(pattern[..<start]) && name.utf8.count > pattern[..<start].utf8.count
        }
    }

    /// Creates a route whose handler runs on the server's pool, where it may compute and wait.
    public init(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        queryParameters: Set<String>? = nil,
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        self.init(method, pattern, queryParameters, bodyLimit, .pooled(handler))
    }

    /// Creates a route whose handler runs on the thread that serves the connection: only what is in memory and takes
    /// far less than a millisecond may be answered like that, and nothing that touches a file, a store or a lock that
    /// somebody else holds for long.
    public init(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        queryParameters: Set<String>? = nil,
        bodyLimit: Int? = nil,
        immediate handler: @escaping @Sendable (Request, PathParameters) throws -> Response
    ) {
        self.init(method, pattern, queryParameters, bodyLimit, .immediate(handler))
    }

    private init(
        _ method: HTTPRequest.Method,
        _ pattern: String,
        _ queryParameters: Set<String>?,
        _ bodyLimit: Int?,
        _ handler: Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.queryParameters = queryParameters
        self.bodyLimit = bodyLimit
        self.handler = handler
    }

    /// What answers a request whose path has these parameters.
    /// - Parameter finish: what is done with every answer, on the same thread.
    public func work(
        _ parameters: PathParameters,
        finish: @escaping @Sendable (Response) -> Response = { $0 }
    ) -> Work {
        switch handler {
        case .immediate(let handler): .immediate { finish(try handler($0, parameters)) }
        case .pooled(let handler): .pooled { finish(try await handler($0, parameters)) }
        }
    }
}
