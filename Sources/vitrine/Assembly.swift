import Access
import Agents
import AppServer
import Catalog
import Commands
import DumpFormats
import DumpServer
import Foundation
import Logging
import Services
import Web
import WebDriver

extension ServerApplication {
    /// Puts the whole product together on a store that is open: for a server with a socket, and for one without.
    static func assembled(
        _ storage: OpenedStore,
        paths: [String],
        access: AccessControl,
        resources: ResourceFolders,
        configuration: ServerConfiguration,
        logger: Logger
    ) throws -> ServerApplication {
        var bounds = CatalogLimits.standard
        bounds.dump.maximumBytes = configuration.maximumDumpBytes
        bounds.dump.maximumJSONBytes = configuration.maximumJSONDumpBytes
        let catalog = Catalog.open(paths: paths, store: storage.catalog, limits: bounds)
        for problem in catalog.problems {
            let line = problem.line.map { ":\($0)" } ?? ""
            logger.warning("\(problem.path)\(line): \(problem.message)")
        }
        do {
            let services = Services(
                catalog: catalog,
                defaults: storage.defaults,
                access: access,
                followed: storage.followed,
                shared: storage.shared,
                resources: try WebResources(resources),
                configuration: configuration,
                logger: logger
            )
            let asked = services.dumpRoutes + services.appRoutes
            let others: [any RouteGroup] = [
                WebDriverRoutes(services: services), AgentRoutes(services: services, over: asked),
            ]
            return ServerApplication(services, asked + others)
        } catch {
            throw CommandFailure(error.message)
        }
    }
}

extension ResourceFolders {
    /// The folder that an option or the environment names, else the one beside the program.
    static func found(_ option: String?) throws -> ResourceFolders {
        guard
            let folders = find(
                explicit: option ?? Environment.value("VITRINE_RESOURCES"),
                executable: URL(filePath: "/proc/self/exe"),
                workingDirectory: URL(filePath: FileManager.default.currentDirectoryPath)
            )
        else {
            throw CommandFailure("Public and Templates were not found; name their folder with --resources.")
        }
        return folders
    }
}
