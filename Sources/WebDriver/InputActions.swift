import JSON
import ViewHierarchy
import Web

/// What the sources of input of a session have done so far (W3C WebDriver, Actions: input state).
struct InputState: Sendable {
    /// What kind a source is: the type that it was made with, and that of a pointer.
    struct Kind: Sendable, Hashable {
        var type: InputActions.SourceType
        var pointer: String?
    }

    /// One source: what it is, and of a pointer where it is.
    struct Source: Sendable {
        let kind: Kind
        var position = InputActions.Position(point: .zero)
        /// Where it was pressed down; nil while it is up.
        var pressed: InputActions.Position?
    }

    /// The most sources of one session.
    static let maximumSources = 64

    /// By id.
    var sources: [String: Source] = [:]
}

/// The actions of one command, read as the standard has it (W3C WebDriver, Actions: processing actions): each
/// source with its items, all of them well formed.
struct InputActions: Sendable {
    /// The kinds of sources.
    enum SourceType: String, Sendable, CaseIterable {
        case none, key, pointer, wheel
    }

    /// A place on the screen.
    struct Position: Sendable, Hashable {
        /// In points of the screen, or from the middle of the element.
        var point: Point
        /// The id of an element.
        var element: String?
    }

    /// What a source does in one tick.
    enum Item: Sendable {
        case pause, down(button: Int), up(button: Int), cancel
        /// To a place; from where the pointer is, if `isRelative`.
        case move(Position, isRelative: Bool)
        /// What is well formed and means nothing on screens that stand still, for this reason.
        case other(String, element: String? = nil)
    }

    /// A source and what it does, tick by tick.
    struct Sequence: Sendable {
        let id: String
        let kind: InputState.Kind
        let items: [Item]
    }

    /// The most items of one command.
    private static let maximumItems = 1_000

    private(set) var sequences: [Sequence] = []

    /// Reads the member `actions` of a body.
    /// - Parameter state: The sources that there are: one that is named again has to be of the same kind.
    init?(_ reader: inout MemberReader, _ body: JSONPlace, _ state: InputState) {
        var count = 0
        var kinds = state.sources.mapValues(\.kind)
        var ids: Set<String> = []
        for source in reader.elements(reader.required("actions", of: body), of: "sources") ?? [] {
            let sequence = Self.sequence(&reader, source, &count)
            guard count <= Self.maximumItems else {
                reader.refuse(source, "There are more than \(Self.maximumItems) actions.")
                return nil
            }
            guard let sequence else { continue }
            if !ids.insert(sequence.id).inserted {
                reader.refuse(source, "The source “\(sequence.id.prefix(40))” appears twice.")
            }
            if let known = kinds[sequence.id], known != sequence.kind {
                let name = known.pointer.map { "a pointer (\($0))" } ?? "one of “\(known.type.rawValue)”"
                reader.refuse(source, "The source “\(sequence.id.prefix(40))” is \(name) already; release it first.")
            }
            kinds[sequence.id] = sequence.kind
            sequences.append(sequence)
        }
        if kinds.count > InputState.maximumSources {
            reader.refuse(body, "A session has at most \(InputState.maximumSources) sources; release those before.")
        }
    }

    private static func sequence(_ reader: inout MemberReader, _ source: JSONPlace, _ count: inout Int) -> Sequence? {
        guard let source = reader.object(source) else { return nil }
        let type = reader.choice(reader.required("type", of: source), SourceType.self)
        let id = reader.text(reader.required("id", of: source))
        var pointer: String?
        if type == .pointer {
            let parameters = reader.object(source["parameters"])
            pointer = reader.choice(parameters?["pointerType"], of: ["mouse", "pen", "touch"]) ?? "mouse"
        }
        let items = reader.elements(reader.required("actions", of: source), of: "actions") ?? []
        count += items.count
        guard let type, count <= maximumItems else { return nil }
        let read = items.compactMap { item(&reader, $0, of: type) }
        return id.map { Sequence(id: $0, kind: .init(type: type, pointer: pointer), items: read) }
    }
}

// MARK: Items

extension InputActions {
    private static let integers = -CapabilityRules.largestInteger...CapabilityRules.largestInteger
    private static let natural = 0...CapabilityRules.largestInteger

