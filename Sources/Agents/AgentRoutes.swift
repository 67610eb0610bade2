import Access
package import HTTP
import HTTPTypes
import JSON
package import Services
package import Web

/// The Model Context Protocol over HTTP (Streamable HTTP), at `/mcp`.
///
/// Host, origin, token and the scope `read` have been judged before a message comes here, as for every request; what a
/// message asks for is judged again, in the same name, by the API that answers it.
package struct AgentRoutes: RouteGroup {
    private let server: AgentServer
    private let sessions = AgentSessions()

    /// - Parameter groups: the routes that tools ask.
    package init(services: Services, over groups: [any RouteGroup]) {
        server = AgentServer(ServerApplication(services, groups, isInner: true))
    }

    package func add(to router: inout Router) {
        router.add(
            Route(.post, AccessGuard.agentPath, bodyLimit: AgentMessage.maximumBytes) { request, _ in
                try Self.checkOrigin(request)
                return try await answer(request)
            }
        )
        router.add(
            Route(.get, AccessGuard.agentPath) { request, _ in
                try Self.checkOrigin(request)
                return try listen(request)
            }
        )
        router.add(
            Route(.delete, AccessGuard.agentPath) { request, _ in
                try Self.checkOrigin(request)
                sessions.remove(try Self.session(of: request))
                return .empty()
            }
        )
    }

    /// Refuses what a page of another origin sends, whatever its browser says of it besides.
    private static func checkOrigin(_ request: Request) throws(Problem) {
        guard let origin = request.headers.value(of: .origin), origin.lowercased() != request.ownOrigin else { return }
        throw Problem(
            "cross-origin",
            title: "Cross-origin request refused",
            status: .forbidden,
            detail: "A page of another origin may not ask as an agent."
        )
    }

    private static func checkAccepted(_ type: String, _ request: Request) throws(Problem) {
        guard request.quality(of: type) == 0 else { return }
        throw Problem(
            "not-acceptable",
            title: "Not acceptable",
            status: .notAcceptable,
            detail: "Answers are application/json and text/event-stream; accept both."
        )
    }

    private func answer(_ request: Request) async throws -> Response {
        try Self.checkAccepted("application/json", request)
        if let type = request.mediaType, type != "application/json" {
            throw Problem.unsupportedMediaType("Send a message as application/json, not \(type).")
        }
        let message: AgentMessage
        do throws(AgentError) {
            message = try AgentMessage(parsing: try Self.bytes(of: request))
        } catch {
            return Self.response(.init(message: error.answer(), status: error.code.status))
        }
        let headers = AgentHeaders(
            version: Self.field(AgentHeaders.versionName, request),
            method: Self.field(AgentHeaders.methodName, request),
            name: Self.field(AgentHeaders.nameName, request)
        )
        let handshake: AgentVersion?
        do throws(AgentError) {
            handshake = try Self.handshake(message, headers)
            if handshake == nil, message.id != nil { try AgentVersion.check(message, headers: headers) }
        } catch {
            return Self.response(.init(message: error.answer(to: message.id), status: error.code.status))
        }
        let session = handshake == nil ? nil : Self.namedSession(of: request)
        guard let id = message.id else {
            if let session, message.method == "notifications/cancelled", let id = message.params["requestId"] {
                sessions.cancel(id, of: session)
            }
            return .empty(.accepted)
        }
        let lasts = handshake == nil && message.method == "subscriptions/listen"
        let work = AgentExchange(server: server, message: message, id: id, headers: headers, handshake: handshake)
        if lasts {
            try Self.checkAccepted("text/event-stream", request)
            let untilOver = untilOver(request)
            return .events(work.feed(untilOver: untilOver))
        }
        let subscribes = ["resources/subscribe", "resources/unsubscribe"].contains(message.method)
        var watch: AgentWatch?
        if subscribes, let session { watch = try sessions.watch(of: session, server.services) }
        let untilOver: UntilOver = { [sessions] end in
            guard let session else { return {} }
            return sessions.begin(id, of: session, end)
        }
        guard message.progressToken != nil, request.quality(of: "text/event-stream") > 0 else {
            var response = Self.response(await work.reply(watch: watch, untilOver: untilOver) { _ in })
            if message.method == "initialize", response.status == .ok {
                HTTPField.Name(AgentHeaders.sessionName).map { response.headers[$0] = AgentSessions.newID() }
            }
            return response
        }
        return await work.response(watch: watch, untilOver: untilOver, Self.response)
    }

    typealias UntilOver = @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// Calls something when what a request shows for itself is good for nothing any more.
    private func untilOver(_ request: Request) -> UntilOver {
        // Whoever needed nothing to be let in can lose nothing.
        let shown = Principal.current?.name.flatMap { _ in request.credentials.shown }
        let access = server.services.access
        return { end in
            guard let shown else { return {} }
            return access.whenOver(shown, end)
        }
    }

    // MARK: Versions with a handshake

    /// The stream of what a session has subscribed to, and of dumps and apps that come and go.
    private func listen(_ request: Request) throws -> Response {
        guard Self.field(AgentHeaders.versionName, request) != AgentVersion.stateless.rawValue else {
            throw Problem(
                "method-not-allowed",
                title: "Method not allowed",
                status: .methodNotAllowed,
                detail:
                    "Version \(AgentVersion.stateless.rawValue) has no sessions: send subscriptions/listen with POST.",
                headers: [.allow: "POST"]
            )
        }
        try Self.checkAccepted("text/event-stream", request)
        let session = try Self.session(of: request)
        let watch = try sessions.watch(of: session, server.services)
        let untilOver = untilOver(request)
        return .events(
            EventFeed { [sessions] stream in
                watch.addList()
                let work = Task {
                    await watch.tell { stream.send(ServerSentEvent(data: $0.serialized())) }
                    stream.end()
                }
                let closed = sessions.opened(session)
                let forget = untilOver { stream.end() }
                return {
                    forget()
                    work.cancel()
                    closed()
                }
            }
        )
    }

    /// The session that a request names, with whose it is; nil where it names none, or in a way that none is named.
    private static func namedSession(of request: Request) -> AgentSessions.Key? {
        guard let id = field(AgentHeaders.sessionName, request), (1...128).contains(id.utf8.count),
            id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return AgentSessions.Key(id: id, owner: Principal.current?.name ?? "\u{0}\(request.remoteAddress)")
    }

    /// The same, of a request that has to name one.
    private static func session(of request: Request) throws(Problem) -> AgentSessions.Key {
        guard let session = namedSession(of: request) else {
            throw Problem(
                "bad-request",
                title: "No session",
                status: .badRequest,
                detail: "Send the field \(AgentHeaders.sessionName) that initialize is answered with. Version "
                    + "\(AgentVersion.stateless.rawValue) has no sessions: send subscriptions/listen."
            )
        }
        return session
    }

    private static func bytes(of request: Request) throws(AgentError) -> [UInt8] {
        do {
            return try request.body.bytes()
        } catch {
            throw AgentError(.internalError, error.message)
        }
    }

    private static func field(_ name: String, _ request: Request) -> String? {
        HTTPField.Name(name).flatMap { request.headers.value(of: $0) }
    }

    /// The version with a handshake that a request is of; nil for the version without.
    private static func handshake(
        _ message: AgentMessage,
        _ headers: AgentHeaders
    ) throws(AgentError) -> AgentVersion? {
        if message.method == "initialize" {
            return message.params["protocolVersion"]?.stringValue.map(AgentServer.agreed) ?? .november2025
        }
        guard let name = headers.version else {
            // Who says nothing is of the oldest version that had this transport, unless the message says more.
            return AgentVersion.said(in: message) == nil ? .march2025 : nil
        }
        guard let version = AgentVersion(rawValue: name) else {
            // A message that says its version is checked against the field first.
            guard AgentVersion.said(in: message) == nil else { return nil }
            throw .unsupported(name)
        }
        return version.hasHandshake ? version : nil
    }

    private static func response(_ reply: AgentServer.Reply) -> Response {
        var response = Response(
            status: HTTPResponse.Status(code: reply.status),
            contentType: "application/json",
            body: reply.message.serialized()
        )
        if let challenge = reply.challenge { response.headers[.wwwAuthenticate] = challenge }
        return response
    }
}

