import Access
import Catalog
import HTTP
import HTTPTypes
import Live
import Locators
import Services
import Synchronization
import ViewHierarchy
import Web

/// The live sessions of this server, in memory, and the threads on which they ask their devices.
final class LiveSessions: Sendable {
    private struct State {
        var sessions: [LiveSession] = []
        /// How many are about to begin.
        var beginning = 0
        var isRunning = false
    }

    let services: Services
    let comparisons: Comparisons
    /// A device that is slow holds one of these at most, and no thread that answers requests.
    private let pool = WorkerPool(threads: LiveLimits.sessions, maximumWaiting: 64)
    private let state = Mutex(State())

    init(_ comparisons: Comparisons) {
        services = comparisons.services
        self.comparisons = comparisons
    }

    /// The sessions, the newest first; those that have ended are there until they are removed, or room is needed.
    var all: [LiveSession] { state.withLock { $0.sessions.reversed() } }

    /// The session that a path names, which somebody looks at now.
    func session(_ path: PathParameters) throws(Problem) -> LiveSession {
        let id = try path.required("session")
        guard let session = state.withLock({ $0.sessions.first { $0.id == id } }) else {
            throw .notFound("There is no live session “\(id.prefix(60))”: it was never started, or has been removed.")
        }
        session.looked()
        return session
    }

    /// Connects to a device and takes the first snapshot.
    func begin(_ wanted: LiveSessionRequest, for request: Request) async throws -> LiveSession {
        try reserve()
        defer { state.withLock { $0.beginning -= 1 } }
        let session = LiveSession(wanted, in: self)
        _ = try await work { try await session.snapshot() }
        state.withLock { state in
            let ended = state.sessions.filter(\.isOver)
            let tooMany = ended.dropLast(LiveLimits.sessions)
            state.sessions.removeAll { session in tooMany.contains { $0 === session } }
            state.sessions.append(session)
        }
        // What somebody began whose token is revoked ends with it.
        if Principal.current?.name != nil, let shown = request.credentials.shown {
            session.whenEnded(
                services.access.whenOver(shown) { [weak session] in
                    session?.end("What it was begun with is good no more.")
                }
            )
        }
        _ = pool.run { await session.run() }
        tell(of: session)
        return session
    }

    private func reserve() throws {
        let isRunning = try state.withLock { state in
            let running = state.sessions.count { !$0.isOver }
            guard running + state.beginning < LiveLimits.sessions else {
                throw Problem.conflict(
                    "too-many-live-sessions",
                    "\(LiveLimits.sessions) live sessions are running, which is the maximum. End one first."
                )
            }
            state.beginning += 1
            defer { state.isRunning = true }
            return state.isRunning
        }
        if !isRunning { try pool.start() }
    }

    /// Ends a session and forgets it; its snapshots stay as dumps.
    func remove(_ session: LiveSession) {
        state.withLock { $0.sessions.removeAll { $0 === session } }
        session.end()
        services.events.publish(.live(session: session.id, revision: nil, state: LiveConnection.State.ended.rawValue))
        tell(of: session)
    }

    /// Ends all of them, because the server stops.
    func stop() {
        for session in all { session.end("The server stopped.") }
        pool.stop()
    }

    /// Does something on a thread of live sessions, and waits for it without holding one of those that answer requests.
    func work<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Mutex<PooledTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
                let begun = pool.run {
                    do { done.resume(returning: try await work()) } catch { done.resume(throwing: error) }
                }
                guard let begun else {
                    return done.resume(
                        throwing: HTTPError(.overloaded, "Too much waits for devices. Try again in a moment.")
                    )
                }
                task.withLock { $0 = begun }
                if Task.isCancelled { begun.cancel() }
            }
        } onCancel: {
            task.withLock { $0 }?.cancel()
        }
    }

    /// Does something when there is a thread for it; nobody waits for it, nor for what it fails for.
    func later(_ work: @escaping @Sendable () async throws -> Void) {
        _ = pool.run { try? await work() }
    }

    /// Tells how it stands: the list of the library, and those who follow a session that has changed.
    func tell(of session: LiveSession) {
        let (before, cards) = services.live.update { all.map(\.card) }
        if let card = cards.first(where: { $0.id == session.id }) { services.events.publish(card.event) }
        // A snapshot is a dump, of which the library is told anyway.
        guard cards.map({ [$0.id, $0.state] }) != before.map({ [$0.id, $0.state] }) else { return }
        services.events.publishLibrary(isOfFiles: true)
    }
}

extension LiveSession {
    /// Whether it has ended.
    var isOver: Bool { state.withLock { $0.connection.state == .ended } }

