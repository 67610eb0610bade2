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
            options.appearance = .light
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
            do throws(PictureFailure) {
                return try rasterizer(Wireframe.svg(of: tree, options: options))
            } catch {
                throw WebDriverError(
                    .unableToCaptureScreen,
                    "There is no screenshot, and none can be drawn. \(error.message)"
                )
            }
        }
    }
}
