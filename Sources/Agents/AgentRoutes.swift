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

    /// - Parameter groups: the routes that tools ask.
    package init(services: Services, over groups: [any RouteGroup]) {
        server = AgentServer(ServerApplication(services, groups, isInner: true))
    }

    package func add(to router: inout Router) {
        router.add(
            Route(.post, AccessGuard.agentPath, bodyLimit: AgentMessage.maximumBytes) { request, _ in
                try await answer(request)
            }
        )
    }

    private func answer(_ request: Request) async throws -> Response {
        guard request.quality(of: "application/json") > 0 else {
            throw Problem(
                "not-acceptable",
                title: "Not acceptable",
                status: .notAcceptable,
                detail: "Answers are application/json and text/event-stream; accept both."
            )
        }
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
        } catch {
            return Self.response(.init(message: error.answer(to: message.id), status: error.code.status))
        }
        // Who left before the answer is told nothing, and there is nothing else that a client could tell.
        guard let id = message.id else { return .empty(.accepted) }
        let principal = Principal.current ?? .anonymous
        @Sendable func reply(_ notify: @escaping @Sendable (JSONValue) -> Void) async -> AgentServer.Reply {
            await server.reply(
                to: message,
                id: id,
                by: principal,
                headers: headers,
                handshake: handshake,
                notify: notify
            )
        }
        guard message.progressToken != nil, request.quality(of: "text/event-stream") > 0 else {
            return Self.response(await reply { _ in })
        }
        return .events(
            EventFeed { stream in
                let work = Task {
                    let last = await reply { stream.send(ServerSentEvent(data: $0.serialized())) }
                    stream.send(ServerSentEvent(data: last.message.serialized()))
                    stream.end()
                }
                return { work.cancel() }
            }
        )
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
