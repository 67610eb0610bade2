import Commands
import Diagnostics
import Foundation
import Yams

/// A file with settings of `vitrine serve`: YAML, and with that JSON, one member for each setting by its name.
///
///     host: 0.0.0.0
///     allow-host: [vitrine.example.com, vitrine]
///     max-dump: 128
struct ConfigurationFile {
    /// A setting in the file.
    struct Entry: Sendable, Equatable {
        /// As the environment would have it.
        var value: String
        /// Where it stands, counted from 1.
        var line: Int
    }

    /// Something in the file that cannot be used.
    struct Fault: Sendable, Equatable, CustomStringConvertible {
        var path: String
        /// Nil for the file as a whole.
        var line: Int?
        var message: String

        var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
    }

    private static let maximumBytes = 1 << 20

    let path: String
    /// The settings by their names.
    private(set) var entries: [String: Entry] = [:]
    private(set) var faults: [Fault] = []

    /// Reads a file.
    /// - Throws: `CommandFailure` when it cannot be read at all.
    init(path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: Self.maximumBytes + 1)
        else { throw CommandFailure("\(path): The configuration can't be read.") }
        guard data.count <= Self.maximumBytes else {
            throw CommandFailure("\(path): A configuration has at most \(Self.maximumBytes >> 20) MiB.")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw CommandFailure("\(path): This is not UTF-8 text.")
        }
        self.init(text, path: path)
    }

    /// Reads a text.
    init(_ text: String, path: String) {
        self.path = path
        do {
            guard let root = try Yams.compose(yaml: text) else { return }
            guard let mapping = root.mapping else {
                refuse(root, "The file has settings by their names, such as “port: 8080”.")
                return
            }
            for (key, value) in mapping { take(key, value) }
        } catch {
            let (line, message) = Self.place(of: error)
            faults.append(Fault(path: path, line: line, message: message))
        }
    }

    private mutating func take(_ key: Node, _ value: Node) {
        guard let name = key.scalar?.string else { return refuse(key, "The name of a setting is a text.") }
        guard let setting = ServeSetting.all.first(where: { $0.name == name }) else {
            let near = NearSpelling.nearest(to: name.replacing("_", with: "-"), among: ServeSetting.all.map(\.name))
            let hint = near.map { " Did you mean “\($0)”?" } ?? ""
            return refuse(key, "There is no setting “\(name.prefix(60))”.\(hint)")
        }
        guard let text = text(of: value, setting) else { return }
        entries[name] = Entry(value: text, line: key.mark?.line ?? 1)
    }

    private mutating func text(of node: Node, _ setting: ServeSetting) -> String? {
        let isList = setting.kind == .list || setting.kind == .paths
        switch node {
        case .scalar(let scalar):
            switch setting.kind {
            case .number where Int(scalar.string) == nil: refuse(node, "“\(setting.name)” takes a whole number.")
            case .flag where Environment.flag(scalar.string) == nil:
                refuse(node, "“\(setting.name)” takes true or false.")
            default: return scalar.string
            }
        case .sequence(let elements) where isList:
            let texts = elements.compactMap { $0.scalar?.string }
            if texts.count == elements.count, !texts.contains(where: { $0.contains(setting.kind.separator) }) {
                return texts.joined(separator: setting.kind.separator)
            }
            refuse(node, "“\(setting.name)” takes a list of texts without “\(setting.kind.separator)” in them.")
        default:
            refuse(node, "“\(setting.name)” takes \(isList ? "a text or a list of texts" : "one value").")
        }
        return nil
    }

    private mutating func refuse(_ node: Node, _ message: String) {
        faults.append(Fault(path: path, line: node.mark?.line ?? 1, message: message))
    }

    /// What is wrong with a text that is no YAML. The text itself is not shown: it may hold what nobody may see.
    private static func place(of error: any Error) -> (line: Int?, message: String) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            (mark.line, "This is no YAML: \(problem).")
        case .duplicatedKeysInMapping(let names, let context):
            (context.mark.line, "“\(names.joined(separator: "”, “"))” is there twice.")
        default: (nil, "This is no YAML.")
        }
    }
}
