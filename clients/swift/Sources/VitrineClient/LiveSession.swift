import Foundation

/// A session with a device, as the server last said it.
public struct LiveSession: Decodable, Sendable, Hashable {
    /// Whether its device answers.
    public enum State: String, Decodable, Sendable, Hashable {
        case connected, lost, ended
    }

    /// By which the server knows it.
    public var id: String
    /// The address of the device's server.
    public var url: String
    /// Whether the device answers.
    public var state: State
    /// Why it is lost or has ended, or what the device refused last.
    public var reason: String?
    /// Seconds between snapshots that nobody asks for; nil for none.
    public var every: Double?
    /// Whether such a snapshot is kept only if the source has changed.
    public var whenChanged: Bool
    /// The id of the dump of the latest snapshot.
    public var dump: String?
    /// The bundle identifier of the app.
    public var app: String?
    /// How many snapshots were taken.
    public var snapshots: Int
    /// How many actions are recorded.
    public var actions: Int
}

/// A snapshot of a live session. Its dump stays when the session ends.
public struct LiveSnapshot: Decodable, Sendable, Hashable {
    /// Why a snapshot was taken.
    public enum Trigger: String, Decodable, Sendable, Hashable {
        case request, interval, change, action
    }

    /// From 1, in the order in which they were taken.
    public var number: Int
    /// The id of its dump.
    public var dump: String
    /// The name of its dump.
    public var name: String
    /// Why it was taken.
    public var trigger: Trigger
    /// How many views of each kind differ from the snapshot before.
    public var changes: [String: Int]?
}

/// What can be done on a device. Views are those of the latest snapshot.
public enum LiveAction: Sendable, Hashable, Encodable {
    /// Taps a point, in points of the device.
    case tap(Point)
    /// Taps a view.
    case tapView(Int)
    /// Swipes from one point to another.
    case swipe(from: Point, to: Point, seconds: Double = 0.3)
    /// Types into a view, else into what has the focus.
    case type(String, view: Int? = nil)
    /// Presses the home button.
    case home
    /// Takes the button of an alert that accepts it.
    case acceptAlert
    /// Takes the button of an alert that dismisses it.
    case dismissAlert

    private enum Keys: String, CodingKey { case type, x, y, view, from, to, seconds, text, action }

    /// Writes the action as the API takes it.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Keys.self)
        switch self {
        case .tap(let point):
            try members.encode("tap", forKey: .type)
            try members.encode(point.x, forKey: .x)
            try members.encode(point.y, forKey: .y)
        case .tapView(let view):
            try members.encode("tap", forKey: .type)
            try members.encode(view, forKey: .view)
        case .swipe(let from, let to, let seconds):
            try members.encode("swipe", forKey: .type)
            try members.encode(from, forKey: .from)
            try members.encode(to, forKey: .to)
            try members.encode(seconds, forKey: .seconds)
        case .type(let text, let view):
            try members.encode("type", forKey: .type)
            try members.encode(text, forKey: .text)
            try members.encodeIfPresent(view, forKey: .view)
        case .home: try members.encode("home", forKey: .type)
        case .acceptAlert, .dismissAlert:
            try members.encode("alert", forKey: .type)
            try members.encode(self == .acceptAlert ? "accept" : "dismiss", forKey: .action)
        }
    }
}

/// An action that was done.
public struct LiveDone: Decodable, Sendable, Hashable {
    /// What finds an element again.
    public struct Locator: Decodable, Sendable, Hashable {
        /// The strategy by its name in Appium, such as `accessibility id`.
        public var using: String
        /// What is looked for.
        public var text: String
        /// Whether any change of the screen's structure breaks it.
        public var fragile: Bool
    }

    /// The locator of its element; nil where nothing finds that alone.
    public var locator: Locator?
    /// The snapshot after it.
    public var snapshot: LiveSnapshot
}

/// A language in which what was done is written as a test.
public enum ScriptLanguage: String, Sendable, Hashable, CaseIterable {
    case swift, python, java, javascript
}

/// What has changed in a live session.
public struct LiveEvent: Decodable, Sendable, Hashable {
    /// How often anything has changed; nil with the last event.
    public var revision: Int?
    /// Whether the device answers; `ended` with the last event.
    public var state: LiveSession.State
}
