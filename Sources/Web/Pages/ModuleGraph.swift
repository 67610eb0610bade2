package import HTTP

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
