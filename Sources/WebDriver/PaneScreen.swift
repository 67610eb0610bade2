import Diagnostics
import AppBundles
import Catalog
import Drawing
import DumpFormats
import FoundationEssentials
import JSON
import Locators
import Services
import Shapes
import ViewHierarchy
import Web

/// A screen of settings as a test tool sees it: a tree of elements, and what a tap on each does.
///
/// The layout is a plain one, in whole points, and not that of a device: a screen 390 points wide and as tall as its rows
/// need, at least 844; a bar of 44 below the 47 of the status bar; rows of 44, 16 from the sides. So nothing has to be
/// scrolled, and everything is visible.
struct PaneScreen: Sendable {
    /// What can be done with an element; the numbers are the indexes of rows, choices and items.
    enum Act: Sendable, Hashable {
        /// A tap leads to the screen before.
        case back
        /// A tap turns a switch.
        case toggle(Int)
        /// A tap opens a pane.
        case open(String)
        /// A tap opens the choices of a row.
        case choose(Int)
        /// A tap picks a choice.
        case pick(row: Int, choice: Int)
        /// Text is typed into it.
        case type(Int)
        /// It goes from 0 to 1.
        case slide(Int)
        /// Text is typed into an item of a list; one behind the last is a new one.
        case item(row: Int, item: Int)
        /// A tap takes an item out of a list.
        case remove(row: Int, item: Int)
        /// Nothing can be done, for this reason.
        case nothing(String)
    }

    /// One element before it becomes a view.
    struct Element: Sendable {
        /// The short name of its type.
        var type: String
        /// What tells it from the others of the screen.
        var key: String
        /// Where it is on the screen.
        var frame: WholeRect
        var name: String?
        var label: String?
        var value: String?
        var placeholder: String?
        var isEnabled = true
        var isSelected = false
        /// Nil where the element around it acts.
        var act: Act?
    }

    /// The screen's own number, which the ids of its elements begin with.
    let place: SettingsPlace
    let tree: ElementTree
    /// By element.
    private let elements: [Element]
    private let indexes: [String: Int]

    /// - Parameter elements: In tree order, each with the number of elements around it.
    init(_ place: SettingsPlace, _ elements: [(element: Element, depth: Int)]) {
        self.place = place
        var builder = ViewTreeBuilder()
        var origins: [WholeRect] = []
        var indexes: [String: Int] = [:]
        for (index, (element, depth)) in elements.enumerated() {
            origins.removeLast(max(origins.count - depth, 0))
            builder.append(Self.view(element, in: origins.last), depth: depth)
            origins.append(element.frame)
            indexes[element.key] = index
        }
        // What WebDriverAgent would say of it: attributes as they are, and nothing to be guessed.
        let dump = Dump(format: .webDriverAgentXML, tree: builder.build())
        tree = ElementTree(dump)
        self.elements = elements.map(\.element)
        self.indexes = indexes
    }

    private static func view(_ element: Element, in parent: WholeRect?) -> ViewDescription {
        let frame = Rect(
            x: Double(element.frame.x - (parent?.x ?? 0)),
            y: Double(element.frame.y - (parent?.y ?? 0)),
            width: Double(element.frame.width),
            height: Double(element.frame.height)
        )
        var view = ViewDescription(className: ElementType.className(element.type), frame: frame)
        view.label = element.label
        view.value = element.value
        let isControl = !["Application", "Window", "Table", "Cell", "NavigationBar"].contains(element.type)
        let attributes: [(String, String?)] = [
            ("name", element.name ?? element.label), ("enabled", element.isEnabled ? "true" : "false"),
            ("visible", "true"), ("accessible", isControl ? "true" : "false"),
            ("selected", element.isSelected ? "true" : "false"), ("placeholderValue", element.placeholder),
            ("bundleId", element.type == "Application" ? Self.settingsApp : nil),
        ]
        view.attributes = attributes.compactMap { name, value in value.map { .init(name, $0) } }
        return view
    }

    /// The bundle identifier of the app that shows settings on a device.
    static let settingsApp = "com.apple.Preferences"

    /// The id of an element, for as long as this screen is in front.
    func id(of element: Int) -> String {
        elements.indices.contains(element) ? "s\(place.number)-\(elements[element].key)" : ""
    }

