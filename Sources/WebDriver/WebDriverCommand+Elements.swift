import Services
import HTTP
import JSON
import Locators
import Logging
import Web

extension WebDriverCommand {
    /// The member by which the protocol marks the id of an element (W3C WebDriver, section 12).
    static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

    /// Finding elements, looking at them, and using them.
    static let ofElements: [WebDriverCommand] =
        ["", "/element/{element}"].flatMap { path -> [WebDriverCommand] in
            [
                post(path + "/element", path.isEmpty ? "findElement" : "findElementFromElement") { call in
                    let search = try ElementSearch(call)
                    guard let first = try search.elements().first else { throw search.nothing }
                    return search.reference(to: first)
                },
                post(path + "/elements", path.isEmpty ? "findElements" : "findElementsFromElement") { call in
                    let search = try ElementSearch(call)
                    return .array(try search.elements().map(search.reference))
                },
            ]
        } + [
            get("/element/active", "active") { _ in
                throw WebDriverError(.noSuchElement, "Which element has the focus is not known.")
            },
            read("/attribute/{name}", "getAttribute") { $0.attribute($1) },
            read("/property/{name}", "getProperty") { $0.attribute($1) },
            read("/displayed", "elementDisplayed") { element, _ in .bool(element.tree.isVisible(element.index)) },
            read("/enabled", "elementEnabled") { element, _ in .bool(element.tree.isEnabled(element.index)) },
            read("/selected", "elementSelected") { element, _ in
                .bool(element.tree.isSelected(element.index) ?? false)
            },
            read("/text", "getText") { element, _ in .string(element.text) },
            read("/name", "getName") { element, _ in .string(element.tree.tag(of: element.index)) },
            read("/rect", "getElementRect") { element, _ in element.rect },
            get("/element/{element}/css/{name}", "getCssProperty") { _ in
                throw WebDriverError(.unsupportedOperation, "Elements of apps have no properties of CSS.")
            },
            get("/element/{element}/screenshot", "getElementScreenshot") { call in
                let screen = try call.screen()
                let element = try screen.element(try call.elementID())
                return try await ScreenPicture(call.services, call.session, screen).base64(of: element)
            },
            use("/click", "click") { try $0.tap($1) },
            use("/clear", "clear") { try $0.clear($1) },
            post("/element/{element}/value", "setValue") { call in
                let text = try call.typedText()
                let screen = try call.screen()
                let element = try screen.element(try call.elementID())
                try screen.usable().type(text, into: element)
                return .null
            },
        ]

    /// A command that tells something of an element.
    private static func read(
        _ path: String,
        _ name: String,
        _ value: @escaping @Sendable (SeenElement, String) -> JSONValue
    ) -> WebDriverCommand {
        get("/element/{element}" + path, name) { call in
            let screen = try call.screen()
            let element = try screen.element(try call.elementID())
            return value(SeenElement(tree: screen.tree, index: element), call.path["name"] ?? "")
        }
    }

    /// A command that does something with an element.
    private static func use(
        _ path: String,
        _ name: String,
        _ work: @escaping @Sendable (SettingsScreen, Int) throws -> Void
    ) -> WebDriverCommand {
        post("/element/{element}" + path, name) { call in
            let screen = try call.screen()
            let element = try screen.element(try call.elementID())
            try work(try screen.usable(), element)
            return .null
        }
    }
}

extension WebDriverCall {
    /// What shall be typed: `text`, or the pieces of `value` as older clients send them.
    fileprivate func typedText() throws(WebDriverError) -> String {
        if body["text"] != nil { return try text("text") }
        return try read { reader, body in
            reader.elements(reader.required("value", of: body), of: "texts")?.compactMap { reader.text($0) }.joined()
        }
    }
}

/// A search for elements: a strategy, its text and where to begin.
private struct ElementSearch {
    private let locator: Locator
    private let using: String
    private let screen: WebDriverScreen
    private let start: Int?
    private let attributes: [String]
    private let logger: Logger

    init(_ call: WebDriverCall) throws {
        using = try call.text("using")
        locator = try Self.locator(using, try call.text("value"))
        screen = try call.screen()
        start = try call.path["element"].map(screen.element)
        attributes = call.session.settings.responseAttributes
        logger = call.services.logger
    }

