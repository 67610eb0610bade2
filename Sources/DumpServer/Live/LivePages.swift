import Catalog
import HTTP
import HTTPTypes
import JSON
import Live
import PropertyList
import Services
import Synchronization
import ViewHierarchy
import Web

/// `/live/{id}`: the screen of a device, what can be done on it, the film of its snapshots, and the test that was recorded.
/// Everything but what follows the pointer works as plain forms.
struct LivePages: RouteGroup {
    let sessions: LiveSessions
    private var services: Services { sessions.services }

    func add(to router: inout Router) {
        router.get("/live", query: []) { _, _ in .redirect(to: "/") }
        router.on(.post, "/live") { request, _ in
            let wanted = try LiveSessionRequest(try URLEncodedForm(parsing: request.body))
            return .redirect(to: "/live/\(try await sessions.begin(wanted, for: request).id)")
        }
        router.get("/live/{session}", query: ["language"]) { request, path in
            try page(try sessions.session(path), request)
        }
        router.on(.post, "/live/{session}") { request, path in
            let session = try sessions.session(path)
            let form = try URLEncodedForm(parsing: request.body)
            if form["do"] == "end" {
                sessions.remove(session)
                return .redirect(to: "/")
            }
            try await carryOut(form, on: session)
            return .redirect(to: "/live/\(session.id)")
        }
    }

    private func page(_ session: LiveSession, _ request: Request) throws -> Response {
        let language = request.queryValue("language").flatMap(ScriptLanguage.init) ?? .swift
        let state = session.state.withLock { $0 }
        let page = LivePage(
            session: session,
            state: state,
            latest: try state.snapshots.last.flatMap { try dump($0.dump) },
            language: language
        )
        return try services.pages.page(
            page,
            title: "\(page.name) · Live · Vitrine",
            for: request,
            alternate: "/api/v1/live/\(session.id)",
            crumbs: [.init(name: "Live"), .init(name: page.name)]
        )
    }

    /// A dump of the film; nil where it is gone.
    private func dump(_ id: String) throws -> DumpSummary? {
        do throws(CatalogError) { return try services.catalog.dump(id) } catch {
            guard error.code == .unknownDump else { throw error }
            return nil
        }
    }

    /// Does what a form asks for.
    private func carryOut(_ form: URLEncodedForm, on session: LiveSession) async throws {
        var members = [JSONMember(name: "type", value: .string(form["do"] ?? ""))]
        switch form["do"] {
        case "snapshot":
            _ = try await sessions.work { try await session.snapshot() }
            return
        case "pace":
            let seconds = form["every"].flatMap { Double($0) }.flatMap {
                LiveSessionRequest.intervals.contains($0) ? $0 : nil
            }
            session.pace(every: .some(seconds), isOnlyOfChanges: form["changes"] != nil)
            return
        case "tap": members += ["x", "y"].map { Self.number($0, form) }
        case "type": members.append(JSONMember(name: "text", value: .string(form["text"] ?? "")))
        case "accept", "dismiss":
            members = [
                JSONMember(name: "type", value: "alert"), JSONMember(name: "action", value: .string(form["do"] ?? "")),
            ]
        default: break
        }
        let command = try LiveSessionRequest.command(members)
        _ = try await sessions.work { try await session.perform(command) }
    }

    private static func number(_ name: String, _ form: URLEncodedForm) -> JSONMember {
        JSONMember(name: name, value: form[name].flatMap { Double($0) }.map { .number($0) } ?? .null)
    }
}

/// A live session as its page shows it.
struct LivePage: Page {
    static let template = "pages/live"

    let session: LiveSession
    let state: LiveSession.State
    /// The dump of the latest snapshot; nil where it is gone.
    let latest: DumpSummary?
    let language: ScriptLanguage

    /// What it is called: after the app, else after the address.
    var name: String { state.appName ?? session.address }

    private var connection: LiveConnection { state.connection }

    private var picture: String? {
        latest.map { "/api/v1/dumps/\($0.id.pathSegment)/" + ($0.hasScreenshot ? "screenshot" : "wireframe.svg") }
    }