    private static func item(_ reader: inout MemberReader, _ place: JSONPlace, of type: SourceType) -> Item? {
        guard let place = reader.object(place) else { return nil }
        let subtypes =
            switch type {
            case .none: ["pause"]
            case .key: ["pause", "keyDown", "keyUp"]
            case .pointer: ["pause", "pointerDown", "pointerUp", "pointerMove", "pointerCancel"]
            case .wheel: ["pause", "scroll"]
            }
        guard let subtype = reader.choice(reader.required("type", of: place), of: subtypes) else { return nil }
        switch subtype {
        case "keyDown", "keyUp":
            // One code point, or several that are one character.
            let key = reader.required("value", of: place)
            if let key, let text = reader.text(key), text.count != 1 { reader.refuse(key, takes: "one character") }
            return .other("Keys are sent to fields (POST …/element/{id}/value), not to the screen.")
        case "pointerDown", "pointerUp":
            let button = reader.integer(reader.required("button", of: place), in: natural) ?? 0
            checkPointer(&reader, place)
            return subtype == "pointerDown" ? .down(button: button) : .up(button: button)
        case "pointerMove":
            _ = reader.integer(place["duration"], in: natural)
            let origin = origin(&reader, place["origin"], of: ["viewport", "pointer"])
            let x = reader.number(reader.required("x", of: place)) ?? 0
            let y = reader.number(reader.required("y", of: place)) ?? 0
            checkPointer(&reader, place)
            let position = Position(point: Point(x: x, y: y), element: origin.element)
            return .move(position, isRelative: origin.word == "pointer")
        case "pointerCancel": return .cancel
        case "scroll":
            _ = reader.integer(place["duration"], in: natural)
            let origin = origin(&reader, place["origin"], of: ["viewport"])
            for name in ["x", "y", "deltaX", "deltaY"] {
                _ = reader.integer(reader.required(name, of: place), in: integers)
            }
            return .other("Scrolling is not needed: the whole screen can be reached.", element: origin.element)
        default:
            _ = reader.integer(place["duration"], in: natural)
            return .pause
        }
    }

    /// From where a place is counted: one of the words, or an element.
    private static func origin(
        _ reader: inout MemberReader,
        _ place: JSONPlace?,
        of words: [String]
    ) -> (word: String?, element: String?) {
        guard let place, place.value.kind == .object else { return (reader.choice(place, of: words), nil) }
        guard let key = place[WebDriverCommand.elementKey] else {
            reader.refuse(place, takes: "an element, or one of \(words.joined(separator: ", "))")
            return (nil, nil)
        }
        return (nil, reader.text(key))
    }

    /// What a pen or a finger says beside its place.
    private static func checkPointer(_ reader: inout MemberReader, _ place: JSONPlace) {
        // The standard has numbers of these two; its tests, and browsers, have whole ones.
        for name in ["width", "height"] { _ = reader.integer(place[name], in: natural) }
        for name in ["tiltX", "tiltY"] { _ = reader.integer(place[name], in: -90...90) }
        _ = reader.integer(place["twist"], in: 0...359)
        for (name, range) in [
            ("pressure", 0...1), ("tangentialPressure", -1...1), ("altitudeAngle", 0...Double.pi / 2),
            ("azimuthAngle", 0...2 * Double.pi),
        ] {
            _ = reader.number(place[name], in: range)
        }
    }
}

// MARK: Taps

extension InputActions {
    /// What actions come to where only taps mean anything.
    struct Outcome: Sendable {
        /// The taps, in the order in which fingers are lifted.
        var taps: [Position] = []
        /// All places to which pointers were moved.
        var visited: [Position] = []
        /// What the sources have done then.
        var state: InputState
    }

    /// The ids of the elements that places are counted from.
    var elements: [String] {
        sequences.flatMap(\.items).compactMap { item in
            switch item {
            case .move(let position, _): position.element
            case .other(_, let element): element
            default: nil
            }
        }
    }

    /// Whether nothing at all is done.
    var isIdle: Bool {
        sequences.allSatisfy { $0.items.allSatisfy { if case .pause = $0 { true } else { false } } }
    }

    /// The taps that the actions are. All else that fingers and keys do means nothing where all rows are in reach.
    /// - Throws: ``WebDriverError`` with `unsupported operation` for what is more than taps.
    func outcome(_ state: InputState) throws(WebDriverError) -> Outcome {
        var outcome = Outcome(state: state)
        var taps: [(tick: Int, position: Position)] = []
        for sequence in sequences {
            var source = state.sources[sequence.id] ?? InputState.Source(kind: sequence.kind)
            for (tick, item) in sequence.items.enumerated() {
                switch item {
                case .pause: break
                case .other(let reason, _): throw WebDriverError(.unsupportedOperation, reason)
                case .cancel: source.pressed = nil
                case .down(let button):
                    try Self.checkButton(button)
                    source.pressed = source.position
                case .up(let button):
                    try Self.checkButton(button)
                    if let position = source.pressed { taps.append((tick, position)) }
                    source.pressed = nil
                case .move(let place, let isRelative):
                    source.position = isRelative ? source.position.moved(by: place.point) : place
                    outcome.visited.append(source.position)
                    guard source.pressed == nil || source.pressed == source.position else {
                        throw WebDriverError(
                            .unsupportedOperation,
                            "Scrolling and dragging are not needed. Only taps are supported."
                        )
                    }
                }
            }
            outcome.state.sources[sequence.id] = source
        }
        // Sources act side by side, tick by tick.
        let inOrder = taps.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
        outcome.taps = inOrder.map(\.element.position)
        return outcome
    }

    private static func checkButton(_ button: Int) throws(WebDriverError) {
        guard button == 0 else {
            throw WebDriverError(.unsupportedOperation, "Fingers have no button \(button), only 0.")
        }
    }
}

extension InputActions.Position {
    /// So many points farther.
    fileprivate func moved(by distance: Point) -> Self {
        Self(point: Point(x: point.x + distance.x, y: point.y + distance.y), element: element)
    }
}
