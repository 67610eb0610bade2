import AppBundles
import Drawing
import FoundationEssentials
import JSON
import Locators
import Services
import Synchronization
import ViewHierarchy
import Web

/// What a session looks at.
enum WebDriverTarget: Sendable, Hashable {
    /// A dump, by its id.
    case dump(String)
    /// The settings of an app.
    case settings(SettingsTarget)
}

/// The settings of an app, in whose language and on what kind of device.
struct SettingsTarget: Sendable, Hashable {
    /// The id of the app.
    var app: String
    /// The language tag that was asked for; nil leaves the choice to the bundle.
    var language: String?
    /// Whether an iPad shows them.
    var isPad = false
}

/// One screen of the settings: a pane, or the choices of one of its rows.
struct SettingsPlace: Sendable, Hashable {
    /// Which of the screens of the session it is; elements of earlier ones are stale.
    var number: Int
    /// The name of the pane.
    var pane: String
    /// The index of the row whose choices fill the screen; nil for the pane itself.
    var choosing: Int?
}

/// One session of a WebDriver client.
final class WebDriverSession: Sendable {
    /// What changes while it lasts.
    struct State: Sendable {
        /// How long searches, pages and scripts may take, in milliseconds. Nothing here has to be waited for.
        var timeouts = Timeouts()
        /// What the client set with `/appium/settings`.
        var settings = WebDriverSettings()
        /// What pointers and keys have done so far.
        var input = InputState()
        /// How many ids the views of a dump have had so far.
        var ids = 0
        /// The screens that were opened one above the other, the one in front last; empty for a dump.
        var places: [SettingsPlace] = []
        /// How many screens were shown so far.
        var shown = 0
    }

    /// The timeouts of W3C WebDriver, in milliseconds, with the values that they begin with.
    struct Timeouts: Sendable, Hashable {
        /// Nil for no end.
        var script: Int64? = 30_000
        var pageLoad: Int64 = 300_000
        var implicit: Int64 = 0

        /// As the protocol writes them.
        var json: JSONValue {
            [
                "script": script.map { .integer($0) } ?? .null, "pageLoad": .integer(pageLoad),
                "implicit": .integer(implicit),
            ]
        }

        /// With the members of an object of the protocol; what cannot be is noted.
        func merging(_ reader: inout MemberReader, _ place: JSONPlace) -> Timeouts {
            var timeouts = self
            func time(_ member: JSONPlace) -> Int64? {
                reader.integer(member, in: 0...CapabilityRules.largestInteger).map(Int64.init)
            }
            for member in reader.object(place)?.members ?? [] {
                switch member.name {
                // Only scripts may take forever.
                case "script": timeouts.script = member.value == .null ? nil : time(member)
                case "pageLoad": timeouts.pageLoad = time(member) ?? pageLoad
                case "implicit": timeouts.implicit = time(member) ?? implicit
                default: reader.refuse(member, "There is no such timeout; there are script, pageLoad and implicit.")
                }
            }
            return timeouts
        }
    }

    /// The most screens one above the other: panes may open each other in a circle.
    static let maximumPlaces = 64

    let id: String
    let createdAt: Date
    let target: WebDriverTarget
    /// What the reply to the new session says.
    let capabilities: [JSONMember]
    /// How long it lasts without a command; nil for as long as there is room.
    let patience: Duration?
    /// The key by which a client that got no reply asks again.
    let idempotencyKey: String?
    let state: Mutex<State>

    init(
        target: WebDriverTarget,
        capabilities: [JSONMember] = [],
        pane: String? = nil,
        patience: Duration? = WebDriverSessions.usualPatience,
        idempotencyKey: String? = nil,
        timeouts: Timeouts = Timeouts(),
        settings: WebDriverSettings = WebDriverSettings()
    ) {
        id = UUID().uuidString.lowercased()
        createdAt = Date()
        self.target = target
        self.capabilities = capabilities
        self.patience = patience
        self.idempotencyKey = idempotencyKey
        var state = State()
        state.timeouts = timeouts
        state.settings = settings
        if let pane { state.show(pane) }
        self.state = Mutex(state)
    }

    /// What the client set with `/appium/settings`.
    var settings: WebDriverSettings { state.withLock(\.settings) }
}

extension WebDriverSession.State {
    /// Puts a screen in front of the others.
    mutating func show(_ pane: String, choosing row: Int? = nil) {
        if places.count == WebDriverSession.maximumPlaces { places.removeFirst() }
        shown += 1
        places.append(SettingsPlace(number: shown, pane: pane, choosing: row))
    }

    /// Takes the screen in front away. The one below it is shown anew.
    /// - Parameter parent: The pane that comes when there is none below; nil keeps the screen.
    mutating func goBack(to parent: String?) {
        guard places.count > 1 || parent != nil, let left = places.popLast() else { return }
        shown += 1
        if places.isEmpty {
            places = [SettingsPlace(number: shown, pane: left.choosing == nil ? parent ?? left.pane : left.pane)]
        } else {
            places[places.count - 1].number = shown
        }
    }
}

/// The sessions of all clients, in memory: few enough for any number of clients that forget to end theirs.
final class WebDriverSessions: Sendable {
    /// The most sessions at once; one more ends the one that was idle the longest.
    static let maximumCount = 64
    /// How long a session lasts without a command unless the client says otherwise.
    static let usualPatience = Duration.seconds(3_600)

