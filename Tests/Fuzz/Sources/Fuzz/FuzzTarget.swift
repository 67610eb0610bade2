import Agents
import AppBundles
import Archives
import Catalog
import DumpFormats
import Foundation
import JSON
import PropertyList
import TestSupport
import AutoLayout
import ViewHierarchy

/// A reader, and what is done with each input.
struct FuzzTarget: Sendable {
    let name: String
    /// The longest input in bytes: room for everything that a format has, and no more.
    var maximumLength = 8_192
    /// The words that libFuzzer puts together, a file of `Tests/Fuzz/Dictionaries`.
    let dictionary: String
    let run: @Sendable ([UInt8]) -> Void

    /// Every target: each format of dumps, and what is not one of them.
    static let all =
        // A compiled storyboard is a list, and nibs that have a target of their own.
        DumpFormat.allCases.filter { $0 != .storyboardc }.map(format) + [
            detection, companion, edit, debugHierarchy, json, propertyList, archive, settings, strings, color, search,
            EditTargets.edits, EditTargets.animation, BundleTargets.specifiers, BundleTargets.zip,
            BundleTargets.appConfig, BundleTargets.profile, QueryTargets.query, QueryTargets.rules, QueryTargets.names,
            agent,
        ]

    private static func format(_ format: DumpFormat) -> FuzzTarget {
        FuzzTarget(name: format.rawValue, dictionary: dictionary(of: format)) { bytes in
            guard let dump = try? DumpReader.read(bytes, format: format) else { return }
            Invariants.check(dump)
        }
    }

    /// Whatever the bytes say they are.
    static let detection = FuzzTarget(name: "detection", dictionary: "text") { bytes in
        guard let dump = try? DumpReader.read(bytes) else { return }
        Invariants.check(dump)
    }

    /// What stands beside a dump, joined to the fixtures' views.
    private static let companion = FuzzTarget(name: "companion", dictionary: "text") { bytes in
        guard let companion = try? CompanionReader.read(bytes) else { return }
        var tree = kitchen
        _ = companion.join(to: &tree, as: "fuzz")
        _ = ConflictExplanation.all(of: companion.conflicts, in: tree)
        Invariants.check(tree)
    }

    /// An edit of the fixtures' views, done and undone.
    private static let edit = FuzzTarget(name: "edit", maximumLength: 2_048, dictionary: "json") { bytes in
        guard let edit = try? TreeEditDocument.edit(bytes) else { return }
        var tree = kitchen
        guard let applied = try? tree.apply(edit) else { return }
        Invariants.check(tree)
        tree.undo(applied.undo)
        Invariants.check(tree)
        Invariants.require(DumpWriter.vitrineJSON(tree) == kitchenJSON, "an undone edit leaves the tree as it was")
    }

    /// A response of Xcode's view debugger: no mutation of a zip archive would get past its check sums.
    private static let debugHierarchy = FuzzTarget(name: "debugHierarchy", dictionary: "json") { bytes in
        var writer = ZipWriter()
        writer.add(ZipWriter.Entry("a.viewhierarchy/metadata", metadata))
        writer.add(ZipWriter.Entry("a.viewhierarchy/RequestResponses/Response_0", bytes))
        guard let dump = try? DumpReader.read(writer.finish(), format: .xcodeViewHierarchy) else { return }
        Invariants.check(dump)
    }

    private static let json = FuzzTarget(name: "json", dictionary: "json") { bytes in
        guard let value = try? JSONValue(parsing: bytes) else { return }
        var writer = JSONWriter()
        writer.value(value)
        Invariants.require((try? JSONValue(parsing: writer.finish())) != nil, "JSON that was written can be read")
    }

    private static let propertyList = FuzzTarget(name: "plist", dictionary: "xml") { bytes in
        guard let value = try? PropertyListReader.read(bytes) else { return }
        for written in [try? PropertyListWriter.xml(value), try? PropertyListWriter.binary(value)] {
            guard let written else { continue }
            Invariants.require((try? PropertyListReader.read(written)) != nil, "a list that was written can be read")
        }
    }

