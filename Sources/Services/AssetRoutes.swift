import Foundation
import HTTP
import HTTPTypes

/// Static files, the exporters for apps and debuggers, and the address at which browsers look for an icon unasked.
struct AssetRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.add(services.assets.route)
        // What apps and debuggers take along has an address that can be written down.
        router.add(services.assets.route(folder: "exporter"))
        let icon = services.assets.url(for: "icons/vitrine.svg")
        router.getImmediate("/favicon.ico", query: []) { _, _ in .redirect(to: icon) }
    }
}

/// `POST /theme`: keeps the colour scheme a visitor chose in a cookie.
struct ThemeRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.on(.post, "/theme") { request, _ in
            let form = try URLEncodedForm(parsing: request.body)
            let theme = form["theme"] ?? "auto"
            guard ["auto", "light", "dark"].contains(theme) else {
                throw Problem.unprocessable("unknown-theme", title: "Unknown theme", "A theme is auto, light or dark.")
            }
            var response = Response.redirect(to: Self.localPath(form["return"] ?? "/"))
            let age = theme == "auto" ? 0 : 365 * 24 * 3600
            response.headers[.setCookie] = "theme=\(theme); Path=/; Max-Age=\(age); HttpOnly; SameSite=Lax"
            return response
        }
    }

    /// A path of this server and nothing that leads elsewhere.
    static func localPath(_ path: String) -> String {
        let isLocal = path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\")
        return isLocal && path.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? path : "/"
    }
}

/// Which scripts a page's own script imports, all the way down, so that the page can have them loaded at once.
struct ModuleGraph: Sendable {
    /// Each module's imports, both by their paths below the folder.
    private let imports: [String: [String]]
    private let prefix: String

    /// Takes the `import … from "…"` and `export … from "…"` of every script below a folder.
    init(scripts: StaticFiles, below folder: String) {
        var imports: [String: [String]] = [:]
        for path in scripts.paths where path.hasPrefix(folder) && path.hasSuffix(".js") {
            let module = String(path.dropFirst(folder.count))
            imports[module] = Self.imports(in: scripts.contents(of: path) ?? []).map { Self.path(of: $0, from: module) }
        }
        self.imports = imports
        prefix = scripts.url(for: folder)
    }

    /// The addresses of the modules that a script reaches, itself left out, those it imports itself first.
    func reached(from script: String) -> [String] {
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
        // By bytes: all scripts are gone through before the server answers, and few lines are such.
        source.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let first = line.first, "ie}".utf8.contains(first),
                line.starts(with: "import ".utf8) || line.starts(with: "export ".utf8)
                    || line.starts(with: "} from ".utf8)
            else { return nil }
            let parts = line.split(separator: UInt8(ascii: "\""), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1].first == UInt8(ascii: "."),
                parts[0].suffix(5).elementsEqual("from ".utf8) || parts[0].elementsEqual("import ".utf8)
            else { return nil }
            return String(decoding: parts[1], as: UTF8.self)
        }
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