/// One request that is answered: at once, or with messages before its answer.
private struct AgentExchange: Sendable {
    let server: AgentServer
    let message: AgentMessage
    let id: JSONValue
    let headers: AgentHeaders
    let handshake: AgentVersion?
    private let principal = Principal.current ?? .anonymous

    init(server: AgentServer, message: AgentMessage, id: JSONValue, headers: AgentHeaders, handshake: AgentVersion?) {
        (self.server, self.message, self.id, self.headers, self.handshake) = (server, message, id, headers, handshake)
    }

    func reply(
        watch: AgentWatch?,
        untilOver: AgentRoutes.UntilOver,
        _ notify: @escaping @Sendable (JSONValue) -> Void
    ) async -> AgentServer.Reply {
        await server.reply(
            to: message,
            id: id,
            by: principal,
            headers: headers,
            handshake: handshake,
            watch: watch,
            untilOver: untilOver,
            notify: notify
        )
    }

    /// A stream whose work begins with it.
    func feed(untilOver: @escaping AgentRoutes.UntilOver) -> EventFeed {
        EventFeed { stream in
            let task = Task {
                let last = await reply(watch: nil, untilOver: untilOver) {
                    stream.send(ServerSentEvent(data: $0.serialized()))
                }
                stream.send(ServerSentEvent(data: last.message.serialized()), isLast: true)
            }
            return { task.cancel() }
        }
    }

    /// A stream, where something is told before the answer; else the answer alone, with its status.
    func response(
        watch: AgentWatch?,
        untilOver: @escaping AgentRoutes.UntilOver,
        _ alone: (AgentServer.Reply) -> Response
    ) async -> Response {
        let (messages, told) = AsyncStream.makeStream(of: AgentServer.Reply.self)
        let task = Task {
            let last = await reply(watch: watch, untilOver: untilOver) { told.yield(.init(message: $0, status: 0)) }
            told.yield(last)
            told.finish()
        }
        var iterator = messages.makeAsyncIterator()
        guard let first = await iterator.next() else {
            return alone(.init(message: AgentError.unreachable("There is no answer.").answer(to: id)))
        }
        // What is told before the answer has no status.
        guard first.status == 0 else { return alone(first) }
        return .events(
            EventFeed { stream in
                stream.send(ServerSentEvent(data: first.message.serialized()))
                let carrying = Task {
                    for await message in messages {
                        let event = ServerSentEvent(data: message.message.serialized())
                        stream.send(event, isLast: message.status != 0)
                    }
                }
                return {
                    carrying.cancel()
                    task.cancel()
                }
            }
        )
    }
}
