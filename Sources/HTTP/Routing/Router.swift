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
