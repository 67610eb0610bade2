public import Diagnostics
import JSON
import Locators
import ViewHierarchy

/// What a layout has to be: rules about views, each with what is expected of them.
///
///     let: {title: {id: title}}
///     devices: [iphone-8, "iphone-8:landscape"]
///     rules:
///       - view: {where: "class:PayButton"}
///         expect: {width: 44.., near: {of: title, below: 8..12}, visible: 75%}
public struct RuleDocument: Sendable {
    /// The longest text that is read.
    public static let maximumBytes = 256 << 10
    /// The most rules.
    public static let maximumRules = 500
    /// The most names of `let`.
    public static let maximumNames = 500
    /// The most devices.
    public static let maximumDevices = 64
    /// On so many views each rule is checked; a locator that finds more is too general.
    public static let maximumHits = 1_000

    /// Where the dump is laid out, unless a rule says it; empty for the dump as it is.
    public var devices: [RuleDevice] = []
    /// How far a number may be off, in points.
    var tolerance = 0.5
    /// The rules in their order.
    var rules: [Rule] = []

    /// Reads a document.
    /// - Throws: Everything that is wrong with it, each with its place.
    public init(parsing bytes: [UInt8]) throws(RuleError) {
        let text = try RuleText(bytes)
        var reader = RuleReader()
        self = reader.document(JSONPlace(text.value))
        guard !reader.members.faults.isEmpty else { return }
        let lines = text.lines(at: Set(reader.members.faults.map(\.pointer)))
        throw RuleError(
            reader.members.faults.map { .init(pointer: $0.pointer, line: lines[$0.pointer], message: $0.message) }
        )
    }

    init() {}

    /// The rules as reports list them, a check for each.
    public var checks: [LintRule] {
        rules.map { rule in
            let words = rule.checks.map(\.summary).joined(separator: ", ")
            return LintRule(
                id: rule.title,
                severity: .error,
                title: "\(rule.view.name): \(words)",
                explanation: "The rules that the layout was checked with ask for it.",
                cure: "Correct the layout, or the rule where it asks for too much."
            )
        }
    }
}

/// Where a rule is checked: on a device, or on the dump as it is.
public struct RuleDevice: Sendable, Hashable {
    /// The dump as it is.
    public static let dump = RuleDevice(name: "dump", device: nil, orientation: .portrait)

    /// As rules name it: `iphone-8`, `iphone-8:landscape`, `dump`.
    public let name: String
    let device: Device?
    let orientation: Orientation

    private init(name: String, device: Device?, orientation: Orientation) {
        (self.name, self.device, self.orientation) = (name, device, orientation)
    }

    /// Reads a name; nil where there is no such device.
    public init?(_ name: String) {
        if name == Self.dump.name {
            self = .dump
            return
        }
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let device = Device(id: parts[0]),
            let orientation = parts.count < 2 ? .portrait : Orientation(rawValue: parts[1])
        else { return nil }
        let suffix = orientation == .portrait ? "" : ":" + orientation.rawValue
        self.init(name: device.id + suffix, device: device, orientation: orientation)
    }

    /// Why there is no device of that name, for people.
    public static func refusal(of name: String) -> String {
        let id = name.prefix { $0 != ":" }
        if Device(id: String(id)) != nil { return "“\(name.prefix(60))”: it is :portrait or :landscape." }
        let hint = NearSpelling.hint(for: String(id), among: Device.all.map(\.id) + [dump.name])
        return
            "There is no device “\(name.prefix(60))”\(hint.isEmpty ? "; for instance iphone-8, ipad-9-7:landscape or dump." : hint)"
    }

    /// What it makes of a screen; nil where nothing changes.
    var situation: Situation? { device.map { Situation(device: $0, orientation: orientation) } }
}

/// Which views a rule is about, or measures others by.
struct ViewReference: Sendable, Hashable {
    enum Target: Sendable, Hashable {
        case locator(Locator)
        /// The window of the view.
        case window
        /// The superview of the view.
        case superview
        /// What bars and housings of the device leave of the window.
        case safeArea
    }

    /// The names that stand for themselves.
    static let reserved: [String: Target] = ["window": .window, "superview": .superview, "safeArea": .safeArea]

    /// What it is called in messages: the name of `let`, or the locator.
    var name: String
    var target: Target
    /// Where it is written.
    var pointer: String
}

/// A rule: what is expected of the views that a locator finds.
struct Rule: Sendable {
    /// One word with its argument.
    struct Check: Sendable {
        var word: RuleWord
        /// The word as it is written, with its argument in short.
        var summary: String
        var expectation: Expectation
    }

    /// Where it stands among the rules, from 0.
    var number: Int
    /// What the document calls it.
    var name: String?
    var view: ViewReference
    /// Where it is checked; nil where the document says it.
    var devices: [RuleDevice]?
    /// Whether it is left out where the layout does not tell.
    var skipsUncertain = false
    var checks: [Check] = []

    /// A name that no other rule has.
    var title: String { "\(number + 1) \(name ?? view.name)" }
}