    /// The time of day, in UTC.
    fileprivate static func time(_ instant: String?) -> String? { instant.map { String($0.dropFirst(11).prefix(8)) } }

    static let members: Members<Self> = [
        "id": .text { $0.session.id }, "name": .text { $0.name }, "address": .text { $0.session.address },
        "action": .text { "/live/\($0.session.id)" }, "revision": .number { $0.state.revision },
        "state": .text { $0.connection.state.rawValue }, "isConnected": .flag { $0.connection.state == .connected },
        "isLost": .flag { $0.connection.state == .lost }, "isEnded": .flag { $0.connection.state == .ended },
        "reason": .text { $0.connection.reason },
        "since": .text { page in time(page.connection.since.flatMap { Instant.text($0, to: .seconds) }) },
        "pause": .decimal { $0.connection.pause(now: .now) },
        "dump": .text { $0.latest?.id },
        "dumpHref": .text { page in page.latest.map { "/dumps/\($0.id.pathSegment)" } },
        "picture": .text { $0.picture }, "size": .part { page in page.latest.flatMap { Extent(ofArea: $0.size) } },
        "note": .text { $0.state.snapshots.last?.note }, "orientation": .text { $0.state.screen?.orientation },
        "every": .decimal { $0.connection.every }, "isOnlyOfChanges": .flag { $0.state.isOnlyOfChanges },
        "hasFilm": .flag { !$0.state.snapshots.isEmpty }, "left": .number { $0.state.left > 0 ? $0.state.left : nil },
        "film": .list { page in page.state.snapshots.map { LiveFrame(snapshot: $0) } },
        "hasSteps": .flag { !$0.state.steps.isEmpty }, "steps": .texts { $0.state.steps.map(\.recorded.words) },
        "script": .text { $0.session.script(in: $0.language) },
        "languages": .list { page in
            ScriptLanguage.allCases.map { LiveLanguage(language: $0, isCurrent: $0 == page.language) }
        },
    ]
}

/// One snapshot in the film.
struct LiveFrame: PageModel {
    let snapshot: LiveSession.Snapshot

    private func count(_ kinds: [String]) -> Int? {
        let count = (snapshot.changes ?? []).reduce(0) { kinds.contains($1.kind) ? $0 + $1.count : $0 }
        return count > 0 ? count : nil
    }

    private var isSame: Bool { snapshot.changes?.allSatisfy { $0.count == 0 } ?? false }

    private var diff: String? {
        snapshot.before.flatMap { before in
            snapshot.changes.map { _ in "/diff?from=\(before.pathSegment)&to=\(snapshot.dump.pathSegment)" }
        }
    }

    static let members: Members<Self> = [
        "number": .number { $0.snapshot.number }, "name": .text { $0.snapshot.name },
        "href": .text { "/dumps/\($0.snapshot.dump.pathSegment)" }, "diffHref": .text { $0.diff },
        "picture": .text {
            "/api/v1/dumps/\($0.snapshot.dump.pathSegment)/"
                + ($0.snapshot.note == nil ? "screenshot" : "wireframe.svg")
        },
        "words": .text { $0.snapshot.step?.recorded.words },
        "time": .text { LivePage.time(Instant.text($0.snapshot.takenAt, to: .seconds)) },
        "added": .number { $0.count(["added"]) }, "removed": .number { $0.count(["removed"]) },
        "other": .number { $0.count(["moved", "resized", "changed", "reparented", "reordered"]) },
        "isSame": .flag { $0.isSame },
    ]
}

/// A language of the recorded test, to choose.
struct LiveLanguage: PageModel {
    let language: ScriptLanguage
    let isCurrent: Bool

    static let members: Members<Self> = [
        "href": .text { "?language=\($0.language.rawValue)" }, "title": .text { $0.language.title },
        "name": .text { String($0.language.title.prefix { $0 != " " }) },
        "current": .flag { $0.isCurrent },
    ]
}