    /// Calls something when it has ended, at once where it has.
    func whenEnded(_ call: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.connection.state != .ended else { return true }
            state.whenEnded = call
            return false
        }
        if isOver { call() }
    }

    var card: LiveCard {
        let state = state.withLock { $0 }
        return LiveCard(
            id: id,
            address: address,
            app: state.appName,
            state: state.connection.state.rawValue,
            dump: state.snapshots.last?.dump,
            snapshots: state.taken,
            revision: state.revision
        )
    }

    /// What was done, as a test in a language.
    func script(in language: ScriptLanguage) -> String {
        let (steps, app, kind) = state.withLock { ($0.steps, $0.app, $0.kind) }
        let server = kind == .appium ? address : "http://127.0.0.1:4723"
        return language.script(of: steps.map(\.recorded), app: app, server: server)
    }
}

/// What commands mean on a screen.
extension LiveSession {
    /// Refuses an action that would be one too many.
    func checkRoom(for action: LiveAction) throws(Problem) {
        let steps = state.withLock(\.steps)
        func length(_ action: LiveAction) -> Int { if case .type(let text) = action { text.count } else { 0 } }
        let text = steps.reduce(length(action)) { $0 + length($1.recorded.action) }
        guard steps.count < Self.mostSteps, text <= Self.mostText else {
            throw .conflict(
                "recording-full",
                "The session has recorded \(steps.count) actions, which is all that one can. Begin another session."
            )
        }
    }

    /// What a command means on the latest snapshot: the action, the element that it is done on, and that one's view.
    func target(of command: LiveCommand) throws -> (LiveAction, LiveElement?, view: Int?) {
        let tree = try elements()
        if let view = command.view {
            guard let tree, let index = tree.views.index(ofID: view), let found = tree.element(ofView: index) else {
                throw Problem.notFound("There is no view \(view) in the latest snapshot.")
            }
            let element = LiveElement(found, in: tree)
            switch command.wish {
            case .done(let action):
                guard element.locator != nil else {
                    throw Problem.conflict(
                        "no-locator",
                        "Nothing finds the view \(view) alone; tap it, and type without it."
                    )
                }
                return (action, element, view)
            case .tapOnView:
                guard let frame = tree.frame(of: found), frame.size.width > 0, frame.size.height > 0 else {
                    throw Problem.conflict("no-area", "The view \(view) has no area to tap on.")
                }
                let (origin, size) = (frame.origin, frame.size)
                let center = Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
                return (.tap(center), element, view)
            }
        }
        guard case .done(let action) = command.wish else { throw Problem.notFound("There is no snapshot to tap on.") }
        guard case .tap(let point) = action, let tree, let found = Self.element(at: point, in: tree) else {
            return (action, nil, nil)
        }
        let view = tree.view(of: found).flatMap { tree.views.id(at: $0) }
        return (action, LiveElement(found, in: tree), view)
    }

    /// The elements of the latest snapshot; nil where its dump is gone.
    private func elements() throws -> ElementTree? {
        guard let dump = state.withLock(\.snapshots).last?.dump else { return nil }
        do throws(CatalogError) {
            return try services.snapshot(of: dump).elements
        } catch {
            guard error.code == .unknownDump else { throw error }
            return nil
        }
    }

    /// The element that a touch is meant for: of those that are seen at a point the smallest, of equal ones the one in front.
    /// Elements of test tools lie over each other without regard to what can be touched.
    static func element(at point: Point, in tree: ElementTree) -> Int? {
        let found = tree.views.views(at: point).compactMap(tree.element(ofView:))
        let seen = found.filter(tree.isVisible)
        func area(_ element: Int) -> Double {
            tree.frame(of: element).map { $0.size.width * $0.size.height } ?? .infinity
        }
        return (seen.isEmpty ? found : seen).map { ($0, area($0)) }.min { $0.1 < $1.1 }?.0
    }
}

extension Problem {
    /// What an answer of a device is to who asked for something: 403 for an address that must not be asked, 409 for what the
    /// device refuses as it is now, else 502.
    init(_ failure: ClientFailure) {
        let detail = failure.description
        switch failure.kind {
        case .refused:
            self.init("address-not-allowed", title: "Address not allowed", status: .forbidden, detail: detail)
        case .said(let code) where Self.refusals.contains(code):
            self.init(
                code.replacing(" ", with: "-"),
                title: code.prefix(1).uppercased() + code.dropFirst(),
                status: .conflict,
                detail: detail
            )
        case .said, .broken:
            self.init("device-unreachable", title: "Device not reachable", status: .badGateway, detail: detail)
        }
    }

    private static let refusals: Set = [
        "no such alert", "no such element", "unexpected alert open", "stale element reference", "invalid element state",
        "element not interactable",
    ]
}
