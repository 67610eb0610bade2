package import JSON
package import Locators
package import ViewHierarchy

/// Something that a person does on a device's screen; points are the device's.
package enum LiveAction: Sendable, Hashable {
    case tap(Point)
    /// From a point to another one in so many seconds.
    case swipe(from: Point, to: Point, seconds: Double)
    case type(String)
    /// Presses the home button.
    case home
    /// Accepts the alert, or dismisses it.
    case alert(isAccepted: Bool)

    /// What the API calls it.
    package var name: String {
        switch self {
        case .tap: "tap"
        case .swipe: "swipe"
        case .type: "type"
        case .home: "home"
        case .alert: "alert"
        }
    }
}

/// An action as it is asked for: on a view of the latest snapshot, or at a point.
package struct LiveCommand: Sendable {
    /// What is to be done; a tap on a view has no point yet.
    package enum Wish: Sendable {
        case done(LiveAction)
        case tapOnView
    }

    package let wish: Wish
    /// The id of the view that is meant: the one that is tapped, or the one to type into.
    package let view: Int?

    /// The farthest that a screen can reach, in points.
    static let places = -10_000.0...10_000
    /// The longest text to type, in characters.
    static let longestText = 1_000

    /// Reads an action of the API; nil with the faults in the reader.
    package init?(_ body: JSONPlace, _ reader: inout MemberReader) {
        let known = ["tap", "swipe", "type", "home", "alert"]
        let type = reader.choice(reader.required("type", of: body), of: known)
        let view = reader.integer(body["view"], in: 0...Int(Int32.max))
        self.view = view
        func place(_ name: String) -> Point? {
            guard let place = reader.required(name, of: body) else { return nil }
            return Self.point(place, &reader)
        }
        switch type {
        case "tap":
            reader.checkNames(of: body, ["type", "x", "y", "view"])
            if view != nil, body["x"] == nil, body["y"] == nil {
                wish = .tapOnView
                return
            }
            if let place = body["view"] { reader.refuse(place, "A tap is on a view or at a point, not both.") }
            let x = reader.number(reader.required("x", of: body), in: Self.places)
            guard let x, let y = reader.number(reader.required("y", of: body), in: Self.places) else { return nil }
            wish = .done(.tap(Point(x: x, y: y)))
        case "swipe":
            reader.checkNames(of: body, ["type", "from", "to", "seconds"])
            let seconds = reader.number(body["seconds"], in: 0.05...10) ?? 0.3
            guard let from = place("from"), let to = place("to") else { return nil }
            wish = .done(.swipe(from: from, to: to, seconds: seconds))
        case "type":
            reader.checkNames(of: body, ["type", "text", "view"])
            guard let member = reader.required("text", of: body), let text = reader.text(member) else { return nil }
            guard !text.isEmpty, text.count <= Self.longestText else {
                reader.refuse(member, "“text” takes 1 to \(Self.longestText) characters.")
                return nil
            }
            wish = .done(.type(text))
        case "home":
            reader.checkNames(of: body, ["type"])
            wish = .done(.home)
        case "alert":
            reader.checkNames(of: body, ["type", "action"])
            guard let word = reader.choice(reader.required("action", of: body), of: ["accept", "dismiss"]) else {
                return nil
            }
            wish = .done(.alert(isAccepted: word == "accept"))
        default: return nil
        }
        guard reader.faults.isEmpty else { return nil }
    }

    private static func point(_ place: JSONPlace, _ reader: inout MemberReader) -> Point? {
        reader.checkNames(of: place, ["x", "y"])
        let x = reader.number(reader.required("x", of: place), in: places)
        guard let x, let y = reader.number(reader.required("y", of: place), in: places) else { return nil }
        return Point(x: x, y: y)
    }
}

extension WebDriverServer {
    /// Does what a person would do on the screen.
    /// - Parameter locator: finds the element to type into; nil types into the one that has the focus.
    /// - Throws: `ClientFailure`, of the kind `said` where the server refuses it.
    package mutating func perform(_ action: LiveAction, locator: Locator?) throws(ClientFailure) {
        let kind = try connect()
        if session == nil, kind == .webDriverAgent {
            startedForActions = try newSession(with: nil, kind)
            session = startedForActions
        }
        switch action {
        case .tap(let point): try move([(point, 0)])
        case .swipe(let from, let to, let seconds): try move([(from, 0), (to, seconds)])
        case .type(let text):
            let found: JSONValue? = locator.map {
                ["using": .string($0.strategy.appiumName), "value": .string($0.text)]
            }
            let element = try ask(
                found == nil ? "GET" : "POST",
                path(found == nil ? "/element/active" : "/element"),
                found
            ) {
                value,
                _ in (value["element-6066-11e4-a52e-4f735466cecf"] ?? value["ELEMENT"])?.stringValue
            }
            guard let element else {
                throw ClientFailure("No element has the focus to type into.", .said("no such element"))
            }
            let letters = text.map { JSONValue.string(String($0)) }
            try ask(
                "POST",
                path("/element/\(element.percentEncoded)/value"),
                ["text": .string(text), "value": .array(letters)]
            ) { _, _ in }
        case .home where kind == .webDriverAgent: try ask("POST", address.base + "/wda/homescreen", [:]) { _, _ in }
        case .home:
            let script: JSONValue = ["script": "mobile: pressButton", "args": [["name": "home"]]]
            try ask("POST", path("/execute/sync"), script) { _, _ in }
        case .alert(let isAccepted):
            try ask("POST", path("/alert/\(isAccepted ? "accept" : "dismiss")"), [:]) { _, _ in }
        }
    }

    /// A finger that goes down at the first point, and up at the last (W3C WebDriver, section 17).
    private func move(_ places: [(point: Point, seconds: Double)]) throws(ClientFailure) {
        var moves: [JSONValue] = places.map { place in
            [
                "type": "pointerMove", "duration": .integer(Int64(place.seconds * 1_000)), "x": .number(place.point.x),
                "y": .number(place.point.y), "origin": "viewport",
            ]
        }
        moves.insert(contentsOf: [["type": "pointerDown", "button": 0], ["type": "pause", "duration": 50]], at: 1)
        moves.append(["type": "pointerUp", "button": 0])
        let finger: JSONValue = [
            "type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"], "actions": .array(moves),
        ]
        try ask("POST", path("/actions"), ["actions": [finger]]) { _, _ in }
    }
}
