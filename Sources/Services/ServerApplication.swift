package import Access
import Catalog
package import HTTP
import HTTPTypes
import Logging
package import Web

/// The whole product behind one responder: pages, JSON API, static files, and the checks in front of them.
package struct ServerApplication: RequestResponder {
    /// Every route, for the check against the OpenAPI document.
    package let router: Router
    package let services: Services
    /// The routes as they belong together.
    package let groups: [any RouteGroup]
    private let hosts: HostAllowList
    private let accessGuard: AccessGuard
    private let errorPages: ErrorPages
    private let routeMetrics: RouteMetrics

    /// Puts the routes together.
    /// - Parameter groups: the routes beside those that every server has.
    /// - Parameter isInner: whether another application asks this one, which counts what is asked already.
    package init(_ services: Services, _ groups: [any RouteGroup], isInner: Bool = false) {
        self.services = services
        self.groups = services.routes + groups
        hosts = HostAllowList(names: services.configuration.allowedHosts)
        accessGuard = AccessGuard(control: services.access)
        errorPages = ErrorPages(
            pages: services.pages,
            mode: services.access.mode,
            opensWebDriver: services.configuration.allowsCrossOriginWebDriver
        )
        var router = Router()
        for group in self.groups { group.add(to: &router) }
        self.router = router
        routeMetrics = RouteMetrics(router.routes)
        guard !isInner else { return }
        services.metrics.add(routeMetrics)
        services.addMetrics()
    }

    /// Judges the head of a request before its body is read.
    package func admit(_ head: Request) -> Admission {
        let began = ContinuousClock.now
        let match = router.match(head)
        let series = routeMetrics.series(of: match)
        switch judge(head, match) {
        case .accept(let bodyLimit, let work):
            return .accept(bodyLimit: bodyLimit, work.counted(by: series, since: began))
        case .refuse(let response):
            series.record(response.status, since: began)
            return .refuse(response)
        }
    }

    /// Answers a request that comes by no connection, in the name of somebody who has been let in before.
    package func answer(_ request: Request, by principal: Principal) async -> Response {
        let match = router.match(request)
        if let problem = accessGuard.refusal(of: request, at: match.pattern, by: principal) {
            return finished(problem, for: request)
        }
        switch judge(request, match, by: principal) {
        case .refuse(let response): return response
        case .accept(let bodyLimit, let work):
            guard request.body.count <= bodyLimit else {
                return response(
                    to: HTTPError(.contentTooLarge, "The body is larger than \(bodyLimit) bytes."),
                    for: request
                )
            }
            do {
                return try await work.answer(to: request)
            } catch {
                return response(to: error, for: request)
            }
        }
    }

    private func judge(_ head: Request, _ match: Match) -> Admission {
        if let refusal = refusal(of: head, at: match.pattern) { return .refuse(finished(refusal, for: head)) }
        let principal: Principal
        switch accessGuard.judge(head, at: match.pattern) {
        case .granted(let known): principal = known
        case .refused(let problem): return .refuse(finished(problem, for: head))
        case .signsIn(let secret): return .accept(bodyLimit: 0, signIn(with: secret))
        }
        return judge(head, match, by: principal)
    }

    private func judge(_ head: Request, _ match: Match, by principal: Principal) -> Admission {
        switch match {
        case .found(let route, let parameters):
            if let problem = unknownParameters(of: head, on: route) {
                return .refuse(finished(problem, for: head))
            }
            note(head, by: principal)
            let isOpen = CrossOriginWebDriver.isOpen(to: head, services.configuration.allowsCrossOriginWebDriver)
            var work = route.work(parameters) { finished(isOpen ? CrossOriginWebDriver.allowed($0) : $0) }
            if head.isForAPI, head.isWrite, head.ifMatch != nil || head.ifNoneMatch != nil {
                switch reading(of: head, by: principal) {
                case .granted(let reading?): work = work.after(reading, logger: services.logger)
                case .granted(nil): break
                case .refused(let problem) where head.method == .post: return .refuse(finished(problem, for: head))
                // The route itself judges by revisions.
                case .refused: break
                }
            }
            return .accept(
                bodyLimit: route.bodyLimit ?? services.configuration.maximumBodyBytes,
                services.answers.work(for: head, by: principal, otherwise: work).done(by: principal)
            )
        case .methodNotAllowed(let allowed):
            let allow = allowed.map(\.rawValue).joined(separator: ", ")
            return .refuse(
                finished(
                    Problem(
                        "method-not-allowed",
                        title: "Method not allowed",
                        status: .methodNotAllowed,
                        detail: "\(head.method.rawValue) is not possible here; \(allow) are.",
                        headers: [.allow: allow]
                    ),
                    for: head
                )
            )
        case .notFound:
            return .refuse(finished(.notFound("There is nothing at \(head.path.prefix(200))."), for: head))
        }
    }

    /// What reads what is at the address of a write, in the name of who writes.
    private func reading(of head: Request, by principal: Principal) -> Reading {
        var head = head
        head.method = .get
        guard case .found(let route, let parameters) = router.match(head) else { return .granted(nil) }
        if let problem = accessGuard.refusal(of: head, at: route.pattern, by: principal) { return .refused(problem) }
        return .granted(route.work(parameters))
    }

    private enum Reading {
        /// This reads it; nil where there is nothing that could be read.
        case granted(Work?)
        case refused(Problem)
    }

    /// Tells a client of an error: of a route, of its work, or of the server itself.
    package func response(to error: any Error, for request: Request?) -> Response {
        var logger = services.logger
        if let id = request?.id { logger[metadataKey: "id"] = "\(id)" }
        return finished(Problem(from: error, logger: logger), for: request)
    }

    /// Tells the log in whose name something is to be changed: what is deleted leaves no other trace. The line of the
    /// request, with the same id, tells how it ended.
    private func note(_ head: Request, by principal: Principal) {
        guard let name = principal.name, head.isWrite else { return }
        services.logger.info(
            "change",
            metadata: [
                "id": "\(head.id ?? "-")",
                "actor": "\(name)",
                "method": "\(head.method.rawValue)",
                "path": "\(head.path)",
            ]
        )
    }

    /// Signs a browser in that opened an address with a good token, and sends it to the address without it.
    private func signIn(with secret: Secret) -> Work {
        .pooled { request in
            finished(try services.signedIn(with: secret, goingTo: request.targetWithoutToken, request))
        }
    }

    private func refusal(of head: Request, at pattern: String?) -> Problem? {
        guard hosts.allows(head.host) else {
            return Problem(
                "host-not-allowed",
                title: "Host not allowed",
                status: .forbidden,
                detail:
                    "This server does not answer to the name “\(head.host.prefix(100))”. Name it with --allow-host or "
                    + "in VITRINE_ALLOWED_HOSTS when it is this server's own."
            )
        }
        let isOpen = CrossOriginWebDriver.isOpen(to: head, services.configuration.allowsCrossOriginWebDriver)
        guard isOpen || CrossOriginGuard.allows(head, isFree: AccessGuard.isFree(pattern)) else {
            return Problem(
                "cross-origin",
                title: "Cross-origin request refused",
                status: .forbidden,
                detail: head.method == .get || head.method == .head
                    ? "A page of another origin may lead here, but not load this."
                    : "A page of another origin may not change anything here."
            )
        }
        return nil
    }

    /// Scripts are told of parameters that do not count; the address of a page may have some that others put there.
    private func unknownParameters(of head: Request, on route: Route) -> Problem? {
        guard head.isForAPI, let known = route.queryParameters else { return nil }
        let unknown = head.query.filter { !route.knows(parameter: $0.name) }
        guard !unknown.isEmpty else { return nil }
        let list = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
        return .badParameters(
            unknown.prefix(20).map {
                Problem.Item(
                    "There is no parameter “\($0.name.prefix(60))” here; there are: \(list).",
                    at: .parameter(String($0.name.prefix(60)))
                )
            }
        )
    }

    @Sendable private func finished(_ response: Response) -> Response {
        var response = response
        SecurityHeaders.add(to: &response)
        return response
    }

    private func finished(_ problem: Problem, for request: Request?) -> Response {
        finished(errorPages.response(to: problem, for: request))
    }
}

extension Work {
    /// The same work, in the name of who asks: what is secret is shown to nobody in whose name nothing is done.
    package func done(by principal: Principal) -> Work {
        switch self {
        case .immediate(let work):
            .immediate { request in try Principal.$current.withValue(principal) { try work(request) } }
        case .pooled(let work):
            .pooled { request in
                try await Principal.$current.withValue(principal) {
                    guard let name = principal.name else { return try await work(request) }
                    return try await Author.$current.withValue(name) { try await work(request) }
                }
            }
        }
    }
}
