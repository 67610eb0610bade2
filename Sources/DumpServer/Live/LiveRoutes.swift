import Access
import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Live
import Locators
import PropertyList
import Services
import Shapes
import Synchronization
import ViewHierarchy
import Web

/// `/api/v1/live`: sessions with devices, their snapshots, what is done on them, and the tests that do it again.
struct LiveRoutes: RouteGroup {
    let sessions: LiveSessions

    var isReplaceable: Bool { sessions.all.isEmpty }

    func stop() { sessions.stop() }

    func add(to router: inout Router) {
        let base = "/api/v1/live"
        router.get(base, query: []) { _, _ in
            let all = sessions.all
            return .json { writer in writer.list("live", all) { $0.members(of: $1) } }
        }
        router.on(.post, base) { request, _ in
            let session = try await sessions.begin(try LiveSessionRequest(request), for: request)
            return created(at: "\(base)/\(session.id)") { $0.members(of: session) }
        }
        router.get(base + "/{session}", query: []) { _, path in
            let session = try sessions.session(path)
            return .json { $0.members(of: session) }
        }
        router.on(.patch, base + "/{session}") { request, path in
            let session = try sessions.session(path)
            let (every, isOnlyOfChanges) = try LiveSessionRequest.pace(request)
            session.pace(every: every, isOnlyOfChanges: isOnlyOfChanges)
            return .json { $0.members(of: session) }
        }
        router.on(.delete, base + "/{session}") { _, path in
            sessions.remove(try sessions.session(path))
            return .empty()
        }
        router.get(base + "/{session}/snapshots", query: ["limit", "after"]) { request, path in
            try snapshots(of: try sessions.session(path), request)
        }
        router.on(.post, base + "/{session}/snapshots") { _, path in
            let session = try sessions.session(path)
            let (snapshot, dump) = try await sessions.work { try await session.snapshot() }
            return created(at: "/api/v1/dumps/\(dump.id)") { writer in
                writer.members(of: dump)
                writer.object("snapshot") { $0.members(of: snapshot) }
            }
        }
        router.on(.post, base + "/{session}/actions") { request, path in
            let session = try sessions.session(path)
            let command = try LiveSessionRequest.command(try request.jsonObject())
            let (step, snapshot) = try await sessions.work { try await session.perform(command) }
            return .json { writer in
                writer.object("action") { $0.members(of: step) }
                writer.member("locator", step.recorded.element)
                writer.object("snapshot") { $0.members(of: snapshot) }
            }
        }
        router.get(base + "/{session}/script", query: ["language"]) { request, path in
            let session = try sessions.session(path)
            var query = QueryReader(request)
            let language: ScriptLanguage? = query.choice("language")
            try query.finish()
            return .data(Array(session.script(in: language ?? .swift).utf8), type: "text/plain; charset=utf-8")
        }
    }

    private func created(at place: String, _ members: (inout JSONWriter) -> Void) -> Response {
        var response = Response.json(JSONWriter.object(members), status: .created)
        response.headers[.location] = place
        return response
    }

    private func snapshots(of session: LiveSession, _ request: Request) throws -> Response {
        session.looked()
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let (film, left) = session.state.withLock { ($0.snapshots, $0.left) }
        var writer = JSONWriter()
        writer.beginObject()
        let next = writer.part("snapshots", of: film, range) { $0.members(of: $1) }
        writer.member("left", left)
        writer.end(total: film.count, next: next)
        return .json(writer.finish())
    }
}

/// What a new live session is asked for, and how bodies about sessions are read.
struct LiveSessionRequest {
    /// The seconds between snapshots that are taken by themselves.
    static let intervals = 0.5...3_600.0
    private static let longestSession = 200

    let address: HTTPAddress
    let session: String?
    let every: Double?
    let isOnlyOfChanges: Bool

    init(_ request: Request) throws {
        let body = JSONPlace(.object(try request.jsonObject()))
        var reader = MemberReader()
        reader.checkNames(of: body, ["url", "session", "every", "whenChanged"])
        let place = reader.required("url", of: body)
        let url = reader.text(place)
        try self.init(
            url: url,
            session: body["session"]?.value == .null ? nil : reader.text(body["session"]),
            every: Self.interval(body["every"], &reader) ?? nil,
            isOnlyOfChanges: reader.bool(body["whenChanged"]) ?? false,
            &reader,
            place ?? body
        )
    }

    /// Reads what a form of a page sends.
    init(_ form: URLEncodedForm) throws {
        var reader = MemberReader(acceptsText: true)
        let every = form["every"].flatMap { $0.isEmpty ? nil : JSONPlace(.string($0), named: "every") }
        try self.init(
            url: form["url"]?.trimmingBlanks ?? "",
            session: form["session"].flatMap { $0.isEmpty ? nil : $0 },
            every: reader.number(every, in: Self.intervals),
            isOnlyOfChanges: true,
            &reader,
            JSONPlace(.string(form["url"] ?? ""), named: "url")
        )
    }

