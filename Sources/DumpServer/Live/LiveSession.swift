import Catalog
import Checks
import Diagnostics
import DumpFormats
import FoundationEssentials
import HTTPTypes
import Live
import Locators
import Services
import Synchronization
import ViewHierarchy
import Web

/// A session with a device: its snapshots, what was done on it, and whether it answers.
///
/// What asks the device runs on the threads of live sessions and one after the other, so no thread that answers requests waits
/// for a device.
final class LiveSession: Sendable {
    /// Why a snapshot was taken.
    enum Trigger: String, Sendable {
        case request, interval, change, action
    }

    /// One frame of the film.
    struct Snapshot: Sendable {
        let number: Int
        let dump: String
        let name: String
        let takenAt: Date
        let trigger: Trigger
        /// The action that it follows.
        let step: Step?
        /// How many views of each kind differ from the snapshot before; nil where there is none to compare with.
        let changes: [(kind: String, count: Int)]?
        /// The dump of the snapshot before.
        let before: String?
        /// Why it has no picture.
        let note: String?
    }

    /// An action that was done.
    struct Step: Sendable {
        let number: Int
        let recorded: LiveStep
        /// The id of the view that it was done on, in the snapshot before it.
        let view: Int?
        let doneAt: Date
    }

    struct State: Sendable {
        /// What is told when the session has ended.
        var whenEnded: (@Sendable () -> Void)?
        var connection: LiveConnection
        var isOnlyOfChanges: Bool
        var kind: WebDriverServer.Kind?
        var session: String?
        var screen: WebDriverServer.Screen?
        /// What the app is called, and its bundle identifier.
        var appName: String?
        var app: String?
        var snapshots: [Snapshot] = []
        /// How many snapshots were taken, and how many of them have left the film.
        var taken = 0
        var left = 0
        var steps: [Step] = []
        /// The source of the latest snapshot.
        var digest: ContentHash?
        /// How often anything has changed.
        var revision = 1
    }

    /// The most snapshots in the film: older ones stay as dumps.
    static let mostSnapshots = 100
    /// The most actions that are recorded, and the most characters that they type together.
    static let mostSteps = 500
    static let mostText = 100_000

    let id = UUID().uuidString.lowercased()
    let createdAt = Date()
    /// The address as text.
    let address: String
    let state: Mutex<State>
    private let sessions: LiveSessions
    /// Used by whose turn it is.
    private let device: Mutex<WebDriverServer>
    private let turn = UploadGate(limit: 1, maximumWaiting: 16)
    private let interruption: Interruption

    var services: Services { sessions.services }

    init(_ request: LiveSessionRequest, in sessions: LiveSessions) {
        interruption = Interruption()
        var address = request.address
        address.client.patience = 20
        address.client.deadline = 60
        address.client.maximumBytes = LiveLimits.answerBytes
        address.client.rules = sessions.services.configuration.connects
        address.client.interruption = interruption
        self.sessions = sessions
        self.address = address.text
        device = Mutex(WebDriverServer(address: address, session: request.session))
        state = Mutex(
            State(
                connection: LiveConnection(every: request.every, now: .now),
                isOnlyOfChanges: request.isOnlyOfChanges
            )
        )
    }

    // MARK: What is done on request

    /// Takes a snapshot.
    func snapshot(_ trigger: Trigger = .request) async throws -> (Snapshot, DumpSummary) {
        state.withLock { $0.connection.asked(now: .now) }
        return try await turn.pass {
            try await keep(try await look(), trigger, after: nil)
        }
    }

    /// Does something on the device, and takes a snapshot of what came of it.
    func perform(_ command: LiveCommand) async throws -> (Step, Snapshot) {
        state.withLock { $0.connection.asked(now: .now) }
        return try await turn.pass {
            let (action, element, view) = try target(of: command)
            try checkRoom(for: action)
            try await asking { device throws(ClientFailure) in
                var locator: Locator?
                if case .type = action, command.view != nil { locator = element?.locator }
                try device.perform(action, locator: locator)
            }
            let recorded = LiveStep(action, on: element)
            let step = state.withLock { state in
                let step = Step(number: state.steps.count + 1, recorded: recorded, view: view, doneAt: Date())
                state.steps.append(step)
                return step
            }
            changed()
            do {
                return (step, try await keep(try await look(), .action, after: step).0)
            } catch var problem as Problem {
                problem.detail = "The action was done, but there is no snapshot of what came of it. \(problem.detail)"
                throw problem
            }
        }
    }

