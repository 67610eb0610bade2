import HTTPTypes
import JSON
import Locators
import Synchronization
import ViewHierarchy
import Web

/// One command of a session: where it is and what answers it.
struct WebDriverCommand: Sendable {
    let method: HTTPRequest.Method
    /// Below `/session/{session}`; empty for the session itself.
    let path: String
    /// What Appium calls it.
    let name: String
    let run: @Sendable (WebDriverCall) async throws -> JSONValue

    static func get(
        _ path: String,
        _ name: String,
        _ run: @escaping @Sendable (WebDriverCall) async throws -> JSONValue
    ) -> WebDriverCommand {
        WebDriverCommand(method: .get, path: path, name: name, run: run)
    }

    static func post(
        _ path: String,
        _ name: String,
        _ run: @escaping @Sendable (WebDriverCall) async throws -> JSONValue
    ) -> WebDriverCommand {
        WebDriverCommand(method: .post, path: path, name: name, run: run)
    }

    /// All of them.
    static let all: [WebDriverCommand] = ofSession + ofElements + ofScreen + ofAlerts + ofAppium
}

extension WebDriverCommand {
    /// The session itself, its timeouts and settings.
    private static let ofSession: [WebDriverCommand] = [
        get("", "getSession") { .object($0.session.capabilities) },
        WebDriverCommand(method: .delete, path: "", name: "deleteSession") { call in
            call.sessions.end(call.session.id)
            return .null
        },
        get("/timeouts", "getTimeouts") { $0.session.state.withLock(\.timeouts).json },
        post("/timeouts", "timeouts") { call in
            try call.session.state.withLock { state in
                let timeouts = state.timeouts
                state.timeouts = try call.read { timeouts.merging(&$0, $1) }
            }
            return .null
        },
        get("/appium/settings", "getSettings") { $0.session.settings.json },
        post("/appium/settings", "updateSettings") { call in
            try call.session.state.withLock { state in
                let settings = state.settings
                state.settings = try call.read { settings.merging(&$0, $0.object($0.required("settings", of: $1))) }
            }
            return .null
        },
        post("/execute/sync", "execute") { try WebDriverScript($0).run() },
        post("/execute", "execute") { try WebDriverScript($0).run() },
        post("/execute/async", "executeAsync") { call in
            _ = try WebDriverScript(call)
            throw WebDriverError(.unsupportedOperation, "There is no web page here to run a script.")
        },
    ]

    /// What Appium adds: contexts, apps, keyboards, and what there is.
    private static let ofAppium: [WebDriverCommand] =
        ["/context", "/appium/context"].flatMap { path -> [WebDriverCommand] in
            [
                get(path, "getCurrentContext") { _ in .string(nativeContext) },
                get(path + "s", "getContexts") { _ in [.string(nativeContext)] },
                post(path, "setContext") { call in
                    let name = try call.text("name")
                    guard name == nativeContext else {
                        throw WebDriverError(
                            .invalidArgument,
                            "There is the context \(nativeContext) only, not “\(name.prefix(60))”."
                        )
                    }
                    return .null
                },
            ]
        } + [
            get("/appium/device/is_keyboard_shown", "isKeyboardShown") { _ in false },
            post("/appium/device/hide_keyboard", "hideKeyboard") { _ in .null },
            get("/appium/commands", "listCommands") { _ in commandList },
            get("/appium/extensions", "listExtensions") { _ in WebDriverScript.list },
        ]

    /// The one context that there is.
    static let nativeContext = "NATIVE_APP"

    /// The commands by path and method, as Appium lists them.
    private static var commandList: JSONValue {
        var paths: [JSONMember] = []
        for command in all {
            let method = JSONMember(name: command.method.rawValue, value: ["command": .string(command.name)])
            let path = "/session/:sessionId" + command.path.replacing("{", with: ":").replacing("}", with: "")
            if let index = paths.firstIndex(where: { $0.name == path }), let known = paths[index].value.objectValue {
                paths[index].value = .object(known + [method])
            } else {
                paths.append(JSONMember(name: path, value: .object([method])))
            }
        }
        return ["rest": ["base": .object(paths), "driver": [:]]]
    }
}

