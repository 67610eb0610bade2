import Diagnostics
package import Foundation
package import HTTP

/// What the server reads when it starts, and never again: static files, and the templates of the pages.
///
/// Applications may share them: nothing in them changes.
package struct WebResources: Sendable {
    package let assets: StaticFiles
    /// What the scripts of the pages import.
    package let modules: ModuleGraph
    package let openAPI: [UInt8]
    /// The guides with their pictures; nil where they are not installed.
    package let guides: StaticFiles?
    package let dumpSchema: [UInt8]
    /// The names of the icons in the sprite, in its order.
    package let icons: [String]
    package let templates: TemplateLibrary

    /// Reads the folders.
    /// - Throws: `ServerSetupError` when templates or static files are missing or cannot be read.
    package init(_ folders: ResourceFolders) throws(ServerSetupError) {
        do {
            assets = try StaticFiles(root: folders.assets.path(percentEncoded: false))
            let folder = folders.guides.path(percentEncoded: false)
            let isThere = FileManager.default.fileExists(atPath: folder)
            guides = isThere ? try StaticFiles(root: folder, prefix: "/docs/files") : nil
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
            throw ServerSetupError(message: "\(path) is missing from the static files.")
        }
        return bytes
    }

    private static func icons(in sprite: [UInt8]) -> [String] {
        String(decoding: sprite, as: UTF8.self).split(separator: "<symbol id=\"").dropFirst()
            .compactMap { $0.split(separator: "\"").first.map(String.init) }
    }
}

/// Where the server finds its templates and static files.
package struct ResourceFolders: Sendable {
    /// `Public`: style sheets, scripts, icons, the OpenAPI document.
    package var assets: URL
    /// `Templates`: the pages.
    package var templates: URL
    /// `Samples`, which need not be there.
    package var samples: URL
    /// `docs`, which need not be there.
    package var guides: URL

    /// The folders below a root.
    package init(root: URL) {
        assets = root.appending(path: "Public")
        templates = root.appending(path: "Templates")
        samples = root.appending(path: "Samples")
        guides = root.appending(path: "docs")
    }

    /// Looks for the folders: where `explicit` says, else in `share/vitrine` beside the executable's folder, else
    /// upward from the executable, else upward from the working directory.
    /// - Returns: nil when they are nowhere.
    package static func find(explicit: String?, executable: URL, workingDirectory: URL) -> ResourceFolders? {
        if let explicit { return existing(at: URL(filePath: explicit)) }
        let program = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = program.deletingLastPathComponent().appending(path: "share/vitrine")
        return existing(at: installed) ?? upward(from: program) ?? upward(from: workingDirectory)
    }

    private static func upward(from folder: URL) -> ResourceFolders? {
        var folder = folder.standardizedFileURL
        while true {
            if let found = existing(at: folder) { return found }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.path() != folder.path() else { return nil }
            folder = parent
        }
    }

    private static func existing(at root: URL) -> ResourceFolders? {
        let folders = ResourceFolders(root: root)
        let needed = [folders.assets.appending(path: "openapi.json"), folders.templates.appending(path: "pages")]
        let present = needed.allSatisfy { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
        return present ? folders : nil
    }
}

/// Something without which the server cannot start: a template or a static file that is missing or unreadable.
package struct ServerSetupError: Error, Sendable {
    /// One sentence for people.
    package var message: String
}

/// Which scripts a page's own script imports, all the way down, so that the page can have them loaded at once.
package struct ModuleGraph: Sendable {
    /// Each module's imports, both by their paths below the folder.
    private let imports: [String: [String]]
    private let prefix: String

    /// Takes the `import … from "…"` and `export … from "…"` of every script below a folder.
    package init(scripts: StaticFiles, below folder: String) {
        var imports: [String: [String]] = [:]
        for path in scripts.paths where path.hasPrefix(folder) && path.hasSuffix(".js") {
            let module = String(path.dropFirst(folder.count))
            imports[module] = Self.imports(in: scripts.contents(of: path) ?? []).map { Self.path(of: $0, from: module) }
        }
        self.imports = imports
        prefix = scripts.url(for: folder)
    }

    /// The addresses of the modules that a script reaches, itself left out, those it imports itself first.
    package func reached(from script: String) -> [String] {
        var seen: Set = [script]
        var order = [script]
        var next = 0
        while next < order.count {
            for path in imports[order[next]] ?? [] where imports[path] != nil && seen.insert(path).inserted {
                order.append(path)
            }
            next += 1
        }
        return order.dropFirst().map { prefix + $0 }
    }

    /// The specifiers of a module's static imports, which stand at the start of a line or end a list of names.
    private static func imports(in source: [UInt8]) -> [String] {
        var found: [String] = []
        var rest = source[...]
        // By what few lines have: all scripts are gone through before the server answers.
        while let start = rest.firstRange(ofBytes: " \".") {
            let newline = source[..<start.lowerBound].lastIndex(of: UInt8(ascii: "\n"))
            let head = source[(newline.map { $0 + 1 } ?? 0)...start.lowerBound]
            let specifier = source[(start.lowerBound + 2)...].prefix { $0 != UInt8(ascii: "\"") }
            rest = source[specifier.endIndex...]
            let isImport =
                ["import ", "export ", "} from "].contains { head.starts(with: $0.utf8) }
                && (head.suffix(5).elementsEqual("from ".utf8) || head.elementsEqual("import ".utf8))
            if isImport && !head.contains(UInt8(ascii: "\"")) {
                found.append(String(decoding: specifier, as: UTF8.self))
            }
        }
        return found
    }

    private static func path(of specifier: String, from module: String) -> String {
        var parts = module.split(separator: "/").dropLast().map(String.init)
        for part in specifier.split(separator: "/") {
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