    private static let archive = FuzzTarget(name: "archive", dictionary: "binary") { bytes in
        let limits = ArchiveLimits(maximumEntryBytes: 1 << 20, maximumTotalBytes: 4 << 20, ratioFloorBytes: 1 << 20)
        _ = try? Archive.reading(bytes[...], limits: limits) { archive throws(ArchiveError) in
            for entry in archive.entries.prefix(64) {
                let file = try archive.read(entry)
                Invariants.require(file.count == entry.size || entry.isFolder, "a file has the size that is told")
            }
        }
        _ = try? Gzip.expanded(bytes, limit: 1 << 20)
    }

    /// A pane of settings.
    private static let settings = FuzzTarget(name: "settings", dictionary: "xml") { bytes in
        openSettings(["Root.plist": bytes, "en.lproj/Root.strings": Array("Title = \"Title\";".utf8)])
    }

    /// The texts of a pane.
    private static let strings = FuzzTarget(name: "strings", maximumLength: 2_048, dictionary: "text") { bytes in
        let pane: PropertyListValue = .dictionary([
            "StringsTable": .string("Root"),
            "PreferenceSpecifiers": .array([.dictionary(["Type": .string("PSGroupSpecifier"), "Title": .string("a")])]),
        ])
        guard let root = try? PropertyListWriter.xml(pane) else { return }
        openSettings(["Root.plist": root, "en.lproj/Root.strings": bytes])
    }

    private static let color = FuzzTarget(name: "color", maximumLength: 256, dictionary: "text") { bytes in
        for modern in [false, true] { _ = ColorText(bytes, modern: modern).color }
    }

    private static let search = FuzzTarget(name: "search", maximumLength: 256, dictionary: "text") { bytes in
        _ = try? ViewSearch(String(decoding: bytes, as: UTF8.self)).indexes(in: kitchen)
    }

    /// Lines of agents: the same however their bytes come, each a message or answered with an error.
    private static let agent = FuzzTarget(name: "agent", dictionary: "json") { bytes in
        let lines = agentLines(bytes, by: bytes.count + 1)
        Invariants.require(lines == agentLines(bytes, by: 7), "lines are the same however they come")
        for line in lines.compactMap(\.self) {
            do throws(AgentError) {
                let message = try AgentMessage(parsing: line)
                Invariants.require(message.params.objectValue != nil, "parameters are an object")
            } catch {
                let answer = try? JSONValue(parsing: error.answer().serialized())
                Invariants.require(answer?["error"]?["code"]?.integerValue != nil, "what is no message has an answer")
            }
        }
    }

    private static func agentLines(_ bytes: [UInt8], by size: Int) -> [[UInt8]?] {
        var reader = AgentLineReader()
        var lines: [[UInt8]?] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.read(bytes[start..<min(start + size, bytes.count)]) { lines.append($0) }
        }
        reader.end { lines.append($0) }
        return lines
    }

    // MARK: What they share

    private static func dictionary(of format: DumpFormat) -> String {
        switch format {
        case .recursiveDescription, .xcuitest, .earlGrey, .kif: "text"
        case .vitrineJSON, .webDriverAgentJSON, .idb, .maestro, .sentry, .calabash: "json"
        case .webDriverAgentXML, .detox, .uiautomator, .xib, .storyboard, .storyboardc, .propertyList: "xml"
        case .lookin, .nib, .xcodeViewHierarchy: "binary"
        }
    }

    static let kitchen: ViewTree = {
        guard let dump = try? DumpReader.read(Fixtures.bytes("dumps/kitchen.txt")) else {
            Invariants.fail("the fixture kitchen.txt cannot be read")
        }
        return dump.tree
    }()

    private static let kitchenJSON = DumpWriter.vitrineJSON(kitchen)

    private static let metadata = (try? PropertyListWriter.xml(.dictionary(["DocumentVersion": .string("1")]))) ?? []

    private static func openSettings(_ files: [String: [UInt8]]) {
        guard let bundle = try? SettingsBundle(files: FilesInMemory(files: files)) else { return }
        _ = bundle.allPanes(languages: ["en"])
    }
}

/// A bundle of a few files.
struct FilesInMemory: BundleFiles {
    let files: [String: [UInt8]]
    var name: String { "Settings.bundle" }

    func entries(in folder: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let names = files.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count).split(separator: "/") }
        return Set(
            names.map { BundleEntry(name: String($0.first ?? ""), kind: $0.count > 1 ? .folder : .file) }
        ).sorted { $0.name < $1.name }
    }

    func kind(of path: String) -> BundleEntry.Kind? {
        if files[path] != nil { return .file }
        return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
    }

    func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] { files[path] ?? [] }
}
