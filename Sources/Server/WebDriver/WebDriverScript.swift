import Inspection
import JSON
import ViewHierarchy

/// What clients send as scripts: Appium's extensions (`mobile: …`), and the two atoms of Selenium that stand for commands.
struct WebDriverScript {
    private let call: WebDriverCall
    private let script: String
    private let arguments: [JSONValue]

    init(_ call: WebDriverCall) throws(WebDriverError) {
        self.call = call
        script = try call.text("script")
        guard let arguments = (call.body["args"]?.value ?? []).arrayValue else {
            throw WebDriverError(.invalidArgument, "“args” takes an array.")
        }
        self.arguments = arguments
    }

    /// Does what the script asks for.
    func run() throws -> JSONValue {
        if script.hasPrefix("/* isDisplayed */") {
            let element = try argumentElement()
            return .bool(element.tree.isVisible(element.index))
        }
        if script.hasPrefix("/* getAttribute */") {
            guard arguments.count > 1, let name = arguments[1].stringValue else {
                throw WebDriverError(.invalidArgument, "The script needs an element and the name of an attribute.")
            }
            return try argumentElement().attribute(name)
        }
        guard script.hasPrefix("mobile:") else {
            throw WebDriverError(
                .unsupportedOperation,
                "There is no web page here that could run a script; there are \(Self.names.joined(separator: ", "))."
            )
        }
        let name = script.dropFirst("mobile:".count).trimmingBlanks
        guard let work = Self.extensions.first(where: { $0.name == name }) else {
            throw WebDriverError(
                .unknownMethod,
                "There is no “mobile: \(name.prefix(60))” here; there are \(Self.names.joined(separator: ", "))."
            )
        }
        return try work.run(call, arguments.first ?? [:])
    }

    private func argumentElement() throws -> SeenElement {
        guard let id = arguments.first?[WebDriverCommand.elementKey]?.stringValue else {
            throw WebDriverError(.invalidArgument, "The first argument of the script has to be an element.")
        }
        let screen = try call.screen()
        return SeenElement(tree: screen.tree, index: try screen.element(id))
    }

    /// One extension.
    private struct Extension: Sendable {
        let name: String
        /// The names of its arguments, those that must be there first.
        var required: [String] = []
        var optional: [String] = []
        let run: @Sendable (WebDriverCall, JSONValue) throws -> JSONValue
    }

    private static var names: [String] { extensions.map { "mobile: " + $0.name } }

    private static let extensions: [Extension] = [
        Extension(name: "activeAppInfo") { call, _ in
            let app = try call.screen().app
            return [
                "bundleId": app.map { .string($0) } ?? .null, "pid": 0, "name": "",
                "processArguments": ["args": [], "env": [:]],
            ]
        },
        Extension(name: "getContexts") { _, _ in [["id": .string(WebDriverCommand.nativeContext)]] },
        Extension(name: "hideKeyboard") { _, _ in .null },
        Extension(name: "isKeyboardShown") { _, _ in false },
        Extension(name: "queryAppState", required: ["bundleId"]) { call, arguments in
            guard let asked = arguments["bundleId"]?.stringValue else {
                throw WebDriverError(.invalidArgument, "“bundleId” takes the bundle identifier of an app.")
            }
            // 4 is running in front, 1 is there and not running, 0 is unknown.
            if asked == (try call.screen().app) { return 4 }
            if case .settings(let target) = call.session.target, target.app == asked { return 1 }
            return 0
        },
        Extension(name: "source", optional: ["format"]) { call, arguments in
            guard (arguments["format"]?.stringValue ?? "xml") == "xml" else {
                throw WebDriverError(.invalidArgument, "The source is given as “xml” only.")
            }
            return .string(String(decoding: PageSource(try call.screen().tree).xml, as: UTF8.self))
        },
        Extension(name: "tap", required: ["x", "y"], optional: ["elementId"]) { call, arguments in
            guard let x = arguments["x"]?.doubleValue, let y = arguments["y"]?.doubleValue else {
                throw WebDriverError(.invalidArgument, "“x” and “y” take numbers.")
            }
            guard let id = arguments["elementId"]?.stringValue else {
                try call.tap(.init(point: Point(x: x, y: y)))
                return .null
            }
            // Appium counts from the corner of the element.
            let screen = try call.screen()
            let frame = screen.tree.wholeFrame(of: try screen.element(id))
            try call.tap(.init(point: Point(x: Double(frame.x) + x, y: Double(frame.y) + y)))
            return .null
        },
    ]

    /// The extensions as Appium lists them.
    static var list: JSONValue {
        let methods = extensions.map { work in
            let arguments =
                work.required.map {
                    JSONValue.object([.init(name: "name", value: .string($0)), .init(name: "required", value: true)])
                }
                + work.optional.map {
                    .object([.init(name: "name", value: .string($0)), .init(name: "required", value: false)])
                }
            return JSONMember(
                name: "mobile: " + work.name,
                value: ["command": .string(work.name), "params": .array(arguments)]
            )
        }
        return ["rest": ["driver": .object(methods)]]
    }
}