    private struct Entry {
        let session: WebDriverSession
        var lastUsed: ContinuousClock.Instant
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Begins a session, or gives the one that the same request began before.
    func add(_ session: WebDriverSession, now: ContinuousClock.Instant = .now) -> WebDriverSession {
        entries.withLock { entries in
            Self.removeIdle(&entries, now)
            if let known = Self.replayed(session.idempotencyKey, entries) { return known }
            if entries.count >= Self.maximumCount,
                let oldest = entries.min(by: { $0.value.lastUsed < $1.value.lastUsed })
            {
                entries[oldest.key] = nil
            }
            entries[session.id] = Entry(session: session, lastUsed: now)
            return session
        }
    }

    /// The session that a request with this key began; nil when there was none, or it has ended.
    func replayed(_ key: String?, now: ContinuousClock.Instant = .now) -> WebDriverSession? {
        entries.withLock { entries in
            Self.removeIdle(&entries, now)
            return Self.replayed(key, entries)
        }
    }

    /// The session of an id, which is used now.
    func session(_ id: String, now: ContinuousClock.Instant = .now) throws(WebDriverError) -> WebDriverSession {
        let session = entries.withLock { entries in
            Self.removeIdle(&entries, now)
            entries[id]?.lastUsed = now
            return entries[id]?.session
        }
        guard let session else {
            throw WebDriverError(
                .invalidSessionID,
                "There is no session “\(id.prefix(60))”: it was never started, has ended, or was idle too long."
            )
        }
        return session
    }

    /// Ends a session.
    func end(_ id: String) { entries.withLock { $0[id] = nil } }

    /// All sessions, the oldest first.
    func all(now: ContinuousClock.Instant = .now) -> [WebDriverSession] {
        entries.withLock { entries in
            Self.removeIdle(&entries, now)
            return entries.values.map(\.session).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
        }
    }

    private static func removeIdle(_ entries: inout [String: Entry], _ now: ContinuousClock.Instant) {
        entries = entries.filter { _, entry in
            entry.session.patience.map { now - entry.lastUsed < $0 } ?? true
        }
    }

    private static func replayed(_ key: String?, _ entries: [String: Entry]) -> WebDriverSession? {
        key.flatMap { key in entries.values.first { $0.session.idempotencyKey == key }?.session }
    }
}

extension SettingsRequest {
    /// The settings that a session shows.
    /// - Throws: 404 for an unknown app and for one without settings.
    convenience init(_ target: SettingsTarget, in services: Services) throws {
        try self.init(
            target.app,
            languages: target.language.map { [$0] } ?? [],
            target.isPad ? .pad : .phone,
            SettingsLook(lang: target.language, idiom: target.isPad ? "pad" : nil),
            in: services
        )
    }
}

/// The alert or action sheet of a screen, found as WebDriverAgent finds it: the first alert among the elements, else the
/// first sheet, else the view of a `UIAlertController`. It can be read; to answer it takes the app.
struct WebDriverAlert {
    private let tree: ElementTree
    private let element: Int

    /// - Throws: ``WebDriverError`` with `no such alert` where the screen shows none.
    init(_ screen: WebDriverScreen) throws(WebDriverError) {
        tree = screen.tree
        guard let element = Self.element(of: tree) else {
            throw WebDriverError(.noSuchAlert, "The screen shows no alert and no action sheet.")
        }
        self.element = element
    }

    private static func element(of tree: ElementTree) -> Int? {
        tree.indices.first { tree.type(of: $0) == "Alert" } ?? tree.indices.first { tree.type(of: $0) == "Sheet" }
            ?? tree.indices.first { element in
                let controller = tree.view(of: element).flatMap { tree.views.controller(of: $0) }
                return controller?.split(separator: ".").last == "UIAlertController"
            }
    }

    /// The texts of the alert, one in each line: labels, else values, but not those of its buttons.
    var text: String {
        var lines: [String] = []
        var buttonEnd = 0
        for element in tree.subtree(of: element).dropFirst() where element >= buttonEnd {
            switch tree.type(of: element) {
            case "Button": buttonEnd = tree.subtree(of: element).upperBound
            case "StaticText": lines += [tree.label(of: element) ?? tree.value(of: element)].compactMap { $0 }
            default: continue
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The labels of its buttons.
    var buttons: [String] {
        tree.subtree(of: element).filter { tree.type(of: $0) == "Button" }.compactMap { tree.label(of: $0) }
    }

    /// Why nothing can be done with it.
    var refusal: WebDriverError {
        WebDriverError(
            .unsupportedOperation,
            "The alert “\(text.prefix(60).replacing("\n", with: " "))” is part of one moment of an app: it can be read, "
                + "but not answered or typed into."
        )
    }
}

extension WebDriverCommand {
    /// Alerts (W3C WebDriver, User prompts).
    static let ofAlerts: [WebDriverCommand] = [
        get("/alert/text", "getAlertText") { .string(try WebDriverAlert(try $0.screen()).text) },
        post("/alert/text", "setAlertText") { call in
            // Older clients say “value”.
            _ = try call.text(call.body["text"] == nil && call.body["value"] != nil ? "value" : "text")
            throw try WebDriverAlert(try call.screen()).refusal
        },
        answer("/alert/accept", "postAcceptAlert"), answer("/alert/dismiss", "postDismissAlert"),
    ]

    /// A command that would tap a button of an alert.
    private static func answer(_ path: String, _ name: String) -> WebDriverCommand {
        post(path, name) { throw try WebDriverAlert(try $0.screen()).refusal }
    }
}
