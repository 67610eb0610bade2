import JSON
import Locators
import ViewHierarchy
import Web

/// What clients send as scripts: Appium's extensions (`mobile: …`), and the two atoms of Selenium that stand for commands.
struct WebDriverScript {
    private let call: WebDriverCall
    private let script: String
    private let arguments: [JSONValue]

    init(_ call: WebDriverCall) throws(WebDriverError) {
        self.call = call
        (script, arguments) = try call.read { reader, body in
            let script = reader.text(reader.required("script", of: body))
            let arguments = reader.elements(reader.required("args", of: body))?.map(\.value)
            return script.flatMap { script in arguments.map { (script, $0) } }
        }
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
        return try work.run(call, try argument(of: work))
    }

    /// The one argument of an extension, with the members that it needs.
    private func argument(of work: Extension) throws(WebDriverError) -> JSONPlace {
        let argument = JSONPlace(arguments.first ?? [:])
        var reader = MemberReader()
        if arguments.count > 1 { reader.refuse(argument, "“mobile: \(work.name)” takes one argument, an object.") }
        if reader.object(argument) != nil {
            for name in work.required { _ = reader.required(name, of: argument) }
        }
        if let error = WebDriverError(reader.faults) { throw error }
        return argument
    }

    private func argumentElement() throws -> SeenElement {
        guard let id = arguments.first?[WebDriverCommand.elementKey]?.stringValue else {
            throw WebDriverError(.invalidArgument, "The first argument of the script must be an element.")
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
        let run: @Sendable (WebDriverCall, JSONPlace) throws -> JSONValue
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
        Extension(name: "alert", required: ["action"], optional: ["buttonLabel"]) { call, arguments in
            let action = try call.read(arguments) { reader, place in
                _ = reader.text(place["buttonLabel"])
                return reader.choice(place["action"], of: ["accept", "dismiss", "getButtons"])
            }
            let alert = try WebDriverAlert(try call.screen())
            guard action == "getButtons" else { throw alert.refusal }
            return .array(alert.buttons.map { .string($0) })
        },
        Extension(name: "queryAppState", required: ["bundleId"]) { call, arguments in
            let asked = try call.read(arguments) { $0.text($1["bundleId"]) }
            // 4 is running in front, 1 is there and not running, 0 is unknown.
            if asked == (try call.screen().app) { return 4 }
            if case .settings(let target) = call.session.target, target.app == asked { return 1 }
            return 0
        },
        Extension(name: "source", optional: ["format", "excludedAttributes"]) { call, arguments in
            let excluded = try call.read(arguments) { reader, place in
                _ = reader.choice(place["format"], of: ["xml"])
                return reader.text(place["excludedAttributes"]) ?? ""
            }
            return .string(try call.pageSource(isWrapped: false, excluding: Set(WebDriverSettings.names(excluded))))
        },
        Extension(name: "tap", required: ["x", "y"], optional: ["elementId"]) { call, arguments in
            let (offset, id) = try call.read(arguments) { reader, place in
                let point = Point(x: reader.number(place["x"]) ?? 0, y: reader.number(place["y"]) ?? 0)
                return (point, reader.text(place["elementId"]))
            }
            var point = offset
            let screen = try call.screen()
            if let id {
                // Appium counts from the corner of the element.
                let frame = screen.tree.wholeFrame(of: try screen.element(id))
                point.x += Double(frame.x)
                point.y += Double(frame.y)
            }
            try call.tap(.init(point: point))
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
