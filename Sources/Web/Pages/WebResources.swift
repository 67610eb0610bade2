import Foundation
import HTTP

/// What the server reads when it starts, and never again: static files, and the templates of the pages.
///
/// Applications may share them: nothing in them changes.
public struct WebResources: Sendable {
    let assets: StaticFiles
    /// What the scripts of the pages import.
    let modules: ModuleGraph
    let openAPI: [UInt8]
    let dumpSchema: [UInt8]
    /// The names of the icons in the sprite, in its order.
    let icons: [String]
    let templates: TemplateLibrary

    /// Reads the folders.
    /// - Throws: `ServerSetupError` when templates or static files are missing or cannot be read.
    public init(_ folders: ResourceFolders) throws(ServerSetupError) {
        do {
            assets = try StaticFiles(root: folders.assets.path(percentEncoded: false))
        } catch {
            throw ServerSetupError(message: "The static files cannot be read: \(error)")
        }
        modules = ModuleGraph(scripts: assets, below: "js/")
        openAPI = try Self.contents(of: "openapi.json", in: assets)
        dumpSchema = try Self.contents(of: "dump.schema.json", in: assets)
        icons = Self.icons(in: try Self.contents(of: "icons/sprite.svg", in: assets))
        do {
            let prefix = String(assets.url(for: "").dropLast())
            templates = try TemplateLibrary(folder: folders.templates, constants: ["assets": prefix])
        } catch {
            throw ServerSetupError(message: error.message)
        }
    }

    private static func contents(of path: String, in assets: StaticFiles) throws(ServerSetupError) -> [UInt8] {
        guard let bytes = assets.contents(of: path) else {
            throw ServerSetupError(message: "The static files lack \(path).")
        }
        return bytes
    }

    private static func icons(in sprite: [UInt8]) -> [String] {
        String(decoding: sprite, as: UTF8.self).split(separator: "<symbol id=\"").dropFirst()
            .compactMap { $0.split(separator: "\"").first.map(String.init) }
    }
}
