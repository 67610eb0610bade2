import HTTPTypes
import Inspection
import JSON
import ViewHierarchy

extension WebDriverCommand {
    /// The screen as a whole: its source, its picture, its size, and taps at points.
    static let ofScreen: [WebDriverCommand] = [
        get("/source", "getPageSource") { call in
            .string(String(decoding: PageSource(try call.screen().tree, isWrapped: true).xml, as: UTF8.self))
        },
        get("/screenshot", "getScreenshot") { call in
            try await ScreenPicture(call.services, call.session, try call.screen()).base64(of: nil)
        },
        get("/window/rect", "getWindowRect") { SeenElement(tree: try $0.screen().tree, index: 0).rect },
        post("/window/rect", "setWindowRect") { _ in
            throw WebDriverError(.unsupportedOperation, "The screen of a dump or of settings has the size that it has.")
        },
        get("/orientation", "getOrientation") { .string(orientation(of: try $0.screen())) },
        post("/orientation", "setOrientation") { call in
            let wanted = try call.text("orientation")
            guard wanted.uppercased() == orientation(of: try call.screen()) else {
                throw WebDriverError(.unsupportedOperation, "The screen cannot be turned to “\(wanted.prefix(40))”.")
            }
            return .null
        },
        post("/back", "back") { call in
            guard case .settings(let settings) = try call.screen() else {
                throw WebDriverError(.unsupportedOperation, "A dump is one moment of an app; nothing comes before it.")
            }
            settings.goBack()
            return .null
        },
        post("/actions", "performActions") { call in
            let taps = try call.read { PointerActions.taps(&$0, $1) }
            for tap in taps { try call.tap(tap) }
            return .null
        },
        WebDriverCommand(method: .delete, path: "/actions", name: "releaseActions") { _ in .null },
    ]

    private static func orientation(of screen: WebDriverScreen) -> String {
        let frame = screen.tree.wholeFrame(of: 0)
        return frame.width > frame.height ? "LANDSCAPE" : "PORTRAIT"
    }
}

extension WebDriverCall {
    /// Taps a point, of the screen or from the middle of an element.
    func tap(_ tap: PointerActions.Tap) throws {
        guard case .settings(let settings) = try screen() else {
            throw WebDriverError(
                .unsupportedOperation,
                "A dump is one moment of an app: nothing can be tapped, moved or typed."
            )
        }
        var point = tap.point
        if let id = tap.element {
            let frame = settings.screen.tree.wholeFrame(of: try settings.screen.element(id))
            point.x += Double(frame.x) + Double(frame.width) / 2
            point.y += Double(frame.y) + Double(frame.height) / 2
        }
        guard let element = settings.screen.element(at: point) else {
            throw WebDriverError(.invalidArgument, "The point \(point.x), \(point.y) is not on the screen.")
        }
        try settings.tap(element)
    }
}

/// The taps among the actions of pointers (W3C WebDriver, section 17.5). Everything else that fingers and keys do means
/// nothing where all rows are in reach.
enum PointerActions {
    /// One tap.
    struct Tap: Sendable, Hashable {
        /// In points of the screen, or from the middle of the element.
        var point: Point
        var element: String?
    }

    /// The most actions of one command.
    private static let maximumActions = 1_000

    /// The taps in their order; nil, or faults, where there is more than taps.
    static func taps(_ reader: inout MemberReader, _ body: JSONPlace) -> [Tap]? {
        var taps: [Tap] = []
        var count = 0
        for source in reader.elements(reader.required("actions", of: body), of: "sources") ?? [] {
            let type = reader.text(reader.required("type", of: source))
            let actions = reader.elements(reader.required("actions", of: source), of: "actions") ?? []
            count += actions.count
            guard count <= maximumActions else {
                reader.refuse(source, "There are more than \(maximumActions) actions.")
                return nil
            }
            if type == "pointer" {
                readPointer(&reader, actions, into: &taps)
            } else if actions.contains(where: { $0["type"]?.value.stringValue != "pause" }) {
                reader.refuse(
                    source,
                    "Only pointers are understood here, not “\(type?.prefix(20) ?? "")”: send keys to fields."
                )
            }
        }
        return taps
    }

    private static func readPointer(_ reader: inout MemberReader, _ actions: [JSONPlace], into taps: inout [Tap]) {
        var position = Tap(point: .zero)
        var pressed: Tap?
        for action in actions {
            switch action["type"]?.value.stringValue {
            case "pause", "pointerCancel": continue
            case "pointerDown": pressed = position
            case "pointerUp":
                if let pressed { taps.append(pressed) }
                pressed = nil
            case "pointerMove":
                let x = reader.number(reader.required("x", of: action)) ?? 0
                let y = reader.number(reader.required("y", of: action)) ?? 0
                let origin = action["origin"]?.value
                switch origin?.stringValue {
                case "pointer": position.point = Point(x: position.point.x + x, y: position.point.y + y)
                case "viewport", nil:
                    let element = origin?[WebDriverCommand.elementKey]?.stringValue
                    position = Tap(point: Point(x: x, y: y), element: element)
                case .some(let word):
                    reader.refuse(action, "“origin” is viewport, pointer or an element, not “\(word.prefix(40))”.")
                }
                if let start = pressed, start != position {
                    reader.refuse(action, "Nothing has to be scrolled or dragged here; only taps are understood.")
                }
            default: reader.refuse(action, "There is no such action of a pointer.")
            }
        }
    }
}
