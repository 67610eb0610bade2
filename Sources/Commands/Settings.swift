import AppBundles
package import ArgumentParser
import Diagnostics
import Foundation
import PropertyList
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

    /// The language of code.
    enum Language: String, ExpressibleByArgument, CaseIterable {
        case swift, objc, kotlin

        var code: RegistrationCode {
            switch self {
            case .swift: .swift
            case .objc: .objc
            case .kotlin: .kotlin
            }
        }
    }

    @Argument(help: "A .bundle or a .app.")
    var path: String

    @Option(help: "The pane, named by the File of the row that opens it; the first pane by default.")
    var pane: String?

    @Option(help: "The language, such as de or pt-BR.")
    var lang: String?

    @Option(help: "The kind of device: phone or pad.")
    var idiom = Device.phone

    @Flag(help: "Print the panes of Settings-Watch.bundle, which the Watch app on the iPhone shows.")
    var watch = false

    @Flag(help: "Print every pane that can be reached from it.")
    var deep = false

    @Option(help: "Write code instead that registers the defaults and names every key: swift, objc or kotlin.")
    var registration: Language?

    @Option(help: "The file for --registration; standard output by default.")
    var output: String?

    @Flag(help: "Write nothing, and fail if the file of --output is not what --registration would write.")
    var check = false

    package init() {}

    package func validate() throws {
        if deep, pane != nil { throw ValidationError("Give either --pane or --deep.") }
        guard registration != nil || (output == nil && !check) else {
            throw ValidationError("--output and --check are for --registration.")
        }
        guard registration == nil || (pane == nil && lang == nil && !deep) else {
            throw ValidationError("--registration takes every pane; leave --pane, --lang and --deep out.")
        }
        if check, output == nil { throw ValidationError("Name the file to check with --output.") }
    }

    package func run() throws {
        let app = try Self.app(at: path)
        guard let settings = watch ? app.watchSettings : app.settings else {
            throw CommandFailure("\(path): The app has no \(watch ? "Settings-Watch" : "Settings").bundle.")
        }
        if let registration { return try write(registration.code.text(of: Registration(of: settings))) }
        if !watch, app.watchSettings != nil {
            FileHandle.standardError.write(
                line: "\(path): The app also has a Settings-Watch.bundle, which --watch prints."
            )
        }
        let languages = lang.map { [$0] } ?? []
        let panes = settings.allPanes(languages: languages, idiom: idiom.idiom)
        let shown = try deep ? panes.inOrder : [pane(in: settings, panes)]
        let name = app.name(languages: languages)
        let width = Terminal.columns ?? PaneText.standardWidth
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

    /// Writes code, or holds a file against it.
    private func write(_ code: String) throws {
        let bytes = Data(code.utf8)
        guard let output else { return try FileHandle.standardOutput.write(contentsOf: bytes) }
        let file = URL(filePath: output)
        // What is as it should be keeps its date: builds go by that.
        let isCurrent = (try? Data(contentsOf: file)) == bytes
        if check, !isCurrent {
            throw CommandFailure("\(output): The file is not current. Write it again without --check.")
        }
        guard !isCurrent else { return }
        do {
            try bytes.write(to: file, options: .atomic)
        } catch {
            throw CommandFailure("\(output): The file can't be written: \(error.localizedDescription)")
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
enum Terminal {
    /// Its columns, nil when the output goes elsewhere.
    static var columns: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Whether what is printed there may have colours: it is a terminal, and nobody asks for none (no-color.org).
    static var isColoured: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }
}

/// A pane as plain text for a terminal: groups, rows with their controls, choices, footers.
struct PaneText {
    /// The columns that lines are broken at.
    static let standardWidth = 80
    /// The most columns of the labels before the controls.
    private static let maximumLabel = 40

    private let width: Int
    private var lines: [String] = []

    /// The text of a pane without anybody's values, so that every row shows its default.
    ///
    /// - Parameters:
    ///   - heading: what stands over it, such as the app's name.
    ///   - width: the columns of the terminal.
    static func text(of pane: SettingsPane, heading: String, width: Int = standardWidth) -> String {
        var text = PaneText(width: max(width, 40))
        text.add(pane, heading: heading)
        return text.lines.map { $0.trimmingTrailingSpaces + "\n" }.joined()
    }

    private init(width: Int) { self.width = width }

    private mutating func add(_ pane: SettingsPane, heading: String) {
        let title = shown(heading)
        lines.append(title)
        lines.append(String(repeating: "=", count: max(title.terminalWidth, 1)))
        let labels = pane.rows.map { shown($0.title).terminalWidth }
        let column = min(labels.max() ?? 0, Self.maximumLabel) + 2
        for group in pane.groups {
            lines.append("")
            if let title = group.title { lines.append(shown(title)) }
            for row in group.rows { add(row, column: column) }
            if let footer = group.footer { wrap(footer, indent: 4) }
        }
        if pane.groups.isEmpty { lines.append("(nothing is shown)") }
    }

    private mutating func add(_ row: SettingsRow, column: Int) {
        let value = RowValue(row, stored: nil)
        let label = shown(row.title)
        let padding = String(repeating: " ", count: max(column - label.terminalWidth, 2))
        lines.append("  " + label + padding + RowText.control(of: row, value))
        if let subtitle = row.presentation.subtitle(showing: value) { wrap(subtitle, indent: 4) }
        for (index, choice) in choices(of: row).enumerated() {
            let mark = index == value.selectedIndex ? "(•)" : "( )"
            lines.append("      \(mark) " + shown(choice.title))
        }
        if case .link(let link) = row.content {
            for line in link.lines { wrap("\(line.label): \(line.value)", indent: 6) }
        }
        if let condition = row.condition { lines.append("      [\(condition)]") }
    }

    /// The choices that are listed; those of a title row only say what its value is called.
    private func choices(of row: SettingsRow) -> [SettingsChoice] {
        if case .title = row.content { [] } else { row.choices }
    }

    /// Breaks text into lines at blanks; words longer than a line stay whole.
    private mutating func wrap(_ text: String, indent: Int) {
        let margin = String(repeating: " ", count: indent)
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = margin
            var isEmpty = true
            for word in paragraph.split(separator: " ").map({ shown(String($0)) }) {
                if !isEmpty, line.terminalWidth + 1 + word.terminalWidth > width {
                    lines.append(line)
                    (line, isEmpty) = (margin, true)
                }
                line += isEmpty ? word : " " + word
                isEmpty = false
            }
            lines.append(line)
        }
    }

    private func shown(_ text: String) -> String { text.terminalSafe }
}

/// The control of a row in words and signs.
enum RowText {
    static func control(of row: SettingsRow, _ value: RowValue) -> String {
        switch row.content {
        case .textField(let traits):
            // A secret is a secret in a terminal too.
            "[\(traits.isSecure ? String(repeating: "•", count: min(text(value).count, 8)) : text(value))]"
        case .textView: "[\(text(value))]"
        case .title: text(value)
        case .toggle: value.isOn == true ? "[on ]" : "[off]"
        case .slider(let range): slider(range, value.number ?? range.minimum)
        case .multiValue: "\(text(value)) ›"
        case .radioGroup: ""
        case .childPane(let child): "› \(shown(child.pane ?? "nowhere"))" + (child.isAvailable ? "" : " (missing)")
        case .datePicker: "[\(text(value))]"
        case .button: "(button)"
        case .link(let link): "→ \(shown(link.address))"
        case .list(let group): "\(value.items?.count ?? 0) items" + (group.add == nil ? "" : " [+]")
        case .custom: "(drawn by the app)"
        case .unsupported: "(unsupported: \(shown(row.specifier)))"
        }
    }

    private static func slider(_ range: SliderRange, _ number: Double) -> String {
        "\(digits(range.minimum)) ──● \(digits(number)) ── \(digits(range.maximum))"
    }

    private static func digits(_ number: Double) -> String { PropertyListValue.real(number).coercedString ?? "" }

    private static func text(_ value: RowValue) -> String { shown(value.display ?? "") }

    private static func shown(_ text: String) -> String { text.terminalSafe }
}

extension String {
    /// The columns it takes: East Asian wide characters and emoji take two, marks on others none.
    var terminalWidth: Int {
        reduce(0) { width, character in
            guard let scalar = character.unicodeScalars.first else { return width }
            return width + (scalar.isWide ? 2 : scalar.properties.generalCategory == .nonspacingMark ? 0 : 1)
        }
    }

    var trimmingTrailingSpaces: String {
        var trimmed = self[...]
        while trimmed.last == " " { trimmed.removeLast() }
        return String(trimmed)
    }
}

extension Unicode.Scalar {
    /// The blocks that UAX #11 gives two columns, roughly.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}
