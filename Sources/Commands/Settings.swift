import AppBundles
package import ArgumentParser
import Diagnostics
import Foundation
import ViewHierarchy

/// `vitrine settings PATH`: prints the panes of a bundle.
package struct Settings: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Print the panes of an app's settings.",
        discussion: """
            Every row shows its default. Problems are printed on standard error; “vitrine lint” has the details.
            """
    )

    /// The kind of device that shows the panes.
    enum Device: String, ExpressibleByArgument, CaseIterable {
        case phone, pad

        var idiom: InterfaceIdiom { self == .phone ? .phone : .pad }
    }

    @Argument(help: "A .bundle or a .app.")
    var path: String

    @Option(help: "The pane, named by the File of the row that opens it; the first pane by default.")
    var pane: String?

    @Option(help: "The language, such as de or pt-BR.")
    var lang: String?

    @Option(help: "The kind of device: phone or pad.")
    var idiom = Device.phone

    @Flag(help: "Print every pane that can be reached from it.")
    var deep = false

    package init() {}

    package func validate() throws {
        if deep, pane != nil { throw ValidationError("Give either --pane or --deep.") }
    }

    package func run() throws {
        let app = try Self.app(at: path)
        guard let settings = app.settings else { throw CommandFailure("\(path): The app has no Settings.bundle.") }
        let languages = lang.map { [$0] } ?? []
        let panes = settings.allPanes(languages: languages, idiom: idiom.idiom)
        let shown = try deep ? panes.inOrder : [pane(in: settings, panes)]
        let name = app.name(languages: languages)
        let width = TerminalSize.columns ?? PaneText.standardWidth
        for (index, pane) in shown.enumerated() {
            let heading = pane.title.map { "\($0) (\(pane.name))" } ?? name
            let text = (index == 0 ? "" : "\n") + PaneText.text(of: pane, heading: heading, width: width)
            try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            for note in pane.findings where note.isAtLeast(.warning) {
                let line = note.line.map { ":\($0)" } ?? ""
                FileHandle.standardError.write(
                    line: "\(note.file ?? pane.file)\(line): \(note.severity.rawValue): \(note.message)"
                )
            }
        }
    }

    /// The pane that is asked for, titled by the row that opens it where there is one.
    private func pane(in settings: SettingsBundle, _ panes: SettingsPaneSet) throws -> SettingsPane {
        let name = pane ?? settings.entryName
        if let reachable = panes[name] { return reachable }
        do throws(AppBundleError) {
            return try settings.pane(named: name, languages: lang.map { [$0] } ?? [], idiom: idiom.idiom)
        } catch {
            let names = settings.paneNames.prefix(20).joined(separator: ", ")
            throw CommandFailure("\(path): \(error.message) Its panes: \(names).")
        }
    }

    private static func app(at path: String) throws -> AppBundle {
        let search = BundleSearch(path)
        guard search.exists else { throw CommandFailure("\(path): There is no such file or folder.") }
        guard let bundle = search.bundles.first else {
            throw CommandFailure("\(path): There is no app and no settings bundle; name a .app or a .bundle.")
        }
        guard search.bundles.count == 1 else {
            let names = search.bundles.prefix(20).map { "\n  \($0)" }.joined()
            throw CommandFailure("\(path): There are \(search.bundles.count) bundles; name one of them:\(names)")
        }
        do {
            return try AppBundle(folder: URL(filePath: bundle, directoryHint: .isDirectory))
        } catch {
            throw CommandFailure("\(path): \(error.message)")
        }
    }
}

/// The terminal that standard output goes to.
enum TerminalSize {
    /// Its columns, nil when the output goes elsewhere.
    static var columns: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