    /// Changes when snapshots are taken that nobody asks for one by one.
    func pace(every: Double??, isOnlyOfChanges: Bool?) {
        state.withLock { state in
            if let every { state.connection.every = every }
            if let isOnlyOfChanges { state.isOnlyOfChanges = isOnlyOfChanges }
            state.connection.asked(now: .now)
            state.connection.snapshotTried(now: .now)
        }
        changed()
    }

    /// Ends the session; what waits for the device fails at once.
    func end(_ reason: String? = nil) {
        let (isNews, whenEnded) = state.withLock { state in
            defer { (state.whenEnded, state.connection) = (nil, state.connection.ended(reason)) }
            return (state.connection.state != .ended, state.whenEnded)
        }
        guard isNews else { return }
        whenEnded?()
        interruption.interrupt()
        changed()
        // What it began on the device is ended in its own time, without what was interrupted.
        sessions.later { [self] in
            try await turn.pass {
                device.withLock { device in
                    var other = device
                    other.endWaits(after: 3)
                    other.close()
                }
            }
        }
    }

    // MARK: What it does by itself

    /// Does what is due, until the session ends.
    func run() async {
        while let (step, due) = next() {
            let rest = due - .now
            if rest > .zero {
                // In short naps: what is due changes meanwhile.
                do { try await Task.sleep(for: min(rest, .milliseconds(500))) } catch { return }
                continue
            }
            await carryOut(step)
        }
    }

    private func next() -> (LiveConnection.Step, ContinuousClock.Instant)? {
        let isWatched = services.events.subscribers(of: .live(id)) > 0
        return state.withLock { $0.connection.next(now: .now, isWatched: isWatched) }
    }

    private func carryOut(_ step: LiveConnection.Step) async {
        do {
            switch step {
            case .end(let reason): end(reason)
            case .check:
                try await turn.pass {
                    try await asking { device throws(ClientFailure) in try device.check() }
                }
            case .snapshot:
                state.withLock { $0.connection.snapshotTried(now: .now) }
                let known = state.withLock { $0.isOnlyOfChanges ? $0.digest : nil }
                _ = try await turn.pass {
                    let screen = try await look(known: known)
                    guard screen.digest != known else { return }
                    _ = try await keep(screen, known == nil ? .interval : .change, after: nil)
                }
            }
        } catch let problem as Problem where problem.status == .badGateway || problem.status == .conflict {
            // It is told by the state already.
        } catch is CancellationError {
        } catch {
            // What the library does not take now it does not take a second later either: somebody has to look.
            let problem = Problem(from: error, logger: services.logger)
            state.withLock { state in
                state.connection.every = nil
                _ = state.connection.answered(now: .now, refusing: "No more snapshots are taken: \(problem.detail)")
            }
            changed()
        }
    }

    // MARK: Asking the device

    /// Asks the device, and notes whether it answers.
    private func asking<Value>(
        _ body: (inout WebDriverServer) throws(ClientFailure) -> Value
    ) async throws -> Value {
        guard state.withLock({ $0.connection.state != .ended }) else {
            throw Problem.conflict("session-ended", "The live session “\(id)” has ended.")
        }
        do throws(ClientFailure) {
            let value = try device.withLock { device throws(ClientFailure) in
                if state.withLock({ $0.connection.state == .lost }) { device.forget() }
                return try body(&device)
            }
            note(nil)
            return value
        } catch {
            note(error)
            throw Problem(error)
        }
    }

    private func note(_ failure: ClientFailure?) {
        let (kind, session) = device.withLock { ($0.kind, $0.session) }
        let isNews = state.withLock { state in
            if kind != nil { (state.kind, state.session) = (kind, session) }
            switch failure?.kind {
            case nil: return state.connection.answered(now: .now)
            case .said: return state.connection.answered(now: .now, refusing: failure?.description)
            case .broken, .refused:
                state.connection.failed(failure?.description ?? "", now: .now, date: Date())
                return true
            }
        }
        if isNews { changed() }
    }