    /// - Throws: ``WebDriverError`` with `invalid selector` for a strategy that there is not here: Appium's word, which the
    ///   clients of iOS know. The standard has it for three of its own five strategies at most, and `invalid argument` for
    ///   a strategy outside of its table, where all of Appium's are.
    private static func locator(_ using: String, _ text: String) throws(WebDriverError) -> Locator {
        switch using {
        case "accessibility id", "id", "name": Locator(.identifier, text)
        case "class name", "tag name": Locator(.className, text)
        case "xpath": Locator(.xpath, text)
        case "-ios predicate string": Locator(.predicate, text)
        case "-ios class chain": Locator(.classChain, text)
        case "css selector": Locator(.css, text)
        default:
            throw WebDriverError(
                .invalidSelector,
                "There is no strategy “\(using.prefix(60))” here; there are accessibility id, id, name, class name, xpath, "
                    + "-ios predicate string, -ios class chain and simple selectors of CSS."
            )
        }
    }

    func elements() throws -> [Int] {
        let found = try locator.elements(in: screen.tree, from: start)
        if found.isEmpty { noteAbsence() }
        return found
    }

    /// Tells in the log why nothing is found, where the screen never has what is asked for.
    private func noteAbsence() {
        let notes = locator.notes(in: screen.tree, finding: 0).map(\.sentence)
        guard !notes.isEmpty else { return }
        logger.info("Nothing is found by \(using) “\(locator.text.prefix(200))”. \(notes.joined(separator: " "))")
    }

    /// The id of an element, and what else the client wants to know of each one that is found.
    func reference(to element: Int) -> JSONValue {
        let seen = SeenElement(tree: screen.tree, index: element)
        var members = [JSONMember(name: WebDriverCommand.elementKey, value: .string(screen.id(of: element)))]
        members += attributes.map { JSONMember(name: $0, value: seen.responseAttribute($0)) }
        return .object(members)
    }

    var nothing: WebDriverError {
        WebDriverError(.noSuchElement, "No element matches \(using) “\(locator.text.prefix(200))”.")
    }
}

/// One element of a screen that is looked at.
struct SeenElement {
    let tree: ElementTree
    let index: Int

    /// Its value, else its label, else nothing.
    var text: String { tree.value(of: index) ?? tree.label(of: index) ?? "" }

    /// Where it is, in the whole points that page source has.
    var rect: JSONValue {
        let rect = tree.wholeFrame(of: index)
        return [
            "x": .integer(Int64(rect.x)), "y": .integer(Int64(rect.y)), "width": .integer(Int64(rect.width)),
            "height": .integer(Int64(rect.height)),
        ]
    }

    /// An attribute as text, also by WebDriverAgent's own name (`wdLabel`); null for one that it does not have, or of
    /// which nothing is known.
    func attribute(_ name: String) -> JSONValue {
        var name = name
        if name.hasPrefix("wd"), let first = name.dropFirst(2).first, first.isUppercase {
            name = first.lowercased() + name.dropFirst(3)
        }
        switch name {
        case "rect", "frame": return .string(String(decoding: rect.serialized(), as: UTF8.self))
        case "selected": return tree.isSelected(index).map { .string($0 ? "true" : "false") } ?? .null
        case "text": return .string(text)
        default: return tree.attribute(name, of: index).map { .string($0) } ?? .null
        }
    }
    /// What the setting `elementResponseAttributes` calls so; null for a name that it does not have.
    func responseAttribute(_ name: String) -> JSONValue {
        switch name {
        case "type", "name": .string(tree.tag(of: index))
        case "label": tree.label(of: index).map { .string($0) } ?? .null
        case "text": .string(text)
        case "rect": rect
        case "enabled": .bool(tree.isEnabled(index))
        case "displayed": .bool(tree.isVisible(index))
        case "selected": .bool(tree.isSelected(index) ?? false)
        case _ where name.hasPrefix("attribute/"): attribute(String(name.dropFirst("attribute/".count)))
        default: .null
        }
    }
}
