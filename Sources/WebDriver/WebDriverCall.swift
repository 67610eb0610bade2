import AppBundles
import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Locators
import Services
import Synchronization
import ViewHierarchy
import Web

/// One command of a session on its way.
struct WebDriverCall {
    let services: Services
    let sessions: WebDriverSessions
    let session: WebDriverSession
    /// The body; an object without members where none came.
    let body: JSONPlace
    let path: PathParameters

    /// What the session shows now.
    /// - Throws: ``WebDriverError`` with `invalid session id` when it is not there any more.
    func screen() throws -> WebDriverScreen {
        do {
            return try WebDriverScreen(session, services)
        } catch let error as CatalogError where error.code == .unknownDump || error.code == .unknownApp {
            throw gone(error.message)
        } catch let error as AppBundleError where error.code == .missingPane {
            throw gone(error.message)
        } catch let problem as Problem where problem.status == .notFound {
            throw gone(problem.detail)
        }
    }

    private func gone(_ reason: String) -> WebDriverError {
        WebDriverError(
            .invalidSessionID,
            "The dump or app of this session is no longer on this server. Start another session. \(reason)"
        )
    }

    /// Reads members of the body.
    /// - Throws: ``WebDriverError`` with `invalid argument` that names all that is wrong.
    /// - Parameter place: What is read in place of the body.
    func read<Value>(
        _ place: JSONPlace? = nil,
        _ read: (inout MemberReader, JSONPlace) -> Value?
    ) throws(WebDriverError) -> Value {
        var reader = MemberReader()
        let value = read(&reader, place ?? body)
        if let error = WebDriverError(reader.faults) { throw error }
        guard let value else { throw WebDriverError(.invalidArgument, "The body lacks values that the command needs.") }
        return value
    }

    /// A text of the body that has to be there.
    func text(_ name: String) throws(WebDriverError) -> String {
        try read { $0.text($0.required(name, of: $1)) }
    }

    /// The id of the element that the path names.
    func elementID() throws(WebDriverError) -> String {
        guard let id = path["element"] else { throw WebDriverError(.unknownCommand, "The path names no element.") }
        return id
    }
}

/// The screen of a session at one moment.
enum WebDriverScreen {
    /// A dump, its elements, and how many ids its views have had while the session looked: undoing frees ids.
    case dump(DumpSnapshot, ElementTree, ids: Int)
    /// A pane of settings.
    case settings(SettingsScreen)

    /// The elements of a dump, made once for each revision of it.
    private struct DumpElements: Sendable {
        let tree: ElementTree
    }

    init(_ session: WebDriverSession, _ services: Services) throws {
        switch session.target {
        case .dump(let id):
            let snapshot = try services.snapshot(of: id)
            let geometry = snapshot.geometry
            let elements = snapshot.derived { _ in DumpElements(tree: ElementTree(snapshot.dump, geometry: geometry)) }
            let depth = session.settings.maximumDepth
            let ids = session.state.withLock { state in
                state.ids = max(state.ids, snapshot.dump.tree.nextID)
                return state.ids
            }
            self = .dump(snapshot, depth.map { elements.tree.cut(below: $0) } ?? elements.tree, ids: ids)
        case .settings(let target): self = .settings(try SettingsScreen(session, target, services))
        }
    }

    /// The elements.
    var tree: ElementTree {
        switch self {
        case .dump(_, let tree, _): tree
        case .settings(let settings): settings.screen.tree
        }
    }

    /// The bundle identifier of the app in front; nil where that is not known.
    var app: String? {
        switch self {
        case .dump(let snapshot, _, _): snapshot.dump.app
        case .settings: PaneScreen.settingsApp
        }
    }

    /// What ids of elements of a dump begin with, before the id of the view.
    private static let viewMark: Character = "v"
    /// The id of an element that stands for no view.
    private static let rootID = "root"

    /// The id by which clients speak of an element: of a dump, that of the view, which edits do not change.
    func id(of element: Int) -> String {
        switch self {
        case .dump(_, let tree, _):
            tree.view(of: element).flatMap { tree.views.id(at: $0) }.map { "\(Self.viewMark)\($0)" } ?? Self.rootID
        case .settings(let settings): settings.screen.id(of: element)
        }
    }

    /// The element of an id.
    /// - Throws: ``WebDriverError`` for an id that is none, or whose element is gone.
    func element(_ id: String) throws(WebDriverError) -> Int {
        switch self {
        case .settings(let settings): return try settings.screen.element(id)
        case .dump(_, let tree, let ids):
            if id == Self.rootID, tree.hasOwnRoot { return 0 }
            guard id.first == Self.viewMark, let number = Int(id.dropFirst()), number >= 0 else {
                throw WebDriverError(.noSuchElement, "There is no element “\(id.prefix(60))”.")
            }
            guard number < ids else {
                throw WebDriverError(.noSuchElement, "The dump has no view \(number).")
            }
            guard let index = tree.views.index(ofID: number), let element = tree.element(ofView: index) else {
                throw WebDriverError(.staleElementReference, "The dump no longer has view \(number). Find it again.")
            }
            return element
        }
    }

    /// A pane to act on.
    /// - Throws: ``WebDriverError`` with `invalid element state` for a dump, of which nothing can be used.
    func usable() throws(WebDriverError) -> SettingsScreen {
        guard case .settings(let settings) = self else {
            throw WebDriverError(
                .invalidElementState,
                "A dump shows one moment of an app. Its elements can be inspected, but not tapped or typed into."
            )
        }
        return settings
    }
}
