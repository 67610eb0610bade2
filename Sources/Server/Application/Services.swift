import Catalog
import Defaults
import Foundation
import HTTP
import Logging

/// What the routes share: the stores, the templates and the static files.
struct Services: Sendable {
    let catalog: Catalog
    let defaults: any DefaultsStore
    let pages: PageRenderer
    let assets: StaticFiles
    let openAPI: [UInt8]
    let dumpSchema: [UInt8]
    let configuration: ServerConfiguration
    let uploads: UploadGate
    let logger: Logger

    init(
        catalog: Catalog,
        defaults: any DefaultsStore,
        resources: ResourceFolders,
        configuration: ServerConfiguration,
        logger: Logger,
        templateObserver: (@Sendable (String, TemplateModel) -> Void)? = nil
    ) throws(ServerSetupError) {
        self.catalog = catalog
        self.defaults = defaults
        self.configuration = configuration
        self.logger = logger
        uploads = UploadGate(limit: configuration.maximumConcurrentUploads)
        var templates: TemplateLibrary
        do {
            templates = try TemplateLibrary(folder: resources.templates)
        } catch {
            throw ServerSetupError(message: error.message)
        }
        templates.observer = templateObserver
        do {
            assets = try StaticFiles(root: resources.assets.path(percentEncoded: false))
            openAPI = try [UInt8](Data(contentsOf: resources.assets.appending(path: "openapi.json")))
            dumpSchema = try [UInt8](Data(contentsOf: resources.assets.appending(path: "dump.schema.json")))
        } catch {
            throw ServerSetupError(message: "The static files cannot be read: \(error)")
        }
        pages = PageRenderer(templates: templates, assets: String(assets.url(for: "").dropLast()))
    }
}
