import HTTPTypes
import JSON
import Synchronization
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