    private init(
        url: String?,
        session: String?,
        every: Double?,
        isOnlyOfChanges: Bool,
        _ reader: inout MemberReader,
        _ place: JSONPlace
    ) throws {
        let address = url.flatMap { HTTPAddress($0, trust: .system) }
        if url != nil, address == nil {
            reader.refuse(place, takes: "an address such as http://127.0.0.1:8100")
        }
        if let session, session.isEmpty || session.count > Self.longestSession {
            reader.refuse(
                place,
                "“session” takes the identifier of a session, up to \(Self.longestSession) characters."
            )
        }
        try Self.check(reader)
        guard let address else { throw Problem.malformedBody("“url” is missing.") }
        (self.address, self.session, self.every, self.isOnlyOfChanges) = (address, session, every, isOnlyOfChanges)
    }

    /// Reads when snapshots are to be taken; nil for what stays as it is.
    static func pace(_ request: Request) throws -> (every: Double??, isOnlyOfChanges: Bool?) {
        let body = JSONPlace(.object(try request.jsonObject()))
        var reader = MemberReader()
        reader.checkNames(of: body, ["every", "whenChanged"])
        let pace = (every: interval(body["every"], &reader), isOnlyOfChanges: reader.bool(body["whenChanged"]))
        try check(reader)
        return pace
    }

    /// Seconds, or null for none; nil where nothing is said.
    private static func interval(_ place: JSONPlace?, _ reader: inout MemberReader) -> Double?? {
        guard let place else { return nil }
        return place.value == .null ? .some(nil) : .some(reader.number(place, in: intervals))
    }

    /// Reads an action.
    static func command(_ members: [JSONMember]) throws -> LiveCommand {
        var reader = MemberReader()
        let command = LiveCommand(JSONPlace(.object(members)), &reader)
        try check(reader)
        guard let command else { throw Problem.malformedBody("The body is no action.") }
        return command
    }

    private static func check(_ reader: MemberReader) throws(Problem) {
        guard let first = reader.faults.first else { return }
        throw .unprocessable(
            "invalid-live-request",
            title: "Invalid request",
            reader.faults.count == 1 ? first.message : "\(reader.faults.count) members can't be used.",
            errors: reader.faults.map { Problem.Item($0.message, at: .pointer($0.pointer)) }
        )
    }
}

extension JSONWriter {
    /// Writes the members of the API's `LiveSession`.
    mutating func members(of session: LiveSession) {
        let state = session.state.withLock { $0 }
        let connection = state.connection
        member("id", session.id)
        member("url", session.address)
        member("server", state.kind?.rawValue)
        member("session", state.session)
        member("state", connection.state.rawValue)
        member("since", connection.since.flatMap { Instant.text($0, to: .seconds) })
        member("reason", connection.reason)
        member("attempts", connection.attempts)
        member("nextTryIn", connection.pause(now: .now))
        member("every", connection.every)
        member("whenChanged", state.isOnlyOfChanges)
        if let dump = state.snapshots.last?.dump { member("dump", dump) }
        member("app", state.app)
        member("appName", state.appName)
        object("screen") { writer in
            if let size = state.screen?.size {
                writer.member("width", size.width)
                writer.member("height", size.height)
            }
            writer.member("scale", state.screen?.scale)
            writer.member("orientation", state.screen?.orientation)
        }
        member("snapshots", state.taken)
        member("actions", state.steps.count)
        member("createdAt", session.createdAt)
        member("revision", state.revision)
    }

    mutating func members(of snapshot: LiveSession.Snapshot) {
        member("number", snapshot.number)
        member("dump", snapshot.dump)
        member("name", snapshot.name)
        member("takenAt", snapshot.takenAt)
        member("trigger", snapshot.trigger.rawValue)
        if let step = snapshot.step { object("action") { $0.members(of: step) } }
        if let note = snapshot.note { member("note", note) }
        guard let changes = snapshot.changes else { return member("changes", String?.none) }
        member("before", snapshot.before)
        object("changes") { writer in
            for (kind, count) in changes { writer.member(kind, count) }
        }
    }

    mutating func members(of step: LiveSession.Step) {
        member("number", step.number)
        member("type", step.recorded.action.name)
        switch step.recorded.action {
        case .tap(let point):
            member("x", point.x)
            member("y", point.y)
        case .swipe(let from, let to, let seconds):
            member("from", from)
            member("to", to)
            member("seconds", seconds)
        case .type(let text): member("text", text)
        case .home: break
        case .alert(let isAccepted): member("action", isAccepted ? "accept" : "dismiss")
        }
        member("words", step.recorded.words)
        member("doneAt", step.doneAt)
        member("view", step.view)
        member("locator", step.recorded.element)
    }

    /// Writes what finds an element again; null where nothing does.
    mutating func member(_ name: String, _ element: LiveElement?) {
        guard let element, let locator = element.locator else { return member(name, String?.none) }
        object(name) { writer in
            writer.member("type", element.type)
            writer.member("strategy", locator.strategy.rawValue)
            writer.member("using", locator.strategy.appiumName)
            writer.member("text", locator.text)
            writer.member("fragile", element.isFragile)
        }
    }
}