    /// The element of an id.
    func element(_ id: String) throws(WebDriverError) -> Int {
        let parts = id.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].first == "s", let number = Int(parts[0].dropFirst()) else {
            throw WebDriverError(.noSuchElement, "There is no element “\(id.prefix(60))”.")
        }
        let key = String(parts[1])
        if number == place.number, let element = indexes[key] { return element }
        // Of the screens before this one only the form of the ids is left; of this one, rows stay and items may go.
        guard number > 0, number <= place.number, Self.isKey(key), number < place.number || key.contains("-i") else {
            throw WebDriverError(.noSuchElement, "Unknown element “\(id.prefix(60))”.")
        }
        throw WebDriverError(
            .staleElementReference,
            "The element “\(id.prefix(60))” is not on the current screen. Find it again."
        )
    }

    /// Whether a text is what ``PaneLayout`` may call an element: a part of every screen, or a group or a row by number,
    /// with what is in it.
    private static func isKey(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first else { return false }
        func isNumbered(_ part: Substring, _ marks: String) -> Bool {
            part.first.map(marks.contains) == true && Int(part.dropFirst()).map { $0 >= 0 } == true
        }
        if parts.count == 1, ["app", "window", "bar", "back", "title", "table"].contains(first) { return true }
        let words: Set<Substring> = ["header", "footer", "title", "detail", "control", "delete", "new"]
        return isNumbered(first, "gr")
            && parts.dropFirst().allSatisfy { words.contains($0) || isNumbered($0, "ic") }
    }

    /// What the nearest of an element and those around it does when it is tapped or typed into, and that element.
    func act(of element: Int) -> (act: Act, element: Int)? {
        var next: Int? = element
        while let element = next {
            if elements.indices.contains(element), let act = elements[element].act { return (act, element) }
            next = tree.parent(of: element)
        }
        return nil
    }

    /// Whether an element takes part.
    func isEnabled(_ element: Int) -> Bool { elements.indices.contains(element) && elements[element].isEnabled }

    /// What an element is called in a sentence.
    func spokenName(_ element: Int) -> String {
        guard elements.indices.contains(element) else { return "The element" }
        let text = elements[element].label ?? elements[element].name ?? elements[element].key
        return "“\(text.prefix(60))” (\(elements[element].type))"
    }

    /// The element that a tap at a point reaches: the last one there that does something, else the last one.
    func element(at point: Point) -> Int? {
        let hit = elements.indices.filter { index in
            let frame = elements[index].frame
            return point.x >= Double(frame.x) && point.x < Double(frame.x + frame.width)
                && point.y >= Double(frame.y) && point.y < Double(frame.y + frame.height)
        }
        return hit.last { elements[$0].act != nil } ?? hit.last
    }
}

/// The picture of a session's screen, or of one of its elements: what the dump carries, else one that is drawn.
struct ScreenPicture {
    private let services: Services
    private let session: WebDriverSession
    private let screen: WebDriverScreen

    init(_ services: Services, _ session: WebDriverSession, _ screen: WebDriverScreen) {
        self.services = services
        self.session = session
        self.screen = screen
    }

    /// The picture in base 64.
    /// - Parameter element: Nil for the whole screen.
    func base64(of element: Int?) async throws -> JSONValue {
        let view = element.flatMap(screen.tree.view).flatMap { screen.tree.views.id(at: $0) }
        return .string(Data(try await picture(of: view)).base64EncodedString())
    }

    private func picture(of view: Int?) async throws -> [UInt8] {
        switch screen {
        case .dump(let snapshot, _, _):
            if let view, let picture = snapshot.dump.pictures[view] { return picture }
            if view == nil, let picture = try services.catalog.screenshot(of: snapshot.summary.id) { return picture }
            var options = WireframeOptions(view: view, title: snapshot.summary.name)
            options.style = WireframeOptions.style(suiting: snapshot.dump)
            (options.appearance, options.device) = (.light, snapshot.dump.device)
            options.pictures = snapshot.dump.embeddedPictures
            return try await drawn(snapshot.dump.tree, options)
        case .settings(let settings):
            let options = WireframeOptions(view: view, title: "Settings")
            return try await drawn(settings.screen.tree.views, options)
        }
    }

    private func drawn(_ tree: ViewTree, _ options: WireframeOptions) async throws -> [UInt8] {
        guard let rasterizer = services.configuration.rasterizer else {
            throw WebDriverError(.unableToCaptureScreen, "The dump has no screenshot, and this server draws none.")
        }
        return try await services.pictures.pass {
            var options = options
            options.missing = rasterizer.missing()
            do throws(PictureFailure) {
                return try rasterizer.png(Wireframe.svg(of: tree, options: options))
            } catch {
                throw WebDriverError(
                    .unableToCaptureScreen,
                    "There is no screenshot, and none can be drawn. \(error.message)"
                )
            }
        }
    }
}