extension WebDriverCommand {
    /// The screen as a whole: its source, its picture, its size, and taps at points.
    static let ofScreen: [WebDriverCommand] = [
        get("/source", "getPageSource") { call in
            .string(try call.pageSource(isWrapped: true))
        },
        get("/screenshot", "getScreenshot") { call in
            try await ScreenPicture(call.services, call.session, try call.screen()).base64(of: nil)
        },
        get("/window/rect", "getWindowRect") { SeenElement(tree: try $0.screen().tree, index: 0).rect },
        post("/window/rect", "setWindowRect") { _ in
            throw WebDriverError(.unsupportedOperation, "The screen of a dump or of settings can't be resized.")
        },
        get("/orientation", "getOrientation") { .string(orientation(of: try $0.screen())) },
        post("/orientation", "setOrientation") { call in
            let wanted = try call.read { reader, body in
                let place = reader.required("orientation", of: body)
                let word = reader.text(place)?.uppercased()
                if let place, let word, !["LANDSCAPE", "PORTRAIT"].contains(word) {
                    reader.refuse(place, takes: "LANDSCAPE or PORTRAIT")
                }
                return word
            }
            guard wanted == orientation(of: try call.screen()) else {
                throw WebDriverError(.unsupportedOperation, "The screen cannot be turned to “\(wanted.prefix(40))”.")
            }
            return .null
        },
        post("/back", "back") { call in
            guard case .settings(let settings) = try call.screen() else {
                throw WebDriverError(.unsupportedOperation, "A dump shows one moment; there is nothing to go back to.")
            }
            settings.goBack()
            return .null
        },
        post("/actions", "performActions") { call in
            let state = call.session.state.withLock(\.input)
            let actions = try call.read { InputActions(&$0, $1, state) }
            let screen = try call.screen()
            for id in actions.elements { _ = try screen.element(id) }
            if !actions.isIdle { _ = try call.touchable() }
            let outcome = try actions.outcome(state)
            for position in outcome.visited { _ = try call.point(of: position, on: screen) }
            for position in outcome.taps { try call.tap(position) }
            call.session.state.withLock { $0.input = outcome.state }
            return .null
        },
        WebDriverCommand(method: .delete, path: "/actions", name: "releaseActions") { call in
            let sources = call.session.state.withLock { state in
                defer { state.input = InputState() }
                return state.input.sources
            }
            // What is still held down is lifted.
            let pressed = sources.sorted { $0.key < $1.key }.compactMap(\.value.pressed)
            for position in pressed { try call.tap(position) }
            return .null
        },
    ]

    private static func orientation(of screen: WebDriverScreen) -> String {
        let frame = screen.tree.wholeFrame(of: 0)
        return frame.width > frame.height ? "LANDSCAPE" : "PORTRAIT"
    }
}

extension WebDriverCall {
    /// The page source, as far as the settings of the client let it go.
    func pageSource(isWrapped: Bool, excluding names: Set<String> = []) throws -> String {
        let excluded = session.settings.excludedAttributes.union(names)
        let source = PageSource(try screen().tree, isWrapped: isWrapped, excluding: excluded)
        return String(decoding: source.xml, as: UTF8.self)
    }

    /// A pane whose elements can be tapped.
    /// - Throws: ``WebDriverError`` with `unsupported operation` for a dump.
    func touchable() throws -> SettingsScreen {
        guard case .settings(let settings) = try screen() else {
            throw WebDriverError(
                .unsupportedOperation,
                "A dump shows one moment of an app. Nothing can be tapped, moved or typed."
            )
        }
        return settings
    }

    /// Taps a place.
    func tap(_ position: InputActions.Position) throws {
        let settings = try touchable()
        let point = try point(of: position, on: .settings(settings))
        guard let element = settings.screen.element(at: point) else { throw Self.outOfBounds(point) }
        try settings.tap(element)
    }

    /// Where a place is on a screen.
    /// - Throws: ``WebDriverError`` with `move target out of bounds` for one beside the screen.
    func point(of position: InputActions.Position, on screen: WebDriverScreen) throws(WebDriverError) -> Point {
        var point = position.point
        if let id = position.element {
            let frame = screen.tree.wholeFrame(of: try screen.element(id))
            point.x += Double(frame.x) + Double(frame.width) / 2
            point.y += Double(frame.y) + Double(frame.height) / 2
        }
        let bounds = screen.tree.wholeFrame(of: 0)
        guard point.x >= 0, point.y >= 0, point.x <= Double(bounds.width), point.y <= Double(bounds.height) else {
            throw Self.outOfBounds(point)
        }
        return point
    }

    private static func outOfBounds(_ point: Point) -> WebDriverError {
        WebDriverError(.moveTargetOutOfBounds, "The point \(point.x), \(point.y) is not on the screen.")
    }
}
