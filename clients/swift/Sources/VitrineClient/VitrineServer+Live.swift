import Foundation

extension VitrineServer {
    // MARK: Live sessions

    /// Connects the server to WebDriverAgent or Appium, and takes a snapshot.
    /// - Parameters:
    ///   - url: its address as the server sees it, such as `http://127.0.0.1:8100`.
    ///   - session: the session of WebDriverAgent or Appium; nil for the one that runs.
    ///   - every: seconds between snapshots that nobody asks for; nil for none.
    ///   - whenChanged: whether such a snapshot is kept only if the source has changed.
    public func connect(
        to url: String,
        session: String? = nil,
        every: Double? = nil,
        whenChanged: Bool = false
    ) async throws -> LiveSession {
        struct Body: Encodable {
            var url: String
            var session: String?
            var every: Double?
            var whenChanged: Bool
        }
        let body = Body(url: url, session: session, every: every, whenChanged: whenChanged)
        return try await transport.send("POST", "/api/v1/live", json: body)
    }

    /// The session as it is now.
    public func state(of live: LiveSession) async throws -> LiveSession { try await transport.get(path(live)) }

    /// The address of a session's page.
    public func page(of live: LiveSession) -> String { "\(transport.base)/live/\(Transport.escaped(live.id))" }

    /// Takes a snapshot now.
    public func snapshot(of live: LiveSession) async throws -> Dump {
        try Transport.read(try await transport.send("POST", path(live) + "/snapshots"))
    }

    /// The film, the oldest first: the last 100.
    public func snapshots(of live: LiveSession) async throws -> [LiveSnapshot] {
        struct Film: Decodable { var snapshots: [LiveSnapshot] }
        let film: Film = try await transport.get(path(live) + "/snapshots")
        return film.snapshots
    }

    /// Does something on the device. It is recorded, and answered with the snapshot after it.
    @discardableResult
    public func act(_ action: LiveAction, in live: LiveSession) async throws -> LiveDone {
        try await transport.send("POST", path(live) + "/actions", json: action)
    }

    /// The actions as a test.
    public func script(of live: LiveSession, in language: ScriptLanguage = .swift) async throws -> String {
        let text = try await transport.send("GET", path(live) + "/script", [("language", language.rawValue)])
        return String(decoding: text, as: UTF8.self)
    }

    /// What changes, as it does. The first event is how things are; the last one is that of the end. A stream that breaks off
    /// ends with an error.
    public func events(of live: LiveSession) -> AsyncThrowingStream<LiveEvent, any Error> {
        transport.events(path(live) + "/events")
    }

    /// Ends the session. Its snapshots stay.
    public func disconnect(_ live: LiveSession) async throws { try await transport.send("DELETE", path(live)) }

    private func path(_ live: LiveSession) -> String { "/api/v1/live/\(Transport.escaped(live.id))" }
}
