import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite struct RouterTests {
    private static func router(_ routes: [(HTTPRequest.Method, String)]) -> Router {
        Router(routes.map { Route($0, $1, immediate: { _, _ in .empty() }) })
    }

    private static func found(
        _ router: Router,
        _ method: HTTPRequest.Method,
        _ segments: [String]
    ) -> (pattern: String, parameters: PathParameters)? {
        guard case .found(let route, let parameters) = router.match(method: method, segments: segments) else {
            return nil
        }
        return (route.pattern, parameters)
    }

    @Test("parameters take the decoded segments, whatever is in them")
    func parameters() {
        let router = Self.router([(.get, "/dumps/{id}/views/{view}")])
        let match = Self.found(router, .get, ["dumps", "a/b", "views", "17"])
        #expect(match?.parameters["id"] == "a/b")
        #expect(match?.parameters.integer("view") == 17)
    }

    @Test("a literal beats a parameter, and a parameter the rest, in whatever order they were added")
    func precedence() {
        let patterns = ["/a/{rest...}", "/a/{id}", "/a/new"]
        for order in [patterns, patterns.reversed()] {
            let router = Self.router(order.map { (.get, $0) })
            #expect(Self.found(router, .get, ["a", "new"])?.pattern == "/a/new")
            #expect(Self.found(router, .get, ["a", "x"])?.pattern == "/a/{id}")
            #expect(Self.found(router, .get, ["a", "x", "y"])?.pattern == "/a/{rest...}")
        }
    }

    @Test("a literal that leads nowhere gives way to a parameter")
    func backtracking() {
        let router = Self.router([(.get, "/a/b/c"), (.get, "/{x}/b/d"), (.get, "/{x}/{y}/{z}/e")])
        #expect(Self.found(router, .get, ["a", "b", "d"])?.pattern == "/{x}/b/d")
        #expect(Self.found(router, .get, ["a", "b", "c", "e"])?.pattern == "/{x}/{y}/{z}/e")
    }

    @Test("a route with the right method beats a better path without it")
    func methodBeatsPath() {
        let router = Self.router([(.get, "/dumps/new"), (.post, "/dumps/{id}")])
        #expect(Self.found(router, .post, ["dumps", "new"])?.pattern == "/dumps/{id}")
    }

    @Test("the rest takes at least one segment and keeps them apart")
    func rest() {
        let router = Self.router([(.get, "/files/{path...}")])
        #expect(Self.found(router, .get, ["files"]) == nil)
        let parameters = Self.found(router, .get, ["files", "a/b", "c"])?.parameters
        #expect(parameters?["path"] == "a/b/c")
        #expect(parameters?.segments("path") == ["a/b", "c"])
    }

    @Test("an empty segment is no parameter, and a trailing slash is another path")
    func emptySegments() {
        let router = Self.router([(.get, "/a/{id}"), (.get, "/b/")])
        #expect(Self.found(router, .get, ["a", ""]) == nil)
        #expect(Self.found(router, .get, ["b", ""])?.pattern == "/b/")
        #expect(Self.found(router, .get, ["b"]) == nil)
    }

    @Test("HEAD falls back to GET unless it has a route of its own")
    func head() {
        var router = Self.router([(.get, "/a")])
        #expect(Self.found(router, .head, ["a"])?.pattern == "/a")
        router.add(Route(.head, "/{x}", immediate: { _, _ in .empty() }))
        #expect(Self.found(router, .head, ["a"])?.pattern == "/{x}")
    }

    @Test("a known path with another method names the methods it has")
    func methodNotAllowed() {
        let router = Self.router([(.get, "/a/{id}"), (.delete, "/a/{name}"), (.put, "/a/b")])
        guard case .methodNotAllowed(let allowed) = router.match(method: .post, segments: ["a", "b"]) else {
            Issue.record("should not match")
            return
        }
        #expect(Set(allowed) == [.put, .get, .head, .delete, .options])
    }

    @Test("OPTIONS is answered with the methods of a known path, and not at all for others")
    func options() throws {
        let router = Self.router([(.get, "/a"), (.post, "/a")])
        guard case .found(let route, _) = router.match(method: .options, segments: ["a"]),
            case .immediate(let work) = route.work(PathParameters())
        else {
            Issue.record("should match")
            return
        }
        let response = try work(Request(method: .options, target: "/a"))
        #expect(response.status == .noContent)
        #expect(response.headers[.allow] == "GET, HEAD, POST, OPTIONS")
        #expect(Self.found(router, .options, ["b"]) == nil)
    }

    @Test("nothing matches a path that no pattern has")
    func notFound() {
        let router = Self.router([(.get, "/a/b")])
        for segments in [[], ["a"], ["a", "b", "c"], ["b"]] {
            guard case .notFound = router.match(method: .get, segments: segments) else {
                Issue.record("\(segments) should not match")
                continue
            }
        }
    }

    @Test("routes are kept with what was said about them")
    func metadata() {
        let route = Route(
            .get,
            "/a",
            queryParameters: ["q"],
            bodyLimit: 5,
            immediate: { _, _ in .empty() }
        )
        let router = Router([route])
        #expect(router.routes.map(\.queryParameters) == [["q"]])
        #expect(router.routes.map(\.bodyLimit) == [5])
        #expect(router.routes.map(\.method) == [.get])
    }

    @Test("of two equal routes the first answers")
    func duplicates() {
        let router = Self.router([(.get, "/{a}"), (.get, "/{b}")])
        #expect(Self.found(router, .get, ["x"])?.pattern == "/{a}")
    }
}

@Suite struct PathParametersTests {
    @Test(
        "integers are digits after an optional minus sign",
        arguments: [
            ("17", 17), ("-3", -3), ("007", 7), ("+5", nil), ("", nil), ("1.0", nil), (" 1", nil), ("0x10", nil),
            ("99999999999999999999", nil), ("١", nil),
        ] as [(String, Int?)]
    )
    func integers(_ text: String, _ expected: Int?) {
        #expect(PathParameters(["id": text]).integer("id") == expected)
    }

    @Test("a name that the pattern does not have has no value")
    func missing() {
        #expect(PathParameters()["id"] == nil)
        #expect(PathParameters().integer("id") == nil)
        #expect(PathParameters().segments("id") == nil)
    }
}

@Suite struct RoutePatternTests {
    @Test("segments in braces are parameters, a last one with dots takes the rest")
    func segments() {
        #expect(
            RoutePattern("/a/{id}/{name...}").segments == [.literal("a"), .parameter("id"), .rest("name")]
        )
        #expect(RoutePattern("/").segments.isEmpty)
        #expect(RoutePattern("").segments.isEmpty)
        #expect(RoutePattern("a").segments == [.literal("a")])
        #expect(RoutePattern("/a/").segments == [.literal("a"), .literal("")])
    }

    @Test("braces without a name are literal, and dots mean the rest only at the end")
    func oddSegments() {
        #expect(RoutePattern("/{}").segments == [.literal("{}")])
        #expect(RoutePattern("/{a...}/b").segments == [.parameter("a..."), .literal("b")])
    }
}