    /// What the device shows.
    private struct Screen {
        var hierarchy: CapturedHierarchy
        var digest: ContentHash
        var picture: [UInt8]?
        var note: String?
        var screen: WebDriverServer.Screen?
        var app: String?
    }

    /// Looks at the screen.
    /// - Parameter known: the source that is known already; of a screen that has the same nothing more is asked.
    private func look(known: ContentHash? = nil) async throws -> Screen {
        try await asking { device throws(ClientFailure) in
            let hierarchy = try device.hierarchy()
            var screen = Screen(hierarchy: hierarchy, digest: ContentHash(hierarchy.bytes))
            guard screen.digest != known else { return screen }
            do throws(ClientFailure) {
                screen.picture = try device.screenshot()
            } catch {
                // The views tell enough; that there is no picture is said.
                screen.note = error.description
            }
            screen.screen = device.screen()
            screen.app = device.bundle()
            return screen
        }
    }

    /// Makes a snapshot of what the device shows.
    private func keep(_ screen: Screen, _ trigger: Trigger, after step: Step?) async throws -> (Snapshot, DumpSummary) {
        let number = state.withLock { $0.taken + 1 }
        let name = "\(screen.hierarchy.appName ?? "Screen") \(number)"
        let (dump, note) = try await add(screen, name: name)
        let before = state.withLock(\.snapshots).last?.dump
        let changes = try changes(from: before, to: dump.id)
        let snapshot = Snapshot(
            number: number,
            dump: dump.id,
            name: name,
            takenAt: Date(),
            trigger: trigger,
            step: step,
            changes: changes,
            before: before,
            note: note
        )
        state.withLock { state in
            state.digest = screen.digest
            state.screen = screen.screen ?? state.screen
            state.appName = screen.hierarchy.appName ?? state.appName
            state.app = dump.app ?? state.app
            state.taken = number
            state.snapshots.append(snapshot)
            state.connection.snapshotTried(now: .now)
        }
        leaveOut()
        changed()
        return (snapshot, dump)
    }

    /// Brings what the device shows into the library, as any other dump.
    private func add(_ screen: Screen, name: String) async throws -> (DumpSummary, note: String?) {
        var upload = DumpUpload(source: screen.hierarchy.bytes, name: name, screenshot: screen.picture)
        upload.app = screen.app
        do {
            return (try await services.addDump { upload }, screen.note)
        } catch let error as CatalogError {
            if upload.screenshot != nil, [.unknownPicture, .pictureTooLarge, .pictureDoesNotFit].contains(error.code) {
                upload.screenshot = nil
                return (try await services.addDump { upload }, error.message)
            }
            guard let reason = error.dumpError else { throw error }
            let failure = ClientFailure("The source that \(address) returned can't be read: \(reason.message)")
            note(failure)
            throw Problem(failure)
        }
    }

    /// What differs between two snapshots; nil where one of their dumps is gone by now.
    private func changes(from: String?, to: String) throws -> [(kind: String, count: Int)]? {
        guard let from else { return nil }
        do {
            let diff = try sessions.comparisons.diff(from: from, to: to, tolerance: TreeDiff.standardTolerance).views
            return TreeDiff.Kind.allCases.map { ($0.rawValue, diff.count($0)) }
        } catch let error as CatalogError where error.code == .unknownDump {
            return nil
        }
    }

    /// Lets the oldest snapshot leave the film that nobody gave a name, else the oldest.
    private func leaveOut() {
        let film = state.withLock(\.snapshots)
        guard film.count > Self.mostSnapshots else { return }
        // One whose dump is gone is called nothing.
        let unnamed = film.dropLast().first { (try? services.catalog.dump($0.dump).name) ?? $0.name == $0.name }
        let number = (unnamed ?? film[0]).number
        state.withLock { state in
            state.snapshots.removeAll { $0.number == number }
            state.left += 1
        }
    }

    // MARK: Telling

    /// Somebody looks at the session.
    func looked() { state.withLock { $0.connection.asked(now: .now) } }

    private func changed() {
        state.withLock { $0.revision += 1 }
        sessions.tell(of: self)
    }
}
